"""Lists that go from a phone to a desk by a code, in a real Chromium."""

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MODULES = """
svg => {
    const [, , width] = svg.getAttribute("viewBox").split(" ").map(Number)
    const box = svg.getBoundingClientRect(), around = svg.parentElement.getBoundingClientRect()
    const paper = getComputedStyle(svg.parentElement).backgroundColor
    return [box.width / width, (around.width - box.width) / 2 / (box.width / width), paper]
}
"""


def code_of(page):
    """Go from my lists to the code, and return its address."""
    page.goto("/lists/")
    page.locator('a[href="/device/"]').click()
    page.locator("#handover-code form button").click()
    expect(page.locator(".qr svg")).to_be_visible()
    return page.locator("#handover-link").input_value()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_list_of_the_phone_opens_at_the_desk(visitor, scripts):
    phone = visitor(PHONE, has_touch=True, is_mobile=True, java_script_enabled=scripts)
    desk = visitor(java_script_enabled=scripts)
    phone.goto("/new/of-the-dead/")
    phone.fill("#name", "Mira")
    phone.locator("main form button").last.click()
    expect(phone.locator("#bar")).to_be_visible()
    address = code_of(phone)
    assert desk.goto(address).status == 200
    desk.locator('main form[method="post"] button').click()
    desk.wait_for_url("**/lists/")
    expect(desk.locator("main")).to_contain_text("Mira")
    if not scripts:
        phone.goto("/device/")
    expect(phone.locator("#handover-code .done")).to_be_visible()
    expect(phone.locator(".qr")).to_have_count(0)
    assert desk.goto(address).status == 404
    phone.goto("/lists/")
    expect(phone.locator("main")).to_contain_text("Mira")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_camera_can_read_the_code(visitor, scheme):
    """Its modules are large enough, dark on white in both themes, with four modules of white around."""
    phone = visitor({"width": 320, "height": 700}, has_touch=True, is_mobile=True, color_scheme=scheme)
    Player(phone).begin("of-the-dead", "Mira").go()
    code_of(phone)
    size, margin, paper = phone.locator(".qr svg").evaluate(MODULES)
    assert (size > 4, margin >= 4, paper) == (True, True, "rgb(255, 255, 255)")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_own_code_is_not_used_up(page, visitor):
    Player(page).begin("of-the-dead", "Mira").go()
    address = code_of(page)
    page.context.new_page().goto(address)
    tab = page.context.pages[-1]
    expect(tab.locator('main form[method="post"]')).to_have_count(0)
    desk = visitor()
    desk.goto(address)
    desk.locator('main form[method="post"] button').click()
    expect(desk.locator("#toast")).to_contain_text("1")
    expect(desk.locator("main")).to_contain_text("Mira")
