"""The epilogue: what a battle leaves is taken over by each owner in one step, and written into the chapter."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from builder.battles import services as battles
from builder.gatherings import services
from builder.lists import history
from builder.models import Chapter, Participation, RoleVote, Roster
from rules.games.of_the_dead.document import Follower, Thing, Trauma
from rules.play.battle import Result, SideResult
from tests import make
from tests.battles import played
from tests.battles.played import participant
from tests.builder import gathered

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A chapter that Mira and Tom have played and won; Tom has no life left."""
    gang, members = gathered.gang("Mira", "Tom")
    for member in members:
        services.vote_for_roles(member, {members[0]: "meneur"})
    chapter = services.plan(gang, {"title": "Le pont", "date": date(2099, 1, 1)}, {})
    row = battles.start([participant(one.roster) for one in members], None, "Le pont", chapter=chapter)
    played.send(played.player(row), row, "set 0/0.0/life 3", "set 0/0.0/panic 2", "set 1/0.0/life 0")
    battles.end(row.pk, Result((SideResult("won"), SideResult("won"))))
    return row, chapter, members


def page(member):
    return reverse("roster-page", args=[member.roster_id, "epilogue"])


def owner(member):
    return gathered.player(member)


def accept(member, **fields):
    roster = Roster.objects.get(pk=member.roster_id)
    sent = {"revision": roster.revision} | {name.replace("__", "-"): value for name, value in fields.items()}
    return owner(member).post(page(member), sent)


def unit_of(member):
    return history.load_roster(Roster.objects.get(pk=member.roster_id)).document.units[0]


def test_the_form_proposes_what_the_battle_left(evening):
    _row, _chapter, (mira, tom) = evening
    shown = owner(mira).get(page(mira), headers={"accept-language": "en"})
    (person,) = shown.context["people"]
    assert person["gauges"] == [("life", "3"), ("morale", ""), ("reputation", ""), ("survival", "")]
    assert person["state"] == "alive"
    assert owner(tom).get(page(tom)).context["people"][0]["state"] == "dead"
    assert owner(tom).get(page(mira)).status_code == 404


def test_the_owner_accepts_it_on_the_character_in_one_step_that_one_undo_takes_back(evening):
    _row, _chapter, (mira, _tom) = evening
    before = unit_of(mira)
    fields = {
        "life__0": "3",
        "survival__0": "2",
        "new__trauma__0": "Sourd",
        "domain__0": "mental",
        "gains__0": "Hache\nCorde",
    }
    accept(mira, **fields, permanent__0="on", text__0="A tenu le pont.")
    unit = unit_of(mira)
    assert (unit.life, unit.morale, unit.survival) == (3, None, 2)
    assert unit.traumas == (Trauma("Sourd", "mental", permanent=True),)
    assert unit.equipment == (Thing("Hache"), Thing("Corde"))
    roster = Roster.objects.get(pk=mira.roster_id)
    assert history.load_roster(roster).document.log[-1].text == "A tenu le pont."
    history.undo(roster, roster.revision)
    assert unit_of(mira) == before


def test_the_chapter_is_played_then_and_says_what_changed(evening):
    _row, chapter, (mira, tom) = evening
    accept(mira, text__0="A tenu le pont.")
    accept(tom, state__0="zombie", zombie__0="mastard", text__0="Mordu.")
    stored = Chapter.objects.get(pk=chapter.pk)
    assert (stored.held, stored.date) == (True, localdate())  # planned for later, played today
    parts = Participation.objects.order_by("membership").values_list("membership", "text", "fate", "revision")
    revisions = {one.pk: Roster.objects.get(pk=one.roster_id).revision for one in (mira, tom)}
    assert list(parts) == [
        (mira.pk, "A tenu le pont.", "", revisions[mira.pk]),
        (tom.pk, "Mordu.", "zombie", revisions[tom.pk]),
    ]
    assert unit_of(tom).zombie_type == "mastard"
    assert not RoleVote.objects.exists()  # the votes of the next chapter are open


def test_the_gang_reads_what_became_of_whom_and_keeps_it_when_the_chapter_is_edited(evening):
    row, chapter, (mira, tom) = evening
    accept(tom, state__0="dead")
    client = gathered.player(mira)
    shown = client.get(
        reverse("gathering", args=[chapter.gathering_id]), headers={"accept-language": "en"}
    ).content.decode()
    assert "Tom died." in shown
    stored = Chapter.objects.get(pk=chapter.pk)
    services.record(stored, stored.revision, {"title": "Le pont", "date": stored.date, "held": True}, {tom: "x"})
    assert Participation.objects.get().fate == "dead"
    assert row.pk


def test_traumas_heal_or_stay(evening):
    _row, _chapter, (mira, _tom) = evening
    roster = Roster.objects.get(pk=mira.roster_id)
    for name in ("Sourd", "Peur", "Bras"):
        history.apply(roster, "add-trauma 0", {"name": name}, roster.revision)
    accept(mira, trauma__0__0="healed", trauma__0__1="permanent")
    assert [(one.name, one.permanent) for one in unit_of(mira).traumas] == [("Peur", True), ("Bras", False)]


@pytest.mark.parametrize(
    "fields", [{"life__0": "x"}, {"state__0": "asleep"}, {"zombie__0": "trainard"}, {"gains__0": "a\n" * 30}]
)
def test_what_is_no_epilogue_is_refused_and_changes_nothing(evening, fields):
    _row, chapter, (mira, _tom) = evening
    before = unit_of(mira)
    assert accept(mira, **fields).status_code == 422
    assert (unit_of(mira), Chapter.objects.get(pk=chapter.pk).held) == (before, False)


def test_an_older_form_is_shown_again(evening):
    _row, _chapter, (mira, _tom) = evening
    accept(mira, life__0="3")
    answer = owner(mira).post(page(mira), {"revision": 1, "life-0": "1"})
    assert answer.status_code in (302, 409)


def test_the_end_of_a_battle_leads_on_to_the_epilogue(evening):
    row, _chapter, (mira, _tom) = evening
    shown = make.grant(gathered.player(mira), mira.roster).get(played.url("battle-end", row)).content.decode()
    assert f"{page(mira)}?battle={row.pk}" in shown


def test_followers_keep_their_gauges_for_the_next_battle():
    """Gauges and lifetime are kept between games ("Zone de jeu"); what was never noted and never marked stays so."""
    _gang, (mira,) = gathered.gang("Mira")
    roster = Roster.objects.get(pk=mira.roster_id)
    history.apply(roster, "add-follower 0", {"name": "Rex", "type": "animal"}, roster.revision)
    history.apply(roster, "change-follower 0 0", {"life": "4", "lifetime": "2"}, roster.revision)
    row = battles.start([participant(roster)], None, "Le pont")
    played.send(played.player(row), row, "add 0/0.0/follower-life -1", "add 0/0.0/follower-lifetime -1")
    battles.end(row.pk, Result((SideResult("won"),)))
    (person,) = owner(mira).get(page(mira)).context["people"]
    ((_follower, gauges),) = person["followers"]
    assert gauges == [
        ("life", "follower-0-0-life", "3"),
        ("morale", "follower-0-0-morale", ""),
        ("lifetime", "follower-0-0-lifetime", "1"),
    ]
    accept(mira, **{field.replace("-", "__"): number for _key, field, number in gauges})
    assert unit_of(mira).followers == (Follower("Rex", "animal", 3, None, 1),)
    roster.refresh_from_db()
    again = played.state(battles.start([participant(roster)], None, "La suite"))
    assert [again.number(f"0/0.0/follower-{key}") for key in ("life", "morale", "lifetime")] == [3, 0, 1]
