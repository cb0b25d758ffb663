"""Chapters planned, voted for and recorded, who should take which role, and the news of it all."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.utils.timezone import localdate

from builder.accounts import form_answers
from builder.gatherings import chapter_revisions, services, votes
from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.models import Chapter, ChapterVote, News, RoleVote, Roster
from rules.document import read, write
from rules.registry import GAMES
from tests.builder import gathered
from tests.builder.test_gatherings import document_of, url

pytestmark = pytest.mark.django_db
PLAN = {"title": "Le pont", "date": "2026-03-14", "text": "Passer la rivière.", "least_members": "2", "action": "plan"}
MOST_QUERIES = 13  # those of answers and battles among them


def page_of(client, gathering):
    return client.get(url("gathering", gathering.pk)).content.decode()


def revision_in(response):
    """The state that the form of an answer was filled in for."""
    return response.content.decode().split('name="revision" value="')[1].split('"')[0]


def doing(response):
    """What the buttons of an answer's form do, in their order."""
    return re.findall('<button[^>]* name="action" value="([a-z]+)"', response.content.decode())


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
    services.join(gang, gathered.roster("Ada"))
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    data = PLAN | {"action": "hold", "revision": 1, f"came-{mira.pk}": "on", f"text-{tom.pk}": " Bras \n cassé "}
    gathered.organiser(gang).post(url("chapter", gang.pk, chapter.pk), data)
    assert document_of(gang)["log"] == [
        {"date": "2026-03-14", "title": "Le pont", "text": "Passer la rivière. Tom: Bras cassé", "units": [0, 1]}
    ]


def test_the_story_parts_what_changed_for_one_player_from_the_next():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    day = date(2026, 3, 14)
    services.plan(
        gang, {"title": "Le pont", "date": day, "text": "Pluie", "held": True}, {mira: "Sourde", tom: "Amputé"}
    )
    services.plan(gang, {"title": "La tour", "date": day, "text": "", "held": True}, {mira: "Berserk", tom: "Perdu"})
    texts = [entry["text"] for entry in document_of(gang)["log"]]
    assert texts == ["Pluie · Mira: Sourde · Tom: Amputé", "Mira: Berserk · Tom: Perdu"]


def test_who_left_stays_in_the_story():
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    services.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {mira: "Bras cassé"})
    services.end(mira)
    assert document_of(gang)["log"] == [{"date": "2026-03-14", "title": "Le pont", "text": "Mira: Bras cassé"}]
    assert "Bras cassé" in page_of(gathered.organiser(gang), gang)


def test_who_comes_back_is_found_in_the_story():
    gang, (mira,) = gathered.gang("Mira")
    services.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {mira: "Bras cassé"})
    services.end(mira)
    services.join(gang, mira.roster)
    assert [entry["units"] for entry in document_of(gang)["log"]] == [[0]]


def test_the_story_is_told_in_the_order_of_its_days():
    gang, _members = gathered.gang("Mira")
    for title, day in (("Trois", 20), ("Un", 1), ("Deux", 10)):
        services.plan(gang, {"title": title, "date": date(2026, 3, day), "held": True}, {})
    assert [entry["title"] for entry in document_of(gang)["log"]] == ["Un", "Deux", "Trois"]


def test_a_text_that_is_too_long_for_an_entry_goes_on_in_the_next():
    gang, (mira,) = gathered.gang("Mira")
    services.plan(gang, {"title": "La tour", "text": "y" * 200, "held": True}, {mira: ""})
    services.plan(gang, {"title": "Le pont", "text": "x" * 201, "held": True}, {mira: ""})
    entries = [(entry["title"], entry["text"], entry["units"]) for entry in document_of(gang)["log"]]
    assert entries == [("La tour", "y" * 200, [0]), ("Le pont", "x" * 200, [0]), ("Le pont", "x", [0])]


def test_what_is_assembled_is_a_document_that_can_be_read():
    gang, members = gathered.gang(*[f"Nº {n}" for n in range(5)], notes="n" * 5000, name="x" * 200)
    services.plan(gang, {"title": "t" * 200, "text": "mot " * 1200, "held": True}, dict.fromkeys(members, "c" * 200))
    document = document_of(gang)
    assert write(read(document, GAMES), GAMES) == document


