"""One player and one account, from a list on a phone to nothing left; another without any account."""

import io
import json
import re
import zipfile
from functools import partial

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from builder.models import Roster
from tests.browser.player import Player
from tests.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.own_window]

SMALL = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PASSWORD = "un désert sans fin"


@pytest.fixture
def device(visitor, live_server):
    """Another device, at the name under which passkeys work: device(**options of its browser)."""
    return partial(visitor, base_url=live_server.url.replace("127.0.0.1", "localhost"))


def keychain(page):
    """Chromium's virtual authenticator, which asks nobody: the session that holds it, and its number."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def carry(chain, page):
    """The passkeys of one device's keychain on another, as those do that players use on several devices."""
    session, number = chain
    other, its_number = keychain(page)
    for credential in session.send("WebAuthn.getCredentials", {"authenticatorId": number})["credentials"]:
        other.send("WebAuthn.addCredential", {"authenticatorId": its_number, "credential": credential})


def sign_up(page, name):
    """From the header to an account by password. Returns its user name."""
    page.goto("/account/signup/")
    page.fill("[name=name]", name)
    page.click("main form button.big")
    user_name = page.input_value("#user-name")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button.big")
    expect(page.locator(".recovery li")).to_have_count(8)
    return user_name


def sign_in(page, user_name):
    page.goto("/account/login/")
    page.fill("[name=login]", user_name)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button.big")
    expect(page).to_have_url(re.compile("/lists/$"))


def confirm(page):
    """Give the password again where the page asks for it."""
    if "/reauthenticate/" in page.url:
        page.fill("[name=password]", PASSWORD)
        page.press("[name=password]", "Enter")


def submit(page, button):
    """Send a form and wait for its answer: a `goto` before it comes would end it (ERR_ABORTED)."""
    with page.expect_navigation():
        button.click()


def lists(page):
    page.goto("/lists/")
    return page.locator(".list-row-name").all_inner_texts()


@pytest.mark.parametrize(("scripts", "locale"), [(True, "fr-FR"), (False, "en-GB")])
def test_a_player_with_an_account_from_the_first_list_to_nothing_left(device, scripts, locale):
    options = {"java_script_enabled": scripts, "locale": locale}
    phone, desk = device(**SMALL, **options), device(**options)
    phone.goto("/new/of-the-dead/")
    phone.fill("#name", "Mira la Rousse")
    phone.locator("main form button").last.click()
    user_name = sign_up(phone, "Maud")
    assert re.fullmatch(r"maud-\d{4}", user_name)
    sign_in(desk, user_name)
    assert "Mira la Rousse" in lists(desk)[0]
    if scripts:
        signs_in_with_a_passkey(device, desk)
    loses_the_phone(phone, desk)
    takes_the_data_along(desk, user_name)
    deletes_the_account(desk, user_name)
    assert (User.objects.count(), Roster.objects.count()) == (0, 0)
    assert [lists(one) for one in (phone, desk)] == [[], []]


def signs_in_with_a_passkey(device, desk):
    """A passkey that is made at the desk opens the account on a third device."""
    chain = keychain(desk)
    desk.goto("/account/passkeys/add/")
    confirm(desk)
    desk.fill("[name=name]", "Clé du bureau")
    desk.click("[data-asks=create]")
    expect(desk).to_have_url(re.compile("/account/$"))
    expect(desk.locator("main")).to_contain_text("Clé du bureau")
    tablet = device({"width": 768, "height": 1024})
    carry(chain, tablet)
    tablet.goto("/account/login/")
    tablet.click("[data-asks=get]")
    expect(tablet).to_have_url(re.compile("/lists/$"))
    assert "Mira la Rousse" in lists(tablet)[0]


def loses_the_phone(phone, desk):
    """Its session is ended at the desk, and it is a stranger at once."""
    assert "Mira la Rousse" in lists(phone)[0]
    desk.goto("/account/")
    ended = desk.locator('form[action*="/sessions/"]:has(.visually-hidden)', has_text=re.compile("Android|Linux"))
    while ended.count():
        submit(desk, ended.first.locator("button"))
        desk.goto("/account/")
    assert lists(phone) == []
    assert phone.goto("/account/").url.endswith("/account/login/?next=%2Faccount%2F")


def takes_the_data_along(desk, user_name):
    desk.goto("/account/data/")
    confirm(desk)
    desk.locator("main form button").last.click()
    link = desk.locator('main a[href$="/file/"], main a.button.big').first
    for _turn in range(40):
        if link.count():
            break
        desk.wait_for_timeout(250)
        desk.goto("/account/data/")
    answer = desk.request.get(link.get_attribute("href"))
    with zipfile.ZipFile(io.BytesIO(answer.body())) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert any(user_name in text for text in texts.values())
    documents = [json.loads(text) for name, text in texts.items() if name.endswith(".json")]
    assert any(document.get("format") == "bivouac-roster/1" for document in documents if isinstance(document, dict))


def deletes_the_account(desk, user_name):
    desk.goto("/account/delete/")
    confirm(desk)
    desk.check('[name=lists][value="erase"]')
    desk.fill("[name=user_name]", user_name)
    desk.locator("main form button").last.click()
    expect(desk.locator("#toast")).not_to_be_empty()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_player_without_an_account_goes_to_another_device_by_a_code(device, scripts):
    phone, desk = device(**SMALL, java_script_enabled=scripts), device(java_script_enabled=scripts)
    phone.goto("/new/of-the-dead/")
    phone.fill("#name", "Mira la Rousse")
    submit(phone, phone.locator("main form button").last)
    phone.goto("/lists/")
    phone.click('a[href="/device/"]')
    phone.locator("main form button").first.click()
    expect(phone.locator(".qr svg")).to_be_visible()
    address = phone.locator('input[value*="/d/"]').input_value()
    desk.goto(address)
    desk.locator("main form button").first.click()
    expect(desk).to_have_url(re.compile("/lists/$"))
    assert [len(lists(one)) for one in (desk, phone)] == [1, 1]
    third = device(java_script_enabled=scripts)
    assert third.goto(address).status == 404
    assert User.objects.count() == 0


def test_who_signs_in_here_may_leave_the_lists_of_the_browser_where_they_are(device):
    page = device()
    Player(page).begin("of-the-dead", "Von meiner Schwester").go()
    other = device(**SMALL)
    user_name = sign_up(other, "Maud")
    page.goto("/account/login/")
    page.uncheck("[name=along]")
    page.fill("[name=login]", user_name.replace("-", " ").upper())
    page.fill("[name=password]", PASSWORD)
    submit(page, page.locator("main form button.big"))
    assert (len(lists(page)), lists(other)) == (1, [])
    page.goto("/account/")
    submit(page, page.locator('form[action$="/logout/"] button'))
    assert len(lists(page)) == 1


def test_a_tab_that_was_open_while_its_player_signed_in_says_what_to_do(device):
    page = device()
    Player(page).begin("of-the-dead", "Mira").go()
    home = page.url
    sign_up(page.context.new_page(), "Maud")
    page.locator("#list-name").fill("Mira la Rousse")
    page.locator("#list-name").press("Enter")
    expect(page.locator("#toast")).not_to_be_empty()
    page.goto(home)
    page.locator("#list-name").fill("Mira la Rousse")
    page.locator("#list-name").press("Enter")
    expect(page.locator("#toast button")).to_be_visible()
    assert "Mira la Rousse" in lists(page)[0]
