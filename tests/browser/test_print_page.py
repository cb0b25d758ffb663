"""The print page in a browser: the pages follow what is chosen, and so does the address."""

import pytest
from playwright.sync_api import expect

from builder.models import KeptFile
from tests.browser.player import Player
from tests.browser.test_sheets import tapped, until_received, work
from tests.conftest import PHONE

pytestmark = [
    pytest.mark.browser,
    pytest.mark.paper,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("sheet_queue"),
]


def opened(page):
    """The print page of a new list, as the link of its editor opens it."""
    Player(page).new("of-the-dead", "Nadia")
    page.locator('a[href$="/print/"]').first.click()
    expect(page.locator("#preview-state progress")).to_be_visible()
    return page


def test_the_pages_follow_what_is_chosen_and_the_tap_finds_them(visitor, monkeypatch):
    page = opened(visitor(PHONE, has_touch=True, is_mobile=True))
    work(monkeypatch)
    expect(page.locator("#preview-pages img").first).to_be_visible()
    assert page.locator("#preview-pages a").first.get_attribute("href").endswith("/pdf/?layout=play&language=fr#page=1")
    page.locator(".print-more > summary").click()
    page.locator("label:has([value=roster])").first.click()
    expect(page.locator("#preview-state progress")).to_be_visible()
    page.wait_for_url("**/print/?layout=roster&language=fr")
    expect(page.locator("#print-chosen")).to_have_text("Fiche compacte")
    work(monkeypatch)
    expect(page.locator("#preview-state progress")).to_be_hidden()
    assert page.locator("#preview-pages img").first.evaluate("one => one.decode().then(() => one.naturalWidth)") == 320
    _tab, received = tapped(page)
    address = until_received(page, received).url
    assert "layout=roster" in address
    assert "part=" not in address
    assert KeptFile.objects.count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".languages [value=en]").click()  # the page was loaded as the address without a choice
    page.wait_for_url("**/print/?layout=roster&language=fr")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.locator("[name=layout]:checked").get_attribute("value") == "roster"


def test_without_javascript_a_button_shows_the_pages_of_a_choice(visitor, monkeypatch):
    page = opened(visitor(java_script_enabled=False))
    page.locator(".print-more > summary").click()
    page.locator("label:has([value=mix])").click()
    page.locator("label:has([name=part][value=reference])").click()
    page.locator(".preview button").click()
    work(monkeypatch)
    page.reload()
    expect(page.locator("#preview-pages img").first).to_be_visible()
    assert "layout=mix" in page.url
    assert not page.locator("[name=part][value=reference]").is_checked()
    assert page.locator("[name=part][value=cards]").is_checked()
