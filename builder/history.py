"""Saving a list: every state is kept, undo and redo walk between states, and a late save overwrites nothing."""

from dataclasses import replace
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from builder import edits
from builder.access import hashed, new_key
from builder.games import DESKS
from builder.models import Revision, Roster
from builder.workbench import Bench

LARGEST = 2**63 - 1
MOST_TRIES = 3


class Done(NamedTuple):
    """An edit that was done: the benches before and after, its line as done, whether the player saw an older state."""

    before: Bench
    after: Bench
    line: str
    stale: bool = False


class Conflict(Exception):
    """The list changed elsewhere in what this edit touches; nothing was saved."""


def index_fields(bench):
    """What an index page shows of a list, from its verdict."""
    verdict, list_ = bench.verdict, bench.list
    label = DESKS[list_.game].label(bench)
    return {
        "name": list_.name,
        "label_fr": label.fr,
        "label_en": label.en,
        "points": storable(verdict.total),
        "budget": storable(verdict.budget),
        "errors": len(verdict.errors),
        "warnings": len(verdict.warnings),
        "units": len(list_.units),
        "book_revision": bench.catalogue.revision,
    }


def storable(points):
    return None if points is None else max(-LARGEST, min(LARGEST, points))


@transaction.atomic
def create(bench, action=""):
    """Store a new list. Returns the `Roster` and its secret edit key, which is kept nowhere."""
    key = new_key()
    row = Roster.objects.create(
        game=bench.list.game,
        document=bench.document,
        share_key=new_key(),
        edit_key_hash=hashed(key),
        changed=timezone.now(),
        **index_fields(bench),
    )
    Revision.objects.create(roster=row, number=1, document=bench.document, action=action, made=row.changed)
    return row, key


def bench_of(row):
    return Bench.of_document(row.document)


@transaction.atomic
def save(row, bench, action):
    """Keep `bench` as the next state of `row`, unless the row has moved on since it was read. Raises `Conflict`."""
    now, number = timezone.now(), row.last_revision + 1
    values = {
        "document": bench.document,
        "revision": number,
        "last_revision": number,
        "undo_to": row.revision,
        "redo_to": None,
        "changed": now,
        **index_fields(bench),
    }
    move(row, values)
    Revision.objects.create(
        roster=row, number=number, parent=values["undo_to"], document=bench.document, action=action[:200], made=now
    )


def move(row, values):
    """Write `values` where the row still is in the state that was read, else raise `Conflict`."""
    same = Roster.objects.filter(
        pk=row.pk, revision=row.revision, last_revision=row.last_revision, deleted__isnull=True
    )
    if not same.update(**values):
        raise Conflict
    for name, value in values.items():
        setattr(row, name, value)


def do(row, line, fields, seen):
    """Do one edit on a stored list as the player saw it at revision `seen`.

    Where the list has moved on, the edit is done on the newer state if nothing that it touches
    has changed since. Raises `Conflict` or `edits.BadEdit`.
    """
    for _try in range(MOST_TRIES):
        before = bench_of(row)
        desk = DESKS[row.game]
        placed = line if seen == row.revision else rebased(desk, row, before, line, seen)
        after = before.changed(edits.perform(desk, before, placed, fields))
        done = Done(before, after, placed, stale=seen != row.revision)
        if after.list == before.list:
            return done
        try:
            save(row, after, placed)
            return done
        except (Conflict, IntegrityError):
            row.refresh_from_db()
    raise Conflict


def rebased(desk, row, newer, line, seen):
    """The edit's line as it reads on the newer state. Raises `Conflict` where what it touches has changed."""
    edit, words = edits.asked(desk, line)
    if edit.touches == edits.LIST:
        return line
    old = Revision.objects.filter(roster=row, number=seen).first()
    if old is None:
        raise Conflict
    older = Bench.of_document(old.document).list
    if edit.touches == edits.HEAD:
        if head_of(older) != head_of(newer.list):
            raise Conflict
        return line
    if edit.touches == edits.LOG:
        if older.log != newer.list.log or len(older.units) != len(newer.list.units):
            raise Conflict
        return line
    index = edits.number(words[0]) if words else 0
    unit = edits.unit_at(older, index)
    units = newer.list.units
    if index < len(units) and units[index] == unit and older.units[:index] == units[:index]:
        return line
    if units.count(unit) != 1:
        raise Conflict
    return " ".join([line.split()[0], str(units.index(unit)), *words[1:]])


def head_of(list_):
    return replace(list_, units=(), log=())


def undo(row, seen):
    """Step back to the state before; nothing changes where there is none."""
    return step(row, seen, row.undo_to, "undo")


def redo(row, seen):
    """Step forward to the state that was last undone; nothing changes where there is none."""
    return step(row, seen, row.redo_to, "redo")


@transaction.atomic
def step(row, seen, number, line):
    if seen != row.revision:
        raise Conflict
    before = bench_of(row)
    if number is None:
        return Done(before, before, line)
    state = Revision.objects.get(roster=row, number=number)
    after = before.changed(Bench.of_document(state.document).list)
    values = {
        "document": state.document,
        "revision": number,
        "undo_to": state.parent,
        "redo_to": row.revision if number == row.undo_to else latest_child(row, number),
        "changed": timezone.now(),
        **index_fields(after),
    }
    move(row, values)
    return Done(before, after, line)


def latest_child(row, number):
    """The number of the newest state that was made from state `number`, or None."""
    children = Revision.objects.filter(roster=row, parent=number).order_by("-number")
    return children.values_list("number", flat=True).first()
