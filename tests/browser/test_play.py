"""A player from the first click to the printed sheet, in a real Chromium."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player, text_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.paper
def test_a_legal_convoy_of_300_points_from_the_first_click_to_paper(page, visitor):
    page.goto("/")
    page.locator('a[href="/new/rbn/"]').first.click()
    expect(page).to_have_url(re.compile("/new/rbn/$"))
    player = Player(page).new_list("Les Chacals du bitume", "mutants", "pillards")
    player.sees_to_do().sees("100", "p. 28", "p. 31")

    player.do("add-profile guerrier", "add-profile guerrier", "add-profile guerrier")
    player.do("add-profile chef-de-convoi", "add-profile garde")
    assert player.points() == "186"
    player.open(0)
    expect(player.button("add-ability 0 chef")).to_be_disabled()
    expect(page.locator("#li-add-ability-0-chef .refusal")).to_contain_text("p. 31")
    player.sees_to_do()

    player.do("add-vehicle moyen", "add-option 5 belier", "add-option 5 mitrailleuse-fixe")
    player.sees("55").sees_to_do()
    player.do("add-vehicle moyen", "add-option 6 lance-roquettes", "add-option 6 belier").sees_legal()
    assert player.points() == "294"

    expect(player.button("add-option 6 pointes-et-eperons")).to_be_enabled()
    expect(page.locator("#li-add-option-6-pointes-et-eperons .beyond")).to_have_text("4 de trop")
    player.do("remove-option 6 0").sees_to_do()
    player.do("undo").sees_legal()
    player.do("redo").sees_to_do()
    page.locator("#head-6").focus()
    page.keyboard.press("Control+z")
    player.sees_legal()
    page.keyboard.press("Control+Shift+z")
    player.sees_to_do()
    page.reload()
    player.do("undo").sees_legal()
    assert player.points() == "294"

    page.fill("#name-6", "La Grêle") if page.locator("#name-6").count() else player.open(6).page.fill(
        "#name-6", "La Grêle"
    )
    page.locator("#name-6").press("Enter")
    expect(page.locator("#unit-6 .name").first).to_have_text("La Grêle")

    link = player.share_link()
    friend = visitor()
    friend.goto(link)
    expect(friend.locator("main")).to_contain_text("Les Chacals du bitume")
    expect(friend.locator("main")).to_contain_text("La Grêle")
    assert json.loads(friend.request.get(f"{link}json/").body())["name"] == "Les Chacals du bitume"
    sheet = text_of(friend, f"{link}pdf/?layout=cards&paper=a4&language=fr")
    for words in ("Les Chacals du bitume", "La Grêle", "294 / 300"):
        assert words in sheet

    friend.locator('form[action$="/copy/"] button').click()
    expect(friend.locator("#bar .stamp")).to_have_class("stamp ok")
    Player(friend).do("remove 0")
    page.goto(link)
    expect(page.locator("main")).to_contain_text("294")


@pytest.mark.paper
def test_mercenaries_of_900_points(page):
    borrowed = {"advantage": "survivants", "drawback_1": "mutants", "drawback_2": "cultistes"}
    player = Player(page).new_list("Le Vautour", "mercenaires", "chasseurs", "900", **borrowed)
    player.sees("360")
    player.do(
        *["add-profile guerrier"] * 5, "add-profile chef-de-convoi", "add-profile garde-lourd", "add-profile garde"
    )
    player.do("add-profile lourd-titan", "duplicate 8", "add-profile lourd-transporteur-de-troupe", "duplicate 10")
    player.sees_to_do().do("add-vehicle leger")
    player.sees_legal()
    assert player.points() == str(5 * 24 + 72 + 48 + 42 + 2 * 90 + 2 * 87 + 20)
    page.locator('a[href$="/print/"]').first.click()
    page.locator("main form .button").first.click(modifiers=[], trial=True)
    pk = page.url.split("/lists/")[1].split("/")[0]
    sheet = text_of(page, f"/lists/{pk}/pdf/?layout=roster&paper=letter&language=en")
    assert "656 / 1080" in sheet
    assert "Le Vautour" in sheet


def test_the_editor_works_without_javascript(visitor):
    page = visitor(java_script_enabled=False)
    page.goto("/new/rbn/")
    page.fill("#name", "Sans script")
    page.check('[name="allegiance"][value="robots"]', force=True)
    page.check('[name="activity"][value="pillards"]', force=True)
    page.locator("main form button").last.click()
    page.locator('button[value="add-vehicle moyen"]').click()
    page.locator("#head-0").click()
    page.locator('button[value="add-option 0 intelligence-artificielle"]').click()
    assert page.locator("#bar .gauge b").first.inner_text() == "40"
    page.locator("#undo").click()
    assert page.locator("#bar .gauge b").first.inner_text() == "30"
    page.locator("#head-0").click() if not page.locator("#name-0").count() else None
    page.fill("#name-0", "Unité 7")
    page.locator("#describe-0 .button").click()
    assert "Unité 7" in page.locator("#unit-0 .name").first.inner_text()


def test_two_tabs_lose_nothing(page):
    player = Player(page).new_list("Deux onglets", "cultistes", "chasseurs")
    player.do("add-fighter", "add-weapon 0 fusil")
    other = Player(page.context.new_page())
    other.page.goto(page.url.partition("?")[0])
    player.do("add-fighter").open(0)
    other.open(0).do("add-equipment 0 armure")
    expect(other.page.locator("#unit-1")).to_be_visible()
    player.button("add-equipment 0 grappin").click()
    expect(player.page.locator("#conflict")).not_to_be_empty()
    page.reload()
    expect(page.locator("#unit-0")).to_contain_text("Armure")


def test_the_keyboard_stays_where_it_was(page):
    player = Player(page).new_list("Clavier", "cultistes", "chasseurs")
    player.do("add-fighter")
    button = player.button("add-ability 0 fils-des-sables")
    button.focus()
    before = page.locator("#revision").input_value()
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).not_to_have_value(before)
    focused = page.evaluate("document.activeElement.closest('[id]').id")
    assert "fils-des-sables" in focused
    expect(page.locator("#status")).to_contain_text("18")


def test_a_phone_shows_no_sideways_scroll_and_reaches_everything(phone):
    player = Player(phone).new_list(
        "Compartiment supplémentaire des Dévoreurs des derniers jours", "cultistes", "chasseurs"
    )
    player.do("add-vehicle lourd", "add-option 0 compartiment-supplementaire")
    for url in (phone.url, "/lists/"):
        phone.goto(url)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360, url


def test_offers_in_view_come_with_the_answer_also_after_quick_clicks(page):
    player = Player(page).new_list("Vite", "cultistes", "chasseurs").do("add-fighter")
    answered = []
    page.on("requestfinished", lambda request: answered.append(request.url.split("?")[0].rstrip("/").split("/")[-1]))
    before = page.locator("#revision").input_value()
    page.evaluate(
        """() => {
        const click = (edit) => document.querySelector(`button[value="${edit}"]`).click();
        ["add-weapon 0 fusil", "add-equipment 0 grappin", "add-ability 0 chef"].forEach(click);
    }"""
    )
    expect(page.locator("#revision")).to_have_value(str(int(before) + 3))
    expect(page.locator('button[value="add-ability 0 chef"]')).to_be_disabled()
    assert answered == ["edit", "edit", "edit"]
    expect(page.locator("#offers[hx-get]")).to_have_count(0)
    player.do("remove-ability 0 0")
    expect(page.locator('button[value="add-ability 0 chef"]')).to_be_enabled()


def asked_for_offers(page):
    """The addresses that the page asks for offers from now on, with nothing but its head in view."""
    asked = []
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(400)
    page.on("request", lambda request: asked.append(request.url) if "/offers/" in request.url else None)
    return asked


def edit_out_of_sight(page, command):
    """An edit by a button that may be hidden or out of view, which stays as it is."""
    before = page.locator("#revision").input_value()
    page.locator(f'button[value="{command}"]').evaluate("button => button.click()")
    expect(page.locator("#revision")).not_to_have_value(before)
    page.wait_for_timeout(400)


def test_offers_that_are_not_in_view_are_asked_for_once_they_are(phone):
    Player(phone).new_list("Fermé", "cultistes", "chasseurs").do("add-fighter")
    chef, asked = phone.locator('button[value="add-ability 0 chef"]'), asked_for_offers(phone)
    edit_out_of_sight(phone, "add-ability 0 chef")
    assert asked == []
    expect(chef).to_be_enabled()
    with phone.expect_response("**/offers/**"):
        phone.locator(".picker-open").click()
    expect(chef).to_be_disabled()
    phone.locator(".picker-done").click()
    phone.locator("#adding").scroll_into_view_if_needed()
    phone.wait_for_timeout(400)
    assert len(asked) == 1
    phone.evaluate("scrollTo(0, 0)")
    edit_out_of_sight(phone, "add-equipment 0 grappin")
    assert len(asked) == 1
    with phone.expect_response("**/offers/**"):
        phone.locator("#adding").scroll_into_view_if_needed()


def test_an_edit_cancels_the_question_for_offers_without_a_word(phone):
    player = Player(phone).new_list("Fermé", "cultistes", "chasseurs").do("add-fighter")
    asked_for_offers(phone)
    edit_out_of_sight(phone, "add-equipment 0 grappin")
    held, cancelled = [], []
    phone.route("**/offers/**", lambda route: held.append(route))
    phone.on("requestfailed", lambda request: cancelled.append(request.url))
    with phone.expect_request("**/offers/**"):
        phone.locator(".picker-open").click()
    player.do("add-ability 0 chef")
    expect(phone.locator('button[value="add-ability 0 chef"]')).to_be_disabled()
    assert ["/offers/" in url for url in cancelled] == [True]
    assert len(held) == 1
    expect(phone.locator("#toast .bad")).to_have_count(0)
