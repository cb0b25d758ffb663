"""Counts for Prometheus, over all processes of a node.

django-prometheus is not used: it takes a label from the request's method, which anybody may invent. 2,000 such requests
made files of 17 MB; here 131 kB.
"""

import contextlib
import fcntl
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from builder import queues
from builder.exports.making import QUEUE
from builder.exports.models import KeptFile

GetResponse = Callable[[HttpRequest], HttpResponse]

METHODS = {"GET", "HEAD", "POST", "OPTIONS"}  # others are invented, and count as one
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30)  # seconds

requests = Counter("bivouac_requests", "Requests answered", ["view", "method", "status"])
durations = Histogram("bivouac_request_seconds", "Time of a request in its process", ["view"], buckets=BUCKETS)


def count_requests(get_response: GetResponse) -> GetResponse:
    """Middleware that counts requests by name of their view, method and status, and their durations by view."""
    folder().mkdir(parents=True, exist_ok=True)

    def respond(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = match.view_name if match else "none"
        method = request.method if request.method in METHODS else "other"
        requests.labels(view, method, response.status_code).inc()
        durations.labels(view).observe(time.perf_counter() - began)
        return response

    return respond


class QueueCollector(Collector):
    """The length of the queue, asked for when somebody looks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        sheets = GaugeMetricFamily("bivouac_sheets", "Kept sheets by state", labels=["state"])
        for state, number in files_by_state().items():
            sheets.add_metric([state], number)
        yield sheets
        oldest = queues.waiting(QUEUE).seconds
        yield GaugeMetricFamily("bivouac_sheets_waiting_seconds", "How long the oldest waiting sheet waits", oldest)


def files_by_state() -> dict[str, int]:
    """How many kept files wait, are being made, or came to each outcome."""
    queued = queues.tasks(QUEUE)
    numbers = {"waiting": queued.filter(status=queues.READY), "running": queued.exclude(status=queues.READY)}
    outcomes = KeptFile.objects.order_by().values_list("outcome").annotate(number=Count("pk"))
    made = dict.fromkeys(KeptFile.Outcome.values, 0) | dict(outcomes.exclude(outcome=""))
    return {state: rows.count() for state, rows in numbers.items()} | made


def exposition() -> bytes:
    """All counts in the format of Prometheus."""
    merge_dead(folder())
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(folder()))
    registry.register(QueueCollector())
    return generate_latest(registry)


def folder() -> Path:
    """Where each process keeps its counts, in files kind_pid.db."""
    return Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])


def forget_dead(path: Path) -> None:
    """Remove the counts of processes that ended: at a start, as other code may count otherwise."""
    for file, _kind in files_of_dead(path):
        file.unlink(missing_ok=True)
    for file in path.glob("*_0.db"):
        file.unlink(missing_ok=True)


def merge_dead(path: Path) -> None:
    """Add the files of processes that ended to one file of each kind, so that restarts leave no more than that."""
    with (path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for file, kind in files_of_dead(path):
            add_file(file, path / f"{kind}_0.db")
            file.unlink()


def files_of_dead(path: Path) -> list[tuple[Path, str]]:
    """The files of processes that ended, and what is in each: counter or histogram."""
    matches = [re.fullmatch(r"(counter|histogram)_([1-9][0-9]*)\.db", file.name) for file in path.glob("*.db")]
    return [(path / match[0], match[1]) for match in matches if match and not alive(int(match[2]))]


def add_file(source: Path, target: Path) -> None:
    with contextlib.closing(MmapedDict(str(target))) as sums:
        for key, value, time_stamp, _position in MmapedDict.read_all_values_from_file(str(source)):
            sums.write_value(key, sums.read_value(key)[0] + value, time_stamp)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
