"""Every state is kept; undo is exact; a late save overwrites nothing."""

from contextlib import nullcontext

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.storable import MOST_LOG_ENTRIES
from builder.models import Revision, Roster
from rules.document import LogEntry
from tests import make

pytestmark = pytest.mark.django_db
LINES = [
    "add-fighter", "add-vehicle moyen", "add-profile guerrier", "remove 0", "duplicate 0", "move 0 down", "move-to 0 2",
    "step-count 0 more", "set-stat 0 T 3", "add-weapon 0 fusil", "add-equipment 0 armure", "add-option 1 belier",
    "toggle-slave 0", "undo", "redo",
]  # fmt: skip


@pytest.fixture
def row():
    made, _key = history.create(LoadedRoster(make.convoy(name="Les Chacals")), "new")
    return made


def fresh(row):
    return Roster.objects.get(pk=row.pk)


def do(row, command, revision=None, **fields):
    steps = {"undo": history.undo, "redo": history.redo}
    at = row.revision if revision is None else revision
    return steps[command](row, at) if command in steps else history.apply(row, command, fields, at)


@pytest.mark.database
def test_undo_brings_back_the_very_document(row):
    documents = [row.document]
    for command in ("add-fighter", "add-weapon 0 fusil", "duplicate 1"):
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


def test_an_edit_that_changes_nothing_makes_no_state(row):
    applied = do(row, "move 0 up")
    assert applied.before.document == applied.after.document
    assert (fresh(row).revision, Revision.objects.filter(roster=row).count()) == (1, 1)


@pytest.mark.database
def test_a_state_keeps_what_was_done_cut_to_its_column(row):
    long = "add-fighter" + " " * 300
    do(row, "add-vehicle moyen")
    do(row, long)
    assert [one.action for one in row.revisions.order_by("number")] == ["new", "add-vehicle moyen", long[:200]]


@pytest.mark.database
def test_of_a_series_that_is_too_long_its_name_is_kept(row):
    loaded = LoadedRoster(make.convoy(name="Les Loups"))
    history.save(row, loaded, "mend edits=" + "remove+0%0A" * 30)
    assert row.revisions.latest("number").action == "mend"


def test_a_state_is_stored_as_what_differs_from_the_first(row):
    do(fresh(row), "rename", name="Les Loups")
    first, second = row.revisions.order_by("number")
    assert (fresh(row).base, first.base, second.base) == (1, None, 1)
    assert len(second.content) < len(first.content) / 2


def test_a_state_that_is_larger_than_lists_may_be_is_not_restored():
    log = (LogEntry(title="x"),) * (MOST_LOG_ENTRIES + 1)
    row, _key = history.create(LoadedRoster(make.convoy(log=log)), "import")
    history.save(row, LoadedRoster(make.convoy()), "shorter")
    with pytest.raises(BadEdit):
        history.restore(row, 1, row.revision)


def test_lists_with_the_same_numbers_of_states_do_not_mix(row):
    other, _key = history.create(LoadedRoster(make.convoy(name="Les Hyènes")), "new")
    do(other, "add-fighter")
    do(row, "rename", name="Les Loups")
    do(row, "add-fighter")
    assert history.load_revision(other, 1).document.name == "Les Hyènes"
    assert history.load_revision(other, 3) is None
    for command in ("undo", "redo", "redo"):
        do(other, command)
    assert (fresh(other).revision, fresh(other).name) == (2, "Les Hyènes")
    do(other, "undo")
    assert (fresh(other).revision, fresh(other).document) == (1, history.load_revision(other, 1).data)


def test_an_edit_after_an_undo_ends_redo_and_keeps_every_state(row):
    do(row, "add-fighter")
    do(row, "undo")
    do(row, "add-vehicle leger")
    before = fresh(row).document
    do(row, "redo")
    assert fresh(row).document == before
    assert [revision.number for revision in row.revisions.all()] == [1, 2, 3]


def test_index_fields_are_those_of_the_verdict(row):
    do(row, "add-profile lourd-titan")
    loaded = history.load_roster(fresh(row))
    assert (fresh(row).points, fresh(row).errors) == (loaded.verdict.total, len(loaded.verdict.errors))


def test_errors_and_warnings_are_counted_apart():
    units = [make.fighter(equipment=["armure", "armure"]), make.vehicle("leger", crew=[(9, 0, "driver")])]
    row, _key = history.create(LoadedRoster(make.convoy(units=units)), "new")
    levels = [finding.rule.level for finding in history.load_roster(row).verdict.findings]
    assert (row.errors, row.warnings) == (levels.count("error"), levels.count("warning"))
    assert {"error", "warning"} <= set(levels)


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
    do(two_fighters, "add-weapon 1 arc", revision=1)
    units = history.load_roster(fresh(two_fighters)).document.units
    assert [[weapon.item for weapon in unit.weapons] for unit in units] == [["fusil"], ["arc"]]


