"""The page Check lists: many lists in one table, one PDF, one gathering; nothing is stored before that."""

import json
import re
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import MULTIPART_CONTENT

from builder.exports import making
from builder.exports.models import KeptFile
from builder.gatherings.models import Gathering, Membership
from builder.imports.checking import SORTS
from builder.imports.files import TextFile
from builder.imports.links import links_apart
from builder.lists import history
from builder.lists.erasing import erase
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.lists.sharing import renew_share_key, share_state
from tests.builder.imports.test_import_page import carried
from tests.client import make_files
from tests.rosters.test_rosters import EXPECTED, READ

pytestmark = pytest.mark.django_db
NAMES = sorted(name for name in READ if name.startswith("rbn/"))[:40]
MUTANTS, OTHER_GAME = READ["rbn/mutants"], READ["chain-reaction/armes-inconnues"]
NO_CAMPAIGNS = next(READ[name] for name in READ if name.startswith("first-wave/"))


def stored(data=MUTANTS):
    return history.create(LoadedRoster.from_data(data), "new")[0]


def link(row, query=""):
    return f"https://testserver/s/{row.share_key}/{query}"


def check(client, text, **fields):
    return client.post("/check/", {"text": text} | fields, headers={"Accept-Language": "en"})


def then(client, response, **fields):
    return client.post("/check/", carried(response) | fields, headers={"Accept-Language": "en"})


def rows(response):
    return response.content.decode().split("<tr")[2:]


# --- the table ------------------------------------------------------------------------------------------------------


def test_forty_links_are_one_table_with_the_verdicts_of_the_rules_and_nothing_is_stored(client):
    rosters = [stored(READ[name]) for name in NAMES]
    response = check(client, "\n".join(map(link, rosters)))
    shown = [
        {
            "legal": 'class="stamp ok"' in row,
            "total": int(re.search(r'class="plate">(\d+)', row)[1]),
            "rules": set(re.findall(r'class="cite" href="/rules/rbn/#([^"]+)"', row)),
            "link": re.search(r'href="([^"]+/s/[^"]+)"', row)[1],
        }
        for row in rows(response)
    ]
    assert shown == [
        {
            "legal": EXPECTED[name]["legal"],
            "total": EXPECTED[name]["total"],
            "rules": {rule for rule, _unit in EXPECTED[name]["findings"]},
            "link": link(roster),
        }
        for name, roster in zip(NAMES, rosters, strict=True)
    ]
    assert (Roster.objects.count(), Gathering.objects.count()) == (len(NAMES), 0)


@pytest.mark.parametrize("sort", SORTS)
def test_the_table_is_sorted_and_keeps_its_ticks(client, sort):
    response = check(client, json.dumps([READ[name] for name in NAMES[:9]]))
    fields = carried(response)
    del fields["take-0-4"]
    again = client.post("/check/", fields | {"sort": sort, "action": "read"})
    lists = [row.row for row in again.context["rows"]]
    keys = [SORTS[sort](row.loaded) for row in lists]
    assert (keys == sorted(keys), len(keys)) == (True, 9)
    assert [row.number for row in lists if not row.taken] == ["0-4"]


def test_most_points_come_first():
    loaded = [LoadedRoster.from_data(READ[name]) for name in NAMES[:9]]
    expected = sorted((EXPECTED[name]["total"] for name in NAMES[:9]), reverse=True)
    assert [row.verdict.total for row in sorted(loaded, key=SORTS["points"])] == expected


def test_files_and_links_stand_side_by_side(client):
    text = SimpleUploadedFile("one.json", json.dumps(MUTANTS | {"name": "B"}).encode())
    links = SimpleUploadedFile("links.txt", link(stored()).encode())
    response = client.post("/check/", {"files": [text, links]}, MULTIPART_CONTENT)
    assert [row.row.loaded.document.name for row in response.context["rows"]] == ["B", MUTANTS["name"]]
    assert [row.link for row in response.context["rows"]] == ["", link(Roster.objects.get())]


# --- links ----------------------------------------------------------------------------------------------------------

HERE = "https://testserver/s/abc/"


@pytest.mark.parametrize(
    ("text", "links"),
    [
        (f"{HERE}\n\n  {HERE}?revision=2", [HERE, f"{HERE}?revision=2"]),
        (f"Gordon: {HERE}\nMira,<{HERE}x>\n", [HERE, f"{HERE}x"]),
        (f"{HERE}\n{HERE}", [HERE]),
        (f"Les Chacals\n{HERE}", None),
        (json.dumps({"notes": f"see {HERE}"}), None),
        (" " * 600 + HERE, [HERE]),
        ("x" * 600 + f" {HERE}", None),
        ("", None),
    ],
)
def test_a_text_of_links_is_a_text_for_each(text, links):
    parts = [file.text for file in links_apart(TextFile("a", text))]
    assert parts == ([text] if links is None else links)


def replaced():
    row = stored()
    before = link(row)
    renew_share_key(row)
    return before


def removed():
    row = stored()
    Roster.objects.update(deleted=row.created)
    return link(row)


@pytest.mark.parametrize(
    ("make_link", "sentence"),
    [
        (lambda: "https://elsewhere.example/s/abc/", "Only links of this site are read: paste the list’s text."),
        (lambda: "https://testserver@elsewhere.example/s/abc/", "Only links of this site are read"),
        (lambda: "https://testserver/lists/1/", "This is no view link of a list."),
        (lambda: "https://[testserver/s/abc/", "This is no view link of a list."),
        (lambda: "https://testserver/s/unknown/", "Behind this link there is no list."),
        (removed, "Behind this link there is no list."),
        (lambda: link(stored(), "?revision=9"), "Behind this link there is no list."),
        (replaced, "This link was replaced by a newer one."),
    ],
)
def test_a_link_to_no_list_says_so_in_its_row(client, make_link, sentence):
    response = check(client, make_link())
    (row,) = rows(response)
    assert (response.status_code, sentence in row, "take-" in row) == (200, True, False)


