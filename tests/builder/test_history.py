"""Every state is kept; undo is exact; a late save overwrites nothing."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.models import Revision, Roster
from tests import make

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LINES = [
    "add-fighter", "add-vehicle moyen", "add-profile guerrier", "remove 0", "duplicate 0", "move 0 down",
    "set-stat 0 T 3", "add-weapon 0 fusil", "add-equipment 0 armure", "add-option 1 belier", "toggle-slave 0",
    "undo", "redo",
]  # fmt: skip


@pytest.fixture
def row():
    made, _key = history.create(LoadedRoster(make.convoy(name="Les Chacals")), "new")
    return made


def fresh(row):
    return Roster.objects.get(pk=row.pk)


def do(row, command, seen=None, **fields):
    steps = {"undo": history.undo, "redo": history.redo}
    at = row.revision if seen is None else seen
    return steps[command](row, at) if command in steps else history.apply(row, command, fields, at)


def test_undo_brings_back_the_very_document(row):
    documents = [row.document]
    for command in ("add-fighter", "add-weapon 0 fusil", "duplicate 0"):
        do(row, command)
        documents.append(fresh(row).document)
    for document in reversed(documents[:-1]):
        do(row, "undo")
        assert fresh(row).document == document
    for document in documents[1:]:
        do(row, "redo")
        assert fresh(row).document == document


def test_at_the_ends_nothing_happens(row):
    do(row, "undo")
    do(row, "redo")
    assert (fresh(row).revision, Revision.objects.filter(roster=row).count()) == (1, 1)


def test_an_edit_after_an_undo_ends_redo_and_keeps_every_state(row):
    do(row, "add-fighter")
    do(row, "undo")
    do(row, "add-vehicle leger")
    before = fresh(row).document
    do(row, "redo")
    assert fresh(row).document == before
    assert [one.number for one in row.revisions.all()] == [1, 2, 3]


def test_index_fields_are_those_of_the_verdict(row):
    do(row, "add-profile lourd-titan")
    loaded = history.load_roster(fresh(row))
    assert (fresh(row).points, fresh(row).errors) == (loaded.verdict.total, len(loaded.verdict.errors))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.sampled_from(LINES), max_size=12))
def test_undoing_everything_gives_the_first_state(row, lines):
    row, _key = history.create(LoadedRoster(make.convoy(name="Les Chacals")), "new")
    first = row.document
    for command in lines:
        try:
            do(row, command)
        except BadEdit:
            continue
    for _line in lines:
        do(row, "undo")
    assert fresh(row).document == first


# --- two tabs -------------------------------------------------------------------------------------------------------


@pytest.fixture
def two_fighters():
    units = [make.fighter(name="A"), make.fighter(name="B")]
    made, _key = history.create(LoadedRoster(make.convoy(units=units)), "new")
    return made


def test_an_edit_of_another_unit_goes_onto_the_newer_state(two_fighters):
    do(two_fighters, "add-weapon 0 fusil")
    do(two_fighters, "add-weapon 1 arc", seen=1)
    units = history.load_roster(fresh(two_fighters)).document.units
    assert [[weapon.item for weapon in unit.weapons] for unit in units] == [["fusil"], ["arc"]]


def test_an_edit_finds_its_unit_where_it_went(two_fighters):
    do(two_fighters, "remove 0")
    do(two_fighters, "add-weapon 1 arc", seen=1)
    (unit,) = history.load_roster(fresh(two_fighters)).document.units
    assert (unit.name, [weapon.item for weapon in unit.weapons]) == ("B", ["arc"])


def test_an_edit_of_a_unit_that_changed_is_a_conflict(two_fighters):
    do(two_fighters, "add-weapon 0 fusil")
    with pytest.raises(history.Conflict):
        do(two_fighters, "add-weapon 0 arc", seen=1)
    with pytest.raises(history.Conflict):
        do(two_fighters, "undo", seen=1)
    assert fresh(two_fighters).revision == 2


def test_a_head_that_changed_meanwhile_is_a_conflict(two_fighters):
    do(two_fighters, "set-head", allegiance="robots", budget="600")
    with pytest.raises(history.Conflict):
        do(two_fighters, "rename", seen=1, name="Chacals")


def test_a_save_that_lost_the_race_is_done_on_the_newer_state(two_fighters):
    late = Roster.objects.get(pk=two_fighters.pk)
    do(two_fighters, "add-weapon 0 fusil")
    history.apply(late, "add-weapon 1 arc", {}, 1)
    units = history.load_roster(fresh(late)).document.units
    assert [[weapon.item for weapon in unit.weapons] for unit in units] == [["fusil"], ["arc"]]
