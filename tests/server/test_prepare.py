"""Several starts at once on one empty database."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from config.stylesheet import bundle
from tests.server.conftest import ROOT

pytestmark = pytest.mark.processes

BOOKS = 5


def start(folder, **settings):
    """A first start in a process of its own, up to where it would serve."""
    variables = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "STATIC_MANIFEST": "0"} | settings
    return subprocess.Popen(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def outputs(starts):
    said = [one.communicate(timeout=100)[0] for one in starts]
    assert [one.returncode for one in starts] == [0] * len(starts), said
    return said


def test_three_starts_on_one_empty_sqlite_database_load_the_books_once(tmp_path):
    said = outputs([start(tmp_path) for _number in range(3)])
    counts = sorted((text.count(": loaded, revision 1"), text.count(": unchanged")) for text in said)
    assert counts == [(0, BOOKS), (0, BOOKS), (BOOKS, 0)]
    assert (tmp_path / "static" / "bivouac.css").exists()


def test_a_new_start_leaves_static_files_that_running_processes_serve_and_needs_no_secret_key(prepared, tmp_path):
    folder = Path(shutil.copytree(prepared, tmp_path / "data"))
    served = folder / "static" / "bivouac.0123456789ab.css"
    served.write_text("of the release before")
    changed, collected = folder / "static" / "bivouac.css", folder / "static" / ".collected"
    changed.write_text("old")
    for file in (changed, collected):
        os.utime(file, (0, 0))
    (folder / "secret-key").unlink()
    assert "The secret key is another one than before." in outputs([start(folder)])[0]
    assert served.read_text() == "of the release before"
    assert changed.read_bytes() == bundle().read_bytes()


@pytest.fixture
def empty_database():
    """The address of a new database on the PostgreSQL server of the tests."""
    name = f"first_starts_{os.getpid()}"  # tests run in several processes
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("not os.environ.get('DATABASE_URL')", reason="the test above is for SQLite")
def test_two_machines_that_start_on_one_empty_postgresql_database_load_the_books_once(tmp_path, empty_database):
    """A third one with another secret key does not start."""
    folders, key = [tmp_path / name for name in ("a", "b")], "s" * 60
    said = outputs([start(folder, DATABASE_URL=empty_database, SECRET_KEY=key) for folder in folders])
    assert sorted(text.count(": loaded, revision 1") for text in said) == [0, BOOKS]
    assert [(folder / "static" / "bivouac.css").exists() for folder in folders] == [True, True]
    other = start(tmp_path / "c", DATABASE_URL=empty_database)
    said = other.communicate(timeout=100)[0]
    assert other.returncode == 1
    assert "Give every node the same SECRET_KEY." in said
    assert "Traceback" not in said
    outputs([start(tmp_path / "c", DATABASE_URL=empty_database, SECRET_KEY=key)])
