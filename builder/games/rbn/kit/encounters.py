"""Hostile elements: the encounters of this list's scenario, how they act, a card for each."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from builder.games.rbn.hostile_cards import HostileCard, hostile_card, paper_card
from builder.games.rbn.kit.tokens import FEW, discs_of
from builder.sheets.discs import DiscGroup
from builder.sheets.kit import KitPage, other_units
from builder.sheets.parts import SEPARATOR
from builder.wording import cited, local
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounters import EncounterBook, Hostile


def scenario_slug(analysis: Any) -> str:
    return analysis.context.scenario.slug if analysis.context.scenario else ""


def book_of(analysis: Any) -> EncounterBook:
    return play_of(analysis.context.catalogue).encounters


def meets(analysis: Any) -> tuple[str, ...]:
    """The slugs of who may turn up in the list's scenario."""
    return tuple(hostile.slug for hostile in book_of(analysis).may_come(scenario_slug(analysis)))


def belong_to_scenario(analysis: Any) -> bool:
    """Whether they are no option: the scenario brings them, or the robot (p. 37, 38)."""
    book, scenario = book_of(analysis), scenario_slug(analysis)
    return book.rules_in(scenario).always or not book.may_come(scenario)


def pages(analysis: Any) -> Iterator[KitPage]:
    """The table and how hostile elements act; a card of each that may come."""
    play = play_of(analysis.context.catalogue)
    book, activation = play.encounters, play.activation
    met = book.may_come(scenario_slug(analysis))
    slugs = {slug for hostile in met for slug in hostile.rules}  # "infection" is a rule and a marker
    context = {
        "lead": lead(analysis),
        "encounters": list(encounters(analysis)),
        "steps": [local(step.text) for step in activation.steps] if met else [],
        "order": f"{local(activation.order)} {local(activation.ignored)}",
        "activation_cite": activation.cite,
        "markers": DiscGroup([disc for one in play.markers if one.slug in slugs for disc in discs_of(one, FEW)]),
    }
    yield KitPage("encounters", _("Encounters"), "sheets/kit/rbn/encounters.html", context, book.usual.cite)
    cards = [card_of(hostile, analysis) for hostile in met or (book.boss,)]
    most_stuns = play.rules["stunned"].most
    units = other_units(
        (local(card.hostile.name), card.hostile.icon, [cited(card.cite)], paper_card(card, most_stuns))
        for card in cards
    )
    yield KitPage("hostile", _("Hostile elements"), cite=activation.cite, units=units)


def card_of(hostile: Hostile, analysis: Any) -> HostileCard:
    """Its card; without the rolls it comes on where every encounter is with its like (RBN p. 37)."""
    card = hostile_card(hostile, analysis.context.catalogue)
    if not book_of(analysis).rules_in(scenario_slug(analysis)).hostile:
        return card
    row = book_of(analysis).row_of_hostile(hostile.slug)
    return replace(card, arrives=f"{row.number}{SEPARATOR}{local(row.text)}")


def encounters(analysis: Any) -> Iterator[tuple[str, str, str]]:
    """(rolls, what happens, its text) for each row of the table; events only where all encounters are the same."""
    met = meets(analysis)
    for row in book_of(analysis).table:
        if not row.hostile:
            yield row.rolls, local(row.name), local(row.text)
        elif len(met) > 1:
            yield row.rolls, f"{local(row.name)} × {row.number}", local(row.text)


def lead(analysis: Any) -> str:
    """When the table is rolled on, and what encounters are (RBN p. 42; scenarios 1, 8 and 10: p. 35, 37, 38)."""
    rules = book_of(analysis).rules_in(scenario_slug(analysis))
    if rules.hostile:
        words = _("Each turn, after initiative: 2D6, first die as tens. Any other result: vermin.")
    elif rules.again:
        words = _("Even turns, after initiative: 2D6, first die as tens. Re-roll any other result.")
    else:
        words = _("Even turns, after initiative: 2D6, first die as tens. The player with initiative places them.")
    optional = "" if rules.always else _("Optional.")
    return " ".join(filter(None, (optional, words, local(rules.note))))
