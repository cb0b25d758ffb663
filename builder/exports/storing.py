"""Where the files of kept sheets are: in their rows, or in the storage `sheets` where one is set."""

import hashlib
import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import DatabaseError

from builder.exports.models import KeptSheet

log = logging.getLogger(__name__)


class StorageFails(Exception):
    """The storage of kept sheets does not answer."""


def storage() -> Storage | None:
    return storages["sheets"] if "sheets" in settings.STORAGES else None


def facts(content: bytes) -> dict[str, Any]:
    """The columns that tell whether a file is intact."""
    return {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def store(kept: KeptSheet, content: bytes) -> dict[str, Any]:
    """Put a finished file into the storage; the columns that say where it is (without one: the row)."""
    place, name = storage(), ""
    if place is not None:
        try:
            name = place.save(kept.key, ContentFile(content))
        except Exception:  # any of a library's many errors; the row takes the file
            log.exception("The storage did not take a sheet; it is kept in the database.")
    return facts(content) | {"stored_at": name, "content": None if name else content}


def content_of(kept: KeptSheet) -> bytes | None:
    """The file of a finished sheet; None if it is missing, cut short or changed. Raises `StorageFails`."""
    content = stored_content(kept) or spooled(kept)
    if content is None or facts(content) != {"size": kept.size, "sha256": kept.sha256}:
        log.warning("The file of a kept sheet is not intact; it is made anew.")
        return None
    return content


def stored_content(kept: KeptSheet) -> bytes | None:
    place = storage()
    if not kept.stored_at or place is None:
        return None if kept.content is None else bytes(kept.content)
    try:
        with place.open(kept.stored_at) as file:
            return file.read()
    except FileNotFoundError:
        return None
    except Exception as error:
        raise StorageFails from error


def remove(sheets: Iterable[KeptSheet]) -> int:
    """Remove kept sheets and their files; their number."""
    place, number = storage(), 0
    for kept in sheets:
        if place is not None and kept.stored_at:
            try:
                place.delete(kept.stored_at)
            except Exception:
                log.exception("The storage did not remove a sheet.")
                continue
        with suppress(OSError):
            spool_path(kept).unlink()
        kept.delete()
        number += 1
    return number


def forget(subject: str) -> int:
    """Remove all kept sheets of a list or gathering that is erased; their number. `subject` as in `KeptSheet`."""
    return remove(KeptSheet.objects.filter(subject=subject).defer("content", "request"))


# --- When even the row cannot be written: files on this machine -----------------------------------------------------


def spool_path(kept: KeptSheet) -> Path:
    return Path(settings.SHEET_SPOOL) / kept.key


def spool(kept: KeptSheet, content: bytes) -> None:
    """Write a finished file into the spool folder, where web processes of this machine find it."""
    path = spool_path(kept)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(hashlib.sha256(content).digest() + content)
        part.replace(path)
    except OSError:
        log.exception("A finished sheet could be kept nowhere; it is lost.")
        with suppress(OSError):
            part.unlink()


def spooled(kept: KeptSheet) -> bytes | None:
    """The file of a sheet in the spool folder; None if there is none or it was cut short."""
    try:
        data = spool_path(kept).read_bytes()
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if hashlib.sha256(content).digest() == digest else None


def keep(kept: KeptSheet, content: bytes, **columns: Any) -> None:
    """Store a finished sheet: in the storage, else in its row, else in the spool folder."""
    try:
        finish(kept, **store(kept, content), **columns)
    except DatabaseError:
        log.exception("The database did not take a sheet; it goes into the spool folder.")
        spool(kept, content)
        with suppress(DatabaseError):
            finish(kept, **facts(content), **columns)


def finish(kept: KeptSheet, **columns: Any) -> None:
    """Write the columns of a sheet that this worker has begun; nothing if another one has begun it since."""
    mine = KeptSheet.objects.filter(pk=kept.pk, state__in=KeptSheet.UNFINISHED, attempts=kept.attempts)
    mine.update(request={}, client="", **columns)
