"""Which cards a sheet has, and what stands on the faces of each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from django.utils.translation import gettext as _

from builder.sheets.choices import CROWD, PrintChoices
from builder.sheets.fit import Fitted, Name, Room, fit, fit_name
from builder.sheets.measure import Foot, foot_of
from builder.sheets.paper import COLUMN_GAP, FORMATS, POINTS, SLEEVE, Format, Metrics, Paper
from builder.sheets.parts import (
    SEPARATOR,
    CardItem,
    CardLine,
    LabelledFigure,
    Passage,
    Sheet,
    SheetCard,
    SheetUnit,
    Strips,
    TickLine,
    Track,
    UnitRow,
    Writing,
)
from builder.sheets.tables import passage_height
from builder.sheets.widths import text_width, title_width

GAP = 4  # points below the bar, and below the figures
SHIELD_GAP, SMALL = 3.4, 0.85  # points below a shield; the part of its height below which its letters are smaller
BLANK_LINES = 5  # to write on, on a blank card


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to print: of which unit, and of which copy (from 1; 0: of all of them)."""

    unit: SheetUnit
    number: int
    content: SheetCard
    format: Format
    blank: bool = False

    @property
    def tag(self) -> str:
        return "" if self.blank else self.unit.tag(self.number)

    @property
    def copies(self) -> str:
        """ "×5" on a card of five copies."""
        return "" if self.number or self.blank else f"×{self.unit.count}"


@dataclass(frozen=True, slots=True)
class Face:
    """A side of a card, or a further module on which it goes on: what is printed in one rectangle.

    subtitle -- what stands under the name
    part, of -- which of the faces of its card it is, from 1
    """

    card: PrintedCard
    name: Name
    subtitle: str
    fitted: Fitted
    metrics: Metrics
    width: float
    room: Room
    part: int = 1
    of: int = 1
    back: bool = False

    @property
    def unit(self) -> SheetUnit:
        return self.card.unit

    @property
    def is_first(self) -> bool:
        return self.part == 1 and not self.back

    @property
    def shields(self) -> tuple[LabelledFigure, ...]:
        return self.card.content.shields if self.is_first else ()

    @property
    def shield_height(self) -> float:
        """Of each shield, without the gap below it: they share the height that is left for them where it is little."""
        return min(self.metrics.shield[1], self.room.height / max(1, len(self.shields))) - SHIELD_GAP

    @property
    def has_small_shields(self) -> bool:
        return self.shield_height < SMALL * self.metrics.shield[1]

    @property
    def stat_rows(self) -> list[tuple[LabelledFigure, ...]]:
        """The figures in rows of about the same length."""
        return stat_rows(self.card, self.metrics) if self.is_first else []

    @property
    def foot(self) -> Foot:
        return foot_of(self.tracks, self.width, self.metrics)

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.card.content.tracks if self.is_first else ()


