"""A list typed by hand, or by another builder -> a document as far as it can be understood, line by line."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from builder.imports import figures
from builder.imports.figures import Figures, unwrapped
from builder.imports.matching import HEAD, Match, Matcher, Target, is_called, meaning_of
from builder.imports.typed_lines import CONJUNCTIONS, QUOTE, Typed, counted, pieces_of, typed_line, typed_lines
from builder.texts.reading import Part, TextLine, TextReading
from builder.texts.spec import TEXTS
from builder.texts.values import head_key
from builder.texts.words import YES_NO, normalised, words_of
from rules.document import FORMAT
from rules.loading import NoBook, catalogue
from rules.registry import GAMES
from rules.shapes import LONGEST_TEXT, Flag, Record, Several, String
from rules.text import Text

Choices = Mapping[tuple[int, int], str]  # what the player chose, by (line, piece): `Target.word`, "" for a note
NOT_LABELS = ("format", "game", "kind", "units", "count", "log")
LEAST_WORDS = 3  # of a line that is a remark rather than the name of a unit
NAMES_GAME = 100  # what the name of a game counts, a name of its book being 1


def read_free_text(text: str, game: str | None = None, choices: Choices | None = None) -> TextReading | None:
    """The list in a text; None where nothing of any game is in it. Raises `Refused` for too many lines.

    game    -- its slug; None: the game whose book has most of what the text names
    choices -- what the player chose of what was not sure
    """
    lines = typed_lines(text)
    scores = {slug: score(matcher, lines) for slug, matcher in matchers().items() if game in (None, slug)}
    best = max(scores, key=lambda slug: scores[slug], default=None)
    if best is None or (game is None and not scores[best]):
        return None
    return FreeReader(matchers()[best], lines, choices or {}).read()


def mended(reading: TextReading, choices: Choices | None = None) -> TextReading:
    """A text of ours whose lines were typed into: what is not understood as it stands is read as if typed by hand."""
    if not reading.not_understood:
        return reading
    matcher = matchers()[reading.data["game"]]
    reader = FreeReader(matcher, (), choices or {})
    reader.data = reading.data
    lines = [line if line.understood else reader.mended(line) for line in reading.lines]
    return TextReading(reading.data, lines)


_MATCHERS: dict[str, Matcher] = {}


def matchers() -> dict[str, Matcher]:
    """The matcher of each game whose book is loaded, made once for each state of the book."""
    for slug, game in GAMES.items():
        try:
            words = words_of(catalogue(slug))
        except NoBook:
            _MATCHERS.pop(slug, None)
            continue
        if slug not in _MATCHERS or _MATCHERS[slug].words is not words:
            _MATCHERS[slug] = Matcher(game, words)
    return {slug: _MATCHERS[slug] for slug in GAMES if slug in _MATCHERS}


def score(matcher: Matcher, lines: Sequence[Typed]) -> int:
    """How much of a text a game's book has; its own name counts more than all else."""
    pieces = {normalised(piece) for line in lines for piece in pieces_of(line.text)}
    count = sum(
        1 for line in lines for record in matcher.kinds.values() if Figures(matcher.words).has_any(line.whole, record)
    )
    return len(pieces & matcher.names.keys()) + count + NAMES_GAME * bool(matcher.game_names & pieces)


