"""What a book says of dice, as typed entries: modifiers of a pool, effects on units, rows of effects by successes."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from rules.play.actions import Proposal, Reason, Words
from rules.play.conditions import Case, Change, Citation, Condition, Note
from rules.play.marks import EffectMark, Mark
from rules.play.moments import Recalls
from rules.text import Message, Text, _

UNBOUNDED = 99  # successes: so many or more


class EntryOfBook(Protocol):
    """What every entry of a catalogue has: its name, and where it stands."""

    @property
    def name(self) -> Text: ...
    @property
    def cite(self) -> object: ...


@dataclass(frozen=True)
class Modifier:
    """Dice more or fewer, or what is added to the figure of a roll, for a reason that stands somewhere.

    counts -- False where something takes its effect
    """

    dice: int
    text: Words
    cite: str = ""
    counts: bool = True
    figure: int = 0

    @classmethod
    def of(cls, entry: EntryOfBook, dice: int) -> "Modifier":
        """What an entry of the book gives or takes."""
        return cls(dice, entry.name, str(entry.cite))

    def times(self, number: int) -> "Modifier":
        """So many of it."""
        return replace(self, dice=self.dice * number, figure=self.figure * number)

    def reason(self, target: Text | None = None) -> Reason:
        """As a line; `target` says for whom it counts where a shot has several."""
        text = Message(_("{target}: {reason}"), {"target": target, "reason": self.text}) if target else self.text
        return Reason(signed(self.figure) if self.figure else signed_dice(self.dice), text, self.cite, self.counts)

    def ignored(self, by: Text) -> "Modifier":
        """The same without effect, because of something with that name."""
        text = Message(_("{reason} (no effect: {by})"), {"reason": self.text, "by": by})
        return replace(self, text=text, counts=False)


def signed(number: int) -> str:
    """A number that is added or taken away: "+2", "−1"."""
    return f"{'−' if number < 0 else '+'}{abs(number)}"


def signed_dice(number: int) -> str:
    """Dice more or fewer: "+2D6", "−1D6"."""
    return f"{signed(number)}D6"


def dice_of(modifiers: Iterable[Modifier]) -> int:
    """How many dice they come to."""
    return max(0, sum(modifier.dice for modifier in modifiers if modifier.counts))


def worths(
    modifiers: Sequence[Modifier], likely: Callable[[int], Fraction], name: Text | None = None
) -> Iterator[Reason]:
    """Each as a line with what it is worth: the chance with these dice, less that without it.

    likely -- (how many dice) -> the chance that matters; name: for whom they count
    """
    whole = likely(dice_of(modifiers))
    for modifier, others in each_left_out(modifiers):
        yield replace(modifier.reason(name), worth=whole - likely(dice_of(others)))


def each_left_out(modifiers: Sequence[Modifier]) -> Iterator[tuple[Modifier, Sequence[Modifier]]]:
    """Each of them, with those that are left without it."""
    for number, modifier in enumerate(modifiers):
        yield modifier, [*modifiers[:number], *modifiers[number + 1 :]]


@dataclass(frozen=True)
class Effect:
    """Something that befalls a unit; `marks`: what is marked for it, with keys of the unit's markers as paths."""

    slug: str
    text: Text
    cite: str = ""
    marks: tuple[EffectMark, ...] = ()

    def marks_on(self, path: str, markers: Collection[str]) -> Iterator[Mark]:
        """The marks on the unit at a path, as far as it has those markers."""
        return (mark for mark in (mark.on(path) for mark in self.marks) if mark.path in markers)


@dataclass(frozen=True)
class EffectRow:
    """What so many successes bring: those from `low` to `high`."""

    low: int
    high: int
    effects: tuple[Effect, ...]

    def covers(self, successes: int) -> bool:
        return self.low <= successes <= self.high

    @property
    def span(self) -> str:
        return span(self.low, self.high)


@dataclass(frozen=True)
class EffectSpan:
    """A row as the book's file has it: its successes, and the slugs of the effects."""

    low: int
    high: int
    effects: tuple[str, ...]


@dataclass(frozen=True)
class PlayRule:
    """A rule that functions play by: where it stands, and the figures that it has.

    dice   -- how many are rolled
    least  -- from which figure on something happens
    most   -- so many, or so high, at the most
    reach  -- in cm
    gain   -- what is added to a roll
    """

    cite: str
    dice: int = 0
    least: int = 0
    most: int = 0
    reach: int = 0
    gain: int = 0


@dataclass(frozen=True)
class Silhouette:
    """An icon that shows what a unit is, on paper: one with any of these slugs."""

    icon: str
    of: tuple[str, ...]


