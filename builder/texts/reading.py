"""The full text of lists -> documents, line by line: what each line says, and which are not understood."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from builder.texts.dialects import BETWEEN_MESSAGES, unwrapped, without_markup
from builder.texts.reader import Reader
from builder.texts.values import Unreadable, read_text
from builder.texts.words import UnknownWord, normalised, words_of
from rules.document import FORMAT
from rules.loading import NoBook, catalogue
from rules.registry import GAMES
from rules.shapes import LONGEST_TEXT, Map, Record, Refused, Several, String
from rules.text import Text, _

HEADING = re.compile(r"(\d+)\. (?:(\d+) ?[×x] ?)?(.*)")
LOOSE_HEADING = re.compile(r"#?(\d+)\s?[.):]?\s+(?:(\d+)\s?[x×]\s?)?(.*·.*)")  # as people change it
NEAR = 0.75
LEADING_QUOTE = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True)
class Choice:
    """What a piece of a line may be, and what that costs; word: by which a form names it."""

    word: str
    meaning: Text
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line and what it was understood as, a `Text` of the book.

    choices -- what it may be, where that is not sure; number: of the piece in its line, by which a choice names it
    """

    text: str
    meaning: Any = None
    choices: tuple[Choice, ...] = ()
    number: int = 0

    @property
    def understood(self) -> bool:
        return self.meaning is not None


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a pasted text: its number in it, counted from 0, and whether all of it was understood.

    unit -- the index of the unit that it belongs to; parts: its pieces, where it was understood piece by piece
    """

    number: int
    text: str
    understood: bool = True
    unit: int | None = None
    parts: tuple[Part, ...] = ()


@dataclass(slots=True)
class TextReading:
    """What was read of one list: decoded JSON that is a document as far as it goes, and each line of the text."""

    data: dict[str, Any]
    lines: list[TextLine] = field(default_factory=list)

    @property
    def not_understood(self) -> list[TextLine]:
        return [line for line in self.lines if not line.understood]


def games_by_name() -> dict[str, str]:
    """The slugs of the games whose book is loaded, by their normalised names."""
    games: dict[str, str] = {}
    for game in GAMES:
        with suppress(NoBook):
            name = catalogue(game).name
            games |= {normalised(name.fr): game, normalised(name.en): game}
    return games


@dataclass(frozen=True, slots=True)
class ListText:
    """The text of one list of ours: its game, the number of its first line, its lines without markup."""

    game: str
    start: int
    lines: list[str]


def texts_in(text: str) -> list[ListText]:
    """The lists in a text of ours; [] for any other text. The line behind the title of each names its game."""
    lines, games = unwrapped(text.splitlines()), games_by_name()
    filled = [number for number, line in enumerate(lines) if line.strip()]
    titles: dict[int, str] = {}
    for before, number in pairwise(filled):
        if "·" in lines[number]:
            name = without_markup([lines[before], lines[number]])[1].split("·")[0]
            if game := games.get(normalised(name)):
                titles[before] = game
    parts = pairwise([*titles, len(lines)])
    return [ListText(titles[start], start, without_markup(lines[start:end])) for start, end in parts]


def read_lists(text: str, most: int) -> list[TextReading]:
    """The lists of a text of ours, before which nothing is understood; [] for any other text.

    Raises `Refused` where they are more than `most`.
    """
    texts = texts_in(text)
    if len(texts) > most:
        raise Refused(_("Too many lists: {most} maximum."), most=most)
    readings = [ListReader(text).read() for text in texts]
    if readings:
        before = enumerate(text.splitlines()[: texts[0].start])
        readings[0].lines[:0] = [TextLine(number, line, understood=False) for number, line in before if line.strip()]
    return readings


class ListReader:
    """Reads the lines of one list."""

    def __init__(self, text: ListText) -> None:
        self.start, self.lines = text.start, text.lines
        self.filled = [index for index, line in enumerate(self.lines) if line.strip() not in ("", BETWEEN_MESSAGES)]
        self.reading = TextReading({"format": FORMAT, "game": text.game, "units": []})
        self.shape: Record = GAMES[text.game].shape
        self.kinds: dict[str, Record] = self.shape.fields["units"].shape.shape.records
        self.words = words_of(catalogue(text.game, self.edition()))
        self.reader = Reader(self.words)
        self.record: Record | None = self.shape  # of which the next lines are fields; None: of what was not understood
        self.into = self.reading.data
        self.below: Below | None = None

    def edition(self) -> str | None:
        """The edition that a field of the head names, which decides what names mean."""
        labels = (line.split(":", 1) for line in self.lines if normalised(line.split(":")[0]) == "edition")
        return next((value[1].strip() for value in labels if len(value) == 2), None)

    def read(self) -> TextReading:
        for index in self.filled:
            try:
                self.read_line(index, self.lines[index].strip())
                understood = True
            except ValueError:
                understood = False
            is_of_unit = self.record is not None and self.into is not self.reading.data
            unit = len(self.reading.data["units"]) - 1 if is_of_unit else None
            self.reading.lines.append(TextLine(self.start + index, self.lines[index], understood, unit))
        return self.reading

    def read_line(self, index: int, line: str) -> None:
        """Raises where the line says nothing that a list may have."""
        if index == self.filled[0]:
            self.title(line)
        elif index == self.filled[1]:
            return
        elif heading := HEADING.fullmatch(line) or LOOSE_HEADING.fullmatch(line):
            self.unit(heading)
        elif line.startswith("- ") and self.below:
            self.entry(self.below, line[2:])
        elif line.startswith(">") and self.below:
            self.quoted_line(self.below, line[2:])
        else:
            if not self.lines[index - 1].strip() and ":" not in line:
                self.record = None  # what begins a part of the text and is no heading: the next lines are of none
            self.field(line)

    def title(self, line: str) -> None:
        name = "" if line.startswith("(") else String().read(read_text(line))
        if name:
            self.reading.data["name"] = name

    def unit(self, heading: re.Match[str]) -> None:
        """Begin a unit, also one of no readable kind: the lines below are its own, the next ones keep their number."""
        self.record = self.below = None
        try:
            name, kind = self.name_and_kind(heading[3])
        except UnknownWord:
            name, kind = heading[3].split("·")[0].strip()[:LONGEST_TEXT], ""
        unit: dict[str, Any] = {"kind": kind or next(iter(self.kinds))} | ({"name": name} if name else {})
        unit |= {"count": int(heading[2])} if heading[2] else {}
        record = self.kinds[unit["kind"]]
        record.read(unit)
        self.reading.data["units"].append(unit)
        self.record, self.into = record, unit
        if not kind:
            raise Unreadable(heading[3])

    def name_and_kind(self, text: str) -> tuple[str, str]:
        """Of "Name · kind · points", whose name may be missing or stand in quotation marks."""
        if name := LEADING_QUOTE.match(text):
            _before, kind, *_points = text[name.end() :].split("·")
            return read_text(name[0]), self.kind(kind)
        first, *rest = (part.strip() for part in text.split("·"))
        with suppress(UnknownWord, IndexError):
            return first, self.kind(rest[0])
        return "", self.kind(first)

    def kind(self, text: str) -> str:
        """The kind that is called so, or nearly."""
        labels = {label: kind for kind in self.kinds for label in self.words.labels(kind)}
        near = get_close_matches(normalised(text), labels, n=1, cutoff=NEAR)
        if not near:
            raise UnknownWord(text)
        return labels[near[0]]

    def field(self, line: str) -> None:
        """A field of the unit above, or of the list."""
        self.below = None
        label, colon, text = line.partition(":")
        if not colon or self.record is None:
            raise Unreadable(line)
        key, record, into = self.owner(label)
        shape = record.fields[key].shape
        if text.strip() or isinstance(shape, Map):
            value = self.reader.value(shape, text, (key,))
            shape.read(value)
            into[key] = value
        elif isinstance(shape, (Several, String)):
            into[key] = [] if isinstance(shape, Several) else ""
            self.below = Below(key, shape, into)
        else:
            raise Unreadable(line)

    def owner(self, label: str) -> tuple[str, Record, dict[str, Any]]:
        """The key that a label means, with the record that has it and the data that it goes into."""
        with suppress(UnknownWord):
            if self.record:
                return self.words.key(label, self.record.fields), self.record, self.into
        key = self.words.key(label, self.shape.fields)
        self.record, self.into = self.shape, self.reading.data
        return key, self.shape, self.into

    def entry(self, below: "Below", text: str) -> None:
        value = self.reader.item(below.shape.shape, text, (below.key,))
        below.shape.read([*below.into[below.key], value])
        below.into[below.key].append(value)

    def quoted_line(self, below: "Below", text: str) -> None:
        value = f"{below.into[below.key]}\n{text}" if below.quotes else text
        below.shape.read(value)
        below.into[below.key], below.quotes = value, below.quotes + 1


@dataclass(slots=True)
class Below:
    """The field that the lines below it belong to, which are its entries or those of its text: `quotes` were read."""

    key: str
    shape: Any
    into: dict[str, Any]
    quotes: int = 0
