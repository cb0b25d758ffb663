"""A solo evening of Chain Reaction on one phone, dice typed as they fell; and one of two phones, one without a net."""

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle, Roster
from tests.battles import played
from tests.browser.player import let_in, lose_net

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 640}
RIFLE = [{"period": "generic", "item": "fusil-d-assaut"}]
NPCS = [("Bo", 4), ("Cy", 4), ("Di", 4), ("Ed", 3), ("Flo", 3)]
UNITS = [
    {"kind": "star", "name": "Ana", "weapons": RIFLE},
    *({"kind": "npc", "name": name, "rep": rep, "weapons": RIFLE} for name, rep in NPCS),
]
PATROL = {"name": "Patrol", "leader": 0, "campaign": True, "log": [], "units": UNITS}


def begin(phone, **chosen):
    """Start a battle of the patrol; `chosen` are fields of the form."""
    row, key = history.create(LoadedRoster.from_data(played.example("chain-reaction") | PATROL), "new")
    phone.goto(f"/e/{key}/")
    phone.locator('a[href$="/play/"]').first.click()
    for name, value in chosen.items():
        phone.select_option(f'[name="{name}"]', value)
    phone.locator("main form .submit button").click()
    expect(phone.locator("#battle")).to_be_visible()
    return row


def due(phone, words):
    """Tap what the board says is next: one button."""
    first = phone.locator("#notices .notice").first
    expect(first).to_contain_text(words)
    expect(first.locator(".button").first).to_be_in_viewport(ratio=1)
    first.locator(".button").first.click()


def fell(phone, dice, proposal, **fields):
    """Type the dice that fell, and accept what they propose; the board is shown again."""
    for name, value in fields.items():
        field = phone.locator(f'#roll [name="{name}"]:not([type="hidden"])')
        field.fill(value)
        field.press("Enter")
        expect(phone.locator(f'.throw input[type="hidden"][name="{name}"]').first).to_have_value(value)
    phone.locator("#dice").fill(dice)
    phone.locator(".typed .button").click()
    accept(phone, proposal)


def accept(phone, proposal):
    phone.locator(".proposal button", has_text=proposal).first.click()
    expect(phone.locator("#battle")).to_be_visible()


def act(phone, name, action):
    """The figure that is next acts: what it does is one tap more."""
    due(phone, name)
    phone.locator("#roll a.button", has_text=action).first.click()


def marked(battle, *paths):
    state = played.state(battle)
    return [state.value(path) for path in paths]


