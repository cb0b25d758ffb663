"""Attributes ("Attributs"): advantages and disadvantages."""

from collections import Counter

from rules.checks import Findings, finding, listing
from rules.games.chain_reaction.analysis import OPPOSITE, PHOBIA, TWICE, FigureAnalysis
from rules.games.chain_reaction.register import REGISTER, check_figure, warn_figure
from rules.text import _, visible

REGISTER.chapter(_("Attributes"), heading="Attributs")


@check_figure(
    "cr.attr-unknown",
    _("Attributes come from the two tables."),
    hint=_("Remove it and choose one from the book."),
    rulings="cr-12 cr-14",
)
def attributes_of_the_book(figure: FigureAnalysis) -> Findings:
    listed = {row.slug for row in figure.attributes if not row.retired}
    unlisted = tuple(slug for slug in dict.fromkeys(figure.unit.attributes) if slug not in listed)
    yield from listing(_("Not an attribute of this book: {items}."), items=unlisted)


@warn_figure(
    "cr.attr-duplicate",
    _("Taking an attribute twice adds nothing."),
    hint=_("Remove one, or re-roll."),
    having=TWICE,
    rulings="cr-13",
)
def the_same_attribute_once(figure: FigureAnalysis) -> Findings:
    twice = [slug for slug, n in Counter(figure.unit.attributes).items() if n > 1]
    names = tuple(row.name for slug in twice if (row := figure.context.attribute(slug)))
    yield from listing(_("More than once: {attributes}."), attributes=names)


@warn_figure(
    "cr.attr-opposite",
    _("Some attributes are opposites."),
    hint=_("Remove one of the two, or re-roll."),
    having=OPPOSITE,
    rulings="cr-13",
)
def no_opposites(figure: FigureAnalysis) -> Findings:
    advantages = {row.slug: row for row in figure.attributes if row.slug in figure.context.advantages}
    for advantage in advantages.values():
        other = advantage.figures.get("opposite")
        if other in figure.tags:
            yield finding(
                _("Opposites: {advantage} and {disadvantage}."),
                advantage=advantage.name,
                disadvantage=figure.context.disadvantages[other].name,
            )


@warn_figure(
    "cr.phobia-undefined",
    _("A phobia’s effect is in another supplement: players write their own."),
    hint=_("Write what it fears, and the effect."),
    heading="Table des désavantages",
    having=PHOBIA,
    rulings="cr-29",
)
def what_it_fears(figure: FigureAnalysis) -> Findings:
    if not visible(figure.unit.phobia):
        yield finding(_("Phobia of what? Nothing written yet."))
