"""A campaign of Reichbusters: missions of a team one after the other, with what the battle's result says."""

import pytest
from django.test import Client
from django.urls import reverse

from builder.gatherings import services
from builder.lists import history
from builder.models import Battle, Chapter
from builder.wording import local
from rules.play.battle import LOST, WON
from tests import make
from tests.battles import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def team():
    """(the organiser's browser, the campaign, the membership of a team of two)."""
    gathering, _key = services.create("reichbusters", name="Projekt Vril")
    document = played.example("reichbusters")
    roster = played.roster("reichbusters", units=document["units"][:2], track={"pre": 4, "post": 3})
    membership = services.join(gathering, roster)
    client = make.grant(make.grant(Client(headers={"accept-language": "en"}), gathering), roster)
    return client, gathering, membership


def planned(team, scenario="campaign", title="The train", **more):
    client, gathering, membership = team
    sent = {"title": title, "scenario": scenario, "action": "plan", "revision": "0", "member-0": membership.pk}
    answer = client.post(reverse("chapter-new", args=[gathering.pk]), sent | more)
    assert answer.status_code == 302, answer.content.decode()
    return Chapter.objects.order_by("-pk")[0]


def state(team):
    client, gathering, _membership = team
    return client.get(reverse("gathering", args=[gathering.pk])).context["state"]


def test_a_campaign_begins_with_a_mission_or_a_raid(team):
    assert [local(scenario.name) for scenario, _line in state(team).openings] == ["Campaign mission", "RAID mission"]


def test_a_mission_is_played_and_its_result_goes_into_the_campaign(team):
    """Marker on 2 of 4 and 3: 2 and 3 spaces are left; one hero escapes with the objectives: won."""
    client, gathering, _membership = team
    chapter = planned(team)
    client.post(reverse("battle-of-chapter", args=[gathering.pk, chapter.pk]))
    battle = Battle.objects.get()
    marks = ("table/before-the-alarm 2", "table/objective 1", "0/0.0/escaped 1", "0/1.0/out 1")
    played.send(client, battle, *(f"set {mark}" for mark in marks))
    client.post(played.url("battle-end", battle), {"winner": WON, "notes": ""})
    result = played.state(Battle.objects.get()).result.sides[0]
    assert (result.outcome, dict(result.facts)) == (WON, {"objective": 1, "escaped": 1, "rounds-left": 5})
    form = client.get(reverse("chapter", args=[gathering.pk, chapter.pk])).context
    assert [side["part"].reached for side in form["sides"]] == [("objective", "escaped")]


def test_what_the_end_of_a_mission_proposes_says_rounds_left_and_who_escaped(team):
    client, gathering, _membership = team
    client.post(reverse("battle-of-chapter", args=[gathering.pk, planned(team).pk]))
    battle = Battle.objects.get()
    played.send(client, battle, "set table/objective 1", "set 0/0.0/escaped 1", "set 0/1.0/out 1")
    page = client.get(played.url("battle-end", battle)).content.decode()
    assert "6 rounds left on the track · 1 escaped: Brick · Objectives reached." in page


def test_a_mission_that_was_won_is_followed_by_the_next_of_the_same_team(team):
    _client, _gathering, membership = team
    planned(team, action="hold", **{"reached-0-objective": "on", "reached-0-escaped": "on", "feats-0": "2 rounds left"})
    shown = state(team)
    assert dict(shown.standings[0].outcomes) == {WON: 1}
    [strand] = shown.strands
    assert (strand.scenario.slug, [member for _role, member in strand.casting]) == ("campaign", [membership])


def test_objectives_without_anybody_who_escapes_are_a_defeat_and_a_raid_is_one_evening(team):
    planned(team, "raid", action="hold", **{"reached-0-objective": "on"})
    shown = state(team)
    assert (dict(shown.standings[0].outcomes), shown.strands) == ({LOST: 1}, [])


def test_a_team_is_rested_for_the_next_mission(team):
    client, gathering, membership = team
    history.apply(membership.roster, "tally 0 wounds more", {}, membership.roster.revision)
    chapter = planned(team)
    client.post(reverse("stage-take", args=[gathering.pk, chapter.pk, membership.pk]))
    membership.roster.refresh_from_db()
    assert [hero.wounds for hero in history.load_roster(membership.roster).document.units] == [0, 0]
