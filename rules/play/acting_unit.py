"""A unit that does something with dice in a battle."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

from rules.catalogue import Catalogue
from rules.play.actions import Attempt
from rules.play.battle import Battle, Context, Unit
from rules.play.circumstances import Circumstances
from rules.play.entries import PlayRule
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Text

NOTHING = Attempt(())


class ActingUnit(NamedTuple):
    """Who acts: the battle, the book, the path of the unit."""

    battle: Battle
    catalogue: Catalogue
    path: str

    @property
    def unit(self) -> Unit:
        return self.battle.units_by_path[self.path]

    @property
    def name(self) -> Text:
        return self.unit.name

    @classmethod
    def of(cls, context: Context, path: str) -> Self:
        return cls(context.battle, context.catalogue, path)

    def other(self, path: str) -> Self:
        """Another unit of the same battle."""
        return type(self)(self.battle, self.catalogue, path)

    def marked(self, key: str) -> int:
        return self.battle.number(f"{self.path}/{key}")

    def has(self, key: str) -> bool:
        """Whether it has a marker of this key."""
        return f"{self.path}/{key}" in self.battle.markers_by_path

    def circumstances(self, form: ActionForm, facts: Mapping[str, int]) -> Circumstances:
        """What is so for it, for the conditions and notes of the book."""
        return Circumstances(self.catalogue, form, {**facts})

    def set(self, key: str, number: int = 1) -> Mark:
        """The mark that sets a marker of the unit."""
        return Mark.set(f"{self.path}/{key}", number)

    def add(self, key: str, number: int = 1) -> Mark:
        return Mark.add(f"{self.path}/{key}", number)

    def name_of(self, path: str) -> Text:
        return self.battle.units_by_path[path].name

    def rule(self, slug: str) -> PlayRule:
        """A rule that functions play by: where it stands, and its figures."""
        return self.catalogue.play.rules[slug]


def unit_action(
    *kinds: str, acts: type[ActingUnit] = ActingUnit
) -> Callable[..., Callable[[Context, Mapping[str, str]], Attempt]]:
    """Makes an `Action.attempt` of a function (acting, form) -> attempt; the unit of the address is of these kinds.

    acts -- what the unit is read as
    """

    def made(attempt: Callable[[Any, ActionForm], Attempt]) -> Callable[[Context, Mapping[str, str]], Attempt]:
        def of_address(context: Context, sent: Mapping[str, str]) -> Attempt:
            path = sent.get("unit", "")
            unit = context.battle.units_by_path.get(path)
            if unit is None or unit.kind not in kinds:
                return NOTHING
            return attempt(acts.of(context, path), ActionForm(sent))

        return of_address

    return made
