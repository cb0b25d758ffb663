"""Browsers that have one of everything, and every page that links lead them to."""

import re
from collections import deque
from html import unescape

from django.test import Client
from django.urls import Resolver404, URLPattern, get_resolver, resolve
from django.utils import timezone

from builder.gatherings import services
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Battle, Box, Gathering, Roster
from rules.registry import GAMES
from tests.battles import played
from tests.builder import campaigned, gathered, members, people

A_BOX = {"format": "bivouac-box/1", "game": "rbn", "models": [{"kind": "fighter", "name": "Gordon", "count": 12}]}
LINK = re.compile(r'(?:href|data-src)="(/[^"#]*)').findall
MAIN = re.compile(r"<main.*</main>", re.DOTALL).findall
NAME = re.compile(r"(\w+)(?:=[^&]*)?").findall


def stranger():
    """A browser without anything: (client, where it begins: pages for strangers, links that others sent)."""
    gang, (mira,) = gathered.gang("Mira")
    battle = played.battle()
    code = gathered.player(mira).post("/device/").context["code_link"]
    watched, shared = f"/w/{battle.watch_key}/", f"/s/{mira.roster.share_key}/"
    sent = [f"/j/{gang.invite_key}/", f"/g/{gang.share_key}/", f"/b/{battle.join_key}/", watched, f"{watched}pictures/"]
    parts = [shared + part for part in ("", "career/", "frame/", "1/", "changes/?from=1")]
    return Client(), [*sent, *parts, code.removeprefix("http://testserver")]


def owner():
    """A browser whose account has a battle of each game, a gang and a campaign: (client, where it begins)."""
    user = members.with_app(people.account())
    begins = ["/lists/?archive=1", "/box/rbn/?take=all", *unfinished(user)]
    for game in GAMES:
        rosters = [side.roster for side in played.battle(game).rosters.all()]
        for row in rosters:
            people.grant(user, row)
        last = len(history.load_roster(row).document.units) - 1
        begins += [f"/lists/{row.pk}/?unit={last}", f"/lists/several/{'-'.join(str(one.pk) for one in rosters)}/print/"]
    gang = a_gang(user)
    begins += [f"/lists/{member.roster_id}/versions/" for member in gang.memberships.all()[:1]]
    for gathering in (gang, a_campaign(user), removed(gathered.gang()[0])):
        people.grant(user, gathering)
    people.grant(user, removed(gathered.roster()))
    people.grant(user, Box.objects.create(game="rbn", content=A_BOX))
    return people.signed_in(user), begins


def unfinished(user):
    """A list with much to do, and the ways out of it."""
    row, _key = history.create(loaded := LoadedRoster.empty("rbn"), "new")
    people.grant(user, row)
    return [f"/lists/{row.pk}/", f"/lists/{row.pk}/ways/?rule={loaded.verdict.findings[0].rule.id}"]


def removed(row):
    type(row).objects.filter(pk=row.pk).update(deleted=timezone.now())
    return row


def a_gang(user):
    """A gang of two with a chapter to come, one that was played, and news, also for all; a list has changed since."""
    gang, (mira, tom) = gathered.gang("Mira", "Tom", community=True)
    people.grant(user, mira.roster)
    services.plan(gang, {"title": "Le pont", "least_members": 2}, {mira: ""})
    services.plan(gang, {"title": "La tour", "held": True}, {mira: "Bras cassé", tom: ""})
    services.announce(gang, "Dimanche")
    services.announce(gang, "On recrute", mira, user.pk)
    history.apply(mira.roster, "rename", {"name": "Mira la Rousse"}, mira.roster.revision)
    return gang


def a_campaign(user):
    gathering, (wolves, rats) = campaigned.campaign()
    people.grant(user, wolves.roster)
    client = campaigned.organiser(gathering)
    campaigned.enter(client, gathering, campaigned.FIRST, (wolves, "main", ""), (rats, "", ""), action="hold")
    campaigned.enter(client, gathering, campaigned.SECOND, (wolves, "", ""), (rats, "", ""))
    return gathering


def pages(client, begins):
    """Every page that links lead to: {what it shows: (address, HTML of its content)}; of what is alike only one."""
    found, met, waiting = {}, set(), deque(begins + without_arguments())
    while waiting:
        address = unescape(waiting.popleft())
        if address in met:
            continue
        met.add(address)
        kind = kind_of(address)
        if kind is None or kind in found:
            continue
        answer = client.get(address, follow=True)
        html = answer.content.decode() if answer["Content-Type"].startswith("text/html") else ""
        found[kind] = address, "".join(MAIN(html))
        waiting += LINK(html)
    return found


def routes():
    """The addresses of pages; the API has a resolver of its own among them."""
    patterns = [one for occupation in get_resolver("builder.urls").url_patterns for one in occupation.url_patterns]
    return [pattern for pattern in patterns if isinstance(pattern, URLPattern)]


def is_file(route):
    """Whether an address brings no page: some files take seconds."""
    path = str(getattr(route, "pattern", None) or route.route)
    file = r"/(zip|json|file|calendar|preview/.*|pictures/.+|\w+\.(js|json|txt))/?$"
    return "<export:" in path or bool(re.search(file, f"/{path}"))


def without_arguments():
    """The addresses of the site that are always the same."""
    return [f"/{route.pattern}" for route in routes() if "<" not in str(route.pattern)]


def kind_of(address):
    """What an address shows: route, words in it, game, and the names of what it asks. None of a file."""
    path, _, query = address.partition("?")
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if is_file(match):
        return None
    words = [str(value) for name, value in match.kwargs.items() if name not in ("pk", "key", "chapter", "member")]
    return match.url_name, *words, game_of(match), *sorted(NAME(query))


def game_of(match):
    """The game of the list, battle or gathering in an address: each renders some parts in its own way."""
    model = {"lists": Roster, "battles": Battle, "gatherings": Gathering}.get(match.route.split("/")[0])
    return model and model.objects.filter(pk=match.kwargs.get("pk")).values_list("game", flat=True).first()
