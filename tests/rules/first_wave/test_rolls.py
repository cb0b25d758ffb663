"""Dice of First Wave: shots, melees, falls, and where every total of its tables leads."""

import pytest

from rules.games.first_wave import rolls
from rules.play.dice import Thrown, Typed
from tests.rules.first_wave import make


@pytest.mark.parametrize(
    ("dice", "need", "successes"), [((1, 2, 3), 4, 0), ((4, 5, 3), 4, 2), ((6, 6, 1), 4, 4), ((3, 6), 3, 3), ((), 4, 0)]
)
def test_successes_reach_the_value_and_a_six_is_two(dice, need, successes):
    assert rolls.SuccessRoll(dice, need).successes == successes


@pytest.mark.parametrize(("dice", "dry"), [((1, 4), False), ((1, 1, 4), True), ((1, 1, 6), False), ((1,), True)])
def test_more_ones_than_successes_run_dry(dice, dry):
    assert rolls.SuccessRoll(dice, 4).runs_dry is dry


@pytest.mark.parametrize(
    ("target", "effects"),
    [
        ("infecte", ["nothing", "disoriented", "immobilised", "immobilised", "eliminated", "eliminated"]),
        ("machine", ["nothing", "disoriented", "disoriented", "immobilised", "immobilised", "eliminated"]),
        ("survivant", ["nothing", "stunned", "wounded", "wounded", "eliminated", "eliminated"]),
    ],
)
def test_effects_of_shots(target, effects):
    pools = [rolls.SuccessRoll((4,) * n, 4) for n in range(6)]
    assert [rolls.effect(make.catalogue(), target, pool).card.en for pool in pools] == effects


@pytest.mark.parametrize(
    ("dice", "difference", "wins"),
    [([4, 4, 1, 1], 2, True), ([4, 1, 4, 1], 1, True), ([1, 1, 1, 1], 1, True), ([1, 1, 4, 6], 3, False)],
)
def test_the_attacker_wins_a_tied_melee_by_one(dice, difference, wins):
    melee = rolls.melee(Typed(dice), (2, 4), (2, 4))
    assert (melee.difference, melee.is_the_attackers) == (difference, wins)


def test_outcomes_of_melees():
    melees = [rolls.Melee(rolls.SuccessRoll((4,) * n, 4), rolls.SuccessRoll((), 4)) for n in range(5)]
    outcomes = [rolls.outcome(make.catalogue(), one).slug for one in melees]
    assert outcomes == ["ecart-1", "ecart-1", "ecart-1", "ecart-3", "ecart-3"]


@pytest.mark.parametrize(("dice", "falls"), [([3, 3], True), ([3, 4], False), ([4, 3], False), ([4, 4], False)])
def test_a_fall_needs_both_dice_below_c(dice, falls):
    assert rolls.fall_test(Typed(dice), 4).falls is falls


@pytest.mark.parametrize(("die", "falls"), [(3, True), (4, False)])
def test_the_one_die_of_the_wounded_alone_is_compared_with_c(die, falls):
    assert rolls.fall_test(Typed([die]), 4, wounded=True).falls is falls


def test_a_seed_gives_the_same_shot_again():
    assert rolls.shot(Thrown("camp"), 6, 4) == rolls.shot(Thrown("camp"), 6, 4)


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
