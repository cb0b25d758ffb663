"""Makes a requested sheet: the task of the queue, which a sheet worker runs."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import get_language, override
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from builder.exports.forked import Failed, OverLimit, run_forked
from builder.exports.models import KeptFile
from builder.exports.registry import EXPORTS, ExportSource
from builder.exports.storing import finish, keep
from builder.exports.thumbnails import page_count, thumbnails
from builder.lists.gathering_summary import GatheringSummary
from builder.lists.loaded import LoadedRoster
from builder.sheets.choices import PrintChoices
from builder.stopping import Stop

log = logging.getLogger(__name__)

QUEUE = "sheets"
State = KeptFile.State
SIGN_OF_LIFE = 2  # seconds between two signs of life of a worker that makes a sheet
LOST_AFTER = timedelta(seconds=15)  # without a sign of life
MOST_ATTEMPTS = 2
GRACE = 6  # seconds a worker that is told to stop goes on with its sheet

stop = Stop()  # set where this worker is told to stop

Job = Callable[[dict[str, Any]], bytes]  # (the request of a kept sheet) -> its file


class PutBack(Exception):
    """The worker stops before the sheet is finished."""


def render_request(pk: int) -> bytes:
    """The file that a kept sheet asks for, made by the job that its request names."""
    request = KeptFile.objects.values_list("request", flat=True).get(pk=pk)
    with override(request.get("language", settings.LANGUAGE_CODE)):
        return JOBS[request.get("job", EXPORT_JOB)](request)


def export_lists(request: dict[str, Any]) -> bytes:
    """The job of the registered exports: one list or several as one file."""
    export = EXPORTS[request["export"]]
    sources = [source_of(one) for one in request.get("sources", [request])]
    if export.render_several is None or len(sources) == 1:
        return export.render(sources[0])
    return export.render_several(sources)


def source_of(request: dict[str, Any]) -> ExportSource:
    about = {name: request[name] for name in ("share_url", "revision")}
    gathering = GatheringSummary.from_data(request["gathering"]) if "gathering" in request else None
    choices = PrintChoices.from_data(request.get("choices", request))  # requests of the release before name them apart
    return ExportSource(
        LoadedRoster.from_data(request["document"]).in_language(get_language()),
        choices=choices,
        gathering=gathering,
        **about,
    )


EXPORT_JOB = "export"  # of requests that name none
JOBS: dict[str, Job] = {EXPORT_JOB: export_lists}  # folders above this one add theirs when the application starts
TIMES_SECONDS: dict[str, float] = {}  # jobs that may take so many times SHEET_SECONDS


@task(queue_name=QUEUE)
def make_file(pk: int) -> None:
    """Make the file of a waiting sheet. Does nothing if another worker has begun it."""
    kept = begin(pk)
    if kept is None:
        return
    began = time.monotonic()
    try:
        content = run_forked(
            partial(render_request, pk), seconds_for(pk), settings.SHEET_MEMORY, partial(sign, kept, Signs())
        )
    except OverLimit as reason:
        log.warning("Sheet %s is too large: %s", pk, reason)
        end(kept, State.TOO_LARGE)
    except PutBack:
        put_back(kept)
    except Failed as reason:
        log.error("Sheet %s failed: %s", pk, reason)
        end(kept, State.FAILED)
    else:
        keep(kept, content, state=State.DONE, finished=timezone.now())
        log.info("Sheet %s: %d bytes in %.1f s", pk, len(content), time.monotonic() - began)
        picture_pages(kept, content)


def picture_pages(kept: KeptFile, content: bytes) -> None:
    """Count and picture the pages of a finished PDF, which is there already for who waits for it."""
    if not content.startswith(b"%PDF"):
        return
    try:
        archive = run_forked(partial(thumbnails, content), settings.SHEET_SECONDS, settings.SHEET_MEMORY)
        about = {"pages": page_count(archive), "thumbnails": archive}
        KeptFile.objects.filter(pk=kept.pk, state=State.DONE).update(**about)
    except (OverLimit, Failed, DatabaseError):
        log.exception("The pages of sheet %s have no pictures.", kept.pk)


def seconds_for(pk: int) -> float:
    """The processor time that the file of a kept sheet may take."""
    job = KeptFile.objects.values_list("request__job", flat=True).filter(pk=pk).first()
    return settings.SHEET_SECONDS * TIMES_SECONDS.get(job or EXPORT_JOB, 1)


def begin(pk: int) -> KeptFile | None:
    """The kept sheet, which this worker makes from now on; None if it does not wait."""
    now = timezone.now()
    waiting = KeptFile.objects.filter(pk=pk, state=State.WAITING)
    if not waiting.update(state=State.RUNNING, started=now, alive=now, attempts=F("attempts") + 1):
        return None
    return KeptFile.objects.defer(*KeptFile.HEAVY).get(pk=pk)


def end(kept: KeptFile, state: str) -> None:
    finish(kept, state=state, finished=timezone.now())


class Signs:
    """When the last sign of life was given, and until when a worker that is told to stop goes on."""

    def __init__(self) -> None:
        self.last = time.monotonic()
        self.until: float | None = None


def sign(kept: KeptFile, signs: Signs) -> None:
    """Say that the sheet is still being made. Raises `PutBack` some seconds after this worker is told to stop."""
    now = time.monotonic()
    if stop.is_set():
        if signs.until is None:
            signs.until = now + GRACE
        elif now > signs.until:
            raise PutBack
    if now - signs.last > SIGN_OF_LIFE:
        signs.last = now
        with suppress(DatabaseError):
            KeptFile.objects.filter(pk=kept.pk, attempts=kept.attempts).update(alive=timezone.now())


def put_back(kept: KeptFile) -> None:
    """Let another worker make the sheet, as if this one had not begun."""
    mine = KeptFile.objects.filter(pk=kept.pk, state=State.RUNNING, attempts=kept.attempts)
    if mine.update(state=State.WAITING, attempts=F("attempts") - 1):
        enqueue(kept.pk)


def enqueue(pk: int) -> None:
    make_file.enqueue(pk)


# --- What a killed worker left --------------------------------------------------------------------------------------


def take_up_lost(now: datetime | None = None) -> None:
    """Enqueue again the sheets whose worker was killed, once each; after that they have failed.

    Sheets that wait although nothing in the queue is ready have lost their task: they are enqueued again too.
    """
    now = now or timezone.now()
    for kept in KeptFile.objects.filter(state=State.RUNNING, alive__lt=now - LOST_AFTER).defer(*KeptFile.HEAVY):
        take_up(kept)
    waiting = KeptFile.objects.filter(state=State.WAITING, made__lt=now - LOST_AFTER)
    if not tasks(TaskResultStatus.READY).exists():
        for pk in waiting.values_list("pk", flat=True):
            enqueue(pk)
    tasks(TaskResultStatus.RUNNING).filter(started_at__lt=now - timedelta(hours=1)).delete()


def take_up(kept: KeptFile) -> None:
    if kept.attempts >= MOST_ATTEMPTS:
        log.error("Sheet %s failed: its worker ended %d times", kept.pk, kept.attempts)
        end(kept, State.FAILED)
        return
    lost = KeptFile.objects.filter(pk=kept.pk, state=State.RUNNING, attempts=kept.attempts, alive=kept.alive)
    with transaction.atomic():
        if lost.update(state=State.WAITING):
            enqueue(kept.pk)


def tasks(status: str) -> QuerySet[DBTaskResult]:
    return DBTaskResult.objects.filter(queue_name=QUEUE, status=status)