def test_a_patrol_meets_insurgents_by_night_for_four_turns(visitor):
    phone = visitor(PHONE, locale="en-GB")
    row = begin(phone, against="insurgents")
    battle = Battle.objects.get()

    # Set-up: night of 3 turns and half a 5, clear. Turn 1: two insurgents, rifle and machine gun; Ana acts on a 5.
    due(phone, "time of day")
    fell(phone, "1 1 5 1 2", "Begin so")
    due(phone, "Turn 1")
    fell(phone, "2 3 1 4 5 3", "Begin turn 1")
    assert marked(battle, "table/moment-left", "table/die-0", "table/die-1") == [6, 5, 3]

    # Ana walks into sight: two passes, a plain shot of REP 4: 5 makes 9, a wound of 3 puts out of action.
    act(phone, "Ana", "Move in sight")
    phone.locator("#roll details summary").first.click()
    phone.locator('#roll [type="checkbox"][name="seen-by-others-1"]').check()
    phone.wait_for_url("**seen-by-others-1=1**")
    expect(phone.locator("#roll")).to_contain_text("12″")
    accept(phone, "who saw it tests")
    due(phone, "enemy in sight test")
    fell(phone, "2 3", "shoots")
    due(phone, "Insurgent 1 shoots")
    fell(phone, "5 1 2 3", "Ana: out of action")

    # Two dice of Star Power take two steps off. Shot at in the open, one pass: she shoots back at REP 4 and kills.
    due(phone, "Star Power")
    fell(phone, "2 3", "unharmed", number="2")
    due(phone, "shot at test")
    fell(phone, "2 6", "shoots back")
    due(phone, "Ana shoots")
    fell(phone, "6 2 2 1", "Insurgent 1: dead")
    assert marked(battle, "0/0.0/star-power", "0/0.0/took-somebody-out", "others/1/dead", "table/noise") == [2, 1, 1, 2]

    # The machine gun puts Ana out, a 6 loses her die; the others test for their leader: Ed flees.
    due(phone, "Ana")
    accept(phone, "Ana: done")
    act(phone, "Insurgent 2", "Shoot")
    fell(phone, "4 3 1 2 3", "Ana: out of action")
    due(phone, "Star Power")
    fell(phone, "6", "Ana: out of action")
    due(phone, "Leader dead or out of action")
    for name, dice, end in [("Bo", "1 2", "carries on"), ("Cy", "1 2", "carries on"), ("Di", "1 2", "carries on")]:
        due(phone, f"{name}: leader lost")
        fell(phone, dice, end)
    due(phone, "Ed: leader lost")
    fell(phone, "6 6", "Ed: flees")
    due(phone, "Flo: leader lost")
    fell(phone, "1 6", "stops")
    assert marked(battle, "0/0.0/out", "0/4.0/fled") == [1, 1]

    # Turn 2: the clock goes on, noise is off. Bo kills in melee: two passes to none, 2 at most the impact of 2.
    due(phone, "Turn 2")
    fell(phone, "1 2 6 3 6", "Begin turn 2")
    assert marked(battle, "table/round", "table/moment-left", "table/noise") == [2, 5, 0]
    act(phone, "Bo", "Melee")
    fell(phone, "1 2 6 6 2", "Insurgent 2: dead")
    phone.locator("#notices button", has_text="All stay").click()

    # Turn 3: Ed meets a friend and rallies.
    due(phone, "Turn 3")
    fell(phone, "1 1 1 3 6", "Begin turn 3")
    phone.goto(f"{played.url('battle', battle)}?unit=0/4.0")
    phone.locator('[data-unit="0/4.0"] .unit-actions a', has_text="Rally").click()
    fell(phone, "1 2", "Ed")
    assert marked(battle, "0/4.0/fled") == [0]
    phone.locator("#notices button", has_text="All stay").click()

    # Turn 4: nobody acts on a 6 and a 5.
    due(phone, "Turn 4")
    fell(phone, "1 5 4 6 5", "Begin turn 4")
    expect(phone.locator("#notices")).to_contain_text("Turn 5")

    # The end: won; the page after the battle knows what was marked, and the log tells the evening.
    phone.goto(played.url("battle-end", battle))
    phone.locator('label:has(input[name="winner"][value="0"]), label:has(input[value="won"])').first.click()
    phone.locator("main form .submit button").click()
    phone.locator('main a[href*="/aftermath/"]').click()
    expect(phone.locator("#fate-0")).to_have_value("out")
    expect(phone.locator('[name="kill-1"]')).to_be_checked()
    expect(phone.locator('[name="power-0"]')).to_be_checked()
    expect(phone.locator("#story")).to_have_value(
        "Turns: 4, against Insurgents; at the end: Night, Clear sky.\nThe battle was won.\n"
        "Dead: –; out of action: Ana; fled or taken: –.\nTook an enemy out: Ana, Bo.\nOpponents out of play: 2 of 5."
    )
    phone.locator("#walk").click()
    phone.locator("#take-over").click()
    expect(phone.locator("#bar")).to_be_visible()
    log = history.load_roster(Roster.objects.get(pk=row.pk)).document.log
    assert log[0].text.startswith("Turns: 4, against Insurgents")


def test_two_phones_one_of_them_without_a_net_for_a_turn(visitor):
    """Two players with zombies as a third side: what the one marks without a net arrives when it is back."""
    host, guest = visitor(PHONE, locale="en-GB"), visitor(PHONE, locale="en-GB")
    begin(host, against="zombies")
    battle = Battle.objects.get()
    row, key = history.create(
        LoadedRoster.from_data(played.example("chain-reaction") | PATROL | {"name": "Gang"}), "new"
    )
    let_in(guest, key)
    guest.goto(f"/b/{battle.join_key}/?roster={row.pk}")
    guest.locator("main form .submit button, main form button.button").first.click()
    expect(guest.locator("#battle")).to_be_visible()
    assert [side.name for side in played.state(battle).sides] == ["Patrol", "Zombies", "Gang"]

    # One die each: the patrol 4, the zombies 2, the gang 6. Three zombies at marker 2.
    host.reload()
    due(host, "time of day")
    fell(host, "3 4 1 1", "Begin so")
    due(host, "Turn 1")
    fell(host, "3 2 4 2 6", "Begin turn 1")
    expect(host.locator("#notices")).to_contain_text("Ana")

    # The guest has no net and marks in the cellar; the host plays on.
    guest.goto(f"{played.url('battle', battle)}?unit=2/1.0")
    expect(guest.locator('[data-path="2/1.0/stunned"]').first).to_be_attached()
    lose_net(guest)
    guest.locator('[data-path="2/1.0/stunned"][data-role="switch"]').first.click()
    expect(guest.locator("#battle-sync")).to_be_visible()
    host.locator("#notices button", has_text="All stay").click()
    expect(host.locator("#notices")).to_contain_text("Zombie 1")
    host.locator("#notices button", has_text="All stay").click()
    due(host, "Turn 2")
    fell(host, "1 1 6 5 4", "Begin turn 2")
    assert marked(battle, "table/round", "2/1.0/stunned") == [2, 0]

    guest.context.set_offline(False)
    expect(guest.locator("#battle-sync")).to_be_hidden()
    assert marked(battle, "table/round", "2/1.0/stunned") == [2, 1]
    guest.reload()
    expect(guest.locator("#notices")).to_contain_text("Gang")
