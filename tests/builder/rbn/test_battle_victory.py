"""How a battle of two convoys ends by its scenario: main and secondary missions, the grade."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.games.rbn import campaign
from builder.games.rbn.battle.build import BATTLE
from builder.gatherings.campaign_spec import Part, Stage
from rules.games.rbn.play import missions
from rules.play.battle import DRAWN, LOST, WON, BattleUnit, Marker, SideResult
from rules.text import Text
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import said

ROBOT = BattleUnit(
    "1", Text("Robot", "Robot"), "hostile", facts={"hostile": "robot"}, markers=(Marker("out", Text("x")),)
)


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def side(name, *units, role=None, **header):
    return replace(played.side(*units, name=name, **{"activity": "archeologues"} | header), role=role)


def fight(scenario, marks=None, roles=(None, None), cars=2, **header):
    """A battle of Red and Blue, each of `cars` vehicles of 20 points and two fighters of 10 and 14."""
    units = make.vehicle("leger", count=cars), make.fighter(), make.fighter(C=4)
    units = units if cars else units[1:]
    sides = side("Red", *units, role=roles[0], **header), side("Blue", *units, role=roles[1])
    return played.battle(*sides, scenario=scenario, marks=marks)


def main(battle):
    """Whether each side fulfilled its main mission."""
    return [one.fulfilled for one in missions.main_missions(battle)]


def words(battle):
    return [said(one.words) for one in missions.main_missions(battle)]


# --- main missions --------------------------------------------------------------------------------------------------


def test_1_the_other_convoy_is_wiped_out_or_fled():
    battle = fight("selection-naturelle", {"1/0.0/wounds": 3, "1/1.0/fled": 1}, cars=0)
    assert (main(battle), words(battle)) == (
        [True, False],
        ["opponent off the table", "off the table"],
    )


@pytest.mark.parametrize(("wounded", "fulfilled"), [("0/0.0", [False, True]), ("1/1.0", [True, False])])
def test_1_else_unwounded_figures_count(wounded, fulfilled):
    assert main(fight("selection-naturelle", {f"{wounded}/wounds": 1}, cars=0)) == fulfilled


def test_1_as_many_points_are_nobodys():
    battle = fight("selection-naturelle", cars=0)
    assert (main(battle), words(battle)[0]) == ([False, False], "unwounded figures, pts: 24, opponent 24")


@pytest.mark.parametrize(
    ("cars", "left", "reached"), [(2, 0, False), (2, 1, True), (3, 1, False), (3, 2, True), (0, 0, False)]
)
@pytest.mark.parametrize(
    ("scenario", "roles"), [("qui-va-en-voiture", ("player-a", "player-b")), ("embuscade", ("defender", "attacker"))]
)
def test_2_and_3_half_of_the_vehicles_leave_the_table(scenario, roles, cars, left, reached):
    marks = {f"0/0.{copy}/left": 1 for copy in range(left)}
    assert main(fight(scenario, marks, roles, cars)) == [reached, not reached]
    swapped = {f"1/0.{copy}/left": 1 for copy in range(left)}
    assert main(fight(scenario, swapped, roles[::-1], cars)) == [not reached, reached]


@pytest.mark.parametrize(
    ("zone", "away", "fulfilled"),
    [(1, 0, [True, False]), (0, 0, [False, False]), (0, 1, [False, True]), (1, 1, [False, True])],
)
def test_4_the_hostage_stays_or_is_taken_away(zone, away, fulfilled):
    marks = {"table/hostage-zone": zone, "table/hostage-away": away}
    assert main(fight("extraction", marks, ("defender", "attacker"))) == fulfilled


def test_5_more_points_eliminated():
    battle = fight("bataille-rangee", {"1/0.0/destroyed": 1, "0/1.0/out": 1})
    assert (main(battle), words(battle)) == (
        [True, False],
        ["points eliminated: 20, opponent 10", "points eliminated: 10, opponent 20"],
    )


def test_5_what_is_out_of_action_or_fled_is_not_eliminated():
    battle = fight("bataille-rangee", {"1/0.0/out-of-action": 1, "1/1.0/fled": 1})
    assert words(battle)[0] == "points eliminated: 0, opponent 0"


DEPARTURE = "le-jour-du-grand-depart"
MANDATED = "mandated", "saboteur"


@pytest.mark.parametrize(
    ("broken", "left", "fulfilled"),
    [
        ("0.0", (), [False, True]),
        ("0.0", ("0.0",), [True, False]),
        ("0.0", ("0.1",), [False, True]),
        ("0.1", ("0.0", "0.1"), [True, False]),
    ],
)
def test_6_the_broken_down_vehicle_leaves_the_table(broken, left, fulfilled):
    marks = {f"0/{broken}/broken-down": 1} | {f"0/{key}/left": 1 for key in left}
    battle = fight(DEPARTURE, marks, MANDATED)
    words = "off the table" if fulfilled[0] else "still there"
    assert (main(battle), said(missions.main_missions(battle)[1].words)) == (
        fulfilled,
        f"broken-down vehicle {words}",
    )
    assert main(fight(DEPARTURE, {f"1{path[1:]}": 1 for path in marks}, MANDATED[::-1])) == fulfilled[::-1]


def test_6_the_only_vehicle_is_the_broken_down_one():
    assert main(fight(DEPARTURE, {"0/0.0/left": 1}, MANDATED, cars=1)) == [True, False]


def test_6_of_several_it_must_be_marked_which_one_is_broken_down():
    battle = fight(DEPARTURE, {"0/0.0/left": 1}, MANDATED)
    assert (main(battle), words(battle)[0]) == ([False, True], "no broken-down vehicle ticked")


def test_6_a_battle_that_was_stored_with_a_counter_of_its_own_stays_won():
    assert main(fight(DEPARTURE, {"table/away": 1}, MANDATED)) == [True, False]


def test_6_the_bonus_of_scenario_7_goes_to_who_brought_it_away():
    marks = {"0/0.1/broken-down": 1, "0/0.1/left": 1, "0/artefacts": 2}
    found = BATTLE.condition(played.context(fight(DEPARTURE, marks, MANDATED)))
    roles = enumerate(zip(MANDATED, found.sides, strict=True), start=1)
    parts = [Part(n, role, tuple(key for key, value in one.facts.items() if value)) for n, (role, one) in roles]
    after = campaign.follows(Stage(DEPARTURE, parts=tuple(parts)), make.catalogue())
    assert [(one.role, one.facts["campaign-deployment-amount"]) for one in after.consequences] == [("mandated", 30)]


@pytest.mark.parametrize(
    ("red", "blue", "first", "fulfilled"),
    [
        (1, 0, 0, [False, False]),
        (2, 1, 0, [True, False]),
        (1, 2, 0, [False, True]),
        (2, 2, 0, [False, False]),
        (2, 2, 2, [False, True]),
    ],
)
def test_7_the_first_with_more_than_half_through(red, blue, first, fulfilled):
    marks = {f"{n}/0.{copy}/left": 1 for n, number in enumerate((red, blue)) for copy in range(number)}
    assert main(fight("l-autoroute-de-l-enfer", marks | {"table/first": first})) == fulfilled


@pytest.mark.parametrize(
    ("lost", "fulfilled"), [((), [True, False]), (("1.0",), [True, False]), (("2.0",), [False, True])]
)
def test_8_half_of_the_points_of_fighters_are_left(lost, fulfilled):
    marks = {f"0/{key}/out": 1 for key in lost}
    assert main(fight("escale-sans-lendemain", marks, ("mandated", "saboteur"))) == fulfilled


def ridden(scenario, marks, roles=(None, None)):
    """As `fight`, where the fighters of 10 points (1.0) sit in the first vehicle of each side."""
    car, alone = make.vehicle("leger", crew=[(2, 0, "driver")]), make.vehicle("leger")
    units = car, alone, make.fighter(name="Maud"), make.fighter(name="Nox", C=4)
    sides = [side(name, *units, role=role) for name, role in zip(("Red", "Blue"), roles, strict=True)]
    return played.battle(*sides, scenario=scenario, marks=marks)


def test_8_a_crew_that_left_with_its_vehicle_is_on_the_table_no_more():
    away = ridden("escale-sans-lendemain", {"0/0.0/left": 1}, MANDATED)
    assert (main(away), words(away)[0]) == ([True, False], "fighters on the table, pts: 14 of 24")
    assert main(ridden("escale-sans-lendemain", {"0/0.0/left": 1, "0/3.0/out": 1}, MANDATED)) == [False, True]
    alone = ridden("escale-sans-lendemain", {"0/1.0/left": 1}, MANDATED)
    assert words(alone)[0] == "fighters on the table, pts: 24 of 24"


def test_10_nor_are_its_points():
    battle = replace(ridden("retour-compromis", {"others/1/out": 1, "0/0.0/left": 1}), others={"1": ROBOT})
    assert words(battle)[0] == "points on the table: 34, opponent 64"


def test_5_and_who_left_is_not_eliminated():
    assert words(ridden("bataille-rangee", {"1/0.0/left": 1}))[0] == "points eliminated: 0, opponent 0"


def test_10_a_robot_that_was_eliminated_and_taken_off_the_table_stays_so():
    taken_off = fight("retour-compromis", {"table/step-boss": 1, "1/1.0/out": 1})
    assert main(taken_off) == [True, False]
    assert main(replace(taken_off, others={"1": ROBOT})) == [False, False]
    assert main(fight("retour-compromis", {"1/1.0/out": 1})) == [False, False]


@pytest.mark.parametrize(
    ("red", "blue", "fulfilled"), [(2, 1, [True, False]), (1, 2, [False, True]), (1, 1, [False, True])]
)
def test_9_more_parts_and_on_a_tie_the_mandated_players(red, blue, fulfilled):
    marks = {"table/parts-0": red, "table/parts-1": blue}
    assert main(fight("la-source-du-mal", marks, ("saboteur", "mandated"))) == fulfilled


def test_10_the_robot_out_more_points_on_the_table():
    marks = {"others/1/out": 1, "1/1.0/out": 1, "0/0.0/out-of-action": 1}
    battle = replace(fight("retour-compromis", marks), others={"1": ROBOT})
    assert (main(battle), words(battle)[0]) == ([True, False], "points on the table: 64, opponent 54")


def test_a_role_that_the_scenario_asks_for_must_be_there_once():
    assert missions.main_missions(fight("embuscade")) is None
    assert missions.main_missions(fight("embuscade", roles=("defender", "defender"))) is None


# --- secondary missions ---------------------------------------------------------------------------------------------


def counted(activity, **marks):
    """Whether a side with this activity fulfilled its secondary mission."""
    own = side("Red", make.vehicle("moyen"), make.fighter(), faction="survivants", activity=activity)
    marks = {"0/" + key.replace("__", "/").replace("_", "-"): value for key, value in marks.items()}
    marks = {key.replace("0/CAR", "0/0.0"): value for key, value in marks.items()}
    return missions.secondary(played.battle(own, marks=marks), make.catalogue(), 0)


@pytest.mark.parametrize(("own", "theirs", "done"), [(2, 1, True), (1, 1, False), (0, 0, False), (1, 2, False)])
def test_raiders_control_more_resources_than_the_enemy(own, theirs, done):
    assert counted("pillards", resources=own, resources_enemy=theirs) is done


@pytest.mark.parametrize(("number", "done"), [(1, False), (2, True)])
def test_archaeologists_control_two_artefacts(number, done):
    assert counted("archeologues", artefacts=number) is done


@pytest.mark.parametrize(("number", "done"), [(3, False), (4, True)])
def test_hunters_eliminate_four_quarries(number, done):
    assert counted("chasseurs", quarry=number) is done


@pytest.mark.parametrize("mark", ["destroyed", "immobilised", "left", "out_of_action"])
def test_merchants_bring_their_cargo_to_the_exit_intact(mark):
    assert counted("marchands", exit=1, CAR__cargo=1)
    assert not counted("marchands", exit=1)
    assert not counted("marchands", CAR__cargo=1)
    assert not counted("marchands", exit=1, CAR__cargo=1, **{f"CAR__{mark}": 1})


@pytest.mark.parametrize(("scenario", "counts"), [(None, True), (DEPARTURE, True), ("la-source-du-mal", False)])
@pytest.mark.parametrize("built_for", [None, "la-source-du-mal"])
def test_what_a_secondary_mission_counts_follows_the_battles_scenario(scenario, counts, built_for):
    own = side("Red", make.vehicle("moyen"), faction="survivants", activity="marchands", scenario=built_for)
    battle = played.battle(own, scenario=scenario)
    assert ("0/exit" in battle.markers_by_path, "0/0.0/cargo" in battle.markers_by_path) == (counts, counts)


# --- the result -----------------------------------------------------------------------------------------------------

THROUGH = {"0/0.0/left": 1}
ROLES = "player-a", "player-b"


@pytest.mark.parametrize(
    ("artefacts", "grade"),
    [
        ((2, 0), "victoire-ecrasante"),
        ((0, 0), "victoire-majeure"),
        ((2, 2), "victoire-majeure"),
        ((0, 2), "victoire-mineure"),
    ],
)
def test_the_winner_of_the_main_mission_has_a_grade(artefacts, grade):
    marks = THROUGH | {"0/artefacts": artefacts[0], "1/artefacts": artefacts[1]}
    found = BATTLE.condition(played.context(fight("qui-va-en-voiture", marks, ROLES)))
    assert [one.outcome for one in found.sides] == [WON, LOST]
    assert found.lines[-1].text == make.catalogue().victory[grade].name


def test_what_is_kept_of_each_side():
    marks = THROUGH | {"1/artefacts": 2}
    found = BATTLE.condition(played.context(fight("qui-va-en-voiture", marks, ROLES)))
    assert found.sides == [
        SideResult(WON, facts={"main": 1, "secondary": 0}),
        SideResult(LOST, facts={"main": 0, "secondary": 1}),
    ]


def test_the_lines_say_how_the_result_comes_about():
    found = BATTLE.condition(played.context(fight("qui-va-en-voiture", THROUGH, ROLES)))
    assert [(said(one.text), one.cite) for one in found.lines] == [
        ("Red: main mission achieved", "RBN v2, p. 35"),
        ("vehicles off the table: 1 of 2", ""),
        ("Blue: main mission failed", "RBN v2, p. 35"),
        ("vehicles off the table: 1 of 2", ""),
        ("Red: secondary mission failed", "RBN v2, p. 27"),
        ("Blue: secondary mission failed", "RBN v2, p. 27"),
        ("Major victory", "RBN v2, p. 34"),
    ]


@pytest.mark.parametrize(
    ("artefacts", "outcomes", "grade"),
    [
        ((2, 0), [WON, LOST], "victoire-mineure"),
        ((0, 0), [DRAWN, DRAWN], "egalite"),
        ((2, 2), [DRAWN, DRAWN], "egalite"),
    ],
)
def test_nobodys_main_mission_leaves_it_to_the_secondary_ones(artefacts, outcomes, grade):
    marks = {"0/artefacts": artefacts[0], "1/artefacts": artefacts[1]}
    found = BATTLE.condition(played.context(fight("bataille-rangee", marks)))
    assert [one.outcome for one in found.sides] == outcomes
    assert found.lines[-1].text == make.catalogue().victory[grade].name


@pytest.mark.parametrize(
    ("marks", "outcomes", "grade"),
    [
        ({"1/0.0/destroyed": 1}, [WON, LOST], "victoire-majeure"),
        ({"1/0.0/destroyed": 1, "0/1.0/out": 1}, [LOST, WON], "victoire-majeure"),
        ({"1/0.0/destroyed": 1, "0/1.0/out": 1, "1/artefacts": 2}, [LOST, WON], "victoire-ecrasante"),
    ],
)
def test_vehicles_with_ai_without_a_fighter_have_lost(marks, outcomes, grade):
    machines = make.vehicle("moyen", "intelligence-artificielle"), make.fighter()
    red, blue = side("Red", *machines, faction="robots"), side("Blue", make.vehicle("lourd"), make.fighter())
    found = BATTLE.condition(played.context(played.battle(red, blue, scenario="bataille-rangee", marks=marks)))
    assert [one.outcome for one in found.sides] == outcomes
    assert found.lines[-1].text == make.catalogue().victory[grade].name
    frozen = "Red: With no fighters left, they freeze and the battle is lost."
    assert any(said(one.text).startswith(frozen) for one in found.lines) == (outcomes[0] == LOST)


def test_both_lose_where_the_robot_stands():
    battle = fight("retour-compromis", {"1/1.0/out": 1})
    for others in ({}, {"1": ROBOT}):
        found = BATTLE.condition(played.context(replace(battle, others=others)))
        assert [(one.outcome, one.points) for one in found.sides] == [(LOST, 64), (LOST, 54)]


def test_with_the_robot_out_and_as_many_points_nobody_wins():
    battle = replace(fight("retour-compromis", {"others/1/out": 1}), others={"1": ROBOT})
    assert [one.outcome for one in BATTLE.condition(played.context(battle)).sides] == [DRAWN, DRAWN]


def test_without_secondary_missions_there_is_no_grade():
    found = BATTLE.condition(played.context(fight("la-source-du-mal", {"table/parts-1": 1})))
    assert [one.outcome for one in found.sides] == [LOST, WON]
    assert said(found.lines[-1].text) == "parts controlled: 1, opponent 0"


def test_players_say_the_result_where_no_scenario_or_no_second_side_is():
    assert BATTLE.condition(played.context(fight(None))) is None
    assert BATTLE.condition(played.context(played.battle(side("Red", make.fighter()), scenario="embuscade"))) is None


def test_a_missing_role_is_said():
    found = BATTLE.condition(played.context(fight("embuscade")))
    assert (found.sides, said(found.lines[0].text)) == (
        [SideResult(), SideResult()],
        "The scenario needs a role for each list",
    )
