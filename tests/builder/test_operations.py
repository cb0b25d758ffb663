"""Addresses for machines: health, metrics, robots.txt, security.txt."""

import os
import subprocess
import sys
from collections import namedtuple
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError
from django.test.utils import override_script_prefix
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client.mmap_dict import MmapedDict, mmap_key

from builder.exports import making
from builder.exports.models import KeptFile
from builder.operations import health, metrics
from builder.queues import Waiting
from config.web_server import STOPPING

READY = {"status": "ok", "database": "ok", "migrations": "ok", "queue": "ok", "disk": "ok"}


@pytest.fixture(autouse=True)
def _migrations_unknown(monkeypatch):
    """No test relies on what another found out about migrations."""
    monkeypatch.setattr(health, "migrations", health.Migrations())


# --- Health ---------------------------------------------------------------------------------------------------------


def test_a_process_lives_without_database_and_session(client):
    client.cookies["sessionid"] = "f" * 32
    answer = client.get("/health/live/")  # a query would fail: this test has no database
    assert (answer.status_code, answer.json(), answer.cookies) == (200, {"status": "ok"}, {})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/health/", "/health/ready/"])
def test_a_site_that_works_is_ready(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json(), answer.cookies) == (200, READY, {})


@pytest.mark.django_db
def test_asking_again_is_cheap(client, django_assert_num_queries):
    client.get("/health/ready/")
    with django_assert_num_queries(1):
        client.get("/health/node/")


@pytest.mark.django_db
def test_a_process_that_is_about_to_stop_is_not_well(client):
    answer = client.get("/health/node/", **{STOPPING: True})
    assert (answer.status_code, answer.json()["process"]) == (503, "failing")
    assert client.get("/health/live/", **{STOPPING: True}).status_code == 200


def failing(client, *names, path="/health/ready/"):
    answer = client.get(path)
    assert answer.status_code == 503
    assert {name for name, word in answer.json().items() if word == "failing"} == {"status", *names}
    return answer


def test_without_a_database_it_is_not_ready_and_says_no_more(client, monkeypatch, caplog):
    caplog.set_level("WARNING")

    def gone(*_):
        raise OperationalError("no such host db.internal, password hunter2")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = failing(client, "database", "migrations", "queue")
    assert answer.json() == dict.fromkeys(READY, "failing") | {"disk": "ok"}
    assert "db.internal" in caplog.text
    failing(client, "database", "migrations", path="/health/node/")
    assert client.get("/health/live/").status_code == 200


@pytest.mark.database
@pytest.mark.django_db
def test_it_is_ready_once_all_migrations_are_applied(client):
    recorder = MigrationRecorder(connection)
    [newest] = MigrationLoader(connection).graph.leaf_nodes("builder")
    recorder.record_unapplied(*newest)
    failing(client, "migrations")
    recorder.record_applied(*newest)
    health.migrations.asked -= health.ASKED_EVERY
    assert client.get("/health/ready/").status_code == 200


@pytest.mark.django_db
def test_until_migrated_migrations_are_looked_at_once_a_second(client, monkeypatch):
    looks = []

    def unreadable(_connection):
        looks.append(1)
        raise OperationalError("no such table")

    monkeypatch.setattr(health, "MigrationExecutor", unreadable)
    monkeypatch.setattr(health, "ASKED_EVERY", 60)
    for _time in range(3):
        failing(client, "migrations")
    assert len(looks) == 1
    health.migrations.asked -= 60
    failing(client, "migrations")
    assert len(looks) == 2


@pytest.mark.django_db
def test_a_queue_that_stands_still_is_told_but_keeps_no_node_from_answering(client, monkeypatch, settings):
    settings.HEALTH_QUEUE_SECONDS = 60
    for seconds, status in [(60, 200), (61, 503)]:
        monkeypatch.setattr(health.queues, "waiting", lambda _queue, seconds=seconds: Waiting(3, seconds))
        assert client.get("/health/ready/").status_code == status
    failing(client, "queue")
    assert client.get("/health/node/").json() == {"status": "ok", "database": "ok", "migrations": "ok"}


@pytest.mark.django_db
def test_a_disk_that_is_nearly_full_is_told(client, monkeypatch, settings):
    usage = namedtuple("usage", "free")
    settings.HEALTH_FREE_MB = 500
    for free, status in [(500_000_000, 200), (499_000_000, 503)]:
        monkeypatch.setattr(health.shutil, "disk_usage", lambda _path, free=free: usage(free))
        assert client.get("/health/ready/").status_code == status
    failing(client, "disk")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/health/live/", "/health/ready/", "/metrics"])
def test_only_reading_is_allowed(client, path):
    assert client.post(path).status_code == 405


@pytest.mark.django_db
def test_machines_behind_the_proxy_are_not_sent_to_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    paths = ["/health/live/", "/health/ready/", "/metrics", "/about/"]
    assert [client.get(path).status_code for path in paths] == [200, 200, 404, 301]


# --- Metrics --------------------------------------------------------------------------------------------------------


