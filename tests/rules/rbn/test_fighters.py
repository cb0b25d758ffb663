"""Characteristics, equipment and abilities of fighters: each rule on both sides of its edge."""

import pytest

from tests import make


def fielding(*weapons, faction="cultistes", **fields):
    """What a convoy with this fighter at its end breaks."""
    return make.broken(make.convoy(make.fighter(*weapons, **fields), faction=faction))


@pytest.mark.parametrize("t", ["-", 5, 4, 3])
@pytest.mark.parametrize("c", [5, 4, 3])
def test_characteristics_of_the_table(t, c):
    assert fielding(T=t, C=c) == []


@pytest.mark.parametrize(
    ("t", "c"), [(2, 5), (6, 5), (0, 5), ("5", 5), ("", 5), ("x", 5), (-4, 5), (4, 2), (4, 6), (4, 0), (4, -5), (9, 9)]
)
def test_characteristics_outside_the_table(t, c):
    assert fielding(T=t, C=c) == ["rbn.bad-stats"]


EQUIPMENT = {
    "armure": "cultistes",
    "banniere": "cultistes",
    "bouclier": "cultistes",
    "corps-gigantesque": "mutants",
    "filet-de-capture": "cultistes",
    "grappin": "cultistes",
    "reacteur": "robots",
}
ABILITIES = {
    "ambidextre": "cultistes",
    "bond": "mutants",
    "cavalier": "cultistes",
    "combattant-emerite": "cultistes",
    "fils-des-sables": "cultistes",
    "mecanicien": "cultistes",
    "pilote-emerite": "cultistes",
    "soigneur": "cultistes",
}


@pytest.mark.parametrize(("slug", "faction"), EQUIPMENT.items())
def test_equipment_of_the_list(slug, faction):
    assert fielding(equipment=slug, faction=faction) == []


@pytest.mark.parametrize("slug", ["enfant", "balles-non-letales", "munition-incendiaire", "fusil", "chef", "jumelles"])
def test_equipment_outside_the_list(slug):
    assert fielding(equipment=slug) == ["rbn.unknown-equipment"]


@pytest.mark.parametrize(("slug", "faction"), ABILITIES.items())
def test_abilities_of_the_list(slug, faction):
    warned = ["rbn.ambidextre"] if slug == "ambidextre" else []
    assert fielding(abilities=slug, faction=faction) == warned


@pytest.mark.parametrize("slug", ["eclaireur", "armure", "tireur-d-elite"])
def test_abilities_outside_the_list(slug):
    assert fielding(abilities=slug) == ["rbn.unknown-ability"]


@pytest.mark.parametrize(("slug", "faction"), EQUIPMENT.items())
def test_equipment_is_taken_once_but_for_nets(slug, faction):
    doubled = [] if slug == "filet-de-capture" else ["rbn.dup-equipment"]
    assert fielding(equipment=[slug, slug], faction=faction) == doubled


@pytest.mark.parametrize(("slug", "faction"), (ABILITIES | {"chef": "cultistes"}).items())
def test_abilities_are_taken_once(slug, faction):
    """Somebody who is the chief twice over is still one chief."""
    warned = ["rbn.ambidextre"] if slug == "ambidextre" else []
    fighters = [make.fighter(abilities=[slug, slug]), make.fighter(abilities=[] if slug == "chef" else "chef")]
    convoy = make.convoy(faction=faction, units=fighters, scenario="selection-naturelle", budget=150)
    assert make.broken(convoy) == [*warned, "rbn.dup-ability"]


OPENINGS = [
    ("banniere", "rbn.banner-faction", {"cultistes"}),
    ("reacteur", "rbn.reactor-faction", {"robots"}),
    ("corps-gigantesque", "rbn.giant-faction", {"mutants", "robots", "mercenaires"}),
]
FACTIONS = ["cultistes", "mutants", "esclavagistes", "survivants", "robots", "mercenaires"]


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize(("slug", "rule", "open_to"), OPENINGS)
def test_some_equipment_is_for_some_factions(slug, rule, open_to, faction):
    assert fielding(equipment=slug, faction=faction) == ([] if faction in open_to else [rule])


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_leap_is_for_mutants_and_animals(faction):
    assert fielding(abilities="bond", faction=faction) == ([] if faction == "mutants" else ["rbn.bond-faction"])
    assert fielding(abilities=["animal", "bond"], faction=faction) == []


@pytest.mark.parametrize("faction", FACTIONS)
def test_any_animal_may_be_a_giant(faction):
    assert fielding(abilities="animal", equipment="corps-gigantesque", faction=faction) == []


def test_a_borrowed_trait_opens_nothing_else():
    traits = make.choices("mutants", "mutants", "robots")
    rides = make.vehicle("moyen", "intelligence-artificielle", count=3)
    jumper = make.fighter(abilities=["chef", "bond"], equipment="reacteur")
    convoy = make.convoy(faction="mercenaires", traits=traits, units=[jumper, rides])
    assert make.broken(convoy) == ["rbn.bond-faction", "rbn.reactor-faction"]


def test_the_slaves_of_the_arenas_may_be_giants_and_nobody_else_of_theirs():
    arenas = {"faction": "esclavagistes", "subfaction": "seigneurs-des-arenes"}
    giant = {"equipment": ["corps-gigantesque", "armure"]}
    assert make.broken(make.convoy(make.fighter(slave=True, **giant), **arenas)) == []
    assert make.broken(make.convoy(make.fighter(**giant), **arenas)) == ["rbn.giant-faction"]
    assert make.broken(make.convoy(make.fighter(slave=True, **giant), faction="esclavagistes")) == ["rbn.giant-faction"]
    elsewhere = make.convoy(
        make.fighter(slave=True, **giant), faction="cultistes", subfaction="devoreurs-des-derniers-jours"
    )
    assert make.broken(elsewhere) == ["rbn.giant-faction", "rbn.slaves-not-allowed"]


