"""Creating vehicles (p. 28-29), the sidecar of the Sons (p. 27), plating (First Wave, p. 13), and crews."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.catalogue import UnitType
from rules.checks import Findings, finding, not_in_book, over_unit_limit, reserved, taken_twice
from rules.families.red_button.analysis import TWICE, UNKNOWN, RulesContext
from rules.families.red_button.checks import NOT_IN_BOOK, TWICE_TAKEN
from rules.families.red_button.document import DRIVER_WHO_SHOOTS, DRIVING, SHOOTING
from rules.games.rbn.analysis import ConvoyAnalysis, VehicleAnalysis
from rules.games.rbn.register import REGISTER, check_vehicle, report, rule, warn
from rules.text import _

REGISTER.chapter(_("Vehicles"))
SIDECAR = "sidecar"

rule(
    "rbn.unknown-vehicle",
    _("A vehicle is light, medium or heavy or, for the Sons, a sidecar."),
    hint=_("Choose one of the book’s vehicle types."),
    page=28,
)
rule("rbn.unknown-option", _("Vehicle options come from the book’s list."), hint=NOT_IN_BOOK, page=28)
rule(
    "rbn.sidecar-not-sons",
    _("Sidecars are for the Sons of Apocalypse only."),
    hint=_("Choose the Sons of Apocalypse, or another vehicle type."),
    page=27,
)
rule(
    "rbn.option-faction",
    _("Ballistas are for survivors, net launchers for slavers, AIs for robots, plating for the Children of the 13."),
    hint=_("Do without, or choose a faction that can have it."),
    page=28,
    rulings="A36",
)
rule(
    "rbn.dup-option",
    _("Each option once per vehicle; guns as long as slots last."),
    hint=TWICE_TAKEN,
    page=28,
    rulings="A28",
)
rule(
    "rbn.option-max",
    _("At most two extra compartments and one extra firing post per vehicle."),
    hint=_("Remove one, or put it on another vehicle."),
    page=28,
)


@report(on="vehicle")
def vehicles_of_the_book(vehicle: VehicleAnalysis) -> Findings:
    if vehicle.type is None:
        yield finding(_("This book has no vehicle type “{slug}”."), rule="rbn.unknown-vehicle", slug=vehicle.unit.type)
    elif vehicle.type.opening:
        for raw in reserved([vehicle.type], vehicle.context):
            yield raw._replace(hint=vehicle.context.hint_on_foot)


@report(on="vehicle", having=(UNKNOWN, TWICE))
def options_of_the_book(vehicle: VehicleAnalysis) -> Findings:
    slugs = [option.item for option in vehicle.unit.options]
    yield from not_in_book(vehicle.context.catalogue.options, slugs, "rbn.unknown-option")
    yield from taken_twice(vehicle.context.catalogue.options, slugs, "rbn.dup-option")


@report(on="vehicle", having=("@reserved", "@limited"))
def options_open_to_the_faction(vehicle: VehicleAnalysis) -> Findings:
    yield from reserved(vehicle.items, vehicle.context)
    yield from over_unit_limit(vehicle.items)


@check_vehicle(
    "rbn.option-type",
    _("An option only fits the vehicle types in its row."),
    hint=_("Remove the option, or change the vehicle’s type."),
    page=28,
    rulings="A30",
)
def options_for_the_type(vehicle: VehicleAnalysis) -> Findings:
    wrong = [item for item in vehicle.items if item.types and vehicle.unit.type not in item.types]
    if wrong and vehicle.type:
        yield finding(
            _("Not for this type ({type}): {options}."),
            excess=len(wrong),
            hint="" if fits_some_type(wrong, vehicle.context) else _("Remove the option."),
            type=vehicle.type.name,
            options=tuple({item.slug: item.name for item in wrong}.values()),
        )


def fits_some_type(items: Sequence[Any], context: RulesContext) -> bool:
    """Whether this list may have a vehicle of a type that is open to all these items."""
    return bool(context.vehicle_types.intersection(*[item.types for item in items]))


@check_vehicle(
    "rbn.slots-exceeded",
    _("Options can’t take more slots than the vehicle has: 1, 2 or 4."),
    hint=_("Remove an option, or choose a bigger vehicle."),
    page=28,
)
def enough_slots(vehicle: VehicleAnalysis) -> Findings:
    kind = vehicle.type
    if kind and kind.slug != SIDECAR and vehicle.slots > kind.slots:
        yield finding(
            _("Slots used: {used} of {slots}."),
            excess=vehicle.slots - kind.slots,
            hint="" if bigger_types(kind, vehicle.context) else _("Remove an option."),
            used=vehicle.slots,
            slots=kind.slots,
        )


def bigger_types(kind: UnitType, context: RulesContext) -> list[str]:
    """The types with more slots that this list may have; a sidecar's second slot is for a gun alone."""
    types = context.catalogue.unit_types
    return [slug for slug in context.vehicle_types if slug != SIDECAR and types[slug].slots > kind.slots]


