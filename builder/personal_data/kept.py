"""Data exports as kept files: one for each owner, removed after a day."""

import hashlib
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

from builder.accounts.limits import client
from builder.exports.models import KeptFile
from builder.exports.queue import check_room, kept_file, request_file
from builder.exports.storing import remove
from builder.personal_data.archive import request_for
from builder.personal_data.owner import NAMES_PREFIX, Owner

KEPT = timedelta(days=1)  # from when it was finished
AGAIN_AFTER = timedelta(hours=1)  # from when the last one was asked for
Outcome = KeptFile.Outcome


def key_of(owner: Owner) -> str:
    return hashlib.sha256(repr(("personal data", owner.name)).encode()).hexdigest()


def last_export(owner: Owner) -> KeptFile | None:
    """The owner's last data export, in whatever state, if it still holds."""
    kept = kept_file(key_of(owner), subject=owner.name)
    if kept and kept.finished and kept.finished < timezone.now() - KEPT:
        remove([kept])
        return None
    return kept


def next_one(kept: KeptFile | None) -> datetime | None:
    """From when another one may be asked for; None: now. One that was not made does not count."""
    if kept is None or kept.outcome in (Outcome.FAILED, Outcome.TOO_LARGE):
        return None
    moment = kept.made + AGAIN_AFTER
    return moment if moment > timezone.now() else None


def ask(request: HttpRequest, owner: Owner, history: bool) -> None:
    """Ask for a new data export instead of the last one. Raises `ClientWaits` or `QueueFull`.

    history -- with all kept states of the lists
    """
    who = client(request)
    check_room(who)
    remove(KeptFile.objects.filter(subject=owner.name).only("pk"))
    name = f"bivouac-{timezone.localdate().isoformat()}"
    request_file(key_of(owner), owner.name, who, request_for(owner, history), name)


def tidy_data_exports(now: datetime, dry_run: bool = False) -> int:
    """Remove the data exports that were finished a day ago. Returns how many."""
    old = KeptFile.objects.filter(subject__startswith=NAMES_PREFIX, finished__lt=now - KEPT)
    return old.count() if dry_run else remove(old.only("pk"))
