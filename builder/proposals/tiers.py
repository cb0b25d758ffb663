"""Which moves are tried for a finding, and in which order: first what the game’s data name for it."""

from collections.abc import Iterator
from itertools import chain

from django.utils.text import slugify

from builder.lists.findings import HEAD as AT_HEAD
from builder.lists.findings import Remedy
from builder.lists.spec import LISTS
from builder.proposals.moves import COPIES, GIVE, REMOVE, SWITCH, TAKE, UNSET, Move
from builder.proposals.state import State
from rules.checks import Finding
from rules.text import Message, Text

LESS = {TAKE: 0, SWITCH: 1, UNSET: 1, REMOVE: 2}  # what is tried first where something is too much
MORE = {GIVE: 0, SWITCH: 1, UNSET: 1, TAKE: 2}  # and where something is missing


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
        [] if finding.rule.is_prohibition else more,
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
