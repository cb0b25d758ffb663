"""Exotic equipment, and the opponent's agreement to it."""

import pytest

from tests import make

EXOTICS = {
    "taser": make.fighter("taser-exotique", T=5),
    "incendiary rounds": make.fighter(make.weapon("fusil", "munition-incendiaire"), T=5),
    "stunning rounds": make.fighter(make.weapon("fusil", "munition-assommante"), T=5),
    "a flying vehicle": make.vehicle("leger", flying=True),
    "a gun that comes off": make.vehicle("moyen", make.option("mitrailleuse-fixe", demountable=True)),
    "incendiary rounds on a vehicle": make.vehicle("moyen", make.option("canon-a-chevrotine", "munition-incendiaire")),
}


@pytest.mark.parametrize("unit", EXOTICS.values(), ids=EXOTICS)
def test_exotics_need_an_agreement(unit):
    assert make.broken(make.convoy(make.fighter(), unit, exotic=True)) == []
    assert make.found(make.convoy(make.fighter(), unit)) == [("rbn.exotic-not-agreed", 4)]


def test_several_exotics_of_a_unit_are_one_finding():
    both = make.fighter("taser-exotique", make.weapon("fusil", "munition-incendiaire"), T=5)
    assert make.broken(make.convoy(both)) == ["rbn.exotic-not-agreed"]


@pytest.mark.parametrize(
    "unit", [make.fighter("taser", T=5), make.fighter(make.weapon("fusil", "balles-non-letales"), T=5)]
)
def test_ordinary_tasers_and_non_lethal_rounds_need_none(unit):
    assert make.broken(make.convoy(unit)) == []


@pytest.mark.parametrize(
    ("kind", "ids"), [("leger", []), ("moyen", ["rbn.flying-not-light"]), ("lourd", ["rbn.flying-not-light"])]
)
def test_only_light_vehicles_fly(kind, ids):
    assert make.broken(make.convoy(make.fighter(), make.vehicle(kind, flying=True), exotic=True)) == ids


def test_a_lightened_vehicle_stays_medium_and_on_the_ground():
    light = make.vehicle("moyen", "structure-allegee", flying=True)
    assert make.broken(make.convoy(make.fighter(), light, exotic=True)) == ["rbn.flying-not-light"]


def test_a_sidecar_flies():
    sidecar = make.vehicle("sidecar", flying=True)
    convoy = make.convoy(make.fighter(), sidecar, faction="mercenaires", subfaction="sons-of-apocalypse", exotic=True)
    assert make.broken(convoy) == ["rbn.sidecar-price"]


COMES_OFF = ["mitrailleuse-fixe", "mitrailleuse-sur-pivot", "lance-flammes-sur-pivot", "canon-a-chevrotine"]
STAYS_ON = ["belier", "lance-roquettes", "moteur-gonfle", "pointes-et-eperons", "sono"]


@pytest.mark.parametrize("slug", COMES_OFF)
def test_four_guns_come_off(slug):
    truck = make.vehicle("lourd", make.option(slug, demountable=True))
    assert make.broken(make.convoy(make.fighter(), truck, exotic=True)) == []


@pytest.mark.parametrize("slug", STAYS_ON)
def test_nothing_else_comes_off(slug):
    truck = make.vehicle("lourd", make.option(slug, demountable=True))
    assert make.broken(make.convoy(make.fighter(), truck, exotic=True)) == ["rbn.demount-not-allowed"]


def test_what_is_no_option_does_not_come_off_either():
    truck = make.vehicle(
        "lourd", make.option("belier", demountable=True), make.option("lance-missiles", demountable=True)
    )
    convoy = make.convoy(make.fighter(), truck, exotic=True)
    assert make.broken(convoy) == ["rbn.demount-not-allowed", "rbn.unknown-option"]
    assert make.messages(convoy)["rbn.demount-not-allowed"] == "Can’t be removed: Ram, lance-missiles."


def test_the_ballista_stays_on():
    truck = make.vehicle("lourd", make.option("baliste-sur-pivot", demountable=True))
    convoy = make.convoy(make.fighter(), truck, exotic=True, faction="survivants")
    assert make.broken(convoy) == ["rbn.demount-not-allowed"]
