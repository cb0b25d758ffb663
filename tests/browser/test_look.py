"""What every screen owes its reader: no page scrolls sideways on a phone, and what a finger taps is large enough."""

import pytest

from builder.gatherings import services
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Gathering
from builder.web.keys import hash_key
from rules.registry import GAMES
from tests import make
from tests.browser.player import let_in
from tests.browser.test_account_journey import sign_up
from tests.builder import gathered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Compagnie-franche-" * 9


@pytest.fixture
def shelved():
    """A list with the longest names, open to whoever has its key."""
    wordy = make.convoy(
        make.fighter("fusil-d-assaut", name="W" * 80),
        name=LONG,
        faction="cultistes",
        subfaction="devoreurs-des-derniers-jours",
        scenario="embuscade",
        role="attacker",
    )
    return history.create(LoadedRoster(wordy), "test")


def test_no_page_scrolls_sideways_on_a_phone(visitor, shelved):
    """The languages take turns: what is long here are names."""
    row, key = shelved
    base = f"/lists/{row.pk}/"
    pages = ["/", "/new/rbn/", "/lists/", base, f"{base}?unit=0", f"{base}?head", f"{base}links/", f"{base}print/"]
    pages += [f"/s/{row.share_key}/", "/rules/rbn/", "/about/", "/nowhere/"]
    wide = []
    for turn, language in enumerate(("fr-FR", "en-GB")):
        page = visitor({"width": 360, "height": 780}, language, has_touch=True, is_mobile=True)
        let_in(page, key)
        for url in pages[turn::2]:
            page.goto(url)
            if page.evaluate("document.documentElement.scrollWidth > screen.width"):
                wide.append((language, url))
    assert wide == []


def test_buttons_are_large_enough_for_a_finger(phone, shelved):
    row, key = shelved
    let_in(phone, key)
    phone.goto(f"/lists/{row.pk}/?unit=0")
    small = phone.evaluate(
        """[...document.querySelectorAll("main button:not(.words button), main .quiet, main .button, #bar a")]
           .filter((one) => one.checkVisibility() && !one.closest("[popover]:not(:popover-open)"))
           .filter((one) => one.getBoundingClientRect().height < 43)
           .map((one) => one.id || one.className || one.textContent)"""
    )
    assert small == []


def test_the_picker_of_a_phone_covers_the_page_but_not_the_bar(phone, shelved):
    row, key = shelved
    let_in(phone, key)
    phone.goto(f"/lists/{row.pk}/?unit=0")
    phone.locator(".picker-open").tap()
    picker, bar = phone.locator(".picker").bounding_box(), phone.locator("#bar").bounding_box()
    assert (picker["x"], picker["y"], picker["width"]) == (0, 0, 360)
    assert picker["y"] + picker["height"] <= bar["y"] + 3


# --- on the narrowest phone -----------------------------------------------------------------------------------------

NARROW = {"width": 320, "height": 640}
HEADER = """() => [...document.querySelectorAll(".top > *, .top nav a")]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .map((box) => [Math.round(box.top + box.height / 2), box.left >= 0 && box.right <= innerWidth])"""


def rows_of_header(page):
    found = page.evaluate(HEADER)
    assert all(inside for _middle, inside in found)
    return len({middle for middle, _inside in found})


def test_the_header_is_one_row_at_320_pixels_for_strangers_and_members(visitor):
    for language in ("fr-FR", "en-GB"):
        page = visitor(NARROW, language, has_touch=True, is_mobile=True)
        for path in ("/", "/account/login/", "/rules/rbn/", "/rules/", "/lists/", "/gatherings/"):
            page.goto(path)
            assert (rows_of_header(page), page.evaluate("document.documentElement.scrollWidth")) == (1, 320)
            assert page.locator('.top a[href^="/rules/"]').is_visible()
    sign_up(page, "Maud")
    for path in ("/", "/account/"):
        page.goto(path)
        assert rows_of_header(page) == 1


# --- what is done first is in view ----------------------------------------------------------------------------------

FIRST = {
    "/": ".ticket .button",
    "/lists/": ".my-lists .button",
    "/account/login/": ".account-body .button",
    "/account/signup/": ".account-body .button",
    "/gatherings/": "main .button",
    "/gatherings/new/of-the-dead/": ".submit .button",
} | {f"/new/{game}/": ".submit .button" for game in GAMES}


