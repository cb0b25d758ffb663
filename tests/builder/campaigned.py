"""Sets up a campaign of several lists in one line, and plans and records its battles as its pages do."""

from django.test import Client
from django.urls import reverse

from builder.gatherings import services
from builder.models import Chapter
from tests import make
from tests.battles import played

GAME = "rbn"
FIRST, SECOND, SIXTH = "selection-naturelle", "qui-va-en-voiture", "le-jour-du-grand-depart"
SEVENTH, EIGHTH, NINTH, TENTH = (
    "l-autoroute-de-l-enfer",
    "escale-sans-lendemain",
    "la-source-du-mal",
    "retour-compromis",
)


def campaign(*names):
    """A campaign with a list for each name: (gathering, memberships)."""
    row, _key = services.create(GAME, name="Merc City")
    return row, [services.join(row, played.roster(name=name)) for name in names or ("Loups", "Rats")]


def organiser(gathering, *memberships):
    """A browser that organises a campaign and holds the lists of these members."""
    client = make.grant(Client(), gathering)
    for membership in memberships:
        make.grant(client, membership.roster)
    return client


def fields(scenario, *sides, action="plan", **more):
    """What the form of a battle sends. sides: (membership, "main secondary", feats)."""
    sent = {"title": "Partie", "scenario": scenario, "action": action, "revision": "0"} | more
    for number, (member, reached, feats) in enumerate(sides):
        sent |= {f"member-{number}": member.pk, f"feats-{number}": feats}
        sent |= {f"reached-{number}-{goal}": "on" for goal in reached.split()}
    return sent


def enter(client, gathering, scenario, *sides, **more):
    """Plan a battle, or record it with action="hold"; returns the chapter."""
    answer = client.post(reverse("chapter-new", args=[gathering.pk]), fields(scenario, *sides, **more))
    assert answer.status_code == 302, answer.content.decode()
    return Chapter.objects.order_by("-pk")[0]


def page(client, gathering):
    return client.get(reverse("gathering", args=[gathering.pk]))


def state(client, gathering):
    return page(client, gathering).context["state"]
