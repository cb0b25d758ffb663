"""Which cards a sheet has, and what stands on the faces of each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle, groupby, islice
from math import prod

from builder.sheets.choices import CROWD, PrintChoices
from builder.sheets.crowd import CROWD_FORMATS, are_alike, crowd_content, even
from builder.sheets.fit import Fitted, Name, Room, fit, fit_name, is_blank
from builder.sheets.measure import Foot, arranged, foot_of, height, least_width, narrowed, stats_height
from builder.sheets.paper import COLUMN_GAP, DOWN, FORMATS, MODULE, POINTS, SLEEVE, Format, Metrics, Paper
from builder.sheets.parts import (
    SEPARATOR,
    BoxTable,
    CardItem,
    CardLine,
    Frame,
    LabelledFigure,
    NotedTrack,
    Passage,
    Plan,
    Sheet,
    SheetCard,
    SheetUnit,
    Strips,
    TickLine,
    Track,
    UnitRow,
    Writing,
    without_frames,
)
from builder.sheets.sleeves import sleeve_card, sleeve_items, states_table, unaligned
from builder.sheets.tables import TableColumns, TablePage, Tables, lacks
from builder.sheets.widths import text_width, title_width

GAP, CLEAR = 4, 3  # points below the bar, and below the figures; above the rule of the states
SHIELD_GAP, SMALL = 3.4, 0.85  # points below a shield; the part of its height below which its letters are smaller
FRAME_GAP, LARGE_ACROSS = 8, 3  # points between frames; plates beside each other in large print
BAND_TYPE = 1  # of the lines over all columns of a card: an index into `Metrics.types`
LARGER_FORMATS = "tall", "mat"
FEW = 4  # cards of which one may be larger than the others
BLANK_LINES = 5  # to write on, on a blank card; so many more where others are in large print
MARK = f"8/8{SEPARATOR}"  # as wide as that of any face


Band = tuple[tuple[tuple[CardItem, float], ...], ...]  # rows of items, each with its width


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to print: of which unit, and of which copy (from 1; 0: of so many of them)."""

    unit: SheetUnit
    number: int
    content: SheetCard
    format: Format
    blank: bool = False
    count: int = 1

    @property
    def tag(self) -> str:
        return self.unit.tag(self.number)

    @property
    def copies(self) -> str:
        """ "×5" on a card of five copies."""
        return "" if self.number or self.blank else f"×{self.count}"


@dataclass(frozen=True, slots=True)
class Face:
    """A side of a card, or a further module on which it goes on: what is printed in one rectangle.

    subtitle -- what stands under the name
    tracks   -- the states at its foot
    band     -- rows over all its columns
    part, of -- which of the faces of its card it is, from 1
    tables   -- what a back has instead of lines
    """

    card: PrintedCard
    name: Name
    subtitle: str
    fitted: Fitted
    metrics: Metrics
    width: float
    room: Room
    shield_height: float = 0
    part: int = 1
    of: int = 1
    back: bool = False
    tables: TablePage | None = None
    band: Band = ()
    tracks: tuple[Track, ...] = ()

    @property
    def unit(self) -> SheetUnit:
        return self.card.unit

    @property
    def is_first(self) -> bool:
        return self.part == 1 and not self.back

    @property
    def is_behind(self) -> bool:
        """Whether it is the back of the face before it, where cards are folded."""
        return self.back or self.part % 2 == 0

    @property
    def shields(self) -> tuple[LabelledFigure, ...]:
        return self.card.content.shields if self.is_first else ()

    @property
    def has_small_shields(self) -> bool:
        return self.shield_height < SMALL * self.metrics.shield[1]

    @property
    def lines_left(self) -> float:
        """The width of the shields at the left of the lines."""
        return shields_width(len(self.shields), self.metrics)

    @property
    def has_narrow_subtitle(self) -> bool:
        """Whether what stands under the name has room only in small letters."""
        mark = f"{self.part}/{self.of}{SEPARATOR}" if self.of > 1 else ""
        words = f"{mark}{self.subtitle}".upper()
        return text_width(words, self.metrics.subtitle[0], title_width) > self.name.width

    @property
    def stat_rows(self) -> list[tuple[LabelledFigure, ...]]:
        """The figures in rows of about the same length."""
        return stat_rows(self.card, self.metrics) if self.is_first else []

    @property
    def foot(self) -> Foot:
        return foot_of(self.tracks, self.width, self.metrics)


