"""Removes kept files that nobody asks for, and tasks that no worker came for."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce, Length
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from builder.exports.making import QUEUE
from builder.exports.models import KeptFile
from builder.exports.storing import remove

UNUSED = timedelta(days=30)
ABANDONED = timedelta(days=1)  # a file that is not finished after that
QUEUES = (QUEUE, "sheets")  # the queue, and what nodes of the release before called it


def tidy_files(now: datetime, dry_run: bool = False) -> int:
    """Remove kept files that nobody asked for during 30 days, and those used longest ago while all take too much.

    now -- aware. Returns the number of removed files. Those that no worker came for during a day go too.
    """
    abandoned = Q(finished=None, made__lt=now - ABANDONED)
    old = KeptFile.objects.filter(abandoned | Q(used__lt=timezone.localdate(now) - UNUSED))
    gone = set(old.values_list("pk", flat=True))
    gone |= set(above_cap(gone))
    if dry_run:
        return len(gone)
    removed = remove(KeptFile.objects.filter(pk__in=gone).only("pk"))
    DBTaskResult.objects.filter(queue_name__in=QUEUES, enqueued_at__lt=now - ABANDONED).delete()
    return removed


def above_cap(gone: set[int]) -> list[int]:
    """The pks of those used longest ago, so many that all others take at most SHEET_SPACE megabytes with pictures."""
    stay = KeptFile.objects.exclude(pk__in=gone).filter(size__gt=0)
    stay = stay.annotate(takes=F("size") + Coalesce(Length("thumbnails"), 0))
    excess = (stay.aggregate(total=Sum("takes"))["total"] or 0) - settings.SHEET_SPACE * 1_000_000
    above: list[int] = []
    for pk, takes in stay.order_by("used", "finished").values_list("pk", "takes").iterator():
        if excess <= 0:
            break
        above.append(pk)
        excess -= takes
    return above


def remove_above_cap() -> None:
    """Keep the space that kept files take, without waiting for the daily tidying."""
    remove(KeptFile.objects.filter(pk__in=above_cap(set())).only("pk"))
