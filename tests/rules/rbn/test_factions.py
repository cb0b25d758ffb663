"""Advantages and drawbacks: what each demands of a list, by its own faction and borrowed by mercenaries."""

import pytest

from tests import make

RIDE = make.vehicle("lourd", count=2)
CHIEF = make.fighter(abilities="chef")


def fielding(*fighters, rides=(RIDE,), **header):
    """What a convoy of a chief, these fighters and two heavy vehicles breaks."""
    return make.broken(make.convoy(units=[CHIEF, *fighters, *rides], **header))


def borrowing(drawback):
    """Mercenaries with this drawback; the cultists' traits, their others, say nothing about lists."""
    return {"faction": "mercenaires", "traits": make.choices("cultistes", drawback, "cultistes")}


MUTANTS = [{"faction": "mutants"}, borrowing("mutants")]
RIFLEMAN = make.fighter("fusil", T=5)


@pytest.mark.parametrize("header", MUTANTS)
@pytest.mark.parametrize("fighters", [2, 3, 4, 5, 6, 7])
def test_half_of_the_mutants_may_shoot_rounded_down(header, fighters):
    most = fighters // 2
    rest = make.crowd(fighters - most - 1)
    assert fielding(*make.crowd(most, "arc", T=5), *rest, **header) == []
    rest = make.crowd(fighters - most - 2)
    assert fielding(*make.crowd(most + 1, "arc", T=5), *rest, **header) == ["rbn.mutant-ranged-half"]


@pytest.mark.parametrize("weapon", ["grenade", "lance", "taser", "lance-flammes"])
def test_every_ranged_weapon_makes_a_shooter(weapon):
    assert fielding(make.fighter(weapon, T=5), faction="mutants") == []
    assert fielding(make.fighter(weapon, T=5, count=2), faction="mutants") == ["rbn.mutant-ranged-half"]


def test_nets_and_vehicle_guns_make_none():
    nets = make.fighter(equipment="filet-de-capture", count=3)
    gunship = make.vehicle("lourd", "mitrailleuse-fixe")
    assert fielding(nets, faction="mutants", rides=[RIDE, gunship]) == []


def test_animals_count_among_the_mutants():
    dog = make.fighter("crocs-et-griffes", abilities="animal")
    assert fielding(dog, make.fighter("arc", "arbalete", T=5), faction="mutants") == []
    assert fielding(dog, make.fighter("arc", T=5, count=2), faction="mutants") == []


SLAVE = make.fighter(slave=True)


@pytest.mark.parametrize("faction", ["cultistes", "mutants", "survivants", "robots"])
def test_slaves_are_for_slavers(faction):
    assert make.broken(make.convoy(SLAVE, faction="esclavagistes")) == []
    assert make.broken(make.convoy(SLAVE, faction=faction)) == ["rbn.slaves-not-allowed"]


def test_mercenaries_have_slaves_by_the_slavers_advantage_and_not_by_their_drawback():
    assert make.broken(make.convoy(SLAVE, **BORROWED)) == []
    assert make.broken(make.convoy(SLAVE, **borrowing("esclavagistes"))) == ["rbn.slaves-not-allowed"]


BORROWED = {"faction": "mercenaires", "traits": make.choices("esclavagistes", "cultistes", "mutants")}
SLAVERS = [{"faction": "esclavagistes"}, BORROWED]


@pytest.mark.parametrize("header", SLAVERS)
@pytest.mark.parametrize("fighters", [2, 3, 4, 5, 6, 7])
def test_half_of_the_fighters_may_be_slaves_rounded_up(header, fighters):
    most = (fighters + 1) // 2
    slaves, free = make.crowd(most, slave=True), make.crowd(fighters - most - 1)
    assert fielding(*slaves, *free, **header) == []
    slaves, free = make.crowd(most + 1, slave=True), make.crowd(fighters - most - 2)
    if fighters > 2:
        assert fielding(*slaves, *free, **header) == ["rbn.too-many-slaves"]


@pytest.mark.parametrize(
    ("weapon", "ids"), [("lance", []), ("epee", []), ("arc", ["rbn.slave-ranged"]), ("grenade", ["rbn.slave-ranged"])]
)
def test_slaves_throw_nothing_but_spears(weapon, ids):
    assert fielding(make.fighter(weapon, T=5, slave=True), faction="esclavagistes") == ids


