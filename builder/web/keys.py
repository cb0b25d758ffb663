"""Secret keys: made from 128 random bits, stored as SHA-256 hashes, renewed so that the old one ends."""

import hashlib
import secrets
from collections.abc import Callable
from typing import TypeVar

from django.db import models, transaction
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest

KEY_BYTES = 16  # 128 random bits
KEY_PATTERN = "[A-Za-z0-9_-]{1,64}"  # what may stand in an address as a key

Row = TypeVar("Row", bound=models.Model)


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def first_or_404(rows: QuerySet[Row]) -> Row:
    """The only row of a queryset, or 404. One query."""
    found = list(rows.order_by()[:1])
    if not found:
        raise Http404
    return found[0]


@transaction.atomic
def renew_secret_key(
    request: HttpRequest, row: models.Model, column: str, grant: Callable[[HttpRequest, models.Model], None]
) -> str:
    """A new secret key for a row, stored as a hash in `column`. Returns the key, which is stored nowhere.

    The row's `generation` rises, which ends all grants before it; `grant` gives this browser a new one. Of two
    renewals at once the later one holds, in the row as in the session.
    """
    key = new_key()
    type(row)._default_manager.filter(pk=row.pk).update(**{column: hash_key(key)}, generation=F("generation") + 1)
    row.refresh_from_db(fields=[column, "generation"])
    grant(request, row)
    request.session.save()
    return key
