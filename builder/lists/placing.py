"""The place of lists among those of their player: pinned, archived, labelled, removed."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from builder.accounts.browsers import browser_of, due, sees
from builder.lists.collection import COLUMNS, MOST_LABELS, ListedRoster, distinct, labels_of, merged
from builder.lists.history import load_roster
from builder.lists.models import Roster, RosterGrant
from builder.web.kept_queries import kept_query
from rules.shapes import Refused

MOST_JUDGED = 100  # at one visit


class TooManyLabels(Exception):
    """A list would have more labels than lists may have."""


def listed_rosters(request: HttpRequest, pks: Sequence[int] | None = None) -> list[ListedRoster]:
    """The lists of this browser, removed ones too, in no order: all, or those of these keys. One query.

    A list that was last saved before prohibitions were counted apart is judged once more.
    """
    browser, now = browser_of(request), timezone.now()
    seen = tuple(browser.hashes), browser.account
    rows = rows_of(*seen, None if pks is None else tuple(pks), now, timezone.localdate(now)) if any(seen) else []
    listed = merged(ListedRoster(*(*row[:-2], labels_of(row[-2]), row[-1])) for row in rows)
    uncounted = [row.pk for row in listed if row.errors and row.prohibitions is None][:MOST_JUDGED]
    numbers = dict(count_prohibitions(uncounted))
    return [row._replace(prohibitions=numbers.get(row.pk, row.prohibitions)) if numbers else row for row in listed]


@kept_query
def rows_of(
    hashes: tuple[str, ...], account: int | None, pks: tuple[int, ...] | None, now: datetime, today: date
) -> QuerySet[Any]:
    """The fields of a `ListedRoster`, in its order, by each grant that keys with these hashes and an account see."""
    grants = RosterGrant.objects.filter(sees(hashes, account), generation=F("roster__generation"))
    grants = (grants if pks is None else grants.filter(roster__in=pks)).annotate(is_due=due("", now, today))
    return grants.values_list(*[f"roster__{name}" for name in COLUMNS], "pinned", "archived", "labels", "is_due")


def count_prohibitions(pks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Judge lists and store how many prohibitions they break; each key with that number."""
    for roster in Roster.objects.filter(pk__in=pks) if pks else ():
        with contextlib.suppress(Refused):
            number = len(load_roster(roster).verdict.prohibitions)
            Roster.objects.filter(pk=roster.pk, revision=roster.revision).update(prohibitions=number)
            yield roster.pk, number


def note_seen(request: HttpRequest, rows: Iterable[ListedRoster]) -> None:
    """Lists that stand in an index count as used, on whichever of its pages."""
    for row in rows:
        browser_of(request).note_use(RosterGrant, row.pk, row.due)


def grants_of(request: HttpRequest, pks: Iterable[int], deleted: bool = False) -> QuerySet[Any]:
    """The grants of this browser and its account for those of the lists that they may edit, or that are removed."""
    return browser_of(request).grants(RosterGrant, roster__in=pks, roster__deleted__isnull=not deleted)


def granted_pks(request: HttpRequest, pks: Sequence[int], deleted: bool = False) -> list[int]:
    """Those of `pks` that this browser may edit, in their order, each once."""
    granted = set(grants_of(request, pks, deleted).values_list("roster_id", flat=True)) if pks else set()
    return [pk for pk in dict.fromkeys(pks) if pk in granted]


def update_grants(request: HttpRequest, pks: Iterable[int], **columns: bool) -> None:
    """Set `pinned` or `archived` of lists, for this browser and for its account."""
    grants_of(request, pks).update(**columns)


def remove(pks: Iterable[int], now: datetime | None = None) -> None:
    Roster.objects.filter(pk__in=pks, deleted__isnull=True).update(deleted=now or timezone.now())


def restore(pks: Iterable[int]) -> None:
    Roster.objects.filter(pk__in=pks).update(deleted=None)


@transaction.atomic
def change_labels(
    request: HttpRequest, pks: Iterable[int], change: Callable[[tuple[str, ...]], tuple[str, ...]]
) -> None:
    """Give lists the labels that `change` makes of those they have. Raises `TooManyLabels`, and changes none then."""
    grants = list(grants_of(request, pks).select_for_update(of=("self",)))
    labels: dict[int, tuple[str, ...]] = {}
    for grant in grants:
        labels[grant.roster_id] = (*labels.get(grant.roster_id, ()), *labels_of(grant.labels))
    present = {pk: distinct(several) for pk, several in labels.items()}
    labels_after = {pk: change(before) for pk, before in present.items()}
    if any(len(after) > max(MOST_LABELS, len(present[pk])) for pk, after in labels_after.items()):
        raise TooManyLabels
    by_text: dict[str, list[int]] = {}
    for grant in grants:
        by_text.setdefault("\n".join(labels_after[grant.roster_id]), []).append(grant.pk)
    for text, of_text in by_text.items():
        RosterGrant.objects.filter(pk__in=of_text).update(labels=text)
