"""The scenarios (p. 12), as far as they ask something of a list."""

from rules.checks import ON_HEAD, Findings, finding
from rules.families.red_button.checks import a_known_scenario
from rules.games.first_wave.analysis import EVEN, LINEAGE, POWER, SurvivorAnalysis, SurvivorGroupAnalysis
from rules.games.first_wave.register import REGISTER, report, shared, warn
from rules.text import _, visible

REGISTER.chapter(_("Scenarios"))

bad_scenario = shared("bad-scenario", page=12, demand=_("The scenario is one of the book’s four."))
report(bad_scenario, on=ON_HEAD)(a_known_scenario)


@warn(
    "fw.exactly-30-points",
    _("Power: fighters under or over 30\xa0pts score; exactly 30 scores nothing."),
    hint=_("Change its cost a little."),
    page=12,
    on="fighter",
    rulings="A46",
)
def never_exactly_thirty(fighter: SurvivorAnalysis) -> Findings:
    if fighter.context.document.scenario == POWER and fighter.cost == EVEN:
        yield finding(_("Exactly {points}\xa0pts: scores nothing in the enemy’s zone."), points=EVEN)


@warn(
    "fw.no-successor",
    _("End of the line: your opponent picks a successor, neither chief nor animal."),
    hint=_("Add a fighter that isn’t an animal."),
    page=12,
)
def somebody_to_succeed(group: SurvivorGroupAnalysis) -> Findings:
    if group.document.scenario == LINEAGE and group.chief and not group.successors:
        yield finding(_("No possible successor: animals don’t count."))


@warn(
    "fw.nameless",
    _("End of the line: possible successors need a name, for your opponent to write down."),
    hint=_("Name each of them on its card."),
    page=12,
)
def successors_have_names(group: SurvivorGroupAnalysis) -> Findings:
    nameless = tuple(number for number, fighter in group.successors if not visible(fighter.unit.name))
    if group.document.scenario == LINEAGE and nameless:
        yield finding(_("Possible successors without a name: no. {numbers}."), numbers=nameless)
