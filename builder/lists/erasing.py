"""Erasing lists for good: removed ones after a while or at once, and those that were made and never used."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import TruncDate

from builder.lists.models import Roster, RosterGrant

logger = logging.getLogger(__name__)

KEPT_REMOVED = timedelta(days=30)  # how long what was removed can be brought back
KEPT_UNCLAIMED = timedelta(days=90)  # how long a list stays that is empty and was never opened again


class NotErased(Exception):
    """Some rows could not be erased; the log says why."""


def erase(rows: "models.QuerySet[Any]") -> int:
    """Delete rows with all that hangs on them, in one transaction. Returns how many of them there were."""
    with transaction.atomic():
        locked = list(rows.select_for_update(of=("self",)))
        for row in locked:
            row.delete()
        return len(locked)


def erase_each(rows: "models.QuerySet[Any]", dry_run: bool = False) -> int:
    """As `erase`, each row in a transaction of its own: one that is changed meanwhile is looked at again.

    A row that fails keeps no other from being erased. Raises `NotErased` in the end.
    """
    keys = list(rows.order_by().values_list("pk", flat=True))
    if dry_run:
        return len(keys)
    erased, failed = 0, []
    for key in keys:
        try:
            erased += erase(rows.filter(pk=key))
        except Exception:  # by whatever hangs on the row
            logger.exception("%s %s was not erased", rows.model.__name__, key)
            failed.append(key)
    if failed:
        raise NotErased(f"{erased} rows were erased, {len(failed)} were not")
    return erased


def tidy_removed_lists(now: datetime, dry_run: bool = False) -> int:
    """Erase the lists that were removed 30 days ago, with their states and grants. Returns how many."""
    return erase_each(Roster.objects.filter(deleted__lt=now - KEPT_REMOVED), dry_run)


def tidy_unclaimed_lists(now: datetime, dry_run: bool = False) -> int:
    """Erase the lists that nobody did anything with for 90 days. Returns how many.

    Such a list has no name and no units, was never edited, is with nobody, and no browser opened it on a day after
    the one when it was made. A list with a name, a unit or a second state is never erased by itself: somebody may
    have kept its link.
    """
    return erase_each(unclaimed_lists(now - KEPT_UNCLAIMED), dry_run)


def unclaimed_lists(before: datetime) -> "models.QuerySet[Roster]":
    came_back = RosterGrant.objects.filter(roster=OuterRef("pk"), used__gt=TruncDate("roster__created"))
    return Roster.objects.filter(
        ~Exists(came_back),
        created__lt=before,
        changed__lt=before,
        deleted__isnull=True,
        last_revision=1,
        name="",
        units=0,
        memberships__isnull=True,
    )
