"""The content of a sheet, for any game: frozen dataclasses of plain strings and numbers, in one language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from builder.lists.findings import MIND
from builder.sheets.icons import icon_letter
from rules.text import SEPARATOR as SEPARATOR
from rules.verdict import BAD, TODO

NO_BREAK = "\u00a0"
PLACE = re.compile(r", (?=p\.|«)")  # in a citation, between the book and its page or heading
HEADINGS = re.compile(r"«(\u202f?)([^,»]+?)(?:\1»)?, .*»")  # several, of a book without pages
NONE = "–"  # a figure that a unit has not
BOX = "◻"
FREE_BOX = "⬚"  # a box to tick that costs nothing yet
AIM = "◉"
TICKED = "☑"
CIRCLE, LOST_CIRCLE, FILLED_CIRCLE = "◯", "⊗", "●"  # a marker of life or the like: there or to come, lost, gained
SIGNS = BOX + FREE_BOX + TICKED + CIRCLE + LOST_CIRCLE + FILLED_CIRCLE  # all that are ticked or counted
LONG_CELL = 24  # letters of a cell of a matrix of words: more are a sentence
OF_LETTER, MOST_LETTERS = 0.6, 6  # what a letter of a word asks for of a column's share, and of how many letters
WORD = re.compile(r"[^\W\d_]{2,}")
SIGNED = re.compile(r"([+−]\d+(?:(?:D6?|\s?cm|″)(?!\w)|(?=\s*[;,(]|$))|\d+D6$)[\s;,]*(.*)")
FLOW = " ▸\u00a0"  # in a cell, between what must be so and what follows
FLOW_SHARES = {2: (0.07, 0.93), 4: (0.13, 0.395, 0.325, 0.15)}  # of the width, by the number of columns
NUMBER = "⎵"  # a line to write a number on
COMPASS = "⌖"  # a dial on which players draw the hands
STRUCK_OUT = "✕"  # a box in which nothing is put


def signed(words: str) -> tuple[str, str]:
    """(the modifier with which the right cell of a table begins, "" for none; its other words)."""
    match = SIGNED.fullmatch(words)
    return (match[1], match[2]) if match else ("", words)


def count_words(text: str) -> int:
    """How many words a text has; figures, dice and single letters are none."""
    return len(WORD.findall(text))


@dataclass(frozen=True, slots=True)
class LabelledFigure:
    """A number in a box; `loud` prints it large. on_paper: False where boxes are there to count it."""

    label: str
    value: str
    note: str = ""
    loud: bool = False
    on_paper: bool = True

    @property
    def is_blank(self) -> bool:
        """Whether it is a box to write a number in."""
        return not self.value.strip()


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Track:
    """A state and its boxes to tick at the table: printed as one group, the label before its boxes.

    key    -- of the marker that it is in a battle, the second of a card with the same one is "KEY-2"; "": it is none
    icon   -- an icon of static/icons.svg before the label
    effect -- what each of its boxes brings, in two or three words behind the label: "−1D6 to all"
    note   -- what is done about it, beside its boxes: "end of turn: 5-6 a wound, else out"
    fatal  -- the number of the box that is printed black, from 1; 0: none
    names  -- what stands in its boxes, from the first on: a word or the name of an icon such as "tombstone"
    short  -- a word beside its icon where its label has no room
    """

    label: str
    boxes: str
    key: str = ""
    icon: str = ""
    effect: str = ""
    note: str = ""
    names: tuple[str, ...] = ()
    fatal: int = 0
    short: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it is a single box, or a number, that its label says all about."""
        is_single = len(self.boxes) == 1 or self.boxes.isdigit()
        return is_single and (self.is_word or not (self.effect or self.note or self.fatal))

    @property
    def is_word(self) -> bool:
        """Whether its label stands in its box."""
        return bool(self.label) and self.names == (self.label,)

    @property
    def sign(self) -> str:
        """The icon that says what it is, before its boxes or in its only one."""
        inside = self.names[0] if len(self.boxes) == len(self.names) == 1 else ""
        return self.icon or (inside if icon_letter(inside) else "")

    @property
    def group(self) -> str:
        """Label and boxes behind the text of a line, which no line end parts."""
        return f"{self.label} ".replace(" ", NO_BREAK) + self.boxes if self.label else self.boxes


