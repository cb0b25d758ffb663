"""Vehicle types, options, slots, the sidecar, plating, and crews that are noted."""

import pytest

from tests import make

DRIVER = make.fighter()


def riding(*options, kind="lourd", **header):
    """What a convoy with one more driver and one more vehicle (unit 3) breaks."""
    return make.broken(make.convoy(DRIVER, make.vehicle(kind, *options), **header))


def of_the_sons(*options, kind="sidecar"):
    """What a sidecar of the Sons breaks, beyond the price that nobody prints."""
    return riding(*options, kind=kind, faction="mercenaires", subfaction="sons-of-apocalypse")


@pytest.mark.parametrize("kind", ["leger", "moyen", "lourd"])
def test_three_types_are_open_to_all(kind):
    assert riding(kind=kind) == []


@pytest.mark.parametrize("kind", ["char", "combattant", "esclave", "flying", "slave"])
def test_other_types_are_unknown(kind):
    assert riding(kind=kind) == ["rbn.unknown-vehicle"]


def test_sidecars_are_for_the_sons():
    assert of_the_sons() == ["rbn.sidecar-price"]
    assert riding(kind="sidecar") == ["rbn.sidecar-not-sons", "rbn.sidecar-price"]
    assert riding(kind="sidecar", faction="mercenaires") == ["rbn.sidecar-not-sons", "rbn.sidecar-price"]


def test_options_are_of_the_book():
    assert riding("belier") == []
    assert riding("lance-missiles") == ["rbn.unknown-option"]
    assert riding("lance-missiles", "lance-missiles") == ["rbn.dup-option", "rbn.unknown-option"]
    assert riding("mitrailleuse") == ["rbn.unknown-option"]  # on foot only


def test_an_option_that_this_edition_has_retired_is_unknown():
    convoy = make.convoy(DRIVER, make.vehicle("lourd", "belier"))
    assert (make.broken(convoy), make.broken_without(convoy, "belier")) == ([], ["rbn.unknown-option"])


TYPES = {
    "belier": "ML",
    "canon-a-chevrotine": "ML",
    "compartiment-supplementaire": "ML",
    "lance-roquettes": "ML",
    "mitrailleuse-fixe": "ML",
    "mitrailleuse-sur-pivot": "ML",
    "moteur-gonfle": "lML",
    "pointes-et-eperons": "lML",
    "poste-de-tir-supplementaire": "ML",
    "sono": "ML",
    "structure-allegee": "M",
    "tout-terrain": "lML",
}


@pytest.mark.parametrize(("letter", "kind"), [("l", "leger"), ("M", "moyen"), ("L", "lourd")])
@pytest.mark.parametrize("option", TYPES)
def test_options_fit_the_types_of_their_row(option, letter, kind):
    assert riding(option, kind=kind) == ([] if letter in TYPES[option] else ["rbn.option-type"])


def test_the_pivoting_flamethrower_is_for_heavy_vehicles():
    assert riding("lance-flammes-sur-pivot", kind="lourd") == []
    assert riding("lance-flammes-sur-pivot", kind="moyen") == ["rbn.option-type"]
    assert riding("lance-flammes-sur-pivot", kind="leger") == ["rbn.option-type", "rbn.slots-exceeded"]


@pytest.mark.parametrize(
    ("option", "faction", "types"),
    [
        ("baliste-sur-pivot", "survivants", "ML"),
        ("lance-filet", "esclavagistes", "lML"),
        ("intelligence-artificielle", "robots", "M"),
    ],
)
def test_some_options_are_for_one_faction(option, faction, types):
    for letter, kind in (("l", "leger"), ("M", "moyen"), ("L", "lourd")):
        if letter in types:
            assert riding(option, kind=kind, faction=faction) == []
            assert riding(option, kind=kind) == ["rbn.option-faction"]


@pytest.mark.parametrize(("option", "types"), [("baliste-sur-pivot", "ML"), ("intelligence-artificielle", "lML")])
def test_reserved_options_fit_the_types_of_their_row_too(option, types):
    for letter, kind in (("l", "leger"), ("M", "moyen"), ("L", "lourd")):
        wrong = [] if letter in types else ["rbn.option-type"]
        assert riding(option, kind=kind) == ["rbn.option-faction", *wrong]


@pytest.mark.parametrize(("option", "kind"), [("blindage", "moyen"), ("blindage-lourd", "lourd")])
def test_plating_is_for_the_children_of_13(option, kind):
    assert riding(option, kind=kind, faction="enfants-du-13", units=[]) == [
        "rbn.blindage-price",
        "rbn.e13-activity",
        "rbn.e13-no-armour",
        "rbn.e13-no-ranged",
        "rbn.no-chef",
        "rbn.vehicle-third",
    ]
    assert riding(option, kind=kind) == ["rbn.blindage-price", "rbn.option-faction"]


