"""Ways out of a finding, and a list that is mended: the least change, found by trying what is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any

from django.utils.text import slugify

from builder.lists import edits
from builder.lists.commands import parse_command, perform, series
from builder.lists.edits import BadEdit
from builder.lists.findings import HEAD as AT_HEAD
from builder.lists.findings import Remedy
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import comparison_key, moved, same_index, worse
from builder.lists.spec import LISTS
from builder.proposals.moves import ADD, COPIES, GIVE, HEAD, NO_LIMITS, REMOVE, SWITCH, TAKE, UNSET, Limits, Move, Moves
from rules.checks import ERROR, Finding
from rules.game import AnalysisCache
from rules.text import Message, Text
from rules.verdict import BrokenRules

MOST_WAYS = 3
MOST_TRIALS = 450  # of one finding, so that it takes at most 30 ms
FIRST_STEPS, SECOND_TRIALS = 4, 60  # edits that only begin to mend, and what is tried after each
MOST_STEPS = 40  # of a list that is mended
MOST_FAMILIES = 12  # sorts of moves that are tried again and again
LESS = {TAKE: 0, SWITCH: 1, UNSET: 1, REMOVE: 2}  # what is tried first where something is too much
MORE = {GIVE: 0, SWITCH: 1, UNSET: 1, TAKE: 2}  # and where something is missing


class State:
    """A list that moves lead to from another, with all that is broken in it."""

    def __init__(
        self,
        loaded: LoadedRoster,
        steps: tuple[Move, ...] = (),
        came_from: State | None = None,
        limits: Limits = NO_LIMITS,
    ):
        self.loaded, self.steps, self.limits = loaded, steps, limits
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
        return "; ".join(move.sentence for move in self.steps)

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

    def after(self, move: Move) -> State | None:
        """The state after a move; None where it cannot be done, or enough was tried."""
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
        return State(loaded, (*self.steps, move), self, self.limits)

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


def ways_out(loaded: LoadedRoster, finding: Finding, limits: Limits = NO_LIMITS) -> list[State]:
    """Up to three ways to be rid of a finding, the least change first; each is a state after one or two moves.

    None adds a finding. Empty where no move does it, such as where the opponent has to agree.
    """
    return ways_from(State(loaded, limits=replace(limits, trials=MOST_TRIALS)), finding)


def by_agreement(loaded: LoadedRoster, finding: Finding, limits: Limits = NO_LIMITS) -> bool:
    """Whether what players agree on would do away with a finding, which no search changes."""
    state, agreed = State(loaded, limits=limits), LISTS[loaded.document.game].agreed
    steps = (step for move in state.moves.of_head() if move.group in agreed and (step := state.after(move)))
    return any((finding.rule.id, finding.unit) not in step.broken for step in steps)


def ways_in(loaded: LoadedRoster, command: str, limits: Limits = NO_LIMITS) -> list[State]:
    """Up to three ways to take what is refused: with what has to go for it, or to come with it; the least first."""
    state = State(loaded, limits=replace(limits, trials=MOST_TRIALS))
    step = next((step for move in moves_beside(state, command) if (step := state.after(move))), None)
    broken = step.added() if step else []
    if step is None or not broken:
        return []
    singles = single_ways(step, broken[0], near(step, broken[0]), SECOND_TRIALS)[0]
    return unlike([way for way in singles if not adds(state, way) and keeps(step, way.steps[-1])])


def moves_beside(state: State, command: str) -> list[Move]:
    """The moves of this command, of which there is one where the list or the unit that it names offers it."""
    try:
        edit, words = parse_command(state.loaded.document.game, command)
        index = edits.number(words[0]) if "unit" in edit.takes and words else None
    except BadEdit:
        return []
    if index is not None and index >= len(state.loaded.document.units):
        return []
    moves = state.moves.of_list() if index is None else state.moves.of_unit(index)
    return [move for move in moves if move.command == command]


def keeps(step: State, move: Move) -> bool:
    """Whether a move leaves what the last move of `step` brought."""
    taken = step.steps[-1]
    unit = len(step.loaded.document.units) - 1 if taken.kind == ADD else taken.unit
    return move.unit != unit or not (move.kind == REMOVE or (move.kind == TAKE and move.entry == taken.entry))


def ways_from(state: State, finding: Finding) -> list[State]:
    """The same from any state; first with the moves near the finding, then with all."""
    trials, ways = MOST_TRIALS, list[State]()
    for tiers in (near(state, finding), far(state, finding)):
        singles, begun, trials = single_ways(state, finding, tiers, trials)
        ways += singles or double_ways(state, begun, finding)
        if ways:
            break
    return unlike(ways)


def double_ways(state: State, begun: list[State], finding: Finding) -> list[State]:
    """Ways of two moves, of which the first leaves something to mend."""
    ways: list[State] = []
    if finding.rule.requirement and not begun:  # somebody new may have it
        begun = [step for move in state.moves.of_list() if (step := state.after(move)) and not step.added()]
    for first in sorted(begun, key=lambda first: (excess(first.added()), first.rank))[:FIRST_STEPS]:
        rest = first.added() or first.broken[finding.rule.id, index_after(state, first, finding)]
        seconds, _begun, _left = single_ways(first, rest[0], near(first, rest[0]), SECOND_TRIALS)
        ways += [way for way in seconds if not adds(state, way)]
    return ways


def unlike(ways: list[State]) -> list[State]:
    """The least changes, one of each sort before a second of the same."""
    ways = list({said(way): way for way in sorted(ways, key=lambda way: way.rank, reverse=True)}.values())[::-1]
    sorts = {sort_of(way): way for way in reversed(ways)}
    firsts = sorted(sorts.values(), key=lambda way: way.rank)
    return [*firsts, *(way for way in ways if way not in firsts)][:MOST_WAYS]


def said(way: State) -> tuple:
    """What its sentences say; a thing taken twice is taken away by two edits that say the same."""
    return tuple((move.kind, move.unit, str(move.entry), str(move.title)) for move in way.steps)


def sort_of(way: State) -> tuple:
    return tuple((move.kind, move.unit, move.group, move.command.split()[0]) for move in way.steps)


def adds(state: State, way: State) -> bool:
    """Whether several moves together add a finding."""
    before = state.broken
    for step, at in zip(way.steps[len(state.steps) :], states_between(state, way), strict=True):
        before = moved(before, at.where(step))
    return any(way.limits.warnings or finding.rule.level == ERROR for finding in worse(before, way.broken))


def states_between(state: State, way: State) -> list[State]:
    """The states from `state` to the last before `way`."""
    states: list[State] = []
    at = way.came_from
    while at is not None:
        states.insert(0, at)
        at = None if at is state else at.came_from
    return states


def single_ways(
    state: State, finding: Finding, tiers: Iterable[list[Move]], trials: int
) -> tuple[list[State], list[State], int]:
    """(States without the finding that add none, states that lead there with one move more, trials that are left)."""
    ways: list[State] = []
    begun: list[State] = []
    before = state.excess((finding.rule.id, finding.unit))
    for tier in tiers:
        for move in tier[:trials]:
            way = state.after(move)
            if way is None:
                continue
            index = index_after(state, way, finding)
            gone = index is None and finding.unit is not None
            left = [] if gone else way.broken.get((finding.rule.id, index), [])
            if (0 if gone else way.excess((finding.rule.id, index))) < before:
                mended = not any(same(finding, other) for other in left) and not way.added()
                (ways if mended else begun).append(way)
        trials = max(0, trials - len(tier))
        if len({*map(sort_of, ways)}) >= MOST_WAYS or not trials:
            break
    return ways, begun, trials


def same(finding: Finding, other: Finding) -> bool:
    return comparison_key([finding]) == comparison_key([other])


def index_after(state: State, way: State, finding: Finding) -> int | None:
    return None if finding.unit is None else state.where(way.steps[-1])(finding.unit)


# --- the whole list -------------------------------------------------------------------------------------------------


def mended(loaded: LoadedRoster, limits: Limits = NO_LIMITS) -> State:
    """The list with as few errors as moves leave it, finding after finding; each step adds none."""
    return mended_from(State(loaded, limits=limits))


def mended_from(state: State, choose: Callable[[list[State]], State] = itemgetter(0)) -> State:
    """The same from a state; `choose` takes one of the ways out of a finding, of which the first is the least."""
    given_up, most = set[Any](), len(state.steps) + MOST_STEPS
    while len(state.steps) < most and not state.limits.over:
        findings = [error for error in state.loaded.verdict.errors if key_of(error) not in given_up]
        if not findings:
            break
        finding = min(findings, key=urgency)
        ways = ways_from(state, finding)
        if not ways or changes_head(ways[0]) > changes_head(state):
            ways = sorted([*long_ways(state, finding), *ways], key=lambda way: way.rank)
        if ways:
            state, given_up = choose(ways), set()
        else:
            given_up.add(key_of(finding))
    return state


def answer(state: State) -> dict[str, Any]:
    """A list that moves led to, as the command line writes it (a dict for JSON); the sentences in this language."""
    return {
        "document": state.loaded.data,
        "edits": [move.sentence for move in state.steps],
        "lost": max(0, state.start.points - state.points),
        "left": list(dict.fromkeys(error.rule.id for error in state.loaded.verdict.errors)),
    }


def settled(step: State, choose: Callable[[list[State]], State] = itemgetter(0)) -> State | None:
    """A state, with what its last move made missing given at once; None where it broke more than that."""
    for finding in step.added():
        if finding.rule.is_prohibition:
            return None
        if (finding.rule.id, finding.unit) not in step.broken:
            continue
        ways = single_ways(step, finding, near(step, finding), SECOND_TRIALS)[0]
        if not ways:
            return None
        step = choose(unlike(ways))
    return step


def key_of(finding: Finding) -> tuple:
    return finding.rule.id, finding.unit, *comparison_key([finding])


def urgency(finding: Finding) -> tuple[bool, bool, bool]:
    """The head first, for all else rests on it; then units, then what is missing; what is spent too much at last."""
    return not finding.rule.refuses, finding.rule.requirement, finding.unit is None


def long_ways(state: State, finding: Finding) -> list[State]:
    """A way of many moves: each takes away some of what is too much, or is the first once more."""
    at: State | None = state
    while at and len(at.steps) - len(state.steps) < MOST_STEPS:
        index = finding.unit
        rest = at.broken.get((finding.rule.id, index), ())
        if not rest:
            return [] if adds(state, at) else [at]
        ways, begun, _left = single_ways(at, rest[0], chain(near(at, rest[0]), far(at, rest[0])), MOST_TRIALS)
        if ways:
            return [unlike(ways)[0]]
        clean = [step for step in begun if not step.added() and index_after(at, step, rest[0]) == index]
        at = several(at, clean, (rest[0].rule.id, index)) if clean else None
    return again_and_again(state, finding)


def several(state: State, steps: list[State], key: tuple[str, int | None]) -> State:
    """The state after the largest steps from it, one a unit, that together take away no more than is too much."""
    before, taken = state.excess(key), 0
    chosen: dict[int | None, Move] = {}
    for step in sorted(steps, key=lambda step: (step.excess(key), step.weight)):
        move, less = step.steps[-1], before - step.excess(key)
        if move.unit not in chosen and (not chosen or taken + less < before):
            chosen[move.unit], taken = move, taken + less
    for move in sorted(chosen.values(), key=lambda move: move.unit or 0, reverse=True):  # those before keep their index
        following = state.after(move)
        state = following if following and not following.added() else state
    return state


def again_and_again(state: State, finding: Finding) -> list[State]:
    """One thing added, or given to one unit after another, or fields of the head set, until the finding is gone."""
    families = list(dict.fromkeys(family(move) for move in growing(state, finding)))[:MOST_FAMILIES]
    return unlike([way for sort in families if (way := repeated(state, finding, sort))])


def growing(state: State, finding: Finding) -> Iterator[Move]:
    """The moves of which several may be needed."""
    units = range(len(state.loaded.document.units)) if finding.unit is None else [finding.unit]
    filled = {move.group for move in state.steps if move.kind == HEAD}
    yield from (move for move in head_moves(state, finding) if move.group not in filled)
    yield from state.moves.of_list()
    yield from (move for index in units for move in state.moves.of_unit(index) if move.kind == GIVE)


def family(move: Move) -> tuple[str, str]:
    return move.command.split()[0], "" if move.kind == HEAD else str(move.entry)


def repeated(state: State, finding: Finding, sort: tuple[str, str]) -> State | None:
    """The state without the finding after moves of one family only; None where each says the same of it as before."""
    at, key = state, (finding.rule.id, finding.unit)
    while key in at.broken and len(at.steps) - len(state.steps) < MOST_STEPS:
        moves = (move for move in growing(at, finding) if family(move) == sort)
        steps = (step for move in moves if (moved_on := at.after(move)) and (step := settled(moved_on)))
        left = comparison_key(at.broken[key])
        following = next((step for step in steps if comparison_key(step.broken.get(key, ())) != left), None)
        if following is None:
            return None
        at = following
    return None if key in at.broken else at


# --- which moves are tried, and in which order --------------------------------------------------------------------


def near(state: State, finding: Finding) -> Iterator[list[Move]]:
    """The moves that a finding points at, by what the game's data name for it, its entries, and its unit."""
    moves, names = state.moves, names_in(finding.message)
    units = range(len(state.loaded.document.units)) if finding.unit is None else [finding.unit]
    of_units = [move for index in units for move in moves.of_unit(index)]
    remedy = LISTS[state.loaded.document.game].remedies.get(finding.rule.id)
    more = [*moves.of_list(), *(move for move in of_units if move.kind == COPIES)]
    yield from ordered(
        finding,
        [move for move in of_units if remedy and is_remedy(remedy, move)],
        [move for move in of_units if str(move.entry) in names],
        more if finding.rule.requirement else [],
        of_units if finding.unit is not None else [move for move in of_units if move.kind in LESS],
    )


