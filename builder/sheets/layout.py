"""A sheet on its paper: pages of cards and their backs, rows of the dense sheet, columns of texts, the appendix."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from builder.sheets.cards import CardMaker, PrintedCard, Side
from builder.sheets.choices import PrintChoices
from builder.sheets.paper import (
    FOOTER_LETTERS,
    LARGE,
    NORMAL,
    PAPERS,
    POINTS,
    ROWS,
    SLEEVE,
    SLEEVED,
    SLEEVES_ACROSS,
    SLEEVES_DOWN,
    Metrics,
)
from builder.sheets.parts import CardItem, CardLine, Passage, Sheet, SheetUnit
from builder.sheets.rows import Table, rows_of
from builder.sheets.texts import TextPage, head_height, text_pages

CROP_MARK = 8  # points

GOOD_ROWS = 9  # points of the type of rows that give way to larger texts


class Box(NamedTuple):
    """A rectangle on a page of cards, in points from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    @property
    def style(self) -> str:
        return f"left: {self.left:.2f}pt; top: {self.top:.2f}pt; width: {self.width:.2f}pt; height: {self.height:.2f}pt"


@dataclass(frozen=True, slots=True)
class Slot:
    """A side of a card where it is printed; `place` is the class of its rectangle in `Pages.styles`."""

    place: str
    side: Side


@dataclass(frozen=True, slots=True)
class AppendixEntry:
    """The parts of a unit that did not fit: its whole name, and lines of its cards."""

    number: str
    name: str
    lines: tuple[CardItem, ...] = ()


