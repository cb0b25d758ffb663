"""Removes kept sheets that nobody asks for, and what the queue leaves behind."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Sum
from django.db.models.functions import Coalesce, Length
from django.utils import timezone
from django_tasks import TaskResultStatus

from builder.exports.making import tasks
from builder.exports.models import KeptFile
from builder.exports.storing import remove

UNUSED = timedelta(days=30)
ABANDONED = timedelta(days=1)  # a sheet that is not finished after that


def tidy_files(now: datetime, dry_run: bool = False) -> int:
    """Remove kept sheets that nobody asked for during 30 days, and those used longest ago while all take too much.

    now -- aware. Returns the number of removed sheets. Finished tasks of the queue go too.
    """
    day = timezone.localdate(now)
    sheets = KeptFile.objects.defer(*KeptFile.HEAVY)
    old = list(sheets.filter(used__lt=day - UNUSED))
    abandoned = sheets.filter(state__in=KeptFile.UNFINISHED, made__lt=now - ABANDONED)
    gone = {kept.pk: kept for kept in [*old, *abandoned]}
    gone |= {kept.pk: kept for kept in above_cap(set(gone))}
    if dry_run:
        return len(gone)
    for status in (TaskResultStatus.SUCCESSFUL, TaskResultStatus.FAILED):
        tasks(status).delete()
    tasks(TaskResultStatus.RUNNING).filter(started_at__lt=now - ABANDONED).delete()
    return remove(gone.values())


def above_cap(gone: set[int]) -> list[KeptFile]:
    """Those used longest ago, so many that the others take at most SHEET_SPACE megabytes with their pictures."""
    stay = KeptFile.objects.exclude(pk__in=gone).exclude(state__in=KeptFile.UNFINISHED)
    stay = stay.annotate(takes=F("size") + Coalesce(Length("thumbnails"), 0))
    excess = (stay.aggregate(total=Sum("takes"))["total"] or 0) - settings.SHEET_SPACE * 1_000_000
    found: list[KeptFile] = []
    for kept in stay.filter(size__gt=0).order_by("used", "finished").defer(*KeptFile.HEAVY).iterator():
        if excess <= 0:
            break
        found.append(kept)
        excess -= kept.takes
    return found


def remove_above_cap() -> None:
    """Keep the space that kept sheets take, without waiting for the daily tidying."""
    remove(above_cap(set()))
