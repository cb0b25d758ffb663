"""A stored group, the edits on it and what its pages answer, in one line each."""

from django.urls import reverse

from builder.lists import history
from builder.lists.access import GRANTS
from builder.lists.edits import perform
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from builder.registry import GAME_UIS
from tests.rules.chain_reaction import make

GAME_UI = GAME_UIS["chain-reaction"]
HTMX = {"HX-Request": "true"}


def after(document, line, **fields):
    """The list after an edit, without a database."""
    return perform(GAME_UI, load_roster(document), line, fields)


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = make.BOOK
    return loaded


def owned(client, document):
    """A stored list that this client may edit."""
    made, _key = history.create(LoadedRoster(document), "new")
    session = client.session
    session[GRANTS] = session.get(GRANTS, {}) | {str(made.pk): made.generation}
    session.save()
    return made


def fresh(row):
    return Roster.objects.get(pk=row.pk)


def list_of(row):
    return history.load_roster(fresh(row)).document


def do(client, row, line, headers=None, **fields):
    data = {"command": line, "revision": fresh(row).revision} | fields
    return client.post(reverse("roster-edit", args=[row.pk]), data, headers=headers or {})


def page_of(row, slug="aftermath"):
    return reverse("roster-page", args=[row.pk, slug])


def walk(client, row, headers=None, **fields):
    return client.post(page_of(row), {"revision": fresh(row).revision} | fields, headers=headers or {})
