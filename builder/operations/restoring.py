"""Restoring a backup into the database of the settings, of either kind: all of it or nothing."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

from builder.operations import tables
from builder.operations.archive import MEDIA, SECRET_KEY, ArchiveReader, BadArchive, Manifest, Table
from builder.operations.files import write_file
from rules.loading import forget_books

HOLDS_DATA = ("builder_roster", "builder_gathering", "auth_user")
LOCK_TIMEOUT = "20s"


class RestoreFailed(Exception):
    """The text says why, and what was restored nevertheless."""


def restore(path: Path, replace: bool = False) -> Manifest:
    """Fill the database of the settings from an archive and bring it to the newest migration; then key and media.

    replace -- give up what the database holds; without it a database with lists, gatherings or accounts is refused

    The archive is read whole before anything is changed. Raises `RestoreFailed`: the database is as it was, unless the
    text says that only key and media could not be written; then it is restored.
    """
    with opened(path) as archive, explained(path), secret_key_of(archive):
        connection, files = connections[DEFAULT_DB_ALIAS], files_of(archive)
        if not replace and holds_data(connection):
            raise RestoreFailed("The database has lists, campaigns or accounts. --replace overwrites them.")
        if connection.vendor == "sqlite":
            with filled_beside(archive, Path(connection.settings_dict["NAME"])) as filled:
                replace_sqlite(filled, Path(connection.settings_dict["NAME"]))
        else:
            replace_postgresql(archive, connection)
        cache.clear()  # what was kept of rows that have the same keys now
        restore_files(archive, files)
    return archive.manifest


def rehearse(path: Path) -> Manifest:
    """Restore an archive into a temporary SQLite database, to see that it can be. Raises `RestoreFailed`."""
    with (
        opened(path) as archive,
        explained(path),
        secret_key_of(archive),
        tempfile.TemporaryDirectory() as folder,
        filled_beside(archive, Path(folder) / "rehearsal.sqlite3"),
    ):
        return archive.manifest


@contextlib.contextmanager
def opened(path: Path) -> Iterator[ArchiveReader]:
    """An archive that was read whole and that this code can carry on. Raises `RestoreFailed`."""
    with explained(path):
        archive = ArchiveReader(path)
        try:
            archive.check()
            loader = MigrationLoader(None, ignore_no_migrations=True)
            tables.require_known(loader, archive.manifest.migrations, "The backup")
            yield archive
        finally:
            archive.close()


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raises `RestoreFailed` for what files and databases raise."""
    try:
        yield
    except (BadArchive, tables.Unreadable) as error:
        raise RestoreFailed(str(error)) from error
    except OSError as error:
        raise RestoreFailed(f"{path} was not restored: {error.strerror or error}.") from error
    except (DatabaseError, sqlite3.Error) as error:
        raise RestoreFailed(f"{path} was not restored: the database says “{str(error).strip()}”.") from error


def holds_data(connection: BaseDatabaseWrapper) -> bool:
    """Whether somebody's lists, gatherings or accounts are in the database."""
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in HOLDS_DATA:
            if table in present:
                cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608  (names of our own)
                if cursor.fetchone():
                    return True
    return False


@contextlib.contextmanager
def secret_key_of(archive: ArchiveReader) -> Iterator[None]:
    """Sign with the archive's key: migrations may read what it signed, such as sessions."""
    before = settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS
    settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS = archive.content(SECRET_KEY).decode().splitlines()
    try:
        yield
    finally:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = before


# --- filling an empty database --------------------------------------------------------------------------------------


def fill(archive: ArchiveReader, connection: BaseDatabaseWrapper) -> None:
    """Make the tables as the archive's migrations made them, and store its rows. The database must be empty."""
    migrations = archive.manifest.migrations
    executor = MigrationExecutor(connection)
    executor.migrate(tables.leaves(executor.loader, migrations))
    models = {model._meta.label_lower: model for model in tables.models_at(connection, migrations)}
    with transaction.atomic(using=connection.alias):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")  # tables come in no order of their references
        for model in models.values():
            model._base_manager.using(connection.alias).all()._raw_delete(connection.alias)
        for table in archive.manifest.tables:
            check_columns(table, models)
            fill_table(archive, table, models[table.model], connection)
        connection.check_constraints()


def check_columns(table: Table, models: dict[str, tables.Model]) -> None:
    """Raises `BadArchive` for a table that the archive's migrations do not make in this way."""
    model = models.get(table.model)
    if model is None or table.columns != [field.attname for field in tables.stored_fields(model)]:
        raise BadArchive(f"{table.name} has other columns than its migrations give it.")


