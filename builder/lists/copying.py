"""More of a unit that is in the list: by the one rule of all offers, what breaks a prohibition is refused."""

from builder.lists.edits import BadEdit, NewIndex, after_duplicate
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferChecker, Reasons
from rules.checks import Finding

COUNTING = {"describe", "step-count"}  # the edits that change how many there are of a unit


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
    name, *words = command.split()
    index = int(words[0]) if words and words[0].isdigit() else None
    if index is None or not adds_copies(before.document.units, after.document.units, name, index):
        return ()
    return OfferChecker.of(before).effect_of(after.document, where_after(name, index)).refusal


def adds_copies(older: tuple, newer: tuple, name: str, index: int) -> bool:
    if name == "duplicate":
        return True
    return name in COUNTING and index < len(older) and newer[index].count > older[index].count


def where_after(name: str, index: int) -> NewIndex:
    """The new index of each unit; None for the one that more are made of, whose own breaches count anew."""
    if name == "duplicate":
        return after_duplicate(index)
    return lambda old: None if old == index else old
