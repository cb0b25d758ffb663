"""The page Import: what it shows, and that nothing is stored before the player says so."""

import io
import json
import random
import re
import zipfile
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import MULTIPART_CONTENT
from django.utils.translation import override

from builder.exports import making
from builder.exports.forked import Failed, OverLimit
from builder.exports.models import KeptFile
from builder.exports.registry import EXPORTS, ExportSource
from builder.imports import worker
from builder.imports.files import TextFile
from builder.imports.reading import lists_of
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from tests.client import make_files
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db
MUTANTS = READ["rbn/mutants"]
TYPED = """Les Chacals (Mutants) 300 pts
- Gordon: T3 C3, fusil d'assaut, épée, porte-bonheur
- 2x Goules: crocs et grifes
"""


def text_of(data, form="full"):
    with override("fr"):
        return EXPORTS[form].render(ExportSource(LoadedRoster.from_data(data))).decode()


def carried(response):
    """The fields that the page carries on to the next step, as a browser sends them."""
    page = response.content.decode()
    fields = dict(re.findall(r'<input type="checkbox" name="(take-[\d-]+)"()', page))
    for number, file in enumerate(response.context["files"]):
        fields |= {f"text-{number}": file.file.text, f"name-{number}": file.file.name}
    for name, options in re.findall(r'<select name="(choice-[\d-]+)">(.*?)</select>', page, re.DOTALL):
        fields[name] = re.search(r'value="([^"]*)"', options)[1]
    return fields


