"""A hint names no way out that the faction or the scenario forbids."""

import pytest

from tests import make

CHIEF = make.fighter(abilities="chef")
SONS = {"faction": "mercenaires", "subfaction": "sons-of-apocalypse"}
ARENAS = {"faction": "esclavagistes", "subfaction": "seigneurs-des-arenes"}
SLAVERS = {"faction": "esclavagistes"}
CHILDREN = {"faction": "enfants-du-13"}
ON_FOOT = {"scenario": "selection-naturelle", "budget": None}


def borrowing(advantage, *drawbacks):
    return {"faction": "mercenaires", "traits": make.choices(advantage, *drawbacks)}


def hint(rule, *units, **header):
    """What the finding on a rule advises."""
    findings = make.judge(make.convoy(units=[CHIEF, *units], **header)).findings
    (advice,) = {one.rule.hint for one in findings if one.rule.id == f"rbn.{rule}"}
    return advice


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        (SLAVERS, "Add a medium or heavy vehicle, or choose another activity."),
        (SONS, "Choose another activity."),
        (SLAVERS | ON_FOOT, "Choose another activity."),
        (ARENAS, "Add a medium or heavy vehicle."),
        (ARENAS | ON_FOOT, "Choose another scenario."),
        (borrowing("cultistes", "robots", "mutants"), "Add a medium vehicle, or choose another activity."),
        (CHILDREN | {"subfaction": "phantom-squad"}, "Add a medium vehicle, or choose another activity."),
    ],
)
def test_merchants_without_a_transport(header, advice):
    assert hint("merchant-no-transport", activity="marchands", **header) == advice


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        ({}, "Add a fighter who can drive."),
        ({"faction": "robots"}, "Add a fighter who can drive, or an artificial intelligence."),
        (
            borrowing("cultistes", "robots", "mutants"),
            "Add a fighter who can drive, or an artificial intelligence.",
        ),
        (borrowing("robots", "cultistes", "mutants"), "Add a fighter who can drive."),
    ],
)
def test_a_vehicle_without_a_driver(header, advice):
    assert hint("no-driver", make.vehicle("moyen", count=2), **header) == advice


@pytest.mark.parametrize(
    ("header", "kind", "advice"),
    [
        ({}, "leger", "Options count. So does a bigger vehicle."),
        (SONS, "leger", "Options count."),
        ({"faction": "robots"}, "moyen", "Options count."),
    ],
)
def test_too_few_points_in_vehicles(header, kind, advice):
    assert hint("vehicle-third", make.vehicle(kind), **header) == advice


@pytest.mark.parametrize(
    ("header", "kind", "advice"),
    [
        ({}, "leger", "Remove an option, or choose a bigger vehicle."),
        ({}, "lourd", "Remove an option."),
        (SONS, "leger", "Remove an option."),
        ({"faction": "robots"}, "moyen", "Remove an option."),
        (CHILDREN | {"subfaction": "phantom-squad"}, "moyen", "Remove an option."),
    ],
)
def test_too_few_slots(header, kind, advice):
    full = make.vehicle(kind, *["moteur-gonfle"] * 5)
    assert hint("slots-exceeded", full, **header) == advice


@pytest.mark.parametrize(
    ("header", "option", "advice"),
    [
        ({}, "belier", "Remove the option, or change the vehicle’s type."),
        (SONS, "belier", "Remove the option."),
        ({"faction": "robots"}, "structure-allegee", "Remove the option, or change the vehicle’s type."),
        ({"faction": "robots"}, "lance-flammes-sur-pivot", "Remove the option."),
    ],
)
def test_an_option_that_does_not_fit_the_type(header, option, advice):
    assert hint("option-type", make.vehicle("leger", option), **header) == advice


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        ({}, "Make it a light vehicle, or keep it on the ground."),
        ({"faction": "robots"}, "Keep it on the ground."),
    ],
)
def test_a_flyer_that_is_not_light(header, advice):
    assert hint("flying-not-light", make.vehicle("moyen", flying=True), **header) == advice


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        ({}, "Make the fighter an animal, or choose a faction that can have it."),
        (CHILDREN, "Do without, or choose a faction that can have it."),
        (borrowing("cultistes", "enfants-du-13", "mutants"), "Do without, or choose a faction that can have it."),
    ],
)
def test_what_animals_may_have_where_there_are_none(header, advice):
    assert hint("bond-faction", make.fighter(abilities="bond"), **header) == advice


@pytest.mark.parametrize(
    ("rule", "unit", "header", "advice"),
    [
        ("robot-vehicle-type", make.vehicle("lourd"), {"faction": "robots"}, "Make it a medium vehicle."),
        ("sons-vehicle-type", make.vehicle("lourd"), SONS, "Make it a light vehicle or a sidecar."),
        (
            "phantom-heavy",
            make.vehicle("lourd"),
            CHILDREN | {"subfaction": "phantom-squad"},
            "Make it a light or medium vehicle.",
        ),
        (
            "sidecar-not-sons",
            make.vehicle("sidecar"),
            {},
            "Choose the Sons of Apocalypse, or another vehicle type.",
        ),
    ],
)
def test_another_type_of_vehicle_helps_nobody_on_foot(rule, unit, header, advice):
    assert hint(rule, unit, **header) == advice
    assert hint(rule, unit, **header | ON_FOOT) == "Remove the vehicle."


