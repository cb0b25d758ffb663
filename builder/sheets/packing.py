"""Cards of all sizes on as few pages as possible. Heights are rows of a page, of which it has `ROWS`."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from builder.sheets.paper import ROWS

MOST_GROWTH = ROWS // 12  # rows that a piece may grow by


class Piece(NamedTuple):
    """Something to place: its height, and whether it is as wide as the page; else two stand beside each other."""

    rows: int
    wide: bool = False


class Place(NamedTuple):
    """Where a piece stands: its page, its column (0 for a wide one), its first row, and its height, which may grow."""

    page: int
    column: int
    top: int
    rows: int


def pack(pieces: Sequence[Piece]) -> list[Place]:
    """The place of each piece: one after the other where that takes no more pages, else as they fill pages best."""
    order = list(range(len(pieces)))
    by_height = sorted(order, key=lambda index: -pieces[index].rows)
    tries = [shelves(pieces, order, next_ones), shelves(pieces, order, take), shelves(pieces, by_height, take)]
    best = min(tries, key=page_count)
    return [best[index] for index in order]


def page_count(places: dict[int, Place]) -> int:
    return 1 + max((place.page for place in places.values()), default=-1)


Chooser = Callable[[Sequence[Piece], list[int], int], list[int]]  # (pieces, waiting, free rows) -> those to place


def shelves(pieces: Sequence[Piece], order: list[int], choose: Chooser) -> dict[int, Place]:
    """{index of a piece: its place}: pages of wide pieces first, whose rest and further pages take the narrow ones."""
    pages: list[tuple[list[int], list[list[int]]]] = []  # of each page: wide pieces, two columns of narrow ones
    wide = [index for index in order if pieces[index].wide]
    narrow = [index for index in order if not pieces[index].wide]
    while wide or narrow:
        across = choose(pieces, wide, ROWS)
        free = ROWS - sum(pieces[index].rows for index in across)
        pages.append((across, [choose(pieces, narrow, free), choose(pieces, narrow, free)]))
    pages.sort(key=lambda page: min(page[0] + page[1][0] + page[1][1]))
    if pages:
        pages[-1][1][:] = balanced(pieces, *pages[-1][1])
    places: dict[int, Place] = {}
    for number, (across, columns) in enumerate(pages):
        places |= placed(pieces, number, across, columns)
    return places


def next_ones(pieces: Sequence[Piece], waiting: list[int], room: int) -> list[int]:
    """Remove from those that wait the first, as long as they fit into so many rows."""
    chosen: list[int] = []
    while waiting and pieces[waiting[0]].rows <= room:
        room -= pieces[waiting[0]].rows
        chosen.append(waiting.pop(0))
    return chosen


def take(pieces: Sequence[Piece], waiting: list[int], room: int) -> list[int]:
    """Remove from those that wait what fills so many rows best, the first of them if it fits, the earliest after it."""
    if not waiting or not room:
        return []
    first = next((index for index in waiting if pieces[index].rows <= room), None)
    if first is None:
        return []
    others = [index for index in waiting if index != first]
    sums: dict[int, tuple[int, ...]] = {pieces[first].rows: (first,)}
    for index in others:
        for height, chosen in sorted(sums.items(), reverse=True):
            if height + pieces[index].rows <= room:
                sums.setdefault(height + pieces[index].rows, (*chosen, index))
        if room in sums:
            break
    chosen = sums[max(sums)]
    for index in chosen:
        waiting.remove(index)
    return sorted(chosen)


def balanced(pieces: Sequence[Piece], left: list[int], right: list[int]) -> list[list[int]]:
    """The pieces of two columns, in order where that is as low: the higher column is as low as can be."""

    def height(columns: Sequence[Sequence[int]]) -> int:
        return max(sum(pieces[index].rows for index in column) for column in columns)

    ordered = sorted(left + right)
    return min([[left, right], *([ordered[:at], ordered[at:]] for at in range(1, len(ordered)))], key=height)


def placed(
    pieces: Sequence[Piece], page: int, across: list[int], columns: list[list[int]]
) -> Iterator[tuple[int, Place]]:
    """(index, place) of each piece of a page: the wide ones above, then the columns; free rows let cards grow."""
    filled = sorted(filter(None, columns))
    if not filled:
        yield from column_of(pieces, page, 0, 0, across)
        return
    top = 0
    for index in across:
        yield index, Place(page, 0, top, pieces[index].rows)
        top += pieces[index].rows
    for number, column in enumerate(filled):
        yield from column_of(pieces, page, number, top, column)


def column_of(
    pieces: Sequence[Piece], page: int, number: int, top: int, column: list[int]
) -> Iterator[tuple[int, Place]]:
    """(index, place) of each piece of a column from its row `top` on, grown by the rows that are free below."""
    free = ROWS - top - sum(pieces[index].rows for index in column)
    for waiting, index in enumerate(column, start=-len(column)):
        more = min(MOST_GROWTH, -(free // waiting))
        rows, free = pieces[index].rows + more, free - more
        yield index, Place(page, number, top, rows)
        top += rows
