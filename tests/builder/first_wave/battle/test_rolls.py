"""What is rolled for beside shots and melees: exact chances, what dice say, and the marks that they propose."""

from fractions import Fraction

import pytest

from rules.games.first_wave.play import hazards, resources
from rules.play.dice import BadDice, TooFewDice
from tests import make as shared
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make

ACTIONS = resources.ACTIONS | hazards.ACTIONS
ANIMAL = make.fighter("machoire", abilities="animal", name="Rex")
GROUP = fought.group(make.fighter(name="Ada"), ANIMAL, name="A")
ADA, REX = "0/1.0", "0/2.0"


def battle(*commands, scenario=None):
    return fought.marked(fought.battle(GROUP, scenario=scenario), *commands)


def attempt(slug, battle, unit=ADA, **fields):
    return ACTIONS[slug].attempt(fought.context(battle), {"unit": unit} | fields)


def rolled(slug, battle, *dice, unit=ADA, **fields):
    """(what the dice say, the commands that are proposed)."""
    outcome = fought.outcome(attempt(slug, battle, unit, **fields), *dice)
    lines = [(one.value, fought.said(one.text)) for one in outcome.lines]
    return lines, [one.command for one in outcome.proposals]


def chances(slug, battle, unit=ADA, **fields):
    found = attempt(slug, battle, unit, **fields).chances
    assert sum(one.chance for one in found) == 1
    return {fought.said(one.text): one.chance for one in found}


# --- who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "commands", "who"),
    [
        ("resource", (), ["0/0.0", ADA]),
        ("fall", (), ["0/0.0", ADA, REX]),
        ("swim", (f"set {ADA}/out 1",), ["0/0.0", REX]),
        ("infection", (f"set {ADA}/infection 1",), [ADA]),
        ("fire", (f"set {REX}/fire 1",), [REX]),
        (
            "plating",
            ("put-on robot-domestique", "put-on robot-de-chantier", "put-on robot-militaire"),
            ["others/2", "others/3"],
        ),
    ],
)
def test_who_may(slug, commands, who):
    asked = attempt(slug, battle(*commands), unit="").fields[0]
    assert ([one.slug for one in asked.options], asked.value) == (who, "")


@pytest.mark.parametrize("slug", ["resource", "infection", "fire", "fall", "swim", "plating"])
def test_nothing_is_rolled_before_somebody_is_chosen(slug):
    assert attempt(slug, battle(), unit="9/9").dice == ""


def test_actions_belong_to_survivors_machines_and_the_table():
    assert {slug: one.kinds for slug, one in ACTIONS.items()} == {
        "entry": (),
        "resource": ("fighter",),
        "infection": ("fighter",),
        "fire": ("fighter",),
        "fall": ("fighter",),
        "swim": ("fighter",),
        "plating": ("npc",),
    }


# --- resources and who enters ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "name", "commands"),
    [
        ((2,), "Empty", []),
        ((3,), "Fresh ammunition", [f"set {ADA}/fresh-ammunition 1"]),
        ((4, 4), "Amphetamine", [f"set {ADA}/amphetamine 1"]),
        ((4, 5), "Start-up", ["put-on robot-domestique 1"]),
        ((5, 4), "Armour", [f"set {ADA}/found-armour 1"]),
        ((5, 5), "Shield", [f"set {ADA}/found-shield 1"]),
        ((6, 2), "Trap", [f"add {ADA}/wounds 1"]),
        ((6, 3), "First-aid kit", [f"set {ADA}/kit 1"]),
    ],
)
def test_resources(dice, name, commands):
    lines, proposed = rolled("resource", battle(), *dice)
    assert (lines[len(dice) - 1], proposed) == ((str(dice[-1]), name), commands)
    assert lines[-1] == ("2D6", "Roll for NPC entry too.")


def test_a_resource_scores_in_power():
    _lines, proposed = rolled("resource", battle(scenario="pouvoir"), 1)
    assert proposed == ["add 0/score-ressource 1"]
    _lines, proposed = rolled("resource", battle(scenario="pouvoir"), 4, 6)
    assert proposed == ["add 0/score-ressource 1", "put-on robot-domestique 1"]


def test_what_a_resource_proposes_can_be_accepted():
    before = battle(scenario="pouvoir")
    after = fought.accepted(before, fought.outcome(attempt("resource", before), 5, 1))
    assert (after.number(f"{ADA}/found-armour"), after.number("0/score-ressource")) == (1, 1)


def test_typed_dice_must_be_complete():
    with pytest.raises(TooFewDice):
        rolled("resource", battle(), 4)
    with pytest.raises(BadDice):
        rolled("resource", battle(), 1, 2)


@pytest.mark.parametrize(
    ("dice", "commands"),
    [
        ((2, 3), []),
        ((3, 3, 5), ["put-on humain-infecte 3"]),
        ((4, 4, 2), ["put-on chien-infecte 1"]),
        ((4, 5), ["put-on robot-domestique 1"]),
        ((5, 5), ["put-on robot-de-chantier 1"]),
        ((5, 6, 3), ["put-on robot-militaire 2"]),
    ],
)
def test_who_enters(dice, commands):
    assert rolled("entry", battle(), *dice)[1] == commands