class FreeReader:
    """Reads one list."""

    def __init__(self, matcher: Matcher, lines: Sequence[Typed], choices: Choices) -> None:
        self.matcher, self.words, self.choices, self.lines = matcher, matcher.words, choices, lines
        self.figures = Figures(matcher.words)
        self.spec = TEXTS[matcher.words.book.game]
        self.shape, self.kinds = matcher.shape, matcher.kinds
        self.data: dict[str, Any] = {"format": FORMAT, "game": matcher.words.book.game, "units": []}
        self.read_lines: list[TextLine] = []

    def read(self) -> TextReading:
        head, units = self.divided()
        for line in head:
            self.read_head_line(line)
        for lines in units:
            self.read_unit(lines)
        return TextReading(self.data, self.read_lines)

    # --- which line is what ---

    def divided(self) -> tuple[list[Typed], list[list[Typed]]]:
        """The lines of the head, and those of each unit."""
        head: list[Typed] = []
        units: list[list[Typed]] = []
        title = False
        for line in self.lines:
            is_title = not title and not units and self.may_be_title(line)
            if units and self.belongs(line, units[-1][0]):
                units[-1].append(line)
            elif not units and (is_title or self.is_head(line)):
                head.append(line)
                title = title or is_title
            elif units and self.is_remark(line):
                units[-1].append(line)
            else:
                units.append([line])
        return head, units

    def is_remark(self, line: Typed) -> bool:
        """Whether a line names neither a unit nor anything of the book."""
        if line.is_bullet or line.has_points or line.count > 1 or len(line.text.split()) < LEAST_WORDS:
            return False
        kinds = list(self.kinds)
        known = (self.matcher.match(piece, kinds).choices for piece in pieces_of(line.text))
        return not any(known) and not any(self.figures.has_any(line.whole, record) for record in self.kinds.values())

    def may_be_title(self, line: Typed) -> bool:
        pieces = pieces_of(line.text)
        if line.is_bullet or line.count > 1 or not pieces or self.is_head(line):
            return False
        match = self.matcher.match(pieces[0], list(self.kinds))
        return not (match.sure and self.is_type(match.choices[0]))

    def belongs(self, line: Typed, top: Typed) -> bool:
        """Whether a line says more of the unit that begins with the line `top`."""
        if line.indent > top.indent or (line.is_bullet and not top.is_bullet and not line.is_numbered):
            return True
        if line.indent < top.indent or line.has_points or line.count > 1 or line.is_bullet:
            return False
        pieces = pieces_of(line.text)
        if not pieces or self.label(pieces[0], *self.kinds.values()):
            return True
        return not line.is_after_gap and all(self.is_said_of_units(piece) for piece in pieces)

    def is_head(self, line: Typed) -> bool:
        pieces = pieces_of(line.text)
        if line.count > 1 or not pieces or self.figures.all_of(line.whole, self.shape):
            return line.count == 1
        return bool(self.label(pieces[0], self.shape)) or all(
            self.matcher.match(piece, [HEAD]).sure or self.is_game(piece) for piece in pieces
        )

    def is_game(self, piece: str) -> bool:
        return is_called(normalised(piece), self.matcher.game_names)

    def label(self, text: str, *records: Record) -> str | None:
        """The key that a text is the label of, in one of these records."""
        wanted = normalised(text)
        for record in records:
            for key, (shape, _default) in record.fields.items():
                if key in NOT_LABELS or isinstance(unwrapped(shape), Flag):
                    continue
                if is_called(wanted, self.figures.labels(key)):
                    return key
        return None

    def label_of_items(self, text: str, record: Record) -> Text | None:
        """What a text means that is a label within the items of a list, or the "yes" behind a flag."""
        wanted = normalised(text)
        if wanted in (YES_NO[True].fr, YES_NO[True].en):
            return YES_NO[True]
        for shape, _default in record.fields.values():
            inner = getattr(shape, "shape", None) if isinstance(shape, Several) else None
            for key, (item, _inner_default) in inner.fields.items() if isinstance(inner, Record) else ():
                if isinstance(item, Several) and is_called(wanted, self.figures.labels(key)):
                    return self.words.text(key)
        return None

    def is_said_of_units(self, text: str) -> bool:
        match = self.matcher.match(text, list(self.kinds))
        if match.sure and match.choices[0].path and not self.is_type(match.choices[0]):
            return True
        return any(self.figures.all_of(text, record) for record in self.kinds.values())

    def is_type(self, target: Target) -> bool:
        """Whether a target is what a unit is, rather than something that it has."""
        shape = self.kinds[target.kind].fields[target.path[0]].shape if target.path else None
        return not isinstance(unwrapped(shape), (Several, Flag))

    # --- the lines of the head, and those of a unit ---

    def read_head_line(self, line: Typed) -> None:
        pieces = self.pieces(line)
        if line.budget is not None and "budget" in self.shape.fields:
            self.data["budget"] = line.budget
        parts: list[Part] = []
        if "name" not in self.data and not self.is_head(line):
            parts.append(self.named(pieces.pop(0), self.data))
        LineReader(self, line, self.shape, self.data, [HEAD], parts).read(pieces)
        self.add(line, parts, None)

    def read_unit(self, lines: Sequence[Typed]) -> None:
        index = len(self.data["units"])
        pieces = [self.pieces(line) for line in lines]
        kind = self.kind_of([piece for of_line in pieces for piece in of_line], index)
        record = self.kinds[kind]
        data: dict[str, Any] = {"kind": kind}
        self.data["units"].append(data)
        if lines[0].count > 1 and record.fields["count"].shape.most is None:
            data["count"] = lines[0].count
        alone = sum(map(len, pieces)) == 1
        for line, of_line in zip(lines, pieces, strict=True):
            parts = self.name(of_line, record, data, kind, alone) if line is lines[0] else []
            LineReader(self, line, record, data, [kind], parts, alone).read(of_line)
            self.add(line, parts, index)

    def name(self, pieces: list[str], record: Record, data: dict[str, Any], kind: str, alone: bool) -> list[Part]:
        """Take the name of a unit off its pieces: what is quoted, else the first if units neither are nor have it."""
        quoted = next((piece for piece in pieces if piece.startswith(QUOTE)), None)
        if quoted:
            pieces.remove(quoted)
            return [self.named(quoted, data)]
        if not pieces or self.matcher.match(counted(pieces[0])[1], [kind], alone).sure:
            return []
        text, path, _number = self.figures.cut(pieces[0], record)[0]
        if path:
            return []
        pieces[0] = pieces[0].removeprefix(text).strip()
        if not pieces[0]:
            pieces.pop(0)
        return [self.named(text, data)]

    def pieces(self, line: Typed) -> list[str]:
        """The pieces of a line; two that are the name of one entry, such as "Shotgun, pump", are one."""
        joined: list[str] = []
        for piece in pieces_of(line.text):
            if joined and normalised(f"{joined[-1]} {piece}") in self.matcher.names:
                joined[-1] += f" {piece}"
            else:
                joined.append(piece)
        return joined

    def named(self, piece: str, data: dict[str, Any]) -> Part:
        data["name"] = piece.strip(QUOTE)[:LONGEST_TEXT]
        return Part(data["name"], self.words.text("name"))

    def kind_of(self, pieces: Sequence[str], index: int) -> str:
        """The kind of a unit that most of what it says fits."""
        usual = self.spec.kind(index) if self.spec.kind else next(iter(self.kinds))
        scores = dict.fromkeys([usual, *self.kinds], 0)
        for kind in scores:
            matches = [self.matcher.match(piece, [kind]) for piece in pieces]
            scores[kind] = sum(10 * (not match.choices[0].path) + 1 for match in matches if match.sure)
        return max(scores, key=lambda kind: scores[kind])

    def mended(self, line: TextLine) -> TextLine:
        """A line of a unit that was read, or of the head, piece by piece."""
        typed = typed_line(line.number, line.text)
        record, data, kinds = self.shape, self.data, [HEAD]
        if line.unit is not None:
            data = self.data["units"][line.unit]
            record, kinds = self.kinds[data["kind"]], [data["kind"]]
        parts: list[Part] = []
        LineReader(self, typed, record, data, kinds, parts).read(self.pieces(typed))
        understood = bool(parts) and all(part.understood for part in parts)
        return TextLine(line.number, line.text, understood, line.unit, tuple(parts))

    def add(self, line: Typed, parts: Sequence[Part], unit: int | None) -> None:
        understood = all(part.understood for part in parts)
        self.read_lines.append(TextLine(line.number, line.line, understood, unit, tuple(parts)))


