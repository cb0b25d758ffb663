"""The table of encounters: every roll, what scenarios change, how likely each row is; the chart of who acts."""

from fractions import Fraction
from itertools import product

import pytest

from rules.catalogue import Band
from rules.play.dice import Thrown, TooFewDice, Typed
from tests import make

PLAY = make.catalogue().play
BOOK, CHART = PLAY.encounters, PLAY.activation

VERMIN, ROBOT, ON_FOOT = "escale-sans-lendemain", "retour-compromis", "selection-naturelle"
ROWS = [  # as the book has them (p. 42): first and last roll, what comes, how many
    (11, 11, "abomination", "1"),
    (12, 13, "vermine", "1D3"),
    (14, 16, "insecte-geant", "1"),
    (21, 22, "ensable", None),
    (23, 24, "chien-sauvage", "1D3"),
    (25, 26, "robot-fou", "1"),
    (31, 33, "calme-plat", None),
    (34, 36, "nuee-de-fourmis", "1D3"),
    (41, 43, "tempete-de-sable", None),
    (44, 44, "homme-bete", "1D6"),
    (45, 46, "plante-mutante", "1D6"),
    (51, 53, "calme-plat", None),
    (54, 56, "zombie", "1D6"),
    (61, 63, "lezard-geant", "1"),
    (64, 65, "nuage-radioactif", None),
    (66, 66, "pluies-acides", None),
]


# --- The table ------------------------------------------------------------------------------------------------------


def test_the_sixteen_rows_of_the_book():
    found = [(row.low, row.high, row.slug, row.number if row.hostile else None) for row in BOOK.table]
    assert found == ROWS


def test_every_roll_leads_to_the_row_that_has_it():
    for tens, units in product(range(1, 7), repeat=2):
        roll = 10 * tens + units
        assert BOOK.row_of_roll(tens, units).slug == next(row[2] for row in ROWS if row[0] <= roll <= row[1])


def met(*dice, scenario=None):
    """(slug, how many, dice that were rolled) of typed dice."""
    typed = Typed(dice)
    found = BOOK.roll(typed, scenario)
    typed.all_used()
    return found.row.slug, found.number, len(found.rolls)


def test_the_first_die_gives_the_tens():
    assert met(1, 4) == ("insecte-geant", 1, 1)
    assert met(4, 1) == ("tempete-de-sable", 0, 1)


