"""A list that is mended, finding after finding, by the ways out of each."""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from operator import itemgetter
from typing import Any

from builder.lists.loaded import LoadedRoster
from builder.lists.offers import comparison_key
from builder.proposals.moves import GIVE, HEAD, NO_LIMITS, SWITCH, Limits, Move
from builder.proposals.reasons import reasons
from builder.proposals.state import State, changes_head
from builder.proposals.tiers import far, head_moves, near
from builder.proposals.ways import (
    FIRST_STEPS,
    MOST_TRIALS,
    SECOND_TRIALS,
    adds,
    index_after,
    is_gone,
    single_ways,
    unlike,
    ways_from,
)
from rules.checks import Finding

Choose = Callable[[list[State]], State]
LEAST: Choose = itemgetter(0)
MOST_STEPS = 40  # of a list that is mended
MOST_FAMILIES = 12  # sorts of moves that are tried again and again


def mended(loaded: LoadedRoster, limits: Limits = NO_LIMITS) -> State:
    """The list with as few errors as moves leave it, finding after finding; each step adds none."""
    return mended_from(State(loaded, limits=limits))


def mended_from(state: State, choose: Choose = LEAST, leads_on: bool = True) -> State:
    """The same from a state; `choose` takes one of the ways out of a finding, of which the first is the least.

    leads_on -- whether a move may break something else that is mended in its turn
    """
    given_up, most = set[Any](), len(state.steps) + MOST_STEPS
    while len(state.steps) < most and not state.limits.over:
        findings = [error for error in state.loaded.verdict.errors if key_of(error) not in given_up]
        if not findings:
            break
        finding = min(findings, key=urgency)
        ways = ways_from(state, finding)
        if not ways or changes_head(ways[0]) > changes_head(state):
            ways = sorted([*long_ways(state, finding, choose), *ways], key=lambda way: way.rank)
        if not ways and leads_on:
            ways = [*ways_through(state, finding, choose)]
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
        "why": reasons(state),
        "lost": max(0, state.start.points - state.points),
        "left": list(dict.fromkeys(error.rule.id for error in state.loaded.verdict.errors)),
    }


def settled(step: State, choose: Choose = LEAST) -> State | None:
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


def ways_through(state: State, finding: Finding, choose: Choose) -> Iterator[State]:
    """A move after which the finding is gone, and then all that the move broke: the first that ends well."""
    moves = chain.from_iterable(chain(near(state, finding), far(state, finding)))
    steps = (state.after(move, finding) for move in islice(moves, MOST_TRIALS))
    firsts = [step for step in steps if step and is_gone(state, step, finding)]
    firsts.sort(key=lambda step: (len(step.loaded.verdict.errors), step.rank))
    for _try in range(min(FIRST_STEPS, len(firsts))):
        first = choose(firsts)
        firsts.remove(first)
        end = mended_from(first, choose, leads_on=False)
        if not adds(state, end):
            yield end
            return


def long_ways(state: State, finding: Finding, choose: Choose) -> list[State]:
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
        at = several(at, clean, rest[0]) if clean else None
    return again_and_again(state, finding, choose)


def several(state: State, steps: list[State], finding: Finding) -> State:
    """The state after the largest steps from it, one a unit, that together take away no more than is too much."""
    key = finding.rule.id, finding.unit
    before, taken = state.excess(key), 0
    chosen: dict[int | None, Move] = {}
    for step in sorted(steps, key=lambda step: (step.excess(key), step.weight)):
        move, less = step.steps[-1], before - step.excess(key)
        if move.unit not in chosen and (not chosen or taken + less < before):
            chosen[move.unit], taken = move, taken + less
    for move in sorted(chosen.values(), key=lambda move: move.unit or 0, reverse=True):  # those before keep their index
        following = state.after(move, finding)
        state = following if following and not following.added() else state
    return state


def again_and_again(state: State, finding: Finding, choose: Choose) -> list[State]:
    """One thing added, or given to one unit after another, or fields of the head set, until the finding is gone.

    Where something else than the least is chosen, several things of one sort are.
    """
    words = 2 if choose is LEAST else 1
    families = list(dict.fromkeys(family(move)[:words] for move in growing(state, finding)))[:MOST_FAMILIES]
    return unlike([way for sort in families if (way := repeated(state, finding, sort, choose))])


def growing(state: State, finding: Finding) -> Iterator[Move]:
    """The moves of which several may be needed."""
    moves, filled = state.moves, {move.group for move in state.steps if move.kind == HEAD}
    yield from (move for move in head_moves(state, finding) if move.group not in filled)
    if finding.unit is None:
        yield from moves.of_list()
        yield from (move for move in moves.of_units() if move.kind == GIVE)
    else:
        yield from (move for move in moves.of_unit(finding.unit) if move.kind in (GIVE, SWITCH))
        yield from moves.of_list()


def family(move: Move) -> tuple[str, str]:
    return move.command.split()[0], "" if move.kind == HEAD else str(move.entry)


def repeated(state: State, finding: Finding, sort: tuple[str, ...], choose: Choose) -> State | None:
    """The state without the finding after moves of one family only; None where each says the same of it as before."""
    at, key = state, (finding.rule.id, finding.unit)
    while key in at.broken and len(at.steps) - len(state.steps) < MOST_STEPS:
        moves = (move for move in growing(at, finding) if family(move)[: len(sort)] == sort)
        steps = (
            step for move in moves if (moved_on := at.after(move, finding)) and (step := settled(moved_on, choose))
        )
        left = comparison_key(at.broken[key])
        changing = (step for step in steps if comparison_key(step.broken.get(key, ())) != left)
        following = [*islice(changing, 1 if choose is LEAST else None)]
        if not following:
            return None
        at = choose(following)
    return None if key in at.broken else at
