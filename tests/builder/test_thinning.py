"""What thinning keeps of a list's states, and that every state that is kept reads as before."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from builder.gatherings.models import Chapter, Gathering, Membership, Participation
from builder.lists import compression, history, thinning
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.models import Revision, Roster
from tests import make
from tests.builder.test_history import do, fresh

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
A_DAY = timedelta(days=1)


def row_of(units=()):
    row, _key = history.create(LoadedRoster(make.convoy(name="Les Chacals", units=units or None)), "new")
    return row


def edited(times, row=None):
    """A list after so many edits, read anew."""
    row = fresh(row or row_of())
    for _time in range(times):
        do(row, "rename", name=f"Les Chacals {row.last_revision}")
    return fresh(row)


def numbers(row):
    return [revision.number for revision in row.revisions.all()]


def documents(row):
    return {one.number: one.document for one in row.revisions.with_base()}


def on_days(row, *days):
    """Date the states of a list, in order, to days counted from noon of one."""
    for number, day in enumerate(days, start=1):
        row.revisions.filter(number=number).update(made=NOON + A_DAY * day)


@pytest.fixture
def three(monkeypatch):
    """Three steps are kept, three states are compared with the same one, two states are removed at once."""
    monkeypatch.setattr(thinning, "KEPT_STEPS", 3)
    monkeypatch.setattr(compression, "MOST_STATES", 3)
    monkeypatch.setattr(thinning, "BATCH", 2)


@pytest.mark.database
def test_the_last_steps_and_the_last_state_of_each_day_are_kept(three):
    row = edited(9)
    on_days(row, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2)
    assert (thinning.thin(row.pk, dry_run=True), thinning.thin(row.pk), thinning.thin(row.pk)) == (4, 4, 0)
    assert numbers(row) == [2, 5, 7, 8, 9, 10]


def test_a_day_is_one_of_the_site_s_time_zone(three):
    row = edited(5)
    row.revisions.filter(number=1).update(made=datetime(2026, 11, 1, 22, 30, tzinfo=UTC))
    row.revisions.filter(number=2).update(made=datetime(2026, 11, 1, 23, 30, tzinfo=UTC))  # past midnight in Paris
    thinning.thin(row.pk)
    assert 1 in numbers(row)


def test_undo_ends_at_the_oldest_step_that_is_kept(three):
    row = edited(6)
    on_days(row, *[0] * 7)
    thinning.thin(row.pk)
    row = fresh(row)
    for left in (6, 5, 4, 4):
        do(row, "undo")
        assert (fresh(row).revision, fresh(row).undo_to) == (left, left - 1 if left > 4 else None)


def test_a_short_list_and_one_at_the_limit_lose_nothing(three):
    row = edited(3)
    on_days(row, *[0] * 4)
    assert thinning.thin(row.pk) == 0
    do(row, "add-fighter")
    row.revisions.update(made=NOON)
    assert (thinning.thin(row.pk), numbers(row)) == (1, [2, 3, 4, 5])


def test_steps_undone_stay_for_redo(three):
    row = edited(9)
    row.revisions.update(made=NOON)
    for _time in range(5):
        do(row, "undo")
    thinning.thin(row.pk)
    assert numbers(row) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    do(row, "undo")
    do(row, "add-fighter")
    row.revisions.update(made=NOON)
    thinning.thin(row.pk)
    assert numbers(row) == [2, 3, 4, 8, 9, 10, 11]


def test_no_more_than_the_steps_stay_for_redo(three):
    row = edited(12)
    row.revisions.update(made=NOON)
    for _time in range(8):
        do(row, "undo")
    thinning.thin(row.pk)
    assert numbers(row) == [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13]
    for reached in (6, 7, 8, 8):
        do(row, "redo")
        assert fresh(row).revision == reached


def test_what_a_chapter_shows_is_kept(three):
    row = edited(9)
    row.revisions.update(made=NOON)
    gathering = Gathering.objects.create(
        game="rbn", name="Bande", organiser_key_hash="h", invite_key="i", share_key="s", changed=NOON
    )
    member = Membership.objects.create(gathering=gathering, roster=row, joined=NOON)
    chapter = Chapter.objects.create(gathering=gathering, title="Le pont")
    Participation.objects.create(chapter=chapter, membership=member, revision=2)
    thinning.thin(row.pk)
    assert numbers(row) == [2, 7, 8, 9, 10]


def test_what_others_see_is_kept(three):
    row = edited(9)
    row.revisions.update(made=NOON)
    row.revisions.filter(number__in=(2, 4)).update(shared=True)
    thinning.thin(row.pk)
    assert numbers(row) == [2, 4, 7, 8, 9, 10]


def test_what_is_compared_with_a_removed_state_reads_as_before(three):
    row = edited(30, row_of([make.fighter("fusil", name=f"Numéro {number}") for number in range(12)]))
    before = documents(row)
    days = [number // 7 for number in range(31)]
    on_days(row, *days)
    assert len({revision.base for revision in row.revisions.all()}) < len(before)
    thinning.thin(row.pk)
    after = documents(row)
    assert after == {number: before[number] for number in numbers(row)}
    assert numbers(row) == [7, 14, 21, *range(28, 32)]
    do(row, "add-fighter")
    assert fresh(row).document == documents(row)[32]


def test_states_stored_anew_are_small_again(three):
    row = edited(40, row_of([make.fighter("fusil", name=f"Numéro {number}") for number in range(12)]))
    on_days(row, *[number // 4 for number in range(41)])
    thinning.thin(row.pk)
    whole = row.revisions.filter(base=None)
    assert row.revisions.count() == 13
    assert whole.count() <= 2


@pytest.mark.database
def test_every_list_is_thinned_and_a_dry_run_removes_nothing(three):
    rows = [edited(9), edited(2), edited(6)]
    Revision.objects.update(made=NOON)
    assert thinning.tidy_revisions(NOON, dry_run=True) == 9
    assert [len(numbers(row)) for row in rows] == [10, 3, 7]
    assert thinning.tidy_revisions(NOON) == 9
    assert [len(numbers(row)) for row in rows] == [4, 3, 4]


def test_five_hundred_steps_can_be_undone_and_no_more():
    row = edited(502)
    row.revisions.update(made=NOON)
    assert thinning.thin(row.pk) == 2
    row = fresh(row)
    for _step in range(500):
        do(row, "undo")
    assert (row.revision, row.document["name"]) == (3, "Les Chacals 2")
    applied = do(row, "undo")
    assert applied.before is applied.after
    assert fresh(row).revision == 3
    for _step in range(500):
        do(row, "redo")
    assert fresh(row).revision == 503


@pytest.mark.database
def test_a_state_that_is_gone_when_undo_is_pressed_is_nothing_to_undo():
    row = edited(2)
    late = fresh(row)
    row.revisions.filter(number=2).delete()
    applied = history.undo(late, late.revision)
    assert applied.before is applied.after
    assert fresh(row).revision == 3


@pytest.mark.database
def test_an_edit_that_read_the_list_before_it_was_thinned_is_stored(three):
    row = edited(9)
    row.revisions.update(made=NOON)
    late = Roster.objects.with_base().get(pk=row.pk)
    thinning.thin(row.pk)
    do(late, "add-fighter")
    assert fresh(row).document == documents(row)[11]
    do(late, "undo")
    assert fresh(row).revision == 10


@pytest.mark.database
def test_what_was_named_meanwhile_stays(three):
    row = edited(9)
    row.revisions.update(made=NOON)
    for _time in range(4):
        do(row, "undo")
    assert thinning.remove(row.pk, {5, 6, 7}) == 0  # before, at and after the present state
    assert len(numbers(row)) == 10


COMMANDS = ["add-fighter", "duplicate 0", "remove 0", "undo", "undo", "redo", "rename", "thin"]


@given(commands=st.lists(st.sampled_from(COMMANDS), max_size=40), days=st.integers(1, 6))
def test_whatever_is_done_every_kept_state_is_what_it_was(three, commands, days):
    row = row_of()
    states = {1: row.document}
    for step, command in enumerate(commands):
        if command == "thin":
            row.revisions.update(made=NOON)
            row.revisions.filter(number__gt=days).update(made=NOON + A_DAY)
            thinning.thin(row.pk)
        else:
            with suppress(BadEdit):  # no unit is left
                do(row, command, name=f"Les Chacals {step}")
        row = fresh(row)
        states[row.revision] = row.document
        assert documents(row) == {number: states[number] for number in numbers(row)}
        assert row.revision in numbers(row)
        assert {row.undo_to, row.redo_to} <= {None, *numbers(row)}


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_thinning_and_editing_at_once_spoil_nothing(three):
    row, ended, states = row_of(), Event(), {}
    states[1] = row.document

    def thin_all_the_time():
        removed = 0
        while not ended.is_set():
            removed += thinning.thin(row.pk)
        connection.close()
        return removed

    with ThreadPoolExecutor(1) as pool:
        thinner = pool.submit(thin_all_the_time)
        for step in range(60):
            do(fresh(row), "undo" if step % 5 > 2 else "rename", name=f"Les Chacals {step}")
            now = fresh(row)
            states[now.revision] = now.document
        ended.set()
        assert thinner.result() + thinning.thin(row.pk) > 20
    assert documents(row) == {number: states[number] for number in numbers(row)}
    now = fresh(row)
    assert {now.revision, now.base} <= set(numbers(row))
