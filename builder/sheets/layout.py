"""A sheet on its paper: pages of cards, rows of a list, and the appendix where what had no room goes on."""

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
)
from builder.sheets.texts import BRIEF_COLUMNS, REFERENCE_COLUMNS, head_height, in_columns, text_type
from builder.sheets.widths import broken, letter_width

FOOTER_LETTERS = 60


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it is printed; `copy` is its number where there are several."""

    unit: object
    copy: str
    name: Name
    stats: tuple
    fitted: Fitted
    tracks: tuple


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of the dense sheet; a text that had no room ends in an ellipsis."""

    unit: object
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Rest:
    """What had no room: of a unit, its whole name where that was cut, and lines."""

    number: str
    name: str
    lines: tuple = ()
    text: str = ""


class Pages:
    """A `Sheet` laid out for a `Layout` and a `Paper`."""

    def __init__(self, sheet, layout, paper):
        self.sheet, self.layout, self.paper = sheet, layout, paper
        self._fitted = {}

    @cached_property
    def styles(self):
        """The only styles that depend on the paper."""
        rules = [f"@page {{ size: {self.paper.width}mm {self.paper.height}mm }}"]
        for name, form in self.layout.formats.items():
            width, height = form.card(self.paper)
            height -= 2 * CARD_PADDING
            rules.append(f".{name} .slot {{ width: {width:.2f}pt }} .{name} .card {{ height: {height:.2f}pt }}")
        return " ".join(rules)

    @cached_property
    def text_type(self):
        """The number of the type of brief and reference."""
        return text_type(self.sheet.brief, self.passages, self.paper, self.above_texts)

    @property
    def above_texts(self):
        """Points of the page with brief and reference that are taken; the dense sheet turns over where all is well."""
        if self.layout.formats:
            return head_height(self.sheet, self.paper)
        return head_height(self.sheet, self.paper) + self.rows_height if self.sheet.findings else 0

    @property
    def rows_height(self):
        lines = [max(map(len, map(self.starts, (row.name, row.summary), ROSTER_COLUMNS))) for row in self.rows]
        lines = [max(number, 1 + (row.unit.count > 1)) for number, row in zip(lines, self.rows, strict=True)]
        return (
            sum(lines) * ROSTER_LINE
            + len(lines) * ROSTER_GAP
            + (len(self.sheet.totals) + 2) * (ROSTER_LINE + ROSTER_GAP)
        )

    @property
    def brief(self):
        return self.columns(self.sheet.brief, BRIEF_COLUMNS)

    @property
    def reference(self):
        return self.columns(self.passages, REFERENCE_COLUMNS)

    def columns(self, passages, number):
        return in_columns(passages, number, self.paper.room[0] * POINTS, TEXT_TYPES[self.text_type][0])

    @cached_property
    def passages(self):
        return (*self.tables, *self.sheet.reference)

    @property
    def tables(self):
        """What the cards say and a layout without cards has to say elsewhere."""
        return () if self.layout.formats else self.sheet.tables

    @property
    def short_name(self):
        """The list's name for the foot of a page."""
        name = self.sheet.name
        return name if len(name) <= FOOTER_LETTERS else name[:FOOTER_LETTERS].rstrip() + "…"

    @cached_property
    def cards(self):
        """Pages of cards by their format: (its name, rows of cards)."""
        return [page for name, form in self.layout.formats.items() for page in self.pages_of(name, form)]

    def pages_of(self, name, form):
        printed = [card for unit in self.sheet.units if unit.format == name for card in self.printed(unit)]
        for first in range(0, len(printed), form.per_page):
            page = printed[first : first + form.per_page]
            yield name, [page[start : start + form.across] for start in range(0, len(page), form.across)]

    def printed(self, unit):
        name, fitted = self.fitted(unit)
        for number, (card, fits) in enumerate(zip(unit.cards, fitted, strict=True), start=1):
            copy = f"{number}/{unit.count}" if unit.count > 1 else ""
            yield PrintedCard(unit, copy, name, card.stats, fits, card.tracks)

    def fitted(self, unit):
        """A unit's name and the lines of each of its cards, fitted; copies that are alike are fitted once."""
        if unit.index not in self._fitted:
            self._fitted[unit.index] = self.fit(unit)
        return self._fitted[unit.index]

    def fit(self, unit):
        form = self.layout.formats[unit.format]
        measure, room = form.room(self.paper)
        made = {id(card): card for card in unit.cards}
        made = {key: fit(card.lines, measure, room, form.largest) for key, card in made.items()}
        return fit_name(unit.name, measure - COST_WIDTH), [made[id(card)] for card in unit.cards]

    @cached_property
    def rows(self):
        return [self.row(unit) for unit in self.sheet.units]

    def row(self, unit):
        return Row(unit, self.shortened(unit.name, "name"), self.shortened(unit.summary, "summary"))

    def shortened(self, text, column):
        starts = self.starts(text, column)
        return text if len(starts) <= ROSTER_LINES else cut(text, starts[ROSTER_LINES], ROSTER_TYPE, letter_width)

    def starts(self, text, column):
        measure = self.paper.room[0] * POINTS * ROSTER_COLUMNS[column]
        return broken(text, ROSTER_TYPE, lambda _line: measure)

    @cached_property
    def appendix(self):
        rests = self.card_rests if self.layout.formats else self.row_rests
        return [rest for unit in self.sheet.units for rest in rests(unit)]

    def row_rests(self, unit):
        name, summary = (len(self.starts(getattr(unit, one), one)) > ROSTER_LINES for one in ("name", "summary"))
        if name or summary:
            yield Rest(unit.number, unit.name, text=unit.summary if summary else "")

    def card_rests(self, unit):
        name, fitted = self.fitted(unit)
        copies = {}
        for number, fits in enumerate(fitted, start=1):
            copies.setdefault(fits.rest, []).append(number)
        for rest, numbers in copies.items():
            if rest or name.cut:
                lines = tuple(ticks_for(line, numbers) for line in rest) if unit.count > 1 else rest
                yield Rest(unit.number, unit.name, lines)


def ticks_for(line, copies):
    """A line of several copies, with boxes for each of them."""
    if not line.ticks:
        return line
    return replace(line, ticks=", ".join(f"{number}: {line.ticks}" for number in copies))
