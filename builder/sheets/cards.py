"""Which cards a sheet has, how high each is, and what stands on its front and its back."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from django.utils.translation import gettext as _

from builder.sheets.choices import CROWD, PrintChoices
from builder.sheets.fit import Fitted, Name, fit, fit_name, groups_of, needed, without_parting
from builder.sheets.measure import boxes_across, groups_height
from builder.sheets.packing import Piece, Place, pack
from builder.sheets.paper import (
    CARD_PADDING,
    COST_WIDTH,
    EMBLEM_WIDTH,
    FORMATS,
    NARROW,
    POINTS,
    ROWS,
    SLEEVE,
    WIDE,
    Metrics,
)
from builder.sheets.parts import (
    CardItem,
    CardLine,
    FigureRow,
    LabelledFigure,
    Passage,
    Sheet,
    SheetCard,
    SheetUnit,
    TickLine,
    Track,
    UnitRow,
    Writing,
)

STATS_GAP, FOOT_GAP, HEAD_GAP = 4, 5, 4  # points around the parts of a card
BLANK_LINES, MORE_LINES = 5, 5  # to write on, on a blank card and where it has room
SHRINKS = 0.4  # of a row: for so little a card is not made higher, its text is set smaller


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to print: of which unit, of which copy (from 1), and its width.

    part    -- a unit whose lines have no room on the sides of a sleeve has several cards, counted from 1
    goes_on -- whether another part follows
    """

    unit: SheetUnit
    number: int
    content: SheetCard
    wide: bool = False
    blank: bool = False
    part: int = 1
    goes_on: bool = False

    @property
    def copy(self) -> str:
        """ "2/3" for the second of three copies, "" for a single one or a card of all of them."""
        return f"{self.number}/{self.unit.count}" if self.number and self.unit.count > 1 else ""


@dataclass(frozen=True, slots=True)
class Side:
    """The front or the back of a card as it is printed; the rest of what is fitted is without rules.

    number, of -- which of the sides of a unit in sleeves it is, from 1; 0 where they are not numbered
    """

    card: PrintedCard
    name: Name
    fitted: Fitted
    stats_across: int
    back: bool = False
    number: int = 0
    of: int = 0

    @property
    def unit(self) -> SheetUnit:
        return self.card.unit

    @property
    def stats(self) -> tuple[LabelledFigure, ...]:
        return () if self.back else self.card.content.stats

    @property
    def stat_rows(self) -> list[tuple[LabelledFigure, ...]]:
        """The figures in rows of about the same length."""
        each = row_length(self.stats, self.stats_across)
        return [self.stats[start : start + each] for start in range(0, len(self.stats), each)]

    @property
    def tracks(self) -> tuple[Track, ...]:
        return () if self.back else self.card.content.tracks


