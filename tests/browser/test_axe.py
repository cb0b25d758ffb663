"""axe finds nothing on the pages of accounts, of my lists, and of what leads from one device to another."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_account_journey import PASSWORD, confirm, sign_up
from tests.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("second browser")]

WAYS = [
    ("fr-FR", PHONE, "light"),
    ("en-GB", PHONE, "dark"),
]
STILL = """*, *::before, *::after {
    animation: none !important; transition: none !important; background-image: none !important
}"""
LOOKS = pytest.mark.parametrize(("locale", "viewport", "scheme"), WAYS)


def findings(page):
    """What axe finds on a page: {(rule, first element)}.

    Nothing may move while it looks, and it cannot tell colours on a pattern: the page's dots and stripes are left out.
    """
    page.add_style_tag(content=STILL)
    found = Axe().run(page).response["violations"]
    return {(one["id"], one["nodes"][0]["html"][:120]) for one in found}


def test_axe_finds_what_is_wrong(visitor):
    page = visitor(bypass_csp=True)
    page.goto("/account/login/")
    page.evaluate("document.querySelector('main').innerHTML += '<img src=x><p style=color:#eee>pale</p>'")
    assert {rule for rule, _element in findings(page)} == {"image-alt", "color-contrast"}


@pytest.fixture
def look(visitor):
    """Look at pages one after the other: look(page) checks what is shown, look(page, path) goes there before."""
    bad = {}

    def check(page, path=None):
        if path:
            page.goto(path)
        page.wait_for_load_state()
        if found := findings(page):
            bad[page.url] = found
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > page.viewport_size["width"]:
            bad[f"{page.url} is too wide"] = width

    yield check
    assert bad == {}


def arrive(visitor, locale, viewport, scheme):
    return visitor(viewport, locale=locale, color_scheme=scheme, bypass_csp=True)


@LOOKS
def test_pages_of_strangers(visitor, look, locale, viewport, scheme):
    page = arrive(visitor, locale, viewport, scheme)
    for path in ("/lists/", "/device/", f"/d/{'A' * 22}/", "/about/", "/account/login/", "/account/recover/"):
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


@LOOKS
def test_pages_of_a_player_with_lists(visitor, look, locale, viewport, scheme):
    page = arrive(visitor, locale, viewport, scheme)
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
    other = arrive(visitor, locale, viewport, scheme)
    look(other, page.locator('input[value*="/d/"]').input_value())


@LOOKS
def test_pages_of_a_member(visitor, look, locale, viewport, scheme):
    page = arrive(visitor, locale, viewport, scheme)
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
    other = arrive(visitor, locale, viewport, scheme)
    other.goto("/account/login/")
    other.fill("[name=login]", user_name)
    other.fill("[name=password]", PASSWORD)
    other.press("[name=password]", "Enter")
    look(page, "/account/")
