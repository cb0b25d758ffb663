"""What others see on a phone: the figures of every unit, folds, sharing, the secret link, the search of the rules."""

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from rules.registry import GAMES
from tests import make
from tests.battles import played

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_a_phone_shows_the_figures_of_every_unit_in_all_games(phone):
    for game in GAMES:
        phone.goto(f"/examples/{game}/")
        stats = phone.locator(".summary:not(:has(+ .arms)) .stat, .sheet-units .stat:not(.small)")
        assert stats.count() > 0
        assert [stat for stat in stats.all() if not stat.is_visible()] == []
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
        expect(phone.locator(".sheet-units .lines").first).to_be_hidden()
        phone.locator(".sheet-units summary").first.tap()
        expect(phone.locator(".sheet-units .lines").first).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_cards_are_open_on_a_desk_and_all_unfold_on_a_phone(visitor, script):
    desk = visitor(java_script_enabled=script)
    desk.goto("/examples/rbn/")
    expect(desk.locator(".sheet-units .lines").last).to_be_visible()
    phone = visitor({"width": 360, "height": 780}, java_script_enabled=script)
    phone.goto("/examples/rbn/")
    expect(phone.locator(".sheet-units .lines").last).to_be_hidden()
    phone.locator(".unfold a").click()
    expect(phone.locator(".sheet-units .lines").last).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_the_secret_link_is_one_line_that_goes_when_it_is_kept(visitor, script):
    page = visitor({"width": 360, "height": 780}, java_script_enabled=script, has_touch=True)
    page.goto("/examples/rbn/")
    page.locator("#change button").click()
    assert page.locator("#edit-key").bounding_box()["height"] <= 64
    expect(page.locator("#edit-link")).to_be_visible()
    page.reload()
    expect(page.locator("#edit-link")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#edit-key > form button").click()
    expect(page.locator("#edit-key")).to_have_count(0)
    if script:
        expect(page.locator("#toast")).to_contain_text("Partager")
    page.reload()
    expect(page.locator("#edit-key")).to_have_count(0)


def test_a_secret_link_that_was_copied_is_not_shown_again(visitor):
    page = visitor()
    page.goto("/examples/rbn/")
    page.locator("#change button").click()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#edit-key [data-copy]").click()
    expect(page.locator("#edit-link")).to_be_visible()
    page.reload()
    expect(page.locator("#edit-key")).to_have_count(0)


@pytest.mark.own_window
def test_sharing_is_within_a_screen_and_uses_the_device_s_own_way(phone):
    phone.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    phone.goto("/examples/rbn/")
    phone.locator("#change button").tap()
    phone.locator('a[href$="/links/"]').first.tap()
    send = phone.locator("[data-share]")
    expect(send).to_be_visible()
    phone.wait_for_load_state()  # with its styles
    box = send.bounding_box()
    assert box["y"] + box["height"] <= 780
    send.tap()
    link = phone.locator("#share-link").input_value()
    assert phone.evaluate("window.shared.url") == link
    expect(phone.locator(".share .qr svg")).to_be_visible()


def test_an_address_with_any_end_leaves_the_script_whole(phone):
    errors = []
    phone.on("pageerror", lambda error: errors.append(str(error)))
    phone.goto("/examples/rbn/#50%")
    phone.locator(".unfold a").tap()
    expect(phone.locator(".unfold")).to_be_hidden()
    assert (errors, phone.url.partition("/examples/rbn/")[2]) == ([], "#50%")


def test_rules_unfold_where_a_link_or_a_search_leads(phone):
    phone.goto("/rules/rbn/#rbn.too-many-flying")
    rule = phone.locator('[id="rbn.too-many-flying"]')
    expect(rule).to_be_in_viewport()
    search = phone.locator("input[data-filter]").bounding_box()
    assert rule.bounding_box()["y"] >= search["y"] + search["height"]
    phone.fill("input[data-filter]", "guerrier")
    expect(phone.locator('th:has-text("Guerrier")').first).to_be_visible()
    expect(rule).to_be_hidden()
    phone.fill("input[data-filter]", "xyzzy")
    expect(phone.locator("#nothing-found")).to_be_visible()
    phone.fill("input[data-filter]", "")
    expect(phone.locator("#nothing-found")).to_be_hidden()


def test_an_address_that_cannot_be_decoded_stops_no_script(phone):
    phone.goto("/rules/rbn/#%E0%A4%A")
    phone.fill("input[data-filter]", "xyzzy")
    expect(phone.locator("#nothing-found")).to_be_visible()
    phone.goto("/examples/rbn/#%")
    phone.locator(".unfold a").click()
    expect(phone.locator(".sheet-units details[open]").first).to_be_visible()
    phone.click("#change button")
    expect(phone.locator("#bar")).to_be_visible()
    phone.goto(f"{phone.url.split('#')[0]}#%")
    expect(phone.locator("#bar")).to_be_visible()


def test_a_folded_card_of_a_phone_says_weapons_and_dice(phone):
    row, _key = history.create(LoadedRoster(make.convoy(make.fighter("fusil", name="Gordon"))), "test")
    phone.goto(f"/s/{row.share_key}/")
    card = phone.locator(".sheet-units > li").filter(has_text="Gordon")
    expect(card.locator(".arms")).to_contain_text("Fusil")
    expect(card.locator(".arms")).to_contain_text("0-30 cm à pied 5D6 · véhicule 4D6")
    assert card.locator(".lines").is_hidden()
    card.locator("summary").tap()
    expect(card.locator(".arms")).to_be_hidden()
    expect(card.locator(".lines")).to_be_visible()


def test_json_is_the_last_of_what_a_shared_list_offers(phone):
    row, _key = history.create(LoadedRoster(make.convoy()), "test")
    phone.goto(f"/s/{row.share_key}/")
    assert "JSON" in phone.locator(".sheet-bar .tools > a").nth(-2).inner_text()  # the last is a picture


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_a_secret_link_has_room_on_the_narrowest_phone(visitor, language):
    page = visitor({"width": 320, "height": 640}, language)
    page.goto("/examples/rbn/")
    page.locator("main form button").click()
    page.locator('a[href$="/links/"]').first.click()
    field = page.locator("#edit-link")
    expect(field).to_be_visible()
    assert field.bounding_box()["width"] > 160


def test_what_an_invitation_says_does_not_touch_its_frame(phone):
    battle = played.battle(lists=1)
    phone.goto(f"/b/{battle.join_key}/")
    panel = phone.locator("ul.panel")
    first = panel.locator("li").first.bounding_box()
    assert first["x"] - panel.bounding_box()["x"] > 8
