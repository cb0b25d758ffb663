"""Sheets over the wire: rendered once for each state, paper, layout and language."""

import io
import re
from dataclasses import replace

import pypdf
import pytest
from django.utils.translation import get_language

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from builder.sheets.choices import PrintChoices
from tests import make
from tests.builder.test_views import do, owned
from tests.languages import in_language

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(client):
    return owned(client, make.convoy(name="Les Chacals", units=[make.fighter(name="Gordon"), make.vehicle("moyen")]))


@pytest.fixture
def rendered(monkeypatch):
    """The layouts that were really rendered, in order."""
    done = []

    def counted(source):
        done.append((source.choices.layout, source.choices.paper, get_language()))
        return b"%PDF-1.7"

    monkeypatch.setitem(EXPORTS, "pdf", replace(EXPORTS["pdf"], render=counted))
    return done


def test_an_unchanged_state_is_rendered_once(client, row, rendered):
    for _time in range(3):
        assert client.get(f"/s/{row.share_key}/pdf/").content == b"%PDF-1.7"
    client.get(f"/lists/{row.pk}/pdf/")
    assert rendered == [("cards", "a4", "fr")]


def test_another_layout_paper_language_or_state_is_rendered_anew(client, row, rendered):
    for query in ("", "layout=roster", "paper=letter", "language=en"):
        client.get(f"/s/{row.share_key}/pdf/?{query}")
    do(client, row, "add-fighter")
    client.get(f"/s/{row.share_key}/pdf/")
    assert rendered == [
        ("cards", "a4", "fr"),
        ("roster", "a4", "fr"),
        ("cards", "letter", "fr"),
        ("cards", "a4", "en"),
        ("cards", "a4", "fr"),
    ]


@pytest.mark.database
def test_a_changed_book_is_rendered_anew(client, row, rendered):
    from rules.models import Edition

    client.get(f"/s/{row.share_key}/pdf/")
    edition = Edition.objects.get(game__slug="rbn")
    Edition.objects.filter(pk=edition.pk).update(revision=edition.revision + 1)
    client.get(f"/s/{row.share_key}/pdf/")
    assert len(rendered) == 2


def test_choices_that_do_not_exist_fall_back(client, row, rendered):
    assert client.get(f"/s/{row.share_key}/pdf/?layout=x&paper=%00&language=zz").status_code == 200
    assert rendered == [("cards", "a4", "fr")]


def test_a_sheet_is_not_packed_twice(client, row, rendered):
    response = client.get(f"/s/{row.share_key}/pdf/", headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "identity"


def test_only_rendering_is_limited(client, row, rendered, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"pdf": "1/h"}
    address, layouts = f"/s/{row.share_key}/pdf/?layout=", ("cards", "roster", "cards")
    statuses = [client.get(address + layout).status_code for layout in layouts]
    assert statuses == [200, 429, 200]


@pytest.mark.paper
def test_the_sheet_says_names_total_link_and_revision(client, row):
    do(client, row, "add-fighter")
    response = client.get(f"/s/{row.share_key}/pdf/?layout=roster")
    assert 'filename="les-chacals.pdf"' in response["Content-Disposition"]
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(response.content)).pages)
    total = history.load_roster(Roster.objects.get(pk=row.pk)).verdict.total
    assert "Les Chacals" in text
    assert "Gordon" in text
    assert re.search(rf"\b{total}\s*/ 300\b", text)


def test_a_file_name_is_safe_whatever_the_list_is_called(client):
    for name in ('x"\r\nSet-Cookie: a=b', "../../etc/passwd", "☠" * 200, ""):
        made = owned(client, make.convoy(name=name.replace("\r\n", " ")))
        header = client.get(f"/s/{made.share_key}/json/")["Content-Disposition"]
        assert header.count('"') == 2
        assert "/" not in header


def test_a_sheet_needs_no_database():
    loaded = LoadedRoster(make.convoy(name="Sans base"))
    loaded.catalogue = make.catalogue()
    assert in_language("fr", EXPORTS["pdf"].render, ExportSource(loaded, choices=PrintChoices("roster"))).startswith(
        b"%PDF"
    )