@pytest.mark.parametrize(("face", "come"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_die_says_how_many_of_a_group_come(face, come):
    assert met(1, 2, face) == ("vermine", come, 1)
    assert met(5, 4, face) == ("zombie", face, 1)


def test_whoever_comes_alone_takes_no_further_die():
    with pytest.raises(TooFewDice):
        met(2, 3)
    assert met(2, 5) == ("robot-fou", 1, 1)


def test_in_scenario_8_every_encounter_is_vermin_and_events_stay():
    assert met(1, 1, 5, scenario=VERMIN) == ("vermine", 3, 1)
    assert met(5, 6, 1, scenario=VERMIN) == ("vermine", 1, 1)
    assert met(6, 6, scenario=VERMIN) == ("pluies-acides", 0, 1)


def test_in_scenario_10_encounters_are_rolled_again_until_an_event_comes():
    assert met(1, 1, 5, 5, 3, 2, scenario=ROBOT) == ("calme-plat", 0, 3)
    with pytest.raises(TooFewDice):
        met(1, 1, scenario=ROBOT)


def test_in_scenario_1_nothing_is_stuck_in_the_sand():
    assert met(2, 1, 2, 2, 2, 5, scenario=ON_FOOT) == ("robot-fou", 1, 3)
    assert met(3, 1, scenario=ON_FOOT) == ("calme-plat", 0, 1)
    assert met(2, 1) == ("ensable", 0, 1)


def test_the_same_seed_meets_the_same():
    found = [BOOK.roll(Thrown("camp")) for _time in range(2)]
    assert found[0] == found[1]


@pytest.mark.parametrize("scenario", [None, VERMIN, ROBOT, ON_FOOT])
def test_chances_are_those_of_all_rolls_counted(scenario):
    counted = {}
    for dice in product(range(1, 7), repeat=2):
        try:
            slug = BOOK.roll(Typed([*dice, 1]), scenario).row.slug
        except TooFewDice:
            continue  # rolled again
        counted[slug] = counted.get(slug, 0) + 1
    total = sum(counted.values())
    assert BOOK.chances(scenario) == {slug: Fraction(number, total) for slug, number in counted.items()}


@pytest.mark.parametrize(
    ("scenario", "rounds"),
    [(None, [2, 4, 6]), (VERMIN, [1, 2, 3, 4, 5, 6]), (ROBOT, [2, 4, 6]), ("extraction", [2, 4, 6])],
)
def test_even_rounds_and_every_round_in_scenario_8(scenario, rounds):
    rules = BOOK.rules_in(scenario)
    assert [turn for turn in range(7) if rules.due(turn)] == rounds


def test_the_table_is_optional_but_in_scenario_8():
    assert [BOOK.rules_in(one).always for one in (None, VERMIN, ROBOT)] == [False, True, False]


# --- The bestiary ---------------------------------------------------------------------------------------------------


def test_the_ten_with_their_figures():
    found = {
        slug: (one.move, one.T, one.C, one.power, one.wounds, one.free, one.rules)
        for slug, one in BOOK.bestiary.items()
    }
    assert found == {
        "abomination": (20, 5, 3, 2, 3, 0, ("lourd", "corps-gigantesque")),
        "chien-sauvage": (15, None, 5, 1, 3, 0, ("meute",)),
        "insecte-geant": (20, None, 4, 2, 3, 0, ("lourd", "corps-gigantesque")),
        "homme-bete": (15, 4, 4, 1, 3, 0, ()),
        "lezard-geant": (15, None, 4, 1, 3, 0, ("lourd", "corps-gigantesque", "poison")),
        "nuee-de-fourmis": (15, None, 4, 1, 3, 0, ("tenace", "sournois", "nuee")),
        "plante-mutante": (5, None, 5, 1, 3, 0, ("tenace",)),
        "vermine": (15, None, 5, 1, 3, 0, ("minuscule",)),
        "robot-fou": (15, 4, 4, 2, 4, 1, ("armure",)),
        "zombie": (10, None, 5, 1, 3, 0, ("infection", "horde")),
    }


def test_the_robot_of_scenario_10():
    robot = BOOK.boss
    assert (robot.move, robot.T, robot.C, robot.power, robot.bonus) == (15, 3, 4, 3, 1)
    assert (robot.wounds, robot.free, robot.bands) == (4, 1, (Band(0, 20, 3), Band(20, 40, 2)))


# --- The chart ------------------------------------------------------------------------------------------------------


def steps(shoots, letters=""):
    return [step.number for step in CHART.walk(shoots, letters).steps]


@pytest.mark.parametrize(
    ("letters", "way"),
    [
        ("", [1]),
        ("e", [1, 6, 9]),
        ("y", [1, 2]),
        ("yy", [1, 2, 4, 9]),
        ("yn", [1, 2, 5]),
        ("yny", [1, 2, 5, 6, 9]),
        ("ynn", [1, 2, 5, 8, 9]),
    ],
)
def test_one_that_shoots_shoots_or_moves_and_then_fights_or_shoots(letters, way):
    assert steps(True, letters) == way


@pytest.mark.parametrize(
    ("letters", "way"),
    [("", [1, 3]), ("y", [1, 3, 6, 9]), ("n", [1, 3, 7]), ("ny", [1, 3, 7, 6, 9]), ("nn", [1, 3, 7, 9])],
)
def test_one_that_does_not_shoot_fights_or_moves_into_contact(letters, way):
    assert steps(False, letters) == way


@pytest.mark.parametrize(("letters", "way"), [("", [1]), ("e", [1, 6, 9]), ("yn", [1, 2, 5]), ("nn", [1, 3, 7])])
def test_of_a_convoys_unit_the_chart_asks_whether_it_shoots(letters, way):
    assert steps(None, letters) == way


def test_every_step_is_come_to_and_every_way_ends():
    seen = set()
    for shoots, letters in product((True, False, None), map("".join, product("yne", repeat=4))):
        walked = CHART.walk(shoots, letters)
        seen |= {step.number for step in walked.steps}
        assert (walked.steps[-1].number == 9) is (walked.answers == ())
    assert seen == set(CHART.chart) == set(range(1, 10))


def test_an_answer_that_is_none_stops_the_walk():
    for wrong in ("x", "yx", "n", "Y", "1", "\0"):
        assert CHART.walk(True, wrong).letters in ("", "y")
    assert CHART.walk(True, "ynyyyyyy").letters == "yny"


def test_what_is_asked_and_may_be_answered():
    shooter, other, unknown = CHART.walk(True), CHART.walk(False), CHART.walk(None)
    assert (shooter.question.en, shooter.answers) == ("Already in melee?", (("e", "yes"), ("y", "no")))
    assert (other.question.en, other.answers) == ("Already in melee?", (("y", "yes"), ("n", "no")))
    assert (unknown.question.en, unknown.answers) == (
        "A weapon with a range?",
        (("y", "yes"), ("n", "no"), ("e", "engaged")),
    )
    assert (CHART.walk(True, "e").question.en, CHART.walk(True, "e").answers) == ("", ())
