"""One real list of each game, built by clicking, shared with a friend and printed."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player, text_of

pytestmark = [pytest.mark.browser, pytest.mark.paper, pytest.mark.django_db(transaction=True)]


def shared_and_printed(player, friend, *words):
    """The friend sees the words on the shared page and in both layouts of the sheet."""
    link = player.share_link()
    friend.goto(link)
    for word in words:
        expect(friend.locator("body")).to_contain_text(word)
    for layout in ("cards", "roster"):
        sheet = text_of(friend, f"{link}pdf/?layout={layout}&paper=a4&language=fr")
        sheet = "".join(sheet.split())  # a total stands on two lines
        assert [word for word in words if "".join(word.split()) not in sheet] == []
    return json.loads(friend.request.get(f"{link}json/").body())


def test_a_group_of_first_wave(page, visitor):
    player = Player(page).new("first-wave", "Ceux du garage", budget=150, scenario="pouvoir")
    player.sees_to_do()
    player.do("add-fighter", "add-ability 0 chef", "add-weapon 0 fusil-de-chasse", "set-stat 0 T 4").sees_legal()
    assert player.points() == str(10 + 8 + 12)
    player.sees("30")  # a survivor of exactly 30 points scores nothing in this scenario
    player.do("add-equipment 0 bouclier").sees_legal()
    expect(player.button("add-weapon 0 pistolet")).to_be_disabled()
    expect(page.locator("#li-add-weapon-0-pistolet .refusal")).to_contain_text("p. 7")
    player.do("add-child")
    expect(player.button("add-weapon 1 batte")).to_be_disabled()
    player.do("add-weapon 1 arc", "toggle-rounds 1 0 incendiaire", "remove 1", "undo")
    page.fill("#name-1", "Ninon") if page.locator("#name-1").count() else player.open(1).page.fill("#name-1", "Ninon")
    page.locator("#name-1").press("Enter")
    expect(page.locator("#unit-1 .name").first).to_have_text("Ninon")
    document = shared_and_printed(player, visitor(), "Ceux du garage", "Ninon", "/150")
    assert document["units"][1]["weapons"] == [{"item": "arc", "ammunition": ["incendiaire"]}]


def test_the_dice_of_first_wave_can_be_thrown_again(page):
    page.goto("/rules/first-wave/table/")
    page.locator(".dice-table button[value], .dice-table button").first.click()
    expect(page.locator(".came")).to_be_visible()
    came = page.locator(".came").first.inner_text()
    page.reload()
    assert page.locator(".came").first.inner_text() == came


def test_a_star_and_those_it_draws(page, visitor):
    player = Player(page).new("chain-reaction", "La Patrouille", period="generic")
    player.sees_to_do().sees("5")
    player.do("draw-npc military", "draw-npc generic")
    player.do("add-npc human", "add-npc human", "add-npc attack-dog").sees_legal()
    expect(player.button("add-npc human")).to_be_disabled()
    player.open(0).do("add-weapon 0 generic fusil-d-assaut", "toggle-vest 0")
    drawn = page.locator("#revision").input_value()
    player.open(1).do("redraw 1") if player.button("redraw 1").count() else player.open(1)
    player.write("redraw-1", table="military", dice="2 1")
    expect(page.locator("#unit-1")).to_contain_text("Sous-officier")
    assert page.locator("#revision").input_value() != drawn
    player.write("redraw-1", table="generic", dice="6")
    expect(page.locator("#unit-1 .plate")).to_contain_text("3")
    player.do("undo")
    expect(page.locator("#unit-1 .plate")).to_contain_text("5")
    document = shared_and_printed(player, visitor(), "La Patrouille", "Sous-officier")
    assert document["units"][1]["draw"] == {"table": "military", "dice": [2, 1]}
    assert document["leader"] == 0


def test_a_character_of_nine_points_and_its_gang(page, visitor):
    player = Player(page).new("of-the-dead", "Nadia")
    if not page.locator("#opened-0").count():
        player.open(0)
    page.fill("#name-0", "Nadia")
    page.locator("#name-0").press("Enter")
    expect(page.locator("#unit-0 .name").first).to_have_text("Nadia")
    while page.locator("#left-0 b").inner_text() != "0":
        player.do("step-attribute 0 physique more")
    player.sees_legal()
    expect(player.button("step-attribute 0 combat more")).to_be_disabled()
    player.do("set-vocation 0 guerisseur")
    player.write("add-thing-0", name="Seringue", carry="pocket")
    expect(page.locator("#unit-0")).to_contain_text("Guérisseur")
    document = shared_and_printed(player, visitor(), "Nadia", "Guérisseur", "CC BY-NC-SA 4.0")
    assert sum(document["units"][0]["attributes"].values()) == 9
    assert document["units"][0]["equipment"] == [{"name": "Seringue", "carry": "pocket"}]


def test_a_gang_of_two_people(page, visitor):
    page.goto("/gatherings/new/of-the-dead/")
    page.fill('[name="name"]', "Le Dépôt")
    with page.expect_navigation():
        page.locator("main form button").last.click()
    page.goto(page.url.split("?")[0].rstrip("/") + "/links/") if "/links/" not in page.url else None
    invitation = page.locator('input[value*="/j/"]').first.input_value()

    friend = visitor()
    friend.goto(invitation)
    friend.locator("main form").first.locator('[name="name"]').fill("Bastien")
    friend.locator("main form button").first.click()
    expect(friend.locator("main")).to_contain_text("Bastien")

    page.goto(page.url.split("/links/")[0] + "/")
    expect(page.locator("main")).to_contain_text("Bastien")
    stranger = visitor()
    assert stranger.goto(page.url).status == 404


def test_a_team_of_reichbusters(page, visitor):
    player = Player(page).new("reichbusters", "Opération Gigogne", mode="raid")
    player.sees_to_do()
    player.do("add-hero brick").sees_legal()
    expect(player.button("add-hero brick")).to_be_disabled()
    expect(player.button("add-hero o-reilly")).to_be_disabled()
    player.do("add-hero claudine", "add-hero sarge", "add-hero quentin").sees_legal()
    expect(player.button("add-hero red-hawk")).to_be_disabled()
    player.do("remove 3", "undo").sees_legal()
    document = shared_and_printed(player, visitor(), "Opération Gigogne", "Claudine", "Quentin")
    assert [unit["hero"] for unit in document["units"]] == ["brick", "claudine", "sarge", "quentin"]
    assert document["mode"] == "raid"
