"""Which errors mean that the server cannot write, or that its database does not answer."""

import errno
import sqlite3

from django.db import InterfaceError, OperationalError

CANNOT_WRITE = 507
NO_ANSWER = 503

FULL_OR_READ_ONLY = {errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EFBIG}
SQLITE = {
    sqlite3.SQLITE_FULL: CANNOT_WRITE,
    sqlite3.SQLITE_READONLY: CANNOT_WRITE,
    sqlite3.SQLITE_IOERR: CANNOT_WRITE,
    sqlite3.SQLITE_CANTOPEN: CANNOT_WRITE,
    sqlite3.SQLITE_BUSY: NO_ANSWER,
    sqlite3.SQLITE_LOCKED: NO_ANSWER,
}
POSTGRES = {"53100": CANNOT_WRITE, "25006": CANNOT_WRITE}  # disk full, read-only transaction


def storage_status(error: BaseException | None) -> int | None:
    """The status of the answer to a request that failed with `error`; None where it has another reason."""
    if isinstance(error, OSError):
        return CANNOT_WRITE if error.errno in FULL_OR_READ_ONLY else None
    cause = getattr(error, "__cause__", None)
    if isinstance(cause, sqlite3.Error):
        return SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(cause, "sqlstate", None)
    if state in POSTGRES:
        return POSTGRES[state]
    return NO_ANSWER if isinstance(error, InterfaceError | OperationalError) else None
