"""Whoever is in a gathering is on its page, whatever became of the list; names keep to their place."""

import re
from unicodedata import bidirectional

import pytest
from django.test import Client
from django.urls import reverse

from builder.gatherings import services, state
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Gathering, Membership, Roster
from builder.wording import isolated, say
from rules.text import Message, Text
from tests import make
from tests.builder import gathered

pytestmark = pytest.mark.django_db
TURNING = "\u202eעברית שלום"
TAMED = "\u2068עברית שלום\u2069"


def url(name, *args):
    name, *more = name.split()
    return reverse(name, args=[*args, *more])


def page(gathering, client, name="gathering"):
    response = client.get(url(name, gathering.pk))
    assert response.status_code == 200
    return response.content.decode()


def shown_to_all(gathering):
    response = Client().get(url("gathering-shared", Gathering.objects.get(pk=gathering.pk).share_key))
    assert response.status_code == 200
    return response.content.decode()


def names_in(gathering):
    document = Client().get(url("gathering-export", gathering.share_key, "json")).json()
    return [unit["name"] for unit in document["units"]]


def end_of(gathering, member):
    return f'action="{url("membership-end", gathering.pk, member.pk)}"'


def return_of(gathering, member):
    return f'action="{url("membership-return", gathering.pk, member.pk)}"'


def becomes(member, *names, **fields):
    """The member's list now holds units of these names."""
    document = member.roster.document
    units = [document["units"][0] | {"name": name} for name in names]
    history.save(member.roster, LoadedRoster.from_data(document | {"units": units} | fields), "test")


def spoil(member, document=None):
    Roster.objects.filter(pk=member.roster_id).update(document=document or {"format": "bivouac-roster/0"})


# --- lists that do not fit ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("most", "inside"), [(4, ["Mira", "Tom", "Tim", "Ada"]), (3, ["Mira", "Tom", "Tim"])])
def test_members_stay_when_others_grow(monkeypatch, most, inside):
    gang, (_mira, tom, ada) = gathered.gang("Mira", "Tom", "Ada")
    becomes(tom, "Tom", "Tim")
    monkeypatch.setattr(state, "MOST_UNITS", most)
    assert names_in(gang) == inside
    pages = [page(gang, gathered.organiser(gang)), page(gang, gathered.player(ada)), shown_to_all(gang)]
    assert [f"nités au maximum\u202f: {most}." in page or f"aximum units: {most}." in page for page in pages] == [
        most == 3
    ] * 3
    assert [">Ada<" in page for page in pages] == [True] * 3
    assert [end_of(gang, ada) in page for page in pages] == [True, True, False]


def test_only_the_list_that_does_not_fit_is_left_out(monkeypatch):
    gang, (_mira, tom, _ada) = gathered.gang("Mira", "Tom", "Ada")
    becomes(tom, "Tom", "Tim")
    monkeypatch.setattr(state, "MOST_UNITS", 2)
    assert names_in(gang) == ["Mira", "Ada"]


def test_a_member_without_room_is_voted_for_and_leaves(monkeypatch):
    gang, (_mira, tom) = gathered.gang("Mira", "Tom")
    monkeypatch.setattr(state, "MOST_UNITS", 1)
    player = gathered.player(tom)
    assert f'name="role-{tom.pk}"' in page(gang, player, "role-vote")
    player.post(url("membership-end", gang.pk, tom.pk))
    assert Membership.objects.get(pk=tom.pk).left is not None


# --- lists that cannot be read --------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [{"format": "bivouac-roster/0"}, [], {"units": [None]}, "x"])
def test_a_list_that_cannot_be_read_keeps_its_member(document):
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    spoil(mira, document)
    assert names_in(gang) == ["Tom"]
    pages = [page(gang, gathered.organiser(gang)), page(gang, gathered.player(mira)), shown_to_all(gang)]
    assert [">Mira<" in page for page in pages] == [True] * 3
    assert [say(state.UNREADABLE) in page for page in pages] == [True] * 3
    assert [end_of(gang, mira) in page for page in pages] == [True, True, False]
    assert [url("shared", mira.roster.share_key) in page for page in pages] == [False] * 3
    assert f'name="role-{mira.pk}"' in page(gang, gathered.player(tom), "role-vote")
    assert page(gang, gathered.player(tom), "gathering-statistics")


@pytest.mark.parametrize("name", ["gathering-print", "gathering-export pdf"])
def test_a_list_that_cannot_be_read_is_not_printed(client, name):
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    spoil(mira)
    assert client.get(url(name, gang.share_key)).status_code == 200


# --- members without units ------------------------------------------------------------------------------------------


