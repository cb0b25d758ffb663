"""Attributes ("Attributs"): advantages and disadvantages."""

from collections import Counter

from rules.checks import finding
from rules.games.chain_reaction.analysis import OPPOSITE, PHOBIA, TWICE
from rules.games.chain_reaction.register import REGISTER, check_figure
from rules.text import _, visible

REGISTER.chapter(_("Attributes"))


@check_figure(
    "cr.attr-unknown",
    _("Attributes are those of the two tables."),
    hint=_("Take it away; everything that the book lists is on offer."),
    heading="Attributs",
    rulings="cr-12 cr-14",
)
def attributes_of_the_book(figure):
    listed = {row.slug for row in figure.attributes if not row.retired}
    unlisted = tuple(slug for slug in dict.fromkeys(figure.unit.attributes) if slug not in listed)
    if unlisted:
        yield finding(_("Not an attribute of this book: {items}."), items=unlisted)


@check_figure(
    "cr.attr-duplicate",
    _("The same attribute twice gives nothing more."),
    hint=_("Take one of them away, or roll again."),
    heading="Attributs",
    level="warning",
    having=TWICE,
    rulings="cr-13",
)
def the_same_attribute_once(figure):
    twice = [slug for slug, n in Counter(figure.unit.attributes).items() if n > 1]
    names = tuple(row.name for slug in twice if (row := figure.context.attribute(slug)))
    if names:
        yield finding(_("Taken more than once: {attributes}."), attributes=names)


@check_figure(
    "cr.attr-opposite",
    _("Some attributes undo each other."),
    hint=_("Take one of the two away, or roll again."),
    heading="Attributs",
    level="warning",
    having=OPPOSITE,
    rulings="cr-13",
)
def no_opposites(figure):
    advantages = {row.slug: row for row in figure.attributes if row.slug in figure.context.advantages}
    for advantage in advantages.values():
        other = advantage.figures.get("opposite")
        if other in figure.tags:
            yield finding(
                _("{advantage} and {disadvantage} are opposites."),
                advantage=advantage.name,
                disadvantage=figure.context.disadvantages[other].name,
            )


@check_figure(
    "cr.phobia-undefined",
    _("What a phobia does stands in another supplement, so the players write it in."),
    hint=_("Write what the figure fears, and what that does to it."),
    heading="Table des désavantages",
    level="warning",
    having=PHOBIA,
    rulings="cr-29",
)
def what_it_fears(figure):
    if not visible(figure.unit.phobia):
        yield finding(_("A phobia of what? Nothing is written in."))
