"""The queues of django-tasks-db: what waits in them, and the tasks that killed workers left."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Case, Count, Min, QuerySet, When
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

READY, RUNNING, FAILED = TaskResultStatus.READY, TaskResultStatus.RUNNING, TaskResultStatus.FAILED


@dataclass(frozen=True)
class Waiting:
    """`number` of tasks that no worker has begun; `seconds` that the oldest waits."""

    number: int = 0
    seconds: float = 0


def tasks(queue: str, *statuses: str) -> QuerySet[DBTaskResult]:
    """The tasks of a queue, which may be large, without their arguments. No statuses -- all tasks."""
    of_queue = DBTaskResult.objects.filter(queue_name=queue).defer("args_kwargs")
    return of_queue.filter(status__in=statuses) if statuses else of_queue


def waiting(queue: str) -> Waiting:
    """What waits in a queue and may be begun now."""
    now = timezone.now()
    due = Case(When(run_after__lte=now, then="run_after"), default="enqueued_at")
    ready = DBTaskResult.objects.ready().filter(queue_name=queue).order_by()
    totals = ready.aggregate(number=Count("pk"), oldest=Min(due))
    return Waiting(totals["number"], (now - totals["oldest"]).total_seconds()) if totals["number"] else Waiting()


def take_up_lost(queue: str, silent: timedelta, attempts: int) -> Iterator[DBTaskResult]:
    """Make tasks ready again that ended in an error, or whose worker has given no sign of life for so long.

    `started_at` of a task is the last sign of life. Yields the tasks that were begun `attempts` times; they stay
    failed, and nobody else gets them here until `silent` is over: the caller removes them.
    """
    now = timezone.now()
    for task in tasks(queue, RUNNING, FAILED).filter(started_at__lt=now - silent):
        unchanged = tasks(queue).filter(pk=task.pk, status=task.status, started_at=task.started_at)
        if len(task.worker_ids) < attempts:
            unchanged.update(status=READY)
        elif unchanged.update(status=FAILED, started_at=now):
            yield task
