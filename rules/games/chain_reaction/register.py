"""The register of Chain Reaction's checks; the files in `checks/` fill it, a file per chapter of the compendium."""

from collections.abc import Callable
from typing import Any

from rules.checks import Register

REGISTER = Register(book="Chain Reaction")


def check_figure(
    id: str, demand: str, having: str | tuple[str, ...] | None = None, **rule: Any
) -> Callable[[Callable], Callable]:
    """As `Register.check`, for the Star and for NPCs."""
    registered = REGISTER.rule(id, demand, **rule)

    def register(run: Callable) -> Callable:
        for kind in ("star", "npc"):
            REGISTER.report(registered, kind, having)(run)
        return run

    return register
