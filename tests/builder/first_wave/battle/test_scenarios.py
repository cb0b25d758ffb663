"""What the four scenarios count, and the results that they give."""

import pytest

from builder.games.first_wave.battle.scenarios import condition, rounds
from builder.games.first_wave.battle.survivors import scenarios
from rules.games.first_wave.play.lineage import candidate_name, candidates, successor_path
from rules.games.first_wave.play.scores import victory_points
from rules.play.battle import SideResult
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make

CHEAP = make.fighter(name="Ada")  # 10 points
DEAR = make.fighter(*["pistolet"] * 3, T=4, C=3, name="Bob")  # over 30
EVEN = make.fighter("epee", C=3, name="Eve")  # exactly 30 with its sword
DOG = make.fighter("machoire", abilities="animal", name="Rex")
TWO = (fought.group(CHEAP, DEAR, name="A"), fought.group(CHEAP, DOG, name="B"))


def points(battle):
    return victory_points(battle, make.catalogue())


def results(battle):
    return [(one.outcome, one.points) for one in condition(fought.context(battle)).sides]


def side_keys(scenario):
    return [one.key for one in fought.battle(*TWO, scenario=scenario).sides[0].markers]


def unit_keys(scenario):
    return [one.key for one in fought.battle(*TWO, scenario=scenario).sides[0].units[1].markers][:2]


def test_the_four_scenarios_of_the_book():
    assert [one.slug for one in scenarios(make.catalogue())] == [
        "pouvoir",
        "grand-nettoyage",
        "assassinat-de-la-ligne",
        "diversion",
    ]


@pytest.mark.parametrize(
    ("scenario", "turns"),
    [
        ("pouvoir", 6),
        ("grand-nettoyage", 6),
        ("assassinat-de-la-ligne", None),
        ("diversion", 6),
        (None, None),
        ("x", None),
    ],
)
def test_turns(scenario, turns):
    assert rounds(make.catalogue(), scenario, ()) == turns


def test_counters_of_a_side():
    assert side_keys("pouvoir") == ["score-ressource", "score-pnj"]
    assert side_keys("grand-nettoyage") == ["score-infecte", "score-robot", "score-militaire"]
    assert side_keys("assassinat-de-la-ligne") == ["successor", "step-seal", "step-seal-key"]
    assert (side_keys("diversion"), side_keys(None)) == ([], [])


def test_counters_are_called_as_on_the_sheet_unless_npcs_on_the_table_count_too():
    assert [one.label.en for one in fought.battle(*TWO, scenario="pouvoir").sides[0].markers] == [
        "Resources (5)",
        "NPC eliminated, not listed here",
    ]


def test_markers_of_a_survivor():
    assert unit_keys("pouvoir") == ["in-zone", "wounds"]
    assert unit_keys("diversion") == ["crossed", "eaten"]
    assert unit_keys("grand-nettoyage") == unit_keys(None) == ["wounds", "stunned"]


def test_another_scenario_replaces_what_the_first_counted():
    from builder.battles.services import with_scenario

    battle = fought.battle(*TWO, scenario="pouvoir")
    other = with_scenario(battle, "diversion", fought.loaded(TWO[0]))
    assert other.sides == fought.battle(*TWO, scenario="diversion").sides


def test_power_scores_zones_resources_and_npcs():
    group = fought.group(CHEAP, DEAR, EVEN, name="A")
    battle = fought.battle(group, TWO[1], scenario="pouvoir")
    assert [unit.points for unit in battle.sides[0].units[1:]] == [10, 45, 30]
    battle = fought.marked(battle, *(f"set 0/{n}.0/in-zone 1" for n in (1, 2, 3)))
    assert points(battle) == [15, 0]
    battle = fought.marked(battle, "add 0/score-ressource 2", "add 0/score-pnj 1", "put-on chien-infecte")
    assert points(fought.marked(battle, "set others/1/by-1 1")) == [15 + 10 + 1, 1]


def test_the_fallen_hold_no_zone():
    battle = fought.marked(fought.battle(*TWO, scenario="pouvoir"), "set 0/1.0/in-zone 1", "set 0/1.0/out 1")
    assert points(battle) == [0, 0]