@pytest.mark.parametrize(
    ("option", "kind"), [("blindage", "leger"), ("blindage", "lourd"), ("blindage-lourd", "moyen")]
)
def test_plating_fits_its_type_only(option, kind):
    assert riding(option, kind=kind) == ["rbn.blindage-price", "rbn.option-faction", "rbn.option-type"]


def test_mercenaries_with_a_drawback_may_have_what_it_demands():
    robots = make.choices("cultistes", "robots", "cultistes")
    thinking = [make.fighter(abilities="chef"), make.vehicle("moyen", "intelligence-artificielle", count=3)]
    assert make.broken(make.convoy(faction="mercenaires", traits=robots, units=thinking)) == []
    children = make.choices("cultistes", "enfants-du-13", "cultistes")
    plated = make.vehicle("moyen", "blindage")
    armed = [make.fighter("arc", T=5, abilities="chef"), make.vehicle("lourd", "blindage-lourd")]
    assert make.broken(make.convoy(plated, faction="mercenaires", traits=children, units=armed, budget=240)) == [
        "rbn.blindage-price",
        "rbn.blindage-price",
        "rbn.no-driver",
    ]


def test_two_compartments_at_most():
    more = "compartiment-supplementaire"
    assert riding(more, more) == []
    assert riding(more, more, more) == ["rbn.option-max"]


def test_one_firing_post_at_most():
    post = "poste-de-tir-supplementaire"
    assert riding(post) == []
    assert riding(post, post) == ["rbn.option-max"]


@pytest.mark.parametrize("option", ["belier", "moteur-gonfle", "pointes-et-eperons", "tout-terrain"])
def test_an_option_is_taken_once(option):
    assert riding(option) == []
    assert riding(option, option) == ["rbn.dup-option"]


def test_a_frame_is_lightened_once():
    assert riding("structure-allegee", "structure-allegee", kind="moyen") == ["rbn.dup-option"]


@pytest.mark.parametrize(
    "gun", ["canon-a-chevrotine", "lance-roquettes", "mitrailleuse-fixe", "mitrailleuse-sur-pivot"]
)
def test_guns_repeat_while_slots_last(gun):
    assert riding(gun, gun) == []


@pytest.mark.parametrize(("kind", "slots"), [("leger", 1), ("moyen", 2), ("lourd", 4)])
def test_options_take_the_slots_of_the_type(kind, slots):
    net = ["lance-filet"]
    assert riding(*net * slots, kind=kind, faction="esclavagistes") == []
    assert riding(*net * (slots + 1), kind=kind, faction="esclavagistes") == ["rbn.slots-exceeded"]


def test_a_pivoting_flamethrower_takes_two_slots():
    flames = "lance-flammes-sur-pivot"
    assert riding(flames, "belier", "moteur-gonfle", budget=600) == []
    assert riding(flames, flames, budget=600) == []
    assert riding(flames, flames, "belier", budget=600) == ["rbn.slots-exceeded"]


def test_options_without_slots_are_free_of_them():
    free = ["compartiment-supplementaire", "poste-de-tir-supplementaire", "pointes-et-eperons", "sono", "tout-terrain"]
    assert riding("belier", "moteur-gonfle", *free, "structure-allegee", kind="moyen") == []


GUN = "canon-a-chevrotine"


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        ([GUN], []),
        ([GUN, "moteur-gonfle"], []),
        (["lance-roquettes", "moteur-gonfle", "tout-terrain", "pointes-et-eperons"], []),
        (["mitrailleuse-fixe"], []),
        (["mitrailleuse-sur-pivot"], []),
        ([GUN, GUN], ["rbn.sidecar-slot"]),
        ([GUN, "mitrailleuse-fixe", "moteur-gonfle"], ["rbn.sidecar-slot"]),
        (["belier"], ["rbn.option-type"]),
        (["belier", "moteur-gonfle"], ["rbn.option-type", "rbn.sidecar-slot"]),
        (["lance-flammes-sur-pivot"], ["rbn.option-type"]),
        (["baliste-sur-pivot"], ["rbn.option-faction", "rbn.option-type"]),
        (["sono"], ["rbn.option-type"]),
        (["compartiment-supplementaire"], ["rbn.option-type"]),
        (["moteur-gonfle", "lance-filet"], ["rbn.option-faction", "rbn.sidecar-slot"]),
    ],
)
def test_a_sidecar_has_a_light_slot_and_one_for_a_medium_gun(options, ids):
    assert of_the_sons(*options) == sorted([*ids, "rbn.sidecar-price"])


