"""What the workers of all queues share: they take what is ready, one after the other, until they are told to stop."""

import logging
import time
from collections.abc import Callable
from types import FrameType

from django.db import DatabaseError, Error, connections
from django.utils.crypto import get_random_string
from django_tasks import TaskResultStatus
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from builder.stopping import Stop

log = logging.getLogger(__name__)

ROUND = 30  # seconds between two looks for what a killed worker left, and at the rest of a worker's work
AFTER_AN_ERROR = 1  # seconds until the database is asked again


class QueueWorker(Worker):
    """A worker of django-tasks-db for one queue; it takes a task that is ready and returns.

    stop -- set where this process is told to end, which it does after the task under way

    Its command `db_worker` ends when the database does not answer, locks SQLite's writers out at each look, and never
    looks for tasks whose worker was killed.
    """

    def __init__(self, queue: str, stop: Stop) -> None:
        self.queue, self.stop = queue, stop
        super().__init__(
            queue_names=[queue],
            excluded_queue_names=[],
            interval=0,
            batch=True,
            backend_name="default",
            startup_delay=False,
            max_tasks=1,  # between two tasks others are looked for that were lost
            worker_id=get_random_string(32),
        )

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        self.running = False
        self.stop.set()

    def is_ready(self) -> bool:
        """Whether there is a task. Asked first, as taking one locks SQLite's writers out."""
        return DBTaskResult.objects.ready().filter(queue_name=self.queue).exists()

    def run_task(self, db_task_result: DBTaskResult) -> None:
        """Run a task, and remove it where no error ended it: what it came to is written down elsewhere."""
        row = DBTaskResult.objects.filter(pk=db_task_result.pk)
        try:
            super().run_task(db_task_result)
        except DatabaseError:
            if row.exists():
                raise
            log.info("A task was removed while it ran.")
        row.filter(status=TaskResultStatus.SUCCESSFUL).delete()

    def serve(
        self, interval: float, look_around: Callable[[], object], before_each: Callable[[], object] = lambda: None
    ) -> None:
        """Run the tasks of the queue until `stop` is set; a database that does not answer is waited for.

        interval    -- seconds between two looks at an empty queue
        look_around -- what is done every 30 s
        before_each -- what is done before each task
        """
        self.configure_signals()
        next_round, busy = 0.0, False
        while not self.stop.wait(0 if busy else interval):
            try:
                if time.monotonic() >= next_round:
                    look_around()
                    next_round = time.monotonic() + ROUND
                busy = self.is_ready()
                if busy:
                    before_each()
                    self.run()
            except Error:
                busy = False
                log.exception("The database does not answer; trying again.")
                connections.close_all()
                self.stop.wait(AFTER_AN_ERROR)
