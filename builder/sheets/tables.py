"""Tables of rules in columns: each stands whole in one of them. Lengths are points."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from django.utils.translation import gettext

from builder.sheets.paper import COLUMN_GAP, Metrics
from builder.sheets.parts import LONG_CELL, NUMBER, Passage, first_heading, shares_of, signed
from builder.sheets.widths import break_lines, line_count, prose_width, stencil_width, text_width, title_width

TITLE, TITLE_SIZE, TITLE_GAP = 18.5, 13, 6  # the height of a line of a title, its size, and the gap above it
ROW_GAP, CELL_PADDING = 2, 4  # between rows; beside the text of a cell
MATRIX_GAP, MATRIX_PADDING = 2.4, 6  # the same in boxes
ROUNDED = 1  # what a part of the narrowest column may lack in whole percents
PAGE_GAP = 21  # above the tables of a page, with the name of the list
LEFT = 0.12, 0.18, 0.22, 0.26, 0.3, 0.34, 0.38, 0.42, 0.46  # parts of the width for the left column of rows
WRAPPED = 0.5  # lines that a label of two lines costs
NOMINAL_WIDTH, NOMINAL_SIZE = 176, 9  # with which this is found, so that a table is the same everywhere
NARROWEST, LARGEST = 166, 10.6  # the narrowest column of tables, and the largest type in one: no word is broken there
RESULT, LARGE_TYPE = (8.5, 9.6), 12  # (size, leading) of the words below what dice show, up to this type; then as it
RESULT_DICE, LARGE_DICE = (11, 12, 5), (18, 19, 2)  # (size, leading, gap) of what dice show
LARGE_TITLE = 1.31  # of the size of a title, with citations of `LARGE_TYPE`
PAGES = re.compile(r"p\. (\d+(?:, \d+)*)")
STEP = 8  # points by which columns are tried shorter
MOST_AIR, MOST_APART = 8, 3  # of the half points above and below a row; by which neighbouring columns differ in them
SIGNED = 3  # ems of the column of modifiers at the right


Tables = tuple[Passage, ...]  # in one place


@dataclass(frozen=True, slots=True)
class TablePage:
    """Tables of one page in columns, in the type of this number (an index into `Metrics.tables`), below wide ones.

    airs -- for each column, half points above and below each row, with which all end at about one height
    """

    type: int
    columns: list[list[Passage]]
    wide: Sequence[Passage] = ()
    airs: Sequence[int] = ()

    @property
    def aired(self) -> Iterator[tuple[int, list[Passage]]]:
        return zip(self.airs, self.columns, strict=True)


@dataclass(frozen=True, slots=True)
class TableColumns:
    """So many columns of tables beside each other in this width, in the type of this number."""

    number: int
    all_width: float
    type: int
    metrics: Metrics

    @property
    def width(self) -> float:
        """Of one of them."""
        return (self.all_width - COLUMN_GAP * (self.number - 1)) / self.number

    def height(self, table: Passage) -> float:
        return passage_height(table, self.width, *self.metrics.tables[self.type], self.metrics.cite[0])

    def left(self, tables: Sequence[Passage], room: float) -> tuple[float, int]:
        """(what tables leave of a column so high, half points above and below each row, with which they fill it)."""
        rows = sum(len(table.rows) + len(table.matrix) + bool(table.results) for table in tables)
        left = room - sum(map(self.height, tables))
        air = max(0, min(MOST_AIR, int(left / max(1, rows))))
        return left - rows * air, air

    def filled(self, columns: list[list[Passage]], room: float) -> TablePage:
        """Columns of tables that end at about this height, their rows not much further apart than their neighbours'."""
        airs = [self.left(column, room)[1] for column in columns]
        most = MOST_APART + min((air for air, column in zip(airs, columns, strict=True) if column), default=0)
        return TablePage(self.type, columns, airs=[min(air, most) for air in airs])

    def page(self, tables: Sequence[Passage], room: float) -> tuple[TablePage, list[Passage]]:
        """(the tables that have room in columns so high, those that have not).

        They are placed in their order, each in the column that has the most room; or the highest of them first, each in
        the one that has just room for it, where more of the first ones have room so.
        """
        sized = [(table, self.height(table)) for table in tables]
        loose = self.placed(sized, room, max)
        if not loose[1]:
            return self.filled(in_order(loose[0], tables), room), []
        kept = list[int]()
        for number in range(len(sized)):
            tried = sorted([*kept, number], key=lambda at: sized[at][1], reverse=True)
            kept = kept if self.placed([sized[at] for at in tried], room, min)[1] else tried
        columns, _none = self.placed([sized[at] for at in kept], room, min)
        packed = columns, [table for at, table in enumerate(tables) if at not in kept]
        ways = loose, self.placed(sized, room, min), packed
        columns, rest = min(ways, key=lambda tried: lacks(tried[1], tables))
        return self.filled(in_order(columns, tables), room), rest

    def placed(
        self, sized: Iterable[tuple[Passage, float]], room: float, best: Callable[..., int]
    ) -> tuple[list[list[Passage]], list[Passage]]:
        """(columns of tables with their heights, each in that with the most or the least room, those without room)."""
        columns: list[list[Passage]] = [[] for _column in range(self.number)]
        left, rest = [room] * self.number, list[Passage]()
        for table, high in sized:
            free = [at for at in range(self.number) if high <= left[at]]
            if free:
                column = best(free, key=lambda at: (round(left[at]), -at if best is max else at))
                columns[column].append(table)
                left[column] -= high
            else:
                rest.append(table)
        return columns, rest

    def pages(self, tables: Sequence[Passage], room: float, wide: Sequence[Passage] = ()) -> list[TablePage]:
        """Pages so high, the wide tables first; what is higher than a page goes on beside."""
        room -= PAGE_GAP
        waiting = [part for table in tables for part in self.broken(table, room)]
        pages, above = list[TablePage](), wide
        whole = self.metrics.facts, self.metrics.cite[0]
        while waiting or above:
            left = room - sum(passage_height(table, self.all_width, *whole[0], whole[1]) for table in above)
            page, rest = self.page(waiting, left)
            if len(rest) == len(waiting) and not above:  # a text without rows that is higher than a page
                page, rest = self.filled([[waiting[0]], *[[]] * (self.number - 1)], left), waiting[1:]
            pages.append(replace(page if rest else self.even(page, waiting, left), wide=above))
            waiting, above = rest, ()
        return pages

    def even(self, page: TablePage, tables: Sequence[Passage], room: float) -> TablePage:
        """The same tables in columns that end as high as they can."""
        sized = [(table, self.height(table)) for table in tables]
        heights = range(int(room / 4), int(room), STEP)
        ways = (self.placed(sized, high, best) for high in heights for best in (max, min))
        columns = next((columns for columns, rest in ways if not rest), page.columns)
        highest = max(sum(map(self.height, column)) for column in columns)
        return self.filled(in_order(columns, tables), highest)

    def broken(self, table: Passage, room: float) -> list[Passage]:
        """A table in parts that each fill a column so high: broken between its rows, or between those of its matrix.

        The last part has two rows at least.
        """
        parts, rest = list[Passage](), table
        while self.height(rest) > room and (number := len(rest.matrix[1:] or rest.rows)) > 1:
            counts = range(number - 2, 1, -1)
            count = next((count for count in counts if self.height(first_rows(rest, count)) <= room), 1)
            parts.append(first_rows(rest, count))
            matrix = rest.matrix[:1] + rest.matrix[count + 1 :]
            rest = replace(rest, title=continued(table.title), text="", cite="", rows=rest.rows[count:], matrix=matrix)
        return [*parts, rest]


