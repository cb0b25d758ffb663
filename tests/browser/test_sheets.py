"""One tap to the sheet: the page that waits, with JavaScript and without, and the PDF that follows by itself."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from builder.exports import making
from builder.models import KeptFile
from tests.browser.player import Player
from tests.client import make_files

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("sheet_queue"),
]


def work(monkeypatch):
    """What a sheet worker does with all that is ready; it gives no sign of life meanwhile, and is missed by nobody."""
    monkeypatch.setattr(making, "LOST_AFTER", timedelta(hours=1))
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    make_files()


def tapped(page, new_tab=True):
    """The tab that opens where the sheet is asked for, and the PDFs that the site has sent it so far.

    new_tab -- False: in the tab itself, as Playwright turns the scripts of a tab that opens off too late
    """
    received = []

    def note(response):
        # Chromium's own viewer loads the same bytes once more, from an address of its own.
        from_site = response.url.startswith("http")
        if from_site and response.status == 200 and response.headers.get("content-type") == "application/pdf":
            received.append(response)

    page.context.on("response", note)
    if not new_tab:
        page.goto(page.locator("main form .button").first.get_attribute("formaction"))
        return page, received
    with page.context.expect_page() as opened:
        page.locator("main form .button").first.click()
    return opened.value, received


def until_received(page, received):
    for _time in range(300):
        if received:
            return received[0]
        page.wait_for_timeout(100)
    raise AssertionError("no PDF came")


@pytest.mark.parametrize("script", [True, False])
def test_one_tap_brings_the_sheet(visitor, monkeypatch, script):
    page = visitor(java_script_enabled=script)
    page.goto("/")
    page.locator('a[href="/examples/rbn/"]').first.click()
    page.locator("#change button").click()
    page.locator('a[href$="/print/"]').first.click()
    tab, received = tapped(page, new_tab=script)
    expect(tab.locator("progress")).to_be_visible()
    tab.wait_for_timeout(1500)
    assert received == []
    expect(tab.locator("progress")).to_be_visible()
    assert KeptFile.objects.get().task.status == "READY"
    work(monkeypatch)
    response = until_received(page, received)
    assert "sheet=" in response.url
    assert response.headers["content-disposition"].startswith("inline; filename=")
    assert KeptFile.objects.count() == 1


def test_the_page_that_waits_says_its_place_and_moves_on(visitor, monkeypatch):
    page = visitor()
    Player(page).new("of-the-dead", "Nadia")
    page.locator('a[href$="/print/"]').first.click()
    roster = page.url.split("/lists/")[1].split("/")[0]
    tab, received = tapped(page)
    expect(tab.locator("progress")).to_be_visible()
    second = page.context.new_page()
    second.goto(f"/lists/{roster}/pdf/?layout=roster")
    before = second.locator("#progress").inner_text()
    work(monkeypatch)
    expect(second.locator("#progress")).not_to_have_text(before)
    assert "sheet=" in second.url
    until_received(page, received)
    work(monkeypatch)
    for _time in range(300):
        if len({one.url for one in received}) == 2:
            break
        page.wait_for_timeout(100)
    assert len({one.url for one in received}) == 2
