"""Chapters planned, voted for and recorded, who should take which role, and the news of it all."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from builder import history
from builder.gatherings import acts, votes
from builder.models import Chapter, ChapterVote, News, RoleVote, Roster
from rules.games import GAMES
from rules.roster import read, write
from tests.builder import gathered
from tests.builder.test_gatherings import document_of, url

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PLAN = {"title": "Le pont", "date": "2026-03-14", "text": "Passer la rivière.", "least_members": "2", "do": "plan"}
MOST_QUERIES = 10


def page_of(client, gathering):
    return client.get(url("gathering", gathering.pk)).content.decode()


def stored():
    return list(
        Chapter.objects.values_list("title", "date", "text", "least_members", "least_score", "conditions", "held")
    )


# --- planning and recording -----------------------------------------------------------------------------------------


def test_a_chapter_is_planned():
    gang, _members = gathered.gang("Mira")
    organiser = gathered.organiser(gang)
    data = PLAN | {"least_score": "3", "conditions": "Une carte\r\nRadeau."}
    response = organiser.post(url("chapter-new", gang.pk), data)
    assert response["Location"] == f"{url('gathering', gang.pk)}#chapter-{Chapter.objects.get().pk}"
    assert stored() == [("Le pont", date(2026, 3, 14), "Passer la rivière.", 2, 3, "Une carte\nRadeau.", False)]
    assert document_of(gang).get("log", []) == []


@pytest.mark.parametrize(
    "bad",
    [
        {"title": ""},
        {"title": "x" * 201},
        {"date": "demain"},
        {"date": "2026-02-30"},
        {"date": "99999-01-01"},
        {"text": "x" * 5001},
        {"conditions": "x" * 1001},
        {"least_members": "0"},
        {"least_members": "-1"},
        {"least_score": "9" * 5000},
        {"least_score": "1.5"},
        {"title": "\0"},
    ],
)
def test_a_chapter_that_cannot_be_read_is_shown_again(bad):
    gang, _members = gathered.gang("Mira")
    organiser = gathered.organiser(gang)
    assert organiser.post(url("chapter-new", gang.pk), PLAN | bad).status_code == 422
    assert organiser.post(url("chapter-new", gang.pk), {}).status_code == 422
    assert stored() == []


def test_a_chapter_is_recorded_with_who_came_and_what_changed():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    acts.join(gang, gathered.roster("Ada"))
    chapter = acts.plan(gang, {"title": "Le pont"}, {})
    data = PLAN | {"do": "hold", "revision": 1, f"came-{mira.pk}": "on", f"text-{tom.pk}": " Bras \n cassé "}
    gathered.organiser(gang).post(url("chapter", gang.pk, chapter.pk), data)
    assert document_of(gang)["log"] == [
        {"date": "2026-03-14", "title": "Le pont", "text": "Passer la rivière. Tom: Bras cassé", "units": [0, 1]}
    ]


def test_who_left_stays_in_the_story():
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    acts.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {mira: "Bras cassé"})
    acts.end(mira)
    assert document_of(gang)["log"] == [{"date": "2026-03-14", "title": "Le pont", "text": "Mira: Bras cassé"}]
    assert "Bras cassé" in page_of(gathered.organiser(gang), gang)


def test_who_comes_back_is_found_in_the_story():
    gang, (mira,) = gathered.gang("Mira")
    acts.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {mira: "Bras cassé"})
    acts.end(mira)
    acts.join(gang, mira.roster)
    assert [entry["units"] for entry in document_of(gang)["log"]] == [[0]]


def test_the_story_is_told_in_the_order_of_its_days():
    gang, _members = gathered.gang("Mira")
    for title, day in (("Trois", 20), ("Un", 1), ("Deux", 10)):
        acts.plan(gang, {"title": title, "date": date(2026, 3, day), "held": True}, {})
    assert [entry["title"] for entry in document_of(gang)["log"]] == ["Un", "Deux", "Trois"]


def test_a_text_that_is_too_long_for_an_entry_goes_on_in_the_next():
    gang, (mira,) = gathered.gang("Mira")
    acts.plan(gang, {"title": "La tour", "text": "y" * 200, "held": True}, {mira: ""})
    acts.plan(gang, {"title": "Le pont", "text": "x" * 201, "held": True}, {mira: ""})
    entries = [(entry["title"], entry["text"], entry["units"]) for entry in document_of(gang)["log"]]
    assert entries == [("La tour", "y" * 200, [0]), ("Le pont", "x" * 200, [0]), ("Le pont", "x", [0])]


def test_what_is_assembled_is_a_document_that_can_be_read():
    gang, members = gathered.gang(*[f"Nº {n}" for n in range(5)], notes="n" * 5000, name="x" * 200)
    acts.plan(gang, {"title": "t" * 200, "text": "mot " * 1200, "held": True}, dict.fromkeys(members, "c" * 200))
    document = document_of(gang)
    assert write(read(document, GAMES), GAMES) == document


def test_recording_notes_the_state_in_which_a_character_came():
    gang, (mira,) = gathered.gang("Mira")
    chapter = acts.plan(gang, {"title": "Le pont"}, {mira: ""})
    history.do(mira.roster, "step-gauge 0 life less", {}, 1)
    organiser = gathered.organiser(gang)
    organiser.post(url("chapter", gang.pk, chapter.pk), PLAN | {"do": "hold", "revision": 1, f"came-{mira.pk}": "on"})
    assert chapter.participations.get().revision == 2
    history.do(Roster.objects.get(), "step-gauge 0 life less", {}, 2)
    organiser.post(url("chapter", gang.pk, chapter.pk), PLAN | {"do": "hold", "revision": 2, f"came-{mira.pk}": "on"})
    assert chapter.participations.get().revision == 2
    page = page_of(gathered.player(mira), gang)
    assert f"/s/{mira.roster.share_key}/?revision=2" in page
    assert url("roster", mira.roster_id) in page


def test_a_late_change_of_a_chapter_overwrites_nothing():
    gang, (mira,) = gathered.gang("Mira")
    chapter = acts.plan(gang, {"title": "Le pont"}, {})
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    organiser.post(at, PLAN | {"title": "La tour", "revision": 1})
    late = organiser.post(at, PLAN | {"title": "La cave", "revision": 1, f"text-{mira.pk}": "Perdue"})
    page = late.content.decode()
    assert late.status_code == 409
    assert [word in page for word in ("La tour", "La cave", "Perdue", 'name="revision" value="2"')] == [True] * 4
    assert [row[0] for row in stored()] == ["La tour"]
    assert chapter.participations.count() == 0
    organiser.post(at, PLAN | {"title": "La cave", "revision": 2})
    assert [row[0] for row in stored()] == ["La cave"]


def test_a_chapter_goes_back_to_the_plans():
    gang, _members = gathered.gang("Mira")
    chapter = acts.plan(gang, {"title": "Le pont", "held": True}, {})
    gathered.organiser(gang).post(url("chapter", gang.pk, chapter.pk), PLAN | {"do": "plan", "revision": 1})
    assert document_of(gang).get("log", []) == []


def test_a_removed_chapter_comes_back():
    gang, _members = gathered.gang("Mira")
    chapter = acts.plan(gang, {"title": "Le pont", "held": True}, {})
    organiser = gathered.organiser(gang)
    page = organiser.post(url("chapter-remove", gang.pk, chapter.pk), follow=True).content.decode()
    assert url("chapter-return", gang.pk, chapter.pk) in page
    assert document_of(gang).get("log", []) == []
    assert organiser.get(url("chapter", gang.pk, chapter.pk)).status_code == 404
    organiser.post(url("chapter-return", gang.pk, chapter.pk))
    assert [entry["title"] for entry in document_of(gang)["log"]] == ["Le pont"]


def test_another_gangs_chapter_is_not_found():
    first, _members = gathered.gang("Mira")
    second, _members = gathered.gang(name="Les Autres")
    chapter = acts.plan(second, {"title": "Le pont"}, {})
    organiser = gathered.organiser(first)
    assert organiser.get(url("chapter", first.pk, chapter.pk)).status_code == 404
    assert organiser.post(url("chapter", first.pk, chapter.pk), PLAN | {"revision": 1}).status_code == 404


def test_there_is_an_end_to_chapters(monkeypatch):
    monkeypatch.setattr(acts, "MOST_CHAPTERS", 1)
    gang, _members = gathered.gang()
    organiser = gathered.organiser(gang)
    assert [organiser.post(url("chapter-new", gang.pk), PLAN).status_code for _time in range(2)] == [302, 422]
    assert len(stored()) == 1


# --- what a chapter asks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "missing"), [(2, False), (3, True)])
def test_a_chapter_counts_who_can_come(least, missing):
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    acts.join(gang, gathered.roster("Zed", state="zombie", zombie_type="mastard"))
    acts.plan(gang, {"title": "Le pont", "least_members": least}, {})
    assert ("not-yet" in page_of(gathered.player(mira), gang)) is missing


@pytest.mark.parametrize(("survival", "low"), [(3, False), (2, True), (None, True), (-5, True)])
def test_a_chapter_says_who_has_too_few_points(survival, low):
    gang, _members = gathered.gang()
    mira = acts.join(gang, gathered.roster("Mira", survival=survival))
    acts.plan(gang, {"title": "Le pont", "least_score": 3}, {})
    assert ("not-yet" in page_of(gathered.player(mira), gang)) is low


# --- votes ----------------------------------------------------------------------------------------------------------


def vote(client, gathering, *words):
    return client.post(url("chapter-vote", gathering.pk), {"vote": " ".join(str(word) for word in words)})


def test_a_voice_is_given_changed_and_taken_back():
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    bridge, tower = (acts.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour"))
    client = gathered.player(mira)
    for chapter in (bridge, bridge, tower):
        assert vote(client, gang, mira.pk, chapter.pk).status_code == 302
        assert list(ChapterVote.objects.values_list("voter", "chapter")) == [(mira.pk, chapter.pk)]
    vote(client, gang, mira.pk, 0)
    assert ChapterVote.objects.count() == 0


def test_nobody_votes_for_another():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    chapter = acts.plan(gang, {"title": "Le pont"}, {})
    for client in (Client(), gathered.player(tom), gathered.organiser(gang)):
        assert vote(client, gang, mira.pk, chapter.pk).status_code == 404
    assert ChapterVote.objects.count() == 0


@pytest.mark.parametrize("words", ["", "x", "1", "1 x", "1 2 3", "9" * 40, "-1 -1"])
def test_a_voice_that_says_nothing_is_refused(words):
    gang, (mira,) = gathered.gang("Mira")
    assert gathered.player(mira).post(url("chapter-vote", gang.pk), {"vote": words}).status_code == 404


def test_one_votes_only_for_what_this_gang_plans():
    gang, (mira,) = gathered.gang("Mira")
    other, _members = gathered.gang(name="Les Autres")
    held = acts.plan(gang, {"title": "Le pont", "held": True}, {})
    elsewhere = acts.plan(other, {"title": "La tour"}, {})
    removed = acts.plan(gang, {"title": "La cave"}, {})
    acts.put_away(removed)
    client = gathered.player(mira)
    assert [vote(client, gang, mira.pk, one.pk).status_code for one in (held, elsewhere, removed)] == [404] * 3
    assert ChapterVote.objects.count() == 0


def test_a_held_chapter_frees_its_voices_and_no_others():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    bridge, tower = (acts.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour"))
    acts.vote_for_chapter(mira, bridge)
    acts.vote_for_chapter(tom, tower)
    gathered.organiser(gang).post(url("chapter", gang.pk, bridge.pk), PLAN | {"do": "hold", "revision": 1})
    assert list(ChapterVote.objects.values_list("voter", "chapter")) == [(tom.pk, tower.pk)]


def test_only_voices_of_members_count_and_ties_lead_together():
    gang, (mira, tom, ada) = gathered.gang("Mira", "Tom", "Ada")
    bridge, tower, cave = (acts.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour", "La cave"))
    for voter, chapter in ((mira, bridge), (tom, bridge), (ada, tower)):
        acts.vote_for_chapter(voter, chapter)
    planned = [bridge, tower, cave]
    assert votes.chapter_votes([mira.pk, tom.pk, ada.pk], planned).by_chapter == {bridge.pk: 2, tower.pk: 1}
    acts.end(tom)
    counted = votes.chapter_votes([mira.pk, ada.pk], planned)
    assert (counted.by_chapter, counted.leading) == ({bridge.pk: 1, tower.pk: 1}, {bridge.pk, tower.pk})
    assert votes.chapter_votes([], planned).leading == set()


def test_role_votes_are_cast_changed_and_taken_back():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    client, at = gathered.player(mira), url("role-vote", gang.pk)
    for mine, toms in (("guerisseur", "meneur"), ("guetteur", "meneur"), ("", "meneur")):
        response = client.post(at, {"voter": mira.pk, f"role-{mira.pk}": mine, f"role-{tom.pk}": toms})
        assert response["Location"] == f"{at}?voter={mira.pk}"
        wanted = [(mira.pk, mine)] * bool(mine) + [(tom.pk, toms)]
        assert sorted(RoleVote.objects.values_list("candidate", "role")) == wanted
    page = client.get(at).content.decode()
    assert '<option value="meneur" selected>' in page


def test_role_votes_are_counted_by_the_most():
    _gang, (mira, tom, ada) = gathered.gang("Mira", "Tom", "Ada")
    for voter, role in ((mira, "meneur"), (tom, "guetteur"), (ada, "meneur")):
        acts.vote_for_roles(voter, {tom: role})
    counts, cast = votes.role_votes([mira.pk, tom.pk, ada.pk])
    assert counts == {tom.pk: [("meneur", 2), ("guetteur", 1)]}
    assert cast[(tom.pk, tom.pk)] == "guetteur"
    assert votes.role_votes([mira.pk, tom.pk])[0] == {tom.pk: [("guetteur", 1), ("meneur", 1)]}
    assert votes.role_votes([mira.pk, ada.pk]) == ({}, {})


@pytest.mark.parametrize("role", ["chef", "x" * 300, "<b>", "\0"])
def test_what_is_no_vocation_is_no_voice(role):
    gang, (mira,) = gathered.gang("Mira")
    response = gathered.player(mira).post(url("role-vote", gang.pk), {"voter": mira.pk, f"role-{mira.pk}": role})
    assert (response.status_code, RoleVote.objects.count()) == (302, 0)


def test_nobody_casts_anothers_role_votes():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    data = {"voter": mira.pk, f"role-{tom.pk}": "meneur"}
    for client in (Client(), gathered.player(tom), gathered.organiser(gang)):
        assert client.post(url("role-vote", gang.pk), data).status_code == 404
    assert gathered.organiser(gang).post(url("role-vote", gang.pk), {f"role-{tom.pk}": "meneur"}).status_code == 404
    assert RoleVote.objects.count() == 0
    assert gathered.player(tom).get(url("role-vote", gang.pk) + "?voter=x").status_code == 404


def test_a_browser_with_two_characters_votes_for_each():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    chapter = acts.plan(gang, {"title": "Le pont"}, {})
    client = gathered.player(mira, tom)
    for voter in (mira, tom):
        vote(client, gang, voter.pk, chapter.pk)
        client.post(url("role-vote", gang.pk), {"voter": voter.pk, f"role-{mira.pk}": "meneur"})
    assert (ChapterVote.objects.count(), RoleVote.objects.count()) == (2, 2)
    assert client.get(url("role-vote", gang.pk) + f"?voter={tom.pk}").status_code == 200


# --- news -----------------------------------------------------------------------------------------------------------


def test_the_organiser_tells_news_and_takes_them_back():
    gang, (mira,) = gathered.gang("Mira")
    organiser, player = gathered.organiser(gang), gathered.player(mira)
    response = organiser.post(url("news-add", gang.pk), {"text": "Samedi à dix heures.\r\nChez Ada."})
    news = News.objects.get()
    assert (response["Location"], news.text) == (f"{url('gathering', gang.pk)}#news", "Samedi à dix heures.\nChez Ada.")
    assert "Chez Ada." in page_of(player, gang)
    organiser.post(url("news-remove", gang.pk, news.pk))
    assert "Chez Ada." not in page_of(player, gang)
    organiser.post(url("news-return", gang.pk, news.pk))
    assert "Chez Ada." in page_of(player, gang)


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1001])
def test_news_that_cannot_be_read_are_shown_again(text):
    gang, _members = gathered.gang("Mira")
    response = gathered.organiser(gang).post(url("news-add", gang.pk), {"text": text})
    assert (response.status_code, News.objects.count()) == (422, 0)


def test_there_is_an_end_to_news(monkeypatch):
    monkeypatch.setattr(acts, "MOST_NEWS", 1)
    gang, _members = gathered.gang()
    organiser = gathered.organiser(gang)
    for _time in range(2):
        organiser.post(url("news-add", gang.pk), {"text": "Samedi."})
    assert News.objects.count() == 1


def test_coming_going_and_playing_are_news():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    acts.end(mira)
    acts.end(tom, expelled=True)
    acts.plan(gang, {"title": "Le pont", "date": date(2020, 3, 14), "held": True}, {})
    acts.announce(gang, "Samedi.")
    client = gathered.organiser(gang)
    client.cookies["django_language"] = "en"
    page = page_of(client, gang)
    told = ["Samedi.", "Tom was sent away.", "Mira left.", "Tom joined.", "Mira joined.", "Played: Le pont."]
    places = [page.find(sentence) for sentence in told]
    assert -1 not in places
    assert places == sorted(places)


# --- how many questions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 20])
@pytest.mark.parametrize(
    "name", ["gathering", "gathering-statistics", "role-vote", "chapter-new", "gathering-shared", "gathering-json"]
)
def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries, size, name):
    gang, members = gathered.gang(*[f"Nº {n}" for n in range(size)])
    for held in (True, False):
        for _time in range(size):
            acts.plan(gang, {"title": "Le pont", "held": held}, dict.fromkeys(members, "x"))
    for member in members:
        acts.vote_for_chapter(member, Chapter.objects.filter(held=False).first())
        acts.vote_for_roles(member, dict.fromkeys(members, "meneur"))
    acts.end(members[-1])
    client = gathered.organiser(gang, gathered.player(*members))
    at = reverse(name, args=[gang.share_key if name in ("gathering-shared", "gathering-json") else gang.pk])
    client.get(at)
    with django_assert_max_num_queries(MOST_QUERIES):
        assert client.get(at).status_code == 200


@pytest.mark.parametrize("size", [1, 20])
def test_recording_asks_a_fixed_number_of_times(django_assert_max_num_queries, size):
    gang, members = gathered.gang(*[f"Nº {n}" for n in range(size)])
    chapter = acts.plan(gang, {"title": "Le pont"}, {})
    client = gathered.organiser(gang)
    data = PLAN | {"do": "hold", "revision": 1} | {f"came-{member.pk}": "on" for member in members}
    with django_assert_max_num_queries(MOST_QUERIES + 6):
        assert client.post(url("chapter", gang.pk, chapter.pk), data).status_code == 302
    assert chapter.participations.count() == size
