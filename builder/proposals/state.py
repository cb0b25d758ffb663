"""A list on its way: what moves have made of another, with all that is broken in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from django.utils.translation import gettext

from builder.lists import edits
from builder.lists.commands import perform, series
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import moved, same_index, worse
from builder.proposals.moves import HEAD, NO_LIMITS, Limits, Move, Moves
from rules.checks import ERROR, Finding
from rules.game import AnalysisCache
from rules.play.actions import Words
from rules.verdict import BrokenRules

Why = Finding | Words


class State:
    """A list that moves lead to from another, with all that is broken in it.

    why -- what the last move was made for: a finding, or a wish
    """

    def __init__(
        self,
        loaded: LoadedRoster,
        steps: tuple[Move, ...] = (),
        came_from: State | None = None,
        limits: Limits = NO_LIMITS,
        why: Why = "",
    ):
        self.loaded, self.steps, self.limits, self.why = loaded, steps, limits, why
        self.start: State = came_from.start if came_from else self
        self.came_from = came_from
        self.trials = 0
        self.weight: int = (came_from.weight if came_from else 0) + (steps[-1].weight if steps else 0)

    @cached_property
    def moves(self) -> Moves:
        return Moves(self.loaded, self.limits)

    @cached_property
    def broken(self) -> BrokenRules:
        broken: BrokenRules = {}
        for finding in self.loaded.verdict.findings:
            broken.setdefault((finding.rule.id, finding.unit), []).append(finding)
        return broken

    @property
    def points(self) -> int:
        return self.loaded.verdict.total or 0

    @property
    def rank(self) -> tuple[int, int, int, int, int]:
        """How large a change it is from the start: fields of the head, points lost, things touched, points gained.

        Of changes of the head, those come first that leave less to mend, for they change what all else means.
        """
        heads, gained = changes_head(self), self.points - self.start.points
        return heads, heads and len(self.loaded.verdict.errors), max(0, -gained), self.weight, gained

    @property
    def command(self) -> str:
        """What asks for all the moves that lead here, as one step."""
        commands = [move.command for move in self.steps]
        return commands[0] if len(commands) == 1 else series("mend", commands)

    @property
    def sentence(self) -> str:
        return gettext("; ").join(move.sentence for move in self.steps)

    @property
    def gain(self) -> int | None:
        """Points more than at the start; None in a game without."""
        return None if self.loaded.verdict.total is None else self.points - self.start.points

    def excess(self, key: tuple[str, int | None]) -> int:
        """How much too much of a rule there is at a unit; points where it is the budget that is exceeded."""
        findings, verdict = self.broken.get(key, ()), self.loaded.verdict
        if findings and not findings[0].rule.refuses and verdict.budget is not None:
            return max(1, self.points - verdict.budget)
        return excess(findings)

    def after(self, move: Move, why: Why = "") -> State | None:
        """The state after a move, made for that; None where it cannot be done, or enough was tried."""
        self.start.trials += 1
        if self.start.trials > self.limits.trials or self.limits.over:
            return None
        try:
            document = perform(self.loaded, move.command, {})
        except BadEdit:
            return None
        loaded = self.loaded.with_document(document)
        if self.limits.holds and not self.limits.holds(loaded):
            return None
        if move.kind == HEAD:  # another head would empty the cache of this one
            loaded.analysis_cache = AnalysisCache()
        return State(loaded, (*self.steps, move), self, self.limits, why)

    def where(self, move: Move) -> edits.NewIndex:
        """The index of each unit after a move."""
        return edits.where_units_went(move.command, len(self.loaded.document.units)) or same_index

    def was_broken(self) -> BrokenRules:
        """What was broken before the last move, by the indexes after it."""
        before = self.came_from
        return moved(before.broken, before.where(self.steps[-1])) if before else self.broken

    def added(self) -> list[Finding]:
        """The findings that the last move added, or made worse."""
        findings = worse(self.was_broken(), self.broken)
        return [finding for finding in findings if self.limits.warnings or finding.rule.level == ERROR]


def changes_head(state: State) -> int:
    """How many fields of the head the way to a state sets."""
    return sum(move.kind == HEAD for move in state.steps)


def excess(findings: Iterable[Finding]) -> int:
    return sum(finding.excess for finding in findings)
