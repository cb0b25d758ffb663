"""What several people share: who gets in, who may do what, and what becomes of it."""

import pytest
from django.test import Client
from django.urls import reverse

from builder.accounts import form_answers
from builder.gatherings import services
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Browser, Gathering, Membership, Roster
from tests import make
from tests.builder import gathered

pytestmark = pytest.mark.django_db
GAME = gathered.GAME


def url(name, *args):
    """An address by its name; "gathering-export json" names the export too."""
    name, *more = name.split()
    return reverse(name, args=[*args, *more])


def document_of(gathering):
    return Client().get(url("gathering-export", Gathering.objects.get(pk=gathering.pk).share_key, "json")).json()


def names_in(gathering):
    return [unit["name"] for unit in document_of(gathering)["units"]]


# --- founding -------------------------------------------------------------------------------------------------------


def test_founding_makes_an_organiser_and_shows_the_secret_link_until_it_is_noted(client):
    made = client.post(url("gathering-new", GAME), {"name": "Les Rescapés", "notes": "Au nord.\r\nAu sud."})
    row = Gathering.objects.get()
    assert made["Location"] == url("gathering", row.pk)
    assert row.notes == "Au nord.\nAu sud."
    page = client.get(made["Location"]).content.decode()
    key = page.split("/o/")[1].split("/")[0]
    assert f"/o/{key}/" in client.get(made["Location"]).content.decode()
    client.post(url("gathering-links", row.pk), {"action": "noted"})
    assert "/o/" not in client.get(made["Location"]).content.decode()
    assert key not in str([vars(browser) for browser in Browser.objects.all()])
    assert key not in str(vars(row))


def test_founding_with_a_character_makes_it_the_first_member(client):
    row = gathered.roster("Mira")
    make.grant(client, row)
    assert "Mira" in client.get(url("gathering-new", GAME) + f"?roster={row.pk}").content.decode()
    client.post(url("gathering-new", GAME), {"name": "Les Rescapés", "roster": row.pk})
    assert names_in(Gathering.objects.get()) == ["Mira"]


def test_founding_with_a_strangers_character_founds_nothing(client):
    row = gathered.roster("Mira")
    assert client.post(url("gathering-new", GAME), {"name": "X", "roster": row.pk}).status_code == 404
    assert Gathering.objects.count() == 0


def test_a_character_that_is_elsewhere_founds_nothing_and_nothing_typed_is_lost(client):
    _gang, (mira,) = gathered.gang("Mira")
    gathered.player(mira, client=client)
    at = url("gathering-new", GAME)
    data = {"name": "Les Perdus", "notes": "Au sud."}
    answer = client.post(at, data | {"roster": mira.roster_id})
    page = answer.content.decode()
    assert (answer.status_code, Gathering.objects.count()) == (422, 1)
    assert [word in page for word in ("Les Perdus", "Au sud.", "Les Rescapés")] == [True] * 3
    assert f'name="roster" value="{mira.roster_id}">' in page
    client.post(f"{at}?roster={mira.roster_id}", data)
    assert [names_in(row) for row in Gathering.objects.order_by("pk")] == [["Mira"], []]


def test_a_gang_founded_twice_at_once_is_one(client):
    row = gathered.roster("Mira")
    make.grant(client, row)
    data = {"name": "Les Rescapés", "roster": row.pk, "form_token": form_answers.new_form_token()}
    answers = [client.post(url("gathering-new", GAME), data) for _time in range(2)]
    assert [answer["Location"] for answer in answers] == [url("gathering", Gathering.objects.get().pk)] * 2


def test_who_missed_the_first_answer_organises_all_the_same(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "1/h"}
    data = {"name": "Les Rescapés", "form_token": form_answers.new_form_token()}
    there = Client().post(url("gathering-new", GAME), data)["Location"]
    again = Client()
    assert again.get(there).status_code == 404
    assert again.post(url("gathering-new", GAME), data)["Location"] == there
    assert again.get(there).status_code == 200