def archive(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as zipped:
        for name, text in files.items():
            zipped.writestr(name, text)
    return SimpleUploadedFile("bivouac.zip", content.getvalue())


@pytest.mark.parametrize("form", ["full", "markdown", "discord", "bbcode", "json"])
def test_what_was_copied_is_kept_as_the_same_list(client, form):
    response = client.post("/import/", {"text": text_of(MUTANTS, form)})
    assert (response.status_code, Roster.objects.count()) == (200, 0)
    kept = client.post("/import/", carried(response) | {"action": "keep"})
    roster = Roster.objects.get()
    assert kept.url.startswith(f"/lists/{roster.pk}/")
    assert roster.document == MUTANTS


def test_each_line_is_shown_with_what_it_was_understood_as(client):
    page = client.post("/import/", {"text": TYPED}, headers={"Accept-Language": "en"}).content.decode()
    assert "fusil d&#x27;assaut → <b>Assault rifle</b>" in page
    assert "porte-bonheur → not understood: kept in the notes" in page
    assert Roster.objects.count() == 0


def test_what_is_not_understood_is_kept_in_the_notes(client):
    response = client.post("/import/", {"text": TYPED}, headers={"Accept-Language": "en"})
    client.post("/import/", carried(response) | {"action": "keep"}, headers={"Accept-Language": "en"})
    document = Roster.objects.get().document
    assert document["notes"] == "Not understood when it was imported:\nporte-bonheur"
    assert [unit["weapons"] for unit in document["units"]] == [["fusil-d-assaut", "epee"], ["crocs-et-griffes"]]


def test_a_guess_is_what_the_player_chooses(client):
    response = client.post("/import/", {"text": "Les Rescapés\nof the dead\n- Nadia: brico, combat 3\n"})
    fields = carried(response)
    (choice,) = [name for name in fields if name.startswith("choice")]
    assert fields[choice] == "character:vocation=bricoleur"
    client.post("/import/", fields | {"action": "keep", choice: ""})
    document = Roster.objects.get().document
    assert "vocation" not in document["units"][0]
    assert "brico" in document["notes"]


def test_the_archive_of_the_own_data_brings_its_lists_back(client):
    names = ["rbn/mutants", "chain-reaction/armes-inconnues"]
    lists = {f"lists/{number}-x.json": json.dumps(READ[name]) for number, name in enumerate(names)}
    files = {"account.json": "{}", "lists.json": "[]", "battles/1.json": "{}", "history/1.jsonl": "{}", **lists}
    response = client.post("/import/", {"files": archive(files)}, MULTIPART_CONTENT)
    assert (response.status_code, response.context["problems"]) == (200, [])
    assert client.post("/import/", carried(response) | {"action": "keep"}).url == "/lists/"
    assert sorted(row.name for row in Roster.objects.all()) == sorted(READ[name]["name"] for name in names)


def test_a_large_archive_of_the_own_data_is_read_from_a_temporary_file(client):
    noise = random.Random(32).randbytes(2_000_000)
    files = {"lists.json": "[]", "battles/1.json": noise, "lists/1-x.json": json.dumps(MUTANTS)}
    upload = archive(files)
    assert upload.size > 2_000_000
    response = client.post("/import/", {"files": upload}, MULTIPART_CONTENT)
    assert (response.status_code, response.context["problems"]) == (200, [])
    client.post("/import/", carried(response) | {"action": "keep"})
    assert Roster.objects.get().document == MUTANTS


@pytest.mark.parametrize(
    ("content", "status"), [(b"x" * 1_000_100, 200), (b"PK\x03\x04" + b"x" * 1_500_000, 200), (b"x" * 5_000_001, 413)]
)
def test_a_file_that_is_too_large_is_refused_in_words(client, monkeypatch, content, status):
    monkeypatch.setattr("config.files.MOST_ARCHIVED", 5_000_000)
    response = client.post("/import/", {"files": SimpleUploadedFile("a.txt", content)}, MULTIPART_CONTENT)
    assert response.status_code == status
    assert status == 413 or response.context["problems"]


# --- Large texts, which a file worker reads -------------------------------------------------------------------------

LARGE = json.dumps([MUTANTS | {"notes": "x" * 4_000}] * 20)


def hidden_fields(response):
    return {name: value for name, values in response.context["waiting"].items() for value in values}


def test_a_large_text_is_read_by_a_file_worker_and_removed_when_it_is_shown(client):
    with patch("tests.client.make_files"):
        waits = client.post("/import/", {"text": LARGE})
        assert (waits.status_code, 'data-again="2000"' in waits.content.decode()) == (202, True)
        assert client.post("/import/", hidden_fields(waits)).status_code == 202
        assert KeptFile.objects.count() == 1
    make_files()
    response = client.post("/import/", hidden_fields(waits))
    assert (response.status_code, len(response.context["files"][0].lists), KeptFile.objects.count()) == (200, 20, 0)
    client.post("/import/", carried(response) | {"action": "keep"})
    assert Roster.objects.count() == 20


def test_what_a_worker_reads_of_a_typed_text_is_what_is_read_here():
    with override("fr"):
        texts = [TextFile("", TYPED + "Nadia: brico\n"), TextFile("", "{"), TextFile("", text_of(MUTANTS))]
    request = {"texts": [worker.packed((text, None, {(1, 2): ""})) for text in texts]}
    lists = [[worker.list_from(data) for data in rows] for rows in json.loads(worker.make(request))]
    assert lists == [list(lists_of(text, None, {(1, 2): ""})) for text in texts]


@pytest.mark.parametrize("error", [OverLimit("memory"), Failed("!")])
def test_a_text_that_takes_too_much_is_answered_in_words(client, error):
    def fails(*_given):
        raise error

    with patch.object(making, "run_forked", fails):
        response = client.post("/import/", {"text": LARGE}, headers={"Accept-Language": "en"})
    assert (response.status_code, "less at once." in response.content.decode()) == (422, True)
    assert (Roster.objects.count(), KeptFile.objects.count()) == (0, 0)


def test_another_client_with_a_full_queue_waits_its_turn(client, settings):
    settings.SHEET_QUEUE = 0
    response = client.post("/import/", {"text": LARGE})
    assert (response.status_code, Roster.objects.count()) == (503, 0)


def test_only_ticked_lists_are_kept(client):
    response = client.post("/import/", {"text": json.dumps([MUTANTS, MUTANTS | {"name": "B"}])})
    fields = carried(response)
    del fields["take-0-0"]
    client.post("/import/", fields | {"action": "keep"})
    assert [row.name for row in Roster.objects.all()] == ["B"]


def test_all_lists_are_kept_or_none(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "1/h"}
    response = client.post("/import/", {"text": json.dumps([MUTANTS, MUTANTS])})
    assert client.post("/import/", carried(response) | {"action": "keep"}).status_code == 429
    assert Roster.objects.count() == 0


@pytest.mark.parametrize("address", ["/", "/lists/"])
def test_the_page_is_reached(client, address):
    assert 'href="/import/"' in client.get(address).content.decode()


def test_an_empty_form_says_what_to_do(client):
    response = client.post("/import/", {"text": " "}, headers={"Accept-Language": "en"})
    assert (response.status_code, "Choose a file or paste a list." in response.content.decode()) == (422, True)
