"""Backups: one archive of all that matters, taken while the site runs, read back before it gets its name."""

import contextlib
import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import DatabaseError, connections

from builder.operations import tables
from builder.operations.archive import MEDIA, SECRET_KEY, ArchiveReader, ArchiveWriter, BadArchive, Manifest, Table
from builder.operations.files import open_privately, sync_folder
from builder.sheets.version import version

NIGHTLY = re.compile(r"bivouac-(\d{8})T\d{6}Z\.zip")
UNFINISHED = ".unfinished"  # ends the name of a file that is being written
ABANDONED = 3600  # seconds after which an unfinished file is nobody's
FEWER = 2  # an earlier backup with more than so many times the lists of the newest is not removed


class BackupFailed(Exception):
    """No backup was made; the text says why."""


def write_backup(path: Path) -> Manifest:
    """Write an archive, read it back, and only then give it the name `path`, which must be free.

    Raises `BackupFailed`; then nothing is left of it.
    """
    if path.exists():
        raise BackupFailed(f"{path} already exists. Choose another name.")
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        with explained(path), open_privately(part) as file:
            manifest = write_archive(file)
            file.flush()
            os.fsync(file.fileno())
        with explained(path):
            check(part, manifest)
            publish(part, path)
    finally:
        part.unlink(missing_ok=True)
    return manifest


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Raises `BackupFailed` for what may go wrong with files and the database's state."""
    try:
        yield
    except OSError as error:
        reason = "the disk is full" if error.errno in {errno.ENOSPC, errno.EDQUOT} else error.strerror or str(error)
        raise BackupFailed(f"{path} was not written: {reason}. Earlier backups are untouched.") from error
    except (BadArchive, tables.Unreadable) as error:
        raise BackupFailed(f"{path} was not written: {error}") from error
    except DatabaseError as error:
        raise BackupFailed(f"{path} was not written: the database cannot be read ({error}).") from error


def publish(part: Path, path: Path) -> None:
    """Give a finished file its name. Raises `FileExistsError` if somebody else took it."""
    try:
        os.link(part, path)
    except OSError as error:
        if error.errno not in {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS}:
            raise
        os.rename(part, path)  # a file system without links
    sync_folder(path.parent)


def write_archive(file: IO[bytes]) -> Manifest:
    """Write the database as it is at this moment, the secret key and the media files."""
    with tables.snapshot() as connection:
        migrations = tables.applied_migrations(connection)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        archive = ArchiveWriter(file, Manifest(made, version()[:12], connection.vendor, migrations))
        for model in tables.kept_models(connection, migrations):
            archive.manifest.tables.append(write_table(archive, model))
    with archive.part(SECRET_KEY) as stream:
        keys = [str(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
        stream.write("\n".join(keys).encode())
    for media in media_files():
        write_media(archive, media)
    archive.finish()
    return archive.manifest


def write_table(archive: ArchiveWriter, model: tables.Model) -> Table:
    connection = connections[tables.SNAPSHOT]
    columns = [field.attname for field in tables.stored_fields(model)]
    meta = model._meta
    table = Table(
        meta.label_lower, meta.db_table, columns, tables.count(model, connection), tables.sequence(model, connection)
    )
    with archive.rows(table.part) as writer:
        for row in tables.rows_of(model, connection.alias):
            writer.write(row)
    if writer.count != table.rows:
        raise BadArchive(f"{table.name} has {table.rows} rows, of which {writer.count} could be read.")
    return table


def media_files() -> Iterator[Path]:
    """The files below MEDIA_ROOT, if there is one."""
    if settings.MEDIA_ROOT:
        yield from (path for path in sorted(Path(settings.MEDIA_ROOT).rglob("*")) if path.is_file())


def write_media(archive: ArchiveWriter, path: Path) -> None:
    """Add a media file; one that was removed meanwhile is left out."""
    name = MEDIA + path.relative_to(settings.MEDIA_ROOT).as_posix()
    with contextlib.suppress(FileNotFoundError), path.open("rb") as source, archive.part(name) as stream:
        while block := source.read(1 << 20):
            stream.write(block)


def check(path: Path, manifest: Manifest | None = None) -> Manifest:
    """Read an archive whole. Raises `BadArchive` if it is broken, or is not what `manifest` says."""
    archive = ArchiveReader(path)
    try:
        if manifest is not None and archive.manifest != manifest:
            raise BadArchive(f"{path}: the manifest differs when read back.")
        archive.check()
        return archive.manifest
    finally:
        archive.close()


# --- the nightly ones -----------------------------------------------------------------------------------------------


def nightly_backup(folder: Path, keep: int) -> tuple[Path, Manifest, list[Path]]:
    """Write a backup named after the time into `folder` and remove those of days before the last `keep` days.

    Returns (its path, its manifest, what was removed). Raises `BackupFailed`; then nothing is removed.
    """
    with explained(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_unfinished(folder)
    path = folder / f"bivouac-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.zip"
    manifest = write_backup(path)
    return path, manifest, prune(folder, keep, manifest)


def nightly_files(folder: Path) -> list[Path]:
    """The nightly backups in a folder, newest first."""
    return sorted((path for path in folder.iterdir() if NIGHTLY.fullmatch(path.name)), reverse=True)


def remove_unfinished(folder: Path) -> None:
    """Remove what a backup left that was killed; nobody has written to it for an hour."""
    for path in folder.glob(f".*{UNFINISHED}"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink()


def prune(folder: Path, keep: int, newest: Manifest) -> list[Path]:
    """Remove the backups of days before the last `keep` days that have one; returns what was removed.

    The last of them with far more lists than the `newest` stays: something may have been lost.
    """
    days: dict[str, list[Path]] = {}
    for path in nightly_files(folder):
        days.setdefault(path.name[8:16], []).append(path)
    old = [path for day in list(days)[max(keep, 1) :] for path in days[day]]
    larger = next((path for path in old if newest.rows_of("builder.roster") * FEWER < lists_in(path)), None)
    removed = [path for path in old if path != larger]
    for path in removed:
        path.unlink(missing_ok=True)
    return removed


def lists_in(path: Path) -> int:
    """How many lists an archive has; 0 for one that cannot be read."""
    try:
        archive = ArchiveReader(path)
    except (BadArchive, OSError):
        return 0
    archive.close()
    return archive.manifest.rows_of("builder.roster")
