"""Building a convoy (p. 26-28): budget, faction, activity, and what a list holds at most."""

from rules.checks import ON_HEAD, finding, over_list_limits
from rules.games.rbn.register import REGISTER
from rules.text import _

check, rule = REGISTER.check, REGISTER.rule
REGISTER.chapter(_("The convoy"))
TRANSPORTS = {"moyen", "lourd"}
WITHIN_PRINTED = {  # the hints where a scenario prints the budget
    "rbn.too-many-rockets": _("Take another one away."),
    "rbn.too-many-flying": _("Keep another vehicle on the ground."),
}


@check(
    "rbn.bad-budget",
    _("A list has a budget: the one the players agree on, or the one its scenario prints."),
    hint=_("Set a budget, or choose a scenario that prints one."),
    on=ON_HEAD,
    page=26,
    requirement=True,
)
def a_budget(convoy):
    if convoy.budget is None:
        yield finding(_("No budget is set and the scenario prints none. Usual ones are 300, 600 and 900 points."))


@check(
    "rbn.budget-exceeded",
    _("A list costs no more than its effective budget."),
    hint=_("Raise the budget, or take something cheaper."),
    refuses=False,
    page=26,
    rulings="A2 A7 A8 A9",
)
def within_budget(convoy):
    if convoy.budget is not None and convoy.total > convoy.budget:
        yield finding(
            _("The list costs {total} points; the budget is {budget}: {over} too many."),
            hint=_("Take something cheaper.") if convoy.context.prints_budget else "",
            total=convoy.total,
            budget=convoy.budget,
            over=convoy.total - convoy.budget,
        )


@check(
    "rbn.vehicle-third",
    _("Vehicles and their options cost at least a third of the effective budget without prize points, rounded up."),
    hint=_("Options count too, and so does a dearer vehicle in place of a cheap one."),
    page=28,
    requirement=True,
    rulings="A1 A2 A3 A4 A6 A8",
)
def a_third_on_vehicles(convoy):
    if convoy.vehicle_points < convoy.vehicles_due:
        one_price = len(convoy.context.vehicle_types & {"leger", "moyen", "lourd"}) == 1
        yield finding(
            _("Vehicles cost {spent} points; at least {due} are due. Add {missing} points of vehicles or options."),
            hint=_("Options count too.") if one_price else "",
            spent=convoy.vehicle_points,
            due=convoy.vehicles_due,
            missing=convoy.vehicles_due - convoy.vehicle_points,
        )


@check(
    "rbn.bad-faction",
    _("A convoy belongs to one of the book's factions."),
    hint=_("Choose one of the factions on offer."),
    on=ON_HEAD,
    page=26,
    requirement=True,
)
def a_faction(convoy):
    if convoy.document.faction is None:
        yield finding(_("No faction is chosen."))
    elif convoy.context.faction is None:
        yield finding(_("There is no faction “{slug}” in this book."), slug=convoy.document.faction)


@check(
    "rbn.bad-subfaction",
    _("A sub-faction is one of the convoy's own faction."),
    hint=_("Choose one of this faction's own, or none."),
    on=ON_HEAD,
    page=26,
)
def own_subfaction(convoy):
    context = convoy.context
    if convoy.document.subfaction is None or context.is_own_subfaction:
        return
    if context.subfaction is None:
        yield finding(_("There is no sub-faction “{slug}” in this book."), slug=convoy.document.subfaction)
    else:
        parent = context.catalogue.factions[context.subfaction.parent]
        yield finding(
            _("{subfaction} is a sub-faction of {parent}, not of this faction."),
            subfaction=context.subfaction.name,
            parent=parent.name,
        )


@check(
    "rbn.bad-activity",
    _("A convoy follows one of the four activities; only plain mercenaries may leave it open."),
    hint=_("Choose one of those that are open to this list."),
    on=ON_HEAD,
    page=27,
    requirement=True,
    rulings="A34 A38",
)
def an_activity(convoy):
    context = convoy.context
    if convoy.document.activity is None:
        if not context.makes_choices:
            yield finding(
                _("No activity is chosen. Open to this list: {activities}."), activities=open_activities(context)
            )
    elif context.activity is None:
        yield finding(_("There is no activity “{slug}” in this book."), slug=convoy.document.activity)


@check(
    "rbn.activity-forbidden",
    _("A faction or sub-faction may only follow the activities of its row."),
    hint=_("Choose one that is open, or another faction."),
    on=ON_HEAD,
    page=27,
)
def an_open_activity(convoy):
    context = convoy.context
    if context.activity and context.activities and context.activity.slug not in context.activities:
        yield finding(
            _("{activity} is closed to {who}. Open: {activities}."),
            activity=context.activity.name,
            who=(context.subfaction or context.faction).name,
            activities=open_activities(context),
        )


