"""What a stored list may hold: the limits of the exchange format, and that of its log."""

from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from rules import document as documents
from rules.document import MOST_BYTES
from rules.registry import GAMES
from rules.shapes import Refused
from rules.text import _

MOST_LOG_ENTRIES = 500


def require_storable(loaded: LoadedRoster, before: LoadedRoster | None = None) -> None:
    """Raises `BadEdit` where a list is larger than lists may be; one that was so `before` may shrink or stay.

    `before` is None for a new list, whose log may be of any length: it may have been imported.
    """
    size, entries = len(loaded.packed), len(loaded.document.log)
    if size > MOST_BYTES and not (before and size <= len(before.packed)):
        raise BadEdit(
            _("List too big: {size} bytes, {most} maximum. Shorten the notes or the log."),
            size=size,
            most=MOST_BYTES,
        )
    if before and entries > max(MOST_LOG_ENTRIES, len(before.document.log)):
        raise BadEdit(
            _("Log full: {most} entries maximum. Remove old ones first; a copy of the list keeps them."),
            most=MOST_LOG_ENTRIES,
        )
    require_readable(loaded)


def require_readable(loaded: LoadedRoster) -> None:
    """Raises `BadEdit` where a list could not be opened any more."""
    try:
        documents.read(loaded.data, GAMES)
    except Refused as refused:
        raise BadEdit(refused.message.text, **refused.message.values) from None
