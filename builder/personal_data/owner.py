"""Whose data it is: an account, or a browser without one."""

import hashlib
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet
from django.http import HttpRequest

from builder.accounts.browsers import browser_of
from builder.accounts.models import Grant
from builder.gatherings.models import GatheringGrant
from builder.lists.models import BoxGrant, RosterGrant

NAMES_PREFIX = "data of "  # begins the `KeptFile.subject` of all data exports


@dataclass(frozen=True)
class Owner:
    """An account or a browser, with the pks of what a browser was granted, which only its own request can tell.

    name       -- of its data exports: for an account its number, for a browser what only its keys give
    account    -- its pk; None for a browser
    lists      -- the pks of a browser's grants of lists
    gatherings -- ... of gatherings that it organises
    boxes      -- ... of boxes of models
    """

    name: str
    account: int | None = None
    lists: tuple[int, ...] = ()
    gatherings: tuple[int, ...] = ()
    boxes: tuple[int, ...] = ()

    def list_grants(self) -> "QuerySet[RosterGrant]":
        """Its grants of lists, removed ones too, without those that a new secret link has ended."""
        return self.grants(RosterGrant, self.lists)

    def gathering_grants(self) -> "QuerySet[GatheringGrant]":
        """Its grants of gatherings, broken up ones too, without those that a new secret link has ended."""
        return self.grants(GatheringGrant, self.gatherings)

    def box_grants(self) -> "QuerySet[BoxGrant]":
        return self.grants(BoxGrant, self.boxes)

    def grants(self, model: type[Grant], pks: tuple[int, ...]) -> "QuerySet[Any]":
        rows = model._default_manager.filter(generation=F(f"{model.TARGET}__generation"))
        return rows.filter(pk__in=pks) if self.account is None else rows.filter(account=self.account)


def account_owner(account: int) -> Owner:
    return Owner(f"{NAMES_PREFIX}account {account}", account)


def owner_of(request: HttpRequest) -> Owner | None:
    """Who asks: the account that is signed in, else the browser; None for a stranger, of whom nothing is kept.

    A browser's name is made of all its keys, of which the database has other hashes: another browser that holds only
    some of them sees less, and finds nothing under this name.
    """
    browser = browser_of(request)
    if browser.account is not None:
        return account_owner(browser.account)
    kinds = (RosterGrant, GatheringGrant, BoxGrant)
    pks = [tuple(sorted(browser.grants(kind).values_list("pk", flat=True))) for kind in kinds]
    if not any(pks):
        return None
    digest = hashlib.sha256(repr(("data", sorted(browser.presented.values()))).encode()).hexdigest()
    return Owner(f"{NAMES_PREFIX}browser {digest[:40]}", None, *pks)
