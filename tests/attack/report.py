"""The register of attacks, and what one of them found."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

ONE, SEVERAL = "one", "several"


@dataclass
class Report:
    """What an attack tried, what it measured, and what was lost; nothing lost means that the site survived.

    short -- it is part of the suite, where no timing decides
    """

    short: bool = False
    tried: str = ""
    figures: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    skipped: str = ""

    def figure(self, text: str) -> None:
        self.figures.append(text)

    def check(self, held: Any, otherwise: str) -> bool:
        """Count what did not hold."""
        if not held:
            self.lost.append(otherwise)
        return bool(held)

    def check_waiting(self, held: bool, otherwise: str) -> None:
        """Count that visitors waited too long, but in the short form."""
        if not self.short:
            self.check(held, otherwise)

    @property
    def outcome(self) -> str:
        return "lost" if self.lost else "not tried" if self.skipped else "survived"


@dataclass(frozen=True)
class Attack:
    """One attack.

    row    -- the number of the row in the list of dangers, "-" for one that held before
    setups -- where it is run
    short  -- whether the short form has it
    ends   -- it leaves no site that others could use
    """

    row: str
    name: str
    run: Callable[..., Awaitable[None]]
    setups: tuple[str, ...]
    short: bool
    ends: bool
    seconds: float

    @property
    def number(self) -> float:
        return float(self.row.split(",")[0]) if self.row[0].isdigit() else 99


ATTACKS: dict[str, Attack] = {}


def attack(
    row: str,
    setups: tuple[str, ...] = (ONE, SEVERAL),
    short: bool = True,
    ends: bool = False,
    seconds: float = 180,
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """Register `async def name(site, report, short)`. `seconds`: after them it is broken off and counts as lost."""

    def register(run: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        name = run.__name__.replace("_", "-")
        ATTACKS[name] = Attack(row, name, run, setups, short, ends, seconds)
        return run

    return register
