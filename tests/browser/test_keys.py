"""Keys and shared states in a real Chromium: two tabs at once, going back, no JavaScript, a stranger."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POST_BOTH = """
async ([first, second]) => {
    const send = name => {
        const form = new FormData(document.querySelector("main form"))
        form.set("name", name)
        form.delete("form_token")
        return fetch(location.href, {method: "POST", body: new URLSearchParams(form)})
    }
    return (await Promise.all([send(first), send(second)])).map(one => new URL(one.url).pathname)
}
"""


def keys_of(page):
    return [cookie for cookie in page.context.cookies() if re.search("browser-", cookie["name"])]


@pytest.mark.parametrize("start", [False, True])
def test_lists_that_two_tabs_make_at_once_are_both_kept(page, start):
    if start:
        Player(page).begin("of-the-dead", "Avant").go()
    page.goto("/new/of-the-dead/")
    made = page.evaluate(POST_BOTH, ["Un", "Deux"])
    assert len(set(made)) == 2
    for path in made:
        assert page.goto(path).status == 200
    tab = page.context.new_page()
    Player(tab).begin("of-the-dead", "Après").go()
    page.goto("/lists/")
    for name in ["Un", "Deux", "Après", *["Avant"] * start]:
        expect(page.locator("main")).to_contain_text(name)


def test_a_stranger_gets_no_key_and_a_player_one_that_scripts_do_not_see(page, visitor):
    stranger = visitor()
    for path in ("/", "/lists/", "/about/", "/gatherings/"):
        stranger.goto(path)
    assert keys_of(stranger) == []
    Player(page).begin("of-the-dead", "Mira").go()
    (key,) = keys_of(page)
    assert (key["httpOnly"], key["sameSite"], key["path"]) == (True, "Lax", "/")
    assert page.evaluate("document.cookie") == ""


@pytest.mark.parametrize("scripts", [True, False])
def test_a_player_shares_a_state_hides_it_and_replaces_the_link(visitor, scripts):
    page, friend = visitor(java_script_enabled=scripts), visitor()
    page.goto("/new/of-the-dead/")
    page.fill("#name", "Mira")
    page.locator("main form button").last.click()
    page.locator('a[href$="/links/"]').first.click()
    link = page.locator("#share-link").input_value()
    seen = page.locator("details:has(#visible) > summary")
    seen.click()
    page.locator('[name="action"][value="share-state"]').click()
    expect(page.locator('[name="action"][value="share-state"]')).to_have_count(0)
    seen.click()
    page.locator('[name="action"][value="hide"]').click()
    expect(page.locator('[name="action"][value="share-state"]')).to_have_count(1)
    assert friend.goto(link).status == 200
    page.locator('details:has([name="action"][value="share"]) > summary').click()
    page.locator('[name="action"][value="share"]').click()
    expect(page.locator("#share-link")).not_to_have_value(link)
    assert friend.goto(link).status == 410
    assert friend.goto(page.locator("#share-link").input_value()).status == 200
    page.go_back()
    page.reload()
    expect(page.locator("#share-link")).not_to_have_value(link)


def test_going_back_to_the_form_of_a_new_list_and_sending_it_again_keeps_both(page):
    Player(page).begin("of-the-dead", "Mira").go()
    page.go_back()
    page.fill("#name", "Tom")
    page.locator("main form button").last.click()
    expect(page.locator("#bar")).to_be_visible()
    page.goto("/lists/")
    for name in ("Mira", "Tom"):
        expect(page.locator("main")).to_contain_text(name)
