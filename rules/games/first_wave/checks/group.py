"""Building a group of survivors (p. 7): its budget, who may be in it, and what it has once only."""

from rules.checks import ON_HEAD, Findings, finding
from rules.families.red_button.analysis import SLAVE
from rules.families.red_button.checks import a_chief, limits_of_the_rows, within_budget
from rules.games.first_wave.analysis import ForbiddenVehicleAnalysis, SurvivorAnalysis, SurvivorGroupAnalysis
from rules.games.first_wave.document import foreign
from rules.games.first_wave.register import REGISTER, check, report, require, shared
from rules.text import _

REGISTER.chapter(_("The group"))


@require(
    "fw.bad-budget",
    _("A group has a budget, agreed by the players."),
    hint=_("Set a budget in the list settings."),
    on=ON_HEAD,
    page=7,
)
def a_budget(group: SurvivorGroupAnalysis) -> Findings:
    if group.budget is None:
        yield finding(_("No budget set. Usual: 150\xa0pts (small battle) or 300 (large)."))


budget_exceeded = shared("budget-exceeded", page=7, demand=_("A group can’t cost more than its budget."))
report(budget_exceeded)(within_budget)


@check(
    "fw.faction",
    _("A group has no faction, sub-faction, activity, role, borrowed traits or slaves."),
    hint=_("Save the list settings once to drop them. For a slave: “Free the slave” on the card."),
    on=ON_HEAD,
    page=7,
)
def survivors_only(group: SurvivorGroupAnalysis) -> Findings:
    keys = foreign(group.document)
    if keys:
        yield finding(_("Only for convoys of Red Button’s Nation: {keys}."), keys=keys)


@report(on="fighter", having=SLAVE)
def nobody_is_a_slave(_fighter: SurvivorAnalysis) -> Findings:
    yield finding(_("Groups can’t have slaves; this one costs the full 10\xa0pts."), rule="fw.faction")


@check(
    "fw.vehicles",
    _("A group has fighters only, no vehicles."),
    hint=_("Remove the vehicle."),
    page=7,
    on="vehicle",
)
def on_foot(_vehicle: ForbiddenVehicleAnalysis) -> Findings:
    yield finding(_("Groups can’t have vehicles; this one counts for 0\xa0pts."))


shared("multiple-chefs", page=7, demand=_("A group has only one chief."))
shared("too-many-healers", page=7, demand=_("A group has at most one healer."))
report()(limits_of_the_rows)
report(shared("no-chef", page=7, demand=_("A group has a chief.")))(a_chief)
