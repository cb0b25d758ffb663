"""The conditions, changes and notes of a book, applied to what is so in a case."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.catalogue import Catalogue
from rules.play.actions import Choice, Reason, Words
from rules.play.conditions import Change, Condition, Facts
from rules.play.dice_book import effect, modifier
from rules.play.entries import Effect, EntryOfBook, Modifier
from rules.play.form import ActionForm
from rules.text import Text

NONE = "none"
PLAYED = ("rules", "modifiers", "effects")  # collections that the data of play has, not the catalogue


@dataclass(frozen=True)
class Circumstances:
    """What is so for somebody who rolls dice; what the form answers is so from then on.

    names   -- in the labels of fields, such as {"target": the name of a target}
    entries -- beside those of the book: {"weapon": what is fired}
    prefix, suffix -- of the names of fields, where several are asked the same
    """

    catalogue: Catalogue
    form: ActionForm
    facts: dict[str, int]
    names: Mapping[str, Text] = field(default_factory=dict)
    entries: Mapping[str, EntryOfBook] = field(default_factory=dict)
    prefix: str = ""
    suffix: str = ""

    def modifiers(self, table: str) -> Iterator[Modifier]:
        """What a table of conditions gives and takes, each asked in its turn."""
        for condition in self.catalogue.play.conditions[table]:
            if condition.holds(self.facts):
                yield from self.modifiers_of(condition)

    def modifiers_of(self, condition: Condition) -> Iterator[Modifier]:
        slugs, times = condition.modifier, self.facts.get(condition.times, 0) if condition.times else 1
        if condition.ask == "choice":
            chosen = self.chosen_modifier(condition)
            slugs = tuple(slug for slug in slugs if slug == chosen)
        elif condition.ask:
            times *= self.answer(condition)
            self.facts[condition.name] = times
        for given in (modifier(self.catalogue, slug) for slug in slugs) if times else ():
            yield self.unless_ignored(condition, given.times(times))
        if condition.entry and times:
            entry = entry_of(self.catalogue, condition.entry, self.entries)
            text = condition.text or entry.name
            yield self.unless_ignored(condition, Modifier(condition.dice * times, text, str(entry.cite)))

    def unless_ignored(self, condition: Condition, given: Modifier) -> Modifier:
        if self.facts.get(condition.ignored.rpartition("/")[2]):
            return given.ignored(entry_of(self.catalogue, condition.ignored).name)
        return given

    def answer(self, condition: Condition) -> int:
        """How often it counts, as the form says: 0 or 1 but for a number."""
        name, label = self.field(condition)
        if condition.ask == "number":
            least = condition.least
            return self.form.number(name, label, least, least, condition.most, folded=True) - least
        if condition.ask == "either":
            no, yes = condition.options
            return self.form.either(name, label, no, yes, bool(self.facts.get(condition.usual)), condition.says_no)
        return self.form.flag(name, label)

    def chosen_modifier(self, condition: Condition) -> str:
        """The modifier that is chosen, "none" by itself."""
        texts = (modifier(self.catalogue, slug).text for slug in condition.modifier)
        options = [Choice(NONE, condition.options[0]), *map(Choice, condition.modifier, texts)]
        return self.form.choice(*self.field(condition), options, folded=True)

    def field(self, condition: Condition) -> tuple[str, Words]:
        """(name, label) of what is asked."""
        label = condition.label.message({**self.names}) if self.names else condition.label
        return f"{self.prefix}{condition.name}{self.suffix}", label

    def notes(self, table: str) -> Iterator[Reason]:
        """What is to be minded."""
        for note in self.catalogue.play.notes[table]:
            if note.holds(self.facts):
                text = note.text.message({**self.names}) if self.names else note.text
                cite = str(entry_of(self.catalogue, note.entry, self.entries).cite) if note.entry else ""
                yield Reason("", text, cite)

    def cites(self, table: str) -> dict[str, str]:
        return cites(self.catalogue, table, self.facts)

    def changed(self, table: str, effects: Sequence[Effect]) -> tuple[Effect, ...]:
        return tuple(changed(self.catalogue, table, self.facts, effects))


def changed(catalogue: Catalogue, table: str, facts: Facts, effects: Sequence[Effect]) -> Iterator[Effect]:
    """Each effect as the first change leaves it, then what all changes bring beside it."""
    held = [change for change in catalogue.play.changes[table] if change.holds(facts)]
    for before in effects:
        due = [change for change in held if before.slug in change.on]
        instead = next((change for change in due if change.instead), None)
        yield from effects_of(catalogue, instead, instead.instead) if instead else [before]
        for change in due:
            yield from effects_of(catalogue, change, change.beside)


def cites(catalogue: Catalogue, table: str, facts: Facts) -> dict[str, str]:
    """Where what is read stands, by its name."""
    rows = catalogue.play.cites[table]
    return {row.name: str(entry_of(catalogue, row.entry).cite) for row in rows if row.holds(facts)}


def effects_of(catalogue: Catalogue, change: Change, slugs: Sequence[str]) -> Iterator[Effect]:
    cite = str(entry_of(catalogue, change.entry).cite) if change.entry else ""
    return (effect(catalogue, slug, cite) for slug in slugs)


def entry_of(catalogue: Catalogue, path: str, others: Mapping[str, EntryOfBook] = {}) -> Any:
    """The entry of a book at a path: "equipment/armure", "factions/mutants/advantage", "tables/moves/rows/foot".

    others -- those of the case, by their names. Raises `AttributeError`, `KeyError` for what the book has not
    """
    if path in others:
        return others[path]
    collection, slug, *parts = path.split("/")
    entry = getattr(catalogue.play if collection in PLAYED else catalogue, collection)[slug]
    for part in parts:
        entry = entry[part] if isinstance(entry, dict) else getattr(entry, part)
    return entry


def has_entry(catalogue: Catalogue, path: str) -> bool:
    try:
        return bool(entry_of(catalogue, path))
    except (AttributeError, KeyError):
        return False
