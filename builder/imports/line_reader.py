"""One line of a typed text, read into the data of the list's head or of a unit."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from builder.imports import figures
from builder.imports.matching import HEAD, Match, Target, meaning_of
from builder.imports.typed_lines import CONJUNCTIONS, Typed, counted
from builder.imports.vocabulary import Vocabulary
from builder.texts.reading import Part
from builder.texts.spec import TEXTS
from builder.texts.values import head_key
from rules.shapes import Record, Refused, Several, String

Choices = Mapping[tuple[int, int], str]  # what the player chose, by (line, piece): `Target.word`, "" for a note


@dataclass(slots=True)
class LineReader:
    """Reads the pieces of one line.

    whole  -- the data of the list
    record, data, kinds -- of the head, or of the unit that the line belongs to
    parts  -- the pieces that were read; some may have been before
    alone  -- the unit is one name, which may be a ready-made unit's
    key    -- the key whose label was read last
    """

    vocabulary: Vocabulary
    choices: Choices
    whole: dict[str, Any]
    line: Typed
    record: Record
    data: dict[str, Any]
    kinds: list[str]
    parts: list[Part] = field(default_factory=list)
    alone: bool = False
    key: str | None = None

    def read(self, pieces: Sequence[str]) -> None:
        if self.vocabulary.figures.all_of(self.line.whole, self.record):
            pieces = [self.line.whole]
        elif self.is_text(pieces):
            return
        for piece in pieces:
            for text, path, number in self.vocabulary.figures.cut(piece, self.record):
                if path:
                    figures.put(self.data, path, number)
                    self.understood(text, self.vocabulary.words.text(path[-1]))
                else:
                    self.piece(text)

    def is_text(self, pieces: Sequence[str]) -> bool:
        """Take the rest of the line as it is, where its first piece is the label of a text; whether it is."""
        key = self.vocabulary.label(pieces[0], self.record) if len(pieces) > 1 else None
        label, _colon, text = self.line.whole.partition(":")
        if key is None or not text.strip() or not isinstance(self.record.fields[key].shape, String):
            return False
        try:
            self.data[key] = self.record.fields[key].shape.read(text.strip())
        except Refused:
            return False
        self.understood(label.strip(), self.vocabulary.words.text(key))
        return True

    def understood(self, piece: str, meaning: Any) -> None:
        self.parts.append(Part(piece, meaning))

    def piece(self, piece: str) -> None:
        """What a piece says: a label, the game, an entry of the book; else it is left for a note."""
        if key := self.vocabulary.label(piece, self.record):
            self.key = key
            self.understood(piece, self.vocabulary.words.text(key))
        elif word := self.vocabulary.label_of_items(piece, self.record):
            self.understood(piece, word)
        elif self.kinds == [HEAD] and self.vocabulary.is_game(piece):
            self.understood(piece, self.vocabulary.words.book.name)
        else:
            self.entry(piece)

    def entry(self, piece: str) -> None:
        number = len(self.parts)
        count, name = counted(piece)
        match = self.chosen(number) or self.vocabulary.match(name, self.kinds, self.alone)
        if match.sure and self.put(match.choices[0], count):
            self.understood(piece, meaning_of(match.choices[0], self.vocabulary.words))
        elif self.in_own_words(piece):
            self.understood(piece, self.vocabulary.words.text(self.key or ""))
        elif CONJUNCTIONS.search(piece) and (self.line.number, number) not in self.choices:
            for half in CONJUNCTIONS.split(piece):
                self.piece(half.strip())
        else:
            choices = (target.as_choice(self.vocabulary.words) for target in match.choices)
            self.parts.append(Part(piece, None, tuple(choices), number))

    def chosen(self, number: int) -> Match | None:
        """What the player chose for a piece; None where nothing was asked."""
        word = self.choices.get((self.line.number, number))
        if word is None:
            return None
        targets = (target for targets in self.vocabulary.matcher.names.values() for target in targets)
        choices = tuple(target for target in targets if target.word == word and target.kind in self.kinds)[:1]
        return Match(sure=bool(choices), choices=choices)

    def in_own_words(self, piece: str) -> bool:
        """Put what players name themselves, such as a piece of equipment, under the label before it."""
        shape = self.record.fields[self.key].shape if self.key else None
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

    def put(self, target: Target, count: int) -> bool:
        """Write what a piece means into the data, an item so many times; False where it belongs to nothing."""
        key, *inner = target.path or [""]
        if not key:
            ready_made = deepcopy(target.entry.unit) if target.slug else {}
            self.data.update({**ready_made, **self.data})
        elif inner:
            return self.put_inside(key, inner[0], target)
        elif isinstance(self.record.fields[key].shape, Several):
            item = TEXTS[self.whole["game"]].item(self.whole, key, target.slug)
            self.data.setdefault(key, []).extend(deepcopy(item) for _copy in range(count))
        else:
            self.data[key] = target.slug or True
        return True

    def put_inside(self, key: str, inner: str, target: Target) -> bool:
        """Add to the last item of a list, such as ammunition to a weapon, if there is one."""
        items = self.data.get(key)
        if not items:
            return False
        item = items[-1] if isinstance(items[-1], dict) else {"item": items[-1]}
        item[inner] = [*item.get(inner, []), target.slug] if target.slug else True
        items[-1] = item
        return True