def test_nobody_is_advised_another_budget_than_the_printed_one():
    hands, flyers = make.fighter("lance-roquettes", T=5, count=9), make.vehicle("leger", flying=True, count=9)
    for rule, units, free, printed in (
        ("budget-exceeded", [hands], "Raise the budget, or take something cheaper.", "Take something cheaper."),
        (
            "too-many-rockets",
            [hands],
            "Remove another one, or raise the budget to the next multiple of 150.",
            "Remove another one.",
        ),
        (
            "too-many-flying",
            [flyers],
            "Keep another vehicle on the ground, or raise the budget to the next multiple of 300.",
            "Keep another vehicle on the ground.",
        ),
    ):
        assert hint(rule, *units, budget=150, exotic=True) == free
        assert hint(rule, *units, budget=None, scenario="selection-naturelle", exotic=True) == printed


def test_a_giant_on_foot_is_not_told_to_ride():
    giant = make.fighter(equipment="corps-gigantesque")
    broken = make.broken(make.convoy(units=[CHIEF, giant, make.vehicle()], faction="mutants", **ON_FOOT))
    assert broken == ["rbn.vehicles-forbidden"]


def test_a_giant_without_a_seat():
    giant = make.fighter(equipment="corps-gigantesque")
    assert hint("giant-no-seat", giant, make.vehicle(), **SONS) == "Add a vehicle with at least three seats."


@pytest.mark.parametrize(
    ("traits", "advice"),
    [
        (("esclavagistes", "esclavagistes", "mutants"), "Add a slave, or choose another drawback."),
        (("cultistes", "esclavagistes", "mutants"), "Choose another drawback."),
    ],
)
def test_the_slavers_drawback_without_slaves(traits, advice):
    assert hint("void-drawback", **borrowing(*traits)) == advice


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        ({"faction": "mutants"}, "Add fighters without a ranged weapon, or remove ranged weapons."),
        (borrowing("cultistes", "enfants-du-13", "mutants"), "Choose another drawback."),
    ],
)
def test_too_many_shooters(header, advice):
    assert hint("mutant-ranged-half", make.fighter("arc", T=5, count=2), **header) == advice


@pytest.mark.parametrize(
    ("fields", "advice"),
    [
        ({}, "Add any ranged weapon."),
        ({"slave": True}, "Add a spear: a slave’s only ranged weapon."),
        ({"abilities": "animal"}, "Remove the Animal ability, then add a ranged weapon."),
    ],
)
def test_somebody_without_a_gun_among_those_who_shoot(fields, advice):
    armed = make.fighter("arc", T=5, abilities="chef")
    mercenaries = borrowing("esclavagistes", "enfants-du-13", "cultistes")
    findings = make.judge(make.convoy(units=[armed, make.fighter(**fields)], **mercenaries)).findings
    assert [one.rule.hint for one in findings if one.rule.id == "rbn.e13-no-ranged"] == [advice]


@pytest.mark.parametrize(
    ("rule", "header", "fields", "advice"),
    [
        ("e13-no-armour", CHILDREN, {"T": 5}, "Add armour."),
        ("e13-no-armour", CHILDREN, {"abilities": "animal"}, "Remove the Animal ability, then add armour."),
        ("arena-slave-unprotected", ARENAS, {"slave": True}, "Add armour or a shield."),
        ("arena-slave-unprotected", ARENAS, {"slave": True, "abilities": "animal"}, "Free the animal."),
        ("ambidextre", {}, {"abilities": "ambidextre"}, "Add a second one-handed melee weapon."),
        (
            "ambidextre",
            {"faction": "robots", "subfaction": "escadrons-noirs"},
            {"abilities": "ambidextre"},
            "Remove the ability.",
        ),
    ],
)
def test_a_fighter_is_advised_what_it_may_do(rule, header, fields, advice):
    findings = make.judge(make.convoy(make.fighter(**fields), **header)).by_unit
    last = max(index for index in findings if index is not None)
    assert [one.rule.hint for one in findings[last] if one.rule.id == f"rbn.{rule}"] == [advice]


@pytest.mark.parametrize(
    ("header", "advice"),
    [({}, "Buy T 5 or better, or remove the weapon."), (CHILDREN, "Buy T 5 or better.")],
)
def test_a_gun_without_t(header, advice):
    assert hint("ranged-without-t", make.fighter("arc"), **header) == advice


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        ({"scenario": "embuscade"}, "Choose one of the two roles in the list settings."),
        ({"scenario": "embuscade", "role": "mandated"}, "Choose one of the two roles in the list settings."),
        (
            {"scenario": "escale-sans-lendemain", "role": "rodeur"},
            "Choose one of the two roles in the list settings.",
        ),
        ({"scenario": "bataille-rangee", "role": "rodeur"}, "Clear the role."),
        ({"role": "attacker"}, "Clear the role."),
    ],
)
def test_a_role_that_does_not_fit(header, advice):
    assert hint("bad-role", **header) == advice


def test_a_finding_with_a_hint_of_its_own_keeps_its_rule():
    findings = make.judge(make.convoy(units=[CHIEF], activity="marchands", **SONS)).findings
    rule = next(one.rule for one in findings if one.rule.id == "rbn.merchant-no-transport")
    again = make.judge(make.convoy(units=[CHIEF], activity="marchands", **SONS)).findings
    assert rule is next(one.rule for one in again if one.rule.id == rule.id)
    assert (rule.level, str(rule.cite)) == ("warning", "RBN v2, p. 27")
