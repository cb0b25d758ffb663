"""axe finds nothing on any page, on a phone and at a desk, light and dark in turn; no page scrolls sideways."""

import json
import re
from collections import defaultdict
from itertools import count, cycle

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import reverse
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Gathering
from builder.pages.spec import PAGES
from builder.registry import example_file
from builder.web.keys import hash_key
from rules import document as documents
from rules.registry import GAMES
from tests.battles import played
from tests.browser.player import Player
from tests.browser.test_account_journey import PASSWORD, confirm, sign_up
from tests.builder import campaigned
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (PHONE, {"width": 320, "height": 640}, {"width": 768, "height": 1024}, DESKTOP)
# Nothing moves, and nothing lies on a pattern, where axe cannot tell colours. Rows of a table are alike: five of each
# are enough, and the largest pages take seconds instead of minutes.
PREPARE = (
    """{
    const still = document.head.appendChild(document.createElement("style"))
    still.textContent = `*, *::before, *::after {
        animation: none !important; transition: none !important; background-image: none !important
    }`
    for (const list of document.querySelectorAll("main :is(ul, ol, tbody)"))
        while (list.children.length > 5) list.lastElementChild.remove()
};"""
    + AXE_SCRIPT
)
# Contrast is four fifths of axe's time. What looks alike, by itself and up to the root, has it alike: axe sees one of
# each on a page, until it has passed once at this width and in this scheme, on whichever page.
RUN = """async ([options, passed]) => {
    const looks = new Map([[null, 0]])
    passed = new Set(passed)
    const text = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1 // axe leaves one letter open
    for (const one of document.querySelectorAll("*")) {
        const style = getComputedStyle(one)
        const look = [looks.get(one.parentElement), one.tagName, one.getAttribute("class"), one.disabled, style.color,
            style.backgroundColor, style.opacity, style.fontSize, style.fontWeight, style.textShadow, style.position]
        let hash = 5381
        for (const letter of look.join()) hash = (hash * 33 + letter.codePointAt()) % 9007199254740
        looks.set(one, hash)
        one.toggleAttribute("data-passed", passed.has(hash))
        if ([...one.childNodes].some(text) && one.checkVisibility()) passed.add(hash)
    }
    axe.configure({rules: [{id: "color-contrast", selector: "*:not([data-passed])"}]})
    const found = await axe.run(document, options)
    const contrast = found.passes.find((rule) => rule.id === "color-contrast")
    return {
        violations: found.violations.map((rule) => [rule.id, rule.nodes[0].html.slice(0, 120)]),
        passed: contrast ? contrast.nodes.map((node) => looks.get(node.element)) : [],
    }
}"""
EVERYTHING = {"resultTypes": ["violations", "passes"], "elementRef": True, "selectors": False}
PASSED = defaultdict(set)
COLOURS = EVERYTHING | {"runOnly": ["color-contrast", "link-in-text-block"]}
FRENCH = pytest.mark.parametrize("locale", ["fr-FR"])
ENGLISH = pytest.mark.parametrize("locale", ["en-GB"])


def findings(page, options, passed):
    """What axe finds on a page that is prepared: {(rule, first element)}; what passes is added to `passed`."""
    found = page.evaluate(RUN, [options, list(passed)])
    passed.update(found["passed"])
    return {tuple(violation) for violation in found["violations"]}


def findings_everywhere(page, turn=0):
    """What axe finds in the light, and what it says of colours in the dark: {width and scheme: findings}.

    turn -- even: dark at a desk, light on a phone; odd: the other way round. Pages of a kind take turns by game.
    A tablet shows what a phone or a desk does. No page scrolls sideways, there and at 320 pixels neither.
    """
    found = {}
    for viewport in WIDTHS:
        page.set_viewport_size(viewport)
        if (needed := page.evaluate("document.documentElement.scrollWidth")) > viewport["width"]:
            found[f"{viewport['width']} is too narrow"] = needed
    page.evaluate(PREPARE)
    for viewport, scheme in zip((DESKTOP, PHONE), ("light", "dark") if turn % 2 else ("dark", "light"), strict=True):
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        where = f"{viewport['width']} {scheme}"
        found[where] = findings(page, COLOURS if scheme == "dark" else EVERYTHING, PASSED[where])
    return {where: what for where, what in found.items() if what}


