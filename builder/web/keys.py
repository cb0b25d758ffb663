"""Secret keys of 128 random bits, stored as SHA-256 hashes. A renewed key replaces the old one."""

import hashlib
import secrets
from collections.abc import Callable
from typing import TypeVar

from django.db import models, transaction
from django.db.models import F
from django.http import HttpRequest

KEY_BYTES = 16  # 128 random bits
KEY_PATTERN = "[A-Za-z0-9_-]{1,64}"  # of keys in addresses

Row = TypeVar("Row", bound=models.Model)


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


@transaction.atomic
def renew_secret_key(request: HttpRequest, row: Row, column: str, grant: Callable[[HttpRequest, Row], None]) -> str:
    """Give a row a new secret key: its hash is stored in `column`, the key itself is only returned.

    The row's `generation` is counted up, which ends all earlier grants; `grant` gives this browser a new one. Of two
    renewals at once the later one is valid, in the row and in the session.
    """
    key = new_key()
    type(row)._default_manager.filter(pk=row.pk).update(**{column: hash_key(key)}, generation=F("generation") + 1)
    row.refresh_from_db(fields=[column, "generation"])
    grant(request, row)
    request.session.save()
    return key
