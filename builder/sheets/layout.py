"""A sheet on its paper: pages of cards and their backs, and what the templates ask of all pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext

from builder.sheets.cards import CardMaker, Face
from builder.sheets.choices import PrintChoices
from builder.sheets.first_page import FirstPage
from builder.sheets.grid import Block, Box, Grid, Place, free_places, placed
from builder.sheets.paper import (
    COLUMN_GAP,
    DOWNS,
    FOOTER_LETTERS,
    LOW,
    POINTS,
    SLEEVE,
    SLEEVES_ACROSS,
    SLEEVES_DOWN,
)
from builder.sheets.parts import CardLine, Passage, Sheet, SheetUnit
from builder.sheets.table_layout import FreePlaces, TableLayout, titles
from builder.sheets.tables import TableColumns, Tables
from builder.sheets.widths import stencil_width, text_width

BOX_GLYPH = 1.2  # the size of letters in which a box to tick is as large as one with a number, of size 1
CROP_MARK, ROUNDING = 8, 0.02  # points
HEAD_NAME, NAME_BY_CODE = (26, 238), (22, 290)  # points: the size of a list's name, what stands at its sides; by a code
NOTES = 2  # places to write on behind the tables


Printed = tuple[Box, Face | Tables]
Backs = Mapping[int, Face | None]  # by the `id` of what stands on the front


@dataclass(frozen=True, slots=True)
class Slot:
    """What is printed in a rectangle: a face of a card, tables, lines to write on, or nothing.

    notes -- these lines, also below tables
    air -- half points above and below each row of the tables
    side -- of what is higher than one place: -1 at the left, 1 at the right, where what follows stands at its left
    """

    box: Box
    face: Face | None = None
    tables: Tables = ()
    notes: range = range(0)
    side: int = 0
    air: int = 0

    @property
    def size(self) -> str:
        """Its size, as a style: what stands at the left ends first, so that the next row begins there."""
        return self.box._replace(height=self.box.height + self.side * ROUNDING).size


class Pages(FirstPage):
    """A `Sheet` laid out as a player chose: what the templates of the PDF read.

    others -- who has cards besides the units of the list
    maker  -- of its cards; None: of one height, where they take no more pages and tables have as much room
    """

    def __init__(
        self, sheet: Sheet, choices: PrintChoices, others: Sequence[SheetUnit] = (), maker: CardMaker | None = None
    ):
        super().__init__(sheet, choices)
        if maker:
            self.maker = maker
            return
        own = sheet.units if choices.prints("cards") else ()
        whole = replace(sheet, units=(*own, *others))
        lowest, *higher = (CardMaker(whole, choices, self.metrics, self.paper, down) for down in DOWNS)
        ways = [lowest, *(higher if choices.large_print else higher[:1])]
        self.maker = next((maker for maker in ways if not maker.has_larger), lowest)
        if not choices.large_print and self.maker.pages > lowest.pages:
            tried = (Pages(sheet, choices, others, maker) for maker in (self.maker, lowest))
            best = min(tried, key=lambda way: (len(way.card_pages), *way.tables.rank[:3]))
            vars(self).update(vars(best))

    @cached_property
    def styles(self) -> str:
        """The styles that depend on the cards; those of the page are in _page.html, all others in static/print.css."""
        height, (cell, across, _down) = self.paper.cards_size[1], self.grid
        rules = [
            f".cards {{ height: {height:.2f}pt }}",
            f".slots {{ {cell._replace(width=across * cell.width + ROUNDING).at} }}",
            f".tables {{ width: {self.content[0] + 2 * COLUMN_GAP:.2f}pt }}",
            ".card .tables { width: auto }",
        ]
        if self.has_head:
            box = self.trackers.box
            rules.append(f".turns .cell {{ width: {box}pt; height: {box}pt; line-height: {box - 1.7:.1f}pt }}")
            rules.append(f".turns .box {{ font-size: {BOX_GLYPH * box:.1f}pt; line-height: {box}pt }}")
        if self.choices.prints("roster"):
            rules += [
                f".column{number} {{ width: {width:.2f}pt }}" for number, width in enumerate(self.tables.units.widths)
            ]
            rules += [
                f".label{number} {{ margin-right: -{width:.2f}pt }}"
                for number, width in enumerate(self.tables.units.beyond)
                if not self.tables.units.tight
            ]
        return " ".join(rules)

    @property
    def classes(self) -> str:
        """The classes of the document: its game, and how it is printed."""
        ways = {
            "large": self.choices.large_print,
            "ink-saver": self.choices.ink_saver,
            "for-opponent": self.choices.for_opponent,
            "double": self.choices.sides == "double",
            "low": self.metrics is LOW,
        }
        return " ".join([self.sheet.slug, *(name for name, chosen in ways.items() if chosen)])

    @property
    def stylesheets(self) -> str:
        """The files of static/print/ that it needs, besides those of the kit and of the game."""
        ways = {
            "rows": self.choices.prints("roster"),
            "cards": True,
            "large": self.choices.large_print,
            "sleeves": self.choices.in_sleeves,
            "ink-saver": self.choices.ink_saver,
        }
        return " ".join(name for name, is_needed in ways.items() if is_needed)

    @property
    def has_head(self) -> bool:
        """Whether the figures of the list stand under its name."""
        return self.choices.prints("head") or self.choices.for_opponent

    @property
    def only_cards(self) -> bool:
        """Whether nothing but cards is printed, so that the name of the list takes no page of its own."""
        return bool(self.card_pages) and not self.stands_under_name

    @property
    def only_kit(self) -> bool:
        """The same of the table kit."""
        return self.choices.prints("kit") and not self.card_pages and not self.stands_under_name

    @property
    def has_long_name(self) -> bool:
        """Whether the list's name has no room in a line of its head in the largest letters."""
        return self.is_long_in(*HEAD_NAME)

    @property
    def has_long_name_by_code(self) -> bool:
        """The same beside a QR code."""
        return self.is_long_in(*NAME_BY_CODE)

    def is_long_in(self, size: float, beside: float) -> bool:
        return text_width(self.sheet.name, size, stencil_width) > self.content[0] - beside

    @property
    def short_name(self) -> str:
        """The list's name for the footer."""
        name = self.sheet.name
        return name if len(name) <= FOOTER_LETTERS else name[:FOOTER_LETTERS].rstrip() + "…"

    # --- cards -------------------------------------------------------------------------------------------------------

    @cached_property
    def card_pages(self) -> list[list[Slot]]:
        """The pages of cards in the order of the list; places that stay free take the tables of the game."""
        grid, pairs, blocks, places = self.grid, self.pairs, self.blocks, self.places
        pages: list[list[Printed]] = [
            [] for _page in range(1 + max((at.page for at in (*places, *self.free_places)), default=-1))
        ]
        for (front, back), block, at in zip(pairs, blocks, places, strict=True):
            box = grid.box(at, block)
            if self.folds and back:
                pages[at.page] += zip(self.halves(box, front), (front, back), strict=True)
            else:
                pages[at.page].append((box, front))
        on_places = [*self.tables.on_free_places, *[()] * NOTES]
        for at, tables in zip(self.free_places, on_places, strict=False):
            pages[at.page].append((grid.box(at, Block()), tables))
        return list(self.with_backs(pages, {id(front): back for front, back in pairs}))

    @cached_property
    def lone_tables(self) -> list[Passage]:
        """Tables for free places that no page says: what cards have no room for, and what the first page would have.

        A table of the game stands instead of one of its name.
        """
        of_game = {table.title: table for table in self.sheet.play}
        states = [of_game.get(table.title, table) for table in self.maker.states]
        return [*states, *(() if self.stands_under_name else self.sheet.brief_cards)]

    @cached_property
    def spare_tables(self) -> list[Passage]:
        """Tables for free sleeves that no page says: but for rules that cards say, as "Gunfight: ..."."""
        if not self.choices.in_sleeves or self.choices.prints("reference"):
            return []
        items = (item for pair in self.pairs for face in pair if face for item in face.fitted.lines)
        words = " ".join(item.words for item in items if isinstance(item, CardLine)).lower()
        said = gettext("{label}: {words}").format(label="{}", words="").strip()
        rules = [table for table in self.sheet.rules if said.format(table.title.lower()) not in words]
        known = {table.title for table in self.lone_tables}
        return [table for table in (*rules, *self.sheet.reference) if table.title not in known]

    def free(self, number: int, type_: int = -1) -> FreePlaces:
        """So many places for tables in the type of this number."""
        width, height = (length - 2 * self.metrics.padding for length in self.maker.size(1, 1))
        return FreePlaces(number, height, TableColumns(1, width, type_, self.metrics))

    @cached_property
    def tables(self) -> TableLayout:
        """The tables of rules: all in one type."""
        places = (self.free(len(self.free_places), type_) for type_ in range(len(self.metrics.tables)))
        ways = [TableLayout(self, own, self.lone_tables, self.spare_tables) for own in places]
        return next((way for way in ways if not any(way.rank[:-1])), None) or min(ways, key=lambda way: way.rank)

    @cached_property
    def blocks(self) -> list[Block]:
        return [self.block(front, back) for front, back in self.pairs]

    @cached_property
    def places(self) -> list[Place]:
        """Where each of them stands."""
        return placed(self.blocks, self.grid, in_order=not self.choices.in_sleeves)

    @cached_property
    def free_places(self) -> list[Place]:
        """The places that are left on their pages: in sleeves those behind the last card first.

        Tables have a page of their own there, where these do not hold them all.
        """
        free = free_places(self.blocks, self.places, self.grid)
        free.sort(key=lambda at: (self.choices.in_sleeves and at < max(self.places), at))
        if not (self.places and self.choices.in_sleeves):
            return free
        more = [*free, *self.grid.places(max(self.places).page + 1)]
        tables = self.lone_tables, [*self.sheet.play, *self.spare_tables]
        return free if titles(tables) <= titles(self.free(len(free)).tables(*tables)) else more

    @cached_property
    def grid(self) -> Grid:
        """The places for cards on a page, in its middle."""
        page_width, page_height = self.paper.cards_size
        if self.choices.in_sleeves:
            across, down, (width, height) = SLEEVES_ACROSS, SLEEVES_DOWN, (length * POINTS for length in SLEEVE)
        else:
            across, down, (width, height) = self.maker.across, self.maker.down, self.maker.size(1, 1)
        left, top = (page_width - across * width) / 2, (page_height - down * height) / 2
        return Grid(Box(left, top, width, height), across, down)

    @cached_property
    def pairs(self) -> list[tuple[Face, Face | None]]:
        """Each front with its back; on modules without backs, what a card goes on with is a front too."""
        if self.choices.in_sleeves or self.choices.sides != "single":
            return [pair for card in self.maker.cards for pair in self.maker.pairs(card)]
        return [(face, None) for card in self.maker.cards for face in self.maker.faces(card)]

    @property
    def folds(self) -> bool:
        """Whether a back stands beside its front, to be folded behind it, and not on the page behind."""
        return self.choices.sides == "fold" or (self.choices.in_sleeves and self.choices.sides == "single")

    def block(self, front: Face, back: Face | None) -> Block:
        """The places that a front takes, with its back where that is folded behind it."""
        across, down = self.places_of(front)
        if back and self.folds:
            beside = across < self.grid.across
            across, down = (2 * across, down) if beside else (across, min(self.grid.down, 2 * down))
        return Block(across, down, joined=front.part > 1)

    def places_of(self, front: Face) -> tuple[int, int]:
        """How many places beside and below each other a front takes."""
        if self.choices.in_sleeves or (front.part > 1 and self.choices.sides == "single"):
            return 1, 1
        return self.maker.places_of(front.card.format)

    def halves(self, box: Box, front: Face) -> tuple[Box, Box]:
        """The places of front and back: side by side, or above each other where the card is as wide as the page."""
        if self.places_of(front)[0] < self.grid.across:
            half = box._replace(width=box.width / 2)
            return half, half._replace(left=box.left + half.width)
        half = box._replace(height=box.height / 2)
        return half, half._replace(top=box.top + half.height)

    @cached_property
    def crop_marks(self) -> list[Box]:
        """The places of the marks around cards for sleeves; other cards are cut along their dashed edges."""
        if not self.choices.in_sleeves:
            return []
        left, top, width, height = self.grid.cell
        columns = [left + number * width for number in range(SLEEVES_ACROSS + 1)]
        rows = [top + number * height for number in range(SLEEVES_DOWN + 1)]
        upright = [Box(x, y, 0, CROP_MARK) for x in columns for y in (rows[0] - CROP_MARK - 2, rows[-1] + 2)]
        level = [Box(x, y, CROP_MARK, 0) for y in rows for x in (columns[0] - CROP_MARK - 2, columns[-1] + 2)]
        return upright + level

    def with_backs(self, fronts: Sequence[Sequence[Printed]], behind: Backs) -> Iterator[list[Slot]]:
        """Each page of cards and that of their backs, mirrored, as a printer turns it over its long edge."""
        width = self.paper.cards_size[0]
        for page in fronts:
            yield self.in_flow(page)
            if self.choices.sides == "double":
                mirrored = (
                    (box._replace(left=width - box.left - box.width), behind.get(id(printed))) for box, printed in page
                )
                yield self.in_flow((box, back) for box, back in mirrored if back)

    def in_flow(self, page: Iterable[Printed]) -> list[Slot]:
        """What stands on a page in reading order, with an empty slot for each place before the last where nothing is.

        So each stands where it belongs by its size alone, and equal cards have equal styles.
        """
        grid, taken, slots = self.grid, set[Place](), list[Slot]()
        for box, printed in sorted(page, key=lambda pair: (pair[0].top, pair[0].left)):
            covered = grid.places_under(box)
            before = [at for at in grid.places() if at < covered[0] and at not in taken]
            slots += [Slot(grid.cell) for _free in before]
            side = 1 if covered[0].column else -1
            is_high = covered[-1].row > covered[0].row
            slots.append(replace(self.slot(box, printed), side=side if is_high else 0))
            taken |= {*before, *covered}
        return slots

    def slot(self, box: Box, printed: Face | Tables) -> Slot:
        if isinstance(printed, Face):
            return Slot(box, face=printed)
        places = self.tables.places
        room, air = places.column.left(printed, places.height)
        lines = int(room // self.metrics.write) - 2 * (not printed)
        return Slot(box, tables=printed, notes=range(lines), air=air)