@pytest.mark.parametrize("bad", [{}, {"name": ""}, {"name": " "}, {"name": "x" * 201}, {"name": "\0"}])
def test_a_head_that_cannot_be_read_is_shown_again(client, bad):
    assert client.post(url("gathering-new", GAME), bad).status_code == 422
    assert Gathering.objects.count() == 0


def test_only_games_that_are_played_together_have_gatherings(client):
    assert client.get(url("gathering-new", "first-wave")).status_code == 404
    assert client.get(url("gathering-new", "chess")).status_code == 404


def test_gatherings_are_not_founded_without_end(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "1/h"}
    answers = [client.post(url("gathering-new", GAME), {"name": "X"}).status_code for _time in range(2)]
    assert answers == [302, 429]


# --- who sees it ----------------------------------------------------------------------------------------------------

PAGES = [
    ("gathering", "organiser player"),
    ("gathering-statistics", "organiser player"),
    ("role-vote", "organiser player"),
    ("gathering-edit", "organiser"),
    ("gathering-links", "organiser"),
    ("chapter-new", "organiser"),
]


@pytest.mark.parametrize(("name", "who"), PAGES)
def test_each_page_is_for_those_whom_it_concerns(name, who):
    gang, (mira,) = gathered.gang("Mira")
    visitors = {"stranger": Client(), "organiser": gathered.organiser(gang), "player": gathered.player(mira)}
    answers = {visitor: client.get(url(name, gang.pk)).status_code for visitor, client in visitors.items()}
    assert answers == {visitor: 200 if visitor in who.split() else 404 for visitor in visitors}


@pytest.mark.database
@pytest.mark.parametrize("pk", [10**15, 10**30])
def test_what_is_not_there_is_not_found(client, pk):
    assert client.get(f"/gatherings/{pk}/").status_code == 404
    assert client.get(f"/gatherings/{pk}/chapters/{pk}/").status_code == 404


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("gathering-edit", ()),
        ("gathering-links", ()),
        ("gathering-remove", ()),
        ("gathering-return", ()),
        ("chapter-new", ()),
        ("chapter", (1,)),
        ("chapter-remove", (1,)),
        ("chapter-return", (1,)),
        ("news-remove", (1,)),
        ("news-return", (1,)),
    ],
)
@pytest.mark.parametrize("visitor", ["stranger", "player"])
def test_only_the_organiser_changes_the_gang(name, more, visitor):
    gang, (mira,) = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    news = services.announce(gang, "Rendez-vous samedi.")
    more = {"chapter": (chapter.pk,), "news": (news.pk,)}.get(name.split("-")[0], ()) if more else ()
    client = Client() if visitor == "stranger" else gathered.player(mira)
    before = [list(Gathering.objects.values()), chapter.title, news.text]
    data = {"name": "Pris", "title": "Pris", "text": "Pris", "action": "organiser", "revision": "1"}
    assert client.post(url(name, gang.pk, *more), data).status_code == 404
    chapter.refresh_from_db()
    news.refresh_from_db()
    assert [list(Gathering.objects.values()), chapter.title, news.text] == before
    assert (chapter.deleted, news.deleted) == (None, None)


def test_the_share_link_shows_and_changes_nothing():
    gang, (mira,) = gathered.gang("Mira")
    stranger = Client()
    response = stranger.get(url("gathering-shared", gang.share_key))
    page = response.content.decode()
    assert "Mira" in page
    assert "noindex" in response["X-Robots-Tag"]
    assert mira.roster.share_key not in page
    assert gang.invite_key not in page
    assert f"/gatherings/{gang.pk}" not in page
    assert stranger.get(url("gathering", gang.pk)).status_code == 404
    for name in ("gathering-print", "gathering-export json"):
        assert stranger.get(url(name, gang.share_key)).status_code == 200
    for key in (gang.share_key, "x" * 22):
        assert stranger.get(url("invitation", key)).status_code == 404
        assert stranger.get(url("organiser-link", key)).status_code == 404