@check_vehicle(
    "rbn.sidecar-slot",
    _("A sidecar has one slot for a light option and one for a medium vehicle’s gun."),
    hint=_("Remove an option from the overfull slot."),
    page=27,
    having="@type:sidecar",
    rulings="A30",
)
def sidecar_slots(vehicle: VehicleAnalysis) -> Findings:
    taking = [item for item in vehicle.items if item.slots]
    guns = [item for item in taking if item.weapon and "leger" not in item.types]
    light = len(taking) - len(guns)
    if len(guns) > 1 or light > 1:
        yield finding(
            _("Sidecar, one of each at most. Medium guns: {guns}; light options: {light}."),
            excess=max(0, len(guns) - 1) + max(0, light - 1),
            guns=len(guns),
            light=light,
        )


@warn(
    "rbn.sidecar-price",
    _("No official price for the sidecar."),
    hint=_("Agree on a price with your opponent and enter it in the list settings."),
    page=27,
    on="vehicle",
    having="@type:sidecar",
    rulings="A30",
)
def a_price_for_sidecars(vehicle: VehicleAnalysis) -> Findings:
    yield finding(
        _("No official price for the sidecar: {points}\xa0pts here."),
        points=vehicle.context.prices.unit_type[SIDECAR],
    )


@warn(
    "rbn.blindage-price",
    _("No official price for plating."),
    hint=_("Agree on a price with your opponent and enter it in the list settings."),
    book="First Wave",
    page=13,
    on="vehicle",
    rulings="A29",
)
def a_price_for_plating(vehicle: VehicleAnalysis) -> Findings:
    plates = [item for item in vehicle.items if not item.printed]
    if plates:
        yield finding(
            _("No official price for {items}: {points}\xa0pts here."),
            items=tuple({item.slug: item.name for item in plates}.values()),
            points=sum(vehicle.context.prices.option[item.slug] for item in plates),
        )


@warn(
    "rbn.sono-useless",
    _("A sound system re-rolls morale tests; robots never take any."),
    hint=_("Remove it and save the points."),
    page=27,
)
def a_sono_for_those_who_fear(convoy: ConvoyAnalysis) -> Findings:
    if "robots" in convoy.context.advantages and any("sono" in unit.tags for unit in convoy.vehicles):
        yield finding(_("Useless sound system: this convoy never tests morale."))


@warn(
    "rbn.crew",
    _("Everyone on board has one seat: driver, gunner or passenger."),
    hint=_("Seat the crew again, one seat each."),
    page=28,
    rulings="A31",
)
def crews_that_fit(convoy: ConvoyAnalysis) -> Findings:
    riding = Counter((member.unit, member.copy) for vehicle in convoy.vehicles for member in vehicle.unit.crew)
    for index, vehicle in enumerate(convoy.units):
        if vehicle.kind == "vehicle" and vehicle.unit.crew:
            for text, values in crew_problems(vehicle, convoy.units, riding):
                yield finding(text, unit=index, **values)


def crew_problems(
    vehicle: VehicleAnalysis, units: Sequence[Any], riding: Mapping[tuple[int, int], int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is wrong with the crew noted on a vehicle: (marked text, values)."""
    crew = vehicle.unit.crew
    riders = [units[member.unit] for member in crew if 0 <= member.unit < len(units)]
    seated = list(zip(crew, riders, strict=False))
    if len(riders) < len(crew) or any(
        rider.kind != "fighter" or not 0 <= member.copy < rider.count for member, rider in seated
    ):
        yield _("Someone on board isn’t in this list."), {}
        return
    seats, shooters = vehicle.seats * vehicle.count, vehicle.shooters * vehicle.count
    taken = sum([rider.seats_taken for rider in riders])
    if taken > seats:
        yield _("Seats taken: {taken} of {seats}."), {"taken": taken, "seats": seats}
    gunners = sum([member.post in SHOOTING for member in crew])
    if gunners > shooters:
        yield _("Gunners: {gunners}, at most {shooters} in this vehicle."), {"gunners": gunners, "shooters": shooters}
    drivers = [(member, rider) for member, rider in seated if member.post in DRIVING]
    if len(drivers) > vehicle.count:
        yield _("Drivers: {drivers}, only one allowed."), {"drivers": len(drivers)}
    if not all(rider.can_drive for _member, rider in drivers):
        yield _("Animals and riders can’t drive."), {}
    elif any(member.post == DRIVER_WHO_SHOOTS and not rider.shot_at_the_wheel for member, rider in drivers):
        yield _("The driver has no weapon to fire while driving."), {}
    if any("cavalier" in rider.tags for rider in riders):
        yield _("Riders can’t board vehicles."), {}
    if any(member.post == "gunner" and rider.animal for member, rider in seated):
        yield _("Animals can’t use vehicle guns."), {}
    if any(riding[member.unit, member.copy] > 1 for member in crew):
        yield _("Someone in this crew has two seats."), {}