def lacks(rest: Sequence[Passage], tables: Iterable[Passage]) -> list[bool]:
    """Whether each of the tables has no room: the least is best, for the first ones come first."""
    return [table in rest for table in tables]


def in_order(columns: list[list[Passage]], tables: Sequence[Passage]) -> list[list[Passage]]:
    """Columns and their tables in order; a part of a table that goes on stands in none before its beginning."""
    at = {table: number for number, table in enumerate(tables)}
    columns = [sorted(column, key=at.__getitem__) for column in columns]
    columns.sort(key=lambda column: [at[table] for table in column] or [len(at)])
    for first, part in pairwise(tables):
        ends = [at for one in (first, part) for at, column in enumerate(columns) if one in column]
        if ends != sorted(ends) and part.title in (first.title, continued(first.title)):
            columns[ends[0]], columns[ends[1]] = columns[ends[1]], columns[ends[0]]
    return columns


def few_words(passages: Iterable[Passage], most: int) -> tuple[list[Passage], list[Passage]]:
    """(those that have no more words than `most` together, the others), the first of them before others."""
    few, others = list[Passage](), list[Passage]()
    for passage in passages:
        if passage.words <= most:
            few.append(passage)
            most -= passage.words
        else:
            others.append(passage)
    return few, others


def glossary(title: str, passages: Sequence[Passage], book: str) -> tuple[Passage, ...]:
    """Texts alone as the rows of one table, which cites their pages; behind it the tables as they are.

    book -- the sheet's: what another one says, or a book without pages, is cited at the end of its row
    """
    texts = [passage for passage in passages if not (passage.rows or passage.matrix or passage.results)]
    if len(texts) < 2:
        return tuple(passages)
    rows, pages = list[tuple[str, str]](), set[int]()
    for text in texts:
        of_book = text.cite.startswith(f"{book}, ")
        numbers = PAGES.fullmatch(text.place) if of_book else None
        pages.update(map(int, numbers[1].split(", ")) if numbers else ())
        at = "" if numbers else text.place if of_book else first_heading(text.cite)
        rows.append((text.title, f"{text.text} ({at})" if at else text.text))
    cite = f"{book}, p. {', '.join(map(str, sorted(pages)))}" if pages else ""
    return Passage(title, rows=tuple(rows), cite=cite), *(passage for passage in passages if passage not in texts)


def continued(title: str) -> str:
    """The title of what goes on in another column: its first word alone, where the whole takes two lines."""
    whole, short = (gettext("{title} (continued)").format(title=words) for words in (title, f"{title.split(' ')[0]}…"))
    return whole if text_width(whole, TITLE_SIZE, stencil_width) <= NARROWEST else short


