"""Building a convoy (p. 26-28): budget, faction, activity, and what a list holds at most."""

from rules.checks import ON_HEAD, Findings, finding
from rules.families.red_button.analysis import RulesContext
from rules.families.red_button.checks import a_chief, limits_of_the_rows, within_budget
from rules.games.rbn.analysis import ConvoyAnalysis
from rules.games.rbn.register import REGISTER, check, report, require, rule, shared, warn
from rules.text import Text, _

REGISTER.chapter(_("Convoy"))
TRANSPORTS = {"moyen", "lourd"}


@require(
    "rbn.bad-budget",
    _("A list has a budget: agreed by the players, or set by its scenario."),
    hint=_("Set a budget, or choose a scenario that has one."),
    on=ON_HEAD,
    page=26,
)
def a_budget(convoy: ConvoyAnalysis) -> Findings:
    if convoy.budget is None:
        yield finding(_("No budget set, and the scenario has none. Usual: 300, 600 or 900\xa0pts."))


report(shared("budget-exceeded", page=26, rulings="A2 A7 A8 A9"))(within_budget)


@require(
    "rbn.vehicle-third",
    _("Vehicles and their options cost at least a third of the effective budget (without prize points), rounded up."),
    hint=_("Options count. So does a bigger vehicle."),
    page=28,
    rulings="A1 A2 A3 A4 A6 A8",
)
def a_third_on_vehicles(convoy: ConvoyAnalysis) -> Findings:
    if convoy.vehicle_points < convoy.vehicles_due:
        one_price = len(convoy.context.vehicle_types & {"leger", "moyen", "lourd"}) == 1
        yield finding(
            _("Vehicles: {spent}\xa0pts, at least {due} needed. Add {missing}\xa0pts of vehicles or options."),
            hint=_("Options count.") if one_price else "",
            spent=convoy.vehicle_points,
            due=convoy.vehicles_due,
            missing=convoy.vehicles_due - convoy.vehicle_points,
        )


@require(
    "rbn.bad-faction",
    _("A convoy has one of the book’s factions."),
    hint=_("Choose a faction in the list settings."),
    on=ON_HEAD,
    page=26,
)
def a_faction(convoy: ConvoyAnalysis) -> Findings:
    if convoy.document.faction is None:
        yield finding(_("No faction yet."))
    elif convoy.context.faction is None:
        yield finding(_("This book has no faction “{slug}”."), slug=convoy.document.faction)


@check(
    "rbn.bad-subfaction",
    _("A sub-faction is from the convoy’s own faction."),
    hint=_("Choose one of this faction’s sub-factions, or none."),
    on=ON_HEAD,
    page=26,
)
def own_subfaction(convoy: ConvoyAnalysis) -> Findings:
    context = convoy.context
    if convoy.document.subfaction is None or context.is_own_subfaction:
        return
    if context.subfaction is None:
        yield finding(_("This book has no sub-faction “{slug}”."), slug=convoy.document.subfaction)
    else:
        parent = context.catalogue.factions[context.subfaction.parent]
        yield finding(
            _("{subfaction} is a sub-faction of {parent}, not of this faction."),
            subfaction=context.subfaction.name,
            parent=parent.name,
        )


@require(
    "rbn.bad-activity",
    _("A convoy follows one of the four activities. Only mercenaries without a sub-faction may choose later."),
    hint=_("Choose one of these."),
    on=ON_HEAD,
    page=27,
    rulings="A34 A38",
)
def an_activity(convoy: ConvoyAnalysis) -> Findings:
    context = convoy.context
    if convoy.document.activity is None:
        if not context.makes_choices:
            yield finding(_("No activity yet. Open to this list: {activities}."), activities=open_activities(context))
    elif context.activity is None:
        yield finding(_("This book has no activity “{slug}”."), slug=convoy.document.activity)


@check(
    "rbn.activity-forbidden",
    _("A faction or sub-faction can only follow the activities in its row."),
    hint=_("Choose an open activity, or another faction."),
    on=ON_HEAD,
    page=27,
)
def an_open_activity(convoy: ConvoyAnalysis) -> Findings:
    context, row = convoy.context, convoy.context.subfaction or convoy.context.faction
    if row and context.activity and context.activities and context.activity.slug not in context.activities:
        yield finding(
            _("{activity} is closed to {who}. Open: {activities}."),
            activity=context.activity.name,
            who=row.name,
            activities=open_activities(context),
        )


