"""What a printed sheet states of its list: signed, attached to the PDF, and shown behind its code."""

import base64
import json

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.versions.certificates import certificate_of, fingerprint, is_signed, public_keys
from builder.versions.models import Certificate
from rules.models import Edition
from tests import make
from tests.client import make_sheets_at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    made, _key = history.create(LoadedRoster(make.convoy(name="Les Chacals")), "new")
    return made


def certified(row):
    loaded = history.load_roster(row)
    return json.loads(certificate_of(row, row.revision, loaded, f"https://example.org/s/{row.share_key}/1/"))


def page(row, number, client=None):
    address = reverse("printed", args=[row.share_key, number])
    return (client or Client()).get(address, headers={"accept-language": "en"})


def test_a_certificate_says_what_is_true_of_the_state(row):
    loaded, certificate = history.load_roster(row), certified(row)
    assert certificate["document"] == fingerprint(loaded)
    assert (certificate["verdict"], certificate["points"]) == (loaded.verdict.state, loaded.verdict.total)
    assert is_signed(certificate, public_keys())
    assert certified(row) == certificate  # the second sheet of the state carries the same
    assert Certificate.objects.count() == 1


def test_who_changes_a_figure_or_the_key_is_found_out(row, settings):
    certificate = certified(row)
    for change in ({"points": 1}, {"verdict": "bad"}, {"signature": "AAAA"}, {"key": "0" * 16}, {"more": 1}):
        assert not is_signed(certificate | change, public_keys())
    assert not is_signed({}, public_keys())
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another key of the site, forty letters long"
    assert not is_signed(certificate, public_keys())
    settings.SECRET_KEY_FALLBACKS = [before]
    assert is_signed(certificate, public_keys())


def test_the_published_keys_verify(row):
    published = Client().get("/.well-known/bivouac-keys.json").json()["keys"]
    keys = [base64.b64decode(key["key"]) for key in published]
    certificate = certified(row)
    assert published[0]["id"] == certificate["key"]
    assert is_signed(certificate, keys)


def test_the_page_says_whether_the_print_is_still_the_list(row):
    certified(row)
    assert "Unchanged since." in page(row, 1).content.decode()
    history.apply(row, "add-vehicle moyen", {}, 1)
    assert page(row, 1)["Location"] == reverse("shared", args=[row.share_key])  # never printed by who may edit it
    row.revisions.filter(number=1).update(shared=True)
    answer = page(row, 1).content.decode()
    assert "Changed since" in answer
    assert "Unchanged since." not in answer
    certificate = Client().get(reverse("certificate", args=[row.share_key, 1])).json()
    assert is_signed(certificate, public_keys())


def test_a_new_link_is_a_new_certificate_of_the_same_state(row):
    before, row.share_key = certified(row), "another-link"
    certificate = certified(row)
    assert certificate["address"] == "https://example.org/s/another-link/1/"
    assert certificate["document"] == before["document"]
    assert is_signed(certificate, public_keys())
    assert (certified(row), Certificate.objects.count()) == (certificate, 1)


def test_another_book_is_another_certificate(row):
    certified(row)
    Edition.objects.filter(game__slug=row.game).update(revision=99)
    assert "The book has changed since" in page(row, 1).content.decode()
    assert certified(row)["book"] == 99
    assert Certificate.objects.count() == 2


@pytest.mark.paper
def test_the_printed_sheet_carries_it(row, monkeypatch, tmp_path, capsys):
    make_sheets_at_once(monkeypatch)
    client = Client()
    make.grant(client, row)
    answer = client.get(f"/lists/{row.pk}/pdf/?layout=roster", follow=True)
    file = tmp_path / "sheet.pdf"
    file.write_bytes(answer.content)
    call_command("rosters", "verify", str(file))
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["signed"]
    assert json.loads(line)["certificate"]["document"] == fingerprint(history.load_roster(row))
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps(json.loads(line)["certificate"] | {"points": 7}))
    for path, status in ((spoilt, 1), (tmp_path / "none.json", 2)):
        (tmp_path / "none.json").write_text("{}")
        with pytest.raises(SystemExit) as ended:
            call_command("rosters", "verify", str(path))
        assert ended.value.code == status
