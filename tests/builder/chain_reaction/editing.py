"""A stored group, the edits on it and the answers of its pages, in one line each."""

from django.urls import reverse

from builder.lists import history
from builder.lists.commands import perform
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from tests.make import grant
from tests.rules.chain_reaction import make

HTMX = {"HX-Request": "true"}


def after(document, command, **fields):
    """The list after an edit, without a database."""
    return perform(load_roster(document), command, fields)


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = make.BOOK
    return loaded


def store(client, document):
    """A stored list that this client may edit."""
    roster, _key = history.create(LoadedRoster(document), "new")
    grant(client, roster)
    return roster


def reloaded(roster):
    return Roster.objects.get(pk=roster.pk)


def document_of(roster):
    return history.load_roster(reloaded(roster)).document


def edit(client, roster, command, headers=None, **fields):
    """The answer to an edit of the state that is stored."""
    data = {"command": command, "revision": reloaded(roster).revision} | fields
    return client.post(reverse("roster-edit", args=[roster.pk]), data, headers=headers or {})


def page_of(roster, slug="aftermath"):
    return reverse("roster-page", args=[roster.pk, slug])


def report(client, roster, headers=None, **fields):
    """The answer to a report on a game, sent for the state that is stored."""
    return client.post(page_of(roster), {"revision": reloaded(roster).revision} | fields, headers=headers or {})
