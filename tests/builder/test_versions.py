"""The page of a list's versions: sentences, differences, going back; and what others see of them."""

from itertools import pairwise
from time import process_time

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from builder.lists import history
from builder.lists.commands import sentence, series
from builder.lists.difference import matched
from builder.lists.loaded import LoadedRoster
from builder.models import Revision
from builder.versions.changes import ADDED, CHANGED, REMOVED, changes
from rules.registry import GAMES
from tests import make
from tests.documents import samples

pytestmark = pytest.mark.django_db
ENGLISH = {"HTTP_ACCEPT_LANGUAGE": "en"}


def owner_of(row):
    client = Client(**ENGLISH)
    make.grant(client, row)
    return client


def url(name, row):
    return reverse(name, args=[row.pk])


@pytest.fixture
def row():
    """Versions: 1 empty, 2 a fighter, 3 with a rifle, 4 called Rex, 5 his rifle gone, 6 a second one."""
    made, _key = history.create(LoadedRoster(make.convoy(name="Les Chacals", units=[])), "new")
    for command, fields in (
        ("add-fighter", {}),
        ("add-weapon 0 fusil", {}),
        ("describe 0", {"name": "Rex"}),
        ("remove-weapon 0 0", {}),
        ("duplicate 0", {}),
    ):
        history.apply(made, command, fields, made.revision)
    return made


def test_the_page_says_what_each_edit_did(row):
    page = owner_of(row).get(url("roster-versions", row)).content.decode()
    sentences = ("List created", "Fighter added", "#1: Rifle added", "#1: details changed")
    sentences += ("Rex: weapon removed", "Rex duplicated")
    positions = [page.index(sentence) for sentence in sentences]
    assert positions == sorted(positions, reverse=True)


def test_a_series_of_edits_says_what_each_did():
    command = series("mend", ["remove 0", "add-weapon 0 fusil"])
    with translation.override("en"):
        words = sentence(command, ["Rex", "Ana"], make.catalogue())
    assert words == "Mended: Rex removed; Ana: Rifle added"


def test_an_earlier_version_becomes_the_next_one(row):
    client = owner_of(row)
    answer = client.post(url("roster-versions", row), {"number": 3, "revision": 6}, follow=True)
    assert "Version 3 restored" in answer.content.decode()
    row.refresh_from_db()
    assert row.revision == 7
    assert row.document == Revision.objects.get(roster=row, number=3).document
    history.undo(row, 7)
    assert row.document == Revision.objects.get(roster=row, number=6).document


def test_nothing_is_restored_over_a_change_that_was_not_seen(row):
    answer = owner_of(row).post(url("roster-versions", row), {"number": 3, "revision": 5}, follow=True)
    assert "nothing was restored" in answer.content.decode()
    row.refresh_from_db()
    assert row.revision == 6


def test_what_differs_between_two_versions(row):
    three, six = (history.load_revision(row, number) for number in (3, 6))
    with translation.override("en"):
        (removed,) = [change for change in changes(six, three) if change.sign == REMOVED]
        rex, second = changes(three, six)
    assert (removed.sign, removed.title) == (REMOVED, "Rex · Fighter")
    assert (rex.sign, second.sign, second.title) == (CHANGED, ADDED, "Rex · Fighter")
    assert (REMOVED, "Rifle") in rex.lines


def test_a_value_that_a_document_leaves_out_is_the_one_it_means():
    two_skilled = make.fighter(C=4, count=2)
    plain, skilled = LoadedRoster(make.convoy(units=[make.fighter()])), LoadedRoster(make.convoy(units=[two_skilled]))
    with translation.override("en"):
        (change,) = changes(skilled, plain)
    assert {text for _sign, text in change.lines} == {"Combat: 4 → 5", "Count: 2 → 1"}


@pytest.mark.parametrize("game", GAMES)
def test_any_two_lists_of_a_game_can_be_compared(game):
    lists = [LoadedRoster.from_data(data) for data in samples(game)[:12]]
    for before, after in pairwise(lists):
        assert changes(before, after)
        assert changes(before, before) == []


def test_units_of_large_lists_are_matched_in_linear_time():
    before = [{"kind": "fighter", "name": f"{number}", "count": 1} for number in range(15_000)]
    after = [unit | {"count": 2} for unit in reversed(before)]
    started = process_time()
    assert matched(before, after) == [(index, 14_999 - index) for index in range(15_000)]
    assert process_time() - started < 3  # 0.1; with the square of their number 6


def test_others_see_what_changed_since_a_version_that_was_shared_and_since_no_other(row):
    Revision.objects.filter(roster=row, number=3).update(shared=True)
    stranger, address = Client(**ENGLISH), reverse("shared-changes", args=[row.share_key])
    assert "Rifle" in stranger.get(address, {"from": 3}).content.decode()
    assert [stranger.get(address, query).status_code for query in ({"from": 4}, {}, {"from": "x"})] == [404] * 3
    for name in ("roster-versions", "roster-changes"):
        assert stranger.get(url(name, row), {"from": 3}).status_code == 404
    assert owner_of(row).get(address, {"from": 4}).status_code == 200
