"""What a page shows of a proposal before it is taken."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from builder.lists.commands import perform, series
from builder.lists.loaded import LoadedRoster
from builder.proposals.reasons import reasons
from builder.proposals.state import State
from builder.versions.changes import changes


class ProposedEdit(NamedTuple):
    """An edit of a proposal: its command, what it does, why."""

    command: str
    sentence: str
    reason: str


def edits_of(state: State) -> list[ProposedEdit]:
    """The edits that lead to a state, in the reader's language."""
    return [
        ProposedEdit(move.command, move.sentence, why) for move, why in zip(state.steps, reasons(state), strict=True)
    ]


def proposal_context(name: str, before: LoadedRoster, edits: Sequence[ProposedEdit]) -> dict[str, Any]:
    """What `_proposal.html` shows of several edits, which the edit of this name does as one step."""
    command = series(name, [edit.command for edit in edits])
    after = before.with_document(perform(before, command, {}))
    return {
        "command": command,
        "edits": edits,
        "loaded": after,
        "changes": changes(before.for_reader(), after.for_reader()),
        "totals": (before.verdict.total, after.verdict.total),
        "verdicts": (before.verdict.state, after.verdict.state),
    }