def test_my_gatherings_are_those_of_this_browser():
    gang, (mira, tom) = gathered.gang("Mira", "Tom", name="Les Rescapés")
    gathered.gang(name="Les Autres")
    both = gathered.organiser(gang, gathered.player(mira))
    for client, names in ((both, ["Les Rescapés", "Mira"]), (gathered.player(tom), ["Les Rescapés", "Tom"])):
        page = client.get(url("gatherings")).content.decode()
        assert [name for name in ("Les Rescapés", "Mira", "Tom", "Les Autres") if name in page] == names
    assert "Les Rescapés" not in Client().get(url("gatherings")).content.decode()


# --- the organiser's links ------------------------------------------------------------------------------------------


def test_the_organisers_link_grants_and_leaves_no_key_in_the_address():
    gang, key = services.create(GAME, name="Les Rescapés")
    friend = Client()
    response = friend.get(url("organiser-link", key))
    assert response["Location"] == url("gathering", gang.pk)
    assert friend.get(url("gathering-edit", gang.pk)).status_code == 200


def test_a_new_organisers_key_ends_the_old_one_and_all_its_grants():
    gang, key = services.create(GAME, name="Les Rescapés")
    friend, me = Client(), Client()
    friend.get(url("organiser-link", key))
    me.get(url("organiser-link", key))
    me.post(url("gathering-links", gang.pk), {"action": "organiser", "confirmed": "1"})
    fresh = me.get(url("gathering-links", gang.pk)).content.decode().split("/o/")[1].split("/")[0]
    assert friend.get(url("gathering", gang.pk)).status_code == 404
    assert friend.get(url("organiser-link", key)).status_code == 410
    assert friend.get(url("organiser-link", fresh)).status_code == 302
    assert me.get(url("gathering", gang.pk)).status_code == 200


@pytest.mark.database
@pytest.mark.parametrize(("kind", "name"), [("invite", "invitation"), ("share", "gathering-shared")])
def test_a_link_is_replaced_and_the_old_one_leads_nowhere(kind, name):
    gang, (mira,) = gathered.gang("Mira")
    old = getattr(gang, f"{kind}_key")
    gathered.organiser(gang).post(url("gathering-links", gang.pk), {"action": kind})
    gang.refresh_from_db()
    assert Client().get(url(name, old)).status_code == 410
    assert Client().get(url(name, getattr(gang, f"{kind}_key"))).status_code == 200
    assert gathered.player(mira).get(url("gathering", gang.pk)).status_code == 200


def test_a_post_to_the_links_that_says_nothing_changes_nothing():
    gang, _members = gathered.gang()
    before = Gathering.objects.values().get()
    assert gathered.organiser(gang).post(url("gathering-links", gang.pk), {"action": "all"}).status_code == 302
    assert Gathering.objects.values().get() == before


# --- joining --------------------------------------------------------------------------------------------------------


def test_an_invitation_says_what_it_is_and_joins_a_new_character(client):
    gang, _members = gathered.gang("Mira", notes="Au nord.")
    page = client.get(url("invitation", gang.invite_key)).content.decode()
    assert [word for word in ("Les Rescapés", "Au nord.", "Mira") if word in page] == [
        "Les Rescapés",
        "Au nord.",
        "Mira",
    ]
    response = client.post(url("invitation", gang.invite_key), {"name": "Tom", "player": "Ada"})
    row = Roster.objects.latest("pk")
    assert response["Location"] == url("roster", row.pk) + "?unit=0"
    assert (row.document["units"][0]["name"], row.document["units"][0]["player"]) == ("Tom", "Ada")
    assert "/e/" in client.get(response["Location"]).content.decode()
    assert names_in(gang) == ["Mira", "Tom"]
    assert client.get(url("gathering", gang.pk)).status_code == 200


def test_an_invitation_joins_one_of_ones_own():
    gang, _members = gathered.gang("Mira")
    row = gathered.roster("Tom")
    client = make.grant(Client(), row)
    assert f'value="{row.pk}"' in client.get(url("invitation", gang.invite_key)).content.decode()
    response = client.post(url("invitation", gang.invite_key), {"roster": row.pk})
    assert response["Location"] == url("gathering", gang.pk)
    assert names_in(gang) == ["Mira", "Tom"]


