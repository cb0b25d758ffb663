"""Three phones play a chapter of of the dead, from who comes to the epilogue; one of them has no net for a turn."""

import os
from datetime import date

import pytest
from playwright.sync_api import expect

from builder.gatherings import services
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle, Chapter, RoleVote
from tests.battles import played
from tests.browser.test_chain_reaction_evening import lose_net
from tests.builder import gathered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 640}
NAMES = ("Mira", "Tom", "Ada")


@pytest.fixture
def gang():
    """(gang, its members, the addresses of their edit links): Mira has initiative 12, Tom 12, Ada 12."""
    row, _key = services.create(gathered.GAME, name="Les Rescapés")
    lists = [history.create(LoadedRoster.from_data(gathered.character(name)), "new") for name in NAMES]
    return row, [services.join(row, roster) for roster, _key in lists], [f"/e/{key}/" for _roster, key in lists]


def shot(phone, name):
    """A picture of a page for who looks at it, where a folder is given."""
    if folder := os.environ.get("SHOTS"):
        phone.screenshot(path=f"{folder}/{name}.png", full_page=True)


def fits(phone):
    """No page is wider than the phone, once its fonts are there."""
    phone.wait_for_function(
        f"document.fonts.status === 'loaded' && document.documentElement.scrollWidth <= {PHONE['width']}"
    )


def board(phone, battle):
    phone.goto(played.url("battle", battle))
    expect(phone.locator("#battle")).to_be_visible()


def tap_due(phone, words):
    """Tap a button of what is due."""
    phone.locator("#notices button, #notices a.button", has_text=words).first.click()


def all_have_played(phone, battle):
    """Each in the order of initiative: their turn is over."""
    for path in (f"{side}/0.0" for side in range(3)):
        played.send(played.player(battle), battle, f"set {path}/activated 1")
    board(phone, battle)


def test_three_phones_play_a_chapter_from_planning_to_epilogue(visitor, gang):
    row, members, links = gang
    chapter = services.plan(row, {"title": "Le pont", "date": date(2099, 1, 1)}, {})
    services.vote_for_roles(members[0], {members[1]: "meneur"})
    phones = [visitor(PHONE, locale="en-GB") for _name in NAMES]
    mira, tom, ada = phones
    for phone, link in zip(phones, links, strict=True):
        phone.goto(link)
        phone.goto(f"/gatherings/{row.pk}/")
        phone.locator(f"#chapter-{chapter.pk} button", has_text="comes").first.click()
    shot(mira, "chapter")
    fits(mira)

    # Mira plays it: one battle of all three, tied to the chapter.
    mira.goto(f"/gatherings/{row.pk}/")
    mira.locator("button", has_text="Play this chapter").click()
    expect(mira.locator("#battle")).to_be_visible()
    battle = Battle.objects.get()
    assert (battle.chapter_id, played.state(battle).teams) == (chapter.pk, [[0, 1, 2]])
    shot(mira, "board")
    fits(mira)

    # Turn 1, movement: Mira runs, which gives a Zèle and noise; the others stay.
    tap_due(mira, "Move")
    mira.wait_for_load_state()
    mira.select_option("#field-move", "run")
    expect(mira.locator(".counted")).to_contain_text("18 cm")
    shot(mira, "move")
    fits(mira)
    mira.locator(".proposal button").click()
    expect(mira.locator("#battle")).to_be_visible()
    assert [unit.name.en for unit in played.state(battle).others.values()] == ["Noise"]
    assert played.state(battle).number("0/0.0/zele") == 1
    all_have_played(mira, battle)
    tap_due(mira, "Action phase")
    expect(mira.locator("#notices")).to_contain_text("Action:")

    # Action: Tom, on his own phone, is lucky in a melee: a morale for the whole team.
    tom.goto(f"{played.url('battle', battle)}actions/melee/?unit=1/0.0")
    tom.locator("#field-criticals").fill("3")
    tom.locator("#field-criticals").press("Enter")
    expect(tom.locator(".counted")).to_contain_text("Hanged man")
    shot(tom, "melee")
    fits(tom)
    tom.locator(".proposal button").first.click()
    expect(tom.locator("#battle")).to_be_visible()
    assert [played.state(battle).number(f"{side}/0.0/morale") for side in range(3)] == [5, 5, 5]
    all_have_played(mira, battle)
    tap_due(mira, "End phase")

    # End phase: it says what changes, then one button. Ada has lost her net and marks in the cellar.
    ada.goto(f"{played.url('battle', battle)}?unit=2/0.0")
    expect(ada.locator('[data-path="2/0.0/life"]').first).to_be_attached()
    lose_net(ada)
    ada.locator('[data-path="2/0.0/prone"][data-role="switch"]').first.click()
    expect(ada.locator("#battle-sync")).to_be_visible()
    tap_due(mira, "What changes")
    expect(mira.locator(".counted")).to_contain_text("Noise")
    shot(mira, "end-phase")
    fits(mira)
    mira.locator(".proposal button", has_text="turn 2").click()
    expect(mira.locator("#notices")).to_contain_text("Movement:")
    assert [played.state(battle).number(path) for path in ("table/round", "others/1/count", "2/0.0/prone")] == [2, 1, 0]
    ada.context.set_offline(False)
    expect(ada.locator("#battle-sync")).to_be_hidden()
    assert played.state(battle).number("2/0.0/prone") == 1

    # Turn 2: Tom dies; the host ends the battle as won, once for all.
    played.send(played.player(battle, 1), battle, "set 1/0.0/life 0")
    mira.goto(played.url("battle-end", battle))
    mira.locator('label:has(input[value="won"])').first.click()
    mira.locator("main form .submit button").click()
    expect(mira.locator("h1")).to_contain_text("Everyone wins")

    # Epilogue: each owner accepts it; Tom becomes a zombie.
    tom.goto(played.url("battle-end", battle))
    tom.locator("a", has_text="Epilogue").first.click()
    expect(tom.locator("#state-0")).to_have_value("dead")
    shot(tom, "epilogue")
    fits(tom)
    tom.select_option("#state-0", "zombie")
    tom.select_option("#zombie-0", "zonard")
    tom.locator("#text-0").fill("Bitten on the bridge.")
    tom.locator("main form .submit button").click()
    expect(tom.locator("#bar")).to_be_visible()
    mira.goto(played.url("battle-end", battle))
    mira.locator("a", has_text="Epilogue").first.click()
    mira.locator("main form .submit button").click()
    expect(mira.locator("#bar")).to_be_visible()

    # The chapter is played, the gang reads it, and the votes of the next one are open.
    mira.goto(f"/gatherings/{row.pk}/")
    expect(mira.locator("#news")).to_contain_text("Tom became a zombie.")
    expect(mira.locator("#news")).to_contain_text("Played: Le pont.")
    expect(mira.locator(f"#chapter-{chapter.pk}")).to_contain_text("Bitten on the bridge.")
    shot(mira, "played")
    assert (Chapter.objects.get().held, RoleVote.objects.exists()) == (True, False)
