"""Weapons ("Armement"): those of the four periods, and the players' own."""

from rules.checks import ON_HEAD, finding
from rules.games.chain_reaction.analysis import DOGS, HUMAN, OWN, ZOMBIE, kind_tag
from rules.games.chain_reaction.register import REGISTER, check_figure
from rules.text import _, visible

check = REGISTER.check
NO_HANDS = tuple(map(kind_tag, (*DOGS, ZOMBIE)))
REGISTER.chapter(_("Weapons"))


@check(
    "cr.period-unknown",
    _("A group belongs to one of the four periods."),
    hint=_("Choose one of the four; generic weapons suit them all."),
    on=ON_HEAD,
    heading="Armement",
)
def a_known_period(group):
    if group.context.period is None:
        yield finding(_("There is no period “{slug}” in this book."), slug=group.document.period)


@check_figure(
    "cr.weapon-unknown",
    _("A weapon stands in the table of its period, or the players name it with its figures."),
    hint=_("Take it away, or enter it as a weapon of your own."),
    heading="Armement",
    rulings="cr-21",
)
def weapons_of_the_book(figure):
    unlisted = [line.weapon for line in figure.weapons if line.origin == "unknown" or is_retired(line)]
    if unlisted:
        names = dict.fromkeys(f"{weapon.item} ({weapon.period})" for weapon in unlisted)
        yield finding(_("Not in this book: {items}."), items=tuple(names))


@check_figure(
    "cr.weapon-custom",
    _("A weapon of your own has a name and an impact; range and class may stay blank."),
    hint=_("Give it a name, an impact of 0 or more, and a range and a class of 1 or more, or none."),
    heading="Armement",
    having=OWN,
)
def own_weapons_make_sense(figure):
    bad = [line for line in figure.weapons if line.origin == "own" and not makes_sense(line)]
    if bad:
        names = tuple(visible(line.name) or "?" for line in bad)
        yield finding(_("Own weapons without a name, or with figures that cannot be: {items}."), items=names)


def is_retired(line):
    """A weapon of the book that this edition no longer has; its figures stay."""
    return line.origin == "book" and line.entry.retired


def makes_sense(line):
    """A name, an impact of 0 or more, and neither a range nor a class below 1."""
    low = [one for one in (line.range, line.rate) if one is not None and one < 1]
    return bool(visible(line.name)) and line.impact is not None and line.impact >= 0 and not low


@check_figure(
    "cr.custom-weapon",
    _("The figures of a weapon of your own are the players', not the book's."),
    hint=_("Show it to your opponent before the game."),
    heading="Armement",
    level="warning",
    having=OWN,
    rulings="cr-22",
)
def own_weapons_are_agreed(figure):
    names = tuple(visible(line.name) or "?" for line in figure.weapons if line.origin == "own")
    yield finding(_("Entered by the players: {items}."), items=names)


@check_figure(
    "cr.unarmed",
    _("A human without a weapon has no figures to fight with."),
    hint=_("Add a weapon that shows on the model."),
    heading="Figurines et armement",
    level="warning",
    having=kind_tag(HUMAN),
    rulings="cr-21 cr-22",
)
def something_in_hand(figure):
    if figure.unarmed:
        yield finding(_("No weapon: the book prints no figures for bare hands."))


@check(
    "cr.natural-weapon",
    _("Dogs and zombies fight as the book says, whatever they carry."),
    hint=_("Take the weapon away, or agree on what it does."),
    heading="Animaux",
    level="warning",
    on="npc",
    having=NO_HANDS,
    rulings="cr-35",
)
def nothing_in_their_paws(npc):
    names = tuple(dict.fromkeys(line.name for line in npc.weapons if line.origin != "natural"))
    if names:
        yield finding(_("{kind}: it has no use for {weapons}."), kind=npc.row.name, weapons=names)


@check(
    "cr.period-mix",
    _("Weapons come from the group's period or from the generic table, whose firearms are modern."),
    hint=_("Nothing to do where all agree; else change the period or the weapons."),
    heading="Armement spécifique par période",
    level="warning",
    rulings="cr-20",
)
def one_period(group):
    foreign = group.foreign_weapons if group.context.period else []
    if foreign:
        yield finding(
            _("The group's period is {period}; these weapons look odd in it: {weapons}."),
            period=group.context.period.name,
            weapons=tuple(dict.fromkeys(line.entry.name for line in foreign)),
        )
