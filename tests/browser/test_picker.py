"""What an open unit may take, at every width: it covers the page, Back and Esc close it, rows stay where they are."""

import re

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.commands import perform
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.registry import example_file
from rules.document import decode
from rules.registry import GAMES
from tests import make
from tests.browser.player import Player, let_in
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET = {"width": 768, "height": 1024}
TOUCH = {"has_touch": True, "is_mobile": True}
SIZES = [(PHONE, TOUCH), (TABLET, TOUCH), (DESKTOP, {})]


@pytest.fixture
def editing(visitor):
    """Open a unit of a list in a new window: editing(document, viewport, **options). Returns its `Player`."""

    def arrive(document, viewport=PHONE, unit=0, **options):
        row, key = history.create(LoadedRoster(document), "test")
        page = visitor(viewport, **options)
        let_in(page, key)
        page.goto(f"/lists/{row.pk}/?unit={unit}")
        return Player(page)

    return arrive


def convoy():
    gordon = make.fighter("fusil", T=5, name="Gordon")
    return make.convoy(units=[gordon, *make.vehicles_worth(250)], faction="cultistes")


def opened(player):
    player.page.locator(".picker-open").click()
    expect(player.page.locator(".picker:popover-open")).to_be_focused()
    return player.page


@pytest.mark.parametrize("game", GAMES)
def test_an_open_unit_is_three_screens_tall_at_most(visitor, game):
    page = visitor(DESKTOP)
    row, key = history.create(LoadedRoster.from_data(decode(example_file(game).read_bytes())), "test")
    let_in(page, key)
    page.goto(f"/lists/{row.pk}/?unit=0")
    tall = {}
    for viewport, _touch in SIZES:
        page.set_viewport_size(viewport)
        tall[viewport["width"]] = page.locator("#unit-0").bounding_box()["height"] / viewport["height"]
    assert {width for width, screens in tall.items() if screens > 3} == set(), tall


def of_one(game):
    """A list of one for each unit that may be added, ready-made ones too: {command: list}."""
    empty = LoadedRoster.empty(game)
    commands = [offer.command for group in LISTS[game].new_units(empty) for offer in group.offers if offer.open]
    lists = {command: empty.with_document(perform(empty, command, {})) for command in commands}
    return {command: loaded for command, loaded in lists.items() if loaded.document.units}  # a mortar is none


@pytest.mark.parametrize("game", GAMES)
def test_whatever_may_be_added_is_three_screens_tall_on_a_phone(visitor, game):
    """A character's list too: it is all that its player has."""
    page, tall = visitor(PHONE, **TOUCH), {}
    for command, loaded in of_one(game).items():
        row, key = history.create(loaded, "test")
        let_in(page, key)
        page.goto(f"/lists/{row.pk}/?unit=0")
        what = "html" if game == "of-the-dead" else "#unit-0"
        tall[command] = page.locator(what).bounding_box()["height"] / 780
    assert {command: screens for command, screens in tall.items() if screens > 3} == {}


def test_on_a_desk_what_may_be_added_makes_the_page_no_taller(editing):
    page = editing(convoy(), DESKTOP).page
    assert page.locator(".picker").evaluate("one => one.scrollHeight > 3 * innerHeight")
    foot = page.locator("footer").bounding_box()
    assert page.evaluate("document.documentElement.scrollHeight") <= max(900, foot["y"] + foot["height"] + 1)
    assert foot["y"] < 3 * 900


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("viewport", "touch"), SIZES[:2])
def test_on_a_small_screen_it_is_opened_and_closed(editing, viewport, touch, scripts):
    page = editing(convoy(), viewport, java_script_enabled=scripts, **touch).page
    expect(page.locator(".picker")).to_be_hidden()
    page.locator(".picker-open").tap()
    box = page.locator(".picker").bounding_box()
    assert box["x"] + box["width"] == viewport["width"]
    assert box["height"] >= viewport["height"] - 62
    expect(page.locator(".picker-title")).to_have_text(re.compile(r"Gordon\s+places d’armes\s+1/3\s+2\d\s+PC"))
    page.locator(".picker-done").tap()
    expect(page.locator(".picker")).to_be_hidden()


def test_back_closes_it_and_forward_opens_it_again(editing):
    page = opened(editing(convoy(), **TOUCH))
    address = page.url
    for _time in range(2):
        page.go_back()
        expect(page.locator(".picker")).to_be_hidden()
        expect(page.locator(".picker-open")).to_be_focused()
        assert page.url == address
        page.go_forward()
        expect(page.locator(".picker")).to_be_visible()
    page.locator(".picker-done").tap()
    expect(page.locator(".picker-open")).to_be_focused()
    page.wait_for_timeout(300)
    page.go_back()
    assert page.url != address


def test_it_closes_by_esc_which_empties_the_search_first(editing):
    page = opened(editing(convoy(), TABLET))
    page.locator(".picker [type=search]").fill("fusil")
    page.keyboard.press("Escape")
    expect(page.locator(".picker [type=search]")).to_have_value("")
    expect(page.locator(".picker")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".picker")).to_be_hidden()
    expect(page.locator(".picker-open")).to_be_focused()


@pytest.mark.parametrize(("link", "target"), [("#bar .jump", "#adding"), ("#bar .stamp", "#findings")])
def test_what_the_bar_leads_to_is_not_behind_it(editing, link, target):
    page = opened(editing(convoy(), **TOUCH))
    page.locator(link).click()
    expect(page.locator(".picker")).to_be_hidden()
    expect(page.locator(target)).to_be_in_viewport()
    page.wait_for_timeout(200)
    expect(page.locator(target)).to_be_in_viewport()