def test_the_first_button_is_within_the_first_screen_of_a_phone(phone):
    out = {}
    for path, selector in FIRST.items():
        phone.goto(path)
        box = phone.locator(selector).first.bounding_box()
        if box["y"] < 0 or box["y"] + box["height"] > 780:
            out[path] = box
    assert out == {}


def test_the_main_button_of_each_page_of_a_gathering_is_within_the_first_screen_of_a_phone(phone):
    gang, _memberships = gathered.gang("Mira")
    phone.goto(f"/j/{gang.invite_key}/")
    join = phone.locator("main form .button").first.bounding_box()
    key = "k" * 22
    Gathering.objects.update(organiser_key_hash=hash_key(key))
    phone.goto(f"/o/{key}/")
    invite = phone.locator("main .button").first.bounding_box()
    ends = [join["y"] + join["height"], invite["y"] + invite["height"]]
    for page in ("edit", "chapters/new"):
        phone.goto(f"/gatherings/{gang.pk}/{page}/")
        save = phone.locator("form.head .submit .button").first.bounding_box()
        ends.append(save["y"] + save["height"])
    assert [end for end in ends if end > 780] == []


def test_a_feed_without_news_uses_its_width(phone):
    gang, _key = services.create("of-the-dead", name="Les Rescapés")
    phone.goto(f"/g/{gang.share_key}/")
    feed, line = phone.locator(".feed ul").bounding_box(), phone.locator(".feed .none").bounding_box()
    assert line["width"] == feed["width"]
    assert phone.locator(".feed .none").evaluate("one => getComputedStyle(one).display") == "block"


def test_the_first_page_and_the_new_lists_are_short_on_a_phone(phone):
    phone.goto("/")
    assert phone.locator(".hero").bounding_box()["height"] <= 0.28 * 780
    last = phone.locator(".ticket").last.bounding_box()
    assert last["y"] + last["height"] <= 1.5 * 780
    heights = {}
    for game in GAMES:
        phone.goto(f"/new/{game}/")
        heights[game] = phone.evaluate("document.documentElement.scrollHeight") / 780
    assert {game: height for game, height in heights.items() if height > 2} == {}


def test_a_chosen_faction_unfolds_without_a_script_and_the_others_are_one_row_each(visitor):
    page = visitor({"width": 360, "height": 780}, java_script_enabled=False)
    page.goto("/new/rbn/")
    rows = page.locator(".faction")
    assert {rows.nth(n).bounding_box()["height"] < 80 for n in range(rows.count())} == {True}
    assert page.locator(".traits:visible, .sub:visible").count() == 0
    page.locator('[name="allegiance"][value="cultistes"]').check()
    assert page.locator(".faction:has(:checked) > .traits").is_visible()
    assert page.locator(".traits:visible").count() == 2
    assert page.locator("#faction .due").is_hidden()
    assert page.locator("#activity .due").is_visible()


def test_a_new_list_says_why_an_activity_is_grey_and_cuts_no_mission(phone):
    phone.goto("/new/rbn/")
    cut = phone.evaluate(
        """[...document.querySelectorAll("#activity .choice > span")]
           .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
    )
    assert cut == []
    why = phone.locator("#activity .closed").get_by_text("fermée à cette faction")
    assert why.count() == 0
    phone.locator('label:has(> [name="allegiance"][value="survivants"])').tap()
    assert phone.locator("#activity .closed").count() == why.count() > 0
    assert why.first.is_visible()


def test_the_tools_of_a_list_are_one_row_on_a_phone(phone, shelved):
    row, key = shelved
    let_in(phone, key)
    phone.goto(f"/lists/{row.pk}/")
    tops = {one.bounding_box()["y"] for one in phone.locator(".title .tools a").all()}
    assert len(tops) == 1


def test_an_address_leads_to_a_field_that_is_folded(phone, shelved):
    row, key = shelved
    let_in(phone, key)
    phone.goto(f"/lists/{row.pk}/?head#exotic")
    box = phone.locator("#exotic").bounding_box()
    assert 0 <= box["y"] < 780
