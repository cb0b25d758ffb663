"""The scenarios (p. 12), as far as they ask something of a list."""

from rules.checks import ON_HEAD, finding
from rules.games.first_wave.analysis import EVEN, POWER
from rules.games.first_wave.register import REGISTER
from rules.games.rbn.checks.scenarios import a_known_scenario
from rules.text import _

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
