"""Campaigns: battles planned, started and recorded, what each sets for the next, and who sees and does what."""

import pytest
from django.test import Client
from django.urls import reverse

from builder.battles import services as battles
from builder.battles.loading import document_of
from builder.gatherings import services
from builder.lists.edits import BadEdit
from builder.models import Battle, Chapter, Gathering, Roster
from builder.wording import local
from rules.play.battle import Result, SideResult
from tests import make
from tests.battles import played
from tests.builder import campaigned, gathered
from tests.builder.campaigned import EIGHTH, FIRST, NINTH, SECOND, SEVENTH, SIXTH, TENTH

pytestmark = pytest.mark.django_db
MOST_QUERIES = 14


def url(name, *args):
    return reverse(name, args=args)


def form_of(client, gathering, scenario, after=None):
    """The context of the form of a new battle."""
    asked = {"scenario": scenario} | ({"after": after.pk} if after else {})
    return client.get(url("chapter-new", gathering.pk), asked).context


def chosen(context):
    """The members that the form shows, in the order of the roles."""
    return [side["part"].member for side in context["sides"]]


# --- founding and joining -------------------------------------------------------------------------------------------


def test_a_campaign_begins_with_scenario_1_2_or_6(client):
    client.post(url("gathering-new", "rbn"), {"name": "Merc City"})
    gathering = Gathering.objects.get()
    answer = client.get(url("gathering", gathering.pk))
    openings = [local(one.name) for one, _line in answer.context["state"].openings]
    assert [name.split(".")[0] for name in openings] == ["1", "2", "6"]
    assert answer.content.decode().count("?scenario=") == 3


def test_a_new_list_joins_by_the_invitation_with_its_name():
    gathering, _members = campaigned.campaign("Loups")
    client = Client()
    assert client.get(url("invitation", gathering.invite_key)).status_code == 200
    client.post(url("invitation", gathering.invite_key), {"name": "Les Rats"})
    names = [membership.called for membership in gathering.memberships.all()]
    assert names == ["Loups", "Les Rats"]
    assert [standing.membership.called for standing in campaigned.state(client, gathering).standings] == names


def test_a_list_of_one_fighter_is_called_by_its_own_name():
    gathering, (loups,) = campaigned.campaign("Loups")
    row = played.roster(name="Seul", units=[{"kind": "fighter", "name": "Maud", "stats": {"T": 5, "C": 5}}])
    assert services.join(gathering, row).called == "Seul"
    client = campaigned.organiser(gathering, loups)
    assert [one.membership.called for one in campaigned.state(client, gathering).standings] == ["Loups", "Seul"]


def test_a_campaign_counts_its_lists_not_their_units(monkeypatch):
    monkeypatch.setattr(services, "MOST_UNITS", 1)
    monkeypatch.setattr(services, "MOST_LISTS", 2)
    gathering, _members = campaigned.campaign("Loups")
    services.join(gathering, played.roster(name="Rats"))
    with pytest.raises(BadEdit):
        services.join(gathering, played.roster(name="Corbeaux"))


@pytest.mark.parametrize("name", ["gathering-statistics", "role-vote"])
def test_what_only_assembled_lists_have_is_not_there(name):
    gathering, members = campaigned.campaign()
    assert campaigned.organiser(gathering, *members).get(url(name, gathering.pk)).status_code == 404


def test_a_campaign_prints_and_exports_no_assembled_list():
    gathering, _members = campaigned.campaign()
    assert Client().get(url("gathering-print", gathering.share_key)).status_code == 404
    assert Client().get(url("gathering-export", gathering.share_key, "json")).status_code == 404


# --- planning, with what the battle before sets ----------------------------------------------------------------------


def test_the_form_asks_for_the_scenario_first():
    gathering, members = campaigned.campaign()
    answer = campaigned.organiser(gathering, *members).get(url("chapter-new", gathering.pk))
    assert [one.slug for one in answer.context["state"].all][:2] == [FIRST, SECOND]
    assert "member-0" not in answer.content.decode()