def test_a_list_without_a_name_is_called_as_its_character():
    row = history.create(LoadedRoster.from_data(gathered.character("Mira") | {"name": ""}), "new")[0]
    gang, _members = gathered.gang()
    assert services.join(gang, row).called == "Mira"


@pytest.mark.database
def test_a_list_that_joins_two_gangs_at_once_is_in_one(monkeypatch):
    first, (mira,) = gathered.gang("Mira")
    second, _members = gathered.gang(name="Les Autres")
    monkeypatch.setattr(services.Membership.objects, "filter", lambda **_fields: Membership.objects.none())
    with pytest.raises(services.BadEdit):
        services.join(second, mira.roster)
    monkeypatch.undo()
    assert (names_in(first), names_in(second)) == (["Mira"], [])


def test_joining_twice_is_joining_once():
    gang, (mira,) = gathered.gang("Mira")
    gathered.player(mira).post(url("invitation", gang.invite_key), {"roster": mira.roster_id})
    assert names_in(gang) == ["Mira"]


@pytest.mark.parametrize("bad", [{"name": ""}, {"name": "x" * 201}, {"name": "Tom", "player": "x" * 201}, {}])
def test_a_newcomer_that_cannot_be_read_is_shown_again(client, bad):
    gang, _members = gathered.gang()
    assert client.post(url("invitation", gang.invite_key), bad).status_code == 422
    assert Roster.objects.count() == 0


@pytest.mark.parametrize("roster", ["", "x", "0", "9" * 40, "-1", "²"])
def test_a_roster_that_is_not_ones_own_does_not_join(client, roster):
    gang, (mira,) = gathered.gang("Mira")
    assert client.post(url("invitation", gang.invite_key), {"roster": roster}).status_code == 404
    assert client.post(url("invitation", gang.invite_key), {"roster": mira.roster_id}).status_code == 404
    assert names_in(gang) == ["Mira"]


def test_a_character_is_in_one_gang_at_a_time():
    _first, (mira,) = gathered.gang("Mira", name="Les Rescapés")
    second, _members = gathered.gang(name="Les Autres")
    client = gathered.player(mira)
    response = client.post(url("invitation", second.invite_key), {"roster": mira.roster_id}, follow=True)
    assert "Les Rescapés" in response.content.decode()
    assert names_in(second) == []


def test_a_gang_that_broke_up_holds_nobody():
    first, (mira,) = gathered.gang("Mira")
    second, _members = gathered.gang(name="Les Autres")
    gathered.organiser(first).post(url("gathering-remove", first.pk))
    gathered.player(mira).post(url("invitation", second.invite_key), {"roster": mira.roster_id})
    assert names_in(second) == ["Mira"]


def test_a_list_of_another_game_does_not_join():

    gang, _members = gathered.gang()
    row, _key = history.create(LoadedRoster(make.convoy()), "new")
    client = make.grant(Client(), row)
    assert f'value="{row.pk}"' not in client.get(url("invitation", gang.invite_key)).content.decode()
    client.post(url("invitation", gang.invite_key), {"roster": row.pk})
    assert Membership.objects.count() == 0


def test_invitations_are_not_answered_without_end(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"join": "1/h"}
    gang, _members = gathered.gang()
    answers = [client.post(url("invitation", gang.invite_key), {"name": "Tom"}).status_code for _time in range(2)]
    assert answers == [302, 429]
    assert client.get(url("invitation", gang.invite_key)).status_code == 200


def test_newcomers_count_as_new_lists(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "1/h"}
    gang, _members = gathered.gang()
    answers = [client.post(url("invitation", gang.invite_key), {"name": "Tom"}).status_code for _time in range(2)]
    assert (answers, Roster.objects.count()) == ([302, 429], 1)


def test_a_full_gang_takes_nobody_in(client, monkeypatch):
    monkeypatch.setattr(services, "MOST_UNITS", 2)
    gang, _members = gathered.gang("Mira")
    client.post(url("invitation", gang.invite_key), {"name": "Tom"})
    client.post(url("invitation", gang.invite_key), {"name": "Ada"})
    assert names_in(gang) == ["Mira", "Tom"]
    assert Roster.objects.count() == 2


