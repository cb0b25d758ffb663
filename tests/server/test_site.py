"""The default start with all its processes: hostile clients, killed processes, the end."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.supervise import locked
from tests.server.conftest import ROOT, Site

pytestmark = pytest.mark.processes
POST = b"POST /new/rbn/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"


def closed(connection):
    """Whether the server ends a connection without a word."""
    with connection:
        connection.settimeout(10)
        return connection.recv(1000) == b""


def test_half_sent_posts_stop_nobody_and_are_ended(site):
    slow = [site.connect(POST + b"Content-Length: 100000\r\n\r\nabc") for _number in range(40)]
    slow += [site.connect(POST) for _number in range(40)]
    assert {site.get()[0] for _time in range(10)} == {200}
    assert {closed(one) for one in slow} == {True}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"Content-Length: 400000000\r\n", 413),
        (b"Content-Length: 1000001\r\nExpect: 100-continue\r\n", 413),
        (b"Transfer-Encoding: chunked\r\n\r\n" + b"fffff\r\n" + b"x" * 1_048_575, 413),
    ],
)
def test_a_large_body_is_answered_in_the_look_of_the_site_before_it_is_sent(site, headers, status):
    with site.connect(POST + headers + b"\r\n") as connection:
        answer = connection.makefile("rb").read().decode()
    assert answer.startswith(f"HTTP/1.1 {status} ")
    assert '<p class="code" aria-hidden="true">413</p>' in answer


def test_a_multipart_body_is_refused(site):
    multipart = {"Content-Type": "multipart/form-data; boundary=x"}
    body = b"--x\r\nContent-Disposition: form-data; name=a; filename=a\r\n\r\n" + b"x" * 3_000_000
    for sent, status in ((body, 413), (body[:900], 415)):
        answer, page = site.get("/new/rbn/", sent, **multipart)
        assert (answer, f'<p class="code" aria-hidden="true">{status}</p>' in page) == (status, True)


def respawned(site, before, seconds=30):
    """Whether there are two web processes that are not among `before`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        now = site.web()
        if len(now) == 2 and not set(now) & before:
            return True
        time.sleep(0.05)
    return False


def test_a_killed_web_process_is_replaced_and_nobody_notices(site):
    kept = site.web()
    os.kill(kept.pop(), signal.SIGKILL)
    statuses = [site.get()[0] for _time in range(20)]
    assert statuses == [200] * 20
    os.kill(kept.pop(), signal.SIGKILL)


def test_requests_wait_while_no_web_process_lives(site):
    before = set(site.web())
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert site.get()[0] == 200
    assert respawned(site, before)


def test_a_taken_port_is_said_in_a_sentence(site):
    done = subprocess.run(
        [sys.executable, "-m", "config.supervise"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"HOST": "127.0.0.1", "PORT": str(site.port), "DATA_DIR": str(site.folder)},
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"Cannot listen on 127.0.0.1:{site.port} (")


def test_a_folder_that_serves_already_is_said_in_a_sentence_and_left_alone(site):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    written = {file: file.stat().st_mtime_ns for file in site.folder.glob("*.sqlite3")}
    done = subprocess.run(
        [sys.executable, "-m", "config.supervise"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"HOST": "127.0.0.1", "PORT": str(port), "DATA_DIR": str(site.folder)},
    )
    supervisor = (site.folder / "supervisord.pid").read_text().strip()
    said = f"Process {supervisor} serves from {site.folder} already. Stop it, or choose another folder by DATA_DIR=.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
    assert {file: file.stat().st_mtime_ns for file in site.folder.glob("*.sqlite3")} == written
    assert site.get()[0] == 200
    before = set(site.web())
    os.kill(int(supervisor), signal.SIGHUP)  # as an upgrade does
    assert respawned(site, before)
    with pytest.raises(BlockingIOError):
        locked(site.folder)


def test_a_site_below_a_path_and_its_end(tmp_path, prepared):
    """SIGTERM ends all within 10 s though connections are half-open, and answers what it began."""
    folder = Path(shutil.copytree(prepared, tmp_path / "data"))
    below = Site(folder, PATH_PREFIX="/camp", DATABASE_URL="", REQUEST_SECONDS="60").wait()
    assert "/camp/static/bivouac.css" in below.get("/camp/about/")[1]
    assert [below.get(path)[0] for path in ("/camp/static/bivouac.css", "/static/bivouac.css")] == [200, 200]
    half = [below.connect(POST) for _number in range(20)]
    asked = [below.connect(b"GET /camp/about/ HTTP/1.1\r\nHost: localhost\r\n\r\n") for _number in range(4)]
    time.sleep(0.5)
    assert below.stop() < 12  # 10, and what a busy machine adds
    assert {closed(one) for one in half} == {True}
    for one in asked:
        with one, one.makefile("rb") as answer:
            assert answer.readline() == b"HTTP/1.1 200 OK\r\n"
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", below.port), 1)
