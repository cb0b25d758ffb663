"""The gathering that a list is in, as the list's own pages and its sheet show it; a folder above finds it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.dispatch import Signal

from builder.lists.models import Roster
from builder.web.signals import answers


@dataclass(frozen=True)
class GatheringSummary:
    """What a member of a gathering shows of it.

    pk, name -- of the gathering
    members  -- how many units it has
    roles    -- (slug, names of those who have it) for each role of the book
    played   -- (ISO date, title, whether the list took part) for each chapter that was played, in order
    planned  -- (ISO date or "", title) for each chapter ahead
    """

    pk: int
    name: str
    members: int
    roles: tuple[tuple[str, tuple[str, ...]], ...]
    played: tuple[tuple[str, str, bool], ...]
    planned: tuple[tuple[str, str], ...]

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> GatheringSummary:
        """The inverse of `data`, after it was JSON."""
        return cls(**{name: frozen(value) for name, value in data.items()})

    @property
    def data(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)

    @property
    def covered(self) -> int:
        """How many roles somebody has."""
        return sum(bool(names) for _slug, names in self.roles)


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(frozen(part) for part in value) if isinstance(value, list) else value


summary_requested = Signal()  # sent with `roster`; receivers return its `GatheringSummary`, or None


def gathering_summary(roster: Roster) -> GatheringSummary | None:
    """The summary of the gathering that a list is in now; None where it is in none."""
    return next(filter(None, answers(summary_requested, Roster, roster=roster)), None)