def stat_rows(card: PrintedCard, metrics: Metrics) -> list[tuple[LabelledFigure, ...]]:
    """The figures of a card in rows of about the same length; a mat has them in one."""
    stats = card.content.stats
    rows = -(-len(stats) // (metrics.stats_across * (1 if metrics.icons else card.format.across)))
    each = -(-len(stats) // rows) if rows else 1
    return [stats[start : start + each] for start in range(0, len(stats), each)]


class CardMaker:
    """The cards of a sheet as a player chose; equal copies are measured once."""

    def __init__(self, sheet: Sheet, choices: PrintChoices, metrics: Metrics, paper: Paper):
        self.sheet, self.choices, self.metrics, self.paper = sheet, choices, metrics, paper
        self._faces: dict[tuple[SheetCard, int], list[Face]] = {}

    @cached_property
    def cards(self) -> list[PrintedCard]:
        """The cards in the order of the list."""
        cards = [card for unit in self.sheet.units for card in self.cards_of(unit)]
        return cards + [self.blank_card(number) for number in range(self.choices.blank)]

    def cards_of(self, unit: SheetUnit) -> Iterator[PrintedCard]:
        if self.choices.crowd and unit.count >= CROWD:
            copies = [copy for copy in range(unit.count) if self.choices.prints_copy(unit.index, copy)]
            if copies:
                yield PrintedCard(unit, 0, crowd_card(unit, copies), FORMATS["mat"])
            return
        for number, content in enumerate(unit.cards):
            if self.choices.prints_copy(unit.index, number):
                yield PrintedCard(unit, number + 1, content, FORMATS[unit.format])

    def blank_card(self, number: int) -> PrintedCard:
        """A card without a figure, with the labels of the list's first unit that takes one module."""
        like = next((unit.card for unit in self.sheet.units if FORMATS[unit.format].down == 1), SheetCard((), (), ()))
        stats, shields = (
            tuple(replace(figure, value="", note="") for figure in figures) for figures in (like.stats, like.shields)
        )
        content = SheetCard(stats, (Writing(),) * BLANK_LINES, like.tracks, shields=shields)
        unit = SheetUnit(-1 - number, "", "", 1, (), UnitRow(), (), (content,))
        return PrintedCard(unit, 1, content, FORMATS["module"], blank=True)

    # --- sizes -------------------------------------------------------------------------------------------------------

    @cached_property
    def across(self) -> int:
        """How many modules stand beside each other."""
        return 1 if self.choices.large_print else 2

    def size(self, across: int, down: int) -> tuple[float, float]:
        """Width and height of so many modules, in points; in large print one takes the width of the page."""
        width, height = self.paper.module
        if self.choices.large_print:
            return 2 * width, height * down * across
        return width * across, height * down

    def pairs(self, card: PrintedCard, width: float, height: float, backs: bool) -> Iterator[tuple[Face, Face | None]]:
        """The faces of a card of this size, two by two as front and back; `backs`: a front that has none gets rules."""
        faces = self.faces(card)
        for number in range(0, len(faces), 2):
            front = faces[number]
            back = faces[number + 1] if number + 1 < len(faces) else None
            yield front, back or (self.back(front, width, height) if backs else None)

    def holds_table(self, table: Passage) -> bool:
        """Whether a table of rules has room on a card."""
        sleeve = SLEEVE[0] * POINTS, SLEEVE[1] * POINTS
        whole = sleeve if self.choices.size == "sleeve" else self.size(1, 1)
        width, height = (length - 2 * self.metrics.padding for length in whole)
        return passage_height(table, width, *self.metrics.module_table, self.metrics.cite[0]) <= height

    # --- faces -------------------------------------------------------------------------------------------------------

    def faces(self, card: PrintedCard) -> list[Face]:
        """What is printed of a card: its front, and the further modules that it goes on on."""
        if self.choices.size == "sleeve":
            front = further = (SLEEVE[0] * POINTS, SLEEVE[1] * POINTS)
        else:
            front, further = self.size(card.format.across, card.format.down), self.size(1, 1)
        key = (card.content, card.unit.index)
        if key not in self._faces:
            self._faces[key] = list(self.made(card, front, further))
        return [replace(face, card=card) for face in self._faces[key]]

    def made(self, card: PrintedCard, front: tuple[float, float], further: tuple[float, float]) -> Iterator[Face]:
        width = front[0] - 2 * self.metrics.padding
        name = self.name(card, width)
        subtitle, left_out = self.subtitle(card, width)
        lines: list[CardItem] = list(card.content.lines)
        if self.choices.size == "sleeve" and not card.blank:
            lines = [*sorted(apart(without_writing(lines)), key=is_words), *effects(card.content.tracks)]
        if name.cut or left_out:
            lines.insert(0, CardLine(card.unit.name if name.cut else "", SEPARATOR.join(left_out)))
        rooms = self.room(card, *front), self.further_room(*further)
        parts = fit(lines, *rooms, self.metrics)
        for number, fitted in enumerate(parts, start=1):
            wide = width if number == 1 else further[0] - 2 * self.metrics.padding
            own = name if number == 1 else self.name(card, wide)
            yield Face(card, own, subtitle, fitted, self.metrics, wide, rooms[number > 1], number, len(parts))

    def room(self, card: PrintedCard, width: float, height: float) -> Room:
        """The room for the lines of a front: what bar, shields, figures and states leave."""
        inner = width - 2 * self.metrics.padding
        content, columns = card.content, card.format.columns
        high = height - 2 * self.metrics.padding - self.metrics.bar - GAP
        high -= len(stat_rows(card, self.metrics)) * self.metrics.stats
        high -= foot_of(content.tracks, inner, self.metrics).height
        if content.shields and self.metrics.body:
            inner -= self.metrics.body
        elif content.shields:
            high -= self.metrics.shield[1]
        if self.choices.size == "sleeve" or self.choices.large_print:
            columns = 1
        return Room((inner - COLUMN_GAP * (columns - 1)) / columns, high, columns)

    def further_room(self, width: float, height: float) -> Room:
        return Room(width - 2 * self.metrics.padding, height - 2 * self.metrics.padding - self.metrics.bar - GAP)

    def name(self, card: PrintedCard, width: float) -> Name:
        return fit_name(card.unit.name, self.bar_room(card, width), self.metrics)

    def bar_room(self, card: PrintedCard, width: float) -> float:
        """The width that silhouette and tag leave on the bar."""
        tag = text_width(f"{card.tag}{card.copies}", self.metrics.tag, title_width)
        return width - self.metrics.silhouette - tag - 3 * GAP

    def subtitle(self, card: PrintedCard, width: float) -> tuple[str, list[str]]:
        """(what stands under the name, the badges that have no room there)."""
        size, _leading = self.metrics.subtitle
        cost = [f"{card.unit.cost}\u00a0{self.sheet.points_word}"] if card.unit.cost is not None else []
        words, room = [*cost, *card.unit.badges], self.bar_room(card, width)
        most = len(words)
        while most > len(cost) and text_width(SEPARATOR.join(words[:most]).upper(), size, title_width) > room:
            most -= 1
        return SEPARATOR.join(words[:most]), words[most:]

    # --- backs -------------------------------------------------------------------------------------------------------

    def back(self, face: Face, width: float, height: float) -> Face:
        """The back of a face: the rules that its card uses, each as a whole: half of one would read as all of it."""
        room, lines = self.further_room(width, height), list[CardItem]()
        wide = width - 2 * self.metrics.padding
        fitted = Fitted(0, ((),))
        for passage in self.rules_of(face.card) if face.part == 1 else ():
            longer = [*lines, *rule_lines(passage)]
            tried = fit(longer, room, room, self.metrics)
            if len(tried) == 1:
                lines, fitted = longer, tried[0]
        return replace(face, fitted=fitted, back=True, name=self.name(face.card, wide), width=wide)

    def rules_of(self, card: PrintedCard) -> list[Passage]:
        """The passages of the reference whose title stands on the card, or which the card asks for."""
        labels = [track.label for track in card.content.tracks]
        words = " ".join([*(line.words for line in card.content.lines), *labels])
        asked = card.content.rules
        return [passage for passage in self.sheet.passages if passage.title in asked or names(words, passage.title)]


def without_writing(lines: Sequence[CardItem]) -> Iterator[CardItem]:
    """Lines without those to write on, for which a sleeve has no room, and without titles of nothing else."""
    kept = [line for line in lines if not isinstance(line, Writing)]
    for line, below in zip_longest(kept, kept[1:]):
        if not line.title or (below is not None and not below.title):
            yield line


def apart(items: Iterable[CardItem]) -> Iterator[CardItem]:
    """Items with each strip in a row of its own: two have no room beside each other on a sleeve."""
    for item in items:
        if isinstance(item, Strips):
            yield from (Strips((strip,)) for strip in item.strips)
        else:
            yield item


def is_words(item: CardItem) -> bool:
    """Whether an item is a line of words: a sleeve has them behind all figures."""
    return isinstance(item, CardLine) and not item.asides


def effects(tracks: Sequence[Track]) -> Iterator[CardLine]:
    """What boxes bring, in words: a sleeve has their icons only."""
    for track in tracks:
        if words := SEPARATOR.join(filter(None, (track.effect, track.note))):
            yield CardLine(track.label, words, icon=track.icon)


def names(words: str, title: str) -> bool:
    """Whether words have a title in them, as whole words: "Tirs subis" does not name "Tir"."""
    return bool(title) and re.search(rf"(?<!\w){re.escape(title)}(?!\w)", words, re.IGNORECASE) is not None


def rule_lines(passage: Passage) -> Iterator[CardLine]:
    """A passage of the reference as lines of a card's back."""
    yield CardLine(passage.title, passage.text, splits=bool(passage.text), title=not passage.text)
    for left, right in passage.rows:
        yield CardLine(left, right)


def crowd_card(unit: SheetUnit, copies: Sequence[int]) -> SheetCard:
    """One card for copies that are alike (numbers from 0): what the first says, then a row of boxes for each."""
    first = unit.cards[copies[0]]
    rows = tuple(TickLine((Track(f"{number + 1}.", ""), *shortened(unit.cards[number].tracks))) for number in copies)
    letters = ", ".join(f"{track.short} = {track.label}" for track in first.tracks if track.short)
    lines = (*first.lines, CardLine(_("Figures"), letters, title=True), *rows)
    return SheetCard(first.stats, lines, (), shields=first.shields)


def shortened(tracks: Sequence[Track]) -> Iterator[Track]:
    """Tracks under their letters, where they have some."""
    return (replace(track, label=track.short or track.label) for track in tracks)