def test_chances_of_who_enters_are_exact():
    assert chances("entry", battle()) == {
        "Nobody": Fraction(10, 36),
        "Infected humans": Fraction(11, 36),
        "Infected dogs": Fraction(5, 36),
        "Household robot": Fraction(4, 36),
        "Construction robot": Fraction(3, 36),
        "Military robots": Fraction(3, 36),
    }


# --- infection, fire, plating, water ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("markers", "against", "lost"), [(1, "4+", 3), (2, "3+", 4), (3, "2+", 5), (4, "1+", 6)])
def test_infection_by_its_markers(markers, against, lost):
    infected = battle(f"set {ADA}/infection {markers}")
    found = attempt("infection", infected)
    assert (found.dice, found.against, found.reasons[0].value) == ("1D6", against, f"+{markers}")
    assert found.chances[0].chance == Fraction(lost, 6)
    for die in range(1, 7):
        assert bool(rolled("infection", infected, die)[1]) == (die + markers >= 5)


def test_the_lost_rise_as_infected():
    before = battle(f"set {ADA}/infection 1")
    lines, proposed = rolled("infection", before, 4)
    assert (lines, proposed) == ([("5", "4 + markers 1 = 5"), ("", "Lost")], [f"rise {ADA}"])
    after = fought.marked(before, *proposed)
    assert (after.is_down(ADA), [one.name.en for one in after.others.values()]) == (True, ["Infected human (Ada)"])


@pytest.mark.parametrize(("die", "commands"), [(4, [f"set {ADA}/fire 0"]), (5, [f"add {ADA}/wounds 1"])])
def test_fire(die, commands):
    assert rolled("fire", battle(f"set {ADA}/fire 1"), die)[1] == commands


@pytest.mark.parametrize(("die", "unhurt", "hurt"), [(1, True, True), (2, False, True), (3, False, False)])
def test_water_bites_the_wounded_more(die, unhurt, hurt):
    wound = [f"add {ADA}/wounds 1"]
    assert rolled("swim", battle(), die)[1] == wound * unhurt
    assert rolled("swim", battle(f"set {ADA}/wounds 1"), die)[1] == wound * hurt


def test_a_trap_wounds_found_armour_first():
    assert rolled("resource", battle(f"set {ADA}/found-armour 1"), 6, 1)[1] == [f"set {ADA}/armour-wound 1"]


@pytest.mark.parametrize(("die", "immobilised", "disoriented"), [(3, 1, 0), (4, 0, 1)])
def test_plating_turns_immobilised_into_disoriented(die, immobilised, disoriented):
    before = battle("put-on robot-militaire", "set others/1/still 1")
    after = fought.accepted(before, fought.outcome(attempt("plating", before, "others/1"), die))
    assert (after.number("others/1/still"), after.number("others/1/stunned")) == (immobilised, disoriented)


# --- falls -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "wounds"), [("10", 1), ("11", 2), ("15", 2), ("", 1), ("0", 1), ("x", 1), ("9999", 30)]
)
def test_a_fall_wounds_for_each_10_cm_begun_and_stuns(height, wounds):
    assert rolled("fall", battle(), 4, 4, height=height)[1] == [f"all add {ADA}/wounds {wounds} ; add {ADA}/stunned 1"]


def test_one_die_at_c_is_enough_to_stay_up():
    assert rolled("fall", battle(), 5, 1) == ([("5 · 1", "No fall")], [])
    assert chances("fall", battle()) == {"Falls": Fraction(16, 36), "No fall": Fraction(20, 36)}


def test_the_wounded_roll_one_die_less():
    assert (attempt("fall", battle()).dice, attempt("fall", battle(f"set {ADA}/wounds 1")).dice) == ("2D6", "1D6")
    for wounds in (1, 2):
        hurt = battle(f"set {ADA}/wounds {wounds}")
        assert [(one.value, fought.said(one.text)) for one in attempt("fall", hurt).reasons] == [
            ("C 5", "2D6, both below C: fall, 1 wound per 10\xa0cm or part, stunned"),
            ("−1D6", "wounded, only once (A63)"),
        ]
        assert chances("fall", hurt) == {"Falls": Fraction(4, 6), "No fall": Fraction(2, 6)}
        assert rolled("fall", hurt, 4)[1] == [f"all add {ADA}/wounds 1 ; add {ADA}/stunned 1"]
        assert rolled("fall", hurt, 5)[1] == []


def test_the_wound_that_armour_takes_leaves_both_dice():
    armoured = fought.battle(fought.group(make.fighter(name="Ada", equipment="armure")))
    for wounds, dice in ((1, "2D6"), (2, "1D6")):
        assert attempt("fall", fought.marked(armoured, f"set {ADA}/wounds {wounds}")).dice == dice


def test_commands_are_marks_that_can_be_made():
    grenadier = make.fighter(shared.weapon("grenade", "fumigene"), T=4, equipment="armure", name="Bob")
    before = fought.battle(fought.group(grenadier))
    after = fought.accepted(
        before, fought.outcome(ACTIONS["fall"].attempt(fought.context(before), {"unit": ADA}), 1, 1)
    )
    assert (after.number(f"{ADA}/wounds"), after.number(f"{ADA}/stunned")) == (1, 1)
