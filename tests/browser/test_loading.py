"""What takes longer than 300 ms shows that it is under way."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WATCH = """() => {
    const begun = performance.now();
    setInterval(() => {
        const bar = getComputedStyle(document.body, "::before");
        if (bar.content !== "none" && bar.visibility === "visible") sessionStorage.bar ??= performance.now() - begun;
        if (document.querySelector("main button[aria-busy=true]")) sessionStorage.busy = "yes";
    }, 20);
}"""
SEEN = "() => [Number(sessionStorage.bar ?? 0) >= 300, sessionStorage.busy ?? 'no']"
TOO_EARLY = "() => Number(sessionStorage.bar ?? 300) < 300"
NOTHING = """() => getComputedStyle(document.body, "::before").content === "none" &&
    !document.querySelector("[aria-busy]")"""


def watch(page, method="POST", seconds=0.8):
    """Note when the bar appears; hold back what is asked for by `method`, so many seconds."""

    def hold(route):
        if (route.request.method, route.request.resource_type) in [(method, "document"), (method, "fetch")]:
            time.sleep(seconds)
        route.continue_()

    page.evaluate(WATCH)
    page.route("**/*", hold)


def add_a_unit(page, seconds):
    Player(page).new("rbn", "Les Chacals")
    watch(page, seconds=seconds)
    page.locator("#adding button:enabled").first.click()
    expect(page.locator(".card")).not_to_have_count(0)
    page.wait_for_function(NOTHING)


def test_an_edit_that_takes_its_time_shows_a_bar_until_it_is_done(visitor):
    for motion in ["no-preference", "reduce"]:
        page = visitor(reduced_motion=motion)
        add_a_unit(page, seconds=0.8)
        assert page.evaluate(SEEN) == [True, "no"]


def test_an_edit_shows_no_bar_within_300_ms(page):
    add_a_unit(page, seconds=0.1)
    assert not page.evaluate(TOO_EARLY)


def test_a_page_that_takes_its_time_shows_a_bar_and_marks_the_pressed_button_until_one_is_back(page):
    Player(page).begin("rbn", "Les Chacals")
    watch(page)
    page.locator(".submit button").click()
    expect(page.locator("#bar")).to_be_visible()
    assert page.evaluate(SEEN) == [True, "yes"]
    page.go_back()
    expect(page.locator(".submit button")).to_be_visible()
    page.wait_for_function(NOTHING)


def test_a_link_that_takes_its_time_shows_a_bar_and_one_within_the_page_shows_none(page):
    page.goto("/rules/first-wave/")
    watch(page, "GET")
    page.locator('.tabs a[href="#tables"]').click()
    page.wait_for_timeout(500)
    page.wait_for_function(NOTHING)
    assert page.evaluate(SEEN) == [False, "no"]
    page.locator('.top a[href="/lists/"]').click()
    page.wait_for_url("**/lists/")
    assert page.evaluate(SEEN) == [True, "no"]
