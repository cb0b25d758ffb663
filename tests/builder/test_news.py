"""News that members write, also for all players of their game, and news of the game itself."""

import pytest
from django.test import Client

from builder.gatherings import services
from builder.gatherings.models import GameNews, News
from builder.lists.erasing import erase
from builder.models import Gathering, Roster
from builder.personal_data import contents
from builder.personal_data.owner import account_owner
from tests.builder import gathered, people
from tests.builder.test_gatherings import url

pytestmark = pytest.mark.django_db
PAGE = f"/rules/{gathered.GAME}/news/"


def read(client, path):
    return client.get(path).content.decode()


def gang_of(user, **head):
    """A gang whose Mira is an account's, with the account's browser: (gang, Mira, Tom, browser)."""
    gang, (mira, tom) = gathered.gang("Mira", "Tom", **head)
    people.grant(user, mira.roster)
    return gang, mira, tom, people.signed_in(user)


def write(client, gang, text="On recrute", **fields):
    return client.post(url("news-add", gang.pk), {"text": text, **fields})


def test_members_write_and_delete_what_they_wrote():
    gang, (mira, tom) = gathered.gang("Mira", "Tom")
    mine, others, organiser = gathered.player(mira), gathered.player(tom), gathered.organiser(gang)
    write(mine, gang, "Samedi ?", for_all="on")
    assert write(Client(), gang).status_code == 404
    row = News.objects.get()
    assert (row.writer, row.account) == (mira, None)  # a browser without an account
    page, remove = read(others, url("gathering", gang.pk)), url("news-remove", gang.pk, row.pk)
    assert ("Samedi ?" in page, remove in page, remove in read(mine, url("gathering", gang.pk))) == (True, False, True)
    assert [client.post(remove).status_code for client in (Client(), others)] == [404, 404]
    organiser.post(remove)
    assert "Samedi ?" not in read(others, url("gathering", gang.pk))
    assert mine.post(url("news-return", gang.pk, row.pk)).status_code == 404
    organiser.post(url("news-return", gang.pk, row.pk))
    mine.post(remove)
    assert News.objects.count() == 0


def test_the_news_of_a_member_go_with_the_list():
    gang, (mira,) = gathered.gang("Mira")
    write(gathered.player(mira), gang)
    erase(Roster.objects.filter(pk=mira.roster_id))
    assert News.objects.count() == 0


def test_an_account_writes_for_all_where_the_gang_shares_its_news():
    ada = people.account("ada")
    gang, _mira, _tom, mine = gang_of(ada)
    write(mine, gang, for_all="on")
    assert News.objects.get().account is None  # the gang does not share
    organiser = gathered.organiser(gang)
    head = {"name": gang.name, "notes": "", "revision": "1", "community": "on"}
    assert organiser.post(url("gathering-edit", gang.pk), head).status_code == 302
    write(mine, gang, "<b>Venez</b> https://example.org", for_all="on")
    answer = Client().get(PAGE)
    page = answer.content.decode()
    assert (answer["X-Robots-Tag"], "noindex" in page) == ("noindex, nofollow", True)
    assert ["&lt;b&gt;Venez" in page, 'href="https://example.org' in page] == [True, False]
    assert all(text in page for text in ("Ada", "Les Rescapés"))
    assert "On recrute" not in page
    Gathering.objects.filter(pk=gang.pk).update(community=False)
    assert "Venez" not in read(Client(), PAGE)


def test_what_is_reported_waits_for_who_runs_the_site(admin_client):
    ada = people.account("ada")
    gang, _mira, _tom, mine = gang_of(ada, community=True)
    write(mine, gang, for_all="on")
    private = services.announce(gang, "Entre nous")
    row = News.objects.get(account=ada)
    assert [Client().post(url("news-report", pk)).status_code for pk in (row.pk, private.pk)] == [302, 404]
    row.refresh_from_db()
    assert row.reported is not None
    queue = "/admin/builder/news/"
    assert ["On recrute" in read(admin_client, f"{queue}?{query}") for query in ("", "reported__isempty=1")] == [
        True,
        False,
    ]
    assert "Entre nous" not in read(admin_client, queue)
    admin_client.post(queue, {"action": "hide", "_selected_action": [row.pk]})
    assert ["On recrute" in read(mine, path) for path in (PAGE, url("gathering", gang.pk))] == [False, False]
    admin_client.post(queue, {"action": "show", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert ("On recrute" in read(mine, PAGE), row.reported, row.hidden) == (True, None, None)


def test_who_wrote_for_all_takes_it_back_and_it_goes_with_the_account(admin_client):
    ada, bob = people.account("ada"), people.account("bob")
    gang, _mira, _tom, mine = gang_of(ada, community=True)
    for text in ("Un", "Deux"):
        write(mine, gang, text, for_all="on")
    first, second = News.objects.order_by("pk")
    withdraw = url("news-withdraw", first.pk)
    assert [client.post(withdraw).status_code for client in (Client(), people.signed_in(bob))] == [404, 404]
    assert withdraw in read(mine, PAGE)
    mine.post(withdraw)
    assert [*News.objects.all()] == [second]
    admin_client.post(f"/admin/auth/user/{ada.pk}/delete/", {"post": "yes"})
    assert News.objects.count() == 0


def test_what_others_wrote_is_not_in_the_data_of_a_member():
    ada = people.account("ada")
    gang, mira, tom, mine = gang_of(ada, community=True)
    write(mine, gang, "À moi", for_all="on")
    write(gathered.player(tom), gang, "À lui")
    services.announce(gang, "À tous")
    (own,) = contents.own_gatherings(account_owner(ada.pk), [mira.roster_id])
    assert [news["text"] for news in own["news"]] == ["À moi", "À tous"]
    assert [news["text"] for news in contents.account(ada.pk)["news"]] == ["À moi"]


def test_news_of_the_game_stand_in_both_languages(admin_client):
    gang, (mira,) = gathered.gang("Mira")
    fields = {"game": gathered.GAME, "text_fr": "Nouvelle édition", "text_en": "New edition"}
    fields |= {"made_0": "2026-11-27", "made_1": "10:00:00"}
    assert admin_client.post("/admin/builder/gamenews/add/", fields).status_code == 302
    assert GameNews.objects.get().game == gathered.GAME
    for path in (PAGE, url("gathering", gang.pk)):
        client = gathered.player(mira)
        assert "Nouvelle édition" in read(client, path)
        client.cookies["django_language"] = "en"
        assert "New edition" in read(client, path)


def test_updates_are_limited(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"news": "1/h"}
    gang, (mira,) = gathered.gang("Mira")
    client = gathered.player(mira)
    assert [write(client, gang).status_code for _time in range(2)] == [302, 429]
