"""What a list may hold: the limits of the exchange format hold for lists edited here, too, and the log has its own."""

from dataclasses import replace
from math import ceil

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.lists import history, storable
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.lists.storable import MOST_LOG_ENTRIES, require_storable
from builder.models import Revision, Roster
from rules import document as format_of_documents
from rules.document import MOST_BYTES, LogEntry, decode, read
from rules.registry import GAMES
from tests import make
from tests.builder.test_every_game import EMPTY, FIELDS, PLAIN, of_every_game
from tests.builder.test_views import HTMX, do, owned
from tests.documents import known_slugs, samples

pytestmark = pytest.mark.django_db
NOTES = "é" * 5_000  # 10,000 bytes


@pytest.fixture(autouse=True)
def _no_limit_of_edits(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"edit": "100000/s"}


def large(size):
    """A list whose document takes so many bytes."""

    def filled(first, second):
        units = [make.fighter(notes=NOTES, name=str(number)) for number in range(98)]
        return make.convoy(units=[*units, make.fighter(notes=first), make.fighter(notes=second)], notes=NOTES)

    due = size - len(LoadedRoster(filled("x", "x")).packed) + 2
    return filled("x" * (due // 2), "x" * (due - due // 2))


def stored(row):
    return Roster.objects.get(pk=row.pk)


def test_a_list_of_the_most_bytes_is_stored_and_one_more_is_refused():
    assert len(LoadedRoster(large(MOST_BYTES)).packed) == MOST_BYTES
    require_storable(LoadedRoster(large(MOST_BYTES)))
    with pytest.raises(BadEdit):
        require_storable(LoadedRoster(large(MOST_BYTES + 1)))


def test_an_edit_past_the_most_bytes_is_refused_and_nothing_is_saved(client, monkeypatch):
    row = owned(client, make.convoy())
    monkeypatch.setattr(storable, "MOST_BYTES", 2_000)
    answer = do(client, row, "rename", HTMX, notes="x" * 3_000)
    assert (answer.status_code, "2000" in answer.content.decode()) == (422, True)
    assert (stored(row).document, Revision.objects.filter(roster=row).count()) == (row.document, 1)


def test_a_list_that_is_too_large_already_may_become_smaller(client, monkeypatch):
    row = owned(client, make.convoy(notes="x" * 3_000))
    monkeypatch.setattr(storable, "MOST_BYTES", 1_000)
    assert [do(client, row, "rename", HTMX, notes="x" * size).status_code for size in (3_001, 2_999)] == [422, 200]
    assert stored(row).document["notes"] == "x" * 2_999


@pytest.mark.parametrize(("name", "key"), [("roster-duplicate", "pk"), ("shared-copy", "share_key")])
def test_no_copy_is_made_of_a_list_that_is_too_large(client, monkeypatch, name, key):
    row = owned(client, make.convoy(notes="x" * 3_000))
    monkeypatch.setattr(storable, "MOST_BYTES", 1_000)
    answer = client.post(reverse(name, args=[getattr(row, key)]), follow=True)
    assert (answer.status_code, "1000" in answer.content.decode()) == (200, True)
    assert Roster.objects.count() == 1


def test_a_log_holds_so_many_entries_and_no_more(client):
    log = tuple(LogEntry(title=str(number)) for number in range(MOST_LOG_ENTRIES - 1))
    row = owned(client, make.convoy(log=log))
    statuses = [do(client, row, "log-add", HTMX, title=title).status_code for title in ("the last", "one more")]
    assert statuses == [200, 422]
    titles = [entry["title"] for entry in stored(row).document["log"]]
    assert (len(titles), titles[-1]) == (MOST_LOG_ENTRIES, "the last")
    assert do(client, row, "log-remove 0", HTMX).status_code == 200
    assert do(client, row, "log-add", HTMX, title="one more").status_code == 200


def test_a_longer_log_of_elsewhere_stays_and_the_list_is_edited(client):
    row = owned(client, make.convoy(log=(LogEntry(title="x"),) * (MOST_LOG_ENTRIES + 5)))
    lines = ("add-fighter", "log-add", "log-remove 0")
    assert [do(client, row, line, HTMX, title="y").status_code for line in lines] == [200, 422, 200]
    assert len(stored(row).document["log"]) == MOST_LOG_ENTRIES + 4


def test_what_could_not_be_read_again_is_not_stored(client, monkeypatch):
    row = owned(client, make.convoy())
    unreadable = replace(make.convoy(), name="x" * 201)
    with pytest.raises(BadEdit):
        history.create(LoadedRoster(unreadable))
    monkeypatch.setattr("builder.lists.history.perform", lambda *_arguments: unreadable)
    assert do(client, row, "add-fighter", HTMX).status_code == 422
    assert stored(row).document == row.document


def test_an_export_can_be_read_in_again_however_large_the_list_is(client):
    units = [make.fighter("fusil", name=str(number), notes="x" * 1_800) for number in range(500)]
    row = owned(client, make.convoy(units=units))
    content = client.get(reverse("roster-export", args=[row.pk, "json"])).content
    assert (len(content) <= MOST_BYTES, decode(content)) == (True, row.document)


@of_every_game
@settings(max_examples=ceil(settings.default.max_examples / 3))  # of six requests each
@given(data=st.data())
def test_whatever_is_sent_a_stored_list_can_be_read(game, client, data):
    words = ["0", "1", "2", "7", "up", "down", "more", "zzz", "-1"]
    slugs = known_slugs(make.catalogue(game))
    values = st.sampled_from([*PLAIN, NOTES, *slugs]) | st.text(max_size=8)
    document = data.draw(st.sampled_from([EMPTY | {"game": game}, *samples(game)]))
    row = owned(client, read(document, GAMES))
    for step in range(6):
        verb = data.draw(st.sampled_from([*sorted(LISTS[game].edits), "undo", "redo"]))
        rest = data.draw(st.lists(st.sampled_from(words + slugs), max_size=3))
        fields = data.draw(st.dictionaries(st.sampled_from(FIELDS), values, max_size=6))
        htmx = step % 3 == 2  # it is answered with the editor, a plain form with a redirect
        answer = do(client, row, " ".join([verb, *rest]), HTMX if htmx else None, **fields)
        assert answer.status_code in ((200, 422) if htmx else (302,))
        format_of_documents.read(decode(LoadedRoster.from_data(stored(row).document).packed), GAMES)
