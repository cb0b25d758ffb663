"""What a piece of a typed text may be in one game: a label, the game itself, figures, an entry of its book."""

from collections.abc import Sequence
from functools import lru_cache

from builder.imports.figures import Figures, unwrapped
from builder.imports.matching import Match, Matcher, Target, is_called
from builder.imports.typed_lines import Typed, pieces_of
from builder.texts.words import YES_NO, normalised
from rules.shapes import Flag, Record, Several
from rules.text import Text

NOT_LABELS = ("format", "game", "kind", "units", "count", "log")
MOST_REMEMBERED = 10_000  # pieces of one text


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

    def is_said_of_units(self, text: str) -> bool:
        match = self.match_any(text)
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
        for piece in pieces_of(line.text):
            if joined and normalised(f"{joined[-1]} {piece}") in self.matcher.names:
                joined[-1] += f" {piece}"
            else:
                joined.append(piece)
        return joined
