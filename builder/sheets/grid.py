"""Where cards stand on their pages: places of one size in rows, in the order of the list."""

from collections.abc import Iterator, Sequence
from itertools import count, product, zip_longest
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle on a page of cards, in points from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    @property
    def at(self) -> str:
        """Its place, as a style."""
        return f"left: {self.left:.2f}pt; top: {self.top:.2f}pt; {self.size}"

    @property
    def size(self) -> str:
        """Its size, as a style."""
        return f"width: {self.width:.2f}pt; height: {self.height:.2f}pt"


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


class Grid(NamedTuple):
    """The places on a page: the first of them, and how many stand beside and below each other."""

    cell: Box
    across: int
    down: int

    def places(self, page: int = 0) -> list[Place]:
        """Those of a page, in reading order."""
        return [Place(page, row, column) for row, column in product(range(self.down), range(self.across))]

    def places_from(self, start: Place) -> Iterator[Place]:
        """All places from one on, on as many pages as it takes."""
        return (at for page in count(start.page) for at in self.places(page) if at >= start)

    def is_free(self, at: Place, block: Block, taken: set[Place]) -> bool:
        is_inside = at.row + block.down <= self.down and at.column + block.across <= self.across
        return is_inside and at.row % block.down == 0 and taken.isdisjoint(self.covered(at, block))

    def covered(self, at: Place, block: Block) -> list[Place]:
        """The places that a block takes, in reading order."""
        return [Place(at.page, at.row + y, at.column + x) for y in range(block.down) for x in range(block.across)]

    def box(self, at: Place, block: Block) -> Box:
        left, top, width, height = self.cell
        return Box(left + at.column * width, top + at.row * height, block.across * width, block.down * height)

    def places_under(self, box: Box) -> list[Place]:
        """The places that a rectangle covers, in reading order."""
        left, top, width, height = self.cell
        at = Place(0, round((box.top - top) / height), round((box.left - left) / width))
        return self.covered(at, Block(round(box.width / width), round(box.height / height)))


def placed(blocks: Sequence[Block], grid: Grid, in_order: bool = True) -> list[Place]:
    """The place of each block on pages.

    Read by rows they keep their order, so a module that has no room for the next block stays free. What is two modules
    high begins in the first or third row, so that each cut goes through the whole page. Where they need no order, what
    comes later takes what stays free.
    """
    taken: set[Place] = set()
    places: list[Place] = []
    for block, follower in zip_longest(blocks, blocks[1:], fillvalue=Block()):
        joins = follower.joined and not block.joined
        whole = block._replace(across=min(grid.across, block.across + follower.across)) if joins else block
        start = places[-1] if places and (in_order or block.joined) else Place(0, 0, 0)
        place = next(at for at in grid.places_from(start) if grid.is_free(at, whole, taken))
        places.append(place)
        taken.update(grid.covered(place, block))
    return places


def free_places(blocks: Sequence[Block], places: Sequence[Place], grid: Grid) -> list[Place]:
    """The places on the pages of these blocks where nothing stands, in reading order."""
    taken = {own for block, at in zip(blocks, places, strict=True) for own in grid.covered(at, block)}
    pages = 1 + max((at.page for at in places), default=-1)
    return [at for page in range(pages) for at in grid.places(page) if at not in taken]