def test_recording_notes_the_state_in_which_a_character_came():
    gang, (mira,) = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont"}, {mira: ""})
    history.apply(mira.roster, "step-gauge 0 life less", {}, 1)
    organiser = gathered.organiser(gang)
    organiser.post(
        url("chapter", gang.pk, chapter.pk), PLAN | {"action": "hold", "revision": 1, f"came-{mira.pk}": "on"}
    )
    assert chapter.participations.get().revision == 2
    history.apply(Roster.objects.get(), "step-gauge 0 life less", {}, 2)
    organiser.post(
        url("chapter", gang.pk, chapter.pk), PLAN | {"action": "hold", "revision": 2, f"came-{mira.pk}": "on"}
    )
    assert chapter.participations.get().revision == 2
    page = page_of(gathered.player(mira), gang)
    assert f"/s/{mira.roster.share_key}/?revision=2" in page
    assert url("roster", mira.roster_id) in page


def test_a_late_change_of_a_chapter_overwrites_nothing():
    gang, (mira,) = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
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


def test_a_form_shown_again_still_knows_which_state_it_was_filled_in_for():
    gang, _members = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    organiser.post(at, PLAN | {"title": "La tour", "revision": 1})
    again = organiser.post(at, PLAN | {"title": "", "revision": 1})
    assert (again.status_code, revision_in(again)) == (422, "1")
    late = organiser.post(at, PLAN | {"title": "La cave", "revision": revision_in(again)})
    assert (late.status_code, revision_in(late), stored()[0][0]) == (409, "2", "La tour")


def test_a_late_change_is_shown_all_that_it_would_replace():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    asks = {"least_members": "7", "least_score": "11", "conditions": "Une carte"}
    came = {f"came-{mira.pk}": "on", f"text-{tom.pk}": "Bras cassé"}
    organiser.post(at, PLAN | asks | came | {"action": "hold", "revision": 1})
    late = organiser.post(at, {"title": "La cave", "action": "plan", "revision": 1})
    newer = late.context["newer"]
    assert newer == {
        "title": "Le pont",
        "hour": None,
        "venue": "",
        "date": date(2026, 3, 14),
        "text": "Passer la rivière.",
        "conditions": "Une carte",
        "least_members": 7,
        "least_score": 11,
        "held": True,
        "stage": None,
        "came": [("Mira", ""), ("Tom", "Bras cassé")],
        "feats": {mira.pk: "", tom.pk: "Bras cassé"},
    }
    note = late.content.decode().split('role="alert"')[1].split("<form")[0]
    sentences = ("Le pont", "Passer la rivière.", "Une carte", "7", "≥ 11", "Mira", "Bras cassé")
    assert [word for word in sentences if word not in note] == []
    assert doing(late) == ["hold", "plan"]
    assert '<button class="button big" name="action" value="hold">' in late.content.decode()


def test_what_was_replaced_can_be_read_again():
    gang, (mira,) = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14)}, {mira: "Bras cassé"})
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    for number, title in enumerate(("La tour", "La tour", "La cave"), 1):
        organiser.post(at, PLAN | {"title": title, "revision": number})
    page = organiser.get(at)
    earlier = [(one["title"], one["date"], one["came"]) for one in page.context["earlier"]]
    day = date(2026, 3, 14)
    assert earlier == [("La tour", day, []), ("Le pont", day, [("Mira", "Bras cassé")])]
    assert "Bras cassé" in page.content.decode()


def test_only_so_many_states_are_kept(monkeypatch):
    monkeypatch.setattr(chapter_revisions, "MOST_STATES", 2)
    gang, _members = gathered.gang()
    chapter = services.plan(gang, {"title": "0"}, {})
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    for number in range(1, 5):
        organiser.post(at, PLAN | {"title": str(number), "revision": number})
    assert [row.state["title"] for row in chapter.revisions.all()] == ["3", "2"]


@pytest.mark.parametrize(("held", "first"), [(True, "hold"), (False, "plan")])
def test_the_enter_key_keeps_a_chapter_as_it_is(held, first):
    gang, _members = gathered.gang()
    chapter = services.plan(gang, {"title": "Le pont", "held": held}, {})
    page = gathered.organiser(gang).get(url("chapter", gang.pk, chapter.pk))
    assert doing(page)[0] == first
    assert len(doing(page)) == 2


def test_a_chapter_played_without_a_date_is_of_the_day_of_recording():
    gang, _members = gathered.gang()
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    Chapter.objects.update(made=datetime(2020, 1, 1, 12, tzinfo=UTC))
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    organiser.post(at, PLAN | {"date": "", "action": "plan", "revision": 1})
    assert stored()[0][1] is None
    organiser.post(at, PLAN | {"date": "", "action": "hold", "revision": 2})
    assert stored()[0][1] == localdate()
    organiser.post(url("chapter-new", gang.pk), PLAN | {"title": "La tour", "date": "", "action": "hold"})
    assert [row[1] for row in stored()] == [localdate()] * 2


