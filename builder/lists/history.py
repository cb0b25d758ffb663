"""Saving a list: its states are kept, undo and redo walk between them, and a late save overwrites nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from builder.lists import edits
from builder.lists.commands import parse_command, perform
from builder.lists.compression import compressed, difference
from builder.lists.copying import require_allowed
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision, Roster
from builder.lists.spec import LISTS
from builder.lists.storable import require_storable
from builder.web.keys import hash_key, new_key

LARGEST = 2**63 - 1  # what a column of whole numbers holds
MOST_TRIES = 3
RESTORE = "restore"  # the action of a state that is an earlier one again, before that one's number
LONGEST_ACTION = 200
MOST_STEPS = 50  # as far back as a late edit is followed, state by state


class AppliedEdit(NamedTuple):
    """An edit that was applied: the list before and after, and its command as applied.

    stale -- the player saw an older state than the one that it was applied to
    """

    before: LoadedRoster
    after: LoadedRoster
    command: str
    stale: bool = False


class SentEdit(NamedTuple):
    """What a browser says of an edit that may have waited in it.

    uid   -- its own id, with which it counts once; None where it has none
    after -- the ids of the edits that were made before it on the same state
    """

    uid: str | None = None
    after: frozenset[str] = frozenset()


NOT_NAMED = SentEdit()


class Conflict(Exception):
    """The list changed elsewhere in what this edit touches; nothing was saved."""


def index_fields(loaded: LoadedRoster) -> dict[str, Any]:
    """The columns of a `Roster` that index pages show, from its verdict."""
    verdict, document = loaded.verdict, loaded.document
    label = LISTS[document.game].label(loaded)
    return {
        "name": document.name,
        "label_fr": label.fr,
        "label_en": label.en,
        "points": storable(verdict.total),
        "budget": storable(verdict.budget),
        "errors": len(verdict.errors),
        "prohibitions": len(verdict.prohibitions),
        "warnings": len(verdict.warnings),
        "units": len(document.units),
        "book_revision": loaded.catalogue.revision,
    }


def storable(points: int | None) -> int | None:
    return None if points is None else max(-LARGEST, min(LARGEST, points))


def create(loaded: LoadedRoster, action: str = "") -> tuple[Roster, str]:
    """Store a new list. Returns the `Roster` and its secret edit key, which is stored nowhere.

    Raises `edits.BadEdit` where it is larger than lists may be.
    """
    require_storable(loaded)
    key, now = new_key(), timezone.now()
    roster = Roster(
        game=loaded.document.game,
        document=loaded.data,
        share_key=new_key(),
        edit_key_hash=hash_key(key),
        base=1,
        changed=now,
        **index_fields(loaded),
    )
    state = Revision(roster=roster, number=1, content=compressed(loaded.packed), action=action, made=now)
    with transaction.atomic():
        roster.save(force_insert=True)
        state.roster = roster
        state.save(force_insert=True)
    return roster, key


def load_roster(roster: Roster) -> LoadedRoster:
    """A stored roster, read. Raises `Refused` where its document cannot be read any more."""
    return LoadedRoster.from_data(roster.document)


def load_revision(roster: Roster, number: int) -> LoadedRoster | None:
    """A roster as it was in its state `number`; None where there is no such state."""
    state = stored_state(roster, number)
    return None if state is None else LoadedRoster.from_data(state.document)


def stored_state(roster: Roster, number: int) -> Revision | None:
    """The state `number` of a roster; None where it is not kept any more, or never was."""
    return Revision.objects.with_base().filter(roster=roster, number=number).first()


def save(roster: Roster, loaded: LoadedRoster, action: str, uid: str | None = None) -> None:
    """Store `loaded` as the next state of `roster`. Raises `Conflict` where the row has moved on since it was read.

    uid -- of the edit, as `SentEdit`; `IntegrityError` where it has made a state already

    It is judged before the transaction begins: SQLite has one writer at a time.
    """
    now, number = timezone.now(), roster.last_revision + 1
    parent = roster.revision
    content = difference(loaded.packed, roster.base_content, number - (roster.base or 0))
    base = roster.base
    if content is None:
        content, base = compressed(loaded.packed), None
    values = {
        "document": loaded.data,
        "revision": number,
        "last_revision": number,
        "undo_to": parent,
        "redo_to": None,
        "base": number if base is None else base,
        "changed": now,
        **index_fields(loaded),
    }
    state = Revision(
        roster=roster,
        number=number,
        parent=parent,
        content=content,
        base=base,
        action=stored_action(action),
        made=now,
        uid=uid,
    )
    with transaction.atomic():
        update_row(roster, values)
        state.save(force_insert=True)
    if base is None:
        roster.base_content = content


def stored_action(action: str) -> str:
    """The command as a revision keeps it: of a series that is too long its name, of another what fits."""
    name = action.partition(" ")[0]
    return name if len(action) > LONGEST_ACTION and name in edits.SERIES_NAMES else action[:LONGEST_ACTION]


def update_row(roster: Roster, values: Mapping[str, Any]) -> None:
    """Write columns where the row still is in the state that was read. Raises `Conflict`."""
    same = Roster.objects.filter(
        pk=roster.pk, revision=roster.revision, last_revision=roster.last_revision, deleted__isnull=True
    )
    if not same.update(**values):
        raise Conflict
    for name, value in values.items():
        setattr(roster, name, value)


def apply(
    roster: Roster,
    command: str,
    fields: Mapping[str, str],
    submitted_revision: int | None,
    sent: SentEdit = NOT_NAMED,
) -> AppliedEdit:
    """Apply one edit to a stored list that the player saw in the state `submitted_revision`; once, as `sent` names it.

    Where the list has moved on, the edit is applied to the newer state if nothing that it touches has changed since,
    but for what the player's own edits have changed that `sent` names.
    Raises `Conflict` or `edits.BadEdit`; also where it adds copies of a unit that break a prohibition.
    """
    for number in range(MOST_TRIES):
        before = load_roster(roster)
        stale = submitted_revision != roster.revision
        if (stale or number) and sent.uid and roster.revisions.filter(uid=sent.uid).exists():
            return AppliedEdit(before, before, command, stale)
        rebased = rebase(roster, before, command, submitted_revision, sent) if stale else command
        after = before.with_document(perform(before, rebased, fields))
        applied = AppliedEdit(before, after, rebased, stale)
        if after.document == before.document:
            return applied
        require_allowed(before, after, rebased)
        require_storable(after, before)
        try:
            save(roster, after, rebased, sent.uid)
            return applied
        except (Conflict, IntegrityError):
            roster.refresh_from_db()
    raise Conflict


def rebase(
    roster: Roster, newer: LoadedRoster, command: str, submitted_revision: int | None, sent: SentEdit = NOT_NAMED
) -> str:
    """The command as it reads on the newer state. Raises `Conflict` where others have changed what it touches."""
    edit, _words = parse_command(roster.game, command)
    if edit.touches == edits.LIST:
        return command
    loaded = None if submitted_revision is None else load_revision(roster, submitted_revision)
    if loaded is None or (edit.touches == edits.EVERYTHING and loaded.document != newer.document):
        raise Conflict
    states = states_since(roster, submitted_revision)
    if not states:
        return after_others(edit, command, loaded, newer, states)
    for is_own, group in groupby(states, lambda state: state.uid in sent.after):
        some = list(group)
        after = newer if some[-1] is states[-1] else LoadedRoster.from_data(some[-1].document)
        command = (after_own if is_own else after_others)(edit, command, loaded, after, some)
        loaded = after
    return command


def after_own(edit: edits.Edit, command: str, older: LoadedRoster, _newer: LoadedRoster, states: list[Revision]) -> str:
    """The command after other edits of the same page, of the same state. Raises `Conflict` where its unit is gone."""
    name, *words = command.split()
    if edit.names_units and any(edits.where_units_went(state.action, 0) for state in states):
        raise Conflict
    if edit.touches != edits.UNIT or not words:
        return command
    index = followed_index(edits.number(words[0]), older.data, states)
    if index is None:
        raise Conflict
    return " ".join([name, str(index), *words[1:]])


def after_others(
    edit: edits.Edit, command: str, older: LoadedRoster, newer: LoadedRoster, states: list[Revision]
) -> str:
    """The command after what others did. Raises `Conflict` where they changed what it touches."""
    before, after = older.document, newer.document
    if edit.names_units and have_moved(before.units, after.units):
        raise Conflict
    if edit.touches == edits.HEAD:
        if head_of(before) != head_of(after):
            raise Conflict
        return command
    if edit.touches == edits.LOG:
        if before.log != after.log:
            raise Conflict
        return command
    return rebase_unit(command, command.split()[1:], older, after.units, states)


def states_since(roster: Roster, number: int | None) -> list[Revision]:
    """The states from `number` (which is left out) to the present one, oldest first, each made from the one before.

    Empty where there is no such way: undoing goes back to a state that the present one was not made from, and states
    further back than `MOST_STEPS` are not followed.
    """
    if number is None or not 0 < roster.revision - number <= MOST_STEPS:
        return []
    later = Revision.objects.with_base().filter(roster=roster, number__gt=number, number__lte=roster.revision)
    by_number = {state.number: state for state in later}
    states: list[Revision] = []
    at: int | None = roster.revision
    while at in by_number:
        states.insert(0, by_number[at])
        at = by_number[at].parent
    return states if at == number else []


def have_moved(older: tuple, newer: tuple) -> bool:
    """Whether an index of `older` may mean another unit in `newer`."""
    if len(older) != len(newer):
        return True
    return any(was != now and was in newer for was, now in zip(older, newer, strict=True))


def rebase_unit(command: str, words: list[str], loaded: LoadedRoster, units: tuple, states: list[Revision]) -> str:
    """The command of an edit of one unit, with the unit's index in the newer list. Raises `Conflict`.

    A unit is followed through `states`, for units may be alike; without them, it has to be the only one of its kind.
    """
    older = loaded.document
    if not words or older.units == units:
        return command
    index = edits.number(words[0])
    unit = edits.unit_at(older, index)
    if states:
        now = followed_index(index, loaded.data, states)
    else:
        now = units.index(unit) if units.count(unit) == 1 == older.units.count(unit) else None
    if now is None or now >= len(units) or units[now] != unit:
        raise Conflict
    return " ".join([command.split()[0], str(now), *words[1:]])


def followed_index(index: int, older: Mapping[str, Any], states: list[Revision]) -> int | None:
    """Where the unit at `index` went from the document `older` through `states`; None where it is gone or not sure.

    The documents are compared as they are stored, for many may have to be read.
    """
    at: int | None = index
    before = older.get("units", [])
    for state in states:
        after = state.document.get("units", [])
        where = edits.where_units_went(state.action, len(before))
        if where is None and not stayed(before, after):
            return None
        at = index if where is None else where(index)
        if at is None:
            return None
        index, before = at, after
    return at


def stayed(older: Sequence, newer: Sequence) -> bool:
    """Whether every unit of `older` is for certain where it was, changed or not; others may have been added behind."""
    pairs = zip(older, newer, strict=False)
    return len(newer) >= len(older) and not any(was != now and now in older for was, now in pairs)


def head_of(document: Any) -> Any:
    """The document without its units and its log."""
    return replace(document, units=(), log=())


def undo(roster: Roster, submitted_revision: int | None) -> AppliedEdit:
    """Step back to the state before; nothing changes where none is kept. Raises `Conflict`."""
    return step(roster, submitted_revision, roster.undo_to, "undo")


def redo(roster: Roster, submitted_revision: int | None) -> AppliedEdit:
    """Step forward to the state that was last undone; nothing changes where there is none. Raises `Conflict`."""
    return step(roster, submitted_revision, roster.redo_to, "redo")


def restore(roster: Roster, number: int, submitted_revision: int | None) -> AppliedEdit | None:
    """Make a state that is kept the next one, as an edit that can be undone; None where it is not kept.

    Raises `Conflict`, and `edits.BadEdit` where it is larger than lists may be by now.
    """
    if submitted_revision != roster.revision:
        raise Conflict
    state = load_revision(roster, number)
    if state is None:
        return None
    before = load_roster(roster)
    after = before.with_document(state.document)
    if after.document != before.document:
        require_storable(after, before)
        save(roster, after, f"{RESTORE} {number}")
    return AppliedEdit(before, after, f"{RESTORE} {number}")


def step(roster: Roster, submitted_revision: int | None, number: int | None, command: str) -> AppliedEdit:
    if submitted_revision != roster.revision:
        raise Conflict
    before = load_roster(roster)
    state = None if number is None else stored_state(roster, number)
    if state is None:
        return AppliedEdit(before, before, command)
    data = state.document
    after = before.with_document(LoadedRoster.from_data(data).document)
    values = {
        "document": data,
        "revision": state.number,
        "undo_to": state.parent,
        "redo_to": roster.revision if number == roster.undo_to else latest_child(roster, state.number),
        "changed": timezone.now(),
        **index_fields(after),
    }
    update_row(roster, values)
    return AppliedEdit(before, after, command)


def latest_child(roster: Roster, number: int) -> int | None:
    """The number of the newest state that was made from state `number`, or None."""
    children = Revision.objects.filter(roster=roster, parent=number).order_by("-number")
    return children.values_list("number", flat=True).first()