@pytest.mark.database
def test_a_recorded_battle_casts_the_next_and_gives_its_winner_something():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups, rats)
    first = campaigned.enter(client, gathering, FIRST, (loups, "", ""), (rats, "main", "Maud"), action="hold")
    (strand,) = campaigned.state(client, gathering).strands
    assert (strand.scenario.slug, [one for _role, one in strand.casting]) == (SECOND, [rats, loups])
    shown = form_of(client, gathering, SECOND, first)
    assert chosen(shown) == [rats.pk, loups.pk]
    assert [(one.slug, one.cite, ticked) for _role, one, ticked in shown["offered"]] == [
        ("initiative", "RBN v2, p. 35", True)
    ]
    assert local(shown["form"].initial["title"]).endswith("Qui va en voiture va loin…")


@pytest.mark.parametrize(("ticked", "facts"), [({"accepted-points": "on"}, 50), ({}, None)])
def test_what_is_not_accepted_does_not_count(ticked, facts):
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups, rats)
    played_ = campaigned.enter(client, gathering, EIGHTH, (loups, "main", ""), (rats, "", ""), action="hold")
    next_ = campaigned.enter(client, gathering, NINTH, (loups, "", ""), (rats, "", ""), after=played_.pk, **ticked)
    client.post(url("battle-of-chapter", gathering.pk, next_.pk))
    assert document_of(Battle.objects.get()).facts.get("campaign-points-amount") == facts


def test_without_the_battle_before_nothing_is_offered_and_what_was_accepted_goes():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups, rats)
    sixth = campaigned.enter(client, gathering, SIXTH, (loups, "main", ""), (rats, "", ""), action="hold")
    seventh = campaigned.enter(
        client, gathering, SEVENTH, (loups, "", ""), (rats, "", ""), after=sixth.pk, **{"accepted-deployment": "on"}
    )
    gains = [local(gain.text) for gain in campaigned.state(client, gathering).stages[seventh.pk].sides[0].gains]
    assert gains == ["Se déploie 20\u00a0cm plus loin, sur 40\u00a0cm de profondeur."]
    client.post(url("chapter-remove", gathering.pk, sixth.pk))
    assert campaigned.state(client, gathering).stages[seventh.pk].sides[0].gains == ()
    client.post(url("chapter-return", gathering.pk, sixth.pk))
    assert len(campaigned.state(client, gathering).stages[seventh.pk].sides[0].gains) == 1


@pytest.mark.database
def test_a_battle_that_is_played_after_another_ends_its_strand():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups, rats)
    sixth = campaigned.enter(client, gathering, SIXTH, (loups, "main", ""), (rats, "", ""), action="hold")
    campaigned.enter(client, gathering, "embuscade", (loups, "", ""), (rats, "main", ""), action="hold")
    assert [strand.scenario.slug for strand in campaigned.state(client, gathering).strands] == [SEVENTH]
    campaigned.enter(client, gathering, SEVENTH, (loups, "", ""), (rats, "", ""), after=sixth.pk)
    assert campaigned.state(client, gathering).strands == []