def test_an_earlier_state_is_read_only_where_it_is_shared(client):
    row = stored()
    history.save(row, LoadedRoster.from_data(MUTANTS | {"name": "Later"}), "rename")
    address = link(row, "?revision=1")
    assert check(client, address).context["rows"][0].row.loaded is None
    share_state(row, 1)
    assert check(client, address).context["rows"][0].row.loaded.document.name == MUTANTS["name"]


def test_a_hundred_lists_are_checked_and_no_more(client):
    links = [f"https://testserver/s/{number}/" for number in range(101)]
    assert len(check(client, "\n".join(links[:100])).context["rows"]) == 100
    for text in ("\n".join(links), json.dumps([MUTANTS | {"units": []}] * 101)):
        response = check(client, text)
        assert (response.status_code, "Too many lists: 100 maximum." in response.content.decode()) == (422, True)


def test_lists_that_are_too_large_together_are_refused(client):
    links = [link(stored(MUTANTS | {"notes": "é" * 4_900})) for _number in range(92)]  # 9,800 bytes of notes each
    response = check(client, "\n".join(links))
    assert (response.status_code, "Together these lists are too large" in response.content.decode()) == (422, True)


# --- one PDF --------------------------------------------------------------------------------------------------------


@pytest.fixture
def rendered(monkeypatch):
    """The (name, parts) of each list that is printed; quickly."""
    done = []

    def html(source):
        done.append((source.loaded.document.name, source.choices.printed_parts))
        return f"<html lang=en><title>x</title><p>{source.loaded.document.name}</p></html>"

    monkeypatch.setattr("builder.exports.formats.pdf.html", html)
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    return done


def test_the_ticked_lists_are_one_pdf_that_a_page_waits_for(client, rendered):
    response = check(client, json.dumps([MUTANTS, MUTANTS | {"name": "B"}, MUTANTS | {"name": "C"}]))
    fields = carried(response)
    del fields["take-0-0"]
    with patch("tests.client.make_files"):
        waits = client.post("/check/", fields | {"action": "print"})
        assert (waits.status_code, client.get(waits.url).status_code) == (302, 202)
        other = then(client, response, action="print")  # another one of this client, which comes after it
        assert (other.status_code, 'data-again="2000"' in other.content.decode()) == (202, True)
    make_files()
    made = client.get(waits.url)
    assert (made["Content-Type"], made.content[:4]) == ("application/pdf", b"%PDF")
    assert rendered == [(name, ("head", "roster", "findings")) for name in "BC"]
    assert client.post("/check/", fields | {"action": "print"}).content == made.content
    assert (len(rendered), Roster.objects.count()) == (2, 0)


def test_fifty_lists_are_printed_in_one_file_and_no_more(client, rendered):
    for number, status in ((50, 200), (51, 422)):
        checked = check(client, json.dumps([MUTANTS | {"units": []}] * number))
        assert then(client, checked, action="print").status_code == status


def test_the_address_of_a_pdf_that_is_gone_leads_to_the_form(client):
    assert client.get("/check/?sheet=0123").url == "/check/"


def test_the_pdf_is_erased_with_a_list_that_it_shows(client, rendered):
    row = stored()
    then(client, check(client, link(row)), action="print")
    assert KeptFile.objects.count() == 1
    Roster.objects.update(deleted=row.created)
    erase(Roster.objects.filter(pk=row.pk))
    assert KeptFile.objects.count() == 0


# --- a gathering ----------------------------------------------------------------------------------------------------


def test_copies_of_the_ticked_lists_become_a_campaign(client):
    row = stored()
    response = check(client, link(row))
    kept = then(client, response, action="gather", gathering="Open d’été")
    gathering = Gathering.objects.get()
    (member,) = Membership.objects.all()
    assert (kept.url, gathering.name) == (f"/gatherings/{gathering.pk}/", "Open d’été")
    assert (member.roster_id != row.pk, member.roster.document) == (True, row.document)
    assert client.get(kept.url).status_code == client.get(f"/lists/{member.roster_id}/").status_code == 200
    assert client.get(f"/lists/{row.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("lists", "name", "sentence"),
    [
        ([MUTANTS], " ", "Give the campaign or gang a name"),
        ([MUTANTS, OTHER_GAME], "Open", "This list is for another game."),
        ([NO_CAMPAIGNS], "Open", "This game has no campaigns."),
        ([MUTANTS] * 41, "Open", "Full. Maximum lists: 40."),
    ],
)
def test_a_gathering_that_cannot_be_says_why_and_nothing_is_stored(client, lists, name, sentence):
    response = then(client, check(client, json.dumps(lists)), action="gather", gathering=name)
    assert (response.status_code, sentence in response.content.decode()) == (422, True)
    assert (Roster.objects.count(), Gathering.objects.count()) == (0, 0)


def test_only_so_many_gatherings_are_kept_at_once(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"gather": "1/h"}
    answers = [
        then(client, check(client, json.dumps([MUTANTS])), action="gather", gathering=name).status_code for name in "AB"
    ]
    assert (answers, Gathering.objects.count()) == ([302, 429], 1)


def test_who_organises_finds_the_page(client):
    assert 'href="/check/"' in client.get("/gatherings/").content.decode()
    assert client.get("/check/").status_code == 200
