"""Weapons: the four periods, own weapons, unarmed figures."""

import pytest

from tests.rules.chain_reaction import make

FIGURES = {  # range, class, impact (and blast), as the compendium prints them
    "generic": {
        "fusil-anti-char": (96, 1, 4),
        "fusil-d-assaut": (48, 3, 3),
        "fusil-de-chasse-a-pompe": (12, 3, 2),
        "fusil-semi-automatique": (48, 2, 3),
        "fusil-simple-action": (48, 1, 3),
        "grenade": (6, None, 2, 5),
        "lance-grenades": (24, None, 2, 5),
        "lance-roquettes": (48, None, 5, 5),
        "mitrailleuse-legere": (48, 4, 3),
        "pistolet-automatique": (12, 2, 1),
        "pistolet-mitrailleur-machine-pistol": (12, 3, 1),
        "pistolet-mitrailleur-submachine-gun": (24, 3, 1),
        "revolver": (12, 2, 2),
        "arme-de-corps-a-corps-improvisee-a-une-main": (None, 1, 1),
        "arme-de-corps-a-corps-improvisee-a-deux-mains": (None, 1, 2),
    },
    "black-powder": {
        "pistolet": (10, 1, 1),
        "carabine-trapdor": (14, 1, 1),
        "mousquet": (20, 1, 2),
        "fusil": (30, 1, 2),
        "epee": (None, 1, 1),
        "baionnette": (None, 1, 2),
        "arc": (20, 2, 1),
        "tomahawk-couteau": (4, 1, 2),
        "lance": (None, 1, 3),
    },
    "old-west": {
        "derringer": (4, 1, 1),
        "pistolet": (10, 2, 1),
        "carabine-a-repetition": (14, 2, 1),
        "carabine-trapdor": (14, 1, 1),
        "fusil": (30, 1, 2),
        "fusil-a-bison": (30, 1, 2),
        "fusil-a-canon-scie": (12, 2, 3),
        "fusil-de-chasse": (14, 2, 3),
        "arc": (20, 2, 1),
        "tomahawk-couteau": (4, 1, 2),
        "lance": (None, 1, 3),
    },
    "prohibition": {
        "revolver": (12, 1, 2),
        "pistolet-automatique": (12, 2, 2),
        "fusil-a-pompe": (12, 2, 3),
        "mitraillette": (24, 3, 4),
        "arme-de-corps-a-corps": (None, None, 2),
    },
}

PERIODS = list(FIGURES)


def armed(*weapons, **head):
    """What a group breaks in which one has these weapons, and everybody else a club."""
    clubs = (make.weapon("arme-de-corps-a-corps-improvisee-a-deux-mains"),)
    others = [make.npc(weapons=clubs)] * 4
    return make.broken(make.group(*others, make.npc(weapons=weapons), star=make.star(weapons=clubs), **head))


def items(period):
    return list(make.BOOK.tables[f"weapons-{period}"].rows)


@pytest.mark.parametrize("period", PERIODS)
def test_the_figures_of_every_weapon(period):
    rows = make.BOOK.tables[f"weapons-{period}"].rows
    figures = {
        slug: tuple(rows[slug].figures[key] for key in ("range", "rate", "impact", "blast")) for slug in FIGURES[period]
    }
    assert figures == {slug: (*printed, None)[:4] for slug, printed in FIGURES[period].items()}


def test_the_figures_of_mortars_and_their_crews():
    mortars = {slug: tuple(row.figures.values()) for slug, row in make.BOOK.tables["mortars"].rows.items()}
    printed = {"petit-mortier": (10, 3, 2), "gros-mortier": (15, 3, 3), "enorme-mortier": (20, 5, 3)}
    assert printed.items() <= mortars.items()
    assert {tuple(row.figures.values()) for row in make.BOOK.tables["mortar-crews"].rows.values()} >= {
        ("petit-mortier", 2, 1, True, None),
        ("petit-mortier", 1, 2, True, 8),
        ("gros-mortier", 3, 1, True, 8),
        ("gros-mortier", 2, 1, False, None),
        ("gros-mortier", 1, 2, False, None),
        ("enorme-mortier", 3, 1, False, None),
        ("enorme-mortier", 2, 2, False, None),
        ("enorme-mortier", 1, None, False, None),
    }


@pytest.mark.parametrize("period", PERIODS)
def test_every_weapon_of_a_period_may_be_taken_in_it(period):
    assert [item for item in items(period) if armed(make.weapon(item, period), period=period)] == []