def test_undo_in_the_bar_leaves_it_open(editing):
    player = editing(convoy(), **TOUCH)
    player.do("add-ability 0 chef")
    before = player.page.locator("#revision").input_value()
    player.page.locator("#undo").tap()
    expect(player.page.locator("#revision")).not_to_have_value(before)
    expect(player.page.locator(".picker")).to_be_visible()


def place(page, row):
    """Where the picker is scrolled to, and where one of its rows stands and how tall it is."""
    box = page.locator(row).bounding_box()
    return page.locator(".picker").evaluate("one => one.scrollTop"), round(box["y"]), round(box["height"])


def test_a_row_stays_under_the_finger_and_as_tall_as_it_was(editing):
    player = editing(convoy(), **TOUCH)
    page, row = opened(player), "#li-add-ability-0-fils-des-sables"
    page.locator(row).scroll_into_view_if_needed()
    before = place(page, row)
    assert before[0] > 500
    player.do("add-ability 0 fils-des-sables")
    expect(page.locator(f"{row} .why")).to_have_count(1)
    assert place(page, row) == before
    expect(page.locator(f"{row} .how-many")).to_have_text("1")
    page.locator(f"{row} .less").tap()
    expect(page.locator(f"{row} .how-many")).to_have_count(0)
    assert place(page, row) == before


def test_a_row_stays_under_the_finger_when_reasons_come_above_it(editing):
    player = editing(make.convoy(units=[make.fighter("fusil", "fusil", T=5)], faction="cultistes"), **TOUCH)
    page, row = opened(player), "#li-add-weapon-0-fusil"
    page.locator(row).scroll_into_view_if_needed()
    _scrolled, top, height = place(page, row)
    player.do("add-weapon 0 fusil")
    expect(page.locator(f"{row} .how-many")).to_have_text("3")
    expect(page.locator("#section-0-ranged .group-refusals")).to_contain_text("p. 30")
    assert place(page, row)[1] == pytest.approx(top, abs=1)
    assert place(page, row)[2] == height


def test_a_reason_stands_once_and_each_row_has_its_own(editing):
    player = editing(
        make.convoy(units=[make.fighter(*["fusil"] * 3, T=5)], faction="cultistes"), DESKTOP, locale="en-GB"
    )
    section = player.page.locator("#section-0-ranged")
    expect(section.locator(".group-refusals li").filter(has_text="three weapon slots")).to_have_count(1)
    row = section.locator("#li-add-weapon-0-arc")
    expect(row.locator(".refusal").first).to_be_hidden()
    row.get_by_text("why?").click()
    expect(row.locator(".refusal").first).to_contain_text("p. 30")
    assert row.locator("summary").get_attribute("aria-label") == "Why can’t I take Bow?"


def test_a_reason_of_few_rows_stands_at_these_alone(editing):
    player = editing(make.convoy(units=[make.fighter("fusil", "fusil", T=5)], faction="cultistes"), DESKTOP)
    expect(player.page.locator("#section-0-ranged .group-refusals")).to_have_count(0)
    assert 0 < player.page.locator("#section-0-ranged .refused").count() < 5


def test_while_searching_no_reason_is_left_half(editing):
    player = editing(make.convoy(units=[make.fighter(*["fusil"] * 3, T=5)], faction="cultistes"), DESKTOP)
    reasons = player.page.locator("#section-0-ranged .group-refusals")
    expect(reasons.locator("li").first).to_be_visible()
    player.page.locator(".picker [type=search]").fill("arbal")
    expect(player.page.locator("#section-0-ranged .picker-list > li:visible")).to_have_count(1)
    expect(reasons.locator("li").first).to_be_visible()


def test_a_price_and_its_why_do_not_overlap(editing):
    page = editing(make.convoy(units=[make.fighter(*["fusil"] * 3, T=5)], faction="cultistes"), DESKTOP).page
    gaps = page.evaluate(
        """[...document.querySelectorAll(".picker .refused")].map((row) => {
          const words = document.createRange()
          words.selectNodeContents(row.querySelector(".why summary"))
          return words.getBoundingClientRect().top - row.querySelector(".add b").getBoundingClientRect().bottom
        })"""
    )
    assert gaps
    assert min(gaps) >= -1


def test_a_search_that_finds_nothing_says_so(editing):
    page = opened(editing(convoy(), **TOUCH))
    field, nothing = page.locator(".picker [type=search]"), page.locator(".nothing-found")
    expect(nothing).to_be_hidden()
    field.fill("zeppelin")
    expect(nothing).to_contain_text("zeppelin")
    nothing.locator("button").tap()
    expect(nothing).to_be_hidden()
    expect(field).to_be_focused()
    expect(page.locator("#li-add-weapon-0-arc")).to_be_visible()


def test_links_to_the_groups_leave_the_history_alone(editing):
    page = opened(editing(convoy(), **TOUCH))
    address = page.url
    page.locator(".picker-head nav a").last.tap()
    expect(page.locator("#section-0-abilities h3")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".picker")).to_be_hidden()
    assert page.url == address


def test_an_edit_that_takes_the_unit_away_takes_the_entry_of_the_history_along(editing):
    page = opened(editing(convoy(), TABLET, unit=0))
    page.locator("#head-1").evaluate("one => one.click()")
    expect(page.locator("#opened-1")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("history.state") is None
    expect(page.locator("#picker-1")).to_be_hidden()
