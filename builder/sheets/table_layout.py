"""Where the tables of rules of a print stand: under the units, on places without a card, on further pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from builder.sheets.first_page import FirstPage
from builder.sheets.parts import Passage
from builder.sheets.row_table import Table
from builder.sheets.tables import PAGE_GAP, TableColumns, TablePage, Tables

LARGE_ROWS = 1  # index into `Metrics.rows`: larger ones are as good
NOTES_TITLE = 36  # points of the heading of lines to write on
LEAST_GAP = 12  # points between the units and the tables of rules


@dataclass(frozen=True, slots=True)
class FreePlaces:
    """So many places without a card, each with the height inside it in points and one column."""

    number: int
    height: float
    column: TableColumns

    def tables(self, lacking: Sequence[Passage], others: Sequence[Passage] = ()) -> list[Tables]:
        """What stands on the first of them: tables that stand nowhere else, then others.

        The first ones stand in their order, or the highest come first where that takes more of them. A table that is
        higher than a place begins on a new one, and goes on on the next ones. Where not all have room so, they stand as
        close as they can.
        """
        high = self.column.height
        ways = (self.with_tables([], way) for way in (lacking, sorted(lacking, key=high, reverse=True)))
        places = max(ways, key=lambda way: sum(map(high, chain(*way))))
        for table in [*(table for table in lacking if table not in chain(*places)), *others]:
            parts = self.column.broken(table, self.height)
            if len(parts) == 1:
                places = self.with_tables(places, parts)
            elif len(places) + len(parts) <= self.number and max(map(high, parts)) <= self.height:
                places = [*places, *((part,) for part in parts)]
        close = self.with_tables([], sorted([*lacking, *others], key=high, reverse=True), is_close=True)
        return close if titles(close) > titles(places) else places

    def with_tables(self, places: Sequence[Tables], tables: Iterable[Passage], is_close: bool = False) -> list[Tables]:
        """Each table whole on the place with the most room; none that no place holds.

        is_close -- on the place with the least room that holds it, instead
        """
        filled, best = list(places), max if is_close else min
        heights = [sum(map(self.column.height, place)) for place in filled]
        for table in tables:
            high = self.column.height(table)
            free = [at for at, used in enumerate(heights) if used + high <= self.height]
            if not (free and is_close) and len(filled) < self.number and high <= self.height:
                filled.append((table,))
                heights.append(high)
            elif free:
                at = best(free, key=heights.__getitem__)
                filled[at] += (table,)
                heights[at] += high
        return filled


class TableLayout:
    """The tables of rules of a print in one type: that of its free places.

    lone -- those for free places that no page says; spare: those for places that are free then
    """

    def __init__(self, page: FirstPage, places: FreePlaces, lone: Sequence[Passage], spare: Sequence[Passage]):
        self.page, self.places, self.lone, self.spare = page, places, lone, spare
        self.sheet, self.choices, self.metrics = page.sheet, page.choices, page.metrics
        self.columns = replace(places.column, number=self.metrics.table_columns, all_width=page.content[0])

    @cached_property
    def rank(self) -> tuple[float, ...]:
        """The least is best: few further pages, what the first page needs, all tables, whole ones, large type.

        Pages are counted in quarters: those below which the table kit goes on are not lost.
        """
        is_shared = self.has_low_end and self.choices.prints("kit")
        quarters = 4 * len(self.texts) - int(4 * self.room_at_end / self.page.content[1]) * is_shared
        page, lacking = self.first_tables
        on_pages = chain(*page.columns, *(column for further in self.texts for column in further.columns))
        printed = titles([on_pages]) | self.on_places
        wanted = {*lacking, *self.lone, *self.sheet.play, *self.spare}
        lost = sum(table.words for table in wanted if table.title not in printed)
        return quarters, self.page.missing(lacking), lost, self.torn, self.columns.type

    @property
    def torn(self) -> int:
        """How many tables a sleeve does not hold whole."""
        tables = {*self.lone, *self.sheet.play, *self.spare} if self.choices.in_sleeves else ()
        return sum(self.places.column.height(table) > self.places.height for table in tables)

    # --- under the units ---------------------------------------------------------------------------------------------

    @cached_property
    def units(self) -> Table:
        """The table of units with its weapons in columns that leaves room for the first tables of the game.

        Of those the least tight, then the largest, then what leaves room for most tables; of a long list the lowest.
        """
        room, fitting = self.page.room_for_units, self.page.fitting
        lacking = {id(table): self.beside(room - table.height)[1] for table in fitting}

        def lacks(table: Table) -> tuple[float, ...]:
            missing = self.page.missing(lacking[id(table)])
            return not table.weapons, missing, table.tight, max(LARGE_ROWS, table.number), len(lacking[id(table)])

        return min(fitting, key=lacks, default=self.page.unit_tables[-1])

    def beside(self, room: float, without: Sequence[Passage] = ()) -> tuple[TablePage, list[Passage]]:
        """(the tables of the game that stand on the first page, with so much room for them; those without room)."""
        few = [table for table in self.page.short_tables[0] if table not in without]
        if self.choices.for_opponent:  # what the list has comes first, if only in part
            own = [part for table in self.page.own_rules for part in self.columns.broken(table, room - LEAST_GAP)]
            few = [*own, *(table for table in few if table not in self.page.own_rules)]
        return self.columns.page(few, room - LEAST_GAP)

    @cached_property
    def first_tables(self) -> tuple[TablePage, list[Passage]]:
        """(the tables of the game on the first page, those that are not there).

        As many of the lowest stand on free places as it takes to have room for all.
        """
        high, room = self.places.column.height, self.places.number * self.places.height
        lowest = sorted(self.page.short_tables[0], key=high)
        is_free = room and self.choices.prints("reference") and not self.choices.prints("roster")
        moved = [lowest[:count] for count in range(len(lowest) + 1) if is_free]
        ways = (self.first_tables_without(tables) for tables in moved if sum(map(high, tables)) <= room)
        few = (way for way in ways if sum(map(high, way[1])) <= room)
        whole = (way for way in few if titles([way[1]]) <= titles(self.places.tables(way[1])))
        return next(whole, None) or self.first_tables_without([])

    def first_tables_without(self, moved: Sequence[Passage]) -> tuple[TablePage, list[Passage]]:
        """The same, some tables not among them."""
        page, rest = self.beside(self.room_below, moved)
        left, all_tables = [*rest, *self.page.short_tables[1], *moved], self.page.tables_below
        return page, sorted(left, key=lambda table: all_tables.index(table) if table in all_tables else -1)

    @property
    def room_below(self) -> float:
        """The least height below the units, on the last page that they take."""
        page = self.page
        if not self.choices.prints("roster"):
            return page.room_for_units
        room, further = page.room_for_units - self.units.height, page.content[1] - self.units.lost_on_a_page
        return room if room >= 0 or further <= 0 else room % further

    # --- elsewhere ---------------------------------------------------------------------------------------------------

    @cached_property
    def further_tables(self) -> list[Passage]:
        """What the first page has no room for."""
        left = self.first_tables[1]
        if self.choices.for_opponent:
            return [passage for passage in left if passage not in self.sheet.play]
        return left if self.choices.prints("reference") else []

    @cached_property
    def on_free_places(self) -> list[Tables]:
        """What stands on each place without a card: what no page says, the last of the further tables, then others."""
        shown, lacking = set[Passage](), list(self.lone)
        if self.page.stands_under_name:
            shown, lacking = {*chain(*self.first_tables[0].columns)}, [*self.lone, *reversed(self.further_tables)]
        others = [table for table in self.sheet.play if table not in lacking and table not in shown]
        rest = [table for table in self.spare if table not in (*lacking, *shown, *others)]
        others += sorted(rest, key=self.places.column.height, reverse=True)
        return self.places.tables(lacking, others)

    @cached_property
    def on_places(self) -> set[str]:
        """The titles of tables on free places: the first part of a broken one has it."""
        return titles(self.on_free_places)

    @cached_property
    def texts(self) -> list[TablePage]:
        """The pages of what neither the first one nor a free place has room for."""
        left = [table for table in self.further_tables if table.title not in self.on_places]
        return self.columns.pages(left, self.page.content[1], self.page.wide_tables)

    @cached_property
    def room_at_end(self) -> float:
        """The least height below the last page of tables; 0 where there is none, or where it has wide ones."""
        if not self.texts or self.texts[-1].wide:
            return 0.0
        heights = (sum(map(self.columns.height, column)) for column in self.texts[-1].columns)
        return self.page.content[1] - PAGE_GAP - max(heights)

    @property
    def has_low_end(self) -> bool:
        """Whether the last page of tables is at most half full, so that the table kit has room below it."""
        return self.room_at_end >= self.page.content[1] / 2

    @property
    def notes(self) -> range:
        """The lines to write on below the last page of tables, where it is low."""
        return range(int((self.room_at_end - NOTES_TITLE) // self.metrics.write))


def titles(places: Iterable[Iterable[Passage]]) -> set[str]:
    return {table.title for table in chain(*places)}