@pytest.mark.parametrize("item", [item for item in FIGURES["generic"] if item.startswith(("arme", "grenade"))])
@pytest.mark.parametrize("period", PERIODS)
def test_generic_weapons_that_are_no_firearms_suit_every_period(period, item):
    assert armed(make.weapon(item), period=period) == []


@pytest.mark.parametrize("item", [item for item in FIGURES["generic"] if not item.startswith(("arme", "grenade"))])
def test_generic_firearms_are_pointed_out_in_another_period(item):
    assert armed(make.weapon(item)) == []
    assert armed(make.weapon(item), period="old-west") == ["cr.period-mix"]


def test_weapons_of_another_period_are_named_once():
    weapons = (make.weapon("fusil-d-assaut"), make.weapon("lance", "black-powder"), make.weapon("arc", "old-west"))
    group = make.group(make.npc(weapons=weapons), period="old-west")
    assert make.messages(group)["cr.period-mix"] == ("Out of period (Old West): Assault rifle, Lance.")


@pytest.mark.parametrize("period", ["modern", "wild-west"])
def test_an_unknown_period(period):
    assert make.found(make.group(period=period)) == [("cr.period-unknown", None)]


@pytest.mark.parametrize(
    ("item", "period"), [("laser", "generic"), ("mousquet", "old-west"), ("revolver", "old-west"), ("revolver", "moon")]
)
def test_a_weapon_that_its_period_has_not(item, period):
    assert armed(make.weapon(item, period), period="old-west") == ["cr.weapon-unknown"]


def test_weapons_of_another_period_are_pointed_out():
    lance = make.weapon("lance", "black-powder")
    assert armed(lance, period="black-powder") == []
    assert armed(lance, period="prohibition") == ["cr.period-mix"]
    assert make.found(make.alone(weapons=(lance,))) == [("cr.period-mix", None)]


def test_own_weapons_are_legal_and_pointed_out():
    assert armed(make.own()) == ["cr.custom-weapon"]


@pytest.mark.parametrize(
    "figures", [{"impact": 0}, {"range": None}, {"rate": None}, {"range": 1}, {"rate": 1}, {"impact": 10**3999}]
)
def test_figures_of_own_weapons(figures):
    assert armed(make.own(**figures)) == ["cr.custom-weapon"]


@pytest.mark.parametrize(
    "figures",
    [{"name": ""}, {"name": "  "}, {"impact": None}, {"impact": -1}, {"range": 0}, {"range": -4}, {"rate": 0}],
)
def test_figures_that_cannot_be(figures):
    assert armed(make.own(**figures)) == ["cr.custom-weapon", "cr.weapon-custom"]


def test_a_human_without_a_weapon():
    assert make.found(make.alone(weapons=())) == [("cr.unarmed", 5)]
    assert make.broken(make.group(star=make.star(weapons=()))) == ["cr.unarmed"]


def test_dogs_need_no_weapon():
    assert make.broken(make.alone(figure="pet-dog", rep=3, weapons=())) == ["cr.dog-slot"]


@pytest.mark.parametrize(("kind", "rep"), [("attack-dog", 4), ("pet-dog", 3), ("zombie", 4)])
@pytest.mark.parametrize("weapon", [make.weapon("fusil-d-assaut"), make.weapon("laser"), make.own()])
def test_dogs_and_zombies_have_no_use_for_weapons(kind, rep, weapon):
    assert "cr.natural-weapon" not in make.broken(make.alone(figure=kind, rep=rep, weapons=()))
    assert ("cr.natural-weapon", 5) in make.found(make.alone(figure=kind, rep=rep, weapons=(weapon,)))


def test_what_a_dog_has_no_use_for_is_named():
    dog = make.alone(figure="attack-dog", weapons=(make.weapon("revolver"), make.weapon("revolver"), make.own()))
    assert make.messages(dog)["cr.natural-weapon"] == "Attack dog: can’t use its weapons (Revolver, Sarbacane)."


def test_there_is_no_limit_on_weapons():
    assert armed(*[make.weapon("grenade")] * 40) == []


def test_a_weapon_that_this_edition_has_retired():
    group = make.alone(weapons=(make.weapon("revolver"), make.own()))
    assert make.broken(group) == ["cr.custom-weapon"]
    assert make.broken_without(group, "revolver") == ["cr.custom-weapon", "cr.weapon-unknown"]


def test_own_weapons_are_named():
    weapons = (make.own(), make.own(name=" "), make.own(name="Fronde", impact=-1), make.weapon("revolver"))
    assert make.messages(make.alone(weapons=weapons)) == {
        "cr.custom-weapon": "Custom: Sarbacane, ?, Fronde.",
        "cr.weapon-custom": "Custom weapons with no name or impossible stats: ?, Fronde.",
    }
