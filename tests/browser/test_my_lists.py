"""Several lists at once, on a phone and without scripts: ticked, labelled, printed, removed and brought back."""

import re

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import RosterGrant
from tests import make
from tests.browser.player import let_in
from tests.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Meute", "Chacals", "Hyènes", "Lynx"]
LONG = "Compagnie-franche-" * 9


def opened(page, names):
    """A page of somebody who opened the edit links of lists with these names."""
    for name in names:
        _row, key = history.create(LoadedRoster(make.convoy(name=name)), "test")
        let_in(page, key)
    page.goto("/lists/")
    return page


def tick(page, *names):
    for name in names:
        page.locator(".list-row", has_text=name).locator(".pick").click()


def seen(page):
    return page.locator(".list-row-name").all_inner_texts()


def walk(page):
    """Label three lists, print them, remove them and undo that."""
    opened(page, NAMES)
    expect(page.locator("#selection")).to_be_hidden()
    tick(page, "Lynx", "Hyènes", "Chacals")
    expect(page.locator("#selection")).to_be_visible()

    page.locator(".selection-labels summary").click()
    page.fill("[name=text]", "Tournoi")
    page.click("button[value=label-add]")
    expect(page.locator(".row-labels .label")).to_have_text(["Tournoi"] * 3)
    assert sorted(RosterGrant.objects.values_list("labels", flat=True)) == ["", *["Tournoi"] * 3]

    tick(page, "Lynx", "Hyènes", "Chacals")
    page.click("button[value=print]")
    expect(page).to_have_url(re.compile(r"/lists/several/[0-9-]+/print/$"))
    expect(page.locator(".printed-lists .sheet-name")).to_have_text(["Lynx", "Hyènes", "Chacals"])
    file = page.locator("button[formaction$='/pdf/']").get_attribute("formaction")
    assert page.request.get(file).headers["content-type"] == "application/pdf"

    page.goto("/lists/")
    tick(page, "Lynx", "Hyènes", "Chacals")
    page.click("button[value=remove]:visible")
    expect(page.locator(".list-row")).to_have_count(1)
    assert seen(page) == ["Meute"]
    page.locator("#toast button").click()
    expect(page.locator(".list-row")).to_have_count(4)
    assert seen(page) == ["Lynx", "Hyènes", "Chacals", "Meute"]


def test_several_lists_on_a_phone(phone):
    walk(phone)


def test_several_lists_without_scripts(visitor):
    walk(visitor(PHONE, java_script_enabled=False))


def test_all_of_a_page_are_ticked_and_none_again(phone):
    opened(phone, NAMES)
    tick(phone, "Lynx")
    phone.click("#select-all")
    assert [phone.locator(".pick :checked").count(), phone.url.endswith("/lists/")] == [4, True]
    phone.click("#select-all")
    assert phone.locator(".pick :checked").count() == 0


def test_the_first_list_stands_on_the_first_screen_of_a_phone_and_nothing_is_cut_off(visitor):
    page = opened(visitor({"width": 320, "height": 780}, has_touch=True, is_mobile=True), ["Lynx", LONG])
    RosterGrant.objects.update(labels="W" * 40 + "\nTournoi", pinned=True)
    for width in (320, 360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 780})
        page.goto("/lists/?q=compagnie&verdict=legal")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto("/lists/")
        first = page.locator(".list-row").first.bounding_box()
        assert first["y"] + first["height"] < 780
        page.locator(".pick").first.click()
        page.locator(".selection-labels summary").click()
        page.locator(".list-row .menu summary").first.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        outside = page.evaluate(
            """[...document.querySelectorAll(".list-row *, #selection *, #search *")].filter((one) => {
                 const box = one.getBoundingClientRect();
                 return one.checkVisibility() && box.width && !one.closest(".visually-hidden, .label")
                   && (box.left < 0 || box.right > innerWidth + 1);
               }).map((one) => one.outerHTML.slice(0, 80))"""
        )
        assert outside == []


def test_what_a_finger_taps_in_my_lists_is_large_enough(phone):
    opened(phone, NAMES)
    tick(phone, "Lynx")
    small = phone.evaluate(
        """[...document.querySelectorAll("main button, main .quiet, main .button, main summary, main input, .pick")]
           .filter((one) => one.checkVisibility() && one.type !== "checkbox" && one.type !== "hidden")
           .filter((one) => one.getBoundingClientRect().height < 43)
           .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert small == []
