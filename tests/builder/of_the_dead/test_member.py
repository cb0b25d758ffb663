"""A list that is a member of a gang: its own page, its share link and its sheet show the gang."""

import json
from datetime import date

import pytest
from django.test import Client

from builder.exports import making, queue
from builder.exports.models import KeptFile
from builder.exports.registry import ExportSource
from builder.gatherings import services
from builder.lists import history
from builder.lists.gathering_summary import GatheringSummary, gathering_summary
from builder.models import Roster
from tests.builder import gathered
from tests.builder.test_gatherings import url
from tests.languages import in_language

pytestmark = pytest.mark.django_db
SHOWN = ("Les Rescapés", "Le pont", "La tour", "Tom le Guet")


@pytest.fixture
def mira():
    """A member of a gang of three, of whom one is dead, with a chapter played without it and one planned."""
    gang, (mira,) = gathered.gang("Mira")
    tom = services.join(gang, gathered.roster("Tom le Guet", vocation="guetteur"))
    services.join(gang, gathered.roster("Ada", vocation="meneur", state="dead"))
    services.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {tom: ""})
    services.plan(gang, {"title": "La tour"}, {mira: ""})
    return mira


def editor(membership, **headers):
    client = gathered.player(membership)
    client.cookies["django_language"] = "en"
    return client.get(url("roster", membership.roster_id)).content.decode()


def shared(roster, query=""):
    return Client().get(url("shared", roster.share_key) + query).content.decode()


def shows(page):
    return [word in page for word in SHOWN]


def test_what_a_member_shows_of_its_gang(mira):
    found = gathering_summary(mira.roster)
    assert (found.pk, found.name, found.members, found.covered) == (mira.gathering_id, "Les Rescapés", 3, 1)
    assert [role for role in found.roles if role[1]] == [("guetteur", ("Tom le Guet",))]
    assert (len(found.roles), found.played) == (10, (("2026-03-14", "Le pont", False),))
    assert found.planned == (("", "La tour"),)
    assert GatheringSummary.from_data(json.loads(json.dumps(found.data))) == found


def test_a_member_knows_in_which_chapters_it_took_part(mira):
    services.plan(mira.gathering, {"title": "La cave", "date": date(2026, 3, 20), "held": True}, {mira: ""})
    services.end(mira)
    services.join(mira.gathering, Roster.objects.get(pk=mira.roster_id))
    assert [took_part for _day, _title, took_part in gathering_summary(mira.roster).played] == [False, True]


def test_the_page_of_a_member_shows_the_gangs_chapters_and_vocations(mira):
    page = editor(mira)
    assert shows(page) == [True] * 4
    assert '<b>1</b><i>/10</i> <span class="unit-word">vocations</span>' in page
    assert "3 in this gang" in page
    assert "absent" in page


def test_an_edit_shows_what_it_changes_in_the_gang(mira):
    client = gathered.player(mira)
    data = {"command": "set-vocation 0 meneur", "revision": 1, "opened": 0}
    page = client.post(url("roster-edit", mira.roster_id), data, headers={"HX-Request": "true"}).content.decode()
    assert "<b>2</b><i>/10</i>" in page
    assert shows(page) == [True] * 4


def test_behind_its_share_link_a_member_shows_the_gangs_chapters_and_vocations(mira):
    page = shared(mira.roster)
    assert shows(page) == [True] * 4
    assert "1/10" in page


def test_an_earlier_state_shows_no_gang(mira):
    history.apply(mira.roster, "step-gauge 0 life less", {}, 1)
    client = gathered.player(mira)
    page = client.get(url("shared", mira.roster.share_key) + "?revision=1").content.decode()
    assert shows(page) == [False] * 4


def test_who_is_alone_has_left_or_was_in_one_that_broke_up_shows_its_own(mira):
    services.end(mira)
    assert shows(shared(mira.roster)) == [False] * 4
    tom = Roster.objects.get(name="Tom le Guet")
    services.remove(mira.gathering)
    assert gathering_summary(tom) is None
    assert gathering_summary(gathered.roster("Seule")) is None


def test_the_sheet_of_a_member_shows_the_gang_in_place_of_its_own_counts(mira):
    source = ExportSource(history.load_roster(mira.roster), gathering=gathering_summary(mira.roster))
    sheet = in_language("en", source.sheet)
    figures = {figure.label: figure.value for figure in sheet.figures}
    assert (figures["Vocations"], figures["Chapters"]) == ("1/10", "1")
    rows = {passage.title.split("\u00a0· ")[0]: dict(passage.rows) for passage in sheet.brief}
    assert rows["Chapters"] == {"14 Mar 2026 Le pont": "absent", "La tour": "planned"}
    assert rows["Vocations"]["Guetteur"] == "Tom le Guet"
    assert "Meneur" in rows["Vocations"]["Free vocations"]
    assert len(sheet.tracks[0].boxes) == 3
    alone = in_language("en", ExportSource(source.loaded).sheet)
    assert [passage.title for passage in alone.brief] == []


def test_a_sheet_worker_gets_the_gang_too(mira):
    source = ExportSource(history.load_roster(mira.roster), gathering=gathering_summary(mira.roster))
    sent = json.loads(json.dumps(queue.request_of(source)))
    assert in_language("fr", in_language("fr", making.source_of, sent).sheet) == in_language("fr", source.sheet)


def test_a_sheet_is_made_anew_when_the_gang_changes_and_goes_with_it(mira):
    client, at = gathered.player(mira), url("roster-export", mira.roster_id, "pdf")
    for _time in range(2):
        assert client.get(at)["Content-Type"] == "application/pdf"
    assert KeptFile.objects.count() == 1
    services.plan(mira.gathering, {"title": "La cave", "held": True}, {mira: ""})
    client.get(at)
    shown = {"parts": {f"gathering {mira.gathering_id}": True}}
    assert [kept.shows for kept in KeptFile.objects.all()] == [shown] * 2
    mira.gathering.delete()
    assert KeptFile.objects.count() == 0


def test_a_member_asks_a_fixed_number_of_times(mira, django_assert_max_num_queries):
    for number in range(12):
        member = services.join(mira.gathering, gathered.roster(f"N{number}"))
        services.plan(mira.gathering, {"title": "Encore", "held": True}, {member: "x", mira: "y"})
    client = gathered.player(mira)
    client.get(url("roster", mira.roster_id))
    with django_assert_max_num_queries(8):
        client.get(url("roster", mira.roster_id))
