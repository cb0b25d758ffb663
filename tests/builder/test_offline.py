"""What opens without reception, for whom; and edits that waited: each counts once, on what its player saw."""

import pytest
from django.test import Client
from django.urls import reverse

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.models import Roster
from builder.web.offline import KEPT
from tests import make
from tests.builder import accounted

pytestmark = pytest.mark.django_db
READER = "X-Reader"
WAITED = {"Accept": "application/json"}


@pytest.fixture
def row(client):
    """A list of three fighters that this client may edit."""
    units = [make.fighter(name=name) for name in ("Ana", "Bo", "Cy")]
    made, _key = history.create(LoadedRoster(make.convoy(units=units)), "new")
    make.grant(client, made)
    return made


def edit(client, row, command, uid="", after="", headers=WAITED, **fields):
    """Send an edit that was made on the first state of the list."""
    data = {"command": command, "revision": 1, "uid": uid, "after": after} | fields
    return client.post(reverse("roster-edit", args=[row.pk]), data, headers=headers)


def names(row):
    return [unit.name for unit in history.load_roster(Roster.objects.get(pk=row.pk)).document.units]


# --- What is kept -----------------------------------------------------------------------------------------------------


def test_the_worker_may_keep_lists_rules_and_sheets_and_nothing_else(client, row):
    home, share = f"/lists/{row.pk}/", f"/s/{row.share_key}/"
    kept = ["/", "/rules/rbn/", "/lists/", home, f"{home}?unit=1", share, f"{home}json/?revision=1"]
    not_kept = ["/lists/?q=a", f"{home}links/", f"{home}?head=1", "/account/login/", f"{share}?revision=1", "/lists/0/"]
    answers = {path: client.get(path) for path in kept + not_kept}
    assert [path for path, answer in answers.items() if KEPT in answer] == kept


def test_a_page_names_another_reader_when_somebody_signs_in_and_the_same_after_a_further_grant(client, row):
    stranger = Client().get("/rules/")[READER]
    first = client.get("/rules/")[READER]
    make.grant(client, row)
    assert client.get("/rules/")[READER] == first
    players = [accounted.give(accounted.account(name, 1000), row) for name in ("Ada", "Tom")]
    assert len({stranger, first, *(player.get("/rules/")[READER] for player in players)}) == 4


# --- Edits that waited ------------------------------------------------------------------------------------------------


def test_an_edit_that_is_sent_again_counts_once(client, row):
    answers = [edit(client, row, "add-fighter", uid="edit-0001") for _try in range(3)]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, {"revision": 2})] * 3
    assert len(names(row)) == 4


def test_it_counts_once_though_it_was_taken_back_meanwhile(client, row):
    edit(client, row, "add-fighter", uid="edit-0001")
    history.undo(Roster.objects.get(pk=row.pk), 2)
    assert edit(client, row, "add-fighter", uid="edit-0001").status_code == 200
    assert len(names(row)) == 3


def test_edits_made_on_one_page_follow_what_those_before_them_did(client, row):
    """All name the units as the page showed them: Ana, Bo, Cy."""
    sent = [
        ("describe 2", {"name": "Cleo"}),
        ("remove 0", {}),
        ("describe 2", {"name": "Cleo the Elder"}),
        ("move 1 down", {}),
        ("describe 1", {"name": "Bob"}),
    ]
    uids = [f"edit-000{number}" for number in range(len(sent))]
    for number, (command, fields) in enumerate(sent):
        after = " ".join(uids[:number])
        assert edit(client, row, command, uid=uids[number], after=after, **fields).status_code == 200
    assert names(row) == ["Cleo the Elder", "Bob"]


def test_what_others_changed_between_two_own_edits_of_a_unit_refuses_neither(client, row):
    edit(client, row, "describe 2", uid="edit-0001", name="Cleo")
    history.apply(Roster.objects.get(pk=row.pk), "remove 0", {}, 2)
    edit(client, row, "describe 1", uid="edit-0002", after="edit-0001", name="Bob")
    answer = edit(client, row, "describe 2", uid="edit-0003", after="edit-0001 edit-0002", name="Cleo the Elder")
    assert (answer.status_code, names(row)) == (200, ["Bob", "Cleo the Elder"])


def test_an_edit_that_names_units_by_index_is_refused_after_any_own_edit_that_moved_them(client, row):
    edit(client, row, "describe 2", uid="edit-0001", name="Cleo")
    edit(client, row, "remove 0", uid="edit-0002", after="edit-0001")
    credit = {"title": "Embuscade", "unit-1": "on"}
    assert edit(client, row, "log-add", uid="edit-0003", after="edit-0001 edit-0002", **credit).status_code == 409


def test_without_naming_them_the_second_edit_of_a_unit_is_refused(client, row):
    edit(client, row, "describe 2", uid="edit-0001", name="Cleo")
    answer = edit(client, row, "describe 2", uid="edit-0002", name="Other")
    assert (answer.status_code, names(row)) == (409, ["Ana", "Bo", "Cleo"])


def test_an_edit_of_a_unit_that_an_own_edit_removed_or_another_changed_is_refused_with_a_reason(client, row):
    edit(client, row, "remove 0", uid="edit-0001")
    gone = edit(client, row, "describe 0", uid="edit-0002", after="edit-0001", name="Other")
    history.apply(Roster.objects.get(pk=row.pk), "describe 0", {"name": "Theirs"}, 2)
    changed = edit(client, row, "describe 1", uid="edit-0003", after="edit-0001 edit-0002", name="Other")
    bad = edit(client, row, "no-such-edit", uid="edit-0004")
    assert [answer.status_code for answer in (gone, changed, bad)] == [409, 409, 422]
    assert all(answer.json()["reason"] for answer in (gone, changed, bad))
    assert names(row) == ["Theirs", "Cy"]


def test_only_a_refused_edit_that_names_nothing_by_its_index_may_be_sent_again(client, row):
    history.apply(Roster.objects.get(pk=row.pk), "rename", {"name": "Theirs"}, 1)
    history.apply(Roster.objects.get(pk=row.pk), "describe 0", {"name": "Theirs"}, 2)
    commands = ("rename", "remove 0", "add-vehicle &", "no-such-edit", "")
    answers = [edit(client, row, command, name="Mine") for command in commands]
    assert [(answer.status_code, answer.json()["again"]) for answer in answers] == [
        (409, True),
        (409, False),
        (422, True),
        (422, False),
        (422, False),
    ]


def test_edits_of_all_games_that_may_be_sent_again_take_no_index():
    again = {
        (game, name) for game, spec in LISTS.items() for name, edit in spec.edits.items() if edit.means_the_same_later
    }
    assert {("rbn", "add-vehicle"), ("rbn", "rename"), ("chain-reaction", "add-npc")} <= again
    assert not {name for _game, name in again} & {
        "remove",
        "move",
        "describe",
        "log-change",
        "set-leader",
        "remove-car",
    }
