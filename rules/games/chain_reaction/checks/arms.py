"""Weapons ("Armement"): those of the four periods, and the players' own."""

from rules.checks import ON_HEAD, Findings, finding, listing
from rules.games.chain_reaction.analysis import (
    DOGS,
    HUMAN,
    OWN,
    ZOMBIE,
    FigureAnalysis,
    StarGroupAnalysis,
    WeaponLine,
    kind_tag,
)
from rules.games.chain_reaction.document import Weapon
from rules.games.chain_reaction.register import REGISTER, check, check_figure, warn, warn_figure, warn_npc
from rules.text import _, visible

NO_HANDS = tuple(map(kind_tag, (*DOGS, ZOMBIE)))
REGISTER.chapter(_("Weapons"), heading="Armement")


@check(
    "cr.period-unknown",
    _("Every group has a period, one of the four."),
    hint=_("Choose one of the four. Generic weapons suit them all."),
    on=ON_HEAD,
)
def a_known_period(group: StarGroupAnalysis) -> Findings:
    if group.context.period is None:
        yield finding(_("No period “{slug}” in this book."), slug=group.document.period)


@check_figure(
    "cr.weapon-unknown",
    _("Weapons come from the table of their period, or are custom weapons with their own stats."),
    hint=_("Remove it, or enter it as a custom weapon."),
    rulings="cr-21",
)
def weapons_of_the_book(figure: FigureAnalysis) -> Findings:
    weapons = [line.weapon for line in figure.weapons if line.origin == "unknown" or is_retired(line)]
    names = dict.fromkeys(f"{weapon.item} ({weapon.period})" for weapon in weapons if isinstance(weapon, Weapon))
    yield from listing(_("Not in this book: {items}."), items=tuple(names))


@check_figure(
    "cr.weapon-custom",
    _("A custom weapon needs a name and an impact. Range and class may stay empty."),
    hint=_("Enter a name, an impact of 0 or more, and a range and class of 1 or more, or none."),
    having=OWN,
)
def own_weapons_make_sense(figure: FigureAnalysis) -> Findings:
    bad = [line for line in figure.weapons if line.origin == "own" and not makes_sense(line)]
    names = tuple(visible(str(line.name)) or "?" for line in bad)
    yield from listing(_("Custom weapons with no name or impossible stats: {items}."), items=names)


def is_retired(line: WeaponLine) -> bool:
    """A weapon of the book that this edition no longer has; its figures stay."""
    return line.origin == "book" and line.entry is not None and line.entry.retired


def makes_sense(line: WeaponLine) -> bool:
    """A name, an impact of 0 or more, and neither a range nor a class below 1."""
    low = [number for number in (line.range, line.rate) if number is not None and number < 1]
    return bool(visible(str(line.name))) and line.impact is not None and line.impact >= 0 and not low


@warn_figure(
    "cr.custom-weapon",
    _("The stats of a custom weapon are the players’, not the book’s."),
    hint=_("Show it to your opponent before the battle."),
    having=OWN,
    rulings="cr-22",
)
def own_weapons_are_agreed(figure: FigureAnalysis) -> Findings:
    names = tuple(visible(str(line.name)) or "?" for line in figure.weapons if line.origin == "own")
    yield finding(_("Custom: {items}."), items=names)


@warn_figure(
    "cr.unarmed",
    _("A human without a weapon has no melee stats."),
    hint=_("Add a weapon that the model carries."),
    heading="Figurines et armement",
    having=kind_tag(HUMAN),
    rulings="cr-21 cr-22",
)
def something_in_hand(figure: FigureAnalysis) -> Findings:
    if figure.unarmed:
        yield finding(_("No weapon, and no stats for bare hands in the book."))


@warn_npc(
    "cr.natural-weapon",
    _("Dogs and zombies fight as the book says, whatever they carry."),
    hint=_("Remove the weapon, or agree on what it does."),
    heading="Animaux",
    having=NO_HANDS,
    rulings="cr-35",
)
def nothing_in_their_paws(npc: FigureAnalysis) -> Findings:
    names = tuple(dict.fromkeys(line.name for line in npc.weapons if line.origin != "natural"))
    yield from listing(_("{kind}: can’t use its weapons ({weapons})."), weapons=names, kind=npc.kind_name)


@warn(
    "cr.period-mix",
    _("Weapons come from the group’s period or the generic table. Generic firearms are modern."),
    hint=_("Fine if everyone agrees; otherwise change the period or the weapons."),
    heading="Armement spécifique par période",
    rulings="cr-20",
)
def one_period(group: StarGroupAnalysis) -> Findings:
    if group.context.period:
        names = tuple(dict.fromkeys(line.entry.name for line in group.foreign_weapons if line.entry))
        period = group.context.period.name
        yield from listing(_("Out of period ({period}): {weapons}."), weapons=names, period=period)