def test_a_played_chapter_keeps_its_day():
    gang, _members = gathered.gang()
    chapter = services.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {})
    at = url("chapter", gang.pk, chapter.pk)
    gathered.organiser(gang).post(at, PLAN | {"date": "", "action": "hold", "revision": 1})
    assert stored()[0][1] == date(2026, 3, 14)


@pytest.mark.parametrize(("days", "status"), [(1, 422), (0, 302)])
@pytest.mark.parametrize("stored_first", [True, False])
def test_a_chapter_that_lies_ahead_is_not_recorded_as_played(days, status, stored_first):
    gang, _members = gathered.gang("Mira")
    organiser, at = gathered.organiser(gang), url("chapter-new", gang.pk)
    organiser.cookies["django_language"] = "en"
    day = localdate() + timedelta(days=days)
    if stored_first:
        at = url("chapter", gang.pk, services.plan(gang, {"title": "Le pont", "date": day}, {}).pk)
    answer = organiser.post(at, PLAN | {"date": day.isoformat(), "action": "hold", "revision": 1})
    assert answer.status_code == status
    assert ("That date is in the future" in answer.content.decode()) is (status == 422)
    assert [row[-1] for row in stored()] == ([status == 302] if stored_first or status == 302 else [])


def test_a_played_chapter_is_not_moved_to_a_day_ahead():
    gang, _members = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {})
    ahead, at = (localdate() + timedelta(days=1)).isoformat(), url("chapter", gang.pk, chapter.pk)
    organiser = gathered.organiser(gang)
    assert organiser.post(at, PLAN | {"date": ahead, "action": "hold", "revision": 1}).status_code == 422
    assert organiser.post(at, PLAN | {"date": ahead, "action": "plan", "revision": 1}).status_code == 302
    assert stored()[0][-1] is False


def test_a_chapter_goes_back_to_the_plans():
    gang, _members = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont", "held": True}, {})
    gathered.organiser(gang).post(url("chapter", gang.pk, chapter.pk), PLAN | {"action": "plan", "revision": 1})
    assert document_of(gang).get("log", []) == []


def test_a_removed_chapter_comes_back():
    gang, _members = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont", "held": True}, {})
    organiser = gathered.organiser(gang)
    page = organiser.post(url("chapter-remove", gang.pk, chapter.pk), follow=True).content.decode()
    assert url("chapter-return", gang.pk, chapter.pk) in page
    assert document_of(gang).get("log", []) == []
    assert organiser.get(url("chapter", gang.pk, chapter.pk)).status_code == 404
    organiser.post(url("chapter-return", gang.pk, chapter.pk))
    assert [entry["title"] for entry in document_of(gang)["log"]] == ["Le pont"]


def test_what_was_written_for_a_chapter_that_was_removed_is_not_lost():
    gang, (mira,) = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    services.remove(chapter)
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    data = PLAN | {"title": "La cave", "revision": 1, f"text-{mira.pk}": "Perdue"}
    for bad, status in (({}, 409), ({"date": "demain"}, 422)):
        answer = organiser.post(at, data | bad)
        assert (answer.status_code, doing(answer)) == (status, ["return"])
        assert [word in answer.content.decode() for word in ("La cave", "Perdue")] == [True] * 2
    assert (stored()[0][0], Chapter.objects.get().deleted is None) == ("Le pont", False)
    assert organiser.post(at, data | {"action": "return"}).status_code == 302
    assert (stored()[0][0], Chapter.objects.get().deleted) == ("La cave", None)


def test_a_removed_chapter_that_changed_before_is_not_brought_back_unseen():
    gang, _members = gathered.gang()
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    organiser.post(at, PLAN | {"title": "La tour", "revision": 1})
    services.remove(chapter)
    late = organiser.post(at, PLAN | {"title": "La cave", "action": "return", "revision": 1})
    assert (late.status_code, late.context["newer"]["title"], revision_in(late)) == (409, "La tour", "2")
    assert Chapter.objects.get().deleted is not None


def test_nobody_else_reaches_a_removed_chapter():
    gang, (mira,) = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    services.remove(chapter)
    for client in (Client(), gathered.player(mira)):
        answer = client.post(url("chapter", gang.pk, chapter.pk), PLAN | {"action": "return", "revision": 1})
        assert answer.status_code == 404


