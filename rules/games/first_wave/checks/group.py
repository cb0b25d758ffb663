"""Building a group of survivors (p. 7): its budget, who may be in it, and what it has once only."""

from rules.checks import ON_HEAD, finding
from rules.games.first_wave.document import foreign
from rules.games.first_wave.register import REGISTER
from rules.games.rbn.analysis import SLAVE
from rules.games.rbn.checks.convoy import a_chief, limits_of_the_rows, within_budget
from rules.text import _

check, rule, report = REGISTER.check, REGISTER.rule, REGISTER.report
REGISTER.chapter(_("The group"))


@check(
    "fw.bad-budget",
    _("A group has a budget that the players agree on."),
    hint=_("Set a budget in the head of the list."),
    on=ON_HEAD,
    page=7,
    requirement=True,
)
def a_budget(group):
    if group.budget is None:
        yield finding(_("No budget is set. Usual ones are 150 points for a small game and 300 for a large one."))


check(
    "fw.budget-exceeded",
    _("A group costs no more than its budget."),
    hint=_("Raise the budget, or take something cheaper."),
    refuses=False,
    page=7,
)(within_budget)


@check(
    "fw.faction",
    _("A group has no faction, no sub-faction, no activity, no role, no borrowed traits and no slaves."),
    hint=_("Save the head of the list once: what only convoys have is dropped. A slave is freed on its card."),
    on=ON_HEAD,
    page=7,
)
def survivors_only(group):
    keys = foreign(group.document)
    if keys:
        yield finding(_("In this list’s head stands what only convoys of Red Button’s Nation have: {keys}."), keys=keys)


@report(on="fighter", having=SLAVE)
def nobody_is_a_slave(_fighter):
    yield finding(_("A slave: survivors keep none, and the full 10 points are charged."), rule="fw.faction")


@check(
    "fw.vehicles",
    _("A group is made of fighters alone; vehicles have no part in it."),
    hint=_("Take the vehicle out."),
    page=7,
    on="vehicle",
)
def on_foot(_vehicle):
    yield finding(_("A vehicle: groups of survivors have none, and no points are charged for it."))


rule(
    "fw.multiple-chefs",
    _("A group has one chief only."),
    hint=_("Take the ability from the other fighter first; in a unit of several copies each one counts."),
    page=7,
)
rule(
    "fw.too-many-healers",
    _("A group has one healer at most."),
    hint=_("Take the ability from the other fighter first; in a unit of several copies each one counts."),
    page=7,
)
report()(limits_of_the_rows)

check(
    "fw.no-chef",
    _("A group has a chief."),
    hint=_("Give one fighter the ability; it is free."),
    page=7,
    requirement=True,
)(a_chief)
