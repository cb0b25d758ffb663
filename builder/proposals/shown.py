"""What a page shows of a proposal before it is taken."""

from collections.abc import Sequence
from typing import Any

from builder.lists.commands import perform, series
from builder.lists.loaded import LoadedRoster
from builder.versions.changes import changes


def proposal_context(
    name: str, before: LoadedRoster, commands: Sequence[str], sentences: Sequence[str]
) -> dict[str, Any]:
    """What `_proposal.html` shows of several edits, which the edit of this name does as one step."""
    command = series(name, commands)
    after = before.with_document(perform(before, command, {}))
    return {
        "command": command,
        "sentences": sentences,
        "loaded": after,
        "changes": changes(before.for_reader(), after.for_reader()),
        "totals": (before.verdict.total, after.verdict.total),
        "verdicts": (before.verdict.state, after.verdict.state),
    }
