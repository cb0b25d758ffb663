"""Arsenals and ammunition (p. 8-9): what fits on a survivor, which rounds a weapon fires, what has no price."""

from rules.checks import finding
from rules.games.first_wave.register import REGISTER
from rules.games.rbn.analysis import ROUNDS, UNKNOWN
from rules.games.rbn.checks.weapons import fitting_rounds, shooters_can_shoot, three_places, weapons_of_the_book
from rules.text import _

check, rule, report = REGISTER.check, REGISTER.rule, REGISTER.report
REGISTER.chapter(_("Weapons and ammunition"))
THROWN = "arme-de-jet"

rule(
    "fw.unknown-weapon",
    _("Weapons come from the book’s two arsenals."),
    hint=_("Remove it and choose one from the book."),
    page=8,
    rulings="A45",
)


@report(on="fighter", having=UNKNOWN)
def weapons_listed(fighter):
    yield from weapons_of_the_book(fighter, "fw")


check(
    "fw.weapon-places",
    _("A fighter has three weapon slots; a cumbersome weapon takes two, a shield too."),
    hint=_("Remove a weapon or the shield."),
    page=7,
    on="fighter",
    rulings="A12",
)(three_places)
check(
    "fw.ranged-without-t",
    _("With T –, a fighter can’t shoot."),
    hint=_("Buy T 5 or better, or remove the weapon."),
    page=7,
    level="warning",
    on="fighter",
    rulings="A12 A15",
)(shooters_can_shoot)
rule(
    "fw.ammo-not-allowed",
    _("A weapon takes only the ammunition in its row."),
    hint=_("Remove the rounds, or choose a weapon that takes them."),
    page=8,
    rulings="A44",
)
rule(
    "fw.dup-ammo",
    _("Each kind of ammunition only once per weapon."),
    hint=_("Remove the extra one."),
    page=9,
    rulings="A43",
)


@report(on="fighter", having=ROUNDS)
def rounds_of_the_row(fighter):
    yield from fitting_rounds(fighter.weapons, fighter.context.catalogue, "fw")


@check(
    "fw.arme-de-jet-price",
    _("No official price for thrown weapons."),
    hint=_("Agree on a price with your opponent and enter it in the list settings."),
    page=8,
    level="warning",
    on="fighter",
    having=THROWN,
    rulings="A42",
)
def a_price_for_thrown_weapons(fighter):
    item = fighter.context.catalogue.weapons[THROWN]
    if not item.printed:
        yield finding(
            _("No official price for {item}: {points}\xa0pts each here."),
            item=item.name,
            points=fighter.context.prices.weapon[THROWN],
        )