@pytest.fixture
def counting(settings, monkeypatch, tmp_path):
    """A site with METRICS_TOKEN=geheim."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    settings.METRICS_TOKEN = "geheim"


@pytest.mark.django_db
@pytest.mark.parametrize("header", [None, "", "geheim", "Bearer", "Bearer Geheim", "Bearer geheim2", "Bearer \xe9"])
def test_metrics_are_nowhere_for_strangers(client, counting, header):
    assert client.get("/metrics", headers={"Authorization": header} if header is not None else {}).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["Bearer ", "Bearer", "Bearer None"])
def test_without_a_token_metrics_are_nowhere(client, settings, header):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": header}).status_code == 404


@pytest.fixture
def waiting(db):
    """A file that is made, and two that wait, the older for 90 s."""
    now = timezone.now()
    KeptFile.objects.create(key="1", outcome="done", made=now, used=now.date(), file_name="x.pdf")
    for seconds in (90, 30):
        task = making.make_file.enqueue({})
        DBTaskResult.objects.filter(pk=task.id).update(enqueued_at=now - timedelta(seconds=seconds))


@pytest.mark.database
def test_metrics_tell_the_queue(client, counting, waiting):
    answer = client.get("/metrics", headers={"Authorization": "Bearer geheim"})
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    samples = dict(line.rsplit(" ", 1) for line in answer.content.decode().splitlines() if not line.startswith("#"))
    assert 90 <= float(samples.pop("bivouac_sheets_waiting_seconds")) < 100
    numbers = {"waiting": "2.0", "running": "0.0", "done": "1.0", "too large": "0.0", "failed": "0.0"}
    assert samples == {f'bivouac_sheets{{state="{state}"}}': number for state, number in numbers.items()}


@pytest.mark.database
@pytest.mark.parametrize(("bound", "status"), [(60, 503), (3600, 200)])
def test_a_sheet_that_waits_too_long_is_told(client, settings, waiting, bound, status):
    settings.HEALTH_QUEUE_SECONDS = bound
    assert client.get("/health/ready/").status_code == status


PROCESSES = """
import django, os, sys
django.setup()
from django.test import Client
for methods in sys.argv[1:]:
    if not os.fork():
        for method in methods.split():
            Client().generic(method, "/health/live/")
            Client().generic(method, "/health/live/7/")
        os._exit(0)
    assert os.wait()[1] == 0
"""


def run_processes(folder, *methods):
    variables = {
        "DATA_DIR": str(folder),
        "METRICS_TOKEN": "geheim",
        "PLAIN_HTTP": "1",
        "STATIC_MANIFEST": "0",
        "HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-W", "ignore", "-c", PROCESSES, *methods]
    subprocess.run(command, env={"PATH": os.environ["PATH"], **variables}, check=True, capture_output=True)


@pytest.mark.processes
def test_processes_count_together_and_those_that_ended_leave_one_file(client, settings, monkeypatch, tmp_path):
    run_processes(tmp_path, "GET", "GET POST", "BREW MELT GET")
    folder = tmp_path / "metrics"
    assert len(list(folder.glob("counter_*.db"))) == 3
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(folder))
    monkeypatch.setattr(metrics.QueueCollector, "collect", lambda _self: [])
    for _time in range(2):
        lines = metrics.exposition().decode().splitlines()
        assert sorted(line for line in lines if line.startswith("bivouac_requests_total")) == [
            'bivouac_requests_total{method="GET",status="200",view="health-live"} 3.0',
            'bivouac_requests_total{method="GET",status="404",view="none"} 3.0',
            'bivouac_requests_total{method="POST",status="404",view="none"} 1.0',
            'bivouac_requests_total{method="POST",status="405",view="health-live"} 1.0',
            'bivouac_requests_total{method="other",status="404",view="none"} 2.0',
            'bivouac_requests_total{method="other",status="405",view="health-live"} 2.0',
        ]
        assert 'bivouac_request_seconds_count{view="health-live"} 6.0' in lines
        assert sorted(file.name for file in folder.glob("*.db")) == ["counter_0.db", "histogram_0.db"]
    run_processes(tmp_path, "GET")
    metrics.forget_dead(folder)
    assert list(folder.glob("*.db")) == []


def test_the_file_of_a_living_process_stays(tmp_path):
    mine = tmp_path / f"counter_{os.getpid()}.db"
    counts = MmapedDict(str(mine))
    counts.write_value(mmap_key("a", "a_total", [], [], ""), 3, 0)
    counts.close()
    metrics.merge_dead(tmp_path)
    metrics.forget_dead(tmp_path)
    assert [file.name for file in tmp_path.glob("*.db")] == [mine.name]


# --- robots.txt, security.txt ---------------------------------------------------------------------------------------


def test_robots_leave_lists_and_links_alone(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    closed = [line.removeprefix("Disallow: ") for line in lines[1:]]
    secret = ["/d/x/", "/e/x/", "/s/x/", "/o/x/", "/j/x/", "/g/x/", "/b/x/", "/w/x/"]
    secret += ["/lists/1/", "/battles/1/", "/gatherings/2/", "/admin/"]
    assert [path for path in secret if not path.startswith(tuple(closed))] == []
    assert [path for path in ["/", "/about/", "/rules/rbn/", "/static/x.css"] if path.startswith(tuple(closed))] == []


def test_robots_know_a_path_prefix(client):
    with override_script_prefix("/camp/"):
        answer = client.get("/robots.txt")
    assert "Disallow: /camp/lists/" in answer.content.decode().splitlines()


def test_security_txt_names_a_contact_and_a_date_within_a_year(client, settings):
    settings.SECURITY_CONTACT = ["mailto:watch@example.org", "https://example.org/report"]
    answer = client.get("/.well-known/security.txt", headers={"Host": "localhost"})
    lines = answer.content.decode().splitlines()
    expires = datetime.fromisoformat(lines.pop(2).removeprefix("Expires: "))
    assert timedelta(days=100) < expires - datetime.now(UTC) < timedelta(days=365)
    assert lines == [
        "Contact: mailto:watch@example.org",
        "Contact: https://example.org/report",
        "Preferred-Languages: fr, en",
        "Canonical: http://localhost/.well-known/security.txt",
    ]


def test_without_a_contact_there_is_no_security_txt(client):
    assert client.get("/.well-known/security.txt").status_code == 404
