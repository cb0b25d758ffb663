"""Secret keys of 128 random bits, stored as SHA-256 hashes, and readable ones. A renewed key replaces the old one."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import models, transaction
from django.db.models import F
from django.http import Http404

from builder.web.models import ReplacedKey

KEY_BYTES = 16  # 128 random bits
KEY_PATTERN = "[A-Za-z0-9_-]{1,64}"  # of keys in addresses
REMEMBERED = timedelta(days=400)  # how long the address of a replaced key says that it was replaced

Row = TypeVar("Row", bound=models.Model)


class LinkReplaced(Http404):
    """The key was valid once; a newer one replaced it."""


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def is_secret(column: str) -> bool:
    """Whether a column has hashes of keys, or the keys themselves."""
    return column.endswith("_hash")


def row_of_key(rows: models.QuerySet[Row], column: str, key: str) -> Row:
    """The row with that key (or its hash) in `column`; else `LinkReplaced` where a newer key has its place, or 404."""
    row = rows.filter(**{column: hash_key(key) if is_secret(column) else key}).first()
    if row is None:
        raise LinkReplaced if ReplacedKey.objects.filter(pk=hash_key(key)).exists() else Http404
    return row


@transaction.atomic
def renew_key(row: models.Model, column: str, **values: object) -> str:
    """Give a row a new key in `column`, and `values` with it. Of two renewals at once the later one is valid."""
    key, rows = new_key(), type(row)._default_manager.filter(pk=row.pk)
    old = rows.select_for_update().values_list(column, flat=True).get()
    rows.update(**{column: hash_key(key) if is_secret(column) else key}, **values)
    ReplacedKey.objects.get_or_create(pk=old if is_secret(column) else hash_key(old))
    row.refresh_from_db(fields=[column, *values])
    return key


def renew_secret_key(row: models.Model, column: str) -> str:
    """As `renew_key`; the row's `generation` is counted up, which ends all earlier grants."""
    return renew_key(row, column, generation=F("generation") + 1)


def tidy_replaced_keys(now: datetime, dry_run: bool = False) -> int:
    """Forget the keys that were replaced long ago; their addresses answer 404 like any other."""
    old = ReplacedKey.objects.filter(replaced__lt=now - REMEMBERED)
    return old.count() if dry_run else old.delete()[0]
