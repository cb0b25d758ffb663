"""manage.py file_worker: makes the sheets and data exports that players ask for, until it is told to stop."""

import gc
import json
import logging
import os
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error, connections
from django.utils import timezone
from django.utils.translation import override

from builder.exports.making import QUEUE, stop, take_up_lost
from builder.exports.registry import ExportSource
from builder.exports.tidying import remove_above_cap
from builder.lists.loaded import LoadedRoster
from builder.management.queue_worker import QueueWorker
from builder.personal_data.kept import tidy_data_exports
from builder.registry import example_file, games_with_books
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.paper import LAYOUTS
from builder.sheets.rendering import sheet_html

log = logging.getLogger(__name__)

NICE = 10  # web processes come first; at 15 a sheet takes half a minute where all cores are busy
INTERVAL = 0.2  # seconds between two looks at an empty queue


class Command(BaseCommand):
    help = "Make the sheets and data exports that players ask for. Run as many of these as there are cores to spare."

    def handle(self, **_options):
        os.nice(NICE)
        load_everything()  # until here a signal ends the process at once
        log.info("File worker %s is ready.", os.getpid())
        # changed books are read once here instead of in each fork
        QueueWorker(QUEUE, stop).serve(INTERVAL, look_around, games_with_books)


def look_around() -> None:
    take_up_lost()
    remove_above_cap()
    tidy_data_exports(timezone.now())


def load_everything() -> None:
    """Load what every sheet needs, so that each fork has it: books, templates, fonts, WeasyPrint."""
    with override("fr"):
        html = [
            sheet_html(ExportSource(loaded).sheet(), PrintChoices(layout))
            for loaded in map(LoadedRoster.from_data, example_documents())
            for layout in LAYOUTS
        ]
    for text in html[:: len(LAYOUTS)]:  # of each game: what its sheets have alike is in the memory of repeated.py
        pdf.render(text)
    gc.collect()
    gc.freeze()


def example_documents() -> Iterator[Any]:
    """The example list of each game whose book is loaded."""
    try:
        for game in games_with_books():
            if game["example"]:
                yield json.loads(example_file(game["slug"]).read_text("utf-8"))
    except Error:
        log.exception("The database does not answer; going on without its books.")
        connections.close_all()