def test_axe_finds_what_is_wrong(visitor):
    page = visitor(bypass_csp=True)
    page.goto("/account/login/")
    page.evaluate(PREPARE)
    page.evaluate("document.querySelector('main').innerHTML += '<img src=x><p style=color:#eee>pale</p>'")
    assert {rule for rule, _element in findings(page, EVERYTHING, set())} == {"image-alt", "color-contrast"}


def test_what_looks_alike_is_looked_at_until_it_passes(visitor):
    page, passed = visitor(bypass_csp=True), set()
    page.goto("/account/login/")
    page.evaluate(PREPARE)
    findings(page, COLOURS, passed)
    write = "style => document.querySelector('main').insertAdjacentHTML('beforeend', `<p style='${style}'>pale</p>`)"
    for _time in range(2):
        page.evaluate(write, "color: #eee")
        assert {rule for rule, _element in findings(page, COLOURS, passed)} == {"color-contrast"}
    before = set(passed)
    page.evaluate("document.querySelectorAll('main > p[style]').forEach(one => one.remove())")
    page.evaluate(write, "color: #000; background: #fff")
    assert findings(page, COLOURS, passed) == set()
    assert len(passed - before) == 1


@pytest.fixture
def look():
    """Look at pages one after the other: look(page) checks what is shown, look(page, path) goes there before."""
    bad, turns = {}, count()

    def check(page, path=None, turn=None):
        if path:
            page.goto(path)
        page.wait_for_load_state()
        if found := findings_everywhere(page, next(turns) if turn is None else turn):
            bad[page.url] = found

    yield check
    assert not bad, "\n".join(f"{url}, {where}: {what}" for url, found in bad.items() for where, what in found.items())


def arrive(visitor, locale="fr-FR"):
    return visitor(PHONE, locale=locale, bypass_csp=True)


@FRENCH
def test_pages_of_strangers(visitor, look, locale):
    page = arrive(visitor, locale)
    for path in (
        "/lists/",
        "/import/",
        "/check/",
        "/device/",
        f"/d/{'A' * 22}/",
        "/about/",
        "/account/login/",
        "/account/recover/",
    ):
        look(page, path)
    page.fill("[name=login]", "maud-1234")
    page.fill("[name=code]", "aaaaa-bbbbb-ccccc")
    page.fill("[name=password]", "a")
    page.press("[name=password]", "Enter")
    look(page)
    page.goto("/account/login/")
    page.fill("[name=login]", "maud-1234")
    page.fill("[name=password]", "wrong")
    page.press("[name=password]", "Enter")
    look(page)
    look(page, "/account/signup/")
    page.fill("[name=name]", "Maud")
    page.press("[name=name]", "Enter")
    look(page)
    page.fill("[name=password]", "password")
    page.press("[name=password]", "Enter")
    look(page)


@ENGLISH
def test_pages_of_a_player_with_lists(visitor, look, locale):
    page = arrive(visitor, locale)
    for name in ("Mira", "W" * 150, "Les Corbeaux"):
        Player(page).begin("of-the-dead", name).go()
    home = page.url
    look(page, "/lists/")
    page.locator(".pick input").first.check()
    page.locator(".pick input").last.check()
    look(page)
    page.locator(".filters > summary").click()
    look(page)
    look(page, f"{home.partition('?')[0]}links/")
    look(page, f"{home.partition('?')[0]}career/")
    look(page, "/lists/?archive=1")
    look(page, "/device/")
    page.locator("main form button").first.click()
    expect(page.locator(".qr svg")).to_be_visible()
    look(page)
    other = arrive(visitor, locale)
    look(other, page.locator('input[value*="/d/"]').input_value())