# --- leaving and coming back ----------------------------------------------------------------------------------------


def test_who_leaves_is_out_and_remembered():
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    client = gathered.player(mira)
    assert client.post(url("membership-end", gang.pk, mira.pk))["Location"] == url("gatherings")
    assert client.get(url("gathering", gang.pk)).status_code == 404
    assert names_in(gang) == ["Tom"]
    page = gathered.organiser(gang).get(url("gathering", gang.pk)).content.decode()
    assert "Mira" in page
    mira.refresh_from_db()
    assert (mira.expelled, mira.name) == (False, "Mira")


@pytest.mark.database
def test_who_comes_back_gets_a_new_membership():
    gang, (mira,) = gathered.gang("Mira")
    services.end(mira)
    client = gathered.player(mira)
    client.post(url("invitation", gang.invite_key), {"roster": mira.roster_id})
    assert names_in(gang) == ["Mira"]
    assert [membership.left is None for membership in Membership.objects.filter(gathering=gang)] == [False, True]


def test_leaving_can_be_undone_soon_after():
    gang, (mira,) = gathered.gang("Mira")
    client = gathered.player(mira)
    left = client.post(url("membership-end", gang.pk, mira.pk), follow=True).content.decode()
    assert url("membership-return", gang.pk, mira.pk) in left
    client.post(url("membership-return", gang.pk, mira.pk))
    assert names_in(gang) == ["Mira"]
    assert Membership.objects.count() == 1


@pytest.mark.database
def test_leaving_cannot_be_undone_later():
    gang, (mira,) = gathered.gang("Mira")
    services.end(mira)
    Membership.objects.update(joined=mira.joined - 3 * services.MAY_RETURN, left=mira.joined - 2 * services.MAY_RETURN)
    gathered.player(mira).post(url("membership-return", gang.pk, mira.pk))
    assert names_in(gang) == []


@pytest.mark.database
def test_who_went_elsewhere_does_not_come_back_by_undoing():
    first, (mira,) = gathered.gang("Mira")
    second, _members = gathered.gang(name="Les Autres")
    services.end(mira)
    services.join(second, mira.roster)
    response = gathered.player(mira).post(url("membership-return", first.pk, mira.pk), follow=True)
    assert response.status_code == 200
    assert (names_in(first), names_in(second)) == ([], ["Mira"])


def test_the_organiser_sends_somebody_away_and_takes_it_back():
    gang, (mira,) = gathered.gang("Mira")
    organiser, player = gathered.organiser(gang), gathered.player(mira)
    organiser.post(url("membership-end", gang.pk, mira.pk))
    assert names_in(gang) == []
    assert player.post(url("membership-return", gang.pk, mira.pk)).status_code == 404
    organiser.post(url("membership-return", gang.pk, mira.pk))
    assert names_in(gang) == ["Mira"]


def test_the_organiser_brings_nobody_back_who_left():
    gang, (mira,) = gathered.gang("Mira")
    services.end(mira)
    assert gathered.organiser(gang).post(url("membership-return", gang.pk, mira.pk)).status_code == 404


def test_nobody_sends_another_away():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    for client in (Client(), gathered.player(tom)):
        assert client.post(url("membership-end", gang.pk, mira.pk)).status_code == 404
    assert names_in(gang) == ["Mira", "Tom"]


def test_a_member_of_another_gang_is_not_found():
    first, (mira,) = gathered.gang("Mira")
    second, (tom,) = gathered.gang("Tom", name="Les Autres")
    assert gathered.organiser(first).post(url("membership-end", first.pk, tom.pk)).status_code == 404
    assert gathered.player(mira).post(url("membership-return", second.pk, tom.pk)).status_code == 404