def test_what_was_removed_stays_at_hand_for_the_organiser():
    gang, (mira,) = gathered.gang("Mira")
    chapter, news = services.plan(gang, {"title": "Le pont"}, {}), services.announce(gang, "Samedi.")
    services.remove(chapter)
    services.remove(news)
    clients = gathered.organiser(gang), gathered.player(mira)
    ways = [url("chapter-return", gang.pk, chapter.pk), url("news-return", gang.pk, news.pk)]
    assert [[way in page_of(client, gang) for way in ways] for client in clients] == [[True] * 2, [False] * 2]
    shared = Client().get(url("gathering-shared", gang.share_key)).content.decode()
    assert [word in shared for word in ("Le pont", "Samedi.")] == [False] * 2


def test_another_gangs_chapter_is_not_found():
    first, _members = gathered.gang("Mira")
    second, _members = gathered.gang(name="Les Autres")
    chapter = services.plan(second, {"title": "Le pont"}, {})
    organiser = gathered.organiser(first)
    assert organiser.get(url("chapter", first.pk, chapter.pk)).status_code == 404
    assert organiser.post(url("chapter", first.pk, chapter.pk), PLAN | {"revision": 1}).status_code == 404


def test_there_is_an_end_to_chapters(monkeypatch):
    monkeypatch.setitem(services.MOST, Chapter, 1)
    gang, _members = gathered.gang()
    organiser = gathered.organiser(gang)
    assert [organiser.post(url("chapter-new", gang.pk), PLAN).status_code for _time in range(2)] == [302, 422]
    assert len(stored()) == 1


@pytest.mark.parametrize(("name", "kind"), [("chapter", Chapter), ("news", News)])
def test_what_was_removed_comes_back_only_where_there_is_room(monkeypatch, name, kind):
    monkeypatch.setitem(services.MOST, Chapter, 1)
    monkeypatch.setitem(services.MOST, News, 1)
    gang, _members = gathered.gang()
    make = {
        "chapter": lambda: services.plan(gang, {"title": "Le pont"}, {}),
        "news": lambda: services.announce(gang, "Samedi."),
    }
    removed = make[name]()
    services.remove(removed)
    other = make[name]()
    organiser, way = gathered.organiser(gang), url(f"{name}-return", gang.pk, removed.pk)
    assert "toast bad" in organiser.post(way, follow=True).content.decode()
    assert list(kind.objects.filter(deleted__isnull=True)) == [other]
    services.remove(other)
    organiser.post(way)
    assert list(kind.objects.filter(deleted__isnull=True)) == [removed]


def test_saving_brings_no_chapter_back_where_there_is_no_room(monkeypatch):
    monkeypatch.setitem(services.MOST, Chapter, 1)
    gang, _members = gathered.gang()
    removed = services.plan(gang, {"title": "Le pont"}, {})
    services.remove(removed)
    services.plan(gang, {"title": "La tour"}, {})
    answer = gathered.organiser(gang).post(
        url("chapter", gang.pk, removed.pk), PLAN | {"title": "La cave", "action": "return", "revision": 1}
    )
    assert (answer.status_code, doing(answer)) == (422, ["return"])
    assert Chapter.objects.get(deleted__isnull=True).title == "La tour"


# --- sent twice -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "kind"), [("chapter-new", PLAN, Chapter), ("news-add", {"text": "Samedi."}, News)]
)
def test_a_form_that_is_sent_twice_is_kept_once(name, data, kind):
    gang, _members = gathered.gang()
    organiser, at = gathered.organiser(gang), url(name, gang.pk)
    data = data | {"form_token": form_answers.new_form_token()}
    answers = [organiser.post(at, data) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [302] * 2
    assert answers[0]["Location"] == answers[1]["Location"]
    assert kind.objects.count() == 1


def test_a_chapter_saved_twice_at_once_is_no_conflict():
    gang, _members = gathered.gang()
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, chapter.pk)
    data = PLAN | {"revision": 1, "form_token": form_answers.new_form_token()}
    assert [organiser.post(at, data).status_code for _time in range(2)] == [302] * 2


def test_other_news_from_a_page_gone_back_to_are_news():
    gang, _members = gathered.gang()
    organiser, token = gathered.organiser(gang), form_answers.new_form_token()
    for text in ("Samedi.", "Dimanche.", "Samedi."):
        organiser.post(url("news-add", gang.pk), {"text": text, "form_token": token})
    assert News.objects.count() == 2


