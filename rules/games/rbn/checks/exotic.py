"""Exotic equipment (p. 46): only what the opponent agrees to."""

from typing import Any

from rules.checks import Findings, finding
from rules.families.red_button.analysis import FLYING, ROUNDS
from rules.games.rbn.analysis import VehicleAnalysis
from rules.games.rbn.register import REGISTER, check, check_vehicle
from rules.text import _

REGISTER.chapter(_("Exotic equipment"))


@check(
    "rbn.exotic-not-agreed",
    _("Exotic equipment needs the opponent’s agreement."),
    hint=_("Ask your opponent, then tick “Exotic equipment agreed”."),
    page=46,
    on=("fighter", "vehicle"),
    having=("@exotic", ROUNDS),
    rulings="A23",
)
def agreed_exotics(unit: Any) -> Findings:
    if not unit.context.document.exotic and unit.exotics:
        yield finding(
            _("Exotic: {items}. Your opponent hasn’t agreed yet."),
            excess=len(unit.exotics),
            items=tuple(dict.fromkeys(unit.exotics)),
        )


@check_vehicle(
    "rbn.flying-not-light",
    _("Only light vehicles fly."),
    hint=_("Make it a light vehicle, or keep it on the ground."),
    page=46,
    having=FLYING,
    rulings="A32",
)
def only_light_vehicles_fly(vehicle: VehicleAnalysis) -> Findings:
    if vehicle.unit.type not in vehicle.context.catalogue.modifications["vehicule-volant"].types:
        may_be_light = not {"leger", "sidecar"}.isdisjoint(vehicle.context.vehicle_types)
        hint = "" if may_be_light else _("Keep it on the ground.")
        yield finding(_("This vehicle flies but isn’t light."), hint=hint)


@check_vehicle(
    "rbn.demount-not-allowed",
    _("Only machine guns, flamethrowers and buckshot cannons can be removed."),
    hint=_("Leave this gun on the vehicle."),
    page=46,
    having=ROUNDS,
)
def guns_that_come_off(vehicle: VehicleAnalysis) -> Findings:
    collection = vehicle.context.catalogue.options
    mounted = [option.item for option in vehicle.unit.options if option.demountable]
    wrong = [slug for slug in mounted if slug not in collection or not collection[slug].demountable]
    if wrong:
        items = tuple(collection[slug].name if slug in collection else slug for slug in wrong)
        yield finding(_("Can’t be removed: {items}."), items=items)