def test_the_sidecars_price_is_named():
    convoy = make.convoy(DRIVER, make.vehicle("sidecar"), faction="mercenaires", subfaction="sons-of-apocalypse")
    assert make.messages(convoy) == {"rbn.sidecar-price": "No official price for the sidecar: 20\xa0pts here."}


def test_only_plating_lacks_a_price():
    children = {"faction": "enfants-du-13"}
    gunner = make.fighter("pistolet", T=5, equipment="armure")
    assert make.broken(make.convoy(gunner, make.vehicle("leger", "tout-terrain"), **children)) == ["rbn.e13-activity"]
    plated = make.convoy(gunner, make.vehicle("moyen", "blindage"), **children)
    assert make.broken(plated) == ["rbn.blindage-price", "rbn.e13-activity"]


def test_a_sound_system_is_lost_on_robots():
    assert riding("sono", kind="moyen") == []
    assert riding("sono", "intelligence-artificielle", kind="moyen", faction="robots") == ["rbn.sono-useless"]


D, G, P, S = "driver", "gunner", "passenger", "driver-gunner"
CREW = ["rbn.crew"]


def crewed(*crew, kind="lourd", special=DRIVER, options=(), **fields):
    """What a crew breaks: units 0 and 1 are one fighter each, 3 is four of them, 4 is `special`, 5 the vehicle."""
    ride = make.vehicle(kind, *options, crew=crew, **fields)
    return make.broken(make.convoy(make.fighter(count=4), special, ride, faction="mutants", exotic=True))


def passengers(n):
    """The driver, and n from the four of unit 3 and the others after them."""
    return [(0, 0, D), *[(3, 0, P), (3, 1, P), (3, 2, P), (3, 3, P), (1, 0, P), (4, 0, P)][:n]]


@pytest.mark.parametrize(("kind", "seats"), [("leger", 2), ("moyen", 4), ("lourd", 6)])
def test_a_crew_fits_the_seats(kind, seats):
    assert crewed(*passengers(seats - 1), kind=kind) == []
    assert crewed(*passengers(seats), kind=kind) == CREW


def test_a_compartment_is_a_seat_more():
    assert crewed(*passengers(4), kind="moyen", options=["compartiment-supplementaire"]) == []
    assert crewed(*passengers(5), kind="moyen", options=["compartiment-supplementaire"]) == CREW


def test_a_flyer_carries_its_driver_alone():
    assert crewed((0, 0, D), kind="leger", flying=True) == []
    assert crewed((0, 0, D), (1, 0, P), kind="leger", flying=True) == CREW


def test_a_giant_takes_three_seats():
    giant = make.fighter(equipment="corps-gigantesque")
    assert crewed((0, 0, D), (4, 0, P), kind="moyen", special=giant) == []
    assert crewed((0, 0, D), (4, 0, P), (1, 0, P), kind="moyen", special=giant) == CREW


def gunners(n):
    return [(0, 0, D), *[(3, 0, G), (3, 1, G), (3, 2, G), (3, 3, G), (4, 0, G)][:n]]


@pytest.mark.parametrize(("kind", "shooters"), [("leger", 1), ("moyen", 2), ("lourd", 4)])
def test_a_crew_fits_the_shooters(kind, shooters):
    assert crewed(*gunners(shooters), kind=kind) == []
    assert crewed(*gunners(shooters + 1), kind=kind) == CREW * (2 if kind == "leger" else 1)  # no seat either


def test_a_firing_post_is_a_shooter_more():
    assert crewed(*gunners(3), kind="moyen", options=["poste-de-tir-supplementaire"]) == []
    assert crewed(*gunners(3), kind="moyen") == CREW


@pytest.mark.parametrize("post", [D, S])
@pytest.mark.parametrize("ability", ["animal", "cavalier"])
def test_animals_and_riders_do_not_take_the_wheel(ability, post):
    assert "rbn.crew" in crewed((4, 0, post), special=make.fighter(abilities=ability))


WHEEL = {"arbalete", "fusil-de-chasse", "grenade", "pistolet-mitrailleur", "pistolet"}