def test_a_removed_character_is_out_until_it_is_brought_back():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    client = gathered.player(mira)
    client.post(url("roster-remove", mira.roster_id))
    assert names_in(gang) == ["Tom"]
    assert client.get(url("gathering", gang.pk)).status_code == 404
    page = gathered.player(tom).get(url("gathering", gang.pk)).content.decode()
    assert "Mira" in page
    client.post(url("roster-restore", mira.roster_id))
    assert names_in(gang) == ["Mira", "Tom"]


def test_a_character_with_a_new_edit_link_keeps_out_who_had_the_old_one():
    gang, (mira,) = gathered.gang("Mira")
    friend, me = gathered.player(mira), gathered.player(mira)
    me.post(url("roster-links", mira.roster_id), {"action": "edit", "confirmed": "1"})
    assert friend.get(url("gathering", gang.pk)).status_code == 404
    assert me.get(url("gathering", gang.pk)).status_code == 200


@pytest.mark.database
def test_history_outlives_the_rosters_row_without_its_name():
    gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    services.end(mira)
    mira.roster.delete()
    page = gathered.organiser(gang).get(url("gathering", gang.pk))
    assert (page.status_code, "Mira" in page.content.decode()) == (200, False)
    assert gang.memberships.filter(pk=mira.pk, name="", left__isnull=False).exists()


# --- the character's own page ---------------------------------------------------------------------------------------


def test_a_characters_page_leads_to_its_gang():
    gang, (mira,) = gathered.gang("Mira")
    response = gathered.player(mira).get(url("roster-page", mira.roster_id, "gang"))
    assert response["Location"] == url("gathering", gang.pk)


def test_a_character_alone_is_told_how_to_find_company():
    gang, _members = gathered.gang(name="Les Rescapés")
    row = gathered.roster("Mira")
    client = gathered.organiser(gang, make.grant(Client(), row))
    at = url("roster-page", row.pk, "gang")
    page = client.get(at).content.decode()
    assert url("invitation", gang.invite_key) in page
    link = f"http://testserver{url('invitation', gang.invite_key)}"
    assert client.post(at, {"invitation": link})["Location"] == f"{url('invitation', gang.invite_key)}?roster={row.pk}"
    for bad in ("", "http://testserver/j/", "x" * 500, "../../admin/"):
        assert client.post(at, {"invitation": bad}).status_code == 200
    assert Client().get(at).status_code == 404


# --- breaking up, name and notes ------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_gang_breaks_up_and_comes_back():
    gang, (mira,) = gathered.gang("Mira")
    organiser, player = gathered.organiser(gang), gathered.player(mira)
    organiser.post(url("gathering-remove", gang.pk))
    gone = [client.get(url("gathering", gang.pk)).status_code for client in (organiser, player)]
    keyed = [
        Client().get(at).status_code
        for at in (url("invitation", gang.invite_key), url("gathering-shared", gang.share_key))
    ]
    assert (gone, keyed) == ([404, 404], [404, 404])
    assert player.get(url("roster", mira.roster_id)).status_code == 200
    organiser.post(url("gathering-return", gang.pk))
    assert names_in(gang) == ["Mira"]


def test_a_gang_that_broke_up_stays_at_hand_for_its_organiser():
    gang, (mira,) = gathered.gang("Mira")
    organiser = gathered.organiser(gang)
    organiser.post(url("gathering-remove", gang.pk))
    organiser.get(url("gatherings"))  # the toast, which offers it too, is shown once
    way_back = url("gathering-return", gang.pk)
    pages = [client.get(url("gatherings")).content.decode() for client in (organiser, gathered.player(mira))]
    assert [way_back in page for page in pages] == [True, False]


def test_the_head_changes():
    gang, _members = gathered.gang()
    data = {"name": "Les Survivants", "notes": "Au sud.", "revision": 1}
    assert gathered.organiser(gang).post(url("gathering-edit", gang.pk), data).status_code == 302
    gang.refresh_from_db()
    assert (gang.name, gang.notes, gang.revision) == ("Les Survivants", "Au sud.", 2)


