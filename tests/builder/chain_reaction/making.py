"""A stored group, the edits on it and what its pages answer, in one line each."""

from django.urls import reverse

from builder import history
from builder.access import GRANTS
from builder.edits import perform
from builder.games import DESKS
from builder.models import Roster
from builder.workbench import Bench
from tests.rules.chain_reaction import make

DESK = DESKS["chain-reaction"]
HTMX = {"HX-Request": "true"}


def after(list_, line, **fields):
    """The list after an edit, without a database."""
    return perform(DESK, bench_of(list_), line, fields)


def bench_of(list_):
    bench = Bench(list_)
    bench.catalogue = make.BOOK
    return bench


def owned(client, list_):
    """A stored list that this client may edit."""
    made, _key = history.create(Bench(list_), "new")
    session = client.session
    session[GRANTS] = session.get(GRANTS, {}) | {str(made.pk): made.generation}
    session.save()
    return made


def fresh(row):
    return Roster.objects.get(pk=row.pk)


def list_of(row):
    return history.bench_of(fresh(row)).list


def do(client, row, line, headers=None, **fields):
    data = {"do": line, "revision": fresh(row).revision} | fields
    return client.post(reverse("roster-do", args=[row.pk]), data, headers=headers or {})


def page_of(row, slug="aftermath"):
    return reverse("roster-page", args=[row.pk, slug])


def walk(client, row, headers=None, **fields):
    return client.post(page_of(row), {"revision": fresh(row).revision} | fields, headers=headers or {})
