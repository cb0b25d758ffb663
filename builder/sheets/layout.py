"""A sheet on its paper: pages of cards, rows of the dense sheet, columns of texts, and the appendix."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from builder.sheets.fit import Fitted, Name, cut, fit, fit_name
from builder.sheets.paper import (
    CARD_PADDING,
    COST_WIDTH,
    POINTS,
    ROSTER_COLUMNS,
    ROSTER_GAP,
    ROSTER_LINE,
    ROSTER_LINES,
    ROSTER_TYPE,
    TEXT_TYPES,
    Format,
    Layout,
    Paper,
)
from builder.sheets.parts import CardLine, LabelledFigure, Passage, Sheet, SheetUnit, Track
from builder.sheets.texts import BRIEF_COLUMNS, REFERENCE_COLUMNS, head_height, in_columns, text_type
from builder.sheets.widths import break_lines, letter_width

FOOTER_LETTERS = 60


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it is printed. `copy` is "2/3" for the second of three copies, "" for a single one."""

    unit: SheetUnit
    copy: str
    name: Name
    stats: tuple[LabelledFigure, ...]
    fitted: Fitted
    tracks: tuple[Track, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of the dense sheet; texts that do not fit end in an ellipsis."""

    unit: SheetUnit
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class AppendixEntry:
    """The parts of a unit that did not fit: its whole name, and lines of its cards or its summary."""

    number: str
    name: str
    lines: tuple[CardLine, ...] = ()
    text: str = ""


class Pages:
    """A `Sheet` laid out for a `Layout` and a `Paper`: what the templates of the PDF read."""

    def __init__(self, sheet: Sheet, layout: Layout, paper: Paper):
        self.sheet, self.layout, self.paper = sheet, layout, paper
        self._fitted: dict[int, tuple[Name, list[Fitted]]] = {}

    @cached_property
    def styles(self) -> str:
        """The styles that depend on the paper; all others are in static/print.css."""
        rules = [f"@page {{ size: {self.paper.width}mm {self.paper.height}mm }}"]
        for name, card_format in self.layout.formats.items():
            width, height = card_format.card_size(self.paper)
            height -= 2 * CARD_PADDING
            rules.append(f".{name} .slot {{ width: {width:.2f}pt }} .{name} .card {{ height: {height:.2f}pt }}")
        return " ".join(rules)

    @cached_property
    def text_type(self) -> int:
        """The type of brief and reference, as an index into `TEXT_TYPES`."""
        return text_type(self.sheet.brief, self.passages, self.paper, self.height_above_texts)

    @property
    def height_above_texts(self) -> float:
        """Points taken on the page of brief and reference, which the dense sheet of a legal list prints overleaf."""
        if self.layout.formats:
            return head_height(self.sheet, self.paper)
        return head_height(self.sheet, self.paper) + self.rows_height if self.sheet.findings else 0

    @property
    def rows_height(self) -> float:
        """The height of the dense sheet's table, in points."""
        lines = [
            max(len(self.starts(row.name, "name")), len(self.starts(row.summary, "summary")), 1 + (row.unit.count > 1))
            for row in self.rows
        ]
        return (
            sum(lines) * ROSTER_LINE
            + len(lines) * ROSTER_GAP
            + (len(self.sheet.totals) + 2) * (ROSTER_LINE + ROSTER_GAP)
        )

    @property
    def brief(self) -> list[list[Passage]]:
        return self.columns(self.sheet.brief, BRIEF_COLUMNS)

    @property
    def reference(self) -> list[list[Passage]]:
        return self.columns(self.passages, REFERENCE_COLUMNS)

    def columns(self, passages: Sequence[Passage], number: int) -> list[list[Passage]]:
        return in_columns(passages, number, self.paper.content_size[0] * POINTS, TEXT_TYPES[self.text_type][0])

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The passages of the reference; a layout without cards begins with the tables that cards would have."""
        return self.sheet.reference if self.layout.formats else (*self.sheet.tables, *self.sheet.reference)

    @property
    def short_name(self) -> str:
        """The list's name for the footer."""
        name = self.sheet.name
        return name if len(name) <= FOOTER_LETTERS else name[:FOOTER_LETTERS].rstrip() + "…"

    @cached_property
    def cards(self) -> list[tuple[str, list[list[PrintedCard]]]]:
        """The pages of cards: (name of the format, rows of cards)."""
        return [
            page for name, card_format in self.layout.formats.items() for page in self.card_pages(name, card_format)
        ]

    def card_pages(self, name: str, card_format: Format) -> Iterator[tuple[str, list[list[PrintedCard]]]]:
        cards = [card for unit in self.sheet.units if unit.format == name for card in self.printed_cards(unit)]
        for first in range(0, len(cards), card_format.per_page):
            page = cards[first : first + card_format.per_page]
            yield name, [page[start : start + card_format.across] for start in range(0, len(page), card_format.across)]

    def printed_cards(self, unit: SheetUnit) -> Iterator[PrintedCard]:
        name, fitted = self.fitted(unit)
        for number, (card, fits) in enumerate(zip(unit.cards, fitted, strict=True), start=1):
            copy = f"{number}/{unit.count}" if unit.count > 1 else ""
            yield PrintedCard(unit, copy, name, card.stats, fits, card.tracks)

    def fitted(self, unit: SheetUnit) -> tuple[Name, list[Fitted]]:
        """A unit's name and, for each of its cards, the lines that fit."""
        if unit.index not in self._fitted:
            self._fitted[unit.index] = self.fit(unit)
        return self._fitted[unit.index]

    def fit(self, unit: SheetUnit) -> tuple[Name, list[Fitted]]:
        """As `fitted`; copies that share a card are fitted once."""
        card_format = self.layout.formats[unit.format]
        width, height = card_format.lines_size(self.paper)
        cards = {id(card): card for card in unit.cards}
        fitted = {key: fit(card.lines, width, height, card_format.largest) for key, card in cards.items()}
        return fit_name(unit.name, width - COST_WIDTH), [fitted[id(card)] for card in unit.cards]

    @cached_property
    def rows(self) -> list[Row]:
        return [
            Row(unit, self.shortened(unit.name, "name"), self.shortened(unit.summary, "summary"))
            for unit in self.sheet.units
        ]

    def shortened(self, text: str, column: str) -> str:
        starts = self.starts(text, column)
        return text if len(starts) <= ROSTER_LINES else cut(text, starts[ROSTER_LINES], ROSTER_TYPE, letter_width)

    def starts(self, text: str, column: str) -> list[int]:
        """The index at which each line of a text begins in a column of `ROSTER_COLUMNS`."""
        width = self.paper.content_size[0] * POINTS * ROSTER_COLUMNS[column]
        return break_lines(text, ROSTER_TYPE, lambda _line: width)

    @cached_property
    def appendix(self) -> list[AppendixEntry]:
        entries = self.card_entries if self.layout.formats else self.row_entries
        return [entry for unit in self.sheet.units for entry in entries(unit)]

    def row_entries(self, unit: SheetUnit) -> Iterator[AppendixEntry]:
        name_cut = len(self.starts(unit.name, "name")) > ROSTER_LINES
        summary_cut = len(self.starts(unit.summary, "summary")) > ROSTER_LINES
        if name_cut or summary_cut:
            yield AppendixEntry(unit.number, unit.name, text=unit.summary if summary_cut else "")

    def card_entries(self, unit: SheetUnit) -> Iterator[AppendixEntry]:
        name, fitted = self.fitted(unit)
        copies: dict[tuple[CardLine, ...], list[int]] = {}
        for number, fits in enumerate(fitted, start=1):
            copies.setdefault(fits.rest, []).append(number)
        for rest, numbers in copies.items():
            if rest or name.cut:
                lines = tuple(ticks_for(line, numbers) for line in rest) if unit.count > 1 else rest
                yield AppendixEntry(unit.number, unit.name, lines)


def ticks_for(line: CardLine, copies: list[int]) -> CardLine:
    """A line of several copies, with tick boxes for each of them by its number."""
    if not line.ticks:
        return line
    return replace(line, ticks=", ".join(f"{number}: {line.ticks}" for number in copies))