class Pages:
    """A `Sheet` laid out as a player chose: what the templates of the PDF read."""

    def __init__(self, sheet: Sheet, choices: PrintChoices):
        self.sheet, self.choices = sheet, choices
        self.paper = PAPERS[choices.paper]
        small = SLEEVED if choices.size == "sleeve" else NORMAL
        self.metrics: Metrics = LARGE if choices.large_print else small
        self.maker = CardMaker(sheet, choices, self.metrics)
        self.places: dict[Box, str] = {}

    @cached_property
    def styles(self) -> str:
        """The styles that depend on the cards; those of the page are in _page.html, all others in static/print.css."""
        self.card_pages, self.crop_marks  # noqa: B018  (they name the places)
        width, height = self.paper.cards_size
        rules = [
            f".cards {{ width: {width:.2f}pt; height: {height:.2f}pt }}",
            *(f".{name} {{ {box.style} }}" for box, name in self.places.items()),
        ]
        if self.choices.size == "sleeve" and height < SLEEVES_DOWN * SLEEVE[1] * POINTS:  # Letter: no room for a footer
            nothing = "@bottom-left { content: none } @bottom-right { content: none }"
            rules += [f".cards {{ page: bare }} @page bare {{ {nothing} }}"]
        if self.choices.prints("roster"):
            rules += [f".column{number} {{ width: {width:.2f}pt }}" for number, width in enumerate(self.table.widths)]
            rules += [
                f".track{number} {{ min-width: {width:.2f}pt }}" for number, width in enumerate(self.table.track_widths)
            ]
        return " ".join(rules)

    @property
    def classes(self) -> str:
        """The classes of the document: its game, and how it is printed."""
        ways = {
            "large": self.choices.large_print,
            "ink-saver": self.choices.ink_saver,
            "double": self.choices.sides == "double",
        }
        return " ".join([self.sheet.slug, *(name for name, chosen in ways.items() if chosen)])

    @property
    def has_head(self) -> bool:
        """Whether the figures of the list stand under its name."""
        return self.choices.prints("head") or self.choices.layout == "opponent"

    @property
    def only_cards(self) -> bool:
        """Whether nothing but cards is printed, so that the name of the list takes no page of its own."""
        return bool(self.card_pages) and not self.stands_under_name

    @property
    def only_kit(self) -> bool:
        """The same of the table kit."""
        return self.choices.prints("kit") and not self.card_pages and not self.stands_under_name

    @property
    def stands_under_name(self) -> set[str]:
        """The parts that are printed under the name of the list."""
        return set(self.choices.printed_parts) - {"cards", "kit"} - (set() if self.sheet.findings else {"findings"})

    @property
    def short_name(self) -> str:
        """The list's name for the footer."""
        name = self.sheet.name
        return name if len(name) <= FOOTER_LETTERS else name[:FOOTER_LETTERS].rstrip() + "…"

    # --- cards -------------------------------------------------------------------------------------------------------

    @cached_property
    def card_pages(self) -> list[list[Slot]]:
        """The pages of cards: what stands on each, in reading order."""
        if not self.choices.prints("cards"):
            return []
        if self.choices.size == "sleeve":
            sheets = self.sleeves()
        else:
            sheets = self.packed()
        return [[Slot(self.rectangle(box), side) for box, side in page] for page in sheets]

    def rectangle(self, box: Box) -> str:
        return self.places.setdefault(box, f"place{len(self.places)}")

    def packed(self) -> list[list[tuple[Box, Side]]]:
        """Cards as high as their content asks, and their backs on the page after them."""
        width, height = self.paper.cards_size
        row = height / ROWS
        cards, places = self.maker.packed(width, row)
        fold = self.choices.sides == "fold"
        last = max([place.page for place in places], default=-1)
        pages: list[list[tuple[Box, PrintedCard]]] = [[] for _page in range(1 + last)]
        for card, at in zip(cards, places, strict=True):
            whole = width if card.wide or fold else width / 2
            box = Box(at.column * width / 2, at.top * row, whole, at.rows * row)
            pages[at.page].append((box, card))
        fronts = [sorted(page, key=lambda one: (one[0].left, one[0].top)) for page in pages]
        if fold:
            return [[half for box, card in page for half in self.folded(box, card)] for page in fronts]
        return self.with_backs(self.alike(fronts))

    def alike(self, pages: list[list[tuple[Box, PrintedCard]]]) -> list[list[tuple[Box, Side]]]:
        """The fronts of cards; copies of a unit say the same in the same type, whatever room is left below them."""
        least: dict[int, float] = {}
        for box, card in (slot for page in pages for slot in page):
            least[card.unit.index] = min(least.get(card.unit.index, box.height), box.height)
        return [
            [(box, self.maker.front(card, box.width, least[card.unit.index])) for box, card in page] for page in pages
        ]

    def folded(self, box: Box, card: PrintedCard) -> Iterator[tuple[Box, Side]]:
        """Front and back of a card side by side, or for a wide one above each other."""
        if not card.wide:
            half = box._replace(width=box.width / 2)
            yield half, self.maker.front(card, half.width, half.height)
            yield half._replace(left=box.left + half.width), self.maker.back(card, half.width, half.height)
        else:
            half = box._replace(height=box.height / 2)
            yield half, self.maker.front(card, half.width, half.height)
            yield half._replace(top=box.top + half.height), self.maker.back(card, half.width, half.height)

    @property
    def sleeve_grid(self) -> Box:
        """The upper left one of the cards for sleeves; the others stand beside and below it."""
        width, height = (length * POINTS for length in SLEEVE)
        page_width, page_height = self.paper.cards_size
        return Box((page_width - SLEEVES_ACROSS * width) / 2, (page_height - SLEEVES_DOWN * height) / 2, width, height)

    @cached_property
    def crop_marks(self) -> list[str]:
        """The places of the marks around cards for sleeves; other cards are cut along their dashed edges."""
        if self.choices.size != "sleeve":
            return []
        left, top, width, height = self.sleeve_grid
        columns = [left + number * width for number in range(SLEEVES_ACROSS + 1)]
        rows = [top + number * height for number in range(SLEEVES_DOWN + 1)]
        upright = [Box(x, y, 0, CROP_MARK) for x in columns for y in (rows[0] - CROP_MARK - 2, rows[-1] + 2)]
        level = [Box(x, y, CROP_MARK, 0) for y in rows for x in (columns[0] - CROP_MARK - 2, columns[-1] + 2)]
        return [self.rectangle(box) for box in upright + level]

    def sleeves(self) -> list[list[tuple[Box, Side]]]:
        """Cards of 63 x 88 mm, nine to a page; what does not fit goes to their backs, then to further cards."""
        left, top, width, height = self.sleeve_grid
        boxes = [
            Box(left + column * width, top + row * height, width, height)
            for row in range(SLEEVES_DOWN)
            for column in range(SLEEVES_ACROSS)
        ]
        sides: list[Side] = []
        for parts in self.maker.sleeves(width, height):
            of_unit: list[Side] = []
            for card in parts:
                front = self.maker.front(card, width, height)
                of_unit.append(front)
                if self.choices.sides == "fold" or (front.fitted.rest and self.choices.sides == "single"):
                    of_unit.append(self.maker.back(card, width, height))
            sides += numbered(of_unit, step=2 if self.choices.sides == "double" else 1)
        most = len(boxes)
        batches = [sides[start : start + most] for start in range(0, len(sides), most)]
        return self.with_backs([list(zip(boxes, batch, strict=False)) for batch in batches])

    def with_backs(self, fronts: list[list[tuple[Box, Side]]]) -> list[list[tuple[Box, Side]]]:
        """Each page of cards followed by that of their backs, mirrored, as a printer turns it over its long edge."""
        if self.choices.sides != "double":
            return fronts
        width = self.paper.cards_size[0]
        pages = []
        for page in fronts:
            mirrored = [(box._replace(left=width - box.left - box.width), side) for box, side in page]
            backs = [(box, self.back_of(side, box)) for box, side in mirrored]
            pages += [page, backs]
        return pages

    def back_of(self, front: Side, box: Box) -> Side:
        back = self.maker.back(front.card, box.width, box.height)
        return replace(back, number=front.number + 1, of=front.of) if front.of else back

    # --- the dense sheet ---------------------------------------------------------------------------------------------

    @cached_property
    def head_height(self) -> float:
        return head_height(self.sheet, self.paper, self.metrics, self.choices.prints("findings"))

    @cached_property
    def table(self) -> Table:
        """The table of units, with weapons in columns as long as that takes no other page than words would.

        Of the types in which the texts stand on the same page the one that leaves them the largest type, for rows of
        `GOOD_ROWS` points and more; if there is none, the largest in which the table fits one page.
        """
        room = self.paper.cards_size[1] - self.head_height
        fitting = [table for table in self.tables if table.height <= room]
        for in_columns in (True, False):
            same = [table for table in fitting if table.in_columns is in_columns]
            texts = ((table, self.type_of_texts(self.head_height + table.height)) for table in same)
            beside = [(table, text_type) for table, text_type in texts if text_type is not None]
            good = [fitted for fitted in beside if fitted[0].size >= GOOD_ROWS]
            if beside:
                return min(good, key=itemgetter(1))[0] if good else beside[0][0]
        return fitting[0] if fitting else self.tables[min(2, len(self.metrics.rows) - 1)]

    def type_of_texts(self, above: float) -> int | None:
        """The type of brief and reference below so many points of the first page; None where they have no room."""
        pages = text_pages(self.brief, self.passages, self.paper, above, self.metrics)
        if not pages:
            return 0
        return pages[0].type if len(pages) == 1 and not pages[0].overleaf else None

    @property
    def brief(self) -> Sequence[Passage]:
        return self.sheet.brief if self.choices.prints("head") else ()

    @cached_property
    def tables(self) -> list[Table]:
        """The table of units in each type, then without columns for weapons."""
        rows, width = rows_of(self.sheet, self.choices), self.paper.content_size[0] * POINTS
        return [
            Table(self.sheet, rows, number, width, self.metrics, in_columns)
            for in_columns in (True, False)
            for number in range(len(self.metrics.rows))
        ]

    # --- texts -------------------------------------------------------------------------------------------------------

    @cached_property
    def texts(self) -> list[TextPage]:
        """The pages of brief and reference; the first of them begins below what stands on the page already."""
        above = self.head_height
        if self.choices.prints("roster"):
            above += self.table.height
        return text_pages(self.brief, self.passages, self.paper, above, self.metrics)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The passages of the reference; without cards it begins with the tables that cards would have."""
        if not self.choices.prints("reference"):
            return ()
        return self.sheet.reference if self.choices.prints("cards") else (*self.sheet.tables, *self.sheet.reference)

    # --- what had no room --------------------------------------------------------------------------------------------

    @cached_property
    def appendix(self) -> list[AppendixEntry]:
        if not self.choices.prints("cards"):
            return []
        found: dict[tuple[int, tuple[CardItem, ...]], list[int]] = {}
        for side in (slot.side for page in self.card_pages for slot in page):
            goes_on = side.card.goes_on or side.back != self.choices.has_backs
            rest = () if goes_on else side.fitted.rest
            if rest or (side.name.cut and not side.back):
                found.setdefault((side.unit.index, rest), []).append(side.card.number)
        units = {unit.index: unit for unit in self.sheet.units}
        return [self.entry(units[index], rest, numbers) for (index, rest), numbers in found.items()]

    def entry(self, unit: SheetUnit, rest: Sequence[CardItem], numbers: list[int]) -> AppendixEntry:
        lines = tuple(ticks_for(line, numbers) for line in rest) if unit.count > 1 else tuple(rest)
        return AppendixEntry(unit.number, unit.name, lines)


def numbered(sides: Sequence[Side], step: int) -> list[Side]:
    """The sides of a unit with their numbers, where there are several; `step` is 2 where each has a back besides."""
    if len(sides) == 1:
        return list(sides)
    return [replace(side, number=1 + at * step, of=step * len(sides)) for at, side in enumerate(sides)]


def ticks_for(line: CardItem, copies: list[int]) -> CardItem:
    """A line of several copies, with tick boxes for each of them by its number."""
    if not isinstance(line, CardLine) or not line.ticks:
        return line
    return replace(line, copies=tuple(copies))