@dataclass(frozen=True, slots=True)
class Aside:
    """A figure at the right of a line, large, with its label above it; both may be "" to keep a column free.

    on_screen -- what screens have instead of its label
    """

    label: str
    value: str = ""
    on_screen: str = ""

    @property
    def words(self) -> str:
        return f"{self.label} {self.value}".strip()


@dataclass(frozen=True, slots=True)
class DiceRow:
    """The dice of a weapon against one kind of target, one for each of its bands; "" where it has none there."""

    target: str
    dice: tuple[str, ...]
    icon: str = ""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card.

    tracks -- boxes to tick behind the text, each with its words
    asides -- figures in cells of the same width, which line up down the card
    rows   -- a weapon's dice by target, in the columns that the labels of its asides name
    column, label_column -- of its table where it stands: the width of a column of dice, and that of the heading before
              a single one; boxes_beside: that of its boxes right of its name, 0: below it
    title  -- the heading of a group of lines; splits: may continue in the appendix
    icon   -- an icon of static/icons.svg before the head
    spare  -- printed only where the card has room, for the card names it and the reference says it in full
    short  -- what stands instead of the text where the card has no room for all of it
    written -- with room to write behind the words, up to the margin
    gauge  -- its boxes are large and stand below its words, but for a single one with a label, which stands beside them
    breaks -- begins the next column, where both have room
    text_beside -- its text stands under its name beside its dice, else below these
    """

    head: str = ""
    text: str = ""
    tracks: tuple[Track, ...] = ()
    asides: tuple[Aside, ...] = ()
    title: bool = False
    splits: bool = False
    icon: str = ""
    spare: bool = False
    rows: tuple[DiceRow, ...] = ()
    column: float = 0
    label_column: float = 0
    boxes_beside: float = 0
    short: str = ""
    written: bool = False
    gauge: bool = False
    breaks: bool = False
    text_beside: bool = False

    @property
    def template(self) -> str:
        return "sheets/pdf/_dice.html" if self.asides else "sheets/pdf/_line.html"

    @property
    def has_cells(self) -> bool:
        """Whether its boxes are large, or something stands in them."""
        return self.gauge or any(track.names for track in self.tracks)

    @property
    def beside(self) -> list[Track]:
        """The boxes of a gauge that stand beside its words."""
        return [track for track in self.tracks if track.label and track.is_plain] if self.gauge else []

    @property
    def below(self) -> list[Track]:
        """Its other boxes."""
        return [track for track in self.tracks if track not in self.beside]

    @property
    def dice(self) -> tuple[DiceRow, ...]:
        """The rows of its table; its asides are one without a target."""
        return self.rows or (DiceRow("", tuple(aside.value for aside in self.asides)),)

    @property
    def is_flat(self) -> bool:
        """Whether the heading of its dice stands before them."""
        return len(self.asides) == 1 and not self.rows and not self.takes_box_column

    @property
    def takes_box_column(self) -> bool:
        """Whether its only box may stand in a column before its dice, below what it is."""
        boxes = "".join(track.boxes for track in self.tracks)
        return len(boxes) == 1 and bool(self.asides) and not self.rows

    @property
    def has_box_column(self) -> bool:
        return self.takes_box_column and self.boxes_beside > 0

    @property
    def text_is_below(self) -> bool:
        """Whether its text stands below its dice."""
        return bool(self.text) and not self.text_beside

    @property
    def ticks(self) -> str:
        return " ".join(track.group for track in self.tracks)

    @property
    def words(self) -> str:
        return " ".join(part for part in (self.head, self.text, self.ticks) if part)


@dataclass(frozen=True, slots=True)
class FigureRow:
    """Labelled figures in boxes, so many beside each other; a figure without a value is a box to fill in.

    plain  -- the values are words at text size, such as names
    lines  -- so many of them have room in a box of a plain row
    listed -- they stand in a list instead: label and note at the left, the value at the right
    """

    figures: tuple[LabelledFigure, ...]
    across: int = 6
    plain: bool = False
    lines: float = 1
    listed: bool = False

    template: ClassVar[str] = "sheets/pdf/_figures.html"
    title: ClassVar[bool] = False

    @property
    def words(self) -> str:
        return " ".join(f"{figure.label} {figure.value}" for figure in self.figures)

    @property
    def rows(self) -> list[tuple[LabelledFigure, ...]]:
        return [self.figures[start : start + self.across] for start in range(0, len(self.figures), self.across)]


@dataclass(frozen=True, slots=True)
class Writing:
    """A line to write on, up to the margin, behind its label: boxes to tick at its end.

    spare -- printed only below everything else, where room is left
    below -- the labels of the further lines: such lines stay with each other and with what stands above them
    """

    label: str = ""
    ticks: str = ""
    spare: bool = False
    below: tuple[str, ...] = ()

    template: ClassVar[str] = "sheets/pdf/_writing.html"
    title: ClassVar[bool] = False

    @property
    def words(self) -> str:
        return " ".join(filter(None, (*self.labels, self.ticks)))

    @property
    def labels(self) -> list[str]:
        """The label of each line."""
        return [self.label, *self.below]


@dataclass(frozen=True, slots=True)
class TickLine:
    """Groups of boxes to tick among the lines of a card.

    whose -- what they belong to, such as a weapon, which a line above them names
    """

    tracks: tuple[Track, ...]
    whose: str = ""

    template: ClassVar[str] = "sheets/pdf/_ticks.html"
    title: ClassVar[bool] = False

    @property
    def words(self) -> str:
        return " ".join(f"{track.label} {track.boxes}" for track in self.tracks)


@dataclass(frozen=True, slots=True)
class Strip:
    """Boxes beside each other behind what they are about ("" for nothing): a small line above a large one.

    cells -- (small, large) lines, and what screens add to them
    """

    heading: str
    cells: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        return SEPARATOR.join(" ".join([*cell[:2], *(f"({addition})" for addition in cell[2:])]) for cell in self.cells)

    @property
    def words(self) -> str:
        return SEPARATOR.join(filter(None, [self.heading, self.text]))


@dataclass(frozen=True, slots=True)
class Strips:
    """Strips in one row of a card."""

    strips: tuple[Strip, ...]

    template: ClassVar[str] = "sheets/pdf/_strips.html"
    title: ClassVar[bool] = False

    @property
    def words(self) -> str:
        return " ".join(strip.words for strip in self.strips)


@dataclass(frozen=True, slots=True)
class Region:
    """What a side of a `Plan` says: rows of two columns, such as successes and their result."""

    title: str
    rows: tuple[tuple[str, str], ...]

    @property
    def words(self) -> str:
        return " ".join([self.title, *(f"{left} {right}" for left, right in self.rows)])


@dataclass(frozen=True, slots=True)
class Plan:
    """Something seen from above with what each of its sides says.

    shape    -- the template of the drawing in the middle; sides: front, left, right, rear
    caption  -- what the numbers of all sides are
    is_table -- whether it is printed as rows without the drawing, as a narrow card has it
    """

    shape: str
    front: Region
    left: Region
    right: Region
    rear: Region
    caption: str = ""
    is_table: bool = False

    template: ClassVar[str] = "sheets/pdf/_plan.html"
    title: ClassVar[bool] = False

    @property
    def regions(self) -> list[Region]:
        """What each side says, once where two say the same."""
        return list(dict.fromkeys((self.front, self.left, self.right, self.rear)))

    @property
    def words(self) -> str:
        """Those of its sides: the caption names no rule that a back should say."""
        return " ".join(region.words for region in (self.front, self.left, self.right, self.rear))


@dataclass(frozen=True, slots=True)
class BoxTable:
    """Boxes under headings, in rows of the same columns: (name, its boxes), "" for a name to write in.

    widths     -- of the columns of boxes where it stands, in points
    head, icon -- what the rows are, above their names
    breaks     -- begins the next column, where both have room
    """

    rows: tuple[tuple[str, tuple[Track, ...]], ...]
    widths: tuple[float, ...] = ()
    head: str = ""
    icon: str = ""
    breaks: bool = False

    template: ClassVar[str] = "sheets/pdf/_box_table.html"

    @property
    def title(self) -> bool:
        """Whether it begins a group of lines, as the title does that stands in it."""
        return bool(self.head)

    @property
    def columns(self) -> tuple[Track, ...]:
        """The boxes of the first row, whose labels and icons are the headings."""
        return self.rows[0][1]

    @property
    def headings(self) -> list[tuple[Track, float]]:
        return list(zip(self.columns, self.widths, strict=True))

    @property
    def words(self) -> str:
        labels = [track.label for track in self.columns]
        rows = (" ".join([name, *(track.boxes for track in boxes)]) for name, boxes in self.rows)
        return " ".join([*filter(None, [self.head]), *labels, *rows])


@dataclass(frozen=True, slots=True)
class NotedTrack:
    """The track that a card is about: a large box each up to the fatal one, with room to write what it brings.

    figure -- what stands before it, on a shield
    """

    track: Track
    figure: LabelledFigure

    template: ClassVar[str] = "sheets/pdf/_noted_track.html"
    title: ClassVar[bool] = False

    @property
    def boxes(self) -> list[Track]:
        """Each of its boxes as a track, up to the fatal one."""
        parts = enumerate(zip(self.track.boxes, self.track.names, strict=True), start=1)
        whole = [
            Track("", sign, names=(name,), fatal=int(number == self.track.fatal)) for number, (sign, name) in parts
        ]
        return whole[: self.track.fatal]

    @property
    def further(self) -> Track:
        """The boxes behind the fatal one."""
        fatal = self.track.fatal
        return Track("", self.track.boxes[fatal:], names=self.track.names[fatal:])

    @property
    def words(self) -> str:
        return " ".join(filter(None, (self.figure.label, self.figure.value, self.track.label, self.track.effect)))


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame round other items of a card, such as what stands on a token: over all columns, beside other frames.

    plate -- a figure of the card's, as the heading of what depends on it; icon: an icon of static/icons.svg in it
    share -- of the width of frames with plates beside each other
    """

    items: tuple[PlainItem, ...]
    plate: LabelledFigure | None = None
    icon: str = ""
    share: float = 1

    title: ClassVar[bool] = False

    @property
    def words(self) -> str:
        return " ".join(item.words for item in self.items)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo of a unit; address: one that holds it."""

    address: str

    template: ClassVar[str] = "sheets/pdf/_photo.html"
    title: ClassVar[bool] = False
    words: ClassVar[str] = ""


PlainItem = CardLine | FigureRow | Writing | TickLine | Plan | Strips | BoxTable | NotedTrack | Photo
CardItem = PlainItem | Frame


def without_frames(items: Iterable[CardItem]) -> Iterator[PlainItem]:
    """Items of a card in one order, with what frames hold in their places."""
    for item in items:
        yield from item.items if isinstance(item, Frame) else (item,)


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One copy of a unit: figures in boxes, what stands below them, and boxes to tick at the bottom.

    shields -- what dice must show, on shields at its edge: "4+"; "–" where it never rolls them
    rules   -- titles of passages of the reference that its back says, besides those that the lines name
    """

    stats: tuple[LabelledFigure, ...]
    lines: tuple[CardItem, ...]
    tracks: tuple[Track, ...]
    rules: tuple[str, ...] = ()
    shields: tuple[LabelledFigure, ...] = ()

    @property
    def figures(self) -> tuple[LabelledFigure, ...]:
        """All its figures."""
        return self.shields + self.stats

    @property
    def printed_stats(self) -> tuple[LabelledFigure, ...]:
        """Its figures but for those on plates."""
        plates = [item.plate for item in self.lines if isinstance(item, Frame)]
        return tuple(figure for figure in self.stats if figure.on_paper and figure not in plates)


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure in a column of the dense sheet; `label` stands before it, as a band of ranges does before its dice.

    column -- the heading; "" for what takes all the columns of a unit's figures, with its label below it
    value  -- "" keeps the column's place among the others
    """

    column: str
    value: str
    label: str = ""

    @property
    def words(self) -> str:
        label = self.label or self.column.rpartition(", ")[2]
        return f"{label}\u00a0{self.value}".strip() if self.value.strip() else ""

    @property
    def is_none(self) -> bool:
        """Whether it stands for a figure that the unit has not."""
        return self.value == NONE

    @property
    def in_parts(self) -> Cell:
        """A figure of several parts, as "30/30/20 cm" is, with points between them and its unit behind the label."""
        figure, _space, unit = self.value.partition(NO_BREAK)
        label = ", ".join(filter(None, (self.label, unit)))
        return replace(self, value=figure.replace("/", "·"), label=label)

    @property
    def label_lines(self) -> tuple[str, ...]:
        """Its label in two lines of about the same length, or in one."""
        ends = [match.end() for match in re.finditer("[ /]", self.label)]
        lines = [(self.label[:end], self.label[end:]) for end in ends]
        return min(lines, key=lambda both: max(map(len, both)), default=(self.label,) if self.label else ())


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """A weapon of the dense sheet: its figures in columns, its rules, an icon of static/icons.svg.

    joins -- whether its figures may stand in the line of the weapon before, as those of bare hands do
    """

    name: str
    cells: tuple[Cell, ...] = ()
    rules: tuple[str, ...] = ()
    icon: str = ""
    joins: bool = False

    @property
    def words(self) -> str:
        cells = (cell.words for cell in self.cells if cell.value != NONE)
        words = ", ".join(filter(None, [*cells, *self.rules]))
        return f"{self.name} ({words})" if words else self.name


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit of the dense sheet: figures and weapons in columns, all else in words; markers of life and the like.

    about  -- what the unit is, below its name; made: how it was made and the like, which paper does not say
    things -- what it has without figures, below its weapons; words: what else is to be said of it
    tracks -- further boxes, which only a print without its card has; counted: an opponent's page instead: "Morale 4"
    life   -- what is ticked of each copy; None: a box
    """

    cells: tuple[Cell, ...] = ()
    about: str = ""
    made: str = ""
    weapons: tuple[WeaponRow, ...] = ()
    things: tuple[WeaponRow, ...] = ()
    words: str = ""
    counted: str = ""
    tracks: tuple[Track, ...] = ()
    life: Track | None = None

    @property
    def gear(self) -> str:
        """Weapons and all else in words."""
        return SEPARATOR.join(filter(None, [*(weapon.words for weapon in self.weapons), self.besides]))

    @property
    def besides(self) -> str:
        """All but its weapons in words."""
        return SEPARATOR.join(filter(None, [*(thing.words for thing in self.things), self.words]))

    @property
    def summary(self) -> str:
        """The unit in a line or two."""
        return SEPARATOR.join(filter(None, [*(cell.words for cell in self.cells), self.about, self.made, self.gear]))