def test_a_rider_is_no_giant():
    assert fielding(abilities="cavalier", faction="mutants") == []
    assert fielding(abilities="cavalier", equipment="corps-gigantesque", faction="mutants") == ["rbn.cavalier-giant"]


@pytest.mark.parametrize("weapon", ["fusil", "grenade", "matraque", "lance", "epee"])
def test_an_animal_only_bites(weapon):
    assert fielding("crocs-et-griffes", "crocs-et-griffes", abilities="animal") == []
    shooting = ["rbn.ranged-without-t"] if weapon in ("fusil", "grenade") else []
    assert fielding(weapon, abilities="animal") == ["rbn.animal-weapon", *shooting]


@pytest.mark.parametrize("slug", ["armure", "bouclier", "grappin", "filet-de-capture", "banniere"])
def test_an_animal_carries_nothing(slug):
    assert fielding(abilities="animal", equipment="corps-gigantesque") == []
    assert fielding(abilities="animal", equipment=slug) == ["rbn.animal-equipment"]


@pytest.mark.parametrize("slug", ["cavalier", "combattant-emerite", "mecanicien", "soigneur", "pilote-emerite"])
def test_an_animal_learns_little(slug):
    assert fielding(abilities=["animal", "fils-des-sables", "bond"]) == []
    assert fielding(abilities=["animal", slug]) == ["rbn.animal-ability"]


def test_an_animal_is_no_chief():
    units = [make.fighter(abilities=["animal", "chef"]), make.fighter(count=2), make.vehicle("lourd", count=2)]
    assert make.broken(make.convoy(units=units)) == ["rbn.animal-ability"]


@pytest.mark.parametrize(("t", "ids"), [("-", []), (5, ["rbn.animal-t"]), (4, ["rbn.animal-t"]), (3, ["rbn.animal-t"])])
def test_an_animal_pays_for_t_in_vain(t, ids):
    assert fielding("crocs-et-griffes", T=t, abilities="animal") == ids


@pytest.mark.parametrize(
    ("weapons", "ids"),
    [
        ([], ["rbn.ambidextre"]),
        (["epee"], ["rbn.ambidextre"]),
        (["epee", "epee"], []),
        (["epee", "matraque"], []),
        (["matraque", "crocs-et-griffes"], []),
        (["matraque", "batte"], ["rbn.ambidextre"]),
        (["matraque", "lance"], ["rbn.ambidextre"]),
        (["epee", "tronconneuse"], ["rbn.ambidextre"]),
        (["epee", "hache-a-deux-mains"], ["rbn.ambidextre"]),
    ],
)
def test_ambidexterity_needs_two_one_handed_weapons(weapons, ids):
    assert fielding(*weapons, abilities="ambidextre") == ids


@pytest.mark.parametrize(
    ("weapons", "ids"),
    [(["batte", "tronconneuse"], []), (["hache-a-deux-mains", "lance"], []), (["batte"], ["rbn.ambidextre"])],
)
def test_every_melee_weapon_is_one_handed_for_a_giant(weapons, ids):
    giant = {"faction": "mutants", "abilities": "ambidextre", "equipment": "corps-gigantesque"}
    assert fielding(*weapons, T=5, **giant) == ids


def test_guns_are_no_melee_weapons_for_the_ambidextrous():
    assert fielding("epee", "pistolet", T=5, abilities="ambidextre") == ["rbn.ambidextre"]


def test_a_rider_is_an_ace_driver_in_vain():
    assert fielding(abilities="pilote-emerite") == []
    assert fielding(abilities=["cavalier", "pilote-emerite"]) == ["rbn.cavalier-pilot"]


@pytest.mark.parametrize(
    ("vehicle", "ids"),
    [
        (make.vehicle("leger", count=5), ["rbn.giant-no-seat"]),
        (make.vehicle("leger", "tout-terrain", count=5), ["rbn.giant-no-seat"]),
        (make.vehicle("moyen", count=4), []),
        (make.vehicle("moyen", "structure-allegee", count=5), []),
        (make.vehicle("lourd", count=2), []),
    ],
)
def test_a_giant_needs_a_vehicle_with_three_seats(vehicle, ids):
    giant, people = make.fighter(abilities="chef", equipment="corps-gigantesque"), make.fighter(count=4)
    assert make.broken(make.convoy(faction="mutants", units=[giant, people, vehicle])) == ids


def test_a_giant_of_a_convoy_on_foot_needs_no_seat():
    giant = make.fighter(abilities="chef", equipment="corps-gigantesque")
    on_foot = {"faction": "mutants", "scenario": "selection-naturelle", "budget": 150}
    assert make.broken(make.convoy(units=[giant], **on_foot)) == []


def test_a_sidecar_seats_a_giant_unless_it_flies():
    sons = {"faction": "mercenaires", "subfaction": "sons-of-apocalypse", "exotic": True}
    giant = make.fighter(equipment="corps-gigantesque")
    assert make.broken(make.convoy(giant, make.vehicle("sidecar"), **sons)) == ["rbn.sidecar-price"]
    flying = make.vehicle("sidecar", flying=True)
    assert make.broken(make.convoy(giant, flying, **sons)) == ["rbn.giant-no-seat", "rbn.sidecar-price"]


def test_a_banner_needs_somebody_to_see_it():
    bearer = make.fighter(abilities="chef", equipment="banniere")
    on_foot = {"scenario": "selection-naturelle", "budget": 150}
    assert make.broken(make.convoy(units=[bearer], **on_foot)) == ["rbn.banner-alone"]
    assert make.broken(make.convoy(units=[bearer, make.fighter()], **on_foot)) == []
