"""At which moments of a battle a book's rules are recalled, as its data of play says."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.text import Text


@dataclass(frozen=True)
class Moment:
    """When rules are recalled; at no step and on no page of an action: never, for the page says them or they are over.

    steps   -- of a round, as `BattleSpec.step` names them
    actions -- on the pages of these actions: rules of who acts
    foe     -- there, those of whom it is done to instead
    waiting -- at those steps, only of units that were not activated in this round
    kinds   -- only of units of these; of all where there are none
    """

    steps: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    foe: bool = False
    waiting: bool = False
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recalled:
    """Rules by their paths in the book ("abilities/bond"), and the moments at which they are recalled."""

    at: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True)
class OwnRule:
    """What players copied from their cards: the moments at which it is recalled, and what there is to say of it."""

    at: tuple[str, ...]
    text: Text


@dataclass(frozen=True)
class Recalls:
    """All of a book's moments by their slugs, and what is recalled at them.

    held  -- a fact of units or of sides -> where its slugs lead: "abilities/{}", "factions/{}/advantage"
    rules -- those that a unit may have by its facts
    own   -- facts that hold names which players copied
    spent -- what keys of markers begin with that say that a thing is used up: "used" of "used-grappin"
    """

    moments: dict[str, Moment] = field(default_factory=dict)
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules: tuple[Recalled, ...] = ()
    own: dict[str, OwnRule] = field(default_factory=dict)
    spent: tuple[str, ...] = ()

    def problems(self) -> Iterator[str]:
        """Moments that are not among them, rules that stand twice."""
        named = [*(row.at for row in self.rules), *(own.at for own in self.own.values())]
        slugs = dict.fromkeys(slug for at in named for slug in at)
        yield from (f"there is no moment {slug!r}" for slug in slugs if slug not in self.moments)
        paths = self.paths()
        yield from (f"{path} is there twice" for path in dict.fromkeys(paths) if paths.count(path) > 1)

    def wanted(self, moment: str) -> set[str]:
        """The rules, and the facts of players' own, that are recalled at a moment."""
        rules = {path for row in self.rules if moment in row.at for path in row.rules}
        return rules | {fact for fact, own in self.own.items() if moment in own.at}

    def paths(self) -> list[str]:
        return [path for row in self.rules for path in row.rules]
