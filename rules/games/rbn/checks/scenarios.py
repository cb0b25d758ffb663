"""What a scenario asks of a list before the game (p. 35-38)."""

from rules.catalogue import Scenario
from rules.checks import ON_HEAD, Findings, RawFinding, finding
from rules.families.red_button.checks import a_known_scenario
from rules.games.rbn.analysis import ConvoyAnalysis, VehicleAnalysis
from rules.games.rbn.register import REGISTER, check, check_vehicle, report, require, shared, warn
from rules.text import _

REGISTER.chapter(_("Scenarios"))
AMBUSH = "embuscade"


report(shared("bad-scenario", page=34), on=ON_HEAD)(a_known_scenario)


@warn(
    "rbn.budget-not-scenario",
    _("Some scenarios set a budget; players may agree on another."),
    hint=_("Leave the budget empty to use the scenario’s."),
    on=ON_HEAD,
    page=34,
)
def the_scenarios_budget(convoy: ConvoyAnalysis) -> Findings:
    scenario, budget = convoy.context.scenario, convoy.document.budget
    if scenario and scenario.budget is not None and budget is not None and budget != scenario.budget:
        yield finding(
            _("Your budget is {budget}; {scenario} sets {printed}."),
            budget=budget,
            scenario=scenario.name,
            printed=scenario.budget,
        )


@require(
    "rbn.bad-role",
    _("A role is one of its scenario’s two. In the ambush, choose one: the defender has twice the points."),
    hint=_("Choose one of the two roles in the list settings."),
    on=ON_HEAD,
    page=35,
    rulings="A7 A55",
)
def a_role_of_the_scenario(convoy: ConvoyAnalysis) -> Findings:
    context, slug = convoy.context, convoy.document.role
    if convoy.document.scenario == AMBUSH and context.role is None:
        yield finding(_("Attacker or defender? The ambush’s budget depends on it; until then, it isn’t doubled."))
    elif slug is not None and context.scenario is None:
        yield finding(_("A role is chosen, but no scenario that has it."), hint=_("Clear the role."))
    elif slug is not None and context.scenario and context.role is None:
        yield not_a_role(slug, context.scenario)


def not_a_role(slug: str, scenario: Scenario) -> RawFinding:
    """The finding on a role that the scenario has not."""
    roles = tuple(role.name for role in scenario.roles)
    if not roles:
        text = _("{scenario} has no roles; “{slug}” is chosen.")
        return finding(text, hint=_("Clear the role."), scenario=scenario.name, slug=slug)
    text = _("{scenario} has no role “{slug}”. Its roles: {roles}.")
    return finding(text, scenario=scenario.name, slug=slug, roles=roles)


@check(
    "rbn.bonus-not-allowed",
    _("Prize points are won in scenario 8 and spent in scenario 9: 25, 50 or 100."),
    hint=_("Clear the prize points, or choose scenario 9 and 25, 50 or 100\xa0points."),
    on=ON_HEAD,
    page=38,
)
def prize_points(convoy: ConvoyAnalysis) -> Findings:
    bonus, scenario = convoy.document.bonus, convoy.context.scenario
    if bonus and (scenario is None or bonus not in scenario.bonus):
        yield finding(_("Prize points: {bonus}. Only 25, 50 or 100, and only in scenario 9."), bonus=bonus)


@check_vehicle(
    "rbn.vehicles-forbidden",
    _("The first scenario is played without vehicles."),
    hint=_("Remove the vehicles, or choose another scenario."),
    page=35,
    rulings="A6",
)
def no_vehicles_on_foot(vehicle: VehicleAnalysis) -> Findings:
    scenario = vehicle.context.scenario
    if scenario and not scenario.vehicles:
        yield finding(_("{scenario} is played without vehicles."), scenario=scenario.name)