def test_a_form_that_was_refused_may_be_sent_again(monkeypatch):
    monkeypatch.setitem(services.MOST, Chapter, 0)
    gang, _members = gathered.gang()
    organiser, data = gathered.organiser(gang), PLAN | {"form_token": form_answers.new_form_token()}
    assert organiser.post(url("chapter-new", gang.pk), data).status_code == 422
    monkeypatch.setitem(services.MOST, Chapter, 1)
    assert organiser.post(url("chapter-new", gang.pk), data).status_code == 302
    assert len(stored()) == 1


def test_a_form_that_failed_may_be_sent_again(monkeypatch):
    gang, _members = gathered.gang()
    organiser, data = gathered.organiser(gang), PLAN | {"form_token": form_answers.new_form_token()}
    with monkeypatch.context() as patch:
        patch.setattr(services, "require_room", None)
        with pytest.raises(TypeError):
            organiser.post(url("chapter-new", gang.pk), data)
    assert organiser.post(url("chapter-new", gang.pk), data).status_code == 302
    assert len(stored()) == 1


@pytest.mark.parametrize("name", ["gathering", "gathering-edit", "chapter-new"])
def test_each_form_shown_is_one_of_its_kind(name):
    gang, _members = gathered.gang()
    organiser = gathered.organiser(gang)
    tokens = [
        organiser.get(url(name, gang.pk)).content.decode().split('name="form_token" value="')[1][:32] for _time in "ab"
    ]
    assert [len(set(tokens)), *(len(token.strip('"')) for token in tokens)] == [2, 32, 32]


# --- what a chapter asks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "missing"), [(3, False), (4, True)])
def test_a_chapter_counts_who_can_come_as_a_zombie_too(least, missing):
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    services.join(gang, gathered.roster("Zed", state="zombie", zombie_type="mastard"))
    services.join(gang, gathered.roster("Ada", state="dead"))
    services.plan(gang, {"title": "Le pont", "least_members": least}, {})
    assert ("not-yet" in page_of(gathered.player(mira), gang)) is missing


@pytest.mark.parametrize(("least", "missing"), [(2, False), (3, True)])
def test_a_player_counts_once_among_the_players_of_a_chapter(least, missing):
    gang, (mira,) = gathered.gang("Mira")
    for state in ("zombie", "alive"):
        services.join(gang, gathered.roster("Zed", player=f" Maud{'' if state == 'alive' else ' '}", state=state))
    services.plan(gang, {"title": "Le pont", "least_members": least}, {})
    assert ("not-yet" in page_of(gathered.player(mira), gang)) is missing


@pytest.mark.parametrize(("least", "missing"), [(2, False), (3, True)])
def test_a_player_who_spells_one_name_in_two_ways_counts_once(least, missing):
    gang, (mira,) = gathered.gang("Mira")
    for state, player in (("zombie", "Zoé"), ("alive", "Zo\u200be\u0301")):
        services.join(gang, gathered.roster("Zed", player=player, state=state))
    services.plan(gang, {"title": "Le pont", "least_members": least}, {})
    assert ("not-yet" in page_of(gathered.player(mira), gang)) is missing


@pytest.mark.parametrize(("survival", "low"), [(3, False), (2, True), (None, True), (-5, True)])
def test_a_chapter_says_who_has_too_few_points(survival, low):
    gang, _members = gathered.gang()
    mira = services.join(gang, gathered.roster("Mira", survival=survival))
    services.plan(gang, {"title": "Le pont", "least_score": 3}, {})
    assert ("not-yet" in page_of(gathered.player(mira), gang)) is low


# --- votes ----------------------------------------------------------------------------------------------------------


def vote(client, gathering, *words):
    return client.post(url("chapter-vote", gathering.pk), {"vote": " ".join(str(word) for word in words)})