@dataclass(frozen=True, slots=True)
class SheetUnit:
    """A unit of the list; below 0 the index of one that is none of the list's.

    cost, points -- of one copy and of all; None in a game without points
    row          -- the whole unit for the dense sheet
    cards        -- one `SheetCard` a copy, of the size `format` (a key of `paper.FORMATS`)
    silhouette   -- an icon of static/icons.svg that shows what it is; "": the emblem of the game
    picture      -- the name of its photo, "": it has none
    made         -- further badges on screens: how it was made, such as its dice
    beside       -- what goes with it and may have cards of its own on paper, where its boxes stand then
    """

    index: int
    kind: str
    name: str
    count: int
    badges: tuple[str, ...]
    row: UnitRow
    findings: tuple[SheetFinding, ...]
    cards: tuple[SheetCard, ...]
    cost: int | None = None
    points: int | None = None
    format: str = "module"
    silhouette: str = ""
    picture: str = ""
    made: tuple[str, ...] = ()
    beside: tuple[SheetUnit, ...] = ()

    @property
    def number(self) -> str:
        return f"#{self.index + 1}"

    def tag(self, copy: int) -> str:
        """What a copy (from 1) is called at the table: "2A", "2B", "2C"; "2" where it is the only one, or for all."""
        if self.index < 0:
            return ""
        return f"{self.index + 1}{copy_letters(copy) if copy and self.count > 1 else ''}"

    @property
    def card(self) -> SheetCard:
        return self.cards[0]