@dataclass(frozen=True)
class SheetTable:
    """A reminder that stands among the tables of the game on paper; `results`: the one whose rows stand below it."""

    slug: str
    results: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayBook:
    """A book's data of play, all of it from its YAML; a game adds fields to a class of its own (`Game.play`).

    tables -- rows of effects, by the name of the table; conditions, changes, notes, cites: by who or what they are of
    silhouettes, sheet_tables -- on paper: for units, those that go before others first; those needed most first
    building -- the traits and special rules that only say how a list is built, which paper leaves out
    recalls -- rules of units at their moments
    """

    rules: dict[str, PlayRule] = field(default_factory=dict)
    modifiers: dict[str, Modifier] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)
    tables: dict[str, tuple[EffectSpan, ...]] = field(default_factory=dict)
    conditions: dict[str, tuple[Condition, ...]] = field(default_factory=dict)
    changes: dict[str, tuple[Change, ...]] = field(default_factory=dict)
    notes: dict[str, tuple[Note, ...]] = field(default_factory=dict)
    cites: dict[str, tuple[Citation, ...]] = field(default_factory=dict)
    silhouettes: tuple[Silhouette, ...] = ()
    sheet_tables: tuple[SheetTable, ...] = ()
    building: tuple[str, ...] = ()
    recalls: Recalls = field(default_factory=Recalls)

    def silhouette(self, slugs: Collection[str]) -> str:
        """The icon of a unit that has these slugs; "" where none is for it."""
        return next((entry.icon for entry in self.silhouettes if not set(entry.of).isdisjoint(slugs)), "")

    @cached_property
    def rows(self) -> dict[str, tuple[EffectRow, ...]]:
        """The rows of each table with their effects."""
        return {
            name: tuple(EffectRow(row.low, row.high, tuple(self.effects[slug] for slug in row.effects)) for row in rows)
            for name, rows in self.tables.items()
        }

    def problems(self) -> Iterator[tuple[str, str]]:
        """(where, what) of each slug that names nothing."""
        yield from (("recalls", reason) for reason in self.recalls.problems())
        for name, rows in self.tables.items():
            yield from self.without_effect(f"tables.{name}", (slug for row in rows for slug in row.effects))
        for name, changes in self.changes.items():
            for change in changes:
                yield from self.without_effect(f"changes.{name}", (*change.on, *change.instead, *change.beside))
        for name, conditions in self.conditions.items():
            for slug in (slug for condition in conditions for slug in condition.modifier if slug not in self.modifiers):
                yield f"conditions.{name}", f"there is no modifier {slug!r}"

    def without_effect(self, where: str, slugs: Iterable[str]) -> Iterator[tuple[str, str]]:
        return ((where, f"there is no effect {slug!r}") for slug in slugs if slug not in self.effects)

    def entry_paths(self) -> Iterator[tuple[str, str]]:
        """(where, path) of each entry of the book that conditions, changes, notes, cites and recalls name."""
        yield from (("recalls", path) for path in self.recalls.paths())
        tables: dict[str, Mapping[str, Sequence[Case]]] = {"conditions": self.conditions, "changes": self.changes}
        for name, rows in (tables | {"notes": self.notes, "cites": self.cites}).items():
            for slug, row in ((slug, row) for slug, inside in rows.items() for row in inside):
                yield from ((f"{name}.{slug}", path) for path in row.entry_paths() if "/" in path)


def span(low: int, high: int) -> str:
    """Successes from the fewest to the most, such as "2-3" or "4+"."""
    if high >= UNBOUNDED:
        return f"{low}+"
    return str(low) if low == high else f"{low}-{high}"


def spanned(span: str, effects: Sequence[Effect]) -> Text:
    """The successes and what they bring, such as "2-3: wounded, stunned"."""
    french, english = (", ".join(effect.text.into(language) for effect in effects) for language in ("fr", "en"))
    return Text(f"{span}\u202f: {french}", f"{span}: {english}")


def row_for(rows: Sequence[EffectRow], successes: int) -> EffectRow | None:
    return next((row for row in rows if row.covers(successes)), None)


def marks_proposal(target: Text, path: str, effects: Sequence[Effect], markers: Collection[str]) -> Iterator[Proposal]:
    """What befell a unit as marks to accept; nothing where none of it is marked."""
    marks = [mark for effect in effects for mark in effect.marks_on(path, markers)]
    if path and marks:
        yield Proposal(befell(target, effects), marks)


def befell(target: Text, effects: Sequence[Effect]) -> Message:
    """Effects behind the name of whom they befall."""
    return Message(_("{target}: {effects}"), {"target": target, "effects": tuple(effect.text for effect in effects)})
