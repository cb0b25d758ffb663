"""Personal tokens of an account, for the API."""

import secrets
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from builder.accounts.models import AccountToken
from builder.web.keys import hash_key

BEGINNING = "bvt_"  # by which a token that was published by mistake is recognised
TOKEN_BYTES = 32
MOST_TOKENS = 10
LONGEST_NAME = 60


def make_token(account: Any, name: str) -> str | None:
    """A new token, which is stored nowhere; None where the account has enough."""
    if AccountToken.objects.filter(account=account).count() >= MOST_TOKENS:
        return None
    token = BEGINNING + secrets.token_urlsafe(TOKEN_BYTES)
    AccountToken.objects.create(account=account, name=name[:LONGEST_NAME], token_hash=hash_key(token))
    return token


def account_of(token: str) -> User | None:
    """Whose token it is; None for none, and for an account that was closed."""
    if not token.startswith(BEGINNING):
        return None
    row = AccountToken.objects.select_related("account").filter(token_hash=hash_key(token)).first()
    if row is None or not row.account.is_active:
        return None
    today = timezone.localdate()
    if row.used != today:
        AccountToken.objects.filter(pk=row.pk).update(used=today)
    return row.account
