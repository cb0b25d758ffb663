"""Accounts in a real Chromium: by password, by passkey, on a phone, without JavaScript."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.builder import members
from tests.builder.members import PASSWORD
from tests.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.own_window]

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_device(page):
    """Give a page a device that makes passkeys and answers for them."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return page


@pytest.fixture
def named(live_server):
    """The address of the site under a name: passkeys know no bare IP addresses."""
    return live_server.url.replace("127.0.0.1", "localhost")


def go_on(page):
    page.locator("main form .button").first.click()


def sign_up(page, at, name="Maud"):
    page.goto(f"{at}/account/signup/")
    page.fill("#id_name", name)
    go_on(page)
    page.fill("#id_password", PASSWORD)
    go_on(page)
    expect(page.locator(".recovery li")).to_have_count(8)
    return page.locator(".recovery .user-name").inner_text()


def sign_out(page, at):
    page.goto(f"{at}/account/logout/")
    go_on(page)
    expect(page.locator(".whoami")).to_have_attribute("href", "/account/login/")


def fits(page):
    """No part of the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("script", [True, False])
def test_signing_up_and_in_on_a_phone(visitor, named, script):
    page = visitor(PHONE, java_script_enabled=script, has_touch=True, is_mobile=True)
    user_name = sign_up(page, named)
    page.locator("main .button").last.click()
    expect(page).to_have_url(f"{named}/lists/")
    expect(page.locator(".whoami .name")).to_have_text("Maud")
    sign_out(page, named)
    page.goto(f"{named}/account/login/")
    expect(page.locator(".passkey")).to_be_visible(visible=script)
    page.fill("#id_login", user_name.replace("-", " ").title())
    page.fill("#id_password", PASSWORD)
    go_on(page)
    expect(page).to_have_url(f"{named}/lists/")


def test_a_wrong_password_is_said_and_the_name_stays(visitor, named):
    page = visitor(PHONE, java_script_enabled=False)
    page.goto(f"{named}/account/login/")
    page.fill("#id_login", "maud-4821")
    page.fill("#id_password", "wrong")
    go_on(page)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#id_login")).to_have_value("maud-4821")


def test_a_passkey_is_added_and_signs_in(visitor, named):
    page = with_device(visitor())
    user_name = sign_up(page, named)
    page.goto(f"{named}/account/passkeys/add/")
    page.fill("#id_password", PASSWORD)
    go_on(page)
    page.fill("#id_name", "Mon téléphone")
    page.locator("[data-asks]").click()
    expect(page.locator(".account-rows .name").first).to_have_text("Mon téléphone")
    sign_out(page, named)
    page.goto(f"{named}/account/login/?next=/dice/")
    page.locator("[data-asks]").click()
    expect(page).to_have_url(f"{named}/dice/")
    assert User.objects.get().username == user_name


def test_signing_up_by_passkey_takes_the_lists_along_once_the_passkey_is_there(visitor, named):
    page = with_device(visitor(PHONE))
    page.goto(f"{named}/new/of-the-dead/")
    page.fill("#name", "Mira")
    page.locator("main form button").last.click()
    expect(page).to_have_url(re.compile(r"/lists/\d+/"))
    page.goto(f"{named}/account/signup/")
    page.fill("#id_name", "Maud")
    go_on(page)
    expect(page.locator("[name=along]")).to_be_checked()
    page.locator("[name=by]").click()
    expect(page).to_have_url(f"{named}/account/passkeys/add/")
    page.locator("[data-asks]").click()
    expect(page.locator(".recovery li")).to_have_count(8)
    sign_out(page, named)
    page.goto(f"{named}/lists/")
    expect(page.locator(".list-row-name")).to_have_count(0)
    page.goto(f"{named}/account/login/")
    page.locator("[data-asks]").click()
    expect(page.locator(".list-row-name")).to_have_text("Mira")
    page.goto(f"{named}/account/password/set/")  # who has only a passkey shows it again
    page.locator("[data-asks]").click()
    expect(page.locator("#id_password1")).to_be_visible()


def test_a_passkey_does_for_the_code_of_an_app(visitor, named):
    page = with_device(visitor())
    user_name = sign_up(page, named)
    page.goto(f"{named}/account/passkeys/add/")
    page.fill("#id_password", PASSWORD)
    go_on(page)
    page.locator("[data-asks]").click()
    expect(page).to_have_url(f"{named}/account/")
    members.with_app(User.objects.get())
    sign_out(page, named)
    page.goto(f"{named}/account/login/")
    page.fill("#id_login", user_name)
    page.fill("#id_password", PASSWORD)
    go_on(page)
    expect(page).to_have_url(f"{named}/account/login/code/")
    page.locator("[data-asks]").click()
    expect(page).to_have_url(f"{named}/lists/")


def test_a_passkey_of_an_inactive_account_or_of_another_account_signs_in_nobody(visitor, named):
    page = with_device(visitor())
    sign_up(page, named)
    page.goto(f"{named}/account/passkeys/add/")
    page.fill("#id_password", PASSWORD)
    go_on(page)
    page.locator("[data-asks]").click()
    expect(page).to_have_url(f"{named}/account/")
    User.objects.update(is_active=False)
    page.goto(f"{named}/account/login/")
    page.locator("[data-asks]").click()
    expect(page.locator("#toast .bad")).to_be_visible()
    expect(page).to_have_url(f"{named}/account/login/")
    User.objects.all().delete()
    page.locator("[data-asks]").click()
    expect(page.locator("#toast .bad")).to_be_visible()


def test_without_a_name_the_site_offers_no_passkeys_and_says_why(visitor, live_server):
    at = live_server.url.replace("localhost", "127.0.0.1")
    page = visitor()
    sign_up(page, at)
    page.goto(f"{at}/account/passkeys/add/")
    page.fill("#id_password", PASSWORD)
    go_on(page)
    expect(page.locator("[data-passkey-impossible]")).to_be_visible()
    expect(page.locator("[data-asks]")).to_be_hidden()


def test_a_passkey_that_does_not_come_is_said(visitor, named):
    page = visitor()
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE | {"isUserVerified": False}})
    page.goto(f"{named}/account/login/")
    page.locator("[data-asks]").click()
    expect(page.locator("[data-passkey-failed]")).to_be_visible()
    expect(page.locator("[data-asks]")).to_be_enabled()


def test_no_page_is_wider_than_the_screen(visitor, named):
    """Whatever the name; in French, whose words are longer."""
    page = visitor({"width": 320, "height": 800})
    wide = []

    def measure(what):
        for width in (1440, 768, 360, 320):
            page.set_viewport_size({"width": width, "height": 800})
            wide.extend([] if fits(page) else [(what, width)])

    def look(path):
        page.goto(f"{named}/account/{path}")
        measure(path)

    for path in ("signup/", "signup/?name=Maximiliana-Wilhelmine-Theodora-Adelhei", "login/", "recover/"):
        look(path)
    sign_up(page, named, "Maximiliana-Wilhelmine-Theodora-Adelhei")
    measure("codes")
    for path in ("", "logout/", "reauthenticate/", "password/change/", "recovery-codes/"):
        look(path)
    page.goto(f"{named}/account/app/on/")
    page.fill("#id_password", PASSWORD)
    go_on(page)
    for path in ("app/on/", "passkeys/add/"):
        look(path)
    assert wide == []