def far(state: State, finding: Finding) -> Iterator[list[Move]]:
    """All others: the head, what is too much anywhere, what may be added."""
    moves = state.moves
    near_by = {move.command for tier in near(state, finding) for move in tier}
    left = [move for move in moves.of_units() if move.command not in near_by]
    less = [move for move in left if move.kind in LESS]
    yield from ordered(finding, head_moves(state, finding), less, moves.of_list(), left)


def head_moves(state: State, finding: Finding) -> list[Move]:
    """What the head may be; what players agree on only where the game's data name it for this finding."""
    spec = LISTS[state.loaded.document.game]
    remedy = spec.remedies.get(finding.rule.id)
    named = remedy.field if remedy and remedy.at == AT_HEAD else ""
    kept = {*spec.agreed, *state.limits.kept}
    return [move for move in state.moves.of_head() if move.group == named or move.group not in kept]


def ordered(finding: Finding, *tiers: list[Move]) -> Iterator[list[Move]]:
    """The same tiers, no move twice, each with what is more likely first."""
    tried: set[str] = set()
    kinds = LESS if finding.rule.is_prohibition else MORE
    for moves in tiers:
        tier = [move for move in moves if move.command not in tried]
        tried.update(move.command for move in tier)
        yield sorted(tier, key=lambda move: (kinds.get(move.kind, len(kinds)), move.weight))


def is_remedy(remedy: Remedy, move: Move) -> bool:
    """Whether the game's data name this very edit for what is missing."""
    return remedy.field.format(unit=move.unit) == f"li-{slugify(move.command)}"


def names_in(message: Message) -> set[str]:
    """The names of entries that a message has."""
    values = (value if isinstance(value, tuple) else (value,) for value in message.values.values())
    return {str(part) for part in chain(*values) if isinstance(part, (Text, str))}