def test_an_edit_finds_its_unit_where_it_went(two_fighters):
    do(two_fighters, "remove 0")
    do(two_fighters, "add-weapon 1 arc", revision=1)
    (unit,) = history.load_roster(fresh(two_fighters)).document.units
    assert (unit.name, [weapon.item for weapon in unit.weapons]) == ("B", ["arc"])


def test_an_edit_of_a_unit_that_changed_is_a_conflict(two_fighters):
    do(two_fighters, "add-weapon 0 fusil")
    with pytest.raises(history.Conflict):
        do(two_fighters, "add-weapon 0 arc", revision=1)
    with pytest.raises(history.Conflict):
        do(two_fighters, "undo", revision=1)
    assert fresh(two_fighters).revision == 2


def test_of_units_that_are_alike_the_one_that_did_not_move_is_edited():
    alike = make.fighter(name="A")
    row, _key = history.create(LoadedRoster(make.convoy(units=[alike, alike])), "new")
    do(row, "add-fighter")
    do(row, "add-weapon 1 arc", revision=1)
    units = history.load_roster(fresh(row)).document.units
    assert [len(unit.weapons) for unit in units] == [0, 1, 0]


TWINS = ("B", "A", "A", "C")


@pytest.fixture
def twins():
    made, _key = history.create(LoadedRoster(make.convoy(units=[make.fighter(name=name) for name in TWINS])), "new")
    return made


def armed(row):
    return [(unit.name, len(unit.weapons)) for unit in history.load_roster(fresh(row)).document.units]


@pytest.mark.parametrize(
    ("meanwhile", "index", "place"),
    [
        (["remove 0"], 1, 0),
        (["remove 1"], 2, 1),
        (["remove 2"], 1, 1),
        (["duplicate 1"], 1, 1),
        (["duplicate 1"], 2, 3),
        (["duplicate 0"], 1, 2),
        (["move 1 up"], 1, 0),
        (["move 1 up"], 2, 2),
        (["move 1 down"], 1, 1),
        (["move-to 3 0"], 2, 3),
        (["move-to 0 3"], 2, 1),
        (["add-fighter"], 2, 2),
        (["add-weapon 1 fusil"], 2, 2),
        (["remove 1", "add-profile guerrier", "move-to 3 0"], 2, 2),
        (["remove 1", "undo"], 1, 1),
        (["undo", "redo"], 1, 1),
    ],
)
def test_of_units_that_are_alike_the_one_that_was_meant_is_edited(twins, meanwhile, index, place):
    do(twins, "rename", name="Les Jumeaux")
    for command in meanwhile:
        do(twins, command)
    before = armed(twins)
    do(twins, f"add-weapon {index} arc", revision=2)
    assert armed(twins) == [(name, n + (at == place)) for at, (name, n) in enumerate(before)]


@pytest.mark.parametrize(
    ("meanwhile", "index"),
    [
        (["remove 1"], 1),
        (["remove 2"], 2),
        (["remove 1", "remove 0"], 1),
        (["move 1 up", "remove 0"], 1),
        (["duplicate 0", "remove 2"], 1),
        (["add-weapon 1 fusil"], 1),
        (["move 0 down", "add-weapon 2 fusil"], 2),
    ],
)
def test_of_units_that_are_alike_none_is_edited_for_one_that_is_gone_or_changed(twins, meanwhile, index):
    for command in meanwhile:
        do(twins, command)
    before = armed(twins)
    with pytest.raises(history.Conflict):
        do(twins, f"add-weapon {index} arc", revision=1)
    assert armed(twins) == before


@pytest.mark.parametrize(("undone", "then", "index"), [("remove 0", "remove 1", 0), ("remove 1", "remove 3", 1)])
def test_of_units_that_are_alike_none_is_edited_after_an_undo_to_another_state(twins, undone, then, index):
    for command in (undone, "undo", then):
        do(twins, command)
    with pytest.raises(history.Conflict):
        do(twins, f"add-weapon {index} arc", revision=2)


def test_after_an_undo_to_another_state_a_unit_like_no_other_is_edited(twins):
    do(twins, "remove 0")
    do(twins, "undo")
    do(twins, "add-weapon 2 arc", revision=2)
    assert armed(twins) == [("B", 0), ("A", 0), ("A", 0), ("C", 1)]


def test_of_units_that_are_alike_none_is_edited_after_a_shorter_state_was_restored(twins):
    do(twins, "duplicate 3")
    history.restore(twins, 1, 2)
    with pytest.raises(history.Conflict):
        do(twins, "add-weapon 1 arc", revision=2)


def test_an_edit_that_comes_again_changes_nothing_and_says_so(twins):
    sent = history.SentEdit("edit-0001")
    applied = [history.apply(fresh(twins), "add-fighter", {}, 1, sent) for _time in range(2)]
    assert [(one.before.document == one.after.document, one.stale) for one in applied] == [(False, False), (True, True)]


def test_a_place_that_others_took_meanwhile_is_a_conflict(two_fighters):
    do(two_fighters, "move 0 down")
    with pytest.raises(history.Conflict):
        do(two_fighters, "move-to 1 0", revision=1)


