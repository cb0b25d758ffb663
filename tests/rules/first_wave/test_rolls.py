"""Dice of First Wave: ties of melees, falls, and where every total of its tables leads."""

import pytest

from rules.families.red_button.play.falls import fall_roll
from rules.play.dice import Typed
from rules.play.entries import Modifier
from rules.play.melees import Lead
from rules.play.rolls import Row
from tests.rules.first_wave import make


@pytest.mark.parametrize(
    ("target", "effects"),
    [
        ("infecte", ["nothing", "disoriented", "immobilised", "immobilised", "eliminated", "eliminated"]),
        ("machine", ["nothing", "disoriented", "disoriented", "immobilised", "immobilised", "eliminated"]),
        ("survivant", ["nothing", "stunned", "wounded", "wounded", "eliminated", "eliminated"]),
    ],
)
def test_effects_of_shots(target, effects):
    table = make.catalogue().tables[f"tir-sur-{target}"]
    assert [table.row(successes).card.en for successes in range(6)] == effects


@pytest.mark.parametrize(("ahead", "difference", "wins"), [(2, 2, True), (1, 1, True), (0, 1, True), (-3, 3, False)])
def test_the_attacker_wins_a_tied_melee_by_one(ahead, difference, wins):
    assert (Lead(ahead).difference, Lead(ahead).is_the_attackers) == (difference, wins)


def test_outcomes_of_melees():
    table = make.catalogue().tables["effet-corps-a-corps"]
    assert [table.row(n).slug for n in range(1, 5)] == ["ecart-1", "ecart-1", "ecart-3", "ecart-3"]


def has_fallen(dice, fewer=0):
    """Whether dice of a fighter with C 4 mean a fall."""
    rule = make.catalogue().play.rules["fall"]
    roll = fall_roll(Row(0, "Falls"), 4, rule, [Modifier(-fewer, "Wounded", rule.cite)])
    return roll.read(Typed(dice)).lines[0].text == "Falls"


@pytest.mark.parametrize(("dice", "falls"), [([3, 3], True), ([3, 4], False), ([4, 3], False), ([4, 4], False)])
def test_a_fall_needs_both_dice_below_c(dice, falls):
    assert has_fallen(dice) is falls


@pytest.mark.parametrize(("die", "falls"), [(3, True), (4, False)])
def test_the_one_die_of_the_wounded_alone_is_compared_with_c(die, falls):
    assert has_fallen([die], fewer=1) is falls


def rows(slug):
    """What every total of a dice table leads to."""
    table = make.catalogue().tables[slug]
    number, sides = map(int, table.dice.split("D"))
    return [table.row(total).slug for total in range(number, number * sides + 1)]


def test_resources():
    assert rows("ressources") == [
        "vide", "vide", "munition-neuve", "amphetamine-ou-robot", "armure-ou-bouclier", "piege-ou-trousse",
    ]  # fmt: skip
    assert rows("amphetamine-ou-robot") == ["amphetamine"] * 4 + ["mise-en-service"] * 2
    assert rows("armure-ou-bouclier") == ["armure"] * 4 + ["bouclier"] * 2
    assert rows("piege-ou-trousse") == ["piege"] * 2 + ["trousse-de-soin"] * 4


def test_who_enters():
    assert rows("entree-des-pnj") == [
        *["personne"] * 4, "humains-infectes", "humains-infectes", "chiens-infectes", "un-robot-domestique",
        "un-robot-de-chantier", "robots-militaires", "robots-militaires",
    ]  # fmt: skip
    entering = make.catalogue().tables["entree-des-pnj"].rows
    in_numbers = [entering[slug] for slug in ("humains-infectes", "chiens-infectes", "robots-militaires")]
    assert {row.figures["number"] for row in in_numbers} == {"1D3"}


@pytest.mark.parametrize("markers", [1, 2, 3, 4])
def test_the_infection_table_counts_the_die_alone(markers):
    lost_from = {"infection-1": 4, "infection-2": 3, "infection-3": 2, "infection-4": 1}
    table = make.catalogue().tables["infection"]
    for die in range(1, 7):
        assert (markers >= lost_from[table.row(die).slug]) == (die + markers >= 5)


def test_the_steps_of_an_npc_lead_to_steps():
    rows = [row.figures for row in make.catalogue().tables["actions-des-pnj"].rows.values()]
    steps = {row["step"] for row in rows} | {None}
    assert [row["step"] for row in rows if row["yes"] not in steps or row["no"] not in steps] == []


def test_the_bestiary():
    beasts = make.catalogue().tables["bestiaire"].rows
    printed = {
        "humain-infecte": (10, "-", 5, 1),
        "chien-infecte": (15, "-", 5, 1),
        "robot-domestique": (15, 4, 4, 1),
        "robot-de-chantier": (15, "-", 4, 2),
        "robot-militaire": (15, 4, 4, 1),
    }
    names = ("move", "T", "C", "melee")
    assert {slug: tuple(beasts[slug].figures[name] for name in names) for slug in printed} == printed


def test_the_robots_rifle_is_the_one_of_the_arsenal():
    """Its bands in the bestiary (p. 11) are those of the assault rifle."""
    rifle = make.catalogue().weapons[make.catalogue().tables["bestiaire"].rows["robot-militaire"].figures["gun"]].ranged
    bands = [(band.start, band.end, band.dice) for band in (rifle.normal, rifle.long)]
    assert bands == [(0, 30, 3), (30, 50, 1)]
