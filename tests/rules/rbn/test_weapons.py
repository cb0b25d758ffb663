"""Arsenals: known weapons, weapon places, what some weapons need, and rounds."""

import pytest

from tests import make
from tests.rules.rbn.test_fighters import fielding

RANGED = [
    "arbalete", "arc", "cocktail-molotov", "boomerang-tranchant", "fusil", "fusil-de-chasse", "fusil-d-assaut",
    "fusil-de-sniper", "grenade", "lance-explosive", "lance-flammes", "lance-roquettes", "mitrailleuse",
    "pistolet-mitrailleur", "pistolet", "taser",
]  # fmt: skip
MELEE = ["batte", "crocs-et-griffes", "epee", "hache-a-deux-mains", "lance", "tronconneuse", "matraque"]
CUMBERSOME = ["fusil-de-sniper", "mitrailleuse", "batte", "hache-a-deux-mains", "lance", "tronconneuse"]


@pytest.mark.parametrize("slug", [*RANGED, *MELEE])
def test_weapons_of_the_arsenals(slug):
    assert fielding(slug, T=5) == []


@pytest.mark.parametrize(
    "slug", ["arme-de-jet", "machoire", "canon-a-chevrotine", "mitrailleuse-fixe", "bazooka", "armure"]
)
def test_weapons_outside_the_arsenals(slug):
    assert fielding(slug, T=5) == ["rbn.unknown-weapon"]


@pytest.mark.parametrize("slug", [*RANGED, *MELEE])
def test_three_places_and_cumbersome_weapons_take_two(slug):
    taken = 2 if slug in CUMBERSOME else 1
    clubs = ["matraque"] * (3 - taken)
    assert fielding(slug, *clubs, T=5) == []
    assert fielding(slug, *clubs, "matraque", T=5) == ["rbn.weapon-places"]


@pytest.mark.parametrize(
    ("slug", "faction"), [("bouclier", "cultistes"), ("filet-de-capture", "cultistes"), ("reacteur", "robots")]
)
def test_shields_nets_and_jet_packs_take_a_place(slug, faction):
    assert fielding("epee", "matraque", equipment=slug, faction=faction) == []
    assert fielding("epee", "batte", equipment=slug, faction=faction) == ["rbn.weapon-places"]


def test_nets_repeat_while_places_last():
    net = "filet-de-capture"
    assert fielding(equipment=[net, net, net]) == []
    assert fielding(equipment=[net, net, net, net]) == ["rbn.weapon-places"]


@pytest.mark.parametrize(
    ("slug", "faction"), [("armure", "cultistes"), ("banniere", "cultistes"), ("grappin", "cultistes")]
)
def test_other_equipment_takes_none(slug, faction):
    assert fielding("epee", "batte", equipment=slug, faction=faction) == []


def test_nothing_is_cumbersome_for_a_giant():
    giant = {"equipment": "corps-gigantesque", "faction": "mutants", "T": 5}
    assert fielding("batte", "tronconneuse", "hache-a-deux-mains", **giant) == []
    assert fielding("batte", "tronconneuse", "hache-a-deux-mains", "matraque", **giant) == ["rbn.weapon-places"]
    shielded = giant | {"equipment": ["corps-gigantesque", "bouclier"]}
    assert fielding("batte", "tronconneuse", **shielded) == []
    assert fielding("batte", "tronconneuse", "matraque", **shielded) == ["rbn.weapon-places"]


def test_a_giant_bat_needs_a_giant():
    assert fielding("batte-geante", equipment="corps-gigantesque", faction="mutants") == []
    assert fielding("batte-geante", faction="mutants") == ["rbn.giant-bat-not-giant"]


@pytest.mark.parametrize("slug", RANGED)
def test_a_gun_without_t_is_a_warning(slug):
    assert fielding(slug, T=5) == []
    assert fielding(slug, T="-") == ["rbn.ranged-without-t"]


@pytest.mark.parametrize("slug", MELEE)
def test_a_spear_or_another_melee_weapon_needs_no_t(slug):
    assert fielding(slug, T="-") == []


def test_t_without_a_gun_is_no_fault():
    assert fielding("epee", T=3) == []


LETHAL = {"pistolet", "fusil", "fusil-de-chasse"}
FIREARMS = LETHAL | {"fusil-d-assaut", "fusil-de-sniper", "pistolet-mitrailleur", "mitrailleuse"}
ROUNDS = {
    "balles-non-letales": LETHAL,
    "munition-incendiaire": FIREARMS,
    "munition-assommante": FIREARMS - {"fusil-de-sniper", "mitrailleuse"},
}


@pytest.mark.parametrize("slug", [*RANGED, *MELEE])
@pytest.mark.parametrize("rounds", ROUNDS)
def test_rounds_fit_their_weapons(rounds, slug):
    convoy = make.convoy(make.fighter(make.weapon(slug, rounds), T=5), exotic=True)
    assert make.broken(convoy) == ([] if slug in ROUNDS[rounds] else ["rbn.ammo-not-allowed"])


@pytest.mark.parametrize("rounds", ["poison", "carnage", "armure"])
def test_other_rounds_fit_nothing(rounds):
    assert fielding(make.weapon("fusil", rounds), T=5) == ["rbn.ammo-not-allowed"]


@pytest.mark.parametrize(
    "gun", ["canon-a-chevrotine", "mitrailleuse-fixe", "mitrailleuse-sur-pivot", "lance-roquettes", "belier"]
)
@pytest.mark.parametrize("rounds", ROUNDS)
def test_rounds_fit_their_vehicle_guns(rounds, gun):
    truck = make.vehicle("moyen", make.option(gun, rounds))
    burning = rounds == "munition-incendiaire" and gun in (
        "canon-a-chevrotine",
        "mitrailleuse-fixe",
        "mitrailleuse-sur-pivot",
    )
    assert make.broken(make.convoy(make.fighter(), truck, exotic=True)) == ([] if burning else ["rbn.ammo-not-allowed"])


def test_rounds_are_bought_once_for_a_weapon():
    rounds = "balles-non-letales"
    assert fielding(make.weapon("fusil", rounds), make.weapon("fusil", rounds), T=5) == []
    assert fielding(make.weapon("fusil", rounds, rounds), T=5) == ["rbn.dup-ammo"]
    fire = make.vehicle("moyen", make.option("mitrailleuse-fixe", "munition-incendiaire", "munition-incendiaire"))
    assert make.broken(make.convoy(make.fighter(), fire, exotic=True)) == ["rbn.dup-ammo"]


def test_different_rounds_go_together():
    rifle = make.weapon("fusil", "balles-non-letales", "munition-incendiaire", "munition-assommante")
    assert make.broken(make.convoy(make.fighter(rifle, T=5), exotic=True)) == []


def test_messages_count_the_places():
    convoy = make.convoy(make.fighter("batte", "batte"))
    assert make.messages(convoy) == {"rbn.weapon-places": "Weapon slots used: 4 of 3."}


def test_rockets_are_not_counted_where_no_budget_is_agreed():
    armed = make.fighter("lance-roquettes", "lance-roquettes", T=5)
    assert "rbn.too-many-rockets" in make.broken(make.convoy(armed, armed, budget=300))
    assert "rbn.too-many-rockets" not in make.broken(make.convoy(armed, armed, budget=None))
