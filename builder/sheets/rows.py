"""What a row of the dense sheet holds: a unit with its copies, its weapons, what stands below them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from builder.sheets.choices import PrintChoices
from builder.sheets.common import uncapitalised
from builder.sheets.icons import icon_letter
from builder.sheets.parts import (
    BOX,
    NO_BREAK,
    SEPARATOR,
    Cell,
    Sheet,
    SheetUnit,
    Track,
    UnitRow,
    WeaponRow,
    copy_letters,
)

BESIDE = 4  # copies whose boxes stand below each other; those of more stand under the words
MOST_BOXES = 10  # of a copy in the column of boxes


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of the dense sheet, with the numbers (from 1) of its copies that are printed."""

    unit: SheetUnit
    copies: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.copies)

    @property
    def life(self) -> Track:
        """What is ticked of each copy."""
        return self.unit.row.life or Track("", BOX)

    @property
    def boxes(self) -> list[tuple[str, Track]]:
        """The letter of each copy, "" for a single one, with its boxes."""
        return [(copy_letters(copy) if self.unit.count > 1 else "", self.life) for copy in self.copies]

    @property
    def is_apart(self) -> bool:
        """Whether the boxes of the copies stand outside their column, where a line holds more than in it."""
        return self.count > BESIDE or self.has_heading or len(self.life.boxes) > MOST_BOXES

    @property
    def has_heading(self) -> bool:
        """Whether its figure takes all the columns of figures: it and the boxes have a heading of their own then."""
        return any(not cell.column for cell in self.unit.row.cells)

    @property
    def tracks(self) -> tuple[Track, ...]:
        return self.unit.row.tracks


@dataclass(frozen=True, slots=True)
class Line:
    """A weapon with its figures, None in a column where it has none.

    rules -- behind its name; under: beside the labels of its figures; below: under these, where neither has room
    is_stacked -- whether its figures stand in a line of their own
    """

    weapon: WeaponRow
    cells: tuple[Cell | None, ...]
    rules: str = ""
    under: str = ""
    below: str = ""
    is_stacked: bool = False

    @property
    def without(self) -> int:
        """How many columns before its figures it has none in."""
        return next((number for number, cell in enumerate(self.cells) if cell and cell.value), len(self.cells))

    @property
    def span(self) -> int:
        """How many columns its name takes: those before its figures too, or all above them."""
        return 1 + (len(self.cells) if self.is_stacked else self.without)

    @property
    def figures(self) -> list[tuple[int, Cell | None]]:
        """What stands behind or below its name, with the numbers of the columns."""
        return list(enumerate(self.cells))[0 if self.is_stacked else self.without :]

    @property
    def words(self) -> str:
        """What stands beside its figures, as it is measured."""
        return ", ".join(
            filter(None, [NO_BREAK.join(filter(None, [icon_letter(self.weapon.icon), self.weapon.name])), self.rules])
        )

    @property
    def labels(self) -> list[str]:
        return [cell.label for cell in self.cells if cell and cell.label]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRow(Row):
    """A row with its cells where they stand.

    about   -- what stands below the name
    figures -- (the figure or None, how many columns it takes)
    things, words -- what stands below the weapons, over `span` columns
    apart   -- whether the boxes of its copies stand there too; own: how many columns at the right they take beside
               these words, 0: they stand below
    leads   -- whether it is the first of its kind, above which a heading of its own stands
    top     -- the room above its first line, so that all stand in the middle of the row
    """

    about: str
    figures: tuple[tuple[Cell | None, int], ...]
    lines: tuple[Line, ...]
    things: tuple[WeaponRow, ...]
    words: str
    span: int
    apart: bool
    own: int = 0
    leads: bool = False
    top: float = 0.0

    @property
    def has_more(self) -> bool:
        """Whether something stands below the weapons."""
        return bool(self.things or self.words or self.apart or self.tracks or not self.lines)

    @property
    def lines_height(self) -> int:
        """How many rows of the table its weapons take."""
        return sum(1 + line.is_stacked + bool(line.below) for line in self.lines)

    @property
    def height(self) -> int:
        """How many rows of the table it takes."""
        return self.lines_height + self.has_more


def rows_of(sheet: Sheet, choices: PrintChoices) -> list[Row]:
    copies = [
        tuple(copy + 1 for copy in range(unit.count) if choices.prints_copy(unit.index, copy)) for unit in sheet.units
    ]
    rows = [Row(unit, numbers) for unit, numbers in zip(sheet.units, copies, strict=True) if numbers]
    if choices.for_opponent:  # what is counted besides wounds is its player's
        rows = [replace(row, unit=replace(row.unit, row=without_tracks(row.unit.row))) for row in rows]
    if choices.prints("cards"):
        rows = [replace(row, unit=replace(row.unit, row=beside_card(row.unit.row))) for row in rows]
    return rows


def without_tracks(row: UnitRow) -> UnitRow:
    """A unit for its opponent: numbers for what its player counts."""
    return replace(row, words=SEPARATOR.join(filter(None, (row.counted, row.words))), tracks=())


def beside_card(row: UnitRow) -> UnitRow:
    """A unit that has a card: that has all its boxes but those of life."""
    return replace(row, tracks=())


def in_columns(cells: Iterable[Cell], columns: Iterable[str]) -> Iterator[Cell | None]:
    """The cell of each column, by its title."""
    by_column = {cell.column: cell for cell in cells}
    return (by_column.get(column) for column in columns)


def joined(weapons: Iterable[WeaponRow], columns: Sequence[str]) -> list[Line]:
    """A line for each weapon; figures that may join the weapon before stand there, where it has none of its own."""
    lines = list[Line]()
    for weapon in weapons:
        cells = tuple(in_columns(weapon.cells, columns))
        pairs = list(zip(cells, lines[-1].cells if lines else cells, strict=True))
        if not (weapon.joins and lines) or any(mine and other and mine.value and other.value for mine, other in pairs):
            lines.append(Line(weapon, cells))
            continue
        both = tuple(mine if mine and mine.value else other for mine, other in pairs)
        rules = tuple(f"{uncapitalised(weapon.name)} {rule}" for rule in weapon.rules)
        lines[-1] = Line(replace(lines[-1].weapon, rules=(*lines[-1].weapon.rules, *rules)), both)
    return lines


def one_after_another(words: str) -> str:
    """Words with a comma between them, or where they have some a point that no line begins with."""
    return words if {",", ":"} & set(words) else words.replace(SEPARATOR, ", ")


def things_text(things: Iterable[WeaponRow]) -> str:
    """Gear without figures, each with its icon, as it is measured."""
    return ", ".join(Line(thing, (), ", ".join(thing.rules)).words for thing in things)


def words_of(unit: SheetUnit, in_columns: bool) -> Iterator[str]:
    """What a unit's row says besides figures; in_columns: whether its weapons have columns."""
    yield from (unit.name, unit.row.about, unit.row.words)
    for weapon in (*unit.row.weapons, *unit.row.things):
        yield from (weapon.name, *weapon.rules) if in_columns else (weapon.words,)
    yield from (track.label for track in unit.row.tracks)
