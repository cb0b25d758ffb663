"""The database of release 1, migrated."""

import gzip
import json
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from builder.operations.restoring import default_database_in

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


def stored(release, file):
    """A file, with a release's database in it."""
    file.write_bytes(gzip.decompress((FIXTURES / f"{release}.sqlite3.gz").read_bytes()))
    return file


def described(release):
    """What a release's database holds."""
    return json.loads(gzip.decompress((FIXTURES / f"{release}.json.gz").read_bytes()))


@pytest.fixture(scope="session")
def migrated_release_1(made_once, django_db_blocker):
    """The file of the database of release 1, migrated as a start does; its sessions last a year from today."""

    def migrate(file):
        with sqlite3.connect(stored("release-1", file)) as rows:
            rows.execute("UPDATE django_session SET expire_date = ?", [str(timezone.now() + timedelta(days=300))[:26]])
        rows.close()
        with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), default_database_in(file):
            patch.setattr("django.conf.settings.SECRET_KEY", described("release-1")["secret_key"])
            call_command("migrate", verbosity=0)
            call_command("books", "load", if_changed=True, verbosity=0)

    return made_once("release-1.sqlite3", migrate)


@pytest.fixture
def release_1(migrated_release_1, tmp_path, settings, django_db_blocker):
    """A copy of that database is the default one; what it holds."""
    described_release = described("release-1")
    settings.SECRET_KEY = described_release["secret_key"]
    file = tmp_path / "release-1.sqlite3"
    file.write_bytes(migrated_release_1.read_bytes())
    with django_db_blocker.unblock(), default_database_in(file):
        yield described_release
