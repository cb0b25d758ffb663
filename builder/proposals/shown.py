"""What a page shows of a proposal before it is taken."""

from typing import Any

from builder.versions.changes import changes


def proposal_context(state: Any, command: str) -> dict[str, Any]:
    """What `_proposal.html` shows of a state that moves lead to, which one command makes."""
    before, after = state.start.loaded, state.loaded
    return {
        "state": state,
        "command": command,
        "changes": changes(before.for_reader(), after.for_reader()),
        "totals": (before.verdict.total, after.verdict.total),
        "verdicts": (before.verdict.state, after.verdict.state),
    }
