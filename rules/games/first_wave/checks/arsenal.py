"""Arsenals and ammunition (p. 8-9): what fits on a survivor, which rounds a weapon fires, what has no price."""

from functools import partial

from rules.checks import Findings, finding
from rules.families.red_button.analysis import ROUNDS, UNKNOWN
from rules.families.red_button.checks import rounds_that_fit, shooters_can_shoot, three_places, weapons_of_the_book
from rules.games.first_wave.analysis import SurvivorAnalysis
from rules.games.first_wave.register import REGISTER, report, shared, warn
from rules.text import _

REGISTER.chapter(_("Weapons and ammunition"))
THROWN = "arme-de-jet"

shared("unknown-weapon", page=8, rulings="A45")
report(on="fighter", having=UNKNOWN)(partial(weapons_of_the_book, game="fw"))
weapon_places = shared(
    "weapon-places",
    page=7,
    rulings="A12",
    demand=_("A fighter has three weapon slots; a cumbersome weapon takes two, a shield too."),
    hint=_("Remove a weapon or the shield."),
)
report(weapon_places, on="fighter")(three_places)
report(shared("ranged-without-t", page=7, rulings="A12 A15"), on="fighter")(shooters_can_shoot)
shared("ammo-not-allowed", page=8, rulings="A44", demand=_("A weapon takes only the ammunition in its row."))
shared("dup-ammo", page=9, rulings="A43")
report(on="fighter", having=ROUNDS)(partial(rounds_that_fit, game="fw"))


@warn(
    "fw.arme-de-jet-price",
    _("No official price for thrown weapons."),
    hint=_("Agree on a price with your opponent and enter it in the list settings."),
    page=8,
    on="fighter",
    having=THROWN,
    rulings="A42",
)
def a_price_for_thrown_weapons(fighter: SurvivorAnalysis) -> Findings:
    item = fighter.context.catalogue.weapons[THROWN]
    if not item.printed:
        yield finding(
            _("No official price for {item}: {points}\xa0pts each here."),
            item=item.name,
            points=fighter.context.prices.weapon[THROWN],
        )
