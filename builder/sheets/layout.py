"""A sheet on its paper: pages of cards and their backs, rows of the dense sheet, columns of texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from django.utils.translation import gettext

from builder.sheets.cards import CardMaker, Face, Tables
from builder.sheets.choices import PrintChoices
from builder.sheets.grid import Block, Box, Grid, Place, free_places, placed
from builder.sheets.head import Trackers, head_height, trackers_of
from builder.sheets.measure import height
from builder.sheets.paper import (
    COLUMN_GAP,
    DOWN,
    FOOTER_LETTERS,
    LARGE,
    LARGE_DOWN,
    LOW,
    LOW_PAPER,
    MOST_WORDS,
    NORMAL,
    PAPERS,
    POINTS,
    SLEEVE,
    SLEEVED,
    SLEEVES_ACROSS,
    SLEEVES_DOWN,
    Metrics,
)
from builder.sheets.parts import Passage, Plan, Sheet, SheetUnit, count_words
from builder.sheets.row_table import Table
from builder.sheets.rows import rows_of
from builder.sheets.tables import TablePage, broken, few_words, further_pages, glossary, one_page, passage_height

CROP_MARK, ROUNDING = 8, 0.02  # points

PLANS_ACROSS, PLAN_TITLE = 2, 20  # plans beside each other; points of the title of one, with its gap
MOST_NEEDED = 3  # tables of the game: the first of them
LARGE_ROWS, LONG_ROWS = 1, 3  # indexes into `Metrics.rows`: larger ones are as good; that of long lists
FIXED_WORDS = 30  # of the headings that all rosters have, and of the footer
LEAST_GAP = 16  # points between the units and the tables of rules


Printed = tuple[Box, Face | Tables]
Backs = Mapping[int, Face | None]  # by the `id` of what stands on the front


@dataclass(frozen=True, slots=True)
class Slot:
    """What is printed in a rectangle: a face of a card, tables in a type, or nothing.

    type -- an index into `Metrics.module_tables`
    side -- of what is higher than one place: -1 at the left, 1 at the right, where what follows stands at its left
    """

    box: Box
    face: Face | None = None
    tables: Tables = ()
    type: int = 0
    side: int = 0

    @property
    def size(self) -> str:
        """Its size, as a style: what stands at the left ends first, so that the next row begins there."""
        return self.box._replace(height=self.box.height + self.side * ROUNDING).size


class Pages:
    """A `Sheet` laid out as a player chose: what the templates of the PDF read.

    others -- who has cards besides the units of the list
    """

    def __init__(self, sheet: Sheet, choices: PrintChoices, others: Sequence[SheetUnit] = ()):
        if choices.for_opponent:
            sheet = replace(sheet, notes=(), brief=sheet.opponent_brief)
        elif not choices.prints("head"):
            sheet = replace(sheet, brief=())
        self.sheet = sheet
        self.choices = choices
        self.paper = PAPERS[choices.paper]
        small = SLEEVED if choices.in_sleeves else NORMAL if self.paper.height > LOW_PAPER else LOW
        self.metrics: Metrics = LARGE if choices.large_print else small
        own = sheet.units if choices.prints("cards") else ()
        whole = replace(sheet, units=(*own, *others))
        for down in LARGE_DOWN if choices.large_print else (DOWN,):
            self.maker = CardMaker(whole, choices, self.metrics, self.paper, down)
            if not self.maker.has_larger:
                break

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
            rules.append(f".turns .box {{ font-size: {box}pt; line-height: {box}pt }}")
        if self.choices.prints("roster"):
            rules += [f".column{number} {{ width: {width:.2f}pt }}" for number, width in enumerate(self.table.widths)]
            rules += [
                f".track{number} {{ min-width: {width:.2f}pt }}" for number, width in enumerate(self.table.track_widths)
            ]
            rules += [
                f".label{number} {{ margin-right: -{width:.2f}pt }}"
                for number, width in enumerate(self.table.beyond)
                if not self.table.tight
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
    def stands_under_name(self) -> set[str]:
        """The parts that are printed under the name of the list."""
        return set(self.choices.printed_parts) - {"cards", "kit"} - (set() if self.sheet.checks else {"findings"})

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
        lacking = [*self.lone_tables, *(self.further_tables if self.stands_under_name else ())]
        is_shown = self.stands_under_name and not self.choices.in_sleeves  # a deck has all that its player needs
        shown = [*chain(*self.first_tables[0].columns)] if is_shown else []
        for at, tables in zip(self.free_places, self.maker.tables(len(self.free_places), lacking, shown), strict=False):
            pages[at.page].append((grid.box(at, Block()), tables))
        return list(self.with_backs(pages, {id(front): back for front, back in pairs}))

    @cached_property
    def lone_tables(self) -> list[Passage]:
        """Tables for free places that no page says: what cards have no room for, and what the first page would have."""
        return [*self.maker.states, *(() if self.stands_under_name else self.sheet.brief_cards)]

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

        Tables that stand nowhere else have a page of their own there, where these do not hold them.
        """
        free = free_places(self.blocks, self.places, self.grid)
        free.sort(key=lambda at: (self.choices.in_sleeves and at < max(self.places), at))
        if not (self.places and self.choices.in_sleeves):
            return free
        has_room = self.maker.has_room_for(self.lone_tables, len(free))
        return free if has_room else [*free, *self.grid.places(max(self.places).page + 1)]

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
        return Slot(box, tables=printed, type=self.maker.table_type(printed))

    # --- the roster --------------------------------------------------------------------------------------------------

    @property
    def content(self) -> tuple[float, float]:
        """Width and height of a page inside its margins, in points."""
        width, height = self.paper.content_size
        return width * POINTS, height * POINTS

    @cached_property
    def head_height(self) -> float:
        """The greatest height of what stands on the first page above the units, in points."""
        return self.height_with(self.brief)

    def height_with(self, brief: tuple[Passage, ...]) -> float:
        """The same with these passages about the game."""
        findings = self.sheet.checks if self.choices.prints("findings") else ()
        return head_height(replace(self.sheet, brief=brief), self.content[0], self.metrics, findings)

    @cached_property
    def wide_tables(self) -> tuple[Passage, ...]:
        """Tables as wide as the page for which the first one has no room: the columns of weapons are worth more."""
        brief = self.sheet.brief
        wide = tuple(passage for passage in brief if passage.matrix)
        if not wide:
            return ()
        room = self.content[1] - self.plans_height
        without = room - self.height_with(tuple(passage for passage in brief if passage not in wide))
        tables = self.tables if self.choices.prints("roster") else []
        in_columns = [table.height for table in tables if table.weapons and table.height <= without]
        least = min(in_columns or (table.height for table in tables), default=0.0)
        return wide if self.height_with(brief) + least > room else ()

    @property
    def brief(self) -> tuple[Passage, ...]:
        """What the first page says of the game."""
        return tuple(passage for passage in self.sheet.brief if passage not in self.wide_tables)

    @cached_property
    def table(self) -> Table:
        """The table of units with its weapons in columns that leaves room for the first tables of the game.

        Of those the least tight, then the largest, then what leaves room for most tables.
        """
        lacking = {id(table): self.beside(self.room_for_units - table.height)[1] for table in self.fitting}

        def lacks(table: Table) -> tuple[int | bool, ...]:
            needed = sum(map(self.is_needed, lacking[id(table)]))
            return not table.weapons, needed, table.tight, max(LARGE_ROWS, table.number), len(lacking[id(table)])

        return min(self.fitting, key=lacks, default=self.long_table)

    def is_needed(self, passage: Passage) -> bool:
        """Whether the first page should have a table: the first ones of the game, for an opponent all of the list."""
        if self.choices.for_opponent:
            return passage not in self.sheet.play[MOST_NEEDED:]
        return passage in self.tables_below[:MOST_NEEDED]

    @property
    def long_table(self) -> Table:
        """The table of units that has no room on the first page: in a type that leaves room for tables behind it."""

        def pages(table: Table) -> tuple[float, int]:
            page = max(1.0, self.content[1] - table.lost_on_a_page)
            return -(-(table.height - self.room_for_units) // page), abs(table.number - LONG_ROWS)

        return min((table for table in self.tables if table.tight), key=pages)

    @property
    def room_for_units(self) -> float:
        """The height that is left for the units on the first page."""
        return self.content[1] - self.head_height - self.plans_height

    @cached_property
    def fitting(self) -> list[Table]:
        """The tables of units that the first page has room for."""
        return [table for table in self.tables if table.height <= self.room_for_units]

    @cached_property
    def tables(self) -> list[Table]:
        """The table of units in each type, then less high ones: with labels among words, then without columns."""
        rows = rows_of(self.sheet, self.choices)
        return [
            Table(self.sheet, rows, number, self.content[0], self.metrics, in_columns, tight)
            for in_columns, tight in ((True, False), (True, True), (False, False))
            for number in range(len(self.metrics.rows))
        ]

    @cached_property
    def trackers(self) -> Trackers:
        return trackers_of(self.sheet.tracks, self.content[0], self.metrics)

    # --- plans, for the opponent who rolls on them ---

    @cached_property
    def plans(self) -> list[tuple[str, Plan]]:
        """(whose it is, what each side of it says), each plan once."""
        whose: dict[Plan, list[str]] = {}
        for unit in self.sheet.units if self.choices.for_opponent else ():
            for item in unit.card.lines:
                if isinstance(item, Plan):
                    whose.setdefault(item, []).append(f"{unit.tag(0)} {unit.name}")
        return [(", ".join(names), plan) for plan, names in whose.items()]

    @property
    def plans_across(self) -> int:
        return 1 if self.choices.large_print else PLANS_ACROSS

    @property
    def plans_height(self) -> float:
        """Of the rows of plans."""
        width = (self.content[0] - COLUMN_GAP * (self.plans_across - 1)) / self.plans_across
        type_ = self.metrics.tables[-1]
        heights = [PLAN_TITLE + height(plan, width, *type_, self.metrics) for _names, plan in self.plans]
        rows = (heights[start : start + self.plans_across] for start in range(0, len(heights), self.plans_across))
        return sum(map(max, rows))

    # --- tables of rules ---------------------------------------------------------------------------------------------

    @property
    def tables_below(self) -> Sequence[Passage]:
        """The tables for the room on the first page; for an opponent what this list has comes first."""
        sheet = self.sheet
        if self.choices.for_opponent:
            return (*self.own_rules, *sheet.play)
        has_more = self.choices.prints("reference") and not self.has_tables_alone
        is_asked = self.choices.prints("roster") or self.choices.prints("reference")
        return (*(sheet.play if is_asked else ()), *(self.looked_up if has_more else ()))

    @property
    def has_tables_alone(self) -> bool:
        """Whether the first page has the tables of the game alone, and what is looked up stands on further pages."""
        return self.choices.prints("roster") and bool(self.fitting)

    @property
    def looked_up(self) -> tuple[Passage, ...]:
        """The rules of what the list has, and what cards say of them where there are none."""
        sheet = self.sheet
        plans = () if self.choices.prints("cards") else sheet.plans
        return (*self.own_rules, *plans, *glossary(gettext("Also"), sheet.reference, sheet.book))

    @property
    def own_rules(self) -> tuple[Passage, ...]:
        """What the list has means: its gear, where no cards say it, and its special rules."""
        gear, book = () if self.choices.prints("cards") else self.sheet.gear, self.sheet.book
        rules = glossary(gettext("Special rules"), self.sheet.rules, book)
        return (*glossary(gettext("Gear and abilities"), gear, book), *rules)

    @cached_property
    def short_tables(self) -> tuple[list[Passage], list[Passage]]:
        """(the tables for which the first page has words left, the others).

        Who only looks up has time to read; further pages of units have no limit.
        """
        if self.choices.for_opponent or not self.choices.prints("roster") or not self.fitting:
            return list(self.tables_below), []
        return few_words(self.tables_below, MOST_WORDS - self.words_above)

    def beside(self, room: float, without: Sequence[Passage] = ()) -> tuple[TablePage, list[Passage]]:
        """(the tables of the game that stand on the first page, with so much room for them; those without room)."""
        few = [table for table in self.short_tables[0] if table not in without]
        if self.choices.for_opponent:  # what the list has comes first, if only in part
            width = (self.content[0] - COLUMN_GAP * (self.metrics.table_columns - 1)) / self.metrics.table_columns
            sizes = width, room - LEAST_GAP, *self.metrics.tables[-1], self.metrics.cite[0]
            own = [part for passage in self.own_rules for part in broken(passage, *sizes)]
            few = [*own, *(table for table in few if table not in self.own_rules)]
        return one_page(few, self.metrics.table_columns, self.content[0], room - LEAST_GAP, self.metrics)

    @cached_property
    def words_above(self) -> int:
        """How many words stand on the first page above the tables."""
        sheet = self.sheet
        states = (words for track in sheet.tracks for words in (track.label, track.effect, track.note))
        head = [sheet.name, sheet.subtitle, sheet.verdict, sheet.credit, *sheet.notes, *states]
        head += [figure.label for figure in sheet.head] + [row.words for row in sheet.writing]
        if self.choices.prints("findings"):
            head += [f"{one.about} {one.text} {one.cite}" for one in sheet.checks]
        return (
            FIXED_WORDS
            + count_words(" ".join(head))
            + sum(passage.words for passage in self.brief)
            + (self.tables[0].count_words() if self.choices.prints("roster") else 0)
        )

    @cached_property
    def first_tables(self) -> tuple[TablePage, list[Passage]]:
        """(the tables of the game on the first page, those that are not there).

        As many of the lowest stand on modules as it takes to have room for all.
        """
        lowest, free = sorted(self.short_tables[0], key=self.maker.table_height), len(self.free_places)
        is_free = free and self.choices.prints("reference") and not self.has_tables_alone
        ways = [self.first_tables_without(lowest[:count]) for count in range(len(lowest) * bool(is_free) + 1)]
        return next((way for way in ways if {*way[1]} <= {*chain(*self.maker.tables(free, way[1]))}), ways[0])

    def first_tables_without(self, moved: Sequence[Passage]) -> tuple[TablePage, list[Passage]]:
        """The same, some tables not among them."""
        page, rest = self.beside(self.room_below, moved)
        left = [*rest, *self.short_tables[1], *moved]
        parts = [part for part in left if part not in self.tables_below]
        return page, [*parts, *(passage for passage in self.tables_below if passage in left)]

    @property
    def room_below(self) -> float:
        """The least height below the units, on the last page that they take."""
        if not self.choices.prints("roster"):
            return self.room_for_units
        room, further = self.room_for_units - self.table.height, self.content[1] - self.table.lost_on_a_page
        return room if room >= 0 or further <= 0 else room % further

    @cached_property
    def further_tables(self) -> list[Passage]:
        """What the first page has no room for, and the rules of what the list has."""
        left = self.first_tables[1]
        if self.choices.for_opponent:
            return [passage for passage in left if passage not in self.sheet.play]
        if not self.choices.prints("reference"):
            return []
        return [*left, *self.looked_up] if self.has_tables_alone else left

    @cached_property
    def texts(self) -> list[TablePage]:
        """The pages of what neither the first one nor a module has room for."""
        on_modules = {table for page in self.card_pages for slot in page for table in slot.tables}
        left = [table for table in self.further_tables if table not in on_modules]
        return further_pages(left, self.metrics.table_columns, *self.content, self.metrics, self.wide_tables)

    @property
    def has_low_end(self) -> bool:
        """Whether the last page of tables is at most half full, so that the table kit has room below it."""
        if not self.texts or self.texts[-1].wide:
            return False
        page, number = self.texts[-1], self.metrics.table_columns
        width, type_ = (self.content[0] - COLUMN_GAP * (number - 1)) / number, self.metrics.tables[page.type]
        heights = (sum(passage_height(table, width, *type_, self.metrics.cite[0]) for table in c) for c in page.columns)
        return max(heights) <= self.content[1] / 2
