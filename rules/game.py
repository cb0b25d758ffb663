"""`Game`, what a game is to `rules`, and what the analyses of all games have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.catalogue import Catalogue
from rules.checks import Finding, Register, Rule
from rules.play.entries import PlayBook
from rules.shapes import Record
from rules.text import Message


class UnitAnalysis:
    """A unit with everything worked out that checks, pages and sheets read.

    unit    -- the unit as the document has it
    tags    -- slugs of what the unit has, and words that begin with @ for what else is true of it or of its list.
               Checks registered with `having` run only on units with one of their tags.
    broken  -- what the unit breaks by itself: (rule, message, excess), as in a `Finding`
    """

    kind: str
    unit: Any
    count: int
    tags: set[str]
    broken: tuple[tuple[Rule, Message, int], ...] = ()

    def findings(self, index: int) -> list[Finding]:
        """The findings of the unit at `index`, from what it breaks by itself."""
        return [Finding(rule, index, message, excess) for rule, message, excess in self.broken]


class RosterAnalysis(Protocol):
    """A list with everything worked out that its checks, its pages and its sheet read.

    units    -- a `UnitAnalysis` for each unit, in the order of the list
    context  -- what the list's head means (faction, traits in force, prices ...); the analysis of a unit rests on it
    total    -- points spent; None in a game without points
    budget   -- points to spend; None without points, or where the list states none
    """

    units: Sequence[Any]
    context: Any
    total: int | None
    budget: int | None


class AnalysisCache(dict):
    """The `UnitAnalysis` of each unit under one context, by the id() of the unit, for judging many variants of a list.

    Each analysis keeps its unit alive, so that no id is used again. Another context empties the cache.
    """

    context: Any = None


@dataclass(frozen=True)
class Game:
    """One game as `rules` knows it.

    shape     -- the shape of its documents (see `rules.document.envelope`)
    register  -- its rules and checks
    analyse   -- (document, catalogue, analysis cache or None) -> `RosterAnalysis`
    play      -- what its book's data of play is read as: a frozen dataclass, each field a key of its files
    position  -- its place among the games on the first page
    """

    slug: str
    shape: Record
    register: Register
    analyse: Callable[[Any, Catalogue, AnalysisCache | None], RosterAnalysis]
    play: type[PlayBook] = PlayBook
    position: int = 100

    @property
    def copies(self) -> bool:
        """Whether a unit may stand for several that are alike."""
        shape, _default = self.shape.fields["units"]
        return any(record.fields["count"][0].most is None for record in shape.shape.records.values())


def analyse_units(
    units: Sequence[Any],
    context: Any,
    analyse_unit: Callable[[Any, Any], Any],
    judge_unit: Callable[[Any], tuple],
    analysis_cache: AnalysisCache | None,
) -> list[Any]:
    """The analysis of each unit, taken from the cache where this very unit was analysed under this very context."""
    if analysis_cache is None:
        analysis_cache = AnalysisCache()
    if analysis_cache.context is not context:
        analysis_cache.clear()
        analysis_cache.context = context
    analyses = []
    for unit in units:
        unit_analysis = analysis_cache.get(id(unit))
        if unit_analysis is None or unit_analysis.unit is not unit:
            unit_analysis = analysis_cache[id(unit)] = analyse_unit(unit, context)
            unit_analysis.broken = judge_unit(unit_analysis)
        analyses.append(unit_analysis)
    return analyses
