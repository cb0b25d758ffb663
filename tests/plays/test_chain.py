"""A chain of reactions of Chain Reaction: a shot, a test, a shot back, until nobody reacts ("Gestion des tests")."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils.translation import override

from builder.battles import battle_file, marks
from builder.battles.spec import BATTLES
from tests.plays import playing

FILE = json.loads((Path(__file__).parent / "chain-reaction-shots.json").read_text("utf-8"))
FOUR, SNIPER, BOSS, ADA = "0/1.0", "1/7.0", "1/0.0", "0/0.0"


@pytest.fixture
def context():
    return playing.context_of("chain-reaction", FILE["lists"], {})


def due(context):
    """What is due: (slug and query of its action, the command that leaves it out)."""
    notices = BATTLES["chain-reaction"].notices(context.battle, context.catalogue)
    return [(notice.action, notice.mark) for notice in notices if notice.action and "unit=" in notice.action]


def played(context, address, dice, **fields):
    """The battle after an action with these dice, its first proposal accepted."""
    slug, _mark, query = address.partition("?")
    sent = dict(part.split("=") for part in query.split("&")) | fields
    outcome = battle_file.play(context, slug, sent, " ".join(map(str, dice))).outcome
    return replace(context, battle=battle_file.marked(context, [outcome.proposals[0].command]))


def test_shots_and_tests_follow_each_other_until_nobody_reacts(context):
    """Four misses; the sniper in cover, outgunned, shoots back at REP 3 and stuns; the stunned make no test (cr-64)."""
    context = played(context, f"shoot?unit={FOUR}&target={SNIPER}", [3, 3])
    [(shot_at, _leave)] = due(context)
    assert shot_at == f"shot-at?unit={SNIPER}&outgunned=yes&by={FOUR}&move=still"
    context = played(context, shot_at, [4, 4], cover="yes")
    [(back, _leave)] = due(context)
    assert back == f"shoot?unit={SNIPER}&kind=back&target={FOUR}"
    context = played(context, back, [5, 6])
    assert (due(context), context.battle.number(f"{FOUR}/stunned")) == ([], 1)


def test_a_link_may_be_left_out_and_a_shot_is_taken_back_at_once(context):
    before = context.battle
    after = played(context, f"shoot?unit={FOUR}&target={SNIPER}", [1, 1])
    [(_shot_at, leave)] = due(after)
    assert due(replace(after, battle=battle_file.marked(after, [leave]))) == []
    changes = {path: value for path, value in after.battle.marks.items() if before.marks.get(path) != value}
    made = marks.logged_changes(before, changes)
    undone = marks.apply_changes(after.battle, marks.undo_changes(after.battle, made))
    assert ([undone.value(path) for path in changes], due(replace(after, battle=undone))) == (
        [before.value(path) for path in changes],
        [],
    )


@pytest.mark.parametrize("words", ["² shot-at?by=0/1.0", "shot-at", "1 ", "١x shot-at?by=0/1.0"])
def test_what_somebody_writes_into_a_link_is_no_link(context, words):
    assert due(replace(context, battle=battle_file.marked(context, [f"say {SNIPER}/step-due {words}"]))) == []


def test_a_star_throws_star_power_before_it_tests_and_is_no_lost_leader_until_then(context):
    """Ada, the leader, is out of action, 3 takes a step off: stunned, so she makes no test and nobody lost her."""
    context = played(context, f"shoot?unit={BOSS}&target={ADA}&kind=full", [3, 2, 2, 3])
    assert context.battle.number(f"{ADA}/out") == 1
    [(power, _leave)] = due(context)
    assert power == f"power?unit={ADA}&by={BOSS}&outgunned=no"
    assert played(context, power, [4]).battle.number(f"{ADA}/out") == 1
    saved = played(context, power, [3]).battle
    assert [saved.number(f"{ADA}/{key}") for key in ("out", "stunned", "star-power")] == [0, 1, 1]
    assert due(replace(context, battle=saved)) == []


def test_everybody_tests_where_the_leader_is_lost(context):
    context = replace(context, battle=battle_file.marked(context, [f"set {ADA}/dead 1", f"set {FOUR}/dead 1"]))
    notices = BATTLES["chain-reaction"].notices(context.battle, context.catalogue)
    [mark] = [notice.mark for notice in notices if notice.mark]
    context = replace(context, battle=battle_file.marked(context, [mark]))
    asked = [address.partition("unit=")[2] for address, _leave in due(context)]
    assert asked == [path for path in context.battle.units_by_path if path.startswith("0/") and path not in (ADA, FOUR)]
    context = played(context, f"leader-lost?unit={asked[0]}", [6, 6, 6])
    assert (context.battle.number(f"{asked[0]}/fled"), len(due(context))) == (1, len(asked) - 1)


def test_a_charge_is_answered_at_half_the_way_and_then_fought(context):
    """Four charges, others see it; the sniper, in the open, outgunned and not moving fast, dives on two passes."""
    context = played(context, f"charge?unit={FOUR}&target={SNIPER}", [1, 1])
    [(seen, leave), (charged, _leave), (melee, _later)] = due(context)
    assert seen == f"move?unit={FOUR}"
    assert [charged, melee] == [f"charged?unit={SNIPER}&by={FOUR}", f"melee?unit={FOUR}&foe={SNIPER}"]
    context = replace(context, battle=battle_file.marked(context, [leave]))
    context = played(context, charged, [1, 1], move="still")
    assert context.battle.number(f"{SNIPER}/cover") == 1
    with override("en"):
        assert [address for address, _leave in due(context)] == [melee]


def test_what_bursts_is_shot_alone(context):
    """A pistol and a launcher make no shot of two weapons: a hit of one has a disc ("Les mortiers")."""
    crack = "0/6.0"
    for weapon in ("0", "1"):
        sent = {"unit": crack, "weapon": weapon, "target": SNIPER}
        attempt = BATTLES["chain-reaction"].actions["shoot"].attempt(context, sent)
        assert "second" not in [field.name for field in attempt.fields]


def test_a_charger_who_is_shot_at_on_the_way_still_fights_unless_that_stops_it(context):
    """The sniper in cover stays and shoots (cr-51) and misses. Four passes twice and goes on, or once and stops."""
    context = played(context, f"charge?unit={FOUR}&target={SNIPER}", [1, 1])
    context = replace(context, battle=battle_file.marked(context, [due(context)[0][1]]))
    context = played(context, f"charged?unit={SNIPER}&by={FOUR}", [1, 1], cover="yes")
    context = played(context, due(context)[0][0], [1])
    [(shot_at, _leave), (melee, _later)] = due(context)
    assert melee == f"melee?unit={FOUR}&foe={SNIPER}"
    goes_on, stopped = (played(context, shot_at, dice, cover="no", outgunned="no") for dice in ([1, 1], [1, 6]))
    assert [address for address, _leave in due(goes_on)] == [melee]
    assert [address for address, _leave in due(stopped)] == [f"shoot?unit={FOUR}&kind=back&target={SNIPER}"]


def test_the_stunned_test_nothing_where_the_leader_is_lost(context):
    commands = [f"set {ADA}/dead 1", f"set {FOUR}/stunned 1"]
    context = replace(context, battle=battle_file.marked(context, commands))
    [mark] = [notice.mark for notice in BATTLES["chain-reaction"].notices(context.battle, context.catalogue)]
    context = replace(context, battle=battle_file.marked(context, [mark]))
    assert not context.battle.number(f"{FOUR}/step-leader")


def offered(context, path):
    """The actions that a figure may do when it acts."""
    onward = BATTLES["chain-reaction"].actions["act"].attempt(context, {"unit": path}).onward
    return [step.partition("?")[0] for step, _name in onward if not step.startswith("act?")]


def test_an_idiot_rolls_before_anything_else_when_activated(context):
    """1D6 up to REP, else it does nothing in this turn ("Table des désavantages")."""
    [idiot] = [path for path, unit in context.battle.units_by_path.items() if unit.name.en == "Idiot"]
    assert offered(context, idiot) == ["idiot"]
    assert "shoot" in offered(played(context, f"idiot?unit={idiot}", [4]), idiot)


def test_who_is_in_a_melee_fights_or_breaks_off(context):
    marked = battle_file.marked(context, [f"set {FOUR}/melee 1"])
    assert offered(replace(context, battle=marked), FOUR) == ["melee", "break-off"]


@pytest.mark.parametrize(
    ("marks", "driving"),
    [
        ([], ["start"]),
        (["set 0/car-0-running 1"], ["drive-fast", "turn"]),
        (["set 0/car-0-broken 1"], []),
    ],
)
def test_a_car_is_started_before_it_drives_and_one_that_broke_down_never_does(marks, driving):
    """Chapter "Comment jouer les voitures": starting, then moving; a broken engine is of no use again."""
    lists = json.loads((Path(__file__).parent / "chain-reaction-reading.json").read_text("utf-8"))["lists"]
    context = playing.context_of("chain-reaction", lists, {"lists": ["battery", "gang"], "marks": marks})
    cars = {"start", "drive-fast", "turn", "crash"}
    assert [slug for slug in offered(context, "0/0.0") if slug in cars] == driving


def test_who_sees_a_fast_move_tests(context):
    """Chapter "Ennemi en vue": an inactive figure sees an active one pass."""
    context = played(context, f"fast?unit={FOUR}", [1, 1])
    [(move, _leave)] = due(context)
    assert move == f"move?unit={FOUR}"
    attempt = BATTLES["chain-reaction"].actions["move"].attempt(context, {"unit": FOUR, "seen-by-1-7-0": "1"})
    context = replace(context, battle=battle_file.marked(context, [attempt.proposals[0].command]))
    assert [address for address, _leave in due(context)] == [f"in-sight?unit={SNIPER}&by={FOUR}"]


def test_a_leader_who_acts_takes_along_those_whose_side_rolled_higher_than_their_rep(context):
    """A 5: Ada, the leader, acts, and whom she has within 4 inches, REP 4 or not ("Leader")."""
    context = replace(context, battle=battle_file.marked(context, ["set table/die-0 5"]))
    actions = BATTLES["chain-reaction"].actions
    along = (f"act?unit={FOUR}", "Along, within 4″: Four (Patrol)")
    with override("en"):
        offers = [
            [(step, playing.words(name)) for step, name in actions["act"].attempt(context, {"unit": path}).onward]
            for path in (ADA, "0/2.0")
        ]
    assert [along in steps for steps in offers] == [True, False]