@pytest.mark.parametrize("weapon", [slug for slug, one in make.catalogue().weapons.items() if one.ranged])
def test_a_driver_shoots_what_the_table_lets_a_pilot_shoot(weapon):
    driver = make.fighter(weapon, T=5)
    crew = make.convoy(driver, make.vehicle(crew=[(3, 0, S)]), make.fighter(count=3), faction="mutants", exotic=True)
    assert make.broken(crew) == ([] if weapon in WHEEL else CREW)


def test_a_driver_who_cannot_shoot_is_told():
    for driver in (make.fighter(), make.fighter("fusil", T=5)):
        crew = make.convoy(driver, make.vehicle(crew=[(3, 0, S)]), make.fighter(count=3), faction="mutants")
        assert make.messages(crew) == {"rbn.crew": "The driver has no weapon to fire while driving."}


def test_a_driver_who_shoots_is_one_of_the_shooters_and_at_the_wheel():
    armed = make.fighter("pistolet", T=5)
    assert crewed((4, 0, S), (0, 0, P), kind="leger", special=armed) == []
    assert crewed((4, 0, S), (0, 0, G), kind="leger", special=armed) == CREW
    assert crewed((4, 0, S), (0, 0, G), kind="moyen", special=armed) == []
    assert crewed((4, 0, S), (0, 0, D), kind="moyen", special=armed) == CREW
    assert crewed((4, 0, S), kind="leger", flying=True, special=armed) == []


def test_animals_ride_along_but_man_no_gun():
    dog = make.fighter(abilities="animal")
    assert crewed((4, 0, P), special=dog) == []
    assert crewed((4, 0, G), special=dog) == CREW


def test_riders_board_no_vehicle():
    assert crewed((4, 0, P), special=make.fighter(abilities="cavalier")) == CREW


def test_one_driver_a_vehicle():
    assert crewed((0, 0, D), (1, 0, P)) == []
    assert crewed((0, 0, D), (1, 0, D)) == CREW


def test_nobody_rides_twice():
    assert crewed((0, 0, D), (3, 0, P), (3, 1, P)) == []
    assert crewed((0, 0, D), (3, 1, P), (3, 1, G)) == CREW


def test_nobody_rides_in_two_vehicles():
    two = [make.vehicle("leger", crew=[(0, 0, D)]), make.vehicle("leger", crew=[(1, 0, D)])]
    assert make.broken(make.convoy(make.fighter(count=2), *two)) == []
    same = [make.vehicle("leger", crew=[(0, 0, D)]), make.vehicle("leger", crew=[(1, 0, D), (0, 0, P)])]
    assert make.found(make.convoy(make.fighter(count=2), *same)) == [("rbn.crew", 4), ("rbn.crew", 5)]


@pytest.mark.parametrize("who", [(-1, 0, P), (6, 0, P), (2, 0, P), (5, 0, P), (3, 4, P), (3, -1, P), (10**30, 0, P)])
def test_a_crew_is_of_the_list(who):
    assert crewed((3, 3, P)) == []
    assert crewed(who) == CREW
    assert crewed((0, 0, D), who) == CREW


def test_a_crew_does_not_count_units_from_the_end():
    ride = make.vehicle("leger", crew=[(-1, 0, D)])
    assert make.broken(make.convoy(ride, make.fighter())) == CREW


def test_copies_of_a_vehicle_have_seats_shooters_and_wheels_each():
    two = {"kind": "leger", "count": 2}
    assert crewed((0, 0, D), (1, 0, D), (3, 0, P), (3, 1, P), **two) == []
    assert crewed((0, 0, D), (1, 0, D), (3, 0, G), (3, 1, G), **two) == []
    assert crewed((0, 0, D), (1, 0, D), (3, 0, P), (3, 1, P), (3, 2, P), **two) == CREW
    assert crewed((0, 0, D), (3, 0, G), (3, 1, G), (3, 2, G), **two) == CREW
    assert crewed((0, 0, D), (1, 0, D), (3, 0, D), **two) == CREW


def test_one_of_a_crew_who_cannot_do_his_post_is_enough():
    dog = make.fighter(abilities="animal")
    assert crewed((4, 0, D), (0, 0, P), special=dog) == CREW
    assert crewed((4, 0, G), (0, 0, D), (1, 0, G), special=dog) == CREW


def test_what_is_too_much_for_a_vehicle_is_said():
    def message(*crew):
        ride = make.vehicle("leger", crew=crew)
        return make.messages(make.convoy(make.fighter(count=4), DRIVER, ride, faction="mutants"))["rbn.crew"]

    assert message((3, 0, G), (3, 1, G)) == "Gunners: 2, at most 1 in this vehicle."
    assert message((3, 0, D), (3, 1, D)) == "Drivers: 2, only one allowed."
