"""File workers as they are deployed: processes of their own that share the database with the site."""

import io
import os
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pypdf
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django_tasks_db.models import DBTaskResult

from builder.exports import forked, making, registry
from builder.management.commands import file_worker
from builder.management.queue_worker import QueueWorker
from builder.models import KeptFile, Roster
from builder.queues import READY, RUNNING, tasks
from tests import make
from tests.builder.test_views import owned
from tests.processes import Forked

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("sheet_queue"),
    pytest.mark.processes,
]
Outcome = KeptFile.Outcome
PATIENCE = 240  # seconds; the machine may be busy


def database_url():
    about = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{quote(str(about['NAME']))}"
    return f"postgres://{about['USER']}:{about['PASSWORD']}@{about['HOST']}:{about['PORT']}/{about['NAME']}"


def start(*command, **variables):
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": database_url(), "DATA_DIR": str(settings.DATA_DIR)}
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        env=environment | {"PLAIN_HTTP": "1", "PYTHONUTF8": "1"} | variables,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def worker(*command, **variables):
    """A worker as it is deployed; it is told to stop in the end, and does."""
    with start(*(command or ("manage.py", "file_worker")), **variables) as process, ended(process):
        yield process


@contextmanager
def ended(process):
    """A worker is told to stop in the end, and does."""
    try:
        yield
        process.terminate()
        assert process.wait(PATIENCE) in (0, -signal.SIGKILL)
    finally:
        process.kill()


@contextmanager
def slow(folder, way, **limits):
    """A forked file worker whose sheets take until there is a file `go on` in the folder.

    way -- what they do meanwhile: "sleep", use up "time" or "memory"; those of "quick" do not wait
    """
    process = Forked(serve_slowly, folder, way, limits)
    with ended(process):
        yield process
    process.wait()


def serve_slowly(folder, way, limits):
    """What the process does; a sheet says that it has begun, and then takes its time."""

    def render(_source):
        (folder / f"begun-{time.time_ns()}").touch()
        block = []
        while way != "quick" and not (folder / "go on").exists():
            if way == "memory":
                block.append(bytearray(50_000_000))
            elif way == "sleep":
                time.sleep(0.05)
        return b"%PDF slow"

    forked.WAITS_TIMES = 1000  # however busy the machine that runs the tests is
    file_worker.NICE, file_worker.load_everything = 0, lambda: None
    registry.EXPORTS["pdf"] = replace(registry.EXPORTS["pdf"], render=render)
    for name, value in limits.items():
        setattr(settings, name, value)
    call_command("file_worker")


def until(condition):
    """What a condition is as soon as it holds."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)
    return found


def begun(folder):
    return len(list(Path(folder).glob("begun-*")))


@pytest.fixture
def at(client):
    return f"/s/{owned(client, make.convoy(name='Les Chacals')).share_key}/pdf/"


def finished(client, at):
    """The response that is no longer a page that waits."""

    def response():
        found = client.get(at)
        return None if found.status_code == 202 else found

    return until(response)


def test_sheets_and_data_exports_get_made_and_nothing_is_left_in_the_queue(client, at):
    client.post("/account/data/", {"history": "on"})
    assert client.get("/account/data/file/").status_code == 404
    with worker():
        response = finished(client, at)
        until(lambda: KeptFile.objects.filter(outcome=Outcome.DONE).count() == 2)
    assert "Les Chacals" in pypdf.PdfReader(io.BytesIO(response.content)).pages[0].extract_text()
    assert (response["Content-Type"], response["Content-Disposition"]) == (
        "application/pdf",
        'inline; filename="les-chacals.pdf"',
    )
    pk = Roster.objects.get().pk
    with zipfile.ZipFile(io.BytesIO(client.get("/account/data/file/").content)) as file:
        assert f"history/{pk}-les-chacals.jsonl" in file.namelist()
    assert DBTaskResult.objects.count() == 0


@pytest.mark.database
def test_a_worker_killed_midway_is_followed_by_another(client, at, tmp_path, monkeypatch):
    with slow(tmp_path, "sleep") as process:
        client.get(at)
        until(lambda: begun(tmp_path))
        process.kill()
        process.wait()
    assert KeptFile.objects.get().task.status == RUNNING
    (tmp_path / "go on").touch()
    with slow(tmp_path, "sleep"):
        assert finished(client, at).content == b"%PDF slow"
    assert (begun(tmp_path), DBTaskResult.objects.count()) == (2, 0)


def test_a_worker_that_is_told_to_stop_finishes_its_sheet(client, at, tmp_path):
    with slow(tmp_path, "sleep") as process:
        client.get(at)
        until(lambda: begun(tmp_path))
        process.terminate()
        time.sleep(0.5)
        (tmp_path / "go on").touch()
        assert process.wait(PATIENCE) == 0
    assert client.get(at).content == b"%PDF slow"


def test_a_sheet_that_takes_longer_is_put_back(client, at, tmp_path):
    with slow(tmp_path, "sleep") as process:
        client.get(at)
        until(lambda: begun(tmp_path))
        process.terminate()
        before = time.monotonic()
        assert process.wait(PATIENCE) == 0
        assert time.monotonic() - before > making.GRACE - 1
    task = KeptFile.objects.get().task
    assert (task.status, task.worker_ids) == (READY, [])
    (tmp_path / "go on").touch()
    with slow(tmp_path, "sleep"):
        assert finished(client, at).content == b"%PDF slow"


@pytest.mark.parametrize(("way", "limit"), [("time", {"SHEET_SECONDS": 1}), ("memory", {"SHEET_MEMORY": 300})])
def test_a_sheet_over_its_limit_is_too_large_and_the_worker_goes_on(client, at, tmp_path, way, limit):
    with slow(tmp_path, way, **limit):
        assert finished(client, at).status_code == 422
        (tmp_path / "go on").touch()
        assert finished(client, f"{at}?layout=roster").content == b"%PDF slow"
    assert begun(tmp_path) == 2


@pytest.mark.database
def test_two_workers_never_make_the_same_sheet(client, tmp_path):
    rows = [owned(client, make.convoy(name=f"Convoi {number}")) for number in range(12)]
    for number, row in enumerate(rows):
        Client(REMOTE_ADDR=f"192.0.2.{number}").get(f"/s/{row.share_key}/pdf/")
        making.make_file.enqueue({})  # of no file
    with ExitStack() as stack:
        for _number in range(2):
            stack.enter_context(slow(tmp_path, "quick"))
        until(lambda: not DBTaskResult.objects.exists())
    assert list(KeptFile.objects.values_list("outcome", flat=True)) == [Outcome.DONE] * 12
    assert begun(tmp_path) == 12


def test_a_worker_waits_for_a_database_that_does_not_answer(client, at):
    """It does not end, so that no supervisor gives up on it."""
    nowhere = f"sqlite://{quote(str(settings.DATA_DIR / 'empty.sqlite3'))}"
    with worker(DATABASE_URL=nowhere) as process:
        for line in process.stderr:
            if "The database does not answer; trying again" in line:
                break
        assert process.poll() is None


def test_a_worker_looks_at_the_rest_of_its_work_after_each_sheet():
    for _number in range(3):
        making.make_file.enqueue({})
    worker = QueueWorker(making.QUEUE, making.stop)
    left = []
    for _time in range(3):
        worker.run()
        left.append(tasks(making.QUEUE, READY).count())
    assert left == [2, 1, 0]
