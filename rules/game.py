"""What shared code may ask of a game, and what every game's survey has in common."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.checks import Finding, Register
from rules.shapes import Record


@dataclass(frozen=True)
class Game:
    """One game: its document, its register of checks, and how a roster is surveyed for them.

    shape   -- the `Record` of its documents
    survey  -- (roster, catalogue, known) -> a survey: `units`, `total`, `budget`, and what its checks read
    """

    slug: str
    shape: Record
    register: Register
    survey: Callable[..., Any]

    @property
    def copies(self):
        """Whether a unit may stand for several that are alike."""
        shape, _default = self.shape.fields["units"]
        return any(record.fields["count"][0].most is None for record in shape.shape.records.values())


class UnitView:
    """A unit with everything worked out that checks, pages and sheets read; `broken` is what it breaks alone.

    `marks` say what a check may look out for: slugs of what the unit has, and behind an @, which no slug
    begins with, what else is true of it or of its list.
    """

    broken: tuple = ()
    marks: set

    def findings(self, index):
        return [Finding(rule, index, message) for rule, message in self.broken]


def surveyed(units, terms, make, judge_unit, known):
    """A view of each unit, taken from `known` where this very unit was surveyed under these very terms."""
    if known is None:
        known = {}
    if known.get("terms") is not terms:
        known.clear()
        known["terms"] = terms
    views = []
    for unit in units:
        view = known.get(id(unit))
        if view is None or view.unit is not unit:
            view = known[id(unit)] = make(unit, terms)
            view.broken = judge_unit(view)
        views.append(view)
    return views
