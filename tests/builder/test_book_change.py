"""A changed book says what it does to a list; the list stays with the revision of before, or goes on."""

import io
from dataclasses import replace

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from builder.lists import history
from builder.lists.book_change import book_change
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from rules import storing
from rules.books import read_book
from rules.games.rbn.game import GAME as RBN
from rules.loading import catalogue, load
from rules.models import Edition, Game
from tests import make

pytestmark = pytest.mark.django_db
MEDIUM = {"kind": "vehicle", "type": "moyen", "options": [{"item": "blindage"}]}


@pytest.fixture
def row():
    """A convoy with an armoured vehicle, built by the book as it is."""
    data = LoadedRoster(make.convoy(units=[])).data | {"name": "Chacals", "units": [MEDIUM]}
    made, _key = history.create(LoadedRoster.from_data(data), "new")
    return made


@pytest.fixture
def dearer():
    """() -> load the book anew with Blindage two points dearer; its price of before."""

    def load():
        book = read_book(make.FIXTURES / "rbn", RBN)
        plating = book.options["blindage"]
        changed = replace(book, options=book.options | {"blindage": replace(plating, cost=plating.cost + 2)})
        storing.store(changed, "other files")
        return plating.cost

    return load


def loaded(row):
    row.refresh_from_db()
    return history.load_roster(row)


def choose(row, book, revision=None):
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    make.grant(client, row)
    page = client.get(reverse("roster", args=[row.pk])).content.decode()
    fields = {"book": book, "revision": row.revision if revision is None else revision}
    client.post(reverse("roster-book", args=[row.pk]), fields)
    return page, client.get(reverse("roster", args=[row.pk])).content.decode()


def test_nothing_is_said_while_the_book_is_the_same(row):
    assert book_change(row, loaded(row)) is None


def test_the_page_says_what_the_book_does_to_the_list(row, dearer):
    before = loaded(row).verdict.total
    price = dearer()
    change = book_change(row, loaded(row))
    assert [(entry.slug, was, now) for entry, was, now in change.prices] == [("blindage", price, price + 2)]
    assert (change.before.total, change.after.total) == (before, before + 2)
    page, after = choose(row, "go")
    assert f"{before} → {before + 2}" in " ".join(page.split())
    assert "The book has changed" not in after
    assert Roster.objects.get(pk=row.pk).points == before + 2


def test_a_list_that_stays_is_judged_as_before_until_it_goes(row, dearer):
    before, revision = loaded(row).verdict.total, row.book_revision
    dearer()
    _page, after = choose(row, "stay")
    assert f"stays with revision {revision}" in after
    assert loaded(row).verdict.total == before
    assert loaded(row).catalogue.revision == revision
    history.apply(row, "add-vehicle moyen", {}, row.revision)  # edits go on by that book
    assert loaded(row).catalogue.revision == revision
    history.undo(row, row.revision)
    choose(row, "go")
    assert loaded(row).verdict.total == before + 2
    history.undo(row, row.revision)
    assert loaded(row).verdict.total == before


def test_who_saw_another_state_chooses_again(row, dearer):
    dearer()
    choose(row, "stay", revision=7)
    assert row.revision == 1
    assert loaded(row).document.edition is None


def test_new_lists_follow_the_book_of_today(dearer):
    first = catalogue("rbn")
    dearer()
    dearer()
    assert catalogue("rbn").revision == first.revision + 2  # the second one from the same files: none more is kept
    assert Edition.objects.filter(game__slug="rbn").count() == 2
    assert catalogue("rbn", f"{first.edition}-r{first.revision}").options == first.options


def test_a_list_that_stays_plays_by_the_book_of_today_where_its_own_is_stored_as_another_release_did(row, dearer):
    first = catalogue("rbn")
    dearer()
    kept = Edition.objects.get(slug=f"{first.edition}-r{first.revision}")
    kept.play = '{"of": "another release"}'
    kept.save()
    book = load(kept)
    assert (book.play, book.options) == (catalogue("rbn").play, first.options)


def test_nobody_changes_an_earlier_revision_by_hand(row, dearer, admin_client):
    dearer()
    choose(row, "stay")
    admin.site.get_model_admin(Game).touched(Game.objects.get(slug="rbn"))
    assert book_change(row, loaded(row)).revision == row.book_revision  # it still stays
    earlier, today = (
        Edition.objects.filter(game__slug="rbn", present__isnull=present).get() for present in (False, True)
    )
    for edition, changes in ((earlier, False), (today, True)):
        item = edition.items.first()
        for entry in (edition, item):
            page = admin_client.get(reverse(f"admin:rules_{entry._meta.model_name}_change", args=[entry.pk]))
            assert (b'name="_save"' in page.content) == changes


def test_who_loads_a_book_learns_whose_verdict_changes(row, dearer):
    dearer()
    lines = io.StringIO()
    with pytest.raises(CommandError):
        call_command("books", "check", "rbn", "--impact", stdout=lines)
    assert f"list {row.pk}: " in lines.getvalue()
    assert "tests/rosters/rbn/" in lines.getvalue()
    assert "blindage: cost" in lines.getvalue()