def test_a_member_without_units_leaves_and_is_sent_away():
    gang, (mira,) = gathered.gang("Mira")
    becomes(mira)
    for client in (gathered.organiser(gang), gathered.player(mira)):
        assert end_of(gang, mira) in page(gang, client)
    assert url("roster", mira.roster_id) in page(gang, gathered.player(mira))
    assert end_of(gang, mira) not in shown_to_all(gang)


# --- who was here ---------------------------------------------------------------------------------------------------


def test_the_organiser_frees_the_place_of_a_removed_list():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    gathered.player(mira).post(url("roster-remove", mira.roster_id))
    organiser, other = gathered.organiser(gang), gathered.player(tom)
    assert [end_of(gang, mira) in page(gang, one) for one in (organiser, other)] == [True, False]
    organiser.post(url("membership-end", gang.pk, mira.pk))
    assert end_of(gang, mira) not in page(gang, organiser)
    gathered.player(mira).post(url("roster-restore", mira.roster_id))
    assert names_in(gang) == ["Tom"]


def test_an_erased_list_leaves_no_name_and_its_place_is_free():
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    mira.roster.delete()
    mira.refresh_from_db()
    html = page(gang, gathered.organiser(gang))
    assert [mira.name, mira.left is None, "Mira" in html, names_in(gang)] == ["", False, False, ["Tom"]]
    assert [end_of(gang, mira) in html, return_of(gang, mira) in html] == [False, False]


def test_who_was_sent_away_is_taken_back_from_the_list():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    services.end(mira, expelled=True)
    me = gathered.player(mira, tom)
    offers = [return_of(gang, mira) in page(gang, one) for one in (gathered.organiser(gang), me)]
    assert (offers, return_of(gang, mira) in shown_to_all(gang)) == ([True, False], False)
    gathered.organiser(gang).post(url("membership-return", gang.pk, mira.pk))
    assert names_in(gang) == ["Mira", "Tom"]


def test_who_left_comes_back_from_the_list():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    services.end(mira)
    visitors = gathered.organiser(gang), gathered.player(tom), gathered.player(mira, tom)
    assert [return_of(gang, mira) in page(gang, visitor) for visitor in visitors] == [False, False, True]
    visitors[2].post(url("membership-return", gang.pk, mira.pk))
    assert names_in(gang) == ["Mira", "Tom"]


@pytest.mark.database
def test_nobody_is_taken_back_too_late_or_twice():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    organiser = gathered.organiser(gang)
    for one in (mira, tom):
        services.end(one, expelled=True)
    services.join(gang, mira.roster)
    Membership.objects.filter(pk=tom.pk).update(
        joined=tom.joined - 3 * services.MAY_RETURN, left=tom.joined - services.MAY_RETURN
    )
    html = page(gang, organiser)
    assert [return_of(gang, one) in html for one in (mira, tom)] == [False, False]


def test_a_list_that_was_removed_does_not_come_back_before_it_is_restored():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    me = gathered.player(mira, tom)
    services.end(mira)
    me.post(url("roster-remove", mira.roster_id))
    assert return_of(gang, mira) not in page(gang, me)


# --- present names --------------------------------------------------------------------------------------------------


def test_a_member_is_called_as_its_character_is_now():
    gang, (alice, tom) = gathered.gang("Alice", "Tom")
    services.plan(gang, {"title": "I"}, {alice: ""})
    services.plan(gang, {"title": "II", "held": True}, {alice: "Blessée."})
    becomes(alice, "Zoe")
    html = (
        page(gang, gathered.player(alice, tom)) + page(gang, gathered.player(alice), "role-vote") + shown_to_all(gang)
    )
    assert ["Alice" in html, "Zoe" in html] == [False, True]
    assert Roster.objects.get(pk=alice.roster_id).name == "Alice"


@pytest.mark.parametrize(
    ("names", "list_name", "called"),
    [(["Zoe"], "Liste", "Zoe"), ([""], "Liste", "Liste"), (["Zoe", "Max"], "Liste", "Liste"), ([], "", "Alice")],
)
def test_a_member_is_called_as_unit_list_or_what_was_noted(names, list_name, called):
    gang, (alice,) = gathered.gang("Alice")
    becomes(alice, *names, name=list_name)
    html = page(gang, gathered.organiser(gang))
    assert f'<span class="visually-hidden"> {called}</span>' in html


def test_who_left_is_called_as_was_noted():
    gang, (alice, _tom) = gathered.gang("Alice", "Tom")
    services.end(alice)
    becomes(alice, "Zoe")
    html = page(gang, gathered.organiser(gang))
    assert ["Alice" in html, "Zoe" in html] == [True, False]


@pytest.mark.parametrize("members", [1, 20])
def test_a_page_asks_a_fixed_number_of_times(members, django_assert_max_num_queries):
    gang, all_ = gathered.gang(*(f"N{n}" for n in range(members)))
    services.plan(gang, {"title": "I", "held": True}, dict.fromkeys(all_, ""))
    organiser = gathered.organiser(gang)
    with django_assert_max_num_queries(12):
        page(gang, organiser)


