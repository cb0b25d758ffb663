"""Several lists in one file: printed one after the other by the queue, or their documents in an archive."""

import io
import json
import zipfile

import pypdf
import pytest
from django.test import Client
from django.utils.translation import get_language

from builder.exports import making, several
from builder.exports.forked import OverLimit
from builder.lists import history
from builder.lists.erasing import erase
from builder.lists.loaded import LoadedRoster
from builder.lists.sharing import shared_states
from builder.models import KeptFile, Revision, Roster
from tests import make
from tests.builder import gathered
from tests.builder.test_kept_files import from_address
from tests.builder.test_views import HTMX, do, owned
from tests.client import make_files

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(client):
    """Lists of two games."""
    character = gathered.roster("Mira")
    make.grant(client, character)
    return [owned(client, make.convoy(name="Les Chacals")), character, owned(client, make.convoy(name="Meute"))]


@pytest.fixture
def rendered(monkeypatch):
    """What was rendered of each file, in order: [(name, revision, share link, layout, paper)]; quickly."""
    done = []

    def html(source):
        about = (
            source.loaded.document.name,
            source.revision,
            source.share_url,
            source.choices.layout,
            source.choices.paper,
        )
        done.append(about)
        return f"<html lang={get_language()}><title>x</title><p>{source.loaded.document.name}</p></html>"

    monkeypatch.setattr("builder.exports.formats.pdf.html", html)
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    return done


def at(rows, kind="pdf", query=""):
    return f"/lists/several/{'-'.join(str(getattr(row, 'pk', row)) for row in rows)}/{kind}/{query}"


def link(row):
    return f"http://testserver/s/{row.share_key}/"


# --- one PDF --------------------------------------------------------------------------------------------------------


@pytest.mark.paper
def test_the_lists_stand_in_one_file_each_with_its_own_pages_code_and_number(client, rows):
    do(client, rows[0], "add-fighter")
    response = client.get(at(rows, query="?language=en&layout=roster"))
    assert (response["Content-Type"], response.status_code) == ("application/pdf", 200)
    assert response["Content-Disposition"] == 'inline; filename="les-chacals-3.pdf"'
    pdf = pypdf.PdfReader(io.BytesIO(response.content))
    texts = [page.extract_text() for page in pdf.pages]
    singles = [client.get(f"/lists/{row.pk}/pdf/?language=en&layout=roster").content for row in rows]
    alone = [[page.extract_text() for page in pypdf.PdfReader(io.BytesIO(one)).pages] for one in singles]
    unbroken = ["".join(text.split()) for text in texts]  # a key may stand on two lines
    assert unbroken[1:] == ["".join(text.split()) for pages in alone for text in pages]
    assert [any(row.share_key in text for text in unbroken) for row in rows] == [True] * 3
    assert pdf.metadata.title == "Les Chacals, Mira, Meute"
    assert pdf.trailer["/Root"]["/MarkInfo"]["/Marked"]


@pytest.mark.paper
def test_a_table_of_contents_names_and_links_the_page_on_which_each_list_begins(client, rows):
    pdf = pypdf.PdfReader(io.BytesIO(client.get(at(rows, query="?language=en&layout=roster")).content))
    begins = [next(n for n, page in enumerate(pdf.pages) if n and row.name in page.extract_text()) for row in rows]
    contents = pdf.pages[0]
    lines = contents.extract_text().splitlines()
    assert [row.name for row in rows if row.name in " ".join(lines)] == [row.name for row in rows]
    links = [pdf.named_destinations[one.get_object()["/Dest"]] for one in contents["/Annots"]]
    assert [pdf.get_destination_page_number(link) for link in links[::2]] == begins
    assert [line.split()[-1] for line in lines if line.split()[-1].isdigit()][: len(rows)] == [
        str(number + 1) for number in begins
    ]


@pytest.mark.paper
def test_bookmarks_lead_to_each_list(client, rows):
    pdf = pypdf.PdfReader(io.BytesIO(client.get(at(rows, query="?language=en&layout=roster")).content))
    titles = [one.title for one in pdf.outline if not isinstance(one, list)]
    assert titles == ["Lists in this file", *(row.name for row in rows)]


