"""A mission of Reichbusters on two phones: a host with the team, a friend on one of its heroes, through the alarm."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle
from tests.battles import played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 640}
VICKERS = {
    "name": "Vickers",
    "type": "ranged",
    "range": 2,
    "attack_dice": 4,
    "noise_dice": 3,
    "keywords": ["Peu fiable"],
}
BRICK = {"kind": "hero", "hero": "brick", "defense": 2, "hand": 4, "weapons": [VICKERS]}
QUENTIN = {"kind": "hero", "hero": "quentin", "defense": 3, "hand": 5}
TEAM = {"name": "Commando", "notes": "", "track": {"pre": 4, "post": 3}, "units": [BRICK, QUENTIN]}


def due(phone, words):
    """Tap what the console says is next: one button."""
    notice = phone.locator("#notices .notice", has_text=words).first
    expect(notice).to_be_visible()
    notice.locator(".button").first.click()


def chosen(phone, **fields):
    """Fill fields of the form; the page says after each what it comes to."""
    for name, value in fields.items():
        phone.wait_for_load_state("networkidle")  # the answer to the field before is on the page
        field = phone.locator(f'#roll [name="{name}"]:not([type="hidden"])')
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        elif field.get_attribute("type") == "checkbox":
            field.check()
        else:
            field.fill(value)
            field.press("Enter")
        phone.wait_for_url(f"**{urlencode({name: value})}**")


def accept(phone, proposal):
    phone.locator(".proposal button", has_text=proposal).first.click()
    expect(phone.locator("#battle")).to_be_visible()


def onward(phone, words):
    phone.locator("#roll a.button", has_text=words).first.click()


def marked(battle, *paths):
    state = played.state(battle)
    return [state.value(path) for path in paths]


@pytest.fixture
def phones(visitor):
    """The host's phone with a battle of the team, and a friend's, who plays Quentin."""
    host, guest = visitor(PHONE, locale="en-GB"), visitor(PHONE, locale="en-GB")
    _row, key = history.create(LoadedRoster.from_data(played.example("reichbusters") | TEAM), "new")
    host.goto(f"/e/{key}/")
    host.locator('a[href$="/play/"]').first.click()
    host.locator("main form .submit button").click()
    expect(host.locator("#battle")).to_be_visible()
    guest.goto(f"/b/{Battle.objects.get().join_key}/")
    guest.locator("#roster").select_option("seat")
    guest.locator('[name="units"][value="1.0"]').check()
    guest.locator("main form .submit button, main form button.button").first.click()
    expect(guest.locator("#battle")).to_be_visible()
    host.reload()
    return host, guest


def test_a_team_plays_a_mission_through_the_alarm_to_its_end(phones):
    host, guest = phones
    battle = Battle.objects.get()

    # Brick shoots a zombie: 1, 1 and two special results, then a third: 8 against 7 (p. 10). Noise of 3 dice: unheard.
    due(host, "Who plays next?")
    onward(host, "Brick")
    accept(host, "Brick plays")
    due(host, "Brick plays")
    onward(host, "Attack")
    chosen(host, defence="7", successes="2", stars="3", **{"effect-0": "1"})
    chosen(host, loot="1", bonus="1")
    expect(host.locator("#roll .reasons").first).to_contain_text("8")
    accept(host, "Hit, killed: 1")
    due(host, "noise test")
    accept(host, "Nobody hears it")
    due(host, "Brick plays")
    accept(host, "End of the turn")
    assert marked(battle, "0/0.0/attaquer", "0/0.0/base-actions", "0/0.0/step-noise") == [1, 1, 0]

    # The enemies: nobody alerted, nobody in sight. Quentin is his friend's.
    due(host, "Enemy turn")
    accept(host, "Nobody is alerted")
    due(host, "Enemy turn")
    accept(host, "End of the enemy turn")
    guest.reload()
    due(guest, "Next: Quentin")
    accept(guest, "Quentin plays")
    due(guest, "Quentin plays")
    accept(guest, "The alarm goes off")
    assert marked(battle, "table/step-enemy", "table/step-alarm", "0/1.0/activated") == [0, 1, 1]

    # The final phase: Brick has four cards and draws one; the alarm in eight steps, the sixth a free enemy turn.
    host.reload()
    due(host, "on to the end of the round")
    accept(host, "The alarm sounds")
    assert marked(battle, "0/0.0/hand", "0/1.0/hand", "table/before-the-alarm") == [5, 5, 1]
    for step in range(1, 6):
        due(host, f"Alarm {step}")
    due(host, "Enemy turn, step 2")
    accept(host, "All have moved")
    due(host, "Enemy turn, step 3")
    onward(host, "Attack")
    chosen(host, number="2", main="3", support="2", hero="0/1.0")
    onward(host, "Quentin defends")
    chosen(host, successes="3", card="2")
    chosen(host, **{"effect-kept": "Slow"})
    accept(host, "Upper effect and lasting wound")
    due(host, "Enemy turn, step 3")
    accept(host, "All have attacked")
    due(host, "Alarm 7")
    due(host, "Alarm 8")
    assert marked(battle, "0/1.0/lasting-wounds", "0/1.0/wounds", "table/alarm", "table/after-the-alarm") == [
        1,
        "Slow",
        1,
        1,
    ]

    # The order is drawn; both escape, the objectives are reached: the team has won.
    due(host, "Draw the turn order")
    host.locator("#dice").fill("2")
    host.locator(".typed .button").click()
    accept(host, "Play in this order")
    guest.reload()
    due(guest, "Next: Quentin")
    accept(guest, "Quentin plays")
    due(guest, "Quentin plays")
    accept(guest, "Escapes")
    host.reload()
    for step in ("All have moved", "All have attacked"):
        due(host, "Enemy turn")
        accept(host, step)
    due(host, "Next: Brick")
    accept(host, "Brick plays")
    due(host, "Brick plays")
    accept(host, "Escapes")
    host.goto(f"{played.url('battle', battle)}?view=table")
    with host.expect_response(lambda answer: "/marks/" in answer.url):
        host.locator('[data-path="table/objective"][data-role="switch"]').first.click()
    expect(host.locator("#notices")).to_contain_text("No hero is left")
    host.goto(played.url("battle-end", battle))
    expect(host.locator("main")).to_contain_text("escaped: Brick, Quentin")
    expect(host.locator('input[name="winner"][value="won"]')).to_be_checked()
    host.locator("main form .submit button").click()
    battle.refresh_from_db()
    assert [side.outcome for side in played.state(battle).result.sides] == ["won"]
