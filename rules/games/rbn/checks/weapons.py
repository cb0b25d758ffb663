"""Arsenals (p. 20-22): what fits on a fighter and which rounds fit a weapon."""

from collections.abc import Iterator
from typing import Any

from rules.checks import RawFinding, finding, names, not_in_book
from rules.games.rbn.analysis import NO_SHOOTING, ROUNDS, UNKNOWN, FighterAnalysis
from rules.games.rbn.register import NOT_IN_BOOK, REGISTER, TWICE_TAKEN, check_fighter, report, rule, warn
from rules.text import _

REGISTER.chapter(_("Weapons"))
PLACES = 3

rule("rbn.unknown-weapon", _("Weapons come from the book’s two arsenals."), hint=NOT_IN_BOOK, page=20)


@report(on="fighter", having=UNKNOWN)
def weapons_of_the_book(fighter: FighterAnalysis, game: str = "rbn") -> Iterator[RawFinding]:
    slugs = [weapon.item for weapon in fighter.unit.weapons]
    yield from not_in_book(fighter.context.catalogue.weapons, slugs, f"{game}.unknown-weapon")


@check_fighter(
    "rbn.weapon-places",
    _("A fighter has three weapon slots. Cumbersome weapons take two; shields, nets and jet packs one each."),
    hint=_("Remove a weapon, shield, net or jet pack."),
    page=30,
    rulings="A10 A11 A12",
)
def three_places(fighter: FighterAnalysis) -> Iterator[RawFinding]:
    if fighter.places > PLACES:
        yield finding(
            _("Weapon slots used: {used} of {places}."),
            excess=fighter.places - PLACES,
            used=fighter.places,
            places=PLACES,
        )


rule(
    "rbn.giant-bat-not-giant",
    _("The giant bat needs a giant body."),
    hint=_("Add a giant body first, or choose another bat."),
    page=22,
    rulings="A13",
)


@report(on="fighter", having="@needing")
def weapons_that_need_something(fighter: FighterAnalysis) -> Iterator[RawFinding]:
    for item in {item.slug: item for item in fighter.items if item.needs}.values():
        if item.needs not in fighter.tags:
            needed = fighter.context.catalogue.equipment[item.needs].name
            yield finding(_("{weapon} needs: {needed}."), rule=item.needs_rule, weapon=item.name, needed=needed)


@warn(
    "rbn.ranged-without-t",
    _("With T –, a fighter can’t shoot."),
    hint=_("Buy T 5 or better, or remove the weapon."),
    page=30,
    on="fighter",
    rulings="A15",
)
def shooters_can_shoot(fighter: FighterAnalysis) -> Iterator[RawFinding]:
    weapons = tuple(item.name for item in fighter.ranged if item.melee is None)
    if weapons and fighter.unit.stats.T == NO_SHOOTING:
        armed = not {"enfants-du-13", "phantom-squad"}.isdisjoint(fighter.context.drawbacks)
        yield finding(
            _("T – with {weapons}: this fighter can’t shoot."),
            hint=_("Buy T 5 or better.") if armed else "",
            weapons=weapons,
        )


rule(
    "rbn.ammo-not-allowed",
    _("Only buy rounds for a weapon that can fire them."),
    hint=_("Remove the rounds, or choose a weapon that takes them."),
    page=30,
    rulings="A23 A24",
)
rule("rbn.dup-ammo", _("Each kind of ammunition only once per weapon."), hint=TWICE_TAKEN, page=30, rulings="A43")


@report(on=("fighter", "vehicle"), having=ROUNDS)
def rounds_that_fit(unit: Any, game: str = "rbn") -> Iterator[RawFinding]:
    """Rounds that their weapon or gun fires, each kind once; `game` begins the ids of the rules."""
    ammunition = unit.context.catalogue.ammunition
    for item, carrier in unit.weapons if unit.kind == "fighter" else unit.options:
        slugs = carrier.ammunition
        wrong = [slug for slug in slugs if slug not in item.ammunition]
        if wrong:
            text, rounds = _("{weapon} can’t fire {rounds}."), names(ammunition, wrong)
            yield finding(text, rule=f"{game}.ammo-not-allowed", weapon=item.name, rounds=rounds)
        if len(set(slugs)) < len(slugs):
            text, rounds = _("{weapon}: same rounds twice ({rounds})."), names(ammunition, slugs)
            yield finding(text, rule=f"{game}.dup-ammo", weapon=item.name, rounds=rounds)