def test_cleaning_scores_each_kind():
    battle = fought.battle(*TWO, scenario="grand-nettoyage")
    profiles = ("humain-infecte", "chien-infecte", "robot-domestique", "robot-de-chantier", "robot-militaire")
    battle = fought.marked(battle, *(f"put-on {one}" for one in profiles))
    scores = [points(fought.marked(battle, f"set others/{n}/by-0 1"))[0] for n in range(1, 6)]
    assert scores == [1, 1, 3, 3, 6]


def test_diversion_scores_who_crosses_and_whom_npcs_eliminate():
    battle = fought.battle(*TWO, scenario="diversion")
    battle = fought.marked(battle, "set 0/1.0/crossed 1", "set 0/2.0/eaten 1", "set 1/2.0/out 1")
    assert (points(battle), battle.is_down("0/1.0")) == ([1, 2], True)


@pytest.mark.parametrize(
    ("resources", "outcomes"),
    [
        ((2, 1), [("won", 10), ("lost", 5)]),
        ((1, 1), [("drawn", 5), ("drawn", 5)]),
        ((0, 0), [("drawn", 0), ("drawn", 0)]),
    ],
)
def test_most_points_win(resources, outcomes):
    marks = [f"set {side}/score-ressource {number}" for side, number in enumerate(resources)]
    assert results(fought.marked(fought.battle(*TWO, scenario="pouvoir"), *marks)) == outcomes


def test_a_group_alone_neither_wins_nor_loses():
    assert results(fought.battle(TWO[0], scenario="pouvoir")) == [("", 0)]


def test_the_result_says_how_it_comes_about():
    battle = fought.marked(fought.battle(*TWO, scenario="pouvoir"), "set 0/score-ressource 2", "set 1/1.0/in-zone 1")
    lines = [(one.value, fought.said(one.text), one.cite) for one in condition(fought.context(battle)).lines]
    assert lines == [
        ("+10", "A: Resource picked up, 2 × 5", "First Wave, p. 12"),
        ("+5", "B: Fighter under 30\xa0points in the enemy’s zone, 1 × 5", "First Wave, p. 12"),
    ]


def test_without_a_scenario_the_players_say_who_won():
    assert condition(fought.context(fought.battle(*TWO))) is None


# --- the third scenario ----------------------------------------------------------------------------------------------

LINEAGE = "assassinat-de-la-ligne"


def lineage(*commands):
    return fought.marked(fought.battle(*TWO, scenario=LINEAGE), *commands)


def test_neither_chief_nor_animal_is_a_successor():
    assert (candidates(lineage(), 0), candidates(lineage(), 1)) == (["1/1.0"], ["0/1.0", "0/2.0"])


def test_a_successor_is_found_by_name_and_number():
    battle = lineage("say 1/successor Bob (#3)")
    assert candidate_name(battle, "0/2.0") == "Bob (#3)"
    assert (successor_path(battle, 1), successor_path(battle, 0)) == ("0/2.0", None)


def test_chief_and_successor_must_be_out():
    named = ("say 0/successor Ada (#2)", "say 1/successor Ada (#2)")
    chief_out = lineage(*named, "set 1/0.0/wounds 3")
    assert results(chief_out) == [("", None), ("", None)]
    both_out = fought.marked(chief_out, "set 1/1.0/out 1")
    assert results(both_out) == [("won", None), ("lost", None)]
    asks = "Counts if A eliminated both; who did isn’t recorded."
    lines = [[fought.said(one.text) for one in condition(fought.context(one)).lines] for one in (chief_out, both_out)]
    assert [asks in one for one in lines] == [False, True]


def test_where_both_have_done_it_the_first_has_won():
    named = ("say 0/successor Ada (#2)", "say 1/successor Ada (#2)")
    battle = lineage(*named, *(f"set {side}/{unit}/out 1" for side in (0, 1) for unit in ("0.0", "1.0")))
    found = condition(fought.context(battle))
    assert found.sides == (SideResult(), SideResult())
    assert [fought.said(one.text) for one in found.lines] == [
        "Successor named by A (Ada): eliminated.",
        "Successor named by B (Ada): eliminated.",
        "Done by several: the first one wins.",
    ]
