"""Grants that come at once, from several connections."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client

from builder.models import Browser, Roster
from tests import make
from tests.builder import gathered

AT_ONCE = 6

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def at_once(*work):
    """The results of functions that begin at the same moment, each in a thread with a connection of its own."""
    barrier = Barrier(len(work))

    def run(one):
        try:
            barrier.wait(20)
            return one()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(run, work))


def tab_of(client):
    """Another request of the same browser."""
    tab = Client()
    tab.cookies.update(client.cookies)
    return tab


def sees(client):
    return sorted(row.name for row in client.get("/lists/").context["rosters"])


@pytest.mark.parametrize("own", [False, True])
def test_lists_granted_in_many_tabs_at_once_are_all_kept(settings, own):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "1000/h"}
    client = Client()
    if own:
        make.grant(client, gathered.roster("Own"))
    source, tabs = gathered.roster("Mira"), [tab_of(client) for _number in range(AT_ONCE)]
    answers = at_once(*[lambda tab=tab: tab.post(f"/s/{source.share_key}/copy/").status_code for tab in tabs])
    assert answers == [302] * AT_ONCE
    for tab in tabs:
        client.cookies.update(tab.cookies)
    assert sees(client) == ["Mira"] * AT_ONCE + ["Own"] * own
    before = set(client.cookies)
    client.post(f"/s/{source.share_key}/copy/")
    newest = Client()
    newest.cookies.load({name: morsel.value for name, morsel in client.cookies.items() if name not in before})
    assert sees(newest) == ["Mira"] * (AT_ONCE + 1) + ["Own"] * own


def test_a_key_that_grants_and_is_used_and_is_renewed_at_once_does_not_fail(settings):
    client, row = Client(), gathered.roster("Own")
    make.grant(make.grant(client, gathered.roster("Other")), row)
    Browser.objects.update(used="2020-01-01", grace_ends="2020-01-01T00:00Z")
    tabs = [tab_of(client) for _number in range(AT_ONCE)]
    work = [lambda tab=tab: tab.get(f"/lists/{row.pk}/").status_code for tab in tabs[:3]]
    work += [lambda tab=tab: tab.post(f"/lists/{row.pk}/duplicate/").status_code for tab in tabs[3:5]]
    work += [lambda: tabs[5].post(f"/lists/{row.pk}/links/", {"action": "edit"}).status_code]
    answers = at_once(*work)
    assert answers == [200] * 3 + [302] * 3
    for tab in tabs:
        client.cookies.update(tab.cookies)
    assert sees(client) == ["Other", "Own", "Own", "Own"]
    assert (Roster.objects.count(), Browser.objects.count() <= 1 + len(tabs)) == (4, True)
