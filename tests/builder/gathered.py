"""Sets up a gang of several people in one line: rosters, memberships, browsers that hold them."""

from django.test import Client

from builder import access, history
from builder.games import DESKS
from builder.gatherings import acts, keys
from builder.workbench import Bench
from rules.roster import FORMAT

GAME = "of-the-dead"


def character(name="Mira", **fields):
    """The document of a list of one character; `fields` are its own."""
    attributes = {"physique": 3, "psychique": 2, "reflexes": 2, "combat": 2}
    unit = {"kind": "character", "name": name, "attributes": attributes} | fields
    return {"format": FORMAT, "game": GAME, "name": name, "units": [unit]}


def roster(name="Mira", **fields):
    """A stored list of one character."""
    return history.create(Bench.of_document(character(name, **fields)), "new")[0]


def gang(*names, **head):
    """A gathering with a member for each name: (gathering, memberships)."""
    row, _key = acts.found(GAME, **{"name": "Les Rescapés"} | head)
    return row, [acts.join(row, roster(name)) for name in names]


def organiser(gathering, client=None):
    """A browser that organises a gathering."""
    return granted(client or Client(), keys.GRANTS, gathering)


def player(*memberships, client=None):
    """A browser that holds the rosters of these members."""
    client = client or Client()
    for membership in memberships:
        granted(client, access.GRANTS, membership.roster)
    return client


def granted(client, key, row):
    session = client.session
    session[key] = session.get(key, {}) | {str(row.pk): row.generation}
    session.save()
    return client


def words():
    return DESKS[GAME].gathering.words
