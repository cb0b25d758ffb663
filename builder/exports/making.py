"""Makes a requested file: the task of the queue, which a file worker runs."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import override
from django_tasks import TaskContext, task

from builder import queues
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

QUEUE = "files"
Outcome = KeptFile.Outcome
BEAT_EVERY = 2  # seconds
LOST_AFTER = timedelta(seconds=15)  # without a beat
MOST_ATTEMPTS = 2
GRACE = 6  # seconds a worker that is told to stop goes on with its file

stop = Stop()  # set where this worker is told to stop

Request = dict[str, Any]


class PutBack(Exception):
    """The worker stops before the file is finished."""


class Heartbeat:
    """Says every two seconds that a task is being worked on."""

    def __init__(self, task_id: str) -> None:
        self.task_id = task_id
        self.last = time.monotonic()
        self.until: float | None = None  # a worker that is told to stop goes on

    def beat(self) -> None:
        """Called often. Raises `PutBack` some seconds after this worker is told to stop."""
        now = time.monotonic()
        if stop.is_set():
            if self.until is None:
                self.until = now + GRACE
            elif now > self.until:
                raise PutBack
        if now - self.last > BEAT_EVERY:
            self.last = now
            with suppress(DatabaseError):
                queues.tasks(QUEUE, queues.RUNNING).filter(pk=self.task_id).update(started_at=timezone.now())


def export_lists(request: Request) -> bytes:
    """The job of the registered exports: one list or several as one file."""
    export = EXPORTS[request["export"]]
    sources = [source_of(source) for source in request["sources"]]
    if export.render_several is None or len(sources) == 1:
        return export.render(sources[0])
    return export.render_several(sources)


def source_of(request: Request) -> ExportSource:
    about = {name: request[name] for name in ("share_url", "revision")}
    about["rosters"] = tuple(request.get("rosters", ()))
    gathering = GatheringSummary.from_data(request["gathering"]) if "gathering" in request else None
    return ExportSource(
        LoadedRoster.from_data(request["document"]).for_reader(),
        choices=PrintChoices.from_data(request["choices"]),
        gathering=gathering,
        certificate=request.get("certificate", ""),
        **about,
    )


EXPORT_JOB = "export"  # of requests that name none
# (what makes the file of a request, how many times SHEET_SECONDS it may take) by the request's "job".
# Folders above this one add theirs when the application starts.
FILE_MAKERS: dict[str, tuple[Callable[[Request], bytes], float]] = {EXPORT_JOB: (export_lists, 1)}


@task(queue_name=QUEUE, takes_context=True)
def make_file(context: TaskContext, request: Request) -> None:
    """Make the file that waits for this task. Does nothing if it was withdrawn or erased, or is finished."""
    task_id = context.task_result.id
    kept = KeptFile.objects.filter(task=UUID(task_id)).defer(*KeptFile.HEAVY).first()
    if kept is None:
        return
    make, times = FILE_MAKERS[request.get("job", EXPORT_JOB)]
    beat = Heartbeat(task_id).beat
    began = time.monotonic()
    try:
        with override(request.get("language", settings.LANGUAGE_CODE)):
            content = run_forked(partial(make, request), settings.SHEET_SECONDS * times, settings.SHEET_MEMORY, beat)
    except OverLimit as reason:
        log.warning("File %s is too large: %s", kept.pk, reason)
        finish(kept, outcome=Outcome.TOO_LARGE)
    except PutBack:
        put_back(kept, request)
    except Failed as reason:
        log.error("File %s failed: %s", kept.pk, reason)
        finish(kept, outcome=Outcome.FAILED)
    else:
        keep(kept, content)
        log.info("File %s: %d bytes in %.1f s", kept.pk, len(content), time.monotonic() - began)
        picture_pages(kept, content, beat)


def picture_pages(kept: KeptFile, content: bytes, beat: Callable[[], None]) -> None:
    """Count and picture the pages of a finished PDF, which is there already for who waits for it."""
    if not content.startswith(b"%PDF"):
        return
    try:
        archive = run_forked(partial(thumbnails, content), settings.SHEET_SECONDS, settings.SHEET_MEMORY, beat)
        about = {"pages": page_count(archive), "thumbnails": archive}
        KeptFile.objects.filter(pk=kept.pk, outcome=Outcome.DONE).update(**about)
    except (OverLimit, Failed, PutBack, DatabaseError):
        log.exception("The pages of file %s have no pictures.", kept.pk)


@transaction.atomic
def put_back(kept: KeptFile, request: Request) -> None:
    """Let another worker make the file, as if this one had not begun."""
    again = make_file.enqueue(request)
    KeptFile.objects.filter(task=kept.task_id).update(task=again.id)


def take_up_lost() -> None:
    """Let the files of killed workers be made again, once each; after that they have failed."""
    for lost in queues.take_up_lost(QUEUE, LOST_AFTER, MOST_ATTEMPTS):
        for kept in KeptFile.objects.filter(task=lost.pk).defer(*KeptFile.HEAVY):
            log.error("File %s failed: its worker ended %d times", kept.pk, MOST_ATTEMPTS)
            finish(kept, outcome=Outcome.FAILED)
        lost.delete()
