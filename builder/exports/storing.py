"""Where the files of kept files are: in their rows, or in the storage `sheets` where one is set."""

import hashlib
import logging
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from builder.exports.models import KeptFile
from builder.lists.models import Roster

log = logging.getLogger(__name__)

SEVERAL = "several "  # begins the subject of a sheet of several lists


class StorageFails(Exception):
    """The storage of kept files does not answer."""


def storage() -> Storage | None:
    return storages["sheets"] if "sheets" in settings.STORAGES else None


def facts(content: bytes) -> dict[str, Any]:
    """The columns that tell whether a file is intact."""
    return {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def store(kept: KeptFile, content: bytes) -> dict[str, Any]:
    """Put a finished file into the storage; the columns that say where it is (without one: the row)."""
    files, name = storage(), ""
    if files is not None:
        try:
            name = files.save(f"{kept.key}-{secrets.token_hex(8)}", ContentFile(content))  # no other attempt's
        except Exception:  # any of a library's many errors; the row takes the file
            log.exception("The storage did not take a sheet; it is kept in the database.")
    return facts(content) | {"stored_at": name, "content": None if name else content}


def content_of(kept: KeptFile) -> bytes | None:
    """The file of a finished sheet; None if it is missing, cut short or changed. Raises `StorageFails`."""
    content = stored_content(kept) or spooled(kept)
    if content is None or facts(content) != {"size": kept.size, "sha256": kept.sha256}:
        log.warning("The file of a kept file is not intact; it is made anew.")
        return None
    return content


def made_content(kept: KeptFile) -> bytes | None:
    """As `content_of`; None, too, where no file was made."""
    return content_of(kept) if kept.outcome == KeptFile.Outcome.DONE else None


def stored_content(kept: KeptFile) -> bytes | None:
    files = storage()
    if not kept.stored_at or files is None:
        return None if kept.content is None else bytes(kept.content)
    try:
        with files.open(kept.stored_at) as file:
            return file.read()
    except FileNotFoundError:
        return None
    except Exception as error:
        raise StorageFails from error


def remove(files: Iterable[KeptFile]) -> int:
    """Remove the rows of kept files, and their files once that is committed; their number."""
    return sum(remove_one(kept.pk) for kept in files)


def remove_one(pk: int) -> int:
    with transaction.atomic():
        rows = KeptFile.objects.select_for_update().defer(*KeptFile.HEAVY)  # its worker may be finishing it
        kept = rows.filter(pk=pk).first()
        if kept is None:
            return 0
        kept.delete()
        if kept.task_id:
            DBTaskResult.objects.filter(pk=kept.task_id).delete()
        transaction.on_commit(partial(remove_files, kept))
    return 1


def remove_files(kept: KeptFile) -> None:
    remove_spooled(kept)
    discard(kept.stored_at)


def discard(name: str) -> None:
    """Delete a file from the storage. If that fails, note its name for the daily tidying, which tries again."""
    files = storage()
    if files is None or not name:
        return
    try:
        files.delete(name)
    except Exception:
        log.exception("The storage did not remove %s; the daily tidying tries again.", name)
        try:
            note_leftover(name)
        except DatabaseError:
            log.exception("%s stays in the storage; nothing will remove it.", name)


def note_leftover(name: str) -> None:
    """A row that says nothing but the name of a file to delete, and that has been unused for long enough."""
    values = {"outcome": KeptFile.Outcome.FAILED, "made": timezone.now(), "used": date(1970, 1, 1), "stored_at": name}
    KeptFile.objects.create(key=secrets.token_hex(32), **values)


def forget(subject: str) -> int:
    """Remove all kept files of a list or gathering that is erased, also those that show it among others; their number.

    subject -- as in `KeptFile`
    """
    shown = Q(subject=subject) | Q(shows__parts__has_key=subject)
    return remove(KeptFile.objects.filter(shown).only("pk"))


# --- When even the row cannot be written: files on this machine -----------------------------------------------------


def spool_path(kept: KeptFile) -> Path:
    return Path(settings.SHEET_SPOOL) / kept.key


def spool(kept: KeptFile, content: bytes) -> None:
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


def remove_spooled(kept: KeptFile) -> None:
    with suppress(OSError):
        spool_path(kept).unlink()


def spooled(kept: KeptFile) -> bytes | None:
    """The file of a sheet in the spool folder; None if there is none or it was cut short."""
    try:
        data = spool_path(kept).read_bytes()
    except OSError:
        return None
    digest, content = data[:32], data[32:]
    return content if hashlib.sha256(content).digest() == digest else None


def keep(kept: KeptFile, content: bytes) -> None:
    """Store a finished file: in the storage, else in its row, else in the spool folder.

    It is removed again if the row was erased meanwhile, or finished by another worker. Raises `DatabaseError` where
    its row still waits for its task.
    """
    columns = store(kept, content)
    try:
        if not finish(kept, outcome=KeptFile.Outcome.DONE, **columns):
            discard(columns["stored_at"])
    except DatabaseError:
        log.exception("The database did not take a file; it goes into the spool folder.")
        discard(columns["stored_at"])
        spool(kept, content)
        if not finish(kept, outcome=KeptFile.Outcome.DONE, **facts(content)):
            remove_spooled(kept)


def finish(kept: KeptFile, **columns: Any) -> int:
    """Write what the task of a file came to; how many rows that were: 0 if it was erased or is finished already."""
    unfinished = KeptFile.objects.filter(pk=kept.pk, task=kept.task_id)
    return unfinished.update(**{"content": None, "task": None, "client": "", "finished": timezone.now()} | columns)


@receiver(pre_delete, sender=Roster)
def forget_sheets(instance: Roster, **_signal: Any) -> None:
    """The kept files of a list go with it."""
    forget(f"roster {instance.pk}")