@pytest.mark.parametrize(
    ("sides", "sentence"),
    [
        ((("loups", ""), ("loups", "")), "A list can’t be on both sides."),
        ((("loups", "main"), ("rats", "main")), "Only one side can achieve this"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_typed_is_lost(sides, sentence):
    gathering, (loups, rats) = campaigned.campaign()
    who = {"loups": loups, "rats": rats}
    client = campaigned.organiser(gathering, loups, rats)
    sent = campaigned.fields(SIXTH, *((who[name], goals, "Un exploit") for name, goals in sides), action="hold")
    answer = client.post(url("chapter-new", gathering.pk), sent, headers={"accept-language": "en"})
    page = answer.content.decode()
    assert (answer.status_code, sentence in page, page.count("Un exploit")) == (422, True, 2)
    assert Chapter.objects.count() == 0


def test_a_stranger_to_the_campaign_is_no_side():
    gathering, (loups, _rats) = campaigned.campaign()
    _other, (fremd, _more) = campaigned.campaign("X", "Y")
    client = campaigned.organiser(gathering, loups)
    chapter = campaigned.enter(client, gathering, SIXTH, (loups, "", ""), (fremd, "", ""))
    assert [part.get("member") for part in chapter.stage["parts"]] == [loups.pk, None]


# --- recording ------------------------------------------------------------------------------------------------------


def test_a_recorded_battle_shows_grade_feats_and_the_tally():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups)
    campaigned.enter(
        client, gathering, SIXTH, (loups, "main secondary", "Maud a sauvé les cartes"), (rats, "", ""), action="hold"
    )
    answer = campaigned.page(client, gathering)
    page, state = answer.content.decode(), answer.context["state"]
    assert ["Victoire écrasante" in page, "Maud a sauvé les cartes" in page, "RBN v2, p.\u00a034" in page] == [True] * 3
    first, second = state.standings
    assert (first.battles, first.outcomes, second.outcomes) == (1, {"won": 1}, {"lost": 1})
    assert [(local(grade), number) for grade, number in first.grades] == [("Victoire écrasante", 1)]
    assert local(first.role) == "Mandaté"


@pytest.mark.database
def test_back_to_the_plans_takes_a_result_back_and_the_earlier_state_is_kept():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups)
    sides = (loups, "main", "Maud"), (rats, "", "")
    chapter = campaigned.enter(client, gathering, SIXTH, *sides, action="hold")
    back = campaigned.fields(SIXTH, *sides, action="plan", revision=str(chapter.revision))
    assert client.post(url("chapter", gathering.pk, chapter.pk), back).status_code == 302
    state = campaigned.state(client, gathering)
    assert (state.strands, [standing.battles for standing in state.standings]) == ([], [0, 0])
    earlier = client.get(url("chapter", gathering.pk, chapter.pk)).context["earlier"]
    assert [[(side.outcome, side.feats) for side in one["view"].sides] for one in earlier] == [
        [("won", "Maud"), ("lost", "")]
    ]


def test_a_late_change_is_shown_the_newer_result():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups)
    chapter = campaigned.enter(client, gathering, SIXTH, (loups, "main", "Maud"), (rats, "", ""), action="hold")
    late = campaigned.fields(SIXTH, (loups, "", ""), (rats, "main", "Tom"), action="hold", revision="0")
    answer = client.post(url("chapter", gathering.pk, chapter.pk), late)
    page = answer.content.decode()
    assert (answer.status_code, "Maud" in page, "Tom" in page) == (409, True, True)
    assert Chapter.objects.get().stage["parts"][0]["reached"] == ["main"]


def test_a_stage_of_another_time_that_cannot_be_read_is_left_out():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups)
    chapter = campaigned.enter(client, gathering, SIXTH, (loups, "main", ""), (rats, "", ""), action="hold")
    Chapter.objects.filter(pk=chapter.pk).update(stage={"scenario": 5})
    answer = campaigned.page(client, gathering)
    assert (answer.status_code, answer.context["state"].stages) == (200, {})


# --- the battle itself -----------------------------------------------------------------------------------------------


def planned():
    """A campaign whose first battle is planned: (gathering, memberships, chapter)."""
    gathering, members = campaigned.campaign()
    client = campaigned.organiser(gathering)
    return gathering, members, campaigned.enter(client, gathering, SIXTH, *((member, "", "") for member in members))


def test_a_battle_starts_with_scenario_roles_and_both_lists():
    gathering, (loups, rats), chapter = planned()
    client = gathered.player(rats)
    answer = client.post(url("battle-of-chapter", gathering.pk, chapter.pk))
    row = Battle.objects.get()
    battle = document_of(row)
    assert answer["Location"] == url("battle", row.pk)
    assert (row.chapter_id, battle.scenario, battle.name) == (chapter.pk, SIXTH, "Partie")
    assert [(side.name, side.role) for side in battle.sides] == [("Rats", "saboteur"), ("Loups", "mandated")]
    assert [roster.roster_id for roster in row.rosters.order_by("number")] == [rats.roster_id, loups.roster_id]
    assert client.post(url("battle-of-chapter", gathering.pk, chapter.pk))["Location"] == answer["Location"]
    assert Battle.objects.count() == 1


