"""manage.py prepare: what a start of the site needs, once at a time however many machines start."""

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from builder.operations import metrics

LOCK = 0x42_69_76_6F_75_61_63  # of PostgreSQL, chosen once
COLLECTED_FROM = ("static", "requirements.lock", "config")


class Command(BaseCommand):
    help = "Migrate, check the secret key, load new books, collect static files. One start at a time."
    requires_system_checks = []

    def handle(self, **_options):
        with ExitStack() as locks:
            for folder in folders():
                locks.enter_context(folder_lock(folder))
            if connection.vendor == "postgresql":
                locks.enter_context(advisory_lock())
            call_command("migrate", verbosity=0)
            call_command("secretkey", "check")
            call_command("books", "load", "--if-changed", stdout=self.stdout)
            if settings.METRICS_TOKEN:
                metrics.forget_dead(metrics.folder())
            if not collected():
                call_command("collectstatic", interactive=False, verbosity=0)  # no clear: older processes serve from it
                stamp().touch()


def folders() -> list[Path]:
    """What two starts on this machine may share: the folder of static files, and that of a database in a file."""
    shared = {settings.DATA_DIR}
    if connection.vendor == "sqlite":
        shared.add(Path(connection.settings_dict["NAME"]).absolute().parent)
    return sorted(shared)


@contextmanager
def folder_lock(folder: Path) -> Iterator[IO[str]]:
    """Wait until no other process of this machine has the folder's lock, and have it."""
    with (folder / ".prepare.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


@contextmanager
def advisory_lock() -> Iterator[None]:
    """The same for all machines of a PostgreSQL server. A transaction's lock holds through pgbouncer too."""
    other: BaseDatabaseWrapper = connections.create_connection(connection.alias)
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            yield
    finally:
        other.close()


def stamp() -> Path:
    """The file that is as old as the last collecting of static files, which compresses them all."""
    return Path(settings.STATIC_ROOT) / ".collected"


def collected() -> bool:
    """Whether no file has changed since static files were collected."""
    if not stamp().exists():
        return False
    sources = [settings.BASE_DIR / name for name in COLLECTED_FROM]
    files = [file for source in sources for file in ([source] if source.is_file() else source.rglob("*.*"))]
    changed = max(file.stat().st_mtime for file in files if "__pycache__" not in file.parts)
    return changed <= stamp().stat().st_mtime
