"""manage.py sheet_worker: makes the sheets that players ask for, one after the other, until it is told to stop."""

import gc
import json
import logging
import os
import time
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error, connections
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks.base import TaskResultStatus
from django_tasks.signals import task_finished
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from builder.exports.making import QUEUE, stop, take_up_lost
from builder.exports.registry import ExportSource
from builder.exports.tidying import remove_above_cap
from builder.lists.loaded import LoadedRoster
from builder.personal_data.kept import tidy_data_exports
from builder.registry import games_with_books
from builder.sheets import pdf
from builder.sheets.paper import DEFAULT_PAPER, LAYOUTS
from builder.sheets.rendering import sheet_html

log = logging.getLogger(__name__)

NICE = 10  # web processes come first; at 15 a sheet takes half a minute where all cores are busy
INTERVAL = 0.2  # seconds between two looks at an empty queue
ROUND = 30  # seconds between two looks for what a killed worker left, and at the space that sheets take
AFTER_AN_ERROR = 1  # seconds until the database is asked again


class SheetWorker(Worker):
    """A worker of django-tasks-db for the queue of sheets; it makes one that is ready and returns."""

    def __init__(self) -> None:
        super().__init__(
            queue_names=[QUEUE],
            excluded_queue_names=[],
            interval=0,
            batch=True,
            backend_name="default",
            startup_delay=False,
            max_tasks=1,  # between two sheets others are looked for that were lost, and the space is kept
            worker_id=get_random_string(32),
        )

    def shutdown(self, signum, frame):
        """End after the sheet under way, which is put back if it takes much longer."""
        self.running = False
        stop.set()


class Command(BaseCommand):
    help = "Make the sheets that players ask for. Run as many of these as there are cores to spare."

    def handle(self, **_options):
        os.nice(NICE)
        task_finished.connect(remove_task)
        worker = SheetWorker()
        load_everything()
        worker.configure_signals()  # until here a signal ends the process at once
        log.info("Sheet worker %s is ready.", os.getpid())
        next_round, busy = 0.0, False
        while not stop.wait(0 if busy else INTERVAL):
            try:
                if time.monotonic() >= next_round:
                    take_up_lost()
                    remove_above_cap()
                    tidy_data_exports(timezone.now())
                    next_round = time.monotonic() + ROUND
                busy = is_ready()
                if busy:
                    refresh_books()
                    worker.run()
            except Error:
                busy = False
                log.exception("The database does not answer; trying again.")
                connections.close_all()
                stop.wait(AFTER_AN_ERROR)


def load_everything() -> None:
    """Load what every sheet needs, so that each fork has it: books, templates, fonts, WeasyPrint."""
    pdf.typography()
    html = [
        sheet_html(ExportSource(loaded).sheet("fr"), layout, "fr", DEFAULT_PAPER)
        for loaded in map(LoadedRoster.from_data, example_documents())
        for layout in LAYOUTS
    ]
    for text in html[:1]:
        pdf.render(text)
    gc.collect()
    gc.freeze()


def example_documents() -> Iterator[Any]:
    """The example list of each game whose book is loaded."""
    try:
        for game in games_with_books():
            if game["example"]:
                yield json.loads(game["game_ui"].example_file.read_text("utf-8"))
    except Error:
        log.exception("The database does not answer; going on without its books.")
        connections.close_all()


def refresh_books() -> None:
    """Read changed books once here instead of in each fork."""
    games_with_books()


def is_ready() -> bool:
    """Whether there is a sheet to make. Asked first, as taking one locks SQLite's writers out."""
    return DBTaskResult.objects.filter(status=TaskResultStatus.READY, queue_name=QUEUE).exists()


def remove_task(task_result, **_about):
    """Remove a finished task: the kept sheet says how it ended."""
    DBTaskResult.objects.filter(pk=task_result.id).delete()