def test_the_organiser_is_asked_to_record_a_battle_that_is_over():
    gathering, (loups, rats), chapter = planned()
    clients = campaigned.organiser(gathering, loups), gathered.player(rats)
    clients[0].post(url("battle-of-chapter", gathering.pk, chapter.pk))
    record = f'<a class="button" href="{url("chapter", gathering.pk, chapter.pk)}">'
    before = [record in campaigned.page(client, gathering).content.decode() for client in clients]
    battles.end(Battle.objects.get().pk, Result((SideResult("won"), SideResult("lost"))))
    after = [record in campaigned.page(client, gathering).content.decode() for client in clients]
    assert (before, after) == ([False, False], [True, False])


def test_only_who_plays_in_it_starts_a_battle():
    gathering, (loups, _rats), chapter = planned()
    at = url("battle-of-chapter", gathering.pk, chapter.pk)
    third = services.join(gathering, played.roster(name="Corbeaux"))
    assert [
        one.post(at).status_code for one in (Client(), campaigned.organiser(gathering), gathered.player(third))
    ] == [
        404,
        404,
        404,
    ]
    Chapter.objects.update(held=True)
    assert gathered.player(loups).post(at).status_code == 404
    assert Battle.objects.count() == 0


def test_the_page_links_players_to_their_battle_and_others_to_watch_it():
    gathering, (loups, _rats), chapter = planned()
    third = services.join(gathering, played.roster(name="Corbeaux"))
    player = gathered.player(loups)
    player.post(url("battle-of-chapter", gathering.pk, chapter.pk))
    row = Battle.objects.get()
    found = [campaigned.page(one, gathering).content.decode() for one in (player, gathered.player(third))]
    found.append(Client().get(url("gathering-shared", gathering.share_key)).content.decode())
    play, watch = url("battle", row.pk), url("battle-watch", row.watch_key)
    assert [(f'"{play}"' in page, f'"{watch}"' in page) for page in found] == [
        (True, False),
        (False, True),
        (False, False),
    ]


@pytest.mark.database
@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (({"main": 0, "secondary": 1}, {"main": 1, "secondary": 0}), [("secondary",), ("main",)]),
        (({}, {}), [(), ("main",)]),
        (({"main": 1, "secondary": 0}, {"main": 0, "secondary": 0}), [(), ("main",)]),
    ],
)
def test_the_result_of_a_battle_is_proposed_and_recorded_with_the_lists_of_then(facts, expected):
    gathering, (loups, rats), chapter = planned()
    client = campaigned.organiser(gathering, loups)
    client.post(url("battle-of-chapter", gathering.pk, chapter.pk))
    row = Battle.objects.get()
    results = zip(("lost", "won"), ("", "Tom tient le pont"), facts, strict=True)
    sides = tuple(SideResult(outcome, None, feats, kept) for outcome, feats, kept in results)
    battles.end(row.pk, Result(sides))
    make.grant(client, rats.roster)
    client.post(url("roster-edit", rats.roster_id), {"command": "add-fighter"})
    shown = client.get(url("chapter", gathering.pk, chapter.pk)).context
    assert [side["part"].reached for side in shown["sides"]] == expected
    assert [side["feats"] for side in shown["sides"]] == ["", "Tom tient le pont"]
    assert shown["held"] is True
    sent = [(who, " ".join(goals), "") for who, goals in zip((loups, rats), expected, strict=True)]
    hold = campaigned.fields(SIXTH, *sent, action="hold", revision=str(chapter.revision))
    assert client.post(url("chapter", gathering.pk, chapter.pk), hold).status_code == 302
    kept = dict(chapter.participations.values_list("membership", "revision"))
    assert kept == {loups.pk: 1, rats.pk: 1}


