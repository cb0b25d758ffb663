"""The site as `make run` starts it, on a free port and with a folder of its own."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


class Site:
    """supervisord and what it runs. `settings` are environment variables beside those of `make run`."""

    def __init__(self, folder, **settings):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        variables = {"PLAIN_HTTP": "1", "STATIC_MANIFEST": "0", "REQUEST_SECONDS": "2", "IDLE_SECONDS": "2"}
        variables |= {"HOST": "127.0.0.1", "PORT": str(self.port), "DATA_DIR": str(folder), "PATH": os.environ["PATH"]}
        self.output = (folder / "output").open("w+b")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.supervise"],
            cwd=ROOT,
            env=variables | settings,
            stdout=self.output,
            stderr=self.output,
        )

    def said(self):
        return (self.folder / "output").read_text()

    def wait(self):
        """Return when it has said that it is open."""
        end = time.monotonic() + 90
        while "Bivouac is open" not in self.said():
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < end, self.said()
            time.sleep(0.1)
        return self

    def stop(self):
        """Ask it to stop; the seconds that it took."""
        began = time.monotonic()
        self.process.terminate()
        try:
            self.process.wait(20)
        finally:
            self.kill()
        return time.monotonic() - began

    def kill(self):
        for pid in [*self.web(), self.process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.output.close()

    def web(self):
        """The process ids of its web processes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        pids = children.read_text().split() if children.exists() else []
        return [int(pid) for pid in pids if b"config.serve" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def connect(self, data=b""):
        connection = socket.create_connection(("127.0.0.1", self.port), 10)
        connection.sendall(data)
        return connection

    def get(self, path="/about/", data=None, **headers):
        """The status and the text of a page; a POST with `data`."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


@pytest.fixture(scope="session")
def prepared(made_once, migrated):
    """The folder of a site that was prepared once in a run, to be copied: database, secret key, static files."""

    def prepare(folder):
        folder.mkdir()
        shutil.copyfile(migrated, folder / "bivouac.sqlite3")
        variables = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "STATIC_MANIFEST": "0"}
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=variables, check=True)

    return made_once("prepared", prepare)


@pytest.fixture(scope="module")
def site(tmp_path_factory, prepared):
    """Web processes that are running, shared by the tests of a module. `make attack` has all kinds of processes."""
    folder = Path(shutil.copytree(prepared, tmp_path_factory.mktemp("site") / "data"))
    running = Site(folder, DATABASE_URL="", SHEET_WORKERS="0", HOUSEKEEPING="0").wait()
    yield running
    running.stop()
