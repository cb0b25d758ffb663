"""Gangs that become one and gangs that split: nothing is lost, links lead on, and a day long it is undone."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from builder.gatherings import regrouping, services
from builder.gatherings.career import parts_of
from builder.gatherings.erasing import tidy_removed_gatherings
from builder.lists.edits import BadEdit
from builder.models import Chapter, Gathering, Membership, Regrouping
from tests import make
from tests.builder import gathered

pytestmark = pytest.mark.django_db


@pytest.fixture
def gangs():
    """Two gangs; the first has played a chapter and has news."""
    (first, (mira, tom)), (second, (ada,)) = gathered.gang("Mira", "Tom", name="Nord"), gathered.gang("Ada", name="Sud")
    services.plan(first, {"title": "La tour", "held": True}, {mira: "Bras cassé", tom: ""})
    services.announce(first, "Dimanche")
    return first, second, mira, tom, ada


@pytest.fixture
def organiser(gangs):
    client = gathered.organiser(gangs[0], Client(headers={"accept-language": "en"}))
    return gathered.organiser(gangs[1], client)


def everything(gathering):
    return (
        sorted(membership.called for membership in gathering.memberships.all() if membership.current),
        [chapter.title for chapter in gathering.chapters.all()],
        [news.text for news in gathering.news.all()],
    )


def merged(client, gangs):
    return client.post(f"/gatherings/{gangs[0].pk}/regroup/", {"action": "merge", "other": gangs[1].pk})


def test_a_gang_that_is_merged_brings_everything_and_its_links_lead_on(organiser, gangs):
    first, second, mira, *_others = gangs
    before = everything(first), everything(second)
    assert merged(organiser, gangs).url == f"/gatherings/{second.pk}/"
    assert everything(second) == (["Ada", "Mira", "Tom"], ["La tour"], ["Dimanche"])
    page = gathered.player(mira, client=Client(headers={"accept-language": "en"})).get(
        f"/gatherings/{first.pk}/", follow=True
    )
    assert "Nord became part of Sud." in page.content.decode()
    assert Client().get(f"/g/{first.share_key}/").context["gathering"] == second
    assert Client().get(f"/j/{first.invite_key}/").context["gathering"] == second
    assert Client().get(f"/gatherings/{first.pk}/").status_code == 404
    assert tidy_removed_gatherings(timezone.now() + timedelta(days=40)) == 0
    row = Regrouping.objects.get()
    organiser.post(f"/gatherings/{second.pk}/regroup/{row.pk}/undo/")
    assert (everything(first), everything(second)) == before
    assert Client().get(f"/g/{first.share_key}/").context["gathering"] == first


def test_who_organised_the_one_organises_both_until_it_is_undone(gangs, organiser):
    other = gathered.organiser(gangs[0])
    merged(organiser, gangs)
    edit = f"/gatherings/{gangs[1].pk}/edit/"
    assert other.get(edit).status_code == 200
    regrouping.undo(Regrouping.objects.get())
    assert other.get(edit).status_code == 404


def test_only_who_organises_both_merges_them(gangs):
    client = gathered.organiser(gangs[0])
    assert (merged(client, gangs).status_code, Regrouping.objects.count()) == (422, 0)
    assert merged(gathered.player(gangs[2]), gangs).status_code == 404


def test_those_who_leave_found_a_new_gang_and_keep_their_careers(organiser, gangs):
    first, _second, _mira, tom, _ada = gangs
    answer = organiser.post(f"/gatherings/{first.pk}/regroup/", {"action": "split", "member": [tom.pk], "name": "Est"})
    new = Gathering.objects.get(name="Est")
    assert answer.url == f"/gatherings/{new.pk}/"
    assert (everything(first), everything(new)) == (
        (["Mira"], ["La tour"], ["Dimanche"]),
        (["Tom"], [], []),
    )
    assert [part.chapter.title for part in parts_of(tom.roster)] == ["La tour"]
    page = organiser.get(f"/gatherings/{first.pk}/").content.decode()
    assert "Est split off from Nord." in page
    organiser.post(f"/gatherings/{first.pk}/regroup/{Regrouping.objects.get().pk}/undo/")
    new.refresh_from_db()
    assert (everything(first)[0], new.deleted is None, Chapter.objects.count()) == (["Mira", "Tom"], False, 1)
    assert Membership.objects.get(roster=tom.roster, left__isnull=True).pk == tom.pk


def test_nobody_leaves_and_a_day_later_nothing_is_undone(organiser, gangs):
    assert organiser.post(f"/gatherings/{gangs[0].pk}/regroup/", {"action": "split"}).status_code == 422
    merged(organiser, gangs)
    Regrouping.objects.update(made=timezone.now() - timedelta(hours=25))
    assert regrouping.undoable(gangs[1]) == []
    with pytest.raises(BadEdit, match="Too late"):
        regrouping.undo(Regrouping.objects.get())


def test_what_has_no_room_together_stays_apart(gangs, monkeypatch):
    make.grant(Client(), gangs[0])
    monkeypatch.setitem(services.MOST, Chapter, 0)
    with pytest.raises(BadEdit, match="Maximum chapters"):
        regrouping.merge(gangs[0], gangs[1])
    assert Regrouping.objects.count() == 0


def test_what_became_part_of_another_comes_back_only_by_an_undo(organiser, gangs):
    first, second, *_others = gangs
    merged(organiser, gangs)
    for address in ("return", "erase"):
        assert organiser.post(f"/gatherings/{first.pk}/{address}/").status_code == 404
    with pytest.raises(BadEdit, match="another one"):
        regrouping.merge(second, first)
    services.restore(first)  # as could be done before
    regrouping.merge(second, first)
    services.remove(first)
    assert Client().get(f"/gatherings/{first.pk}/").status_code == 404
    assert Client().get(f"/j/{first.invite_key}/").status_code == 404


@pytest.mark.parametrize(
    ("kind", "column", "address"),
    [("invite", "invite_key", "j"), ("share", "share_key", "g"), ("organiser", "organiser_key_hash", "")],
)
def test_a_new_link_ends_those_of_all_that_became_part(gangs, organiser, kind, column, address):
    first, second, *_others = gangs
    third, _members = gathered.gang("Lou", name="Est")
    gathered.organiser(third, organiser)
    other = gathered.organiser(first)
    merged(organiser, gangs)
    merged(organiser, (second, third))
    before = getattr(first, column)
    data = {"action": kind, "confirmed": "on"}
    organiser.post(f"/gatherings/{third.pk}/links/", data)
    first.refresh_from_db()
    assert getattr(first, column) != before
    if kind == "organiser":
        assert other.get(f"/gatherings/{first.pk}/").status_code == 404
        assert organiser.get(f"/gatherings/{third.pk}/edit/").status_code == 200
        regrouping.undo(Regrouping.objects.first())
        regrouping.undo(Regrouping.objects.first())
        assert [client.get(f"/gatherings/{first.pk}/").status_code for client in (organiser, other)] == [200, 404]
    else:
        assert Client().get(f"/{address}/{before}/").status_code == 410


def test_who_is_expelled_does_not_come_back_by_an_older_invitation(gangs, organiser):
    merged(organiser, gangs)
    services.end(Membership.objects.get(pk=gangs[2].pk), expelled=True)
    assert Client().get(f"/j/{gangs[0].invite_key}/").status_code == 410