@pytest.mark.paper
def test_a_table_of_contents_of_two_pages_counts_them(client, rows, rendered, monkeypatch):
    long = "<p>line</p>" * 200
    monkeypatch.setattr(
        "builder.exports.formats.pdf.contents_html",
        lambda _sources, _title, pages: f"<html lang=en><title>x</title>{long}<p>Page {pages[0]}",
    )
    texts = [
        page.extract_text()
        for page in pypdf.PdfReader(io.BytesIO(client.get(at(rows, query="?layout=roster")).content)).pages
    ]
    front = next(number for number, text in enumerate(texts) if "Les Chacals" in text)
    assert front > 1
    assert f"Page {front + 1}" in texts[front - 1]


def test_their_order_is_that_of_the_address_and_a_list_counts_once(client, rows, rendered):
    client.get(at([rows[2], rows[0], rows[2]], query="?layout=roster&paper=letter"))
    assert rendered == [
        ("Meute", 1, f"{link(rows[2])}1/", "roster", "letter"),
        ("Les Chacals", 1, f"{link(rows[0])}1/", "roster", "letter"),
    ]


def test_the_form_names_the_lists_and_leads_to_their_file(client, rows):
    page = client.get(at(rows, "print"), headers={"accept-language": "en"}).content.decode()
    assert [page.index(name) for name in ("Les Chacals", "Mira", "Meute")] == sorted(
        page.index(name) for name in ("Les Chacals", "Mira", "Meute")
    )
    assert f'formaction="{at(rows)}"' in page
    assert "json" not in page


def test_the_bar_of_my_lists_leads_to_the_form(client, rows):
    pks = [row.pk for row in rows]
    answer = client.post("/lists/selected/", {"action": "print", "list": pks})
    assert answer["Location"] == at(rows, "print")
    assert client.post("/lists/selected/", {"action": "zip", "list": pks})["Location"] == at(rows, "zip")


def test_twenty_are_printed_at_once_and_no_more(client, rendered):
    pks = []
    for number in range(21):
        row = gathered.roster(f"Mira {number}")
        make.grant(client, row)
        pks.append(row.pk)
    same = "?layout=play"
    assert [client.get(at(pks[:20], word, same)).status_code for word in ("print", "pdf")] == [200, 200]
    assert len(rendered) == 20
    assert [client.get(at(pks, word)).status_code for word in ("print", "pdf")] == [404, 404]
    refused = client.post("/lists/selected/", {"action": "print", "list": pks})
    assert refused["Location"] == f"/lists/?selected={'-'.join(map(str, pks))}"


def test_all_lists_are_one_file_in_the_order_of_games_and_names(client, rows):
    assert client.get("/lists/").content.decode().count('href="/lists/print/"') == 1
    chacals, mira, meute = rows
    assert client.get("/lists/print/")["Location"] == at([mira, chacals, meute], "print")
    client.post("/lists/selected/", {"action": "archive", "list": [chacals.pk]})
    assert client.get("/lists/print/")["Location"] == at([mira, meute], "print")
    assert Client().get("/lists/print/")["Location"] == "/lists/"


def test_more_lists_than_a_file_takes_are_several_files(client):
    for number in range(21):
        make.grant(client, gathered.roster(f"Mira {number:02}"))
    page = client.get("/lists/print/")
    assert [(first, last, len(pks)) for first, last, pks in page.context["files"]] == [(1, 20, 20), (21, 21, 1)]
    assert f'href="{at(page.context["files"][1][2], "print")}"' in page.content.decode()


@pytest.mark.parametrize("kind", ["pdf", "print", "zip"])
def test_a_stranger_gets_none_of_them_and_whoever_holds_one_that_one(client, rows, rendered, kind):
    friend = make.grant(Client(), rows[1])
    assert Client().get(at(rows, kind)).status_code == 404
    assert client.get(at([999_999], format)).status_code == 404
    response = friend.get(at(rows, kind))
    assert response.status_code == 200
    if kind == "pdf":
        assert [name for name, *_more in rendered] == ["Mira"]
    elif kind == "zip":
        assert len(zipfile.ZipFile(io.BytesIO(response.content)).namelist()) == 1
    else:
        assert [row.name for row in response.context["rosters"]] == ["Mira"]


