"""The states of a list as its page of versions shows them."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext

from builder.lists.book_change import GO, STAY
from builder.lists.commands import sentence
from builder.lists.edits import BadEdit
from builder.lists.history import RESTORE
from builder.lists.models import Revision, Roster
from rules.catalogue import Catalogue
from rules.text import _

PAGE = 50  # states
MADE = {  # what was done where no edit made the state
    "new": _("List created"),
    "example": _("Made from the game’s example"),
    "duplicate": _("Copied from another list"),
    "copy": _("Copied from a list that was shared"),
    "import": _("Imported"),
    "join": _("Created to join"),
    STAY: _("Stays with the earlier book"),
    GO: _("Takes today’s book"),
    "mend": _("Mended"),
    "complete": _("Completed"),
}


class State(NamedTuple):
    """A state of a list: its number, when it was made, what was done, and whether others may see it."""

    number: int
    made: datetime
    sentence: str
    shared: bool


def states_of(roster: Roster, catalogue: Catalogue, before: int | None = None) -> tuple[list[State], int | None]:
    """Up to `PAGE` states, newest first, those below the number `before`; and where the next page is."""
    rows = Revision.objects.with_base().filter(roster=roster).order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    page = list(rows[: PAGE + 1])
    documents = {row.number: row for row in page}
    states = []
    for row in page[:PAGE]:
        origin = documents.get(row.parent or 0, row)
        names = [unit.get("name", "") for unit in origin.document.get("units", ())]
        states.append(State(row.number, row.made, what_was_done(row.action, names, catalogue), row.shared))
    return states, states[-1].number if len(page) > PAGE else None


def what_was_done(action: str, names: list[str], catalogue: Catalogue) -> str:
    """The sentence of an action; `names` are those of the units of the state that it was done to."""
    name, _space, number = action.partition(" ")
    if name == RESTORE:
        return gettext("Version {number} restored").format(number=number)
    if action in MADE:
        return gettext(MADE[action])
    try:
        return sentence(action, names, catalogue)
    except (BadEdit, ValueError):
        return gettext("Changed")
