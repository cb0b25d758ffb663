"""The scenarios (p. 12), as far as they ask something of a list."""

from rules.checks import ON_HEAD, finding
from rules.games.first_wave.analysis import EVEN, LINEAGE, POWER
from rules.games.first_wave.register import REGISTER
from rules.games.rbn.checks.scenarios import a_known_scenario
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("Scenarios"))

check(
    "fw.bad-scenario",
    _("A scenario is one of the book's four."),
    hint=_("Choose one of the book's scenarios, or none."),
    on=ON_HEAD,
    page=12,
)(a_known_scenario)


@check(
    "fw.exactly-30-points",
    _("Power scores fighters below and above 30 points; one of exactly 30 scores nothing."),
    hint=_("Make the fighter a little cheaper or dearer."),
    page=12,
    level="warning",
    on="fighter",
    rulings="A46",
)
def never_exactly_thirty(fighter):
    if fighter.context.document.scenario == POWER and fighter.cost == EVEN:
        yield finding(_("Exactly {points} points: in the enemy’s zone this fighter scores nothing."), points=EVEN)


@check(
    "fw.no-successor",
    _("In End of the line the opponent names a successor among the fighters: neither the chief nor an animal."),
    hint=_("Add a fighter who is no animal."),
    page=12,
    level="warning",
)
def somebody_to_succeed(group):
    if group.document.scenario == LINEAGE and group.chief and not group.successors:
        yield finding(_("The chief has nobody who could be named successor: animals do not count."))


@check(
    "fw.nameless",
    _("In End of the line the opponent notes the successor's name, so every fighter who may be one needs a name."),
    hint=_("Give each of them a name on its card."),
    page=12,
    level="warning",
)
def successors_have_names(group):
    nameless = tuple(number for number, one in group.successors if not visible(one.unit.name))
    if group.document.scenario == LINEAGE and nameless:
        yield finding(_("Possible successors without a name: number {numbers}."), numbers=nameless)