def fill_table(archive: ArchiveReader, table: Table, model: tables.Model, connection: BaseDatabaseWrapper) -> None:
    tables.insert(model, table.columns, archive.rows(table), connection)
    tables.set_sequence(model, table.sequence, connection)
    if (stored := tables.count(model, connection)) != table.rows:
        raise RestoreFailed(f"{table.name} has {stored} rows after restoring; the backup has {table.rows}.")


# --- SQLite: a file beside, then all of its pages in one transaction -------------------------------------------------


@contextlib.contextmanager
def filled_beside(archive: ArchiveReader, path: Path) -> Iterator[Path]:
    """A database file beside `path`, filled from the archive, at the newest migration; removed in the end."""
    beside = path.with_name(f"{path.name}.restoring")
    remove_database(beside)
    try:
        beside.touch(0o600)
        with default_database_in(beside) as connection:
            fill(archive, connection)
            call_command("migrate", verbosity=0, interactive=False)
        yield beside
    finally:
        remove_database(beside)


@contextlib.contextmanager
def default_database_in(path: Path) -> Iterator[BaseDatabaseWrapper]:
    """Let the default database be the SQLite file `path`, as migrations work on no other."""
    before = connections[DEFAULT_DB_ALIAS]
    before.close()
    options = {"init_command": "PRAGMA synchronous=OFF;"}  # it is thrown away if it breaks
    altered = before.settings_dict | {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}
    connection = load_backend(altered["ENGINE"]).DatabaseWrapper(altered, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = connection
    forget_books()
    try:
        yield connection
    finally:
        connection.close()
        connections[DEFAULT_DB_ALIAS] = before
        forget_books()


def remove_database(path: Path) -> None:
    for end in ("", "-journal", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def replace_sqlite(source: Path, target: Path) -> None:
    """Copy all pages of a database over another in one transaction: others see the old or the new one."""
    connections[DEFAULT_DB_ALIAS].close()
    with contextlib.closing(sqlite3.connect(source)) as filled, contextlib.closing(sqlite3.connect(target)) as live:
        live.execute("PRAGMA synchronous=FULL")
        filled.backup(live)


# --- PostgreSQL: one transaction ------------------------------------------------------------------------------------


def replace_postgresql(archive: ArchiveReader, connection: BaseDatabaseWrapper) -> None:
    """Drop our tables, make and fill them anew in one transaction; then apply later migrations, each in its own."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
        drop_tables(connection)
        fill(archive, connection)
    call_command("migrate", verbosity=0, interactive=False)


def drop_tables(connection: BaseDatabaseWrapper) -> None:
    """Drop the tables of all applications that were ever migrated here; others are left alone."""
    loader = MigrationLoader(connection)
    labels = {app for app, _name in loader.applied_migrations} | loader.migrated_apps | {"django"}
    ours = tuple(f"{label}_" for label in labels)
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names():
            if name.startswith(ours):
                cursor.execute(f"DROP TABLE {quote(name)} CASCADE")


# --- what is not in the database ------------------------------------------------------------------------------------


def files_of(archive: ArchiveReader) -> dict[Path, str]:
    """Where the secret key belongs, unless the environment gives one, and the media files: the part for each path."""
    media = [name for name in archive.manifest.parts if name.startswith(MEDIA) and settings.MEDIA_ROOT]
    files = {media_path(name): name for name in media}
    if not (os.environ.get("SECRET_KEY") or os.environ.get("SECRET_KEY_FILE")):
        files[Path(settings.DATA_DIR) / SECRET_KEY] = SECRET_KEY
    return files


def restore_files(archive: ArchiveReader, files: dict[Path, str]) -> None:
    """Write the secret key and the media files, once the database is restored. Raises `RestoreFailed`."""
    for path, name in files.items():
        try:
            write_file(path, archive.content(name))
        except (BadArchive, OSError) as error:
            raise RestoreFailed(
                f"The database is restored, but {path} was not written ({error}). When that works, restore again, with "
                "--replace: the secret key and media files are not all those of the backup."
            ) from error


def media_path(name: str) -> Path:
    """Where a part belongs. Raises `BadArchive` for a name that leads out of MEDIA_ROOT."""
    root = Path(settings.MEDIA_ROOT).resolve()
    path = (root / name.removeprefix(MEDIA)).resolve()
    if not path.is_relative_to(root):
        raise BadArchive(f"{name} would be written outside of {root}.")
    return path
