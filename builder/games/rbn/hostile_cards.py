"""Hostile elements with their dice worked out: a card for each, on paper and on screens."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.weapons import dice
from builder.sheets.icons import icon_letter
from builder.sheets.parts import BOX, FREE_BOX, SEPARATOR, Aside, CardLine, DiceRow, LabelledFigure, SheetCard, Track
from builder.wording import local
from rules.catalogue import Catalogue
from rules.games.rbn.play.book import RedButtonPlay, play_of
from rules.games.rbn.play.encounters import EncounterBook, Hostile
from rules.text import Text


@dataclass(frozen=True, slots=True)
class ShotDice:
    """A band of a weapon with all dice, against somebody on foot and against a vehicle (RBN p. 16)."""

    band: str
    on_foot: str
    at_vehicle: str


@dataclass(frozen=True, slots=True)
class HostileCard:
    """A hostile element with its totals worked out, in the active language.

    icon      -- a letter of the icons' font
    values    -- T and C: (label, what a die must reach)
    rules     -- (name, text)
    """

    hostile: Hostile
    icon: str
    cite: str
    values: tuple[tuple[str, str], ...]
    melee: str
    wounds: str
    shots: tuple[ShotDice, ...]
    rules: tuple[tuple[str, str], ...]
    arrives: str

    @property
    def stats(self) -> tuple[tuple[str, str], ...]:
        """Its move, T and C with their labels."""
        return ((_("Move"), f"{self.hostile.move} cm"), *self.values)


def hostile_card(hostile: Hostile, catalogue: Catalogue) -> HostileCard:
    play = play_of(catalogue)
    book = play.encounters
    rules = [book.rules[slug] for slug in hostile.rules]
    return HostileCard(
        hostile,
        icon=icon_letter(hostile.icon),
        cite=hostile.cite,
        values=(("T", figure(hostile.T)), ("C", figure(hostile.C))),
        melee=dice(play.melee_dice(hostile)),
        wounds=FREE_BOX * hostile.free + BOX * (hostile.wounds - hostile.free),
        shots=tuple(shots(play, hostile)),
        rules=tuple((local(rule.name), local(rule.text)) for rule in rules),
        arrives=local(arrival(hostile, book)),
    )


def sheet_card(card: HostileCard) -> SheetCard:
    """The same as a card of a sheet."""
    stats = [LabelledFigure(label, value) for label, value in card.stats]
    return SheetCard((*stats, LabelledFigure(_("Melee"), card.melee, loud=True)), tuple(card_lines(card)), ())


def paper_card(card: HostileCard, most_stuns: int) -> SheetCard:
    """Its card on paper, with so many boxes for stuns."""
    move = LabelledFigure(_("move, cm"), str(card.hostile.move))
    labels = _("T · shooting"), _("C · combat")
    shields = (LabelledFigure(label, value) for label, (_T, value) in zip(labels, card.values, strict=True))
    names = (*[""] * card.hostile.free, *map(str, range(1, card.hostile.wounds - card.hostile.free)), "tombstone")
    wounds = Track(_("Wounds"), card.wounds, icon="bleeding-wound", effect=_("−1D6 to all"), names=names)
    wounds = replace(wounds, fatal=card.hostile.wounds)
    stunned = Track(_("Stunned"), BOX * most_stuns, icon="knocked-out-stars", effect=_("−1\xa0action"))
    return SheetCard((), tuple(paper_lines(card)), (wounds, stunned), shields=(*shields, move))


def paper_lines(card: HostileCard) -> Iterator[CardLine]:
    """Its dice and its rules; where it comes on."""
    if card.shots:
        on_foot, vehicles = zip(*((shot.on_foot, shot.at_vehicle) for shot in card.shots), strict=True)
        rows = DiceRow(_("on foot"), on_foot, "person"), DiceRow(_("vehicle"), vehicles, "jeep")
        words = "" if card.hostile.reaction else _("no reaction")
        asides = tuple(Aside(shot.band) for shot in card.shots)
        yield CardLine(local(card.hostile.weapon), words, asides=asides, rows=rows)
    yield CardLine(_("Melee"), asides=(Aside("", card.melee),), icon="punch")
    for name, text in card.rules:
        yield CardLine(name, text)
    yield CardLine(text=card.arrives)


def card_lines(card: HostileCard) -> Iterator[CardLine]:
    """Its shots, its rules, where it comes on; the page of the book last."""
    if card.shots:
        yield CardLine(local(card.hostile.weapon), "" if card.hostile.reaction else _("no reaction"), title=True)
    for shot in card.shots:
        words = f"{shot.on_foot} {_('on foot')}", f"{shot.at_vehicle} {_('vehicle')}"
        yield CardLine(shot.band, SEPARATOR.join(words))
    for name, text in card.rules:
        yield CardLine(name, text)
    yield CardLine(text=card.arrives)
    yield CardLine(text=card.cite)


def figure(value: int | None) -> str:
    return f"{value}+" if value else "–"


def shots(play: RedButtonPlay, hostile: Hostile) -> Iterator[ShotDice]:
    for band in hostile.bands:
        yield ShotDice(f"{band.start}-{band.end} cm", *map(dice, play.shot_dice(band)))


def arrival(hostile: Hostile, book: EncounterBook) -> Text:
    """Where it is set up, and on which rolls so many of them turn up."""
    if hostile.arrives:
        return hostile.arrives
    row = book.row_of_hostile(hostile.slug)
    head = f"{row.rolls} → {row.number}{SEPARATOR}"
    return Text(head + row.text.fr, head + row.text.en)
