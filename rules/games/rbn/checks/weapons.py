"""Arsenals (p. 20-22): what fits on a fighter and which rounds fit a weapon."""

from functools import partial

from rules.checks import Findings, finding
from rules.families.red_button.analysis import ROUNDS, UNKNOWN, FighterAnalysis
from rules.families.red_button.checks import rounds_that_fit, shooters_can_shoot, three_places, weapons_of_the_book
from rules.games.rbn.register import REGISTER, report, rule, shared
from rules.text import _

REGISTER.chapter(_("Weapons"))

shared("unknown-weapon", page=20)
report(on="fighter", having=UNKNOWN)(partial(weapons_of_the_book, game="rbn"))
report(shared("weapon-places", page=30, rulings="A10 A11 A12"), on="fighter")(three_places)

rule(
    "rbn.giant-bat-not-giant",
    _("The giant bat needs a giant body."),
    hint=_("Add a giant body first, or choose another bat."),
    page=22,
    rulings="A13",
)


@report(on="fighter", having="@needing")
def weapons_that_need_something(fighter: FighterAnalysis) -> Findings:
    for item in {item.slug: item for item in fighter.items if item.needs}.values():
        if item.needs not in fighter.tags:
            needed = fighter.context.catalogue.equipment[item.needs].name
            yield finding(_("{weapon} needs: {needed}."), rule=item.needs_rule, weapon=item.name, needed=needed)


report(shared("ranged-without-t", page=30, rulings="A15"), on="fighter")(shooters_can_shoot)
shared("ammo-not-allowed", page=30, rulings="A23 A24")
shared("dup-ammo", page=30, rulings="A43")
report(on=("fighter", "vehicle"), having=ROUNDS)(partial(rounds_that_fit, game="rbn"))
