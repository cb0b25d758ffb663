"""The work of every day, done once over all nodes: tidying up and the nightly backup."""

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.db import Error, IntegrityError, connections, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from builder.operations.models import DailyTask
from builder.stopping import Stop

logger = logging.getLogger(__name__)

REMIND_AT = time(9)  # of what is tomorrow
EVERY = 60  # seconds between two looks at what is due, and between two heartbeats
FIRST = 5  # seconds after the start, when the site is open
SILENT = timedelta(minutes=10)  # a node that has not beaten for so long has died
AGAIN = timedelta(hours=1)  # a task that failed is not tried before
SECONDS_TO_END = 0.8  # for a task under way, when housekeeping is told to stop


@dataclass(frozen=True)
class Task:
    """What is due once a day from a time on, in the site's time zone; `command` goes to manage.py."""

    name: str
    at: time
    command: tuple[str, ...]

    def due_day(self, now: datetime) -> date:
        """The last day on which it became due."""
        local = timezone.localtime(now)
        return local.date() if local.time() >= self.at else local.date() - timedelta(days=1)


def tasks() -> list[Task]:
    tidy = Task("tidy", settings.BACKUP_TIME, ("tidy",))
    backup = Task("backup", settings.BACKUP_TIME, ("backup",))
    remind = Task("remind", REMIND_AT, ("remind",))
    due = [tidy, *([remind] if settings.MAIL_ENABLED else [])]
    return [backup, *due] if settings.BACKUP_KEEP else due


# --- claiming a day's task ------------------------------------------------------------------------------------------


def claim(task: Task, now: datetime, node: str) -> DailyTask | None:
    """The row of a task that is due, if this node is the one to do it; else None."""
    day = task.due_day(now)
    with contextlib.suppress(IntegrityError), transaction.atomic():  # another node has made the row
        if not DailyTask.objects.filter(name=task.name, day=day).exists():
            DailyTask.objects.create(name=task.name, day=day)
    free = Q(claimed=None) | Q(claimed__lt=now - SILENT)
    may_try = Q(retry=None) | Q(retry__lte=now)
    row = DailyTask.objects.filter(free, may_try, name=task.name, day=day, done=None)
    if not row.update(claimed=now, node=node):
        return None
    return DailyTask.objects.get(name=task.name, day=day)


def held(row: DailyTask) -> QuerySet[DailyTask]:
    """The row, as long as its node has not lost it to another."""
    return DailyTask.objects.filter(pk=row.pk, node=row.node, done=None)


def beat(row: DailyTask) -> None:
    held(row).update(claimed=timezone.now())


def finish(row: DailyTask) -> None:
    held(row).update(claimed=None, done=timezone.now())


def release(row: DailyTask, retry: datetime | None) -> None:
    """Let any node do it, from `retry` on."""
    held(row).update(claimed=None, retry=retry)


# --- the loop -------------------------------------------------------------------------------------------------------


class Housekeeping:
    """Looks every minute whether something is due, and runs it as a process of its own."""

    def __init__(self, run_tasks: Callable[[], list[Task]] = tasks) -> None:
        self.tasks = run_tasks
        self.node = f"{socket.gethostname()}:{os.getpid()}"
        self.stopping = Stop()

    def loop(self) -> None:
        """Until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stopping.set)
        wait = FIRST
        while not self.stopping.wait(wait):
            self.work()
            wait = EVERY

    def work(self) -> None:
        """Do what is due. An error of the database is logged; the next look is in a minute."""
        for task in self.tasks():
            try:
                row = None if self.stopping.is_set() else claim(task, timezone.now(), self.node)
                if row:
                    self.do(task, row)
            except (Error, OSError):
                logger.exception("Housekeeping: %s was not done", task.name)
        connections.close_all()

    def do(self, task: Task, row: DailyTask) -> None:
        """Run a claimed task to its end, or until housekeeping stops."""
        logger.info("Housekeeping: %s of %s begins", task.name, row.day)
        status = self.run(task, row)
        if status == 0:
            finish(row)
            logger.info("Housekeeping: %s of %s is done", task.name, row.day)
        elif self.stopping.is_set():
            release(row, None)
            logger.info("Housekeeping: %s of %s was stopped", task.name, row.day)
        else:
            release(row, timezone.now() + AGAIN)
            logger.error("Housekeeping: %s of %s failed (exit status %s)", task.name, row.day, status)

    def run(self, task: Task, row: DailyTask) -> int | None:
        """The exit status of a task's process; None if it was ended because housekeeping stops."""
        manage = settings.BASE_DIR / "manage.py"
        command = [sys.executable, str(manage), *task.command]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=give_way) as process:  # noqa: S603
            alive = timezone.now()
            while not self.stopping.wait(0.1):
                if (status := process.poll()) is not None:
                    return status
                if timezone.now() - alive > timedelta(seconds=EVERY):
                    alive = timezone.now()
                    beat(row)
            return end(process)


def give_way() -> None:
    """Let web processes go first; called in the new process."""
    os.nice(10)


def end(process: "subprocess.Popen[bytes]") -> int | None:
    """End a process, by SIGKILL if it takes long. What it was writing is left unfinished under another name."""
    process.terminate()
    try:
        process.wait(SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
    return None
