"""Handing what a browser was granted over to another device, by a key that works once and for a few minutes."""

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from builder.accounts.browsers import (
    MOST_AT_ONCE,
    RequestBrowser,
    copied_browser,
    delete_browsers,
    grant_models,
    opening,
)
from builder.accounts.models import Handover
from builder.web.keys import hash_key, new_key
from builder.web.page_cookie import Response, set_page_cookie

VALID = timedelta(minutes=10)
KEPT = timedelta(days=1)  # how long it is remembered that a key was used
COOKIE = "handover"  # for the page that makes codes only: the hash of the key that this browser made last


class Contents(NamedTuple):
    """How many lists, gatherings and boxes of models may be opened; false where there are none."""

    lists: int
    gatherings: int
    boxes: int

    def __bool__(self) -> bool:
        return any(self)

    def __str__(self) -> str:
        lists = ngettext("{n} list", "{n} lists", self.lists).format(n=self.lists)
        campaigns = ngettext("{n} campaign", "{n} campaigns", self.gatherings).format(n=self.gatherings)
        boxes = ngettext("{n} box of models", "{n} boxes of models", self.boxes).format(n=self.boxes)
        *words, last = [text for number, text in zip(self, (lists, campaigns, boxes), strict=True) if number] or [lists]
        return gettext("{things} and {last}").format(things=", ".join(words), last=last) if words else last


NOTHING = Contents(0, 0, 0)


def contents(seen: Q) -> Contents:
    """What the grants that are `seen` open: each row once, none that was removed or has a new secret key."""
    models = {model.TARGET: model for model in grant_models()}
    kinds = ("roster", "gathering", "box")
    return Contents(*(opening(models[kind], seen).values(kind).distinct().count() for kind in kinds))


def contents_of(handover: Handover) -> Contents:
    return contents(Q(browser=handover.browser_id))


def brings_nothing_new(handover: Handover, browser: RequestBrowser) -> bool:
    """Whether a browser, which may be the one that made the handover, or its account opens all of it already."""
    for model in grant_models():
        target = f"{model.TARGET}_id"
        has = browser.grants(model).values(target)
        if opening(model, Q(browser=handover.browser_id)).exclude(**{f"{target}__in": has}).exists():
            return False
    return usable().filter(pk=handover.pk).exists()  # one that another device took meanwhile has nothing left


# --- making and taking ------------------------------------------------------------------------------------------------


def usable() -> QuerySet[Handover]:
    """The handovers that may still be taken."""
    return Handover.objects.filter(taken=None, browser__isnull=False, made__gt=timezone.now() - VALID)


def of_key(key: str) -> Q:
    """The handover with this key, or that a device with this key asks for."""
    return Q(key_hash=hash_key(key)) | Q(asked_hash=hash_key(key))


def ask(handover: Handover) -> str:
    """The key for a device that typed the short code."""
    key = new_key()
    handover.asked_hash = hash_key(key)
    handover.save(update_fields=["asked_hash"])
    return key


def waits_for_answer(handover: Handover, key: str) -> bool:
    """Whether the player at the first device has yet to agree that this key works."""
    return not handover.agreed and handover.asked_hash == hash_key(key)


@transaction.atomic
def answer(handover: Handover, agreed: bool) -> None:
    """What the player says to the device that asks: yes, or the handover ends."""
    if agreed:
        usable().filter(pk=handover.pk, asked_hash__isnull=False).update(agreed=True)
    else:
        discard(usable().filter(pk=handover.pk))


def until(handover: Handover) -> datetime:
    return handover.made + VALID


@transaction.atomic
def make(browser: RequestBrowser, ended: str = "") -> tuple[Handover, str]:
    """A handover of what the keys of a browser see, and its key, which is stored nowhere.

    ended -- the hash of an earlier key, which ends unless it was used
    """
    discard(Handover.objects.filter(key_hash=ended, taken=None))
    key = new_key()
    copy = copied_browser(browser.sees_by_keys())
    return Handover.objects.create(key_hash=hash_key(key), browser=copy, made=timezone.now()), key


@transaction.atomic
def take(key: str, browser: RequestBrowser) -> Contents | None:
    """Grant a browser, or its account, what was handed over; None where the key is not valid.

    Of several requests at once one gets it: the others wait for the lock on the row and find it taken.
    """
    handover = usable().select_for_update().filter(of_key(key)).first()
    if handover is None or handover.browser is None or waits_for_answer(handover, key):
        return None
    given = contents_of(handover)
    browser.receive(handover.browser)
    copy, handover.browser, handover.taken = handover.browser, None, timezone.now()
    handover.save(update_fields=["browser", "taken"])
    delete_browsers([copy.pk])
    return given


# --- which code a browser made last -----------------------------------------------------------------------------------


def set_handover_cookie(response: Response, handover: Handover) -> Response:
    return set_page_cookie(response, COOKIE, handover.key_hash, reverse("handover"), int(VALID.total_seconds()))


def made_hash(request: HttpRequest) -> str:
    """The hash of the key that this browser made last; "" where it made none lately."""
    value = request.COOKIES.get(COOKIE, "")
    return value if re.fullmatch("[0-9a-f]{64}", value) else ""


def made_handover(request: HttpRequest) -> Handover | None:
    """The handover that this browser made last, also one that was taken or is over."""
    made = made_hash(request)
    return Handover.objects.filter(key_hash=made).first() if made else None


# --- tidying up -------------------------------------------------------------------------------------------------------


def tidy_handovers(now: datetime, dry_run: bool = False) -> int:
    """Remove the handovers of more than a day ago, and what nobody took of them. Returns how many."""
    old = Handover.objects.filter(made__lt=now - KEPT).order_by("pk")
    if dry_run:
        return old.count()
    number = 0
    while pks := list(old.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        number += discard(Handover.objects.filter(pk__in=pks))
    return number


@transaction.atomic
def discard(handovers: QuerySet[Handover]) -> int:
    """Delete handovers and the copies that they hold. Returns how many."""
    rows = list(handovers.select_for_update())
    Handover.objects.filter(pk__in=[row.pk for row in rows]).delete()
    copies = [row.browser_id for row in rows if row.browser_id is not None]
    if copies:
        delete_browsers(copies)
    return len(rows)