def test_a_slave_is_a_poor_chief():
    leader = make.fighter(slave=True, abilities="chef")
    assert make.broken(make.convoy(units=[leader, make.fighter(), RIDE], faction="esclavagistes")) == ["rbn.chef-slave"]
    assert make.judge(make.convoy(units=[leader, make.fighter(), RIDE], faction="esclavagistes")).legal
    assert fielding(make.fighter(slave=True, abilities="mecanicien"), faction="esclavagistes") == []


@pytest.mark.parametrize(("drawback", "ids"), [("mutants", []), ("esclavagistes", ["rbn.chef-slave"])])
def test_a_slave_is_a_poor_chief_by_the_drawback_and_not_by_the_advantage(drawback, ids):
    leader = make.fighter(slave=True, abilities="chef")
    traits = make.choices("esclavagistes", "cultistes", drawback)
    mercenaries = make.convoy(units=[leader, make.fighter(), RIDE], faction="mercenaires", traits=traits)
    assert make.broken(mercenaries) == ids


ARENAS = {"faction": "esclavagistes", "subfaction": "seigneurs-des-arenes"}


@pytest.mark.parametrize(
    ("equipment", "ids"),
    [
        (["armure"], []),
        (["bouclier"], []),
        (["armure", "bouclier"], []),
        ([], ["rbn.arena-slave-unprotected"]),
        (["grappin", "corps-gigantesque"], ["rbn.arena-slave-unprotected"]),
    ],
)
def test_slaves_of_the_arenas_are_protected(equipment, ids):
    assert fielding(make.fighter(equipment=equipment, slave=True), **ARENAS) == ids


def test_only_the_slaves_of_the_arenas_are_protected():
    assert fielding(make.fighter(), **ARENAS) == []
    assert fielding(SLAVE, faction="esclavagistes") == []


def test_the_slavers_drawback_without_slaves_is_void():
    assert fielding(make.fighter(), **borrowing("esclavagistes")) == ["rbn.void-drawback"]
    slavers = {"faction": "mercenaires", "traits": make.choices("esclavagistes", "esclavagistes", "cultistes")}
    assert fielding(SLAVE, **slavers) == []
    assert fielding(make.fighter(), **slavers) == ["rbn.void-drawback"]
    assert fielding(make.fighter(), faction="esclavagistes") == []


MECHANIC = make.fighter(abilities="mecanicien")


@pytest.mark.parametrize("header", [{"faction": "survivants"}, borrowing("survivants")])
def test_survivors_have_a_mechanic(header):
    rides = [make.vehicle("lourd", count=3)]
    assert fielding(MECHANIC, make.fighter(), rides=rides, **header) == []
    assert fielding(make.fighter(count=2), rides=rides, **header) == ["rbn.survivor-no-mechanic"]


def test_the_survivors_advantage_demands_no_mechanic():
    traits = make.choices("survivants", "cultistes", "mutants")
    assert (
        fielding(make.fighter(count=2), faction="mercenaires", traits=traits, rides=[make.vehicle("lourd", count=3)])
        == []
    )


def test_the_mechanic_is_compulsory_on_foot_too():
    on_foot = {"faction": "survivants", "scenario": "selection-naturelle", "budget": 150}
    assert fielding(MECHANIC, rides=[], **on_foot) == []
    assert fielding(rides=[], **on_foot) == ["rbn.survivor-no-mechanic"]


SSS = {"faction": "survivants", "subfaction": "sss", "budget": 300, "activity": "chasseurs"}
TITANS = make.vehicle("lourd", "lance-flammes-sur-pivot", count=2)