class LineReader:
    """Reads the pieces of one line into the data of the head or of a unit.

    parts -- those that were read before; alone: the unit is one name, which may be a ready-made unit's
    """

    def __init__(
        self,
        reader: FreeReader,
        line: Typed,
        record: Record,
        data: dict[str, Any],
        kinds: list[str],
        parts: list[Part],
        alone: bool = False,
    ) -> None:
        self.alone = alone
        self.reader, self.line, self.record, self.data, self.kinds, self.parts = (
            reader,
            line,
            record,
            data,
            kinds,
            parts,
        )
        self.key: str | None = None  # whose label was read last

    def read(self, pieces: Sequence[str]) -> None:
        if self.reader.figures.all_of(self.line.whole, self.record):
            pieces = [self.line.whole]
        for piece in pieces:
            for text, path, number in self.reader.figures.cut(piece, self.record):
                if path:
                    figures.put(self.data, path, number)
                    self.understood(text, self.reader.words.text(path[-1]))
                else:
                    self.piece(text)

    def understood(self, piece: str, meaning: Any) -> None:
        self.parts.append(Part(piece, meaning))

    def piece(self, piece: str) -> None:
        """What a piece says: a label, the game, an entry of the book; else it is left for a note."""
        if key := self.reader.label(piece, self.record):
            self.key = key
            self.understood(piece, self.reader.words.text(key))
        elif word := self.reader.label_of_items(piece, self.record):
            self.understood(piece, word)
        elif self.kinds == [HEAD] and self.reader.is_game(piece):
            self.understood(piece, self.reader.words.book.name)
        else:
            self.entry(piece)

    def entry(self, piece: str) -> None:
        number = len(self.parts)
        count, name = counted(piece)
        match = self.chosen(number) or self.reader.matcher.match(name, self.kinds, self.alone)
        if match.sure:
            for _copy in range(count):
                self.put(match.choices[0])
            self.understood(piece, meaning_of(match.choices[0], self.reader.words))
        elif self.in_own_words(piece):
            self.understood(piece, self.reader.words.text(self.key or ""))
        elif CONJUNCTIONS.search(piece) and (self.line.number, number) not in self.reader.choices:
            for half in CONJUNCTIONS.split(piece):
                self.piece(half.strip())
        else:
            self.parts.append(Part(piece, None, match.choices, number))

    def chosen(self, number: int) -> Match | None:
        """What the player chose for a piece; None where nothing was asked."""
        word = self.reader.choices.get((self.line.number, number))
        if word is None:
            return None
        targets = (target for targets in self.reader.matcher.names.values() for target in targets)
        choices = tuple(target for target in targets if target.word == word and target.kind in self.kinds)[:1]
        return Match(sure=bool(choices), choices=choices)

    def in_own_words(self, piece: str) -> bool:
        """Put what players name themselves, such as a piece of equipment, under the label before it."""
        shape = self.record.fields[self.key].shape if self.key else None
        if isinstance(shape, String):
            before = self.data.get(self.key or "")
            self.data[self.key or ""] = f"{before}, {piece}" if before else piece
            return True
        if not isinstance(shape, Several):
            return False
        inner = getattr(shape.shape, "choices", (shape.shape,))[-1]
        if isinstance(inner, String):
            self.data.setdefault(self.key or "", []).append(piece)
        elif isinstance(inner, Record) and isinstance(inner.fields[head_key(inner)].shape, String):
            self.data.setdefault(self.key or "", []).append({head_key(inner): piece})
        else:
            return False
        return True

    def put(self, target: Target) -> None:
        """Write what a piece means into the data."""
        if not target.path:
            if target.slug:
                self.data |= deepcopy(target.entry.unit) | {
                    key: self.data[key] for key in ("name", "count") if key in self.data
                }
            return
        key, *inner = target.path
        shape = self.record.fields[key].shape
        if inner:
            self.put_inside(key, inner[0], target)
        elif isinstance(shape, Several):
            item = self.reader.spec.item(self.reader.data, key, target.slug)
            self.data.setdefault(key, []).append(item)
        else:
            self.data[key] = target.slug or True

    def put_inside(self, key: str, inner: str, target: Target) -> None:
        """Add to the last item of a list, such as ammunition to a weapon."""
        items = self.data.setdefault(key, [])
        if not items:
            return
        item = items[-1] if isinstance(items[-1], dict) else {"item": items[-1]}
        item[inner] = [*item.get(inner, []), target.slug] if target.slug else True
        items[-1] = item