# --- names keep to their place --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "apart"),
    [
        ("Mira", "Mira"),
        ("Étoile « 1 » 👩‍🚀", "Étoile « 1 » 👩‍🚀"),
        (TURNING, TAMED),
        ("\u2069\u202dMira", "\u2068Mira\u2069"),
        ("سلمى", "\u2068سلمى\u2069"),
        (Text("Mira", "Mira"), "Mira"),
    ],
)
def test_a_name_is_isolated_where_it_could_turn_its_neighbours(name, apart):
    assert isolated(name) == apart


def test_messages_isolate_the_names_in_them():
    assert say(Message("{names}: {number}", {"names": ("Mira", TURNING), "number": 3})) == f"Mira, {TAMED}: 3"


@pytest.mark.database
def test_no_name_turns_the_text_around_it():
    """No embedding or override of a name stands outside of an element or isolate of its own."""
    gang, (mira, tom) = gathered.gang(TURNING, "Tom", name=TURNING)
    services.end(tom)
    client = gathered.organiser(gang, gathered.player(mira))
    roles = page(gang, client, "role-vote")
    label = re.search(r'<label for="role-\d+">([^<]*)', roles)[1]
    assert [one for one in label if bidirectional(one) == "RLO"] == []
    assert TAMED in label
    for at in ("gathering-statistics", "gathering-links"):
        assert f"{TAMED} · " in page(gang, client, at)
    alone = gathered.roster(TURNING)
    make.grant(client, alone)
    assert f"{TAMED} " in client.get(url("roster-page", alone.pk, "gang")).content.decode()


# --- long names -----------------------------------------------------------------------------------------------------


def test_findings_shorten_long_names():
    long = "x" * 200
    gang, (mira,) = gathered.gang(long)
    document = mira.roster.document
    unit = document["units"][0] | {"attributes": dict.fromkeys(document["units"][0]["attributes"], 9)}
    history.save(mira.roster, LoadedRoster.from_data(document | {"units": [unit]}), "test")
    link = re.compile(r'<a class="whose" href="#unit-0"\s+title="[^"]*x{200}"\s*>#1 x{39}…</a>')
    assert link.search(page(gang, gathered.organiser(gang)))
    assert link.search(Client().get(url("shared", mira.roster.share_key)).content.decode())


def test_a_long_heading_is_clamped_and_whole_in_its_title():
    long = "Les Rescapés " * 15
    gang, _members = gathered.gang(name=long)
    assert f'<h1 class="clamped" title="{long}">{long}</h1>' in page(gang, gathered.organiser(gang))


# --- one name everywhere --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gathering", "role-vote", "chapter-new", "gatherings", "invitation", "roster-page"])
def test_a_member_has_the_name_of_its_character_on_every_page(name):
    gang, (alice,) = gathered.gang("Alice")
    becomes(alice, "Zoe", name="Liste 7")
    client = gathered.organiser(gang, gathered.player(alice))
    args = {"gatherings": [], "invitation": [gang.invite_key], "roster-page": [alice.roster_id, "gang"]}
    if name == "roster-page":
        services.end(alice)
    html = client.get(url(name, *args.get(name, [gang.pk]))).content.decode()
    assert ["Zoe" in html, "Liste 7" in html, "Alice" in html] == [True, False, False]


@pytest.mark.database
def test_a_career_has_the_name_of_its_character():
    _gang, (alice,) = gathered.gang("Alice")
    becomes(alice, "Zoe", "Max", name="Liste 7")
    client = gathered.player(alice)
    for index, called in enumerate(["Zoe", "Max"]):
        html = client.get(url("roster-career", alice.roster_id) + f"?unit={index}").content.decode()
        assert f"· {called} · Bivouac</title>" in html
        assert "Liste 7" not in html


@pytest.mark.parametrize(
    ("list_name", "names", "typed", "called"),
    [
        ("Alice", ["Alice"], "Zoe", "Zoe"),
        ("Les Rescapés", ["Alice"], "Zoe", "Les Rescapés"),
        ("Alice", ["Alice", "Tom"], "Zoe", "Alice"),
        ("Alice", ["Alice"], "", "Alice"),
        ("", [""], "Zoe", ""),
    ],
)
def test_a_list_that_is_called_as_its_only_character_is_renamed_with_it(list_name, names, typed, called):
    _gang, (alice,) = gathered.gang("Alice")
    becomes(alice, *names, name=list_name)
    applied = history.apply(alice.roster, "describe 0", {"name": typed}, alice.roster.revision)
    assert (applied.after.document.name, applied.after.document.units[0].name) == (called, typed)
    assert Roster.objects.get(pk=alice.roster_id).name == called
