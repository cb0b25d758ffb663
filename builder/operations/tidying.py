"""Tidying up: what has had its time is removed, by tidiers that each say what they did."""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.sessions.models import Session
from django.utils.module_loading import import_string

from builder.operations.models import DailyTask

logger = logging.getLogger(__name__)

AT_ONCE = 1_000  # rows that one statement removes
KEPT = timedelta(days=60)  # how long daily tasks are remembered

# What is removed, and the function that does it: (now, dry_run) -> how many. With `dry_run` it only counts.
TIDIERS = {
    "expired sessions": "builder.operations.tidying.tidy_sessions",
    "browsers not used for long, with their access": "builder.accounts.browsers.tidy_browsers",
    "codes for other devices, with what they held": "builder.accounts.handover.tidy_handovers",
    "short codes that are over": "builder.accounts.short_codes.tidy_short_codes",
    "unfinished accounts": "builder.accounts.unfinished.tidy_unfinished_accounts",
    "limits that have refilled": "builder.accounts.limits.tidy_buckets",
    "links replaced long ago": "builder.web.keys.tidy_replaced_keys",
    "answers to old forms": "builder.accounts.form_answers.tidy_form_answers",
    "unsent emails": "builder.accounts.mail.tidy_mail",
    "old versions of lists": "builder.lists.thinning.tidy_revisions",
    "data exports of yesterday": "builder.personal_data.kept.tidy_data_exports",
    "kept sheets": "builder.exports.tidying.tidy_files",
    "old reports of mistakes": "builder.error_reports.models.tidy_reports",
    "deleted lists, deleted forever": "builder.lists.erasing.tidy_removed_lists",
    "boxes of models that nobody opens any more": "builder.lists.own_box.tidy_boxes",
    "photos that no unit has any more": "builder.lists.pictures.tidy_pictures",
    "unclaimed empty lists, deleted forever": "builder.lists.erasing.tidy_unclaimed_lists",
    "battles whose lists are all deleted forever": "builder.battles.erasing.tidy_battles",
    "disbanded gangs and campaigns, deleted forever": "builder.gatherings.erasing.tidy_removed_gatherings",
    "old daily tasks": "builder.operations.tidying.tidy_daily_tasks",
}

Tidier = Callable[[datetime, bool], int]


class Tidied(NamedTuple):
    """What a tidier did: how many rows it removed, or would; None where it failed."""

    what: str
    removed: int | None


def tidy(now: datetime, dry_run: bool = False) -> Iterator[Tidied]:
    """Run all tidiers, one after the other; one that fails is logged and does not keep the next from running."""
    for what, name in TIDIERS.items():
        tidier: Tidier = import_string(name)
        try:
            yield Tidied(what, tidier(now, dry_run))
        except Exception:
            logger.exception("%s failed", name)
            yield Tidied(what, None)


def tidy_sessions(now: datetime, dry_run: bool = False) -> int:
    """Remove expired sessions, a thousand in a transaction."""
    expired = Session.objects.filter(expire_date__lt=now)
    if dry_run:
        return expired.count()
    removed = 0
    while keys := list(expired.values_list("pk", flat=True)[:AT_ONCE]):
        removed += expired.filter(pk__in=keys).delete()[0]
    return removed


def tidy_daily_tasks(now: datetime, dry_run: bool = False) -> int:
    """Remove what is remembered of daily tasks of more than 60 days ago."""
    old = DailyTask.objects.filter(day__lt=(now - KEPT).date())
    return old.count() if dry_run else old.delete()[0]