@pytest.mark.parametrize(("fighters", "due"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_a_third_of_the_sss_has_flamethrowers_rounded_up(fighters, due):
    chief = make.fighter(abilities=["chef", "mecanicien"])
    burner = make.fighter("lance-flammes", abilities=["chef", "mecanicien"], T=5)
    few = [*make.crowd(due - 1, "lance-flammes", T=5), *make.crowd(fighters - due)]
    titans = make.vehicle("lourd", "lance-flammes-sur-pivot", count=2)
    enough = make.broken(make.convoy(units=[burner, *few, titans], **SSS))
    short = make.broken(make.convoy(units=[chief, *few, titans], **SSS))
    idle = ["rbn.no-driver"] if fighters < 2 else []
    assert (enough, short) == (idle, [*idle, "rbn.sss-flamers"])


def sss(*rides, **header):
    chief = make.fighter("lance-flammes", abilities=["chef", "mecanicien"], T=5)
    return make.broken(make.convoy(units=[chief, make.fighter(count=2), *rides], **SSS | header))


def test_the_sss_have_a_heavy_vehicle_with_a_flamethrower():
    assert sss(TITANS) == []
    assert sss(make.vehicle("lourd", "lance-flammes-sur-pivot"), make.vehicle("lourd", "belier")) == []
    assert sss(make.vehicle("lourd", "belier", count=3)) == ["rbn.sss-heavy-flamer"]


def test_a_flamethrower_on_a_medium_vehicle_does_not_do():
    medium = make.vehicle("moyen", "lance-flammes-sur-pivot")
    assert sss(make.vehicle("lourd", count=2), medium) == ["rbn.option-type", "rbn.sss-heavy-flamer"]


def test_the_sss_on_foot_keep_their_flamethrowers_only():
    assert sss(scenario="selection-naturelle", budget=150) == []


ROBOTS = [{"faction": "robots"}, borrowing("robots")]
AI = "intelligence-artificielle"


@pytest.mark.parametrize("header", ROBOTS)
def test_robots_drive_thinking_medium_vehicles(header):
    assert fielding(rides=[make.vehicle("moyen", AI, count=3)], **header) == []
    assert fielding(rides=[make.vehicle("moyen", AI, "structure-allegee", count=3)], **header) == []
    assert fielding(make.fighter(), rides=[make.vehicle("moyen", AI, count=2), make.vehicle("moyen")], **header) == [
        "rbn.robot-vehicle-no-ai"
    ]


@pytest.mark.parametrize("header", ROBOTS)
@pytest.mark.parametrize("kind", ["leger", "lourd"])
def test_robots_drive_no_other_type(header, kind):
    rides = [make.vehicle("moyen", AI, count=3), make.vehicle(kind, AI)]
    assert fielding(rides=rides, **header) == ["rbn.robot-vehicle-type"]


def test_the_robots_advantage_demands_nothing():
    traits = make.choices("robots", "cultistes", "mutants")
    assert fielding(make.fighter(), faction="mercenaires", traits=traits) == []


SQUADRON = {"faction": "robots", "subfaction": "escadrons-noirs"}


@pytest.mark.parametrize(
    "weapon", ["batte", "crocs-et-griffes", "epee", "hache-a-deux-mains", "lance", "tronconneuse", "matraque"]
)
def test_a_black_squadron_has_no_melee_weapons(weapon):
    assert make.broken(make.convoy(make.fighter("fusil-d-assaut", T=5, equipment="bouclier"), **SQUADRON)) == []
    assert make.broken(make.convoy(make.fighter(weapon, T=5), **SQUADRON)) == ["rbn.escadron-melee"]
    assert make.broken(make.convoy(make.fighter(weapon, T=5), faction="robots")) == []


SONS = {"faction": "mercenaires", "subfaction": "sons-of-apocalypse"}


@pytest.mark.parametrize(
    ("kind", "ids"),
    [
        ("leger", []),
        ("sidecar", ["rbn.sidecar-price"]),
        ("moyen", ["rbn.sons-vehicle-type"]),
        ("lourd", ["rbn.sons-vehicle-type"]),
    ],
)
def test_the_sons_ride_light(kind, ids):
    assert make.broken(make.convoy(make.fighter(), make.vehicle(kind), **SONS)) == ids


@pytest.mark.parametrize(
    ("traits", "ids"),
    [
        (make.choices("cultistes", "cultistes", "mutants"), []),
        (make.choices("mutants", "mutants", "cultistes"), []),
        (None, ["rbn.merc-choices"]),
        (make.choices(None, "cultistes", "mutants"), ["rbn.merc-choices"]),
        (make.choices("cultistes"), ["rbn.merc-choices"]),
        (make.choices("cultistes", "cultistes"), ["rbn.merc-choices"]),
        (make.choices("cultistes", "cultistes", "cultistes"), ["rbn.merc-choices"]),
        (make.choices("cultistes", "cultistes", "mutants", "mutants"), ["rbn.merc-choices"]),
        (make.choices("sss", "cultistes", "mutants"), ["rbn.merc-choices"]),
        (make.choices("mercenaires", "cultistes", "mutants"), ["rbn.merc-choices"]),
        (make.choices("cultistes", "gaia-familys", "mutants"), ["rbn.merc-choices"]),
        (make.choices("cultistes", "zombies", "mutants"), ["rbn.merc-choices"]),
    ],
)
def test_mercenaries_borrow_one_advantage_and_two_drawbacks(traits, ids):
    header = {"faction": "mercenaires", "traits": traits}
    assert fielding(make.fighter(), **header) == ids


def test_three_drawbacks_are_one_too_many():
    traits = make.choices("cultistes", "cultistes", "mutants", "esclavagistes")
    assert fielding(make.fighter(), faction="mercenaires", traits=traits) == ["rbn.merc-choices", "rbn.void-drawback"]


@pytest.mark.parametrize("faction", ["cultistes", "mutants", "esclavagistes"])
def test_others_borrow_nothing(faction):
    traits = make.choices("cultistes", "cultistes", "mutants")
    assert fielding(make.fighter(), faction=faction) == []
    assert fielding(make.fighter(), faction=faction, traits=traits) == ["rbn.merc-choices-unexpected"]


def test_the_sons_borrow_nothing():
    traits = make.choices("cultistes", "cultistes", "mutants")
    assert make.broken(make.convoy(**SONS)) == []
    assert make.broken(make.convoy(**SONS, traits=traits)) == ["rbn.merc-choices-unexpected"]


CHILDREN = {"faction": "enfants-du-13"}
PHANTOM = {"faction": "enfants-du-13", "subfaction": "phantom-squad"}


def of_the_children(unit, **header):
    """What the children of 13 break with one more unit, beyond the activity that no book prints."""
    ids = make.broken(make.convoy(make.fighter("arc", T=5, equipment="armure"), unit, **header))
    ids.remove("rbn.e13-activity")
    return ids


@pytest.mark.parametrize(
    ("weapons", "equipment", "children", "phantom"),
    [
        (["arc"], ["armure"], [], []),
        (["lance"], ["armure"], [], []),
        (["arc"], [], ["rbn.e13-no-armour"], []),
        (["arc"], ["bouclier"], ["rbn.e13-no-armour"], []),
        (["epee"], ["armure"], ["rbn.e13-no-ranged"], ["rbn.e13-no-ranged"]),
        ([], ["armure", "filet-de-capture"], ["rbn.e13-no-ranged"], ["rbn.e13-no-ranged"]),
        ([], [], ["rbn.e13-no-armour", "rbn.e13-no-ranged"], ["rbn.e13-no-ranged"]),
    ],
)
def test_children_of_13_wear_armour_and_shoot_and_phantoms_shoot(weapons, equipment, children, phantom):
    fighter = make.fighter(*weapons, T=5, equipment=equipment)
    assert of_the_children(fighter, **CHILDREN) == children
    assert of_the_children(fighter, **PHANTOM) == phantom


PRICE = "rbn.blindage-price"


@pytest.mark.parametrize(
    ("kind", "options", "children", "phantom"),
    [
        ("leger", [], [], []),
        ("moyen", ["blindage"], [PRICE], [PRICE]),
        ("moyen", [], ["rbn.e13-medium-no-blindage"], ["rbn.e13-medium-no-blindage"]),
        ("moyen", ["structure-allegee"], ["rbn.e13-medium-no-blindage"], ["rbn.e13-medium-no-blindage"]),
        ("lourd", ["blindage-lourd"], [PRICE], [PRICE, "rbn.phantom-heavy"]),
        ("lourd", [], ["rbn.e13-heavy-no-blindage-lourd"], ["rbn.phantom-heavy"]),
    ],
)
def test_children_of_13_and_phantoms_plate_their_vehicles(kind, options, children, phantom):
    assert of_the_children(make.vehicle(kind, *options), **CHILDREN) == children
    assert of_the_children(make.vehicle(kind, *options), **PHANTOM) == phantom


def test_mercenaries_borrow_the_armour_with_the_advantage():
    traits = make.choices("enfants-du-13", "cultistes", "mutants")
    armoured = make.fighter(equipment="armure", abilities="chef")
    header = {"faction": "mercenaires", "traits": traits}
    assert make.broken(make.convoy(units=[armoured, make.fighter(equipment="armure"), RIDE], **header)) == []
    assert make.broken(make.convoy(units=[armoured, make.fighter(), RIDE], **header)) == ["rbn.e13-no-armour"]


def test_mercenaries_borrow_guns_and_plating_with_the_drawback():
    header = borrowing("enfants-du-13")
    archer = make.fighter("arc", T=5, abilities="chef")
    light = make.vehicle("leger", count=5)
    rest = make.fighter("arc", T=5, count=4)
    assert make.broken(make.convoy(units=[archer, rest, light], **header)) == []
    assert make.broken(make.convoy(units=[archer, make.fighter(count=4), light], **header)) == ["rbn.e13-no-ranged"]
    assert make.broken(make.convoy(units=[archer, rest, light, make.vehicle("moyen")], budget=320, **header)) == [
        "rbn.e13-medium-no-blindage",
        "rbn.no-driver",
    ]


def test_findings_name_the_unit():
    convoy = make.convoy(units=[CHIEF, SLAVE, make.fighter("arc", T=5, slave=True), RIDE])
    assert make.found(convoy) == [
        ("rbn.slave-ranged", 2),
        ("rbn.slaves-not-allowed", 1),
        ("rbn.slaves-not-allowed", 2),
    ]


def test_messages_say_how_many_may_shoot():
    convoy = make.convoy(RIFLEMAN, RIFLEMAN, faction="mutants")
    assert make.messages(convoy) == {}
    convoy = make.convoy(make.fighter("fusil", T=5, count=3), faction="mutants")
    assert make.messages(convoy) == {
        "rbn.mutant-ranged-half": ("Fighters with a ranged weapon: 3 of 5, half at most. To add without one: 1.")
    }


@pytest.mark.parametrize(("shooters", "others", "missing"), [(1, 0, 1), (3, 0, 3), (3, 2, 1), (4, 3, 1)])
def test_what_is_missing_mends_the_mutants_half(shooters, others, missing):
    units = make.crowd(shooters, "arc", T=5)
    message = make.messages(make.convoy(units=[*units, *make.crowd(others)], faction="mutants"))
    assert message["rbn.mutant-ranged-half"].endswith(f"without one: {missing}.")
    mended = make.convoy(units=[*units, *make.crowd(others + missing)], faction="mutants")
    assert "rbn.mutant-ranged-half" not in make.broken(mended)


def test_messages_say_how_many_flamethrowers_are_due():
    burner = make.fighter("lance-flammes", abilities=["chef", "mecanicien"], T=5)
    convoy = make.convoy(units=[burner, make.fighter(count=3), TITANS], **SSS)
    assert make.messages(convoy) == {"rbn.sss-flamers": "Fighters with a flamethrower: 1 of 4, at least 2 needed."}


def test_what_mercenaries_lack_or_may_not_borrow_is_said():
    def message(traits):
        return make.messages(make.convoy(faction="mercenaires", traits=traits))["rbn.merc-choices"]

    counted = "Choose 1 advantage and 2 different drawbacks. So far: {} and {}."
    assert message(make.choices(None, "cultistes", "mutants")) == counted.format(0, 2)
    assert message(make.choices("cultistes", "mutants")) == counted.format(1, 1)
    assert message(make.choices("gaia-familys", "zombies", "mutants")) == (
        "Can’t borrow from Gaïa Familys, zombies: base factions only."
    )


def test_the_sons_are_told_that_theirs_replace_what_mercenaries_choose():
    traits = make.choices("cultistes", "cultistes", "mutants")
    sons = make.convoy(faction="mercenaires", subfaction="sons-of-apocalypse", traits=traits)
    others = make.convoy(faction="cultistes", traits=traits)
    assert [make.messages(one)["rbn.merc-choices-unexpected"] for one in (sons, others)] == [
        "The Sons of Apocalypse borrow nothing: their own traits replace that choice.",
        "This faction can’t borrow traits.",
    ]


def test_who_may_have_no_slaves_is_not_told_how_many():
    assert fielding(SLAVE, SLAVE, SLAVE, faction="cultistes") == ["rbn.slaves-not-allowed"] * 3
