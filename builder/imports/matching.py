"""Names in a text typed by hand -> entries of the book: how sure that is, and what else it may be."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from builder.imports.typed_lines import ARTICLES
from builder.texts.reading import Choice
from builder.texts.spec import TEXTS
from builder.texts.values import head_key
from builder.texts.words import Words, names_of, normalised
from rules.game import Game
from rules.shapes import Flag, Maybe, Record, Several, Slug
from rules.text import Text

# Of 100, by `ratio` of normalised names: sure at 80 with 5 ahead of the next, where it is a slip of the fingers. Other
# scorers of rapidfuzz take parts of a name for the whole.
SURE, AHEAD, LIKELY = 80, 5, 60
SHORTEST_SLIP, LETTERS_A_SLIP, MOST_SLIPS = 4, 5, 2  # letters of a word with one, letters for each of a name, in a name
MOST_CHOICES = 5
HEAD = ""
SHORTEST_START, LEAST_START = 2, 10  # words and letters of the beginning of a game's name
LABEL, SHORTEST_LABEL = 80, 5  # of labels, of which there are few: how alike, and from how many letters on
Path = tuple[str, ...]


def is_called(label: str, names: Set[str]) -> bool:
    """Whether a normalised label is one of these, or nearly."""
    if label in names:
        return True
    return len(label) >= SHORTEST_LABEL and any(fuzz.ratio(label, name) >= LABEL for name in names)


def is_slip(name: str, meant: str) -> bool:
    """Whether a normalised name is another that was mistyped, or stands in the plural.

    One slip a word: a "mitraillette" is no "mitrailleuse".
    """
    if name.replace(" ", "") == meant.replace(" ", ""):
        return True
    words, others = ([word.rstrip("sx") for word in text.split()] for text in (name, meant))
    if len(words) == len(others):
        slips = [OSA.distance(*pair) for pair in zip(words, others, strict=True)]
        short = any(slip and len(word) < SHORTEST_SLIP for slip, word in zip(slips, words, strict=True))
        return max(slips) <= 1 and sum(slips) <= MOST_SLIPS and not short
    return len(name) >= LETTERS_A_SLIP * MOST_SLIPS and OSA.distance(name, meant) <= MOST_SLIPS


@dataclass(frozen=True, slots=True)
class Target:
    """What a name may mean: an entry under these keys of a unit of this kind, or of the list's head (`HEAD`).

    path -- the keys; () for the kind alone, or a ready-made unit. entry: None for a flag
    """

    kind: str
    path: Path
    slug: str = ""
    entry: Any = None

    @property
    def identity(self) -> tuple[Path, str]:
        return self.path, self.slug

    @property
    def is_ready_made(self) -> bool:
        """Whether it is a ready-made unit of the book."""
        return not self.path and bool(self.slug)

    @property
    def word(self) -> str:
        """By which a form names it."""
        return f"{self.kind}:{'.'.join(self.path)}={self.slug}"

    def as_choice(self, words: Words) -> Choice:
        return Choice(self.word, meaning_of(self, words), getattr(self.entry, "cost", None))


@dataclass(frozen=True, slots=True)
class Match:
    """What a name was understood as. sure: without asking; choices: what it may be, the likeliest first."""

    sure: bool
    choices: tuple[Target, ...] = ()


def meaning_of(target: Target, words: Words) -> Text:
    """What a player reads of a target."""
    if target.entry is not None:
        return target.entry.name
    return words.text(target.path[-1] if target.path else target.kind)


class Matcher:
    """The names that one game's lists may have, in both languages."""

    def __init__(self, game: Game, words: Words) -> None:
        self.words, self.spec = words, TEXTS[game.slug]
        self.shape: Record = game.shape
        self.kinds: dict[str, Record] = self.shape.fields["units"].shape.shape.records

    @cached_property
    def names(self) -> dict[str, list[Target]]:
        """What each normalised name may mean."""
        names: dict[str, list[Target]] = {}
        for text, target in self.named():
            spellings = (text.fr, text.en, ARTICLES.sub("", text.fr), ARTICLES.sub("", text.en))
            for name in set(map(normalised, spellings)) - {""}:
                if target not in names.setdefault(name, []):
                    names[name].append(target)
        return names

    @cached_property
    def game_names(self) -> set[str]:
        """The game's name, its slug, and how the name begins: "Red Button"."""
        names = {self.words.game(language) for language in ("fr", "en")}
        called = {normalised(name) for whole in names for name in (whole, *whole.split(":"))}
        words = [name.split() for name in called]
        starts = {" ".join(name[:number]) for name in words for number in range(SHORTEST_START, len(name))}
        return called | {normalised(self.words.book.game)} | {start for start in starts if len(start) >= LEAST_START}

    @cached_property
    def spellings(self) -> list[str]:
        return list(self.names)

    def named(self) -> Iterator[tuple[Any, Target]]:
        for profile in self.words.book.profiles.values():
            yield profile.name, Target(profile.unit["kind"], (), profile.slug, profile)
        for kind, record in [(HEAD, self.shape), *self.kinds.items()]:
            if kind:
                yield self.words.text(kind), Target(kind, ())
            for key, (shape, _default) in record.fields.items():
                yield from self.under(kind, (key,), shape)

    def under(self, kind: str, path: Path, shape: Any) -> Iterator[tuple[Any, Target]]:
        """The entries that a field may name, and those that its items may have."""
        if isinstance(shape, Maybe):
            yield from self.under(kind, path, shape.shape)
        elif isinstance(shape, Flag):
            yield self.words.text(path[-1]), Target(kind, path)
        elif isinstance(shape, Slug):
            for entry in self.entries(path[0] if len(path) == 1 else path[-1]):
                for text in names_of(entry):
                    yield text, Target(kind, path, entry.slug, entry)
        elif isinstance(shape, Several) and path[0] not in ("units", "log"):
            yield from self.items(kind, path, shape.shape)

    def items(self, kind: str, path: Path, shape: Any) -> Iterator[tuple[Any, Target]]:
        records = [record for record in getattr(shape, "choices", (shape,)) if isinstance(record, Record)]
        if not records:
            yield from self.under(kind, path, shape)
            return
        record, head = records[0], head_key(records[0])
        yield from self.under(kind, path, record.fields[head].shape)
        for key, (inner, _default) in record.fields.items():
            if key != head and isinstance(inner, (Several, Flag)):
                yield from self.under(kind, (*path, key), inner)

    def entries(self, key: str) -> Iterator[Any]:
        if key in self.spec.entries:
            yield from self.spec.entries[key](self.words.book)
            return
        for collection in self.words.likely((key,)):
            yield from self.words.entries.get(collection, {}).values()

    def match(self, text: str, kinds: Sequence[str], ready_made: bool = True) -> Match:
        """What a name means in a unit of one of these kinds, or in the head (`HEAD`); whether it may be a unit's."""
        wanted = normalised(text)
        if not wanted:
            return Match(sure=False)
        scored = process.extract(wanted, self.spellings, scorer=fuzz.ratio, score_cutoff=LIKELY, limit=30)
        scores: dict[tuple[Path, str], tuple[float, Target, str]] = {}
        for name, score, _index in scored:
            for target in self.names[name]:
                if target.is_ready_made and not ready_made:
                    continue
                if target.kind in kinds and score > scores.get(target.identity, (0, target, name))[0]:
                    scores[target.identity] = score, target, name
        ranked = sorted(scores.values(), key=lambda row: -row[0])[:MOST_CHOICES]
        if not ranked:
            return Match(sure=False)
        best, next_best = ranked[0][0], ranked[1][0] if len(ranked) > 1 else 0
        is_ahead = best - next_best >= AHEAD or (best == 100 > next_best)
        sure = best >= SURE and is_ahead and is_slip(wanted, ranked[0][2])
        return Match(sure, tuple(target for _score, target, _name in ranked))