def stat_rows(card: PrintedCard, metrics: Metrics) -> list[tuple[LabelledFigure, ...]]:
    """The figures of a card in rows of about the same length; a mat has them in one."""
    stats = card.content.printed_stats
    rows = -(-len(stats) // (metrics.stats_across * (1 if metrics.icons else card.format.across)))
    each = -(-len(stats) // rows) if rows else 1
    return [stats[start : start + each] for start in range(0, len(stats), each)]


def shields_width(number: int, metrics: Metrics) -> float:
    """The width at the left of the lines that so many shields take."""
    return metrics.body * (number if metrics.shields_across else min(number, 1))


class CardMaker:
    """The cards of a sheet as a player chose; equal copies are measured once."""

    def __init__(self, sheet: Sheet, choices: PrintChoices, metrics: Metrics, paper: Paper, down: int = DOWN):
        self.sheet, self.choices, self.metrics, self.paper, self.down = sheet, choices, metrics, paper, down
        self._faces: dict[tuple[SheetCard, int, Format, int, bool], list[Face]] = {}
        self.metrics = replace(metrics, boxes_beside=all(map(self.has_boxes_beside, sheet.units)))

    def has_boxes_beside(self, unit: SheetUnit) -> bool:
        """Whether each box of the weapons of a unit has room right of its name."""
        width = self.size(1, 1)[0] - 2 * self.metrics.padding - shields_width(len(unit.card.shields), self.metrics)
        lines = (item for item in without_frames(unit.card.lines) if isinstance(item, CardLine) and item.asides)
        boxed = (arranged(line, width, self.metrics) for line in lines if [len(t.boxes) for t in line.tracks] == [1])
        return all(line.boxes_beside for line in boxed)

    @cached_property
    def cards(self) -> list[PrintedCard]:
        """The cards in the order of the list."""
        cards = [card for unit in self.sheet.units for card in self.cards_of(unit)]
        blank = self.choices.blank if self.choices.prints("cards") else 0
        return cards + [self.blank_card(number) for number in range(blank)]

    def cards_of(self, unit: SheetUnit) -> Iterator[PrintedCard]:
        copies = [copy for copy in range(unit.count) if self.choices.prints_copy(unit.index, copy)]
        single = [
            self.whole(PrintedCard(unit, copy + 1, self.content(unit, copy), FORMATS[unit.format])) for copy in copies
        ]
        crowd = self.crowd(unit, copies) if self.choices.crowd and len(copies) >= CROWD else []
        yield from crowd if crowd and self.modules_of(crowd) < self.modules_of(single) else single
        for other in self.beside(unit) if copies else ():
            yield PrintedCard(other, 1, self.content(other, 0), FORMATS[other.format])

    def whole(self, card: PrintedCard) -> PrintedCard:
        """A card as large as all its faces where it has room on one: two modules, or four."""
        if self.choices.in_sleeves or self.choices.sides != "single":
            return card
        larger = (replace(card, format=FORMATS[name]) for name in LARGER_FORMATS)
        modules = self.modules_of([card])
        fitting = (way for way in larger if self.modules_of([way]) == modules and len(self.drafts(way)) == 1)
        return next(fitting, card) if len(self.drafts(card)) > 1 else card

    def beside(self, unit: SheetUnit) -> Sequence[SheetUnit]:
        return unit.beside if self.choices.beside else ()

    def content(self, unit: SheetUnit, copy: int) -> SheetCard:
        beside = self.beside(unit)
        card = without_boxes_of(unit.cards[copy], beside) if beside else unit.cards[copy]
        return sleeve_card(card) if self.choices.in_sleeves else card

    def crowd(self, unit: SheetUnit, copies: Sequence[int]) -> list[PrintedCard]:
        """The fewest and smallest cards with a row of boxes for each of these copies; none where they have no room."""
        for number in range(1, len(copies)) if are_alike(unit, copies) else ():
            parts = even(copies, number)
            for shape, tables in CROWD_FORMATS:
                cards = [
                    PrintedCard(unit, 0, crowd_content(unit, part, tables), shape, count=len(part)) for part in parts
                ]
                if self.is_whole(cards[0]):
                    return cards
        return []

    def is_whole(self, card: PrintedCard) -> bool:
        """Whether all of a card has room on its front."""
        faces = self.drafts(card)
        room, fitted = faces[0].room, faces[0].fitted
        tables = [item for item in fitted.lines if isinstance(item, BoxTable)]
        wide = max((least_width(table, self.metrics) for table in tables), default=0)
        high = max(
            sum(height(item, room.width, *self.metrics.types[fitted.type], self.metrics) for item in column)
            for column in fitted.columns
        )
        return len(faces) == 1 and wide <= room.width and high <= room.height

    def modules_of(self, cards: Sequence[PrintedCard]) -> int:
        """How many modules, or places of a sleeve, cards take."""
        if self.choices.in_sleeves:
            return sum(len(self.drafts(card)) for card in cards)
        return sum(card.format.across * card.format.down + len(self.drafts(card)) - 1 for card in cards)

    def blank_card(self, number: int) -> PrintedCard:
        """A card without a figure, with the labels of the list's first unit that takes one module."""
        like = next((unit.card for unit in self.sheet.units if FORMATS[unit.format].down == 1), SheetCard((), (), ()))
        stats, shields = (
            tuple(replace(figure, value="", note="") for figure in figures) for figures in (like.stats, like.shields)
        )
        content = SheetCard(stats, (Writing(spare=True),) * BLANK_LINES, like.tracks, shields=shields)
        unit = SheetUnit(-1 - number, "", "", 1, (), UnitRow(), (), (content,))
        return PrintedCard(unit, 1, content, FORMATS["module"], blank=True)

    # --- sizes -------------------------------------------------------------------------------------------------------

    @cached_property
    def across(self) -> int:
        """How many places stand beside each other."""
        return 1 if self.choices.large_print else 2

    def front_size(self, card: PrintedCard) -> tuple[float, float]:
        return self.size(*self.places_of(card.format))

    def places_of(self, shape: Format) -> tuple[int, int]:
        """How many places beside and below each other a card takes: those of its part of a page."""
        across, down = (shape.across, shape.down) if self.across > 1 else (1, shape.across * shape.down)
        return across, -(-down * self.down // DOWN)

    @property
    def has_larger(self) -> bool:
        """Whether a card takes more than its module, so that others are lower than it; no matter in sleeves.

        In large print a few may on cards that are higher than modules.
        """
        cards = [card for card in self.cards if card.number and card.unit.format == "module"]
        larger = [card for card in cards if card.format != FORMATS["module"] or len(self.drafts(card)) > 1]
        few = len(cards) / FEW if self.choices.large_print and self.down < DOWN else 0
        return not self.choices.in_sleeves and len(larger) > few

    @property
    def pages(self) -> float:
        """How many pages the places of cards are."""
        places = sum(prod(self.places_of(card.format)) + len(self.drafts(card)) - 1 for card in self.cards)
        return places / (self.across * self.down)

    def size(self, across: int, down: int) -> tuple[float, float]:
        """Width and height of so many places, in points; all cards in sleeves have the same."""
        if self.choices.in_sleeves:
            return SLEEVE[0] * POINTS, SLEEVE[1] * POINTS
        height = self.paper.cards_size[1]
        return 2 * MODULE * POINTS * across / self.across, height * down / self.down

    def pairs(self, card: PrintedCard) -> Iterator[tuple[Face, Face | None]]:
        """The faces of a card two by two as front and back; a front that has none gets rules on its back."""
        faces = self.faces(card)
        for number in range(0, len(faces), 2):
            front = faces[number]
            back = faces[number + 1] if number + 1 < len(faces) else None
            yield front, back or (self.back(front) if self.choices.sides != "single" else None)

    @cached_property
    def states(self) -> Tables:
        """What boxes bring, as a table of rules: cards in sleeves have their names alone."""
        units = [card.unit for card in self.cards if not card.blank] if self.choices.in_sleeves else []
        table = states_table(dict.fromkeys(units), self.sheet.play, self.sheet.reference)
        return (table,) if table.rows else ()

    # --- faces -------------------------------------------------------------------------------------------------------

    def faces(self, card: PrintedCard) -> list[Face]:
        """What is printed of a card: its front, and the further modules that it goes on on, in the type of the deck."""
        faces = self.drafts(card, *self.setting(card.unit.format))
        return [replace(face, card=card, shield_height=self.shield_height) for face in faces]

    @cached_property
    def type(self) -> int:
        """The largest type in which all cards have room, or all but a few that then have the smallest."""
        types = sorted(self.drafts(card)[0].fitted.type for card in self.cards if not card.blank)
        last = len(self.metrics.types) - 1
        return max(types[len(types) // 2], min(types[-1], last - 1)) if types else 0

    def setting(self, shape: str) -> tuple[int, bool]:
        """(type, whether its strips stand in one row): larger units of a format have those of the fullest of them."""
        larger = [card for card in self.cards if card.unit.format == shape != "module"]
        fronts = [self.drafts(card, self.type)[0].fitted for card in larger]
        rows = (item for front in fronts for item in front.lines if isinstance(item, Strips) and is_headed_strips(item))
        return max([self.type, *(front.type for front in fronts)]), any(len(row.strips) > 1 for row in rows)

    @cached_property
    def shield_height(self) -> float:
        """Of all shields, without the gap below one: as high as on the card with the least room for its shields."""
        high = self.metrics.shield[1]
        if self.metrics.body and not self.metrics.shields_across:
            fronts = [self.drafts(card)[0] for card in self.cards]
            high = min([high, *(face.room.height / len(face.shields) for face in fronts if face.shields)])
        return high - SHIELD_GAP

    def drafts(self, card: PrintedCard, first: int = 0, joined: bool = False) -> list[Face]:
        """The faces of a card in the largest type from the index `first` on in which it has room.

        joined -- its strips stand in one row, else they do so only where the card goes on otherwise
        """
        key = (card.content, card.unit.index, card.format, first, joined)
        if key not in self._faces:
            self._faces[key] = list(self.made(card, first, joined))
        return self._faces[key]

    def made(self, card: PrintedCard, first: int, joined: bool, mark: str = "") -> Iterator[Face]:
        """The same, `mark` ("1/2 · ") for which of them stands before what stands under their name."""
        front = self.front_size(card)
        further = self.size(1, 1) if self.choices.sides == "single" else front
        width = front[0] - 2 * self.metrics.padding
        name = self.name(card, width)
        subtitle, left_out = self.subtitle(card, width, mark)
        band, lines = self.parted(card, width)
        if self.choices.in_sleeves and not card.blank:
            lines = sleeve_items(card.content)
        else:  # a plan of damage has room on a front alone
            lines = sorted(lines, key=lambda line: not isinstance(line, Plan))
        if self.choices.large_print:
            lines = [*map(unaligned, lines), *filter(is_blank, lines[-1:] * BLANK_LINES)]
        if name.cut or left_out:
            words = [card.unit.name] * name.cut + left_out
            lines.insert(0, CardLine(SEPARATOR.join(words)))
        room = self.room(card, *front)
        room = replace(room, height=room.height - band_height(band, self.metrics))
        rooms = [room, self.further_room(*further)]
        foot_part = self.foot_part(card)
        if foot_part > 1:
            foot = foot_of(card.content.tracks, rooms[1].width, self.metrics)
            rooms.insert(1, replace(rooms[1], height=rooms[1].height - foot.height - CLEAR))
        parts = fit(list(in_one_row(lines)) if joined else lines, rooms, self.metrics, first)
        if len(parts) > 1 and not self.choices.in_sleeves:
            parts = min(parts, fit(list(in_one_row(lines)), rooms, self.metrics, first), key=len)
        parts += [Fitted(parts[0].type, ((),))] * (foot_part - len(parts))
        if len(parts) > 1 and not mark and subtitle != self.subtitle(card, width, MARK)[0]:
            yield from self.made(card, first, joined, MARK)
            return
        for number, fitted in enumerate(parts, start=1):
            wide = width if number == 1 else further[0] - 2 * self.metrics.padding
            own = name if number == 1 else self.name(card, wide)
            at = rooms[min(number, len(rooms)) - 1]
            face = Face(card, own, subtitle, fitted, self.metrics, wide, at, part=number, of=len(parts))
            tracks = card.content.tracks if number == foot_part else ()
            yield replace(face, band=band if number == 1 else (), tracks=tracks)

    def foot_part(self, card: PrintedCard) -> int:
        """Which of its faces has the states: in a sleeve the figures of a mat leave them no room on the front."""
        return 2 if self.choices.in_sleeves and card.format.columns > 1 else 1

    def parted(self, card: PrintedCard, width: float) -> tuple[Band, list[CardItem]]:
        """(what stands over all columns of a card, its other lines); frames and large boxes do so on mats alone."""
        items, is_mat = card.content.lines, card.format.columns > 1 and not self.choices.in_sleeves
        across, (size, _leading) = self.columns(card), self.metrics.types[BAND_TYPE]
        plates = max(1, len(items)) if self.metrics.in_columns else LARGE_ACROSS
        plated = [item for item in items if isinstance(item, Frame) and item.plate]
        wide = [item for item in items if item not in plated and is_mat and is_wide(item)]
        rows = in_rows((narrowed(item, band_width(item, width, across), size, self.metrics) for item in wide), across)
        band = [shared(plated[start : start + plates], width) for start in range(0, len(plated), plates)]
        band += [tuple((item, band_width(item, width, across)) for item in row) for row in rows]
        rest = without_frames(item for item in items if item not in plated and item not in wide)
        return tuple(band), list(rest)

    def line_columns(self, card: PrintedCard) -> int:
        """In how many columns its lines stand."""
        is_wide = card.format.across == 1 and not self.choices.in_sleeves
        return card.format.columns if self.metrics.in_columns or is_wide else 1

    def room(self, card: PrintedCard, width: float, height: float) -> Room:
        """The room for the lines of a front: what bar, shields, figures and states leave."""
        inner = width - 2 * self.metrics.padding
        content = card.content
        high = height - 2 * self.metrics.padding - self.metrics.bar - GAP
        high -= sum(stats_height(row, inner, self.metrics) for row in stat_rows(card, self.metrics))
        if self.foot_part(card) == 1:
            high -= CLEAR + foot_of(content.tracks, inner, self.metrics).height
        inner -= shields_width(len(content.shields), self.metrics)
        if content.shields and not self.metrics.body:
            high -= self.metrics.shield[1]
        return Room(inner, high).in_columns(self.line_columns(card))

    def further_room(self, width: float, height: float) -> Room:
        return Room(width - 2 * self.metrics.padding, height - 2 * self.metrics.padding - self.metrics.bar - GAP)

    def name(self, card: PrintedCard, width: float) -> Name:
        return fit_name(card.unit.name, self.bar_room(card, width), self.metrics)

    def bar_room(self, card: PrintedCard, width: float) -> float:
        """The width that silhouette and tag leave on the bar."""
        tag = text_width(f"{card.tag}{card.copies}", self.metrics.tag, title_width)
        return width - self.metrics.silhouette - tag - 3 * GAP

    def subtitle(self, card: PrintedCard, width: float, mark: str) -> tuple[str, list[str]]:
        """(what stands under the name, the badges that have no room there): all of them or the first alone."""
        size, _leading = self.metrics.caption
        cost = [f"{card.unit.cost}\u00a0{self.sheet.points_word}"] if card.unit.cost is not None else []
        words, room = [*cost, *card.unit.badges], self.bar_room(card, width)
        ends = (len(words), len(cost) + 1, len(cost))
        has_room = (text_width(mark + SEPARATOR.join(words[:end]).upper(), size, title_width) <= room for end in ends)
        end = next((end for end, fits in zip(ends, has_room, strict=True) if fits), len(cost))
        return SEPARATOR.join(words[:end]), words[end:]

    # --- backs -------------------------------------------------------------------------------------------------------

    def back(self, face: Face) -> Face:
        """The back of a face: tables of the rules that its card uses, then of the game, those that have room.

        Each stands there as a whole: half of one would read as all of it.
        """
        card, room = face.card, self.further_room(*self.front_size(face.card))
        rules = self.rules_of(card) if face.part == 1 else []
        tables = list(dict.fromkeys([*rules, *self.next_tables(card)]))
        kinds = range(len(self.metrics.tables))
        ways = (TableColumns(self.columns(card), room.width, kind, self.metrics) for kind in kinds)
        page, _rest = min((way.page(tables, room.height) for way in ways), key=lambda tried: lacks(tried[1], tables))
        fitted, name = Fitted(0, ((),)), self.name(card, room.width)
        return replace(face, fitted=fitted, back=True, tables=page, name=name, width=room.width, band=(), tracks=())

    def columns(self, card: PrintedCard) -> int:
        """In how many columns lines and tables stand on a card."""
        return card.format.across if self.metrics.in_columns else 1

    def next_tables(self, card: PrintedCard) -> list[Passage]:
        """As many tables of the game as a card has modules, each time the next ones."""
        return list(islice(self.further_tables, card.format.across * card.format.down))

    @cached_property
    def further_tables(self) -> Iterator[Passage]:
        """The tables of the game that have room on the back of a module, again and again."""
        room = self.further_room(*self.size(1, 1))
        column = TableColumns(1, room.width, -1, self.metrics)
        return cycle([table for table in self.sheet.play if column.height(table) <= room.height])

    def rules_of(self, card: PrintedCard) -> list[Passage]:
        """The passages that the card asks for, and those of the reference whose title stands on it."""
        labels = [track.label for track in card.content.tracks]
        lines = [line.words for line in card.content.lines if not isinstance(line, Strips)]
        words = " ".join([*lines, *labels])
        asked = card.content.rules
        used = [passage for passage in self.sheet.passages if passage.title in asked or names(words, passage.title)]
        return sorted(used, key=lambda passage: passage.title not in asked)


def without_boxes_of(card: SheetCard, others: Sequence[SheetUnit]) -> SheetCard:
    """A card without the boxes that stand on the cards of others."""
    keys = {track.key for other in others for line in other.card.lines for track in getattr(line, "tracks", ())}
    return replace(card, lines=tuple(line for line in card.lines if not is_of(line, keys)))


def is_of(line: CardItem, keys: set[str]) -> bool:
    return isinstance(line, TickLine) and all(track.key in keys for track in line.tracks)


def is_wide(item: CardItem) -> bool:
    """Whether an item stands over all columns of a card."""
    return isinstance(item, Frame | NotedTrack)


def in_one_row(items: Iterable[CardItem]) -> Iterator[CardItem]:
    """Items with strips that have a heading each beside those before them: lower, in smaller boxes."""
    for is_headed, run in groupby(items, is_headed_strips):
        if is_headed:
            yield Strips(tuple(strip for item in run if isinstance(item, Strips) for strip in item.strips))
        else:
            yield from run


def is_headed_strips(item: CardItem) -> bool:
    return isinstance(item, Strips) and all(strip.heading for strip in item.strips)


def in_rows(items: Iterable[CardItem], across: int) -> Iterator[tuple[CardItem, ...]]:
    """Items of one kind that follow each other, so many beside each other; large boxes take a row of their own."""
    for kind, group in groupby(items, type):
        alike, each = list(group), 1 if kind is NotedTrack else across
        yield from (tuple(alike[start : start + each]) for start in range(0, len(alike), each))


def shared(row: Sequence[Frame], width: float) -> tuple[tuple[CardItem, float], ...]:
    """Frames of a row with their parts of the width."""
    room, shares = width - FRAME_GAP * (len(row) - 1), sum(frame.share for frame in row)
    return tuple((frame, room * frame.share / shares) for frame in row)


def band_height(band: Band, metrics: Metrics) -> float:
    """The height of the rows over all columns of a card."""
    return sum(max(height(item, width, *metrics.types[BAND_TYPE], metrics) for item, width in row) for row in band)


def band_width(item: CardItem, width: float, across: int) -> float:
    return width if isinstance(item, NotedTrack) else (width - COLUMN_GAP * (across - 1)) / across


def names(words: str, title: str) -> bool:
    """Whether words have a title in them, as whole words: "Tirs subis" does not name "Tir"."""
    return bool(title) and re.search(rf"(?<!\w){re.escape(title)}(?!\w)", words, re.IGNORECASE) is not None