@FRENCH
def test_pages_of_a_member(visitor, look, locale):
    page = arrive(visitor, locale)
    Player(page).begin("of-the-dead", "Mira").go()
    user_name = sign_up(page, "Maud")
    look(page)
    for path in ("/account/", "/account/recovery-codes/", "/account/password/change/", "/account/logout/"):
        look(page, path)
    look(page, "/account/delete/")
    confirm(page)
    expect(page).to_have_url(re.compile("/delete/$"))
    look(page)
    page.fill("[name=user_name]", "somebody")
    page.check('[name=lists][value="leave"]')
    page.locator("main form button").last.click()
    look(page)
    for path in ("/account/passkeys/add/", "/account/app/on/", "/account/data/", "/device/", "/lists/"):
        look(page, path)
    page.goto("/account/data/")
    page.locator("main form button").last.click()
    look(page)
    other = arrive(visitor, locale)
    other.goto("/account/login/")
    other.fill("[name=login]", user_name)
    other.fill("[name=password]", PASSWORD)
    other.press("[name=password]", "Enter")
    look(page, "/account/")


@pytest.mark.parametrize(("game", "locale"), [*zip(GAMES, cycle(("fr-FR", "en-GB")), strict=False)])
def test_pages_of_a_game(visitor, look, game, locale):
    page = arrive(visitor, locale)
    example = documents.read(json.loads(example_file(game).read_text()), GAMES)
    row, key = history.create(LoadedRoster(example), "test")
    home = f"/lists/{row.pk}/"
    of_all_games = (
        f"/e/{key}/",
        *(home + part for part in ("?unit=0", f"?unit={len(example.units) - 1}", "?head", "print/")),
        *(f"/s/{row.share_key}/", f"/new/{game}/", f"/rules/{game}/"),
    )
    for turn, path in enumerate(of_all_games, list(GAMES).index(game)):
        look(page, path, turn)
    for slug in PAGES[game].list_pages:
        look(page, f"{home}{slug}/")
    for slug in PAGES[game].game_pages:
        look(page, reverse("game-page", args=[game, slug]))


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_list_and_its_picker(visitor, look, game):
    page, turn = arrive(visitor), list(GAMES).index(game)
    Player(page).begin(game, "Les Chacals").go()
    look(page, turn=turn)
    page.locator("#adding button.add:enabled").first.click()
    expect(page.locator("#unit-0")).to_be_visible()
    page.goto(page.url.partition("?")[0] + "?unit=0")
    if page.locator(".picker-open").count():
        page.locator(".picker-open").click()
        expect(page.locator(".picker")).to_be_visible()
    look(page, turn=turn)


def test_pages_without_a_list(visitor, look):
    page = arrive(visitor)
    for path in ("/", "/nowhere/", "/lists/1/"):
        look(page, path)


@FRENCH
def test_pages_around_a_battle(visitor, look, live_server, locale):
    battle = played.battle()
    client = played.player(battle)
    client.post(played.url("battle-end", battle), {"outcome-0": "won", "outcome-1": "lost", "feats-0": "Le pont."})
    page = arrive(visitor, locale)
    cookies = [{"name": one.key, "value": one.value, "url": live_server.url} for one in client.cookies.values()]
    page.context.add_cookies(cookies)
    for name in ("battle-end", "battle-paper", "battle-print"):
        look(page, played.url(name, battle))
    look(page, reverse("my-battles"))
    page.goto(reverse("roster", args=[battle.rosters.get(number=0).roster_id]))
    page.locator("#log-open > summary").click()
    look(page)


@ENGLISH
def test_pages_of_a_campaign(visitor, look, locale):
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering)
    sides = (loups, "main", "Maud"), (rats, "secondary", "")
    held = campaigned.enter(client, gathering, campaigned.SIXTH, *sides, action="hold")
    campaigned.enter(client, gathering, campaigned.FIRST, *sides)
    Gathering.objects.update(organiser_key_hash=hash_key("k" * 22))
    page = arrive(visitor, locale)
    look(page, f"/o/{'k' * 22}/")
    look(page, f"/gatherings/{gathering.pk}/chapters/{held.pk}/")
