"""Sets up a gang of several people in one line: rosters, memberships, browsers that hold them."""

from django.test import Client

from builder.gatherings import services
from builder.gatherings.spec import GATHERINGS
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from rules.document import FORMAT
from tests import make

GAME = "of-the-dead"


def character(name="Mira", **fields):
    """The document of a list of one character; `fields` are its own."""
    attributes = {"physique": 3, "psychique": 2, "reflexes": 2, "combat": 2}
    unit = {"kind": "character", "name": name, "attributes": attributes} | fields
    return {"format": FORMAT, "game": GAME, "name": name, "units": [unit]}


def roster(name="Mira", **fields):
    """A stored list of one character."""
    return history.create(LoadedRoster.from_data(character(name, **fields)), "new")[0]


def gang(*names, **head):
    """A gathering with a member for each name: (gathering, memberships)."""
    row, _key = services.create(GAME, **{"name": "Les Rescapés"} | head)
    return row, [services.join(row, roster(name)) for name in names]


def organiser(gathering, client=None):
    """A browser that organises a gathering."""
    return make.grant(client or Client(), gathering)


def player(*memberships, client=None):
    """A browser that holds the rosters of these members."""
    client = client or Client()
    for membership in memberships:
        make.grant(client, membership.roster)
    return client


def words():
    return GATHERINGS[GAME].words
