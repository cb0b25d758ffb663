"""More of a unit that is in the list: by the one rule of all offers, what breaks a prohibition is refused."""

from typing import Any

from builder.lists.edits import BadEdit, after_duplicate
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferChecker, Reasons, same_index
from rules.checks import Finding
from rules.document import NewIndex

COPYING = ("duplicate ", "describe ", "step-count ")  # the edits that change how many there are of a unit


class RefusedCopy(BadEdit):
    """Another copy of a unit that would break a prohibition: the first `Finding` of those that say why."""

    def __init__(self, finding: Finding):
        super().__init__(finding.message.text, **finding.message.values)
        self.finding = finding


def require_allowed(before: LoadedRoster, after: LoadedRoster, command: str) -> None:
    """Raises `RefusedCopy` where the edit `command` adds copies of a unit and so breaks a prohibition."""
    for reason in refusal(before, after, command):
        if isinstance(reason, Finding):
            raise RefusedCopy(reason)


def refusal(before: LoadedRoster, after: LoadedRoster, command: str) -> Reasons:
    """Why the copies that an edit adds are refused; empty where they are not, and for any other edit."""
    where = where_after_copies(before.document, after.document, command)
    return () if where is same_index else OfferChecker.of(before).effect_of(after.document, where).refusal


def where_after_copies(before: Any, after: Any, command: str) -> NewIndex:
    """The new index of each unit after an edit that adds copies of one; `same_index` after any other.

    It is None for the unit that more are made of, whose own breaches count anew.
    """
    if not command.startswith(COPYING):
        return same_index
    name, index = command.split()[0], int(command.split()[1])
    if name == "duplicate":
        return after_duplicate(index)
    more = index < len(before.units) and after.units[index].count > before.units[index].count
    return (lambda old: None if old == index else old) if more else same_index