def open_activities(context):
    return tuple(context.catalogue.activities[slug].name for slug in context.activities or context.catalogue.activities)


@check(
    "rbn.no-activity",
    _("Mercenaries choose their activity once the scenario is known, where secondary missions are played."),
    hint=_("Choose one now that the scenario is known."),
    on=ON_HEAD,
    page=27,
    level="warning",
    rulings="A38",
)
def an_activity_for_the_scenario(convoy):
    context = convoy.context
    if not context.makes_choices or not context.has_secondary_missions:
        return
    if convoy.document.scenario is not None and convoy.document.activity is None:
        yield finding(_("A scenario is chosen, but not yet the activity that mercenaries pick once they know it."))


@check(
    "rbn.e13-activity",
    _("No book prints which activities are open to the Children of 13."),
    hint=_("Agree on one with the opponent."),
    on=ON_HEAD,
    book="First Wave",
    page=13,
    level="warning",
    rulings="A34",
)
def an_unprinted_activity(convoy):
    row = convoy.context.faction
    if row and not row.activities_printed:
        yield finding(_("No activity is printed for {faction}: any of the four is accepted here."), faction=row.name)


@check(
    "rbn.merchant-no-transport",
    _("Merchants carry their cargo in a medium or heavy vehicle, where secondary missions are played."),
    hint=_("Add a medium or heavy vehicle, or choose another activity."),
    page=27,
    level="warning",
    rulings="A37",
)
def a_transport_for_merchants(convoy):
    if convoy.document.activity != "marchands" or not convoy.context.has_secondary_missions:
        return
    if not any(unit.unit.type in TRANSPORTS for unit in convoy.vehicles):
        yield finding(
            _("Without a medium or heavy vehicle, merchants cannot carry out their secondary mission."),
            hint=way_to_a_transport(convoy.context),
        )


def way_to_a_transport(context):
    """What this list can do about a cargo that nobody carries; empty where nothing is forbidden to it."""
    transports, other_activities = TRANSPORTS & context.vehicle_types, set(context.activities) - {"marchands"}
    if not transports:
        return _("Choose another activity.") if other_activities else _("Choose another scenario.")
    if not other_activities:
        return _("Add a medium or heavy vehicle.")
    return _("Add a medium vehicle, or choose another activity.") if transports == {"moyen"} else ""


rule(
    "rbn.multiple-chefs",
    _("A list has one chief only."),
    hint=_("First remove the ability from the other fighter. In a unit of several, each one counts."),
    page=31,
)
rule(
    "rbn.too-many-mechanics",
    _("A list has one mechanic at most."),
    hint=_("First remove the ability from the other fighter. In a unit of several, each one counts."),
    page=31,
)
rule(
    "rbn.too-many-healers",
    _("A list has one healer at most."),
    hint=_("First remove the ability from the other fighter. In a unit of several, each one counts."),
    page=31,
)
rule(
    "rbn.too-many-rockets",
    _("One rocket launcher for each full 150 points of the budget, hand-held and on vehicles together."),
    hint=_("Take another one away, or raise the budget to the next full 150 points."),
    page=20,
    rulings="A3 A5",
)
rule(
    "rbn.too-many-sono",
    _("One sound system in the whole convoy."),
    hint=_("Take the other one away first."),
    page=29,
    rulings="A28",
)
rule(
    "rbn.too-many-flying",
    _("One flying vehicle for each full 300 points of the budget."),
    hint=_("Keep another vehicle on the ground, or raise the budget to the next full 300 points."),
    page=46,
    rulings="A3 A5",
)


@REGISTER.report()
def limits_of_the_rows(convoy):
    for one in over_list_limits(convoy.counted, convoy.budget):
        yield one._replace(hint=WITHIN_PRINTED.get(str(one.rule), "")) if convoy.context.prints_budget else one


@check(
    "rbn.no-chef",
    _("A list has a chief."),
    hint=_("Give one fighter the Chief ability; it’s free."),
    page=31,
    requirement=True,
)
def a_chief(convoy):
    if convoy.chief is None:
        yield finding(_("Nobody is the chief."))


@check(
    "rbn.no-driver",
    _("Somebody can drive each vehicle."),
    hint=_("Add a fighter who can drive, or an artificial intelligence."),
    page=31,
    level="warning",
    rulings="A31",
)
def a_driver_each(convoy):
    context = convoy.context
    drivers = sum([unit.count for unit in convoy.fighters if unit.can_drive])
    driven = sum([unit.count for unit in convoy.vehicles if not unit.has_ai])
    if drivers < driven:
        has_ai = context.opens(context.catalogue.options["intelligence-artificielle"].opening)
        yield finding(
            _("Vehicles to drive: {vehicles}; fighters who can: {drivers}."),
            hint="" if has_ai else _("Add a fighter who can drive."),
            vehicles=driven,
            drivers=drivers,
        )