def test_a_removed_list_is_left_out(client, rows, rendered):
    Roster.objects.filter(pk=rows[0].pk).update(deleted=rows[0].changed)
    client.get(at(rows))
    assert [name for name, *_more in rendered] == ["Mira", "Meute"]


@pytest.mark.parametrize("word", ["", "x", "1-", "-1", "1,2", "1--2", "-".join(["1"] * 201), "1" * 10])
def test_an_address_of_anything_else_is_none(client, word):
    assert client.get(f"/lists/several/{word}/pdf/").status_code == 404


def test_a_format_without_a_file_of_several_is_none(client, rows):
    assert client.get(at(rows, "json")).status_code == 404


# --- the queue ------------------------------------------------------------------------------------------------------


def test_they_are_waited_for_and_kept(client, rows, rendered, sheet_queue):
    page = client.get(at(rows))
    kept = KeptFile.objects.get()
    assert (page.status_code, rendered) == (202, [])
    waited = f"{at(rows)}?sheet={kept.key}"
    assert f'http-equiv="refresh" content="1;url={waited}"' in page.content.decode()
    assert client.get(waited, headers=HTMX).status_code == 202
    do(client, rows[0], "add-fighter")  # while the page waits
    make_files()
    assert client.get(waited).content.startswith(b"%PDF")
    assert [revision for _name, revision, *_more in rendered] == [1, 1, 1]
    assert client.get(waited).content == client.get(waited).content
    assert (len(rendered), KeptFile.objects.count()) == (3, 1)


def test_another_state_of_one_of_them_is_printed_anew(client, rows, rendered):
    client.get(at(rows))
    client.get(at(rows))
    assert len(rendered) == 3
    do(client, rows[2], "add-fighter")
    client.get(at(rows))
    assert [revision for _name, revision, *_more in rendered[3:]] == [1, 1, 2]


def test_nobody_waits_for_a_file_of_other_lists(client, rows, rendered, sheet_queue):
    client.get(at(rows))
    key = KeptFile.objects.get().key
    make_files()
    friend = make.grant(from_address("192.0.2.7"), rows[1])
    assert friend.get(at(rows, query=f"?sheet={key}")).status_code == 202
    assert client.get(at(rows[:2], query=f"?sheet={key}")).status_code == 202
    assert client.get(at(rows, query=f"?sheet={key}")).status_code == 200


def test_one_file_counts_once(client, rows, rendered, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"pdf": "1/h"}
    assert [client.get(at(rows)).status_code for _time in range(2)] == [200, 200]
    assert client.get(at(rows, query="?layout=roster")).status_code == 429


def test_lists_that_take_too_long_say_what_would_help(client, rows, monkeypatch):
    def too_long(*_arguments):
        raise OverLimit("ended")

    monkeypatch.setattr(making, "run_forked", too_long)
    response = client.get(at(rows), headers={"accept-language": "en"})
    assert (response.status_code, "Choose fewer lists" in response.content.decode()) == (422, True)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_file_goes_with_each_of_its_lists(client, rows, rendered, number):
    client.get(at(rows))
    client.get(at([rows[0], rows[1]]))
    client.get(at([rows[1], rows[2]]))
    client.get(f"/lists/{rows[number].pk}/pdf/")
    assert KeptFile.objects.count() == 4
    erase(Roster.objects.filter(pk=rows[number].pk))
    left = {subject for kept in KeptFile.objects.all() for subject in kept.shows.get("parts", {})}
    assert f"roster {rows[number].pk}" not in left
    assert KeptFile.objects.count() == {0: 1, 1: 0, 2: 1}[number]


def test_an_unfinished_file_goes_with_its_lists_too(client, rows, rendered, sheet_queue):
    client.get(at(rows))
    erase(Roster.objects.filter(pk=rows[2].pk))
    assert KeptFile.objects.count() == 0
    make_files()
    assert rendered == []


def test_a_finished_file_knows_of_its_lists_nothing_but_their_numbers(client, rows, rendered):
    client.get(at(rows))
    kept = KeptFile.objects.get()
    assert kept.shows == {"parts": {f"roster {row.pk}": True for row in rows}}
    assert (kept.outcome, kept.client) == ("done", "")