def test_a_voice_is_given_changed_and_taken_back():
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    bridge, tower = (services.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour"))
    client = gathered.player(mira)
    for chapter in (bridge, bridge, tower):
        assert vote(client, gang, mira.pk, chapter.pk).status_code == 302
        assert list(ChapterVote.objects.values_list("voter", "chapter")) == [(mira.pk, chapter.pk)]
    vote(client, gang, mira.pk, 0)
    assert ChapterVote.objects.count() == 0


def test_nobody_votes_for_another():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
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
    held = services.plan(gang, {"title": "Le pont", "held": True}, {})
    elsewhere = services.plan(other, {"title": "La tour"}, {})
    removed = services.plan(gang, {"title": "La cave"}, {})
    services.remove(removed)
    client = gathered.player(mira)
    assert [vote(client, gang, mira.pk, one.pk).status_code for one in (held, elsewhere, removed)] == [302, 404, 404]
    assert ChapterVote.objects.count() == 0


def test_the_vote_on_a_chapter_that_was_played_is_closed_and_says_so():
    gang, (mira,) = gathered.gang("Mira")
    bridge, tower = (services.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour"))
    services.vote_for_chapter(mira, tower)
    gathered.organiser(gang).post(url("chapter", gang.pk, bridge.pk), PLAN | {"action": "hold", "revision": 1})
    client = gathered.player(mira)
    client.cookies["django_language"] = "en"
    page = client.get(vote(client, gang, mira.pk, bridge.pk)["Location"]).content.decode()
    assert "Le pont has been played: voting is closed." in page
    assert "Played chapters take no votes." in page
    assert list(ChapterVote.objects.values_list("chapter", flat=True)) == [tower.pk]
    with pytest.raises(BadEdit):
        services.vote_for_chapter(mira, bridge)  # read as planned, recorded meanwhile


@pytest.mark.parametrize("planned", [True, False])
def test_the_votes_for_roles_close_with_their_chapter(planned):
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    services.vote_for_roles(mira, {tom: "meneur"})
    organiser, at = gathered.organiser(gang), url("chapter-new", gang.pk)
    if planned:
        at = url("chapter", gang.pk, services.plan(gang, {"title": "Le pont"}, {}).pk)
    assert RoleVote.objects.count() == 1
    organiser.post(at, PLAN | {"action": "hold", "revision": 1})
    assert RoleVote.objects.count() == 0
    client = gathered.player(mira)
    client.cookies["django_language"] = "en"
    page = client.get(url("role-vote", gang.pk)).content.decode()
    assert "The last vote closed with Le pont; this one is for the next battle." in page


def test_a_chapter_of_long_ago_and_a_change_to_a_played_one_close_no_votes():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    held = services.plan(gang, {"title": "Le pont", "date": date(2026, 3, 14), "held": True}, {})
    services.vote_for_roles(mira, {tom: "meneur"})
    organiser = gathered.organiser(gang)
    organiser.post(url("chapter-new", gang.pk), PLAN | {"date": "2026-03-13", "action": "hold"})
    organiser.post(url("chapter", gang.pk, held.pk), PLAN | {"text": "Un mot.", "action": "hold", "revision": 1})
    assert (RoleVote.objects.count(), len(stored())) == (1, 2)


def voices(gang, *chapters):
    """How many voices each chapter has that is planned."""
    planned = [chapter for chapter in Chapter.objects.all() if not chapter.held]
    counted = votes.chapter_votes([membership.pk for membership in gang.memberships.all()], planned).by_chapter
    return [counted.get(chapter.pk, 0) for chapter in chapters]


def test_a_held_chapter_keeps_its_voices_until_it_is_planned_again():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    bridge, tower = (services.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour"))
    services.vote_for_chapter(mira, bridge)
    services.vote_for_chapter(tom, tower)
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, bridge.pk)
    organiser.post(at, PLAN | {"action": "hold", "revision": 1})
    assert voices(gang, bridge, tower) == [0, 1]
    organiser.post(at, PLAN | {"action": "plan", "revision": 2})
    assert voices(gang, bridge, tower) == [1, 1]


def test_a_voice_given_elsewhere_meanwhile_stays_there():
    gang, (mira,) = gathered.gang("Mira")
    bridge, tower = (services.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour"))
    services.vote_for_chapter(mira, bridge)
    organiser, at = gathered.organiser(gang), url("chapter", gang.pk, bridge.pk)
    organiser.post(at, PLAN | {"action": "hold", "revision": 1})
    vote(gathered.player(mira), gang, mira.pk, tower.pk)
    organiser.post(at, PLAN | {"action": "plan", "revision": 2})
    assert voices(gang, bridge, tower) == [0, 1]


def test_only_voices_of_members_count_and_ties_lead_together():
    gang, (mira, tom, ada) = gathered.gang("Mira", "Tom", "Ada")
    bridge, tower, cave = (services.plan(gang, {"title": title}, {}) for title in ("Le pont", "La tour", "La cave"))
    for voter, chapter in ((mira, bridge), (tom, bridge), (ada, tower)):
        services.vote_for_chapter(voter, chapter)
    planned = [bridge, tower, cave]
    assert votes.chapter_votes([mira.pk, tom.pk, ada.pk], planned).by_chapter == {bridge.pk: 2, tower.pk: 1}
    services.end(tom)
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


def test_arguments_stand_beside_the_votes_that_they_are_for():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    client, at = gathered.player(mira), url("role-vote", gang.pk)
    sent = {"voter": mira.pk, f"role-{tom.pk}": "meneur", f"argument-{tom.pk}": " Il parle\nbien. "}
    client.post(at, sent | {f"argument-{mira.pk}": "Sans vote"})
    assert votes.arguments([mira.pk, tom.pk]) == {tom.pk: [(mira.pk, "meneur", "Il parle bien.")]}
    assert "Il parle bien." in gathered.player(tom).get(at).content.decode()
    client.post(at, sent | {f"argument-{tom.pk}": ""})
    assert votes.arguments([mira.pk, tom.pk]) == {}
    client.post(at, sent | {f"argument-{tom.pk}": "x" * 300})
    assert RoleVote.objects.get().argument == "x" * 200
    services.end(mira)
    assert votes.arguments([tom.pk]) == {}


def test_role_votes_are_counted_by_the_most():
    _gang, (mira, tom, ada) = gathered.gang("Mira", "Tom", "Ada")
    for voter, role in ((mira, "meneur"), (tom, "guetteur"), (ada, "meneur")):
        services.vote_for_roles(voter, {tom: role})
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
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    client = gathered.player(mira, tom)
    for voter in (mira, tom):
        vote(client, gang, voter.pk, chapter.pk)
        client.post(url("role-vote", gang.pk), {"voter": voter.pk, f"role-{mira.pk}": "meneur"})
    assert (ChapterVote.objects.count(), RoleVote.objects.count()) == (2, 2)
    assert client.get(url("role-vote", gang.pk) + f"?voter={tom.pk}").status_code == 200


def take(client, gathering, *words):
    return client.post(url("role-take", gathering.pk), {"take": " ".join(str(word) for word in words)})


def takes(page):
    """What the buttons that take a role on would send."""
    return re.findall('<button form="take" name="take" value="([^"]+)"', page.content.decode())


def vocations_of(*members):
    return [Roster.objects.get(pk=member.roster_id).document["units"][0].get("vocation") for member in members]


def test_what_was_voted_is_taken_on_by_its_button():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    for voter, role in ((mira, "meneur"), (tom, "guetteur")):
        services.vote_for_roles(voter, {mira: role, tom: "maraudeur"})
    client, at = gathered.player(mira), url("role-vote", gang.pk)
    client.cookies["django_language"] = "en"
    assert takes(client.get(at)) == [f"{mira.pk} 1 0 guetteur", f"{mira.pk} 1 0 meneur"]
    answer = take(client, gang, mira.pk, 1, 0, "meneur")
    assert (answer["Location"], vocations_of(mira, tom)) == (at, ["meneur", None])
    page = client.get(at)
    assert "Mira: now Meneur." in page.content.decode()
    assert takes(page) == [f"{mira.pk} 2 0 guetteur"]
    assert Roster.objects.get(pk=mira.roster_id).revision == 2


def test_each_character_of_a_list_takes_its_own_vocation_on_but_not_the_dead():
    gang, _members = gathered.gang()
    document = gathered.character("Mira")
    document["units"] += [{**document["units"][0], "name": "Tom"}, {**document["units"][0], "state": "dead"}]
    two = services.join(gang, history.create(LoadedRoster.from_data(document), "new")[0])
    services.vote_for_roles(two, {two: "meneur"})
    client = gathered.player(two)
    assert takes(client.get(url("role-vote", gang.pk))) == [f"{two.pk} 1 0 meneur", f"{two.pk} 1 1 meneur"]
    take(client, gang, two.pk, 1, 1, "meneur")
    assert [unit.get("vocation") for unit in Roster.objects.get().document["units"]] == [None, "meneur", None]


@pytest.mark.parametrize(
    ("meanwhile", "vocations"),
    [("move 0 down", [None, "meneur"]), ("duplicate 1", ["meneur", None, None]), ("remove 0", [None])],
)
def test_a_vocation_is_given_to_the_character_that_the_page_showed(meanwhile, vocations):
    gang, _members = gathered.gang()
    document = gathered.character("Mira")
    document["units"] += [{**document["units"][0], "name": "Tom"}]
    row, _key = history.create(LoadedRoster.from_data(document), "new")
    two = services.join(gang, row)
    history.apply(Roster.objects.get(), meanwhile, {}, 1)
    client = gathered.player(two)
    client.cookies["django_language"] = "en"
    take(client, gang, two.pk, 1, 0, "meneur")
    assert [unit.get("vocation") for unit in Roster.objects.get().document["units"]] == vocations
    said = "now Meneur." if "meneur" in vocations else "The list has just changed."
    assert said in client.get(url("role-vote", gang.pk)).content.decode()


def test_nobody_takes_on_for_another_or_what_is_not_there():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    services.vote_for_roles(mira, {mira: "meneur"})
    client = gathered.player(tom)
    bad = [
        (mira.pk, 1, 0, "meneur"), (tom.pk, 1, 0, "chef"), (tom.pk, 1, "x", "meneur"), (tom.pk, 1, 0), (),
        ("x", 1, 0, "meneur"), (tom.pk, 0, "meneur"),
    ]  # fmt: skip
    assert [take(client, gang, *words).status_code for words in bad] == [404] * 7
    assert take(Client(), gang, mira.pk, 1, 0, "meneur").status_code == 404
    assert take(client, gang, tom.pk, 1, 7, "meneur").status_code == 302
    assert take(client, gang, tom.pk, "x", 0, "meneur").status_code == 302
    assert vocations_of(mira, tom) == [None, None]
    assert takes(client.get(url("role-vote", gang.pk))) == []


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


def test_the_address_of_refused_news_leads_back():
    gang, (mira,) = gathered.gang("Mira")
    at = url("news-add", gang.pk)
    answer = gathered.organiser(gang).get(at)
    assert (answer.status_code, answer["Location"]) == (302, f"{url('gathering', gang.pk)}#news")
    assert [client.get(at).status_code for client in (gathered.player(mira), Client())] == [302, 404]


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1001])
def test_news_that_cannot_be_read_are_shown_again(text):
    gang, _members = gathered.gang("Mira")
    response = gathered.organiser(gang).post(url("news-add", gang.pk), {"text": text})
    assert (response.status_code, News.objects.count()) == (422, 0)


def test_there_is_an_end_to_news(monkeypatch):
    monkeypatch.setitem(services.MOST, News, 1)
    gang, _members = gathered.gang()
    organiser = gathered.organiser(gang)
    data = {"text": "Samedi.", "form_token": form_answers.new_form_token()}
    organiser.post(url("news-add", gang.pk), {"text": "Dimanche."})
    refused = organiser.post(url("news-add", gang.pk), data)
    assert (refused.status_code, "Samedi." in refused.content.decode(), News.objects.count()) == (422, True, 1)
    services.remove(News.objects.get())
    assert organiser.post(url("news-add", gang.pk), data).status_code == 302
    assert News.objects.filter(deleted__isnull=True).get().text == "Samedi."


def test_coming_going_and_playing_are_news():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    services.end(mira)
    services.end(tom, expelled=True)
    services.plan(gang, {"title": "Le pont", "date": date(2020, 3, 14), "held": True}, {})
    services.announce(gang, "Samedi.")
    client = gathered.organiser(gang)
    client.cookies["django_language"] = "en"
    page = page_of(client, gang)
    sentences = ["Samedi.", "Tom was removed.", "Mira left.", "Tom joined.", "Mira joined.", "Played: Le pont."]
    places = [page.find(sentence) for sentence in sentences]
    assert -1 not in places
    assert places == sorted(places)


# --- how many questions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 20])
@pytest.mark.parametrize(
    "name",
    ["gathering", "gathering-statistics", "role-vote", "chapter-new", "gathering-shared", "gathering-export json"],
)
def test_the_number_of_queries_does_not_grow(django_assert_max_num_queries, size, name):
    gang, members = gathered.gang(*[f"Nº {n}" for n in range(size)])
    for held in (True, False):
        for _time in range(size):
            services.plan(gang, {"title": "Le pont", "held": held}, dict.fromkeys(members, "x"))
    for member in members:
        services.vote_for_chapter(member, Chapter.objects.filter(held=False).first())
        services.vote_for_roles(member, dict.fromkeys(members, "meneur"))
    services.end(members[-1])
    client = gathered.organiser(gang, gathered.player(*members))
    at = url(name, gang.share_key if name in ("gathering-shared", "gathering-export json") else gang.pk)
    client.get(at)
    with django_assert_max_num_queries(MOST_QUERIES):
        assert client.get(at).status_code == 200


@pytest.mark.parametrize("size", [1, 20])
def test_recording_asks_a_fixed_number_of_times(django_assert_max_num_queries, size):
    gang, members = gathered.gang(*[f"Nº {n}" for n in range(size)])
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    client = gathered.organiser(gang)
    data = PLAN | {"action": "hold", "revision": 1} | {f"came-{member.pk}": "on" for member in members}
    with django_assert_max_num_queries(MOST_QUERIES + 6):
        assert client.post(url("chapter", gang.pk, chapter.pk), data).status_code == 302
    assert chapter.participations.count() == size
