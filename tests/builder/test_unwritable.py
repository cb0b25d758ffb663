"""Text that cannot be written again: refused by each layer on its own, and harmless where it is stored already."""

import pytest
from django.test import Client
from django.urls import reverse

from builder.games.of_the_dead import gang as gangs
from builder.gatherings import forms
from builder.lists.edits import BadEdit
from builder.models import Gathering, Roster
from rules.document import FORMAT, read
from rules.registry import GAMES
from tests.builder import gathered

pytestmark = pytest.mark.django_db
LONE = "\\ud800"  # as `unicode_escape` spells a lone surrogate


@pytest.fixture
def bare(settings):
    """A browser whose requests are read in any charset, as if nothing stood before the forms."""
    before = ("only_small_forms", "only_utf_8")
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if not one.endswith(before)]
    return Client()


def post(client, path, **fields):
    """A form in the charset `unicode_escape`."""
    parts = (
        f'--XX\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in fields.items()
    )
    body = "".join(parts) + "--XX--\r\n"
    return client.generic("POST", path, body, "multipart/form-data; boundary=XX; charset=unicode_escape")


@pytest.mark.database
def test_no_form_smuggles_a_lone_surrogate(client):
    gang, _members = gathered.gang()
    paths = ["/new/rbn/", "/new/of-the-dead/", "/gatherings/new/of-the-dead/", f"/j/{gang.invite_key}/"]
    assert [post(client, path, name=LONE).status_code for path in paths] == [415] * len(paths)
    assert (Roster.objects.count(), Gathering.objects.count()) == (0, 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_list_refuses_it_and_is_shown_again(bare, game):
    assert post(bare, reverse("roster-new", args=[game]), name=LONE, budget="300").status_code == 422
    assert Roster.objects.count() == 0


def test_a_new_gang_refuses_it_and_is_shown_again(bare):
    for fields in ({"name": LONE}, {"name": "X", "notes": LONE}):
        assert post(bare, "/gatherings/new/of-the-dead/", **fields).status_code == 422
    assert Gathering.objects.count() == 0


@pytest.mark.database
def test_a_newcomer_refuses_it_and_is_shown_again(bare):
    gang, _members = gathered.gang()
    for fields in ({"name": LONE}, {"name": "Mira", "player": LONE}):
        assert post(bare, f"/j/{gang.invite_key}/", **fields).status_code == 422
    assert Roster.objects.count() == 0


FIELDS = [
    (forms.HeadForm, {"name": "X", "notes": ""}),
    (forms.ChapterForm, {"title": "X", "text": "", "conditions": ""}),
    (forms.NewsForm, {"text": "X"}),
    (forms.NewcomerForm, {"name": "X", "player": ""}),
]


@pytest.mark.parametrize(("form", "fields"), FIELDS)
@pytest.mark.parametrize("bad", ["\0", "\ud800"])
def test_every_text_of_a_form_refuses_it(form, fields, bad):
    assert form(fields).errors == {}
    for name in fields:
        wrong = form(fields | {name: f"a{bad}b"})
        assert {key: len(errors) for key, errors in wrong.errors.items()} == {name: 1}
        str(wrong).encode()


@pytest.mark.parametrize(("name", "player"), [("\ud800", ""), ("Mira", "\ud800"), ("x" * 201, ""), ("", "x" * 201)])
def test_a_newcomer_keeps_to_the_limits_of_the_document(name, player):
    empty = read({"format": FORMAT, "game": gathered.GAME, "units": []}, GAMES)
    with pytest.raises(BadEdit):
        gangs.newcomer(empty, name, player)


def test_a_newcomer_whom_the_document_refuses_is_told_so(client, monkeypatch):
    monkeypatch.setattr(forms.NewcomerForm.base_fields["name"], "validators", [])
    gang, _members = gathered.gang()
    response = client.post(f"/j/{gang.invite_key}/", {"name": "x" * 201}, follow=True)
    assert (response.redirect_chain, Roster.objects.count()) == ([(f"/j/{gang.invite_key}/", 302)], 0)
    assert "200" in next(str(message) for message in response.context["messages"])


@pytest.mark.database
@pytest.mark.parametrize("broken", [{}, [], {"format": FORMAT, "game": gathered.GAME, "units": [{"kind": "ghost"}]}])
def test_statistics_pass_over_a_stored_list_that_cannot_be_read(client, broken):
    gathered.roster("Mira")
    tom = gathered.roster("Tom")
    Roster.objects.update(counted=True)
    Roster.objects.filter(pk=tom.pk).update(document=broken)
    response = client.get(reverse("game-page", args=[gathered.GAME, "statistics"]))
    assert (response.status_code, response.context["number"]) == (200, 1)
