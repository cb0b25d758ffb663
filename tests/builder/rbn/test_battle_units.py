"""What is marked on the fighters and vehicles of a convoy in a battle, and what play knows of them."""

from dataclasses import replace

import pytest

from builder.battles.document import read, write
from tests import make
from tests.builder.rbn import played


def first(*units, **header):
    """The first unit of a convoy's side."""
    return played.side(*units, **header).units[0]


def markers(unit):
    return {one.key: one for one in unit.markers}


def test_a_fighter_has_wounds_states_and_what_its_round_counts():
    assert played.marker_keys(first(make.fighter())) == [
        *("wounds", "stunned", "on-fire", "melees", "infection"),
        *("actions", "lost-actions", "netted", "new-pilot"),
    ]


@pytest.mark.parametrize(("gear", "most", "free"), [((), 3, 0), (("armure",), 4, 1)])
def test_armour_brings_a_free_wound_and_the_last_one_ends(gear, most, free):
    wounds = markers(first(make.fighter(equipment=gear)))["wounds"]
    assert (wounds.most, wounds.free, wounds.ends, wounds.cite) == (most, free, True, "RBN v2, p. 19")


@pytest.mark.parametrize(
    ("weapon", "keys"),
    [
        ("pistolet", ["dry-pistolet"]),
        ("lance-roquettes", ["used-lance-roquettes"]),
        ("boomerang-tranchant", ["used-boomerang-tranchant"]),
        ("epee", []),
    ],
)
def test_a_weapon_runs_dry_or_is_used_up(weapon, keys):
    own = played.marker_keys(first(make.fighter(weapon, T=5)))
    assert [one for one in own if one.startswith(("dry", "used"))] == keys


def test_the_second_weapon_of_a_kind_has_a_marker_of_its_own():
    own = markers(first(make.fighter("pistolet", "pistolet", T=5)))
    labels = own["dry-pistolet"].label.en, own["dry-pistolet-2"].label.en
    assert labels == ("Pistol: out of ammo", "Pistol 2: out of ammo")


def test_the_children_of_the_13_never_run_dry_on_foot():
    child = first(make.fighter("pistolet", T=5, equipment="armure"), faction="enfants-du-13")
    assert "dry-pistolet" not in played.marker_keys(child)


def test_a_net_and_a_grapnel_are_used_once():
    own = played.marker_keys(first(make.fighter(equipment=("filet-de-capture", "grappin"))))
    assert {"used-filet-de-capture", "used-grappin"} <= {*own}


def test_a_vehicle_has_breakdowns_states_and_seats():
    assert played.marker_keys(first(make.vehicle("leger"))) == [
        *("breakdowns", "out-of-action", "destroyed", "immobilised", "slowed", "tested", "left"),
        *("seat-1", "seat-2"),
    ]


def test_what_flies_takes_no_off_road_test():
    own = played.marker_keys(first(make.vehicle("leger", flying=True)))
    assert not {"immobilised", "slowed", "tested"} & {*own}


def test_out_of_action_destroyed_and_off_the_table_end_a_vehicle():
    ends = [one.key for one in first(make.vehicle("leger")).markers if one.ends]
    assert ends == ["out-of-action", "destroyed", "left", "out", "fled"]


def test_guns_of_vehicles_run_dry_reload_or_are_used_up():
    truck = make.vehicle("lourd", "baliste-sur-pivot", "lance-roquettes", "mitrailleuse-fixe")
    own = played.marker_keys(first(truck, faction="survivants"))
    assert [one for one in own if one.startswith(("dry", "used", "reloading"))] == [
        *("dry-baliste-sur-pivot", "reloading-baliste-sur-pivot"),
        *("used-lance-roquettes", "dry-mitrailleuse-fixe"),
    ]


def test_the_seats_say_who_is_noted_on_them():
    car = make.vehicle("moyen", crew=[(1, 0, "driver"), (2, 1, "gunner")])
    unit = first(car, make.fighter(name="Maud"), make.fighter(name="Guard", count=2))
    seats = [one.text for one in unit.markers if one.key.startswith("seat")]
    known = {key: value for key, value in unit.facts.items() if key.startswith("seat-")}
    assert (seats, known) == (["Maud", "Guard 2", "", ""], {"seat-1": "1.0", "seat-2": "2.1"})


def test_each_copy_of_a_vehicle_has_its_own_driver():
    bikes = make.vehicle("leger", count=2, crew=[(1, 0, "driver"), (1, 1, "driver")])
    side = played.side(bikes, make.fighter(name="Rider", count=2))
    assert [unit.facts["seat-1"] for unit in side.units[:2]] == ["1.0", "1.1"]


