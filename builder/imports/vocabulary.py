"""What a piece of a typed text may be in one game: a label, the game itself, figures, an entry of its book."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from builder.imports.figures import Figures, unwrapped
from builder.imports.matching import Match, Matcher, Target, is_called
from builder.imports.typed_lines import QUOTE, Typed, pieces_of
from builder.texts.words import YES_NO, normalised
from rules.shapes import Flag, Record, Several
from rules.text import Text

NOT_LABELS = ("format", "game", "kind", "units", "count", "log")
MOST_REMEMBERED = 10_000  # pieces of one text
LEAST_PARTED, MOST_WORDS = 2, 6  # names of the book in a piece without commas; words of a name


class Vocabulary:
    """Asks the matcher of a game about the pieces of one text, about each once."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher, self.words = matcher, matcher.words
        self.shape, self.kinds = matcher.shape, matcher.kinds
        self.figures = Figures(matcher.words)
        self.remembered = lru_cache(MOST_REMEMBERED)(matcher.match)

    def match(self, piece: str, kinds: Sequence[str], ready_made: bool = True) -> Match:
        return self.remembered(piece, tuple(kinds), ready_made)

    def match_any(self, piece: str) -> Match:
        """What a piece means in a unit of any kind."""
        return self.match(piece, tuple(self.kinds))

    def is_game(self, piece: str) -> bool:
        return is_called(normalised(piece), self.matcher.game_names)

    def label(self, text: str, *records: Record) -> str | None:
        """The key that a text is the label of, in one of these records."""
        wanted = normalised(text)
        for record in records:
            for key, (shape, _default) in record.fields.items():
                if key in NOT_LABELS or isinstance(unwrapped(shape), Flag):
                    continue
                if is_called(wanted, self.words.labels(key)):
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
                if isinstance(item, Several) and is_called(wanted, self.words.labels(key)):
                    return self.words.text(key)
        return None

    def is_said_of_units(self, text: str, ready_made: bool = True) -> bool:
        match = self.match(text, tuple(self.kinds), ready_made)
        if match.sure and match.choices[0].path and not self.is_type(match.choices[0]):
            return True
        return any(self.figures.all_of(text, record) for record in self.kinds.values())

    def is_type(self, target: Target) -> bool:
        """Whether a target is what a unit is, rather than something that it has."""
        shape = self.kinds[target.kind].fields[target.path[0]].shape if target.path else None
        return not isinstance(unwrapped(shape), (Several, Flag))

    def pieces(self, line: Typed) -> list[str]:
        """The pieces of a line; two that are the name of one entry, such as "Shotgun, pump", are one."""
        joined: list[str] = []
        for piece in chain.from_iterable(map(self.without_figures, pieces_of(line.text))):
            if name := self.one_name(joined[-1], piece) if joined else None:
                joined[-1] = name
            else:
                joined.append(piece)
        return [part for piece in joined for part in self.parted(piece)]

    def without_figures(self, piece: str) -> list[str]:
        """A piece and the figures in it apart: "Jo Rep 5 pistol" is three."""
        if piece.startswith(QUOTE):
            return [piece]
        for record in self.kinds.values():
            parts = self.figures.cut(piece, record)
            if any(path for _text, path, _number in parts):
                return [text for text, _path, _number in parts]
        return [piece]

    def one_name(self, piece: str, following: str) -> str | None:
        """What something of the book is called by both, or is called so but for a slip."""
        if normalised(f"{piece} {following}") in self.matcher.names:
            return f"{piece} {following}"
        if {normalised(piece), normalised(following)} & self.matcher.names.keys():
            return None
        return next(
            (name for name in (f"{piece} {following}", f"{following} {piece}") if self.match_any(name).sure), None
        )

    def is_heading(self, line: Typed) -> bool:
        """Whether a line says of which kind the next units are."""
        pieces = pieces_of(line.text) if line.is_heading else []
        match = self.match_any(pieces[0]) if len(pieces) == 1 else None
        return bool(match and match.sure and not match.choices[0].path and not match.choices[0].is_ready_made)

    def parted(self, piece: str) -> list[str]:
        """What stands in a piece without commas, as in "Gordon chef épée": a name, then two names of the book or more.

        The piece as it is where words that the book has not stand behind those that it has.
        """
        words = piece.split()
        if piece.startswith(QUOTE) or len(words) < LEAST_PARTED or normalised(piece) in self.matcher.names:
            return [piece]
        names: list[str] = []
        end = len(words)
        while end:
            texts = (" ".join(words[start:end]) for start in range(max(0, end - MOST_WORDS), end))
            name = next((text for text in texts if normalised(text) in self.matcher.names), None)
            if name is None:
                break
            names.insert(0, name)
            end -= len(name.split())
        if len(names) < LEAST_PARTED:
            return [piece]
        return [" ".join(words[:end]), *names] if end else names
