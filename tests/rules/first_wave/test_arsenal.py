"""Arsenals: figures and prices, weapon places, T, rounds, and the price that no book prints."""

import pytest

from tests.rules.first_wave import make
from tests.rules.first_wave.make import fielding

RANGED = {  # points, normal band, long band, rounds
    "arme-de-jet": (2, (0, 15, 0), None, "poison carnage etourdissante incendiaire"),
    "arbalete": (5, (0, 15, 1), (15, 30, 0), "poison"),
    "arc": (3, (0, 40, 0), None, "poison incendiaire"),
    "fusil": (11, (0, 30, 2), (30, 60, 1), "assommante carnage etourdissante"),
    "fusil-de-chasse": (12, (0, 10, 3), (10, 20, 1), "assommante carnage etourdissante"),
    "fusil-d-assaut": (16, (0, 30, 3), (30, 50, 1), "carnage"),
    "fusil-de-sniper": (17, (0, 30, 1), (30, 80, 3), "poison carnage"),
    "grenade": (3, (0, 15, 2), None, "incendiaire poison carnage etourdissante fumigene"),
    "lance": (2, (0, 15, 1), None, "poison incendiaire"),
    "pistolet-mitrailleur": (14, (0, 20, 3), (20, 30, 1), "carnage"),
    "pistolet": (5, (0, 10, 2), (10, 20, 1), "assommante poison carnage etourdissante"),
}
MELEE = {  # points, dice
    "lance": (2, 1),
    "batte": (5, 1),
    "machoire": (3, 1),
    "epee": (8, 1),
    "hache-a-deux-mains": (5, 2),
    "tronconneuse": (10, 3),
    "matraque": (2, 1),
}
PRINTED = {"batte", "machoire", "epee", "hache-a-deux-mains", "matraque"}
CUMBERSOME = {"fusil-de-sniper", "batte", "hache-a-deux-mains", "lance", "tronconneuse"}
ROUNDS = {"assommante": 3, "incendiaire": 2, "poison": 5, "carnage": 5, "etourdissante": 3, "fumigene": 2}
UNPRICED = {"arme-de-jet": ["fw.arme-de-jet-price"]}  # what a weapon breaks all by itself


def figures(band):
    return band and (band.start, band.end, band.dice)


@pytest.mark.parametrize(("slug", "row"), RANGED.items())
def test_a_ranged_weapon_is_as_in_the_table(slug, row):
    item = make.catalogue().weapons[slug]
    printed = (item.cost, figures(item.ranged.normal), figures(item.ranged.long), item.ammunition)
    assert printed == (*row[:3], frozenset(row[3].split()))


@pytest.mark.parametrize(("slug", "row"), MELEE.items())
def test_a_melee_weapon_is_as_in_the_table(slug, row):
    item = make.catalogue().weapons[slug]
    assert (item.cost, item.melee) == row


@pytest.mark.parametrize("slug", [*RANGED, *MELEE])
def test_weapons_of_the_arsenals(slug):
    assert fielding(slug, T=5) == UNPRICED.get(slug, [])
    assert make.catalogue().weapons[slug].printed == (slug in PRINTED)


@pytest.mark.parametrize("slug", ["mitrailleuse", "lance-flammes", "crocs-et-griffes", "taser", "armure", "x" * 100])
def test_weapons_outside_the_arsenals(slug):
    assert fielding(slug, T=5) == ["fw.unknown-weapon"]


@pytest.mark.parametrize("slug", sorted((set(RANGED) | set(MELEE)) - {"arme-de-jet"}))
def test_three_places_and_cumbersome_weapons_take_two(slug):
    clubs = ["matraque"] * (1 if slug in CUMBERSOME else 2)
    assert fielding(slug, *clubs, T=5) == []
    assert fielding(slug, *clubs, "matraque", T=5) == ["fw.weapon-places"]


def test_a_shield_takes_two_places():
    assert fielding("matraque", equipment="bouclier") == []
    assert fielding("matraque", "matraque", equipment="bouclier") == ["fw.weapon-places"]


@pytest.mark.parametrize("slug", ["armure", "grappin", "enfant"])
def test_other_equipment_takes_none(slug):
    assert fielding("matraque", "matraque", "matraque", equipment=slug) == []


@pytest.mark.parametrize("slug", sorted(set(RANGED) - {"lance"}))
def test_a_gun_without_t_is_a_warning(slug):
    assert fielding(slug, T=5) == UNPRICED.get(slug, [])
    assert fielding(slug, T="-") == sorted([*UNPRICED.get(slug, []), "fw.ranged-without-t"])


def test_a_spear_needs_no_t():
    assert fielding("lance", T="-") == []


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("slug", [*RANGED, "epee"])
def test_a_weapon_fires_the_rounds_of_its_row(slug, rounds):
    allowed = RANGED[slug][3].split() if slug in RANGED else []
    expected = [] if rounds in allowed else ["fw.ammo-not-allowed"]
    assert fielding(make.weapon(slug, rounds), T=5) == sorted([*UNPRICED.get(slug, []), *expected])


def test_rounds_of_no_book():
    assert fielding(make.weapon("fusil", "balles-non-letales"), T=5) == ["fw.ammo-not-allowed"]


def test_several_kinds_of_rounds_but_each_once():
    assert fielding(make.weapon("pistolet", "poison", "carnage", "assommante"), T=5) == []
    assert fielding(make.weapon("pistolet", "poison", "poison"), T=5) == ["fw.dup-ammo"]


@pytest.mark.parametrize(("slug", "points"), ROUNDS.items())
def test_rounds_are_charged_by_the_weapon(slug, points):
    plain, loaded = (
        make.judge(make.group(make.fighter(one, T=5))).total for one in ("grenade", make.weapon("grenade", slug))
    )
    assert loaded - plain == points


@pytest.mark.parametrize("price", [0, 5, 1000])
def test_the_price_of_thrown_weapons_is_agreed(price):
    group = make.group(make.fighter("arme-de-jet", "arme-de-jet", T=5), budget=5000, prices=(("arme-de-jet", price),))
    assert make.judge(group).total == 22 + 2 * price
    assert make.messages(group) == {
        "fw.arme-de-jet-price": f"No official price for Thrown weapon: {price}\xa0pts each here."
    }


def test_other_borrowed_prices_are_not_open():
    assert make.messages(make.group(make.fighter("fusil", T=5))) == {}
