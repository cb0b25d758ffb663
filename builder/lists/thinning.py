"""Which states of a list are kept, and the removal of the others."""

from collections import deque
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils.timezone import localdate

from builder.lists.compression import compressed, decompressed, difference
from builder.lists.models import Revision, Roster
from builder.web.signals import answers

KEPT_STEPS = 500
BATCH = 500  # rows that are read at once, and states that are removed in one transaction

states_requested = Signal()  # sent with `roster`; receivers return the numbers of its states that have to stay


def tidy_revisions(now: datetime, dry_run: bool = False) -> int:
    """Thin every list. Returns how many states were removed, or would be; `now` is the same to this policy."""
    removed, last = 0, 0
    rosters = Roster.objects.filter(last_revision__gt=KEPT_STEPS + 1).order_by("pk").values_list("pk", flat=True)
    while batch := list(rosters.filter(pk__gt=last)[:BATCH]):
        removed += sum(thin(pk, dry_run) for pk in batch)
        last = batch[-1]
    return removed


def thin(pk: int, dry_run: bool = False) -> int:
    """Remove the states of the roster `pk` that are not kept. Returns how many were removed, or would be.

    Kept are

    - the present state, the `KEPT_STEPS` states before it that undo leads to, and as many that redo leads to;
    - the newest state and the `KEPT_STEPS` numbers before it, whichever way they were made;
    - the last state of each day, in the time zone of the site, for good;
    - the states that were printed or shared, and those that a receiver of `states_requested` names;
    - the state that new ones are compared with.

    Undo stops at a state whose parent was removed. States that were stored as what differs from a removed one are
    stored anew. Each batch is a transaction that holds the row of the roster and removes nothing that the row names, so
    players may edit and undo meanwhile.
    """
    roster = Roster.objects.defer("document").filter(pk=pk).first()
    numbers = [] if roster is None else sorted(removable(roster))
    if dry_run:
        return len(numbers)
    return sum(remove(pk, set(numbers[start : start + BATCH])) for start in range(0, len(numbers), BATCH))


def removable(roster: Roster) -> Iterator[int]:
    """The numbers of the states that are not kept, newest first."""
    kept = named(roster) | steps(roster)
    newest = roster.last_revision - KEPT_STEPS
    days: set[date] = set()
    for number, made in newest_first(roster, "made"):
        day = localdate(made)
        if number < newest and number not in kept and day in days:
            yield number
        days.add(day)


def named(roster: Roster) -> set[int | None]:
    """The states that the row of the roster or somebody else names, and those that others see."""
    row = {roster.revision, roster.undo_to, roster.redo_to, roster.base}
    shared = roster.revisions.filter(shared=True).values_list("number", flat=True)
    return row.union(shared, *answers(states_requested, Roster, roster=roster))


def steps(roster: Roster) -> set[int]:
    """The states that undo and redo lead to.

    Redo follows the parents of the newest state upwards: whoever saves after an undo leaves the other branch for good.
    """
    undo: set[int] = set()
    redo: deque[int] = deque(maxlen=KEPT_STEPS)
    before: int | None = roster.revision
    after: int | None = roster.last_revision
    for number, parent in newest_first(roster, "parent"):
        if number == after and number != roster.revision:
            redo.append(number)
        if number == after:
            after = None if number == roster.revision else parent
        if number == before:
            undo.add(number)
            before = parent if len(undo) <= KEPT_STEPS else None
        if before is None:
            break
    return undo.union(redo)


def newest_first(roster: Roster, column: str) -> Iterator[tuple[int, Any]]:
    """The number and one more column of each state, newest first, a batch of rows in memory."""
    rows = roster.revisions.order_by("-number").values_list("number", column)
    last = roster.last_revision + 1
    while batch := list(rows.filter(number__lt=last)[:BATCH]):
        yield from batch
        last = batch[-1][0]


@transaction.atomic
def remove(pk: int, numbers: set[int]) -> int:
    """Remove states by their numbers, but none that was named meanwhile. Returns how many were removed."""
    roster = Roster.objects.defer("document").select_for_update().filter(pk=pk).first()
    if roster is None:
        return 0
    numbers = numbers - named(roster)
    store_anew(roster, numbers)
    roster.revisions.filter(parent__in=numbers).update(parent=None)
    return roster.revisions.filter(number__in=numbers).delete()[0]


def store_anew(roster: Roster, removed: set[int]) -> None:
    """Store what differs from a removed state as what differs from one that stays, or whole."""
    staying = Revision.objects.filter(roster=roster).exclude(number__in=removed)
    wholes = roster.revisions.filter(base=None).order_by("number").values_list("number", "content")
    for base, base_content in wholes.filter(number__in=removed & set(staying.values_list("base", flat=True))):
        base_raw = decompressed(base_content)
        whole = wholes.exclude(number__in=removed).filter(number__lt=base).last()
        for state in staying.filter(base=base).order_by("number"):
            raw = decompressed(state.content, base_raw)
            content = difference(raw, whole[1]) if whole else None
            if whole is None or content is None:
                whole = state.number, compressed(raw)
                staying.filter(pk=state.pk).update(content=whole[1], base=None)
            else:
                staying.filter(pk=state.pk).update(content=content, base=whole[0])
