"""The page Import: what it shows, and that nothing is stored before the player says so."""

import io
import json
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import MULTIPART_CONTENT
from django.utils.translation import override

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
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