def first_rows(passage: Passage, count: int) -> Passage:
    return replace(passage, rows=passage.rows[:count], matrix=passage.matrix[: count + 1], results=())


@lru_cache(maxsize=10_000)
def passage_height(passage: Passage, width: float, size: float, leading: float, cite: float) -> float:
    """The height of a table with its title."""
    return title_height(passage, width, cite) + content_height(passage, width, size, leading)


def title_height(passage: Passage, width: float, cite: float) -> float:
    """The height of a title with its rule; a citation that has no room behind it goes on below."""
    grown = LARGE_TITLE if cite >= LARGE_TYPE else 1
    starts = break_lines(passage.title, grown * TITLE_SIZE, width, stencil_width)
    behind = text_width(f"{passage.title[starts[-1] :]} ", grown * TITLE_SIZE, stencil_width)
    below = behind + text_width(passage.place, cite, title_width) > width
    return TITLE_GAP + grown * TITLE * (len(starts) + below * line_count(passage.place, cite, width))


def content_height(passage: Passage, width: float, size: float, leading: float) -> float:
    """The height of a passage's text, its rows and its results."""
    high = leading * line_count(passage.text, size, width, prose_width) if passage.text else 0.0
    part = left_part(passage.rows)
    high += sum(ROW_GAP + leading * row_lines(*row, width, size, part) for row in passage.rows)
    high += sum(MATRIX_GAP + leading * lines for lines in matrix_lines(passage, width, size))
    if passage.results:
        small, small_leading = RESULT if size < LARGE_TYPE else (size, leading)
        cells = zip(passage.results, result_shares(passage), strict=True)
        large, large_leading, gap = RESULT_DICE if size < LARGE_TYPE else LARGE_DICE
        high += ROW_GAP + 2 + gap
        high += max(
            large_leading * line_count(dice, large, width * share - MATRIX_PADDING)
            + small_leading * line_count(words, small, width * share - MATRIX_PADDING, prose_width)
            for (dice, words), share in cells
        )
    return high


def result_shares(passage: Passage) -> tuple[float, ...]:
    """The part of the width that each of the results of a passage takes: the narrowest column breaks no word there."""
    shares = shares_of(list(zip(*passage.results, strict=True)))
    faces = (RESULT_DICE[0], title_width), (RESULT[0], prose_width)
    least = [
        max(text_width(word, *face) for text, face in zip(cell, faces, strict=True) for word in text.split(" "))
        for cell in passage.results
    ]
    least = [(wide + MATRIX_PADDING + ROUNDED) / NARROWEST for wide in least]
    spare = [max(0.0, share - part) for share, part in zip(shares, least, strict=True)]
    grown = max(0.0, 1 - sum(least)) / (sum(spare) or 1)
    return tuple(part + grown * more for part, more in zip(least, spare, strict=True))


@lru_cache(maxsize=1_000)
def left_part(rows: tuple[tuple[str, str], ...]) -> float:
    """The part of its width that the left column of a table takes: no word is broken there, nor three lines stacked."""
    words = [word for left, right in rows if signed(right)[1] for word in left.split(" ")]
    widest = max((text_width(word, LARGEST, title_width) for word in words), default=0.0)

    def lines(part: float) -> tuple[float, ...]:
        narrowest = part * NARROWEST - CELL_PADDING
        heights = [line_count(left, LARGEST, narrowest) for left, right in rows if signed(right)[1]]
        high = sum(row_lines(*row, NOMINAL_WIDTH, NOMINAL_SIZE, part) for row in rows)
        stacked, wrapped = (sum(many > most for many in heights) for most in (2, 1))
        return widest > narrowest, stacked, high + WRAPPED * wrapped

    return min(LEFT, key=lines)


def row_lines(left: str, right: str, width: float, size: float, part: float) -> int:
    """The lines of a row; a right cell without a left one, and a left one beside a modifier alone, take the width."""
    figure, words = signed(right)
    room = width - SIGNED * size * bool(figure)
    beside = (part * width if words else room) if left else 0
    lines = line_count(left, size, beside - CELL_PADDING) if left else 1
    return max(lines, line_count(words, size, room - beside - CELL_PADDING, prose_width) if words else 1)


def matrix_lines(passage: Passage, width: float, size: float) -> Iterator[int]:
    """How many lines each row of a passage's matrix has: one with numbers to write has two at least."""
    for number, row in enumerate(passage.matrix):
        cells = zip(row, passage.shares, strict=True)
        lines = (
            lines_of(cell, size, width * share - MATRIX_PADDING, is_name=not (number and at))
            for at, (cell, share) in enumerate(cells)
        )
        yield max(1 + (NUMBER in row), *lines)


def lines_of(cell: str, size: float, width: float, *, is_name: bool) -> int:
    """The lines of a cell, which has line ends of its own; a sentence is prose, but for the name of a row or column."""
    glyphs = prose_width if "?" in cell or (len(cell) > LONG_CELL and not is_name) else title_width
    return sum(line_count(line, size, width, glyphs) for line in cell.split("\n"))
