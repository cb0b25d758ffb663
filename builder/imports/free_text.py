"""A list typed by hand, or by another builder -> a document as far as it can be understood, line by line."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from builder.imports.division import Division
from builder.imports.figures import Figures
from builder.imports.line_reader import Choices, LineReader
from builder.imports.matching import HEAD, Match, Matcher
from builder.imports.typed_lines import QUOTE, Typed, check_length, counted, pieces_of, typed_line, typed_lines
from builder.imports.vocabulary import Vocabulary
from builder.texts.reading import Part, TextLine, TextReading
from builder.texts.spec import TEXTS
from builder.texts.words import normalised, words_of
from rules.document import FORMAT
from rules.loading import NoBook, catalogue
from rules.registry import GAMES
from rules.shapes import LONGEST_TEXT, Record

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
    check_length(sum(len(line.text) for line in reading.not_understood))
    reader = FreeReader(matcher, (), choices or {})
    reader.data.update(reading.data)
    lines = [line if line.understood else reader.mended(line) for line in reading.lines]
    return TextReading(reader.data, lines)


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
        self.vocabulary, self.lines = Vocabulary(matcher), lines
        self.division, self.words = Division(self.vocabulary), matcher.words
        self.figures, self.shape, self.kinds = self.vocabulary.figures, matcher.shape, matcher.kinds
        self.spec = TEXTS[matcher.words.book.game]
        self.data: dict[str, Any] = {"format": FORMAT, "game": matcher.words.book.game, "units": []}
        self.reader = partial(LineReader, self.vocabulary, choices, self.data)
        self.read_lines: list[TextLine] = []

    def read(self) -> TextReading:
        head, units = self.division.of(self.lines)
        for line in head:
            self.read_head_line(line)
        for lines in units:
            self.read_unit(lines)
        return TextReading(self.data, self.read_lines)

    def read_head_line(self, line: Typed) -> None:
        pieces = self.vocabulary.pieces(line)
        if line.budget is not None and "budget" in self.shape.fields:
            self.data["budget"] = line.budget
        parts: list[Part] = []
        if self.vocabulary.is_heading(line):
            kind = self.vocabulary.match_any(pieces[0]).choices[0].kind
            return self.add(line, [Part(pieces[0], self.words.text(kind))], None)
        if "name" not in self.data and not self.division.is_head(line):
            parts.append(self.named(pieces.pop(0), self.data))
        self.reader(line, self.shape, self.data, [HEAD], parts).read(pieces)
        return self.add(line, parts, None)

    def read_unit(self, lines: Sequence[Typed]) -> None:
        index = len(self.data["units"])
        pieces = [self.vocabulary.pieces(line) for line in lines]
        kind = self.kind_of([piece for of_line in pieces for piece in of_line], index)
        record = self.kinds[kind]
        data: dict[str, Any] = {"kind": kind}
        self.data["units"].append(data)
        if lines[0].count > 1 and record.fields["count"].shape.most is None:
            data["count"] = lines[0].count
        alone = sum(map(len, pieces)) == 1
        for line, of_line in zip(lines, pieces, strict=True):
            if line is not lines[0] and line.count > 1 and of_line:
                of_line[0] = f"{line.count} {of_line[0]}"
            further = [piece for other in pieces for piece in other][1:]
            parts = self.name(of_line, further, record, data, alone) if line is lines[0] else []
            self.reader(line, record, data, [kind], parts, alone).read(of_line)
            self.add(line, parts, index)

    def name(
        self, pieces: list[str], further: Sequence[str], record: Record, data: dict[str, Any], alone: bool
    ) -> list[Part]:
        """Take the name of a unit off its pieces: what is quoted, else the first if units neither are nor have it.

        further -- the pieces of the unit behind the first
        """
        kind = data["kind"]
        quoted = next((piece for piece in pieces if piece.startswith(QUOTE)), None)
        if quoted:
            pieces.remove(quoted)
            return [self.named(quoted, data)]
        match = self.vocabulary.match(counted(pieces[0])[1], [kind], alone) if pieces else None
        if match is None or (match.sure and not self.is_repeated(match, kind, further)):
            return []
        text, path, _number = self.figures.cut(pieces[0], record)[0]
        if path:
            return []
        pieces[0] = pieces[0].removeprefix(text).strip()
        if not pieces[0]:
            pieces.pop(0)
        return [self.named(text, data)]

    def is_repeated(self, match: Match, kind: str, further: Sequence[str]) -> bool:
        """Whether what a unit has is named again behind it: "Le chef: chef, fusil" is called so."""
        target = match.choices[0]
        if self.vocabulary.is_type(target) or not target.path:
            return False
        others = (self.vocabulary.match(counted(piece)[1], [kind]) for piece in further)
        return any(other.sure and other.choices[0] == target for other in others)

    def named(self, piece: str, data: dict[str, Any]) -> Part:
        data["name"] = piece.strip(QUOTE)[:LONGEST_TEXT]
        return Part(data["name"], self.words.text("name"))

    def kind_of(self, pieces: Sequence[str], index: int) -> str:
        """The kind of a unit that most of what it says fits."""
        usual = self.spec.kind(index) if self.spec.kind else next(iter(self.kinds))
        scores = dict.fromkeys([usual, *self.kinds], 0)
        for kind in scores:
            matches = [self.vocabulary.match(piece, [kind]) for piece in pieces]
            scores[kind] = sum(10 * self.vocabulary.is_type(match.choices[0]) + 1 for match in matches if match.sure)
        return max(scores, key=lambda kind: scores[kind])

    def mended(self, line: TextLine) -> TextLine:
        """A line of a unit that was read, or of the head, piece by piece."""
        typed = typed_line(line.number, line.text)
        record, data, kinds = self.shape, self.data, [HEAD]
        if line.unit is not None:
            data = self.data["units"][line.unit]
            record, kinds = self.kinds[data["kind"]], [data["kind"]]
        parts: list[Part] = []
        self.reader(typed, record, data, kinds, parts).read(self.vocabulary.pieces(typed))
        understood = bool(parts) and all(part.understood for part in parts)
        return TextLine(line.number, line.text, understood, line.unit, tuple(parts))

    def add(self, line: Typed, parts: Sequence[Part], unit: int | None) -> None:
        understood = all(part.understood for part in parts)
        self.read_lines.append(TextLine(line.number, line.line, understood, unit, tuple(parts)))