def test_the_end_of_a_battle_leads_back_to_its_campaign():
    gathering, (loups, _rats), chapter = planned()
    client = gathered.player(loups)
    client.post(url("battle-of-chapter", gathering.pk, chapter.pk))
    row = Battle.objects.get()
    there = f'href="{url("gathering", gathering.pk)}#chapter-{chapter.pk}"'
    assert there in client.get(url("battle-end", row.pk)).content.decode()
    Battle.objects.update(chapter=None)
    assert there not in client.get(url("battle-end", row.pk)).content.decode()


# --- lists ----------------------------------------------------------------------------------------------------------


def test_a_player_sets_the_own_list_up_for_a_battle_and_may_undo_it():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups)
    before = campaigned.enter(client, gathering, EIGHTH, (loups, "main secondary", ""), (rats, "", ""), action="hold")
    chapter = campaigned.enter(
        client, gathering, NINTH, (loups, "", ""), (rats, "", ""), after=before.pk, **{"accepted-points": "on"}
    )
    client.post(url("stage-take", gathering.pk, chapter.pk, loups.pk))
    document = Roster.objects.get(pk=loups.roster_id).document
    assert (document["scenario"], document["role"], document["bonus"]) == (NINTH, "mandated", 100)
    client.post(url("roster-edit", loups.roster_id), {"command": "undo", "revision": 2})
    assert Roster.objects.get(pk=loups.roster_id).document.get("scenario") == played.example().get("scenario")


def test_nobody_sets_up_the_list_of_another():
    gathering, (loups, rats), chapter = planned()
    at = url("stage-take", gathering.pk, chapter.pk, rats.pk)
    assert [one.post(at).status_code for one in (Client(), campaigned.organiser(gathering, loups))] == [404, 404]
    assert Roster.objects.get(pk=rats.roster_id).revision == 1


# --- who sees it ----------------------------------------------------------------------------------------------------


def test_the_share_link_shows_the_story_and_changes_nothing():
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups)
    campaigned.enter(client, gathering, TENTH, (loups, "", "Maud"), (rats, "", ""), action="hold")
    page = Client().get(url("gathering-shared", gathering.share_key)).content.decode()
    assert ("Maud" in page, "<form" in page.split("<main")[1].split("</main")[0]) == (True, False)
    assert Client().get(url("gathering", gathering.pk)).status_code == 404


def test_the_page_says_what_the_book_leaves_open():
    gathering, members = campaigned.campaign()
    page = campaigned.page(campaigned.organiser(gathering, *members), gathering).content.decode()
    assert "n’en donne aucune règle" in page


@pytest.mark.database
@pytest.mark.parametrize("number", [1, 8])
def test_the_page_asks_a_fixed_number_of_times(django_assert_max_num_queries, number):
    gathering, (loups, rats) = campaigned.campaign()
    client = campaigned.organiser(gathering, loups, rats)
    for _time in range(number):
        chapter = campaigned.enter(client, gathering, SIXTH, (loups, "main", ""), (rats, "", ""))
        client.post(url("battle-of-chapter", gathering.pk, chapter.pk))
    campaigned.page(client, gathering)
    with django_assert_max_num_queries(MOST_QUERIES):
        campaigned.page(client, gathering)


def test_a_list_without_a_name_joins_and_leaves_in_a_sentence():
    gathering, (first, _second) = campaigned.campaign("", "Rats")
    client = campaigned.organiser(gathering, first)
    Roster.objects.filter(pk=first.roster_id).update(name="")
    gathering.memberships.filter(pk=first.pk).update(name="")
    english = {"headers": {"accept-language": "en"}}
    assert "The untitled list joined." in client.get(url("gathering", gathering.pk), **english).text
    left = client.post(url("membership-end", gathering.pk, first.pk), follow=True, **english).text
    assert "The untitled list has left." in left


@pytest.mark.database
def test_a_list_that_joins_two_at_once_reads_the_word_of_its_game(monkeypatch):
    _gathering, (loups,) = campaigned.campaign("Loups")
    other, _key = services.create(campaigned.GAME, name="Other")
    monkeypatch.setattr(services.Membership.objects, "filter", lambda **_row: services.Membership.objects.none())
    with pytest.raises(BadEdit, match="This list has already joined another campaign"):
        services.join(other, loups.roster)
