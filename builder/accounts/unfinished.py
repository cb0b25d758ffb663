"""Accounts that nobody can open: a player signed up by passkey, and broke off before there was one."""

from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from builder.accounts.browsers import grant_models
from builder.accounts.models import RecoveryCode

KEPT = timedelta(days=7)
MOST_AT_ONCE = 500  # accounts that are deleted in one transaction


def unfinished(before: datetime) -> QuerySet[User]:
    """Those from before a time that have no way in, no session and no list."""
    ways: list[Any] = [Authenticator, EmailAddress, UserSession]
    holds: list[Any] = [RecoveryCode, *grant_models()]
    accounts = User.objects.filter(
        password__startswith=UNUSABLE_PASSWORD_PREFIX, date_joined__lt=before, is_staff=False, is_superuser=False
    )
    for model in ways:
        accounts = accounts.filter(~Exists(model.objects.filter(user=OuterRef("pk"))))
    for model in holds:
        accounts = accounts.filter(~Exists(model._default_manager.filter(account=OuterRef("pk"))))
    return accounts.order_by("pk")


def tidy_unfinished_accounts(now: datetime, dry_run: bool = False) -> int:
    """Delete the accounts that were begun a week ago and that nobody can open. Returns how many."""
    accounts = unfinished(now - KEPT)
    if dry_run:
        return accounts.count()
    number = 0
    while pks := list(accounts.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        with transaction.atomic():
            User.objects.filter(pk__in=pks).delete()
        number += len(pks)
    return number
