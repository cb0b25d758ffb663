"""The register of Chain Reaction's checks; the files in `checks/` fill it, a file per chapter of the compendium."""

from collections.abc import Callable, Iterable
from typing import Any

from rules.checks import Broken, Register
from rules.game import UnitAnalysis

REGISTER = Register(book="Chain Reaction")
KINDS = ("star", "npc")
FigureCheck = Callable[[UnitAnalysis], Iterable[Broken]]


def check_figure(
    id: str, demand: str, having: str | tuple[str, ...] | None = None, **about: Any
) -> Callable[[FigureCheck], FigureCheck]:
    """Register a function as the check of a rule that holds for Star and NPCs; arguments as in `Register.check`."""
    rule = REGISTER.rule(id, demand, **about)

    def register(run: FigureCheck) -> FigureCheck:
        for kind in KINDS:
            REGISTER.report(rule, on=kind, having=having)(run)
        return run

    return register
