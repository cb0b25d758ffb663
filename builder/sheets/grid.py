"""Where cards stand on their pages: modules of one size in rows, in the order of the list."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.sheets.paper import DOWN


class Block(NamedTuple):
    """What is placed: so many modules wide and high. `joined`: it stands beside the one before it where that can be."""

    across: int = 1
    down: int = 1
    joined: bool = False


class Place(NamedTuple):
    """The upper left module of a block: its page, its row, its column, from 0."""

    page: int
    row: int
    column: int


def placed(blocks: Sequence[Block], across: int) -> list[Place]:
    """The place of each block on pages of `DOWN` rows of `across` modules.

    Read by rows they keep their order, so a module that has no room for the next block stays free. What is two modules
    high begins in the first or third row, so that each cut goes through the whole page.
    """
    taken: set[Place] = set()
    places: list[Place] = []
    for number, block in enumerate(blocks):
        width = min(block.across, across)
        partner = blocks[number + 1] if number + 1 < len(blocks) and blocks[number + 1].joined else None
        together = min(across, width + partner.across) if partner and not block.joined else width
        last = places[-1] if places else Place(0, 0, 0)
        place = next(at for at in positions(last, across) if is_free(at, together, block.down, across, taken))
        places.append(place)
        taken |= modules(place, width, block.down)
    return places


def positions(start: Place, across: int) -> Iterator[Place]:
    """All modules from one on, in reading order."""
    page, row, column = start
    while True:
        yield Place(page, row, column)
        column = (column + 1) % across
        row += not column
        page, row = page + row // DOWN, row % DOWN


def is_free(place: Place, width: int, down: int, across: int, taken: set[Place]) -> bool:
    aligned = place.row % down == 0 and place.row + down <= DOWN and place.column + width <= across
    return aligned and taken.isdisjoint(modules(place, width, down))


def modules(place: Place, width: int, down: int) -> set[Place]:
    page, row, column = place
    return {Place(page, row + y, column + x) for y in range(down) for x in range(width)}


def free_modules(blocks: Sequence[Block], places: Sequence[Place], across: int) -> list[Place]:
    """The modules of the pages of these blocks on which nothing stands, in reading order."""
    taken: set[Place] = set()
    for block, place in zip(blocks, places, strict=True):
        taken |= modules(place, min(block.across, across), block.down)
    pages = 1 + max((place.page for place in places), default=-1)
    every = (Place(page, row, column) for page in range(pages) for row in range(DOWN) for column in range(across))
    return [place for place in every if place not in taken]
