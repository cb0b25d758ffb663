"""Secret keys of 128 random bits, stored as SHA-256 hashes. A renewed key replaces the old one."""

import hashlib
import secrets

from django.db import models
from django.db.models import F

KEY_BYTES = 16  # 128 random bits
KEY_PATTERN = "[A-Za-z0-9_-]{1,64}"  # of keys in addresses


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def renew_secret_key(row: models.Model, column: str) -> str:
    """Give a row a new secret key: its hash is stored in `column`, the key itself is only returned.

    The row's `generation` is counted up, which ends all earlier grants. Of two renewals at once the later one is valid.
    """
    key = new_key()
    type(row)._default_manager.filter(pk=row.pk).update(**{column: hash_key(key)}, generation=F("generation") + 1)
    row.refresh_from_db(fields=[column, "generation"])
    return key
