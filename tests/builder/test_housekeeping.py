"""Housekeeping: each day's work is done once over all nodes, after a failure again, and it stops at once."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.utils import timezone

from builder.operations import housekeeping
from builder.operations.housekeeping import Housekeeping, Task
from builder.operations.models import DailyTask
from config import environment

pytestmark = pytest.mark.django_db

NIGHT = Task("backup", clock(3, 30), ("check",))
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = date(2026, 11, 22)


# --- when something is due ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-11-22T02:29:59", date(2026, 11, 21)),  # 3:29:59 in Paris
        ("2026-11-22T02:30:00", DAY),
        ("2026-11-22T22:59:59", DAY),
        ("2026-11-22T23:00:00", DAY),  # midnight in Paris: not due yet
        ("2026-03-29T01:29:59", date(2026, 3, 29)),  # the clock has just gone from 2 to 3: 3:29:59
    ],
)
def test_the_day_begins_at_the_time_of_the_task(now, day):
    at = clock(3, 29) if day.month == 3 else clock(3, 30)
    assert Task("backup", at, ()).due_day(datetime.fromisoformat(now).replace(tzinfo=UTC)) == day


def test_a_time_that_the_clock_skips_is_due_after_the_gap():
    skipped = Task("backup", clock(2, 30), ())
    before, after = (datetime(2026, 3, 29, hour, minute, tzinfo=UTC) for hour, minute in ((0, 59), (1, 0)))
    assert (skipped.due_day(before), skipped.due_day(after)) == (date(2026, 3, 28), date(2026, 3, 29))


def test_without_kept_backups_there_is_only_tidying(settings):
    settings.BACKUP_KEEP = 1
    assert [task.name for task in housekeeping.tasks()] == ["backup", "tidy"]
    settings.BACKUP_KEEP = 0
    assert [task.name for task in housekeeping.tasks()] == ["tidy"]


@pytest.mark.parametrize("word", ["25:00", "3", "3:30am"])
def test_a_time_that_cannot_be_read_stops_the_start(monkeypatch, word):
    monkeypatch.setenv("BACKUP_TIME", word)
    with pytest.raises(ImproperlyConfigured, match=f"BACKUP_TIME={word}: say a time, such as 03:30"):
        environment.time_of_day("BACKUP_TIME", "03:30")


# --- who does it ----------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_day_s_task_is_claimed_once_until_it_is_done():
    row = housekeeping.claim(NIGHT, NOW, "here")
    assert (row.name, row.day, row.node, row.claimed) == ("backup", DAY, "here", NOW)
    assert housekeeping.claim(NIGHT, NOW, "there") is None
    housekeeping.finish(row)
    assert housekeeping.claim(NIGHT, NOW + timedelta(hours=12), "there") is None
    assert housekeeping.claim(NIGHT, NOW + timedelta(days=1), "there").day == date(2026, 11, 23)


def test_a_missed_night_is_made_good_and_older_ones_are_not():
    housekeeping.finish(housekeeping.claim(NIGHT, NOW - timedelta(days=5), "here"))
    assert housekeeping.claim(NIGHT, NOW, "here").day == DAY
    assert DailyTask.objects.count() == 2


def test_a_task_that_failed_is_tried_again_after_an_hour():
    housekeeping.release(housekeeping.claim(NIGHT, NOW, "here"), NOW + timedelta(hours=1))
    assert housekeeping.claim(NIGHT, NOW + timedelta(minutes=59), "there") is None
    assert housekeeping.claim(NIGHT, NOW + timedelta(minutes=60), "there").node == "there"


@pytest.mark.database
def test_the_task_of_a_node_that_died_is_taken_over():
    lost = housekeeping.claim(NIGHT, NOW, "here")
    assert housekeeping.claim(NIGHT, NOW + timedelta(minutes=10), "there") is None
    taken = housekeeping.claim(NIGHT, NOW + timedelta(minutes=11), "there")
    for late in (housekeeping.finish, housekeeping.beat):
        late(lost)  # it was only slow: what it says counts no more
        taken.refresh_from_db()
        assert (taken.node, taken.done, taken.claimed) == ("there", None, NOW + timedelta(minutes=11))


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_of_many_nodes_one_gets_it():
    barrier, got = threading.Barrier(8), []

    def node(number):
        barrier.wait()
        got.append(housekeeping.claim(NIGHT, NOW, f"node {number}"))
        connections.close_all()

    threads = [threading.Thread(target=node, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(got), len([row for row in got if row])) == (8, 1)


# --- what it runs ---------------------------------------------------------------------------------------------------


def running(*command):
    return Housekeeping(lambda: [Task("backup", clock(3, 30), command)])


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_what_succeeds_is_done_and_what_fails_is_due_again():
    running("backup", "--no-such-option").work()
    row = DailyTask.objects.get()
    assert (row.done, row.claimed, row.retry > timezone.now() + timedelta(minutes=59)) == (None, None, True)
    DailyTask.objects.update(retry=None)
    running("help").work()
    row.refresh_from_db()
    assert (row.done is not None, row.claimed) == (True, None)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_is_logged_and_survived(monkeypatch, caplog):
    def fails(*_arguments):
        raise OSError("as a test wants it")

    monkeypatch.setattr(housekeeping, "claim", fails)
    running("help").work()
    assert "backup was not done" in caplog.text


# --- as the supervisor runs it --------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path, migrated):
    """The environment of a site of its own, in SQLite."""
    shutil.copyfile(migrated, tmp_path / "bivouac.sqlite3")
    return {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "LOG_LEVEL": "INFO"}


@pytest.fixture
def start(site):
    """Start housekeeping on that site; what still runs in the end is killed."""
    nodes = []

    def one():
        command = [sys.executable, "-W", "ignore", "manage.py", "housekeeping"]
        nodes.append(subprocess.Popen(command, cwd=settings.BASE_DIR, env=site, stderr=subprocess.PIPE, text=True))
        return nodes[-1]

    yield one
    for node in nodes:
        node.kill()
        node.communicate()


def wait_until(condition, seconds=300):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.05)


def daily_tasks(site):
    with contextlib.closing(sqlite3.connect(f"{site['DATA_DIR']}/bivouac.sqlite3")) as database:
        return dict(database.execute("SELECT name, done IS NOT NULL FROM builder_dailytask"))


@pytest.mark.processes
def test_two_nodes_do_each_task_once_and_stop(site, start, tmp_path):
    nodes = [start(), start()]
    wait_until(lambda: daily_tasks(site) == {"backup": 1, "tidy": 1})
    for node in nodes:
        node.send_signal(signal.SIGTERM)
    logs = "".join(node.communicate(timeout=30)[1] for node in nodes)
    assert [node.returncode for node in nodes] == [0, 0]
    assert (logs.count("begins"), logs.count("is done")) == (2, 2), logs
    assert len(list((tmp_path / "backups").iterdir())) == 1


@pytest.mark.database
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_task_under_way_is_ended_and_any_node_may_do_it_again():
    keeper, task = Housekeeping(), Task("backup", clock(3, 30), ("shell", "-c", "import time; time.sleep(300)"))
    row = housekeeping.claim(task, timezone.now(), keeper.node)
    threading.Timer(1, keeper.stopping.set).start()
    keeper.do(task, row)  # not for 300 seconds
    row.refresh_from_db()
    assert (row.claimed, row.retry, row.done) == (None, None, None)