# --- what others see then -------------------------------------------------------------------------------------------


def shown(rows):
    """The earlier states of each list that others see."""
    return [[state.number for state in shared_states(Roster.objects.get(pk=row.pk))] for row in rows]


def test_the_states_that_are_printed_stay_visible(client, rows, rendered):
    chacals, _mira, meute = rows
    client.get(at([chacals, meute]))
    for row in (chacals, meute):
        do(client, row, "add-fighter")
    assert shown(rows) == [[1], [], [1]]


def test_a_link_from_elsewhere_shares_no_state(client, rows, rendered):
    client.get(at(rows), headers={"sec-fetch-site": "cross-site"})
    assert not Revision.objects.filter(shared=True).exists()


def test_a_page_that_waits_shares_no_later_state(client, rows, rendered, sheet_queue):
    client.get(at(rows))
    waited = f"{at(rows)}?sheet={KeptFile.objects.get().key}"
    do(client, rows[0], "add-fighter")
    client.get(waited)
    assert not Revision.objects.filter(roster=rows[0], number=2, shared=True).exists()
    assert shown(rows[:1]) == [[1]]


def test_looking_at_the_form_shares_nothing(client, rows):
    client.get(at(rows, "print"))
    assert not Revision.objects.filter(shared=True).exists()


# --- an archive -----------------------------------------------------------------------------------------------------


def opened(response):
    return zipfile.ZipFile(io.BytesIO(response.content))


def test_the_archive_has_each_document_as_its_own_export_gives_it(client, rows):
    response = client.get(at(rows, "zip"))
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"].startswith('attachment; filename="bivouac-')
    files = opened(response)
    assert files.testzip() is None
    assert files.namelist() == [
        f"les-chacals-{rows[0].pk}.json",
        f"mira-{rows[1].pk}.json",
        f"meute-{rows[2].pk}.json",
    ]
    for row, name in zip(rows, files.namelist(), strict=True):
        assert files.read(name) == client.get(f"/lists/{row.pk}/json/").content
        assert json.loads(files.read(name)) == row.document


def test_names_of_files_are_safe_and_unlike_whatever_the_lists_are_called(client):
    made = [owned(client, make.convoy(name=name)) for name in ("../../etc/passwd", "Meute", "Meute", "狼", "")]
    files = opened(client.get(at(made, "zip"))).namelist()
    endings = [f"-{row.pk}.json" for row in made]
    assert files == [a + b for a, b in zip(["etcpasswd", "meute", "meute", "rbn", "rbn"], endings, strict=True)]


def test_two_hundred_lists_are_the_most_of_an_archive(client):
    pks = list(range(1, 202))
    row = gathered.roster("Mira")
    make.grant(client, row)
    assert client.get(at([row.pk, *pks], "zip")).status_code == 404
    assert client.get(at([row.pk, *range(10**6, 10**6 + 199)], "zip")).status_code == 200


def test_an_archive_has_a_largest_size(client, rows, monkeypatch):
    size = sum(len(client.get(f"/lists/{row.pk}/json/").content) for row in rows)
    monkeypatch.setattr(several, "MOST_IN_ARCHIVE", size)
    assert client.get(at(rows, "zip")).status_code == 200
    monkeypatch.setattr(several, "MOST_IN_ARCHIVE", size - 1)
    assert client.get(at(rows, "zip"))["Location"] == "/lists/"


def test_archives_are_limited_like_sheets(client, rows, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"pdf": "1/h"}
    assert [client.get(at(rows, "zip")).status_code for _time in range(2)] == [200, 429]


def test_queries_do_not_grow_with_the_documents(client, django_assert_max_num_queries):
    row = gathered.roster("Mira")
    make.grant(client, row)
    copies = [history.create(LoadedRoster.from_data(row.document), "copy")[0] for _n in range(39)]
    for copy in copies:
        make.grant(client, copy)
    client.get(at([row], "zip"))
    with django_assert_max_num_queries(6):
        assert len(opened(client.get(at([row, *copies], "zip"))).namelist()) == 40
