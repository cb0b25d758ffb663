"""The editor around its picker: the bar, what is to do, cards that are named, counted and dragged, labels explained."""

import re

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from tests import make
from tests.browser.player import Player, let_in
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll("#bar > *, #bar .gauge-words, #bar .gauge .roadbar, #bar .steps > *")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one, one.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  for (const [one, box] of boxes) {
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${one.className}`);
    for (const [other, its] of boxes)
      if (one !== other && !one.contains(other) && !other.contains(one) && meet(box, its))
        found.push(`${one.className} and ${other.className}`);
  }
  return found;
}"""


def opened(page, convoy, query=""):
    """Open the editor of a list; returns its row."""
    row, key = history.create(LoadedRoster(convoy), "test")
    let_in(page, key)
    page.goto(f"/lists/{row.pk}/{query}")
    return row


def names(page):
    return page.locator("#units .names .name").all_inner_texts()


def dear():
    """Three figures in each gauge; something wrong, something to do, something to mind."""
    units = [make.fighter("fusil", T="-", equipment=["armure", "armure"], count=20), make.vehicle("moyen", count=6)]
    return make.convoy(budget=900, units=units)


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_nothing_in_the_bar_lies_on_something_else_and_it_hides_what_is_behind(visitor, language):
    page = visitor(locale=language)
    opened(page, dear())
    found = {}
    for width in (320, 360, 701, 720, 768, 800, 961, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.evaluate(OVERLAPS)
        labels = page.locator("#bar .gauge .unit-word").evaluate_all("all => all.map((one) => one.checkVisibility())")
        assert labels == [True, True]
    assert {width: pairs for width, pairs in found.items() if pairs} == {}
    background = page.locator("#bar").evaluate("one => getComputedStyle(one).backgroundColor")
    assert background.startswith("rgb(")


def border(page):
    return page.locator("#findings").evaluate("one => getComputedStyle(one).borderTopColor")


def test_only_what_is_forbidden_is_red(page):
    opened(page, dear())
    red = border(page)
    opened(page, make.convoy(units=[]))
    to_do = border(page)
    opened(page, make.convoy(make.fighter("fusil", T="-")))
    to_mind = border(page)
    opened(page, make.convoy())
    legal = border(page)
    assert red == page.locator(".stamp").evaluate(
        "() => { const one = document.createElement('i'); "
        "one.style.color = 'var(--red)'; document.body.append(one); return getComputedStyle(one).color }"
    )
    assert len({red, to_do, to_mind, legal}) == 4
    assert page.locator("#findings").bounding_box()["height"] < 80
    assert page.locator("#findings").bounding_box()["y"] < page.locator("#adding").bounding_box()["y"]


def test_a_button_of_what_is_to_do_opens_the_very_field(page, phone):
    opened(page, make.convoy(activity=None, units=[make.fighter(), make.fighter()]))
    page.locator('a.mend[href="?head#activity"]').click()
    expect(page.locator("#activity input").first).to_be_focused()
    page.go_back()
    page.locator('#findings a.mend[href="?unit=0#li-add-ability-0-chef"]').click()
    expect(page.locator("#add-ability-0-chef")).to_be_focused()
    page.go_back()
    page.locator('#findings a.mend[href="#add-vehicles"]').click()
    expect(page.locator("#add-vehicle-leger")).to_be_focused()
    opened(phone, make.convoy(units=[make.fighter()]))
    phone.locator('#findings a.mend[href="?unit=0#li-add-ability-0-chef"]').tap()
    expect(phone.locator("#add-ability-0-chef")).to_be_focused()
    assert phone.locator("#add-ability-0-chef").bounding_box()["y"] < 700


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_what_was_added_is_said_and_comes_into_view(visitor, viewport):
    page = visitor(viewport, reduced_motion="reduce")
    opened(page, make.convoy(*[make.fighter() for _n in range(14)]))
    last = page.locator("#units > .card").count()
    button = page.locator("#add-vehicle-moyen")
    button.scroll_into_view_if_needed()
    button.click()
    expect(page.locator("#toast")).to_contain_text("Véhicule moyen")
    expect(page.locator(f"#unit-{last} .card-title")).to_be_in_viewport()
    bar, card = page.locator("#bar").bounding_box(), page.locator(f"#unit-{last}").bounding_box()
    assert card["y"] >= (bar["y"] + bar["height"] if viewport == DESKTOP else 0)
    page.evaluate("scrollTo(0, 0)")
    page.locator("#toast [data-added]").click()
    expect(page.locator(f"#head-{last}")).to_be_focused()
    expect(page.locator(f"#head-{last}")).to_be_in_viewport()


def test_copies_are_counted_and_a_unit_named_at_the_top_of_its_card(page):
    opened(page, make.convoy(units=[make.fighter(name="Gordon")]), "?unit=0")
    top = page.locator("#unit-0").bounding_box()["y"]
    assert page.locator("#name-0").bounding_box()["y"] - top < 150
    expect(page.locator("#step-count-0-less")).to_be_disabled()
    Player(page).do("step-count 0 more", "step-count 0 more", "step-count 0 less")
    expect(page.locator("#count-0")).to_have_value("2")
    expect(page.locator("#unit-0 .times")).to_have_text("×2")
    page.fill("#count-0", "7")
    page.locator("#count-0").press("Enter")
    expect(page.locator("#unit-0 .times")).to_have_text("×7")


def four():
    return make.convoy(units=[make.fighter(name=name) for name in "ABCD"])


def drag(page, index, to):
    """Drag the card at one index by its handle onto that at another."""
    handle, goal = page.locator(f"#unit-{index} .handle").bounding_box(), page.locator(f"#unit-{to}").bounding_box()
    x, y = handle["x"] + 20, handle["y"] + 25
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + (20 if to > index else -20), steps=3)
    page.mouse.move(x, goal["y"] + (goal["height"] - 5 if to > index else 5), steps=5)
    page.mouse.up()


def test_cards_are_dragged_by_their_handles(page):
    opened(page, four())
    drag(page, 0, 2)
    expect(page.locator("#unit-2 .names .name")).to_have_text("A")
    assert names(page) == ["B", "C", "A", "D"]
    expect(page.locator("#status")).to_contain_text("3")
    drag(page, 3, 0)
    expect(page.locator("#unit-0 .names .name")).to_have_text("D")
    assert names(page) == ["D", "B", "C", "A"]
    Player(page).do("undo", "undo")
    assert names(page) == ["A", "B", "C", "D"]
    page.locator("#unit-1 .handle").click()
    expect(page.locator("#opened-1")).to_be_visible()


def test_what_was_dragged_while_an_edit_came_back_stays(page):
    opened(page, four())
    handle = page.locator("#unit-2 .handle").bounding_box()
    page.mouse.move(handle["x"] + 20, handle["y"] + 25)
    page.mouse.down()
    page.mouse.move(handle["x"] + 20, 5, steps=5)
    page.locator("#remove-0").evaluate("one => one.click()")
    expect(page.locator("#units > .card")).to_have_count(3)
    page.mouse.up()
    assert page.locator(".dragged, .dragging").count() == 0
    drag(page, 0, 1)
    expect(page.locator("#unit-1 .names .name")).to_have_text("B")
    assert (names(page), page.locator("#revision").input_value()) == (["C", "B", "D"], "3")


def test_the_handle_is_large_enough_for_a_finger_and_scrolls_nothing(phone):
    opened(phone, four())
    handle = phone.locator("#unit-0 .handle")
    box = handle.bounding_box()
    assert (min(box["width"], box["height"]) >= 44, handle.evaluate("one => getComputedStyle(one).touchAction")) == (
        True,
        "none",
    )
    phone.evaluate(
        """() => {
          const handle = document.querySelector("#unit-0 .handle"), box = handle.getBoundingClientRect();
          handle.setPointerCapture = () => {};
          const finger = (type, y) => handle.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true,
            pointerId: 7, pointerType: "touch", isPrimary: true, clientX: box.x + 20, clientY: y }));
          const goal = document.querySelector("#unit-1").getBoundingClientRect();
          finger("pointerdown", box.y + 20);
          finger("pointermove", box.y + 40);
          finger("pointermove", goal.bottom);
          finger("pointerup", goal.bottom);
        }"""
    )
    expect(phone.locator("#unit-1 .names .name")).to_have_text("A")


def test_the_keyboard_moves_a_card_too(page):
    opened(page, four())
    page.locator("#head-1").focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#unit-2 .names .name")).to_have_text("B")
    expect(page.locator("#down-2")).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#unit-3 .names .name")).to_have_text("B")
    expect(page.locator("#status")).to_contain_text("4")


def test_a_list_is_renamed_in_its_title(page):
    row = opened(page, make.convoy(name="Les Chacals"))
    field = page.locator("#list-name")
    field.fill("Les Hyènes")
    field.press("Escape")
    expect(field).to_have_value("Les Chacals")
    field.fill("Les Loups")
    field.press("Enter")
    expect(page.locator("#rename")).to_have_class("rename saved")
    row.refresh_from_db()
    assert row.name == "Les Loups"


def test_a_touch_on_t_says_what_t_is(page):
    opened(page, make.convoy(units=[make.fighter(), make.fighter()]), "?unit=1")
    for term in ("#unit-0 .summary .term", "#unit-1 .stats .term"):
        page.locator(term).first.click()
        expect(page.locator("#word-term-T")).to_be_visible()
        expect(page.locator("#word-term-T")).to_contain_text("p. 30")
        page.keyboard.press("Escape")
        expect(page.locator("#word-term-T")).to_be_hidden()
    expect(page.locator("#opened-0")).to_have_count(0)


def test_a_refused_switch_says_why_at_a_touch(page):
    opened(page, make.convoy(units=[make.fighter()]), "?unit=0")
    reason = page.locator(".switches .why .refusal")
    expect(reason).to_be_hidden()
    page.locator(".switches .why summary").click()
    expect(reason).to_contain_text("p. 26")


def test_what_is_found_moves_from_the_panel_to_the_card_that_is_opened(page):
    opened(page, make.convoy(units=[make.fighter("fusil", abilities="chef"), make.fighter()]), "?unit=1")
    on_card, in_panel = page.locator("#unit-0 .card-findings .finding"), page.locator('#findings [href="#unit-0"]')
    expect(page.locator("#unit-0 .dot")).to_be_visible()
    expect(on_card).to_have_count(0)
    found = in_panel.count()
    assert found
    Player(page).open(0)
    expect(on_card).to_have_count(found)
    expect(in_panel).to_have_count(1)
    expect(page.locator("#findings .on-its-card")).to_contain_text(str(found))


# --- numbers with words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 1440])
def test_each_figure_of_the_bar_says_what_it_is(visitor, width):
    page = visitor({"width": width, "height": 800}, "en-GB")
    opened(page, make.convoy(vehicle_points=110), "")
    bar = page.locator("#bar")
    expect(bar.locator(".stamp.ok")).to_have_text(re.compile("Legal"))
    assert bar.locator(".stamp .long").evaluate("one => one.offsetHeight > 8 && one.offsetWidth > 8")
    vehicles = bar.locator(".gauge.second")
    expect(vehicles).to_have_text(re.compile(r"110\s*min. 100\s*in vehicles"))
    assert vehicles.get_attribute("title") == "110\xa0pts in vehicles, at least 100"


def test_a_price_beyond_the_budget_and_a_price_in_the_book_have_words(visitor):
    page = visitor(locale="en-GB")
    opened(page, make.convoy(make.fighter(), vehicle_points=290, budget=255), "?unit=0")
    over = page.locator("#li-add-weapon-0-pistolet .beyond")
    assert re.fullmatch(r"\d+ over", over.inner_text())
    assert over.get_attribute("title") == "over budget"
    printed = page.locator("#adding .printed").first
    assert re.fullmatch(r"book \d+", printed.text_content())
    assert printed.get_attribute("title") == "book price"


def test_two_tabs_do_not_mistake_twins(page):
    twin = make.fighter(name="Jumeau")
    row = opened(page, make.convoy(units=[twin, twin]), "?unit=0")
    other = page.context.new_page()
    other.goto(f"/lists/{row.pk}/")
    Player(other).do("remove 0")
    page.fill("#name-0", "Romulus")
    page.locator("#name-0").press("Enter")
    expect(page.locator("#conflict-note")).to_be_visible()
    assert [unit.name for unit in history.load_roster(type(row).objects.get(pk=row.pk)).document.units] == ["Jumeau"]


BROKEN_WORDS = """() => [...document.querySelectorAll("main :is(dt, h2, h3, label, .button, .stat)")]
  .filter((one) => one.checkVisibility() && one.firstChild?.nodeType === 3)
  .flatMap((one) => {
    const text = one.firstChild, range = document.createRange();
    return [...text.data.matchAll(/\\p{L}{4,}/gu)].filter((word) => {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    }).map((word) => word[0]);
  })"""


def test_no_word_breaks_in_the_middle(visitor):
    from tests.rules.chain_reaction import make as chain_reaction

    page = visitor()
    opened(page, chain_reaction.group(), "?unit=0")
    broken = {}
    for width in (320, 360, 768, 1024, 1100, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        broken[width] = page.evaluate(BROKEN_WORDS)
    assert {width: words for width, words in broken.items() if words} == {}


# --- the keyboard of a desk -----------------------------------------------------------------------------------------


def tabs_to(page, selector):
    """How often Tab is pressed from the top of the page until something within is reached, and Enter follows it."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    for pressed in range(1, 8):
        page.keyboard.press("Tab")
        if page.locator(":focus").get_attribute("href") == selector:
            expect(page.locator(":focus")).to_be_in_viewport()
            page.keyboard.press("Enter")
            return pressed
    return None


@pytest.mark.parametrize(
    ("link", "reached", "tabs"),
    [
        ("#units", "#head-0", 1),
        ("#adding", "#add-fighter", 0),
        ("#picker", "#filter-0", 0),
        ("#findings", "#findings a", 1),
    ],
)
def test_a_keyboard_skips_to_what_it_came_for(page, link, reached, tabs):
    opened(page, make.convoy(make.fighter("fusil", T="-")), "?unit=0")
    assert tabs_to(page, link)
    for _time in range(tabs):
        page.keyboard.press("Tab")
    expect(page.locator(reached).first).to_be_focused()


def test_where_no_unit_is_open_there_is_no_way_to_its_picker(page):
    opened(page, make.convoy())
    assert tabs_to(page, "#picker") is None


def test_a_question_mark_lists_the_keys(page):
    opened(page, make.convoy(), "")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("Ctrl+Z")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.locator('[popovertarget="keys"]').click()
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#list-name").focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()


def test_only_a_name_that_was_saved_gets_its_check_mark(page):
    opened(page, make.convoy(name="Loups"))
    page.locator("#list-name").evaluate("one => one.removeAttribute('maxlength')")
    page.fill("#list-name", "L" * 300)
    page.keyboard.press("Enter")
    expect(page.locator("#toast .bad")).to_be_visible()
    expect(page.locator("#rename")).not_to_have_class(re.compile("saved"))
    page.fill("#list-name", "Rats")
    page.keyboard.press("Enter")
    expect(page.locator("#rename")).to_have_class(re.compile("saved"))


def test_back_and_again_makes_no_second_list(page):
    page.goto("/new/rbn/")
    page.fill("#name", "Loups")
    page.locator("main form button").last.click()
    page.wait_for_selector("#bar")
    page.go_back()
    expect(page.locator("#name")).to_have_value("Loups")
    page.locator("main form button").last.click()
    page.wait_for_selector("#bar")
    assert Roster.objects.count() == 1