@pytest.mark.parametrize("revision", ["1", "", "x", "9" * 30])
def test_a_late_change_overwrites_nothing_and_shows_both_states(revision):
    gang, _members = gathered.gang()
    organiser = gathered.organiser(gang)
    organiser.post(url("gathering-edit", gang.pk), {"name": "Les Survivants", "revision": 1})
    late = organiser.post(url("gathering-edit", gang.pk), {"name": "Les Perdus", "revision": revision})
    page = late.content.decode()
    assert late.status_code == 409
    assert ["Les Survivants" in page, 'value="Les Perdus"' in page, 'name="revision" value="2"' in page] == [True] * 3
    gang.refresh_from_db()
    assert gang.name == "Les Survivants"


def test_a_head_shown_again_still_knows_which_state_it_was_filled_in_for():
    gang, _members = gathered.gang()
    organiser, at = gathered.organiser(gang), url("gathering-edit", gang.pk)
    organiser.post(at, {"name": "Les Survivants", "revision": 1})
    again = organiser.post(at, {"name": "", "revision": 1})
    assert (again.status_code, 'name="revision" value="1"' in again.content.decode()) == (422, True)
    assert organiser.post(at, {"name": "Les Perdus", "revision": 1}).status_code == 409


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "x" * 200, "{{ 7 }}{x}%s", "«\u202e»", "'\"&"])
def test_names_are_text_everywhere(name):
    gang, (mira,) = gathered.gang(name, name=name, notes=name)
    services.plan(gang, {"title": name, "text": name, "conditions": name}, {mira: name})
    services.plan(gang, {"title": name, "text": name, "held": True}, {mira: name})
    services.announce(gang, name)
    client = gathered.organiser(gang, gathered.player(mira))
    addresses = [url(page, gang.pk) for page, _who in PAGES] + [url("gatherings"), url("invitation", gang.invite_key)]
    for at in [*addresses, url("gathering-shared", gang.share_key), url("gathering-print", gang.share_key)]:
        page = client.get(at)
        assert page.status_code == 200
        assert "<script>alert" not in page.content.decode()
    response = client.post(url("membership-end", gang.pk, mira.pk), follow=True)
    assert "<script>alert" not in response.content.decode()


# --- sent away --------------------------------------------------------------------------------------------------------


def test_who_was_sent_away_does_not_come_back_by_the_same_invitation():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    organiser, player = gathered.organiser(gang), gathered.player(tom)
    old = gang.invite_key
    page = organiser.post(
        url("membership-end", gang.pk, tom.pk), follow=True, headers={"accept-language": "en"}
    ).content.decode()
    assert "Send the others the new invitation." in page
    new = Gathering.objects.get().invite_key
    assert new not in page
    answers = [
        player.get(url("invitation", old)),
        player.post(url("invitation", old), {"roster": tom.roster_id}),
        player.post(url("invitation", old), {"name": "Tom again"}),
        player.post(url("membership-return", gang.pk, tom.pk)),
        player.get(url("gathering", gang.pk)),
    ]
    assert [answer.status_code for answer in answers] == [410] * 3 + [404] * 2
    assert [membership.roster for membership in Membership.objects.filter(left=None)] == [mira.roster]
    assert Client().get(url("invitation", new)).status_code == 200


@pytest.mark.database
def test_the_invitation_stays_when_a_member_leaves_or_the_place_of_a_removed_list_is_freed():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    gathered.player(mira).post(url("membership-end", gang.pk, mira.pk))
    tom.roster.deleted = tom.joined
    tom.roster.save()
    page = (
        gathered.organiser(gang)
        .post(url("membership-end", gang.pk, tom.pk), follow=True, headers={"accept-language": "en"})
        .content.decode()
    )
    assert ("the new invitation" in page, Membership.objects.filter(left=None).count()) == (False, 0)
    assert Gathering.objects.get().invite_key == gang.invite_key


def test_an_undone_expulsion_keeps_the_new_invitation():
    gang, (mira,) = gathered.gang("Mira")
    organiser = gathered.organiser(gang)
    organiser.post(url("membership-end", gang.pk, mira.pk))
    organiser.post(url("membership-return", gang.pk, mira.pk))
    assert Membership.objects.get().current
    assert Gathering.objects.get().invite_key != gang.invite_key