def open_activities(context: RulesContext) -> tuple[Text, ...]:
    return tuple(context.catalogue.activities[slug].name for slug in context.activities or context.catalogue.activities)


@warn(
    "rbn.no-activity",
    _("Mercenaries choose their activity once the scenario is known, if secondary missions are played."),
    hint=_("Choose an activity in the list settings."),
    on=ON_HEAD,
    page=27,
    rulings="A38",
)
def an_activity_for_the_scenario(convoy: ConvoyAnalysis) -> Findings:
    context = convoy.context
    if not context.makes_choices or not context.has_secondary_missions:
        return
    if convoy.document.scenario is not None and convoy.document.activity is None:
        yield finding(_("The scenario is known: mercenaries now choose their activity."))


@warn(
    "rbn.e13-activity",
    _("No official activities for the Children of the 13."),
    hint=_("Agree on one with your opponent."),
    on=ON_HEAD,
    book="First Wave",
    page=13,
    rulings="A34",
)
def an_unprinted_activity(convoy: ConvoyAnalysis) -> Findings:
    row = convoy.context.faction
    if row and not row.activities_printed:
        yield finding(_("{faction}: no official activities, so all four are accepted here."), faction=row.name)


@warn(
    "rbn.merchant-no-transport",
    _("Merchants carry their cargo in a medium or heavy vehicle, if secondary missions are played."),
    hint=_("Add a medium or heavy vehicle, or choose another activity."),
    page=27,
    rulings="A37",
)
def a_transport_for_merchants(convoy: ConvoyAnalysis) -> Findings:
    if convoy.document.activity != "marchands" or not convoy.context.has_secondary_missions:
        return
    if not any(unit.unit.type in TRANSPORTS for unit in convoy.vehicles):
        yield finding(
            _("Without a medium or heavy vehicle, merchants can’t do their secondary mission."),
            hint=way_to_a_transport(convoy.context),
        )


def way_to_a_transport(context: RulesContext) -> str:
    """What this list can do about a cargo that nobody carries; empty where nothing is forbidden to it."""
    transports, other_activities = TRANSPORTS & context.vehicle_types, set(context.activities) - {"marchands"}
    if not transports:
        return _("Choose another activity.") if other_activities else _("Choose another scenario.")
    if not other_activities:
        return _("Add a medium or heavy vehicle.")
    return _("Add a medium vehicle, or choose another activity.") if transports == {"moyen"} else ""


for once in ("multiple-chefs", "too-many-mechanics", "too-many-healers"):
    shared(once, page=31)
rule(
    "rbn.too-many-rockets",
    _("One rocket launcher per full 150\xa0pts of budget, on foot and on vehicles together."),
    hint=_("Remove another one, or raise the budget to the next multiple of 150."),
    page=20,
    rulings="A3 A5",
)
rule(
    "rbn.too-many-sono",
    _("Only one sound system per convoy."),
    hint=_("Remove the other one first."),
    page=29,
    rulings="A28",
)
rule(
    "rbn.too-many-flying",
    _("One flying vehicle per full 300\xa0pts of budget."),
    hint=_("Keep another vehicle on the ground, or raise the budget to the next multiple of 300."),
    page=46,
    rulings="A3 A5",
)


report()(limits_of_the_rows)
report(shared("no-chef", page=31))(a_chief)


@warn(
    "rbn.no-driver",
    _("Each vehicle has someone who can drive it."),
    hint=_("Add a fighter who can drive, or an artificial intelligence."),
    page=31,
    rulings="A31",
)
def a_driver_each(convoy: ConvoyAnalysis) -> Findings:
    context = convoy.context
    drivers = sum([unit.count for unit in convoy.fighters if unit.can_drive])
    driven = sum([unit.count for unit in convoy.vehicles if not unit.has_ai])
    if drivers < driven:
        opening = context.catalogue.options["intelligence-artificielle"].opening
        yield finding(
            _("Vehicles: {vehicles}. Fighters who can drive: {drivers}."),
            hint="" if opening is None or context.opens(opening) else _("Add a fighter who can drive."),
            vehicles=driven,
            drivers=drivers,
        )