def test_a_seat_says_its_words_until_others_are_marked():
    car = make.vehicle("moyen", crew=[(1, 0, "driver")])
    fight = played.battle(played.side(car, make.fighter(name="Maud")))
    assert fight.value("0/0.0/seat-1") == "Maud"
    assert read(write(fight)) == fight


def test_what_play_knows_of_a_fighter():
    chief = make.fighter("pistolet", T=4, C=3, equipment="armure", abilities="chef", force="attack")
    assert first(chief).facts == {
        "T": 4,
        "C": 3,
        "weapons": ("pistolet",),
        "equipment": ("armure",),
        "abilities": ("chef",),
        "force": "attack",
        "armour": 1,
        "chief": 1,
        "shoots": 1,
        "guns": 1,
    }


def test_every_son_of_apocalypse_is_an_ace_driver():
    son = first(make.fighter(), faction="mercenaires", subfaction="sons-of-apocalypse")
    assert son.facts["abilities"] == ("pilote-emerite",)


def test_what_play_knows_of_a_vehicle():
    light = first(make.vehicle("moyen", "structure-allegee", "belier"))
    assert light.facts == {
        "type": "moyen",
        "size": "moyen",
        "damage": "leger",
        "options": ("structure-allegee", "belier"),
        "seats": 4,
        "shooters": 2,
        "guns": 0,
        "force": "",
    }


@pytest.mark.parametrize(
    ("activity", "keys", "page"),
    [
        ("pillards", ["resources", "resources-enemy"], 27),
        ("archeologues", ["artefacts"], 27),
        ("marchands", ["exit"], 28),
        ("chasseurs", ["quarry"], 28),
    ],
)
def test_the_secondary_mission_is_counted(activity, keys, page):
    (side,) = played.battle(played.side(make.fighter(), faction="survivants", activity=activity)).sides
    assert [one.key for one in side.markers] == [*keys, "morale"]
    assert {one.cite for one in side.markers[:-1]} == {f"RBN v2, p. {page}"}


def test_a_scenario_without_secondary_missions_counts_none():
    own = played.side(make.fighter(), activity="pillards")
    (side,) = played.battle(own, scenario="la-source-du-mal").sides
    assert [one.key for one in side.markers] == ["morale"]


@pytest.mark.parametrize(("model", "cargo"), [("leger", False), ("moyen", True), ("lourd", True)])
def test_the_merchants_cargo_goes_on_a_medium_or_heavy_vehicle(model, cargo):
    (side,) = played.battle(played.side(make.vehicle(model), faction="survivants", activity="marchands")).sides
    assert ("cargo" in played.marker_keys(side.units[0])) is cargo


@pytest.mark.parametrize(
    ("scenario", "role", "marked"),
    [
        ("le-jour-du-grand-depart", "mandated", True),
        ("le-jour-du-grand-depart", "saboteur", False),
        ("embuscade", "mandated", False),
        (None, "mandated", False),
    ],
)
def test_vehicles_of_the_mandated_player_may_be_broken_down_whatever_the_list_was_built_for(scenario, role, marked):
    for header in ({}, {"scenario": "le-jour-du-grand-depart", "role": "mandated"}):
        own = replace(played.side(make.vehicle("leger"), make.fighter(), **header), role=role)
        (side,) = played.battle(own, scenario=scenario).sides
        assert ["broken-down" in played.marker_keys(one) for one in side.units] == [marked, False]


def test_a_scenario_that_is_changed_leaves_nothing_of_the_one_before():
    own = replace(played.side(make.vehicle("moyen"), faction="survivants", activity="marchands"), role="mandated")
    there = played.battle(own, scenario="le-jour-du-grand-depart").sides
    for scenario in (None, "la-source-du-mal", "le-jour-du-grand-depart"):
        assert played.battle(*there, scenario=scenario).sides == played.battle(own, scenario=scenario).sides


def test_a_vehicle_with_too_many_guns_for_its_markers_can_still_be_stored():
    truck = make.vehicle("lourd", *["mitrailleuse-fixe"] * 70)
    own = replace(played.side(truck, faction="survivants", activity="marchands"), role="mandated")
    fight = played.battle(own, scenario="le-jour-du-grand-depart")
    assert read(write(fight)) == fight
    assert [one.key for one in fight.sides[0].units[0].markers[-3:]] == ["activated", "out", "fled"]


def test_what_play_knows_of_a_convoy():
    units = make.fighter(abilities="mecanicien"), make.fighter(count=3, slave=True), make.vehicle("leger", count=2)
    known = played.side(*units, faction="esclavagistes", activity="marchands").facts
    assert known == {
        "faction": "esclavagistes",
        "subfaction": "",
        "activity": "marchands",
        "advantages": ("esclavagistes",),
        "drawbacks": ("esclavagistes",),
        "vehicles": 2,
        "fighters": 4,
        "slaves": 3,
        "fighter-points": 45,
        "mechanic": 1,
    }