def row_length(stats: Sequence[LabelledFigure], most: int) -> int:
    """How many figures stand in a row of at most so many, where rows are of about the same length."""
    rows = -(-len(stats) // most)
    return -(-len(stats) // rows) if rows else 1


class CardMaker:
    """The cards of a sheet as a player chose; equal copies are measured once."""

    def __init__(self, sheet: Sheet, choices: PrintChoices, metrics: Metrics):
        self.sheet, self.choices, self.metrics = sheet, choices, metrics
        self._rows: dict[tuple[int, bool, int, float], int] = {}
        self._ways: dict[int, list[PrintedCard]] = {}  # of a card's content, best first; all stay, as keys are ids
        self._further: dict[int, SheetCard] = {}  # the rest of a card, by the identity of its content
        self._sides: dict[tuple[int, int, float, float, bool], Side] = {}

    @cached_property
    def cards(self) -> list[PrintedCard]:
        """The cards in their order: that of the list, but a unit stands behind the one that it follows."""
        cards = [card for unit in self.ordered_units for card in self.cards_of(unit)]
        return cards + [self.blank_card(number) for number in range(self.choices.blank)]

    @cached_property
    def ordered_units(self) -> list[SheetUnit]:
        behind: dict[int | None, list[SheetUnit]] = {}
        indexes = {unit.index for unit in self.sheet.units}
        for unit in self.sheet.units:
            is_behind = unit.follows in indexes and unit.follows != unit.index
            behind.setdefault(unit.follows if is_behind else None, []).append(unit)
        ordered = [follower for unit in behind.get(None, []) for follower in (unit, *behind.get(unit.index, []))]
        return ordered + [unit for unit in self.sheet.units if unit not in ordered]

    def cards_of(self, unit: SheetUnit) -> Iterator[PrintedCard]:
        wide = unit.format == WIDE and self.choices.size != "sleeve"
        if self.choices.crowd and unit.count >= CROWD:
            copies = [copy for copy in range(unit.count) if self.choices.prints_copy(unit.index, copy)]
            if copies:
                yield PrintedCard(unit, 0, crowd_card(unit, copies), wide=True)
            return
        for number, content in enumerate(unit.cards):
            if self.choices.prints_copy(unit.index, number):
                yield PrintedCard(unit, number + 1, content, wide)

    def blank_card(self, number: int) -> PrintedCard:
        """A card without a figure, with the labels of the list's first unit that is not wide."""
        like = next((unit for unit in self.sheet.units if unit.format == NARROW), None)
        stats = tuple(replace(figure, value="", note="") for figure in like.card.stats) if like else ()
        tracks = like.card.tracks if like else ()
        lines = (Writing(),) * BLANK_LINES + (Writing(spare=True),) * MORE_LINES
        content = SheetCard(stats, lines, tracks)
        unit = SheetUnit(
            index=-1 - number,
            kind="",
            name="",
            count=1,
            badges=(),
            cost=None,
            points=None,
            row=UnitRow(),
            findings=(),
            cards=(content,),
        )
        return PrintedCard(unit, 1, content, blank=True)

    # --- heights -----------------------------------------------------------------------------------------------------

    def packed(self, page_width: float, row: float) -> tuple[list[PrintedCard], list[Place]]:
        """The cards with their places, in the largest wished type that takes no more pages than the smallest."""
        cards = [self.widened(card, page_width, ROWS * row) for card in self.cards]
        tries = [self.packed_in(cards, number, page_width, row) for number in reversed(self.metrics.wished)]
        fewest = max((place.page for place in tries[0][1]), default=0)
        return next(
            packed for packed in reversed(tries) if max((place.page for place in packed[1]), default=0) <= fewest
        )

    def widened(self, card: PrintedCard, page_width: float, page_height: float) -> PrintedCard:
        """A card that would be higher than a page takes the width of two columns."""
        too_high = self.height(card, len(self.metrics.types) - 1, page_width) > page_height
        return replace(card, wide=True) if too_high else card

    def packed_in(
        self, cards: list[PrintedCard], number: int, page_width: float, row: float
    ) -> tuple[list[PrintedCard], list[Place]]:
        pieces = [Piece(self.rows(card, number, page_width, row), card.wide) for card in cards]
        if self.choices.sides == "fold":
            pieces = [Piece(min(piece.rows * (1 + piece.wide), ROWS), wide=True) for piece in pieces]
        return cards, pack(pieces)

    def rows(self, card: PrintedCard, number: int, page_width: float, row: float) -> int:
        """The rows that a card needs in the type of this number, at most a page."""
        key = (id(card.content), card.wide, number, page_width)
        if key not in self._rows:
            smallest = len(self.metrics.types) - 1
            whole, shrunk = (self.height(card, type_number, page_width) for type_number in (number, smallest))
            least = FORMATS[WIDE if card.wide else NARROW].least
            rows = max(math.ceil(whole / row - SHRINKS), math.ceil(shrunk / row))
            self._rows[key] = min(ROWS, max(least, rows))
        return self._rows[key]

    def height(self, card: PrintedCard, number: int, page_width: float) -> float:
        """The height that a card needs in the type of this number."""
        width = (page_width if card.wide else page_width / 2) - 2 * CARD_PADDING
        columns = FORMATS[WIDE if card.wide else NARROW].columns
        return self.around(card, width) + needed(card.content.lines, width, columns, number, self.metrics)

    def around(self, card: PrintedCard, width: float) -> float:
        """The height of a card without its lines."""
        head = self.name(card, width).height + self.metrics.badges + HEAD_GAP
        stats = -(-len(card.content.stats) // self.stats_across(card)) * (self.metrics.stats + STATS_GAP)
        tracks = card.content.tracks
        foot = groups_height(tracks, width, self.metrics) + FOOT_GAP if tracks else 0
        return 2 * CARD_PADDING + head + stats + foot

    def stats_across(self, card: PrintedCard) -> int:
        """How many figures stand beside each other."""
        if self.choices.size == "sleeve":
            return boxes_across(card.content.stats, SLEEVE[0] * POINTS - 2 * CARD_PADDING, self.metrics)
        return self.metrics.stats_across * (1 + card.wide)

    def name(self, card: PrintedCard, width: float) -> Name:
        cost = COST_WIDTH if card.unit.cost is not None else 0
        return fit_name(card.unit.name, width - cost - EMBLEM_WIDTH, self.metrics)

    # --- sides -------------------------------------------------------------------------------------------------------

    def front(self, card: PrintedCard, width: float, height: float) -> Side:
        """The front of a card."""
        return self.side(card, width, height, back=False)

    def back(self, card: PrintedCard, width: float, height: float) -> Side:
        """The back of a card: what had no room on its front, then the rules that it uses in full."""
        return self.side(card, width, height, back=True)

    def side(self, card: PrintedCard, width: float, height: float, back: bool) -> Side:
        key = (id(card.content), card.unit.index, width, height, back)
        if key not in self._sides:
            self._sides[key] = self.fitted(card, width, height, back)
        return replace(self._sides[key], card=card)

    def fitted(self, card: PrintedCard, width: float, height: float, back: bool) -> Side:
        inner = width - 2 * CARD_PADDING
        columns = FORMATS[WIDE if card.wide else NARROW].columns
        around = self.around(card, inner)
        lines: Sequence[CardItem] = card.content.lines
        if self.choices.size == "sleeve":
            columns, lines = 1, lines if card.blank else list(without_writing(lines))
        if back:
            around = self.around_back(card, inner)
            lines = self.front(card, width, height).fitted.rest
            lines = self.with_rules(card, lines, inner, height - around, columns)
        fitted = fit(lines, inner, height - around, columns, self.metrics)
        if self.choices.size == "sleeve" and not back and fitted.rest and not isinstance(fitted.rest[0], CardLine):
            back_room = height - self.around_back(card, inner)
            fitted = without_parting(lines, inner, height - around, back_room, self.metrics) or fitted
        rest = tuple(line for line in fitted.rest if line.words) if not card.blank else ()  # empty lines go on nowhere
        return Side(card, self.name(card, inner), replace(fitted, rest=rest), self.stats_across(card), back)

    def sleeves(self, width: float, height: float) -> Iterator[list[PrintedCard]]:
        """Each card with further ones for what has no room on its back."""
        for card in self.cards:
            key = id(card.content)
            if key not in self._ways:
                ways = self._ways[key] = [replace(card, content=content) for content in self.ways(card)]
                ways.sort(key=lambda way: self.crowding(list(self.parts(way, width, height)), width, height))
            yield list(self.parts(replace(card, content=self._ways[key][0].content), width, height))

    def parts(self, card: PrintedCard, width: float, height: float) -> Iterator[PrintedCard]:
        """A card and the further ones for its rest."""
        part: PrintedCard | None = card
        while part is not None:
            further = self.further(part, self.back(part, width, height).fitted.rest)
            yield replace(part, goes_on=further is not None)
            part = further

    def ways(self, card: PrintedCard) -> Iterator[SheetCard]:
        """What a sleeve may say: all figures first; or one row of them, the others below; or the boxes below too."""
        content = card.content
        yield content
        if card.blank:
            return
        first = row_length(content.stats, self.stats_across(card))
        figures = (FigureRow(content.stats[first:], len(content.stats) - first),) * (len(content.stats) > first)
        heading = CardLine(_("Counters and states"), title=True)
        if figures:
            yield replace(content, stats=content.stats[:first], lines=(*content.lines, heading, *figures))
        if content.tracks:
            below = (*content.lines, heading, *figures, TickLine(content.tracks))
            yield SheetCard(content.stats[:first], below, (), content.rules)

    def crowding(self, parts: list[PrintedCard], width: float, height: float) -> tuple[int, int]:
        """What makes a way worse: the number of its cards, and of lines that stand first and not on the front."""
        printed = Counter(line.words for line in self.front(parts[0], width, height).fitted.lines)
        first = groups_of(list(without_writing(parts[0].content.lines)))[:1]
        return len(parts), (Counter(line.words for group in first for line in group) - printed).total()

    def further(self, card: PrintedCard, rest: tuple[CardItem, ...]) -> PrintedCard | None:
        """A card for the rest of another; None if nothing is left, or a line is higher than a card."""
        if sum(len(line.words) for line in rest) in (0, sum(len(line.words) for line in card.content.lines)):
            return None
        content = self._further.setdefault(id(card.content), SheetCard((), rest, (), card.content.rules))
        return replace(card, content=content, part=card.part + 1)

    def with_rules(
        self, card: PrintedCard, lines: Sequence[CardItem], width: float, room: float, columns: int
    ) -> Sequence[CardItem]:
        """Lines of a back with the rules that its card uses, each as a whole: half of one would read as all of it."""
        for passage in self.rules_of(card):
            longer = (*lines, *rule_lines(passage))
            if not fit(longer, width, room, columns, self.metrics).rest:
                lines = longer
        return lines

    def around_back(self, card: PrintedCard, width: float) -> float:
        """The height of a card's back without its lines."""
        return 2 * CARD_PADDING + self.name(card, width).height + self.metrics.badges + HEAD_GAP

    def rules_of(self, card: PrintedCard) -> list[Passage]:
        """The passages of the reference whose title stands on the card, or which the card asks for."""
        labels = [track.label for track in card.content.tracks]
        words = " ".join([*(line.words for line in card.content.lines), *labels])
        asked = card.content.rules
        return [passage for passage in self.sheet.reference if passage.title in asked or names(words, passage.title)]


def names(words: str, title: str) -> bool:
    """Whether words have a title in them, as whole words: "Tirs subis" does not name "Tir"."""
    return bool(title) and re.search(rf"(?<!\w){re.escape(title)}(?!\w)", words, re.IGNORECASE) is not None


def without_writing(lines: Sequence[CardItem]) -> Iterator[CardItem]:
    """Lines without those to write on, for which a sleeve has no room, and without titles of nothing else."""
    kept = [line for line in lines if not isinstance(line, Writing)]
    for line, below in zip_longest(kept, kept[1:]):
        if not line.title or (below is not None and not below.title):
            yield line


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
    return SheetCard(first.stats, (*first.lines, CardLine(_("Figures"), letters, title=True), *rows), ())


def shortened(tracks: Sequence[Track]) -> Iterator[Track]:
    """Tracks under their letters, where they have some."""
    return (replace(track, label=track.short or track.label) for track in tracks)