def test_an_edit_of_a_unit_that_is_gone_is_a_conflict(two_fighters):
    do(two_fighters, "remove 1")
    with pytest.raises(history.Conflict):
        do(two_fighters, "add-weapon 1 arc", revision=1)


def test_a_late_edit_that_names_no_unit_is_refused(two_fighters):
    do(two_fighters, "add-fighter")
    with pytest.raises(BadEdit):
        do(two_fighters, "remove", revision=1)


@pytest.mark.parametrize("elsewhere", ["add-weapon 0 fusil", "add-fighter", "log-add"])
def test_name_and_notes_change_whatever_happened_to_units_and_log(two_fighters, elsewhere):
    do(two_fighters, elsewhere, title="Embuscade")
    do(two_fighters, "rename", revision=1, name="Chacals")
    assert (fresh(two_fighters).name, fresh(two_fighters).revision) == ("Chacals", 3)


def test_the_log_goes_on_whatever_happened_to_a_unit(two_fighters):
    do(two_fighters, "add-weapon 0 fusil")
    do(two_fighters, "log-add", revision=1, title="Embuscade")
    assert [entry.title for entry in history.load_roster(fresh(two_fighters)).document.log] == ["Embuscade"]


def test_an_entry_names_units_by_index_so_new_units_are_a_conflict(two_fighters):
    do(two_fighters, "add-fighter")
    with pytest.raises(history.Conflict):
        do(two_fighters, "log-add", revision=1, title="Embuscade")


def test_a_head_that_changed_meanwhile_is_a_conflict(two_fighters):
    do(two_fighters, "set-head", allegiance="robots", budget="600")
    with pytest.raises(history.Conflict):
        do(two_fighters, "rename", revision=1, name="Chacals")


@pytest.mark.database
def test_a_save_that_lost_the_race_is_done_on_the_newer_state(two_fighters):
    late = Roster.objects.get(pk=two_fighters.pk)
    do(two_fighters, "add-weapon 0 fusil")
    history.apply(late, "add-weapon 1 arc", {}, 1)
    units = history.load_roster(fresh(late)).document.units
    assert [[weapon.item for weapon in unit.weapons] for unit in units] == [["fusil"], ["arc"]]


@pytest.mark.database
@pytest.mark.parametrize("meanwhile", [["undo"], ["add-fighter"], ["add-fighter", "undo"]])
def test_a_save_onto_a_row_that_moved_on_is_a_conflict(two_fighters, meanwhile):
    do(two_fighters, "add-weapon 0 fusil")
    late = fresh(two_fighters)
    for command in meanwhile:
        do(two_fighters, command)
    with pytest.raises(history.Conflict):
        history.save(late, LoadedRoster(make.convoy(name="Later")), "rename")
    assert fresh(two_fighters).name != "Later"


@pytest.mark.database
def test_a_list_that_was_removed_meanwhile_is_not_edited(two_fighters):
    Roster.objects.filter(pk=two_fighters.pk).update(deleted=timezone.now())
    with pytest.raises(history.Conflict):
        do(two_fighters, "add-weapon 0 fusil")
    assert fresh(two_fighters).revision == 1


@pytest.mark.parametrize(
    ("command", "fields"),
    [("log-add", {"title": "Embuscade", "unit-0": "on"}), ("set-head", {"allegiance": "robots", "budget": "600"})],
)
def test_a_unit_that_only_changed_keeps_its_index(two_fighters, command, fields):
    do(two_fighters, "add-weapon 0 fusil")
    do(two_fighters, command, revision=1, **fields)
    assert fresh(two_fighters).revision == 3


def test_a_log_entry_credits_nobody_who_moved_meanwhile(two_fighters):
    do(two_fighters, "move 0 down")
    with pytest.raises(history.Conflict):
        do(two_fighters, "log-add", revision=1, title="Embuscade", **{"unit-0": "on"})


def test_nobody_who_moved_meanwhile_is_noted_on_board():
    units = [make.fighter(name="A"), make.fighter(name="B"), make.vehicle("leger")]
    row, _key = history.create(LoadedRoster(make.convoy(units=units)), "new")
    do(row, "move 0 down")
    with pytest.raises(history.Conflict):
        do(row, "add-crew 2", revision=1, rider="0 0", post="driver")
    do(row, "add-crew 2", rider="0 0", post="driver")
    assert history.load_roster(fresh(row)).document.units[2].crew[0].unit == 0


@pytest.mark.database
@pytest.mark.parametrize(("back", "followed"), [(1, True), (history.MOST_STEPS, True), (history.MOST_STEPS + 1, False)])
def test_a_late_edit_costs_few_queries_however_late_it_is(twins, django_assert_max_num_queries, back, followed):
    for turn in range(history.MOST_STEPS):
        do(twins, "rename", name=f"Les Jumeaux {turn}")
    do(twins, "move 0 down")
    row = Roster.objects.with_base().get(pk=twins.pk)
    with django_assert_max_num_queries(8), nullcontext() if followed else pytest.raises(history.Conflict):
        do(row, "describe 1", row.revision - back, name="Maud")
    assert (history.load_roster(fresh(row)).document.units[0].name == "Maud") == followed
