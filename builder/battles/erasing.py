"""What battles forget of a list that is erased, and the battles that nobody can open any more."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from builder.battles import services
from builder.battles.loading import document_of
from builder.battles.models import Battle, BattleRoster, Mark
from builder.exports.storing import forget
from builder.lists.erasing import erase, erase_each
from builder.lists.models import Roster
from rules.play.battle import BattleDocument, BattleSide

AT_ONCE = 200  # marks that are forgotten at once
NOBODY = 9_999  # the side of marks whose player has left: another list may take its number
CHECKED = ("seed", "dice", "sides")  # of a roll: what proves it


def tidy_battles(_now: datetime, dry_run: bool = False) -> int:
    """Erase the battles of which all lists are erased, if any was left. Returns how many."""
    return erase_each(abandoned(), dry_run)


def abandoned() -> QuerySet[Battle]:
    return Battle.objects.filter(~Exists(BattleRoster.objects.filter(battle=OuterRef("pk"), roster__isnull=False)))


@receiver(pre_delete, sender=Battle)
def forget_sheets(instance: Battle, **_signal: Any) -> None:
    """The battle's kept files go with it."""
    forget(f"battle {instance.pk}")


@receiver(pre_delete, sender=Roster)
def forget_list(instance: Roster, **_signal: Any) -> None:
    """Battles keep how an erased list fared, and nothing of what it was made of or what its player wrote.

    A battle that is left without a list goes too.
    """
    for row in BattleRoster.objects.filter(roster=instance):
        forget_side(row.battle_id, row.number)
        erase(abandoned().filter(pk=row.battle_id))


def forget_side(pk: int, number: int) -> None:
    """Empty a side of a battle: its units, names and texts, in the document and in the log.

    The log is long: it goes first, in batches, so that nobody who marks meanwhile waits for all of it.
    """
    seen = forget_marks(pk, number)
    with transaction.atomic():
        row = services.locked(pk)
        row.rosters.filter(number=number).update(name="", roster=None)
        row.seats.filter(side=number).delete()
        if row.host == number:
            row.host = next(iter(row.rosters.filter(roster__isnull=False).values_list("number", flat=True)), number)
        services.save(row, without_side(document_of(row), number))
        forget_marks(pk, number, seen)
    forget(f"battle {pk}")


def without_side(battle: BattleDocument, number: int) -> BattleDocument:
    """The battle without what a side was made of and what is marked on it; its result stays, without its feats."""
    old = battle.sides[number]
    erased = BattleSide(
        role=old.role, points=old.points, budget=old.budget, legal=old.legal, team=old.team, erased=True
    )
    sides = (*battle.sides[:number], erased, *battle.sides[number + 1 :])
    marks = {path: value for path, value in battle.marks.items() if not of_side(path, number)}
    if battle.result is None:
        return replace(battle, sides=sides, marks=marks)
    results = tuple(replace(side, feats="") if n == number else side for n, side in enumerate(battle.result.sides))
    return replace(battle, sides=sides, marks=marks, result=replace(battle.result, sides=results))


def without_sides(battle: BattleDocument, numbers: Iterable[int]) -> BattleDocument:
    """As `without_side`, of several."""
    return reduce(without_side, numbers, battle)


def of_side(path: str, number: int) -> bool:
    return path.startswith(f"{number}/")


def forget_marks(pk: int, number: int, seen: int = 0) -> int:
    """What the log says of a side after the mark `seen` goes too. Returns the number of the last mark.

    The marks stay as numbers, for those of others refer to them.
    """
    while last := forget_batch(pk, number, seen):
        seen = last
    return seen


@transaction.atomic
def forget_batch(pk: int, number: int, seen: int) -> int:
    """The same for a few marks. Returns the number of the last one; 0 where there are no more."""
    emptied, last = [], 0
    for mark in Mark.objects.filter(battle=pk, number__gt=seen).order_by("number")[:AT_ONCE]:
        last = mark.number
        own = mark.side == number
        changes = {path: values for path, values in mark.changes.items() if not of_side(path, number)}
        roll = roll_without(mark.roll, number, own or changes != mark.changes)
        if changes != mark.changes or roll != mark.roll:
            mark.changes, mark.command, mark.roll = changes, "", roll
        elif not own:
            continue
        mark.side = NOBODY if own else mark.side
        emptied.append(mark)
    Mark.objects.bulk_update(emptied, ["changes", "command", "roll", "side"])
    return last


def roll_without(roll: dict[str, Any] | None, number: int, own: bool) -> dict[str, Any] | None:
    """A roll whose dice can still be checked, without what they were for where that was a side's."""
    about = [*(roll or {}).get("fields", {}).values(), f"{(roll or {}).get('by')}/"]
    if roll is None or not (own or any(of_side(str(value), number) for value in about)):
        return roll
    return {name: value for name, value in roll.items() if name in CHECKED}
