"""Ways out of a finding, and in to what is refused: the least change of one or two edits, found by trying."""

from collections.abc import Iterable
from dataclasses import replace

from builder.lists import edits
from builder.lists.commands import parse_command
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import comparison_key, moved, worse
from builder.lists.spec import LISTS
from builder.proposals.moves import ADD, NO_LIMITS, REMOVE, TAKE, Limits, Move
from builder.proposals.state import State, excess
from builder.proposals.tiers import far, near
from rules.checks import ERROR, Finding

MOST_WAYS = 3
MOST_TRIALS = 450  # of one finding, so that it takes at most 30 ms
FIRST_STEPS, SECOND_TRIALS = 4, 60  # edits that only begin to mend, and what is tried after each


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
        steps = (state.after(move, finding) for move in state.moves.of_list())
        begun = [step for step in steps if step and not step.added()]
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
            way = state.after(move, finding)
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


def is_gone(state: State, way: State, finding: Finding) -> bool:
    """Whether a finding is no more after the move that leads from `state` to `way`, or its unit is not."""
    index = index_after(state, way, finding)
    return (index is None and finding.unit is not None) or (finding.rule.id, index) not in way.broken


def index_after(state: State, way: State, finding: Finding) -> int | None:
    return None if finding.unit is None else state.where(way.steps[-1])(finding.unit)
