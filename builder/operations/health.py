"""Whether the site works: what the addresses under /health/ answer.

django-health-check is not used: its views are async, which costs a loop and a thread for each call under WSGI; it
brings dnspython, shows strangers the texts of errors, and knows no migrations.
"""

import logging
import shutil
import time
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from builder import queues
from builder.accounts import mail
from builder.exports import making

logger = logging.getLogger(__name__)

OK, FAILING = "ok", "failing"
ASKED_EVERY = 1  # seconds between two looks at the migrations, which read many files


class Failing(Exception):
    """A check found something wrong; says what, for the log."""


def check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def check_migrations() -> None:
    """Raises `Failing` until all migrations of this code are applied."""
    if not migrations.are_applied():
        raise Failing("Migrations are not applied: manage.py migrate")


class Migrations:
    """Whether all are applied: asked at most once a second, and no more once they are."""

    def __init__(self) -> None:
        self.applied, self.asked = False, -float("inf")

    def are_applied(self) -> bool:
        if not self.applied and time.monotonic() - self.asked > ASKED_EVERY:
            try:
                executor = MigrationExecutor(connection)
                self.applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
            finally:
                self.asked = time.monotonic()
        return self.applied


migrations = Migrations()


def check_queue() -> None:
    """Raises `Failing` when a file or an e-mail has waited for too long."""
    for queue in [making.QUEUE, mail.QUEUE] if settings.MAIL_ENABLED else [making.QUEUE]:
        waiting = queues.waiting(queue)
        if waiting.seconds > settings.HEALTH_QUEUE_SECONDS:
            about = f"has waited {waiting.seconds:.0f} s, {waiting.number} in all"
            raise Failing(f"A task of the queue {queue} {about}: is a {queue} worker running?")


def check_disk() -> None:
    free = shutil.disk_usage(settings.DATA_DIR).free // 1_000_000
    if free < settings.HEALTH_FREE_MB:
        raise Failing(f"Only {free} MB free in {settings.DATA_DIR}")


Check = Callable[[], None]

# Without these a node answers no page: proxies should ask another one.
NODE: dict[str, Check] = {"database": check_database, "migrations": check_migrations}
# These concern all nodes at once, and pages open all the same: somebody should look.
SITE: dict[str, Check] = {**NODE, "queue": check_queue, "disk": check_disk}


def results(checks: dict[str, Check]) -> dict[str, str]:
    """Each check's name with ok or failing; the reason goes to the log."""
    return {name: OK if _holds(name, check) else FAILING for name, check in checks.items()}


def _holds(name: str, check: Check) -> bool:
    try:
        check()
    except Exception as error:  # whatever is wrong, the answer is the same
        logger.warning("Health: %s is failing: %s", name, error)
        return False
    return True