def copy_letters(copy: int) -> str:
    """A to Z for 1 to 26, then AA, AB ..."""
    letters = ""
    while copy:
        copy, letter = divmod(copy - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


@dataclass(frozen=True, slots=True)
class Passage:
    """A text or rows of two columns, with the citation of the book.

    results -- (what dice show, what it brings) beside each other, below the rows
    matrix  -- rows of as many cells, the first of them headings, as the first cell of each row is; a flow where some
               have lines such as "in cover ▸ shoots back"
    """

    title: str
    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    cite: str = ""
    results: tuple[tuple[str, str], ...] = ()
    matrix: tuple[tuple[str, ...], ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the width that each column of its matrix takes."""
        return FLOW_SHARES[len(self.matrix[0])] if self.is_flow else shares_of(self.matrix)

    @property
    def is_flow(self) -> bool:
        """Whether what follows stands in its matrix, of two columns or four, behind what must be so."""
        return any(FLOW in cell for row in self.matrix for cell in row)

    @property
    def is_signed(self) -> bool:
        """Whether some of its rows begin with a modifier, which has a column of its own."""
        return any(signed(right)[0] for _left, right in self.rows)

    @property
    def has_sentences(self) -> bool:
        """Whether its matrix has words, not only figures."""
        return any(len(cell) > LONG_CELL for row in self.matrix for cell in row)

    @property
    def is_form(self) -> bool:
        """Whether all its rows are to be written on paper."""
        return bool(self.matrix) and all({*row} == {"", NUMBER} for row in self.matrix[1:])

    @property
    def words(self) -> int:
        """How many words it has, with the headings of a book without pages; figures are none."""
        cells = [cell for row in (*self.rows, *self.results, *self.matrix) for cell in row]
        return count_words(" ".join([self.title, self.text, self.place, *cells]))

    @property
    def place(self) -> str:
        """Where the book says it, without the book; "" where its title is the heading there, or how that begins."""
        place = first_heading(PLACE.split(self.cite, maxsplit=1)[-1])
        heading = place.strip("«\u202f»")
        return "" if heading in self.title or heading.startswith(self.title) else place


def first_heading(cite: str) -> str:
    """A citation with the first of its headings alone, by which the others are found."""
    return HEADINGS.sub("«\\1\\2\\1»", cite)


def shares_of(rows: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """The part of the width that each column of a table takes: no short word is broken in one of few letters."""
    columns = list(zip(*rows, strict=True))
    longest = [max(map(len, " ".join(column).split()), default=1) for column in columns]
    roots = [
        max(max(map(len, column)) ** 0.5, OF_LETTER * min(word, MOST_LETTERS))
        for column, word in zip(columns, longest, strict=True)
    ]
    return tuple(root / sum(roots) for root in roots)


@dataclass(frozen=True, slots=True)
class SheetFinding:
    """A finding as text; `unit` is the index of its unit, `about` the unit's name.

    requirement -- something is still missing; else it is a prohibition or a warning
    """

    rule: str
    error: bool
    text: str
    cite: str
    unit: int | None
    about: str
    requirement: bool = False

    @property
    def level(self) -> str:
        """How a screen marks it: BAD, TODO or MIND, as the editor does (`FindingGroup.level`)."""
        return MIND if not self.error else TODO if self.requirement else BAD


@dataclass(frozen=True, slots=True)
class Total:
    """The number and points of the units of one kind."""

    label: str
    count: int
    points: int | None = None


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The content of a printed or shared list.

    slug, game    -- the game, in addresses and in words
    points_word   -- the unit of `spent` and `budget`, both None in a game without points
    state, verdict -- the `Verdict.state`, and in words
    figures       -- the large numbers of the head
    brief         -- what to know before the game; brief_cards: its wide tables, each as narrow as a card;
                     opponent_brief: what an opponent has instead
    rules         -- traits and special rules that the list has; reference: all else that is looked up
    gear          -- what its gear and abilities do, which cards say; plans: tables that cards have as plans
    play          -- tables of the game, those that this list needs most first
    head          -- figures of the list that are needed during play
    counted       -- the size of a list without points: "5 figures"
    icon          -- an icon of static/icons.svg that shows whose list it is; "": that of its game
    credit        -- the sentence that the game's licence asks for
    writing       -- boxes of the head for what nobody copied yet
    has_opponent  -- whether another player reads it; False in a game that all players play together
    """

    slug: str
    game: str
    name: str
    subtitle: str
    points_word: str = ""
    legal: bool
    state: str
    verdict: str
    spent: int | None
    budget: int | None
    figures: tuple[LabelledFigure, ...]
    facts: tuple[Fact, ...] = ()
    tracks: tuple[Track, ...]
    brief: tuple[Passage, ...] = ()
    brief_cards: tuple[Passage, ...] = ()
    opponent_brief: tuple[Passage, ...] = ()
    findings: tuple[SheetFinding, ...]
    units: tuple[SheetUnit, ...]
    totals: tuple[Total, ...]
    rules: tuple[Passage, ...] = ()
    reference: tuple[Passage, ...]
    gear: tuple[Passage, ...] = ()
    plans: tuple[Passage, ...] = ()
    play: tuple[Passage, ...] = ()
    head: tuple[LabelledFigure, ...] = ()
    notes: tuple[str, ...]
    counted: str = ""
    icon: str = ""
    credit: str = ""
    writing: tuple[FigureRow, ...] = ()
    has_opponent: bool = True

    @property
    def emblem(self) -> str:
        """The icon of the list."""
        return self.icon or f"emblem-{self.slug}"

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All that is looked up: the tables of the game, then the rules of what the list has."""
        return self.play + self.rules + self.reference

    @cached_property
    def book(self) -> str:
        """The book that most of its passages cite: of what comes from it, page or heading alone are printed."""
        books = Counter(PLACE.split(passage.cite, maxsplit=1)[0] for passage in (*self.brief, *self.passages))
        return max(books, key=books.__getitem__, default="")

    @property
    def checks(self) -> list[SheetFinding]:
        """The findings as paper has them, none of a legal list: what is only good to know is for building it.

        Those that say the same of several units are one, whose `about` names them all.
        """
        alike: dict[tuple[str, str, str], list[SheetFinding]] = {}
        for finding in () if self.legal else self.findings:
            alike.setdefault((finding.rule, finding.text, finding.cite), []).append(finding)
        return [
            replace(ones[0], about=", ".join(finding.about for finding in ones if finding.about))
            for ones in alike.values()
        ]

    @property
    def score(self) -> str:
        """The size of the list: "286/300 PC" or "5 figures"."""
        if self.spent is None:
            return self.counted
        return f"{self.spent}/{'–' if self.budget is None else self.budget} {self.points_word}"
