"""What is due, from what is marked."""

from builder.games.first_wave.battle.notices import notices
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make

TWO = (fought.group(make.fighter(name="Ada"), name="A"), fought.group(make.fighter(name="Bob"), name="B"))
ADA = "0/1.0"
LINEAGE = "assassinat-de-la-ligne"


def due(*commands, scenario=None):
    battle = fought.marked(fought.battle(*TWO, scenario=scenario), *commands)
    return notices(battle, make.catalogue())


def texts(*commands, scenario=None):
    return [fought.said(one.text) for one in due(*commands, scenario=scenario)]


def test_nothing_is_due_at_first():
    assert due() == []


def test_victory_points_so_far():
    assert texts("set 0/score-ressource 1", scenario="pouvoir") == ["Victory points: A 5, B 0"]


def test_the_infected_roll_as_their_activation_begins():
    [one] = due(f"set {ADA}/infection 2")
    assert (one.side, one.dice, one.action, one.cite) == (0, "1D6", f"infection?unit={ADA}", "First Wave, p. 11")
    assert texts(f"set {ADA}/infection 2", f"set {ADA}/activated 1") == []


def test_whoever_falls_infected_rises():
    [one] = due(f"set {ADA}/infection 1", f"set {ADA}/wounds 3")
    assert (fought.said(one.text), one.mark) == (
        "Ada: eliminated with an infection marker, rises at once.",
        f"rise {ADA}",
    )
    assert due(f"set {ADA}/infection 1", f"set {ADA}/wounds 3", f"rise {ADA}") == []


def test_whoever_crossed_infected_does_not_rise():
    marks = (f"set {ADA}/infection 1", f"set {ADA}/crossed 1")
    assert texts(*marks, scenario="diversion") == ["Victory points: A 1, B 0"]


def test_fire_is_rolled_for_as_the_turn_ends():
    [one] = due(f"set {ADA}/fire 1")
    assert (one.dice, one.action, one.cite) == ("1D6", f"fire?unit={ADA}", "First Wave, p. 9")
    assert due(f"set {ADA}/fire 1", f"set {ADA}/out 1") == []


def test_npcs_follow_when_all_survivors_are_activated():
    survivors = [f"set {side}/{unit}/activated 1" for side in (0, 1) for unit in ("0.0", "1.0")]
    assert due("put-on chien-infecte 2", *survivors[1:]) == []
    [one] = due("put-on chien-infecte 2", *survivors)
    assert (fought.said(one.text), one.page) == ("Phase 2, NPCs to activate: 2.", "npcs")
    assert due("put-on chien-infecte", *survivors, "set others/1/activated 1") == []


def test_the_last_turn():
    rounds = ["next-round"] * 5
    assert texts(*rounds[1:], scenario="diversion") == ["Victory points: A 0, B 0"]
    assert texts(*rounds, scenario="diversion")[-1] == "Turn 6: the last of this scenario."


def test_successors_are_named_then_revealed():
    unnamed = [
        "A must secretly name the opponent’s successor.",
        "B must secretly name the opponent’s successor.",
    ]
    assert texts(scenario=LINEAGE) == unnamed
    sealed = ("say 0/step-seal abc", "say 1/step-seal def")
    assert texts(*sealed, scenario=LINEAGE) == []
    [one] = due(*sealed, "set 1/0.0/out 1", scenario=LINEAGE)
    assert (fought.said(one.text), one.side, one.page) == (
        "Opposing chief out: A reveals the successor (A77).",
        0,
        "successor",
    )
    assert due(*sealed, "set 1/0.0/out 1", "say 0/successor Bob (#2)", scenario=LINEAGE) == []
