"""My lists: found, sorted, in pages; labelled, pinned, put away, removed and copied, several at once."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from builder.lists import collection, history
from builder.lists.collection import Choice, ListedRoster
from builder.lists.loaded import LoadedRoster
from builder.models import Revision, Roster, RosterGrant
from tests import make
from tests.builder import gathered
from tests.builder.test_views import owned

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def mine(client, *names, **columns):
    """Stored lists of this browser, the first of them changed last; `columns` of the rows."""
    rows = []
    for number, name in enumerate(names):
        row = gathered.roster(name)
        make.grant(client, row)
        changed = NOW - timedelta(minutes=number)
        Roster.objects.filter(pk=row.pk).update(changed=changed, **columns)
        rows.append(row)
    return rows


def crowd(client, number):
    """So many lists of this browser, in a few queries."""
    (first,) = mine(client, "Mira 0000")
    values = {name: getattr(first, name) for name in ("game", "document", "changed", "units", "base")}
    rows = [
        Roster(name=f"Mira {n:04}", share_key=f"share-{n}", edit_key_hash=f"hash-{n}", **values)
        for n in range(1, number)
    ]
    grant = RosterGrant.objects.get(roster=first)
    Roster.objects.bulk_create(rows)
    about = {"browser": grant.browser, "generation": 1, "granted": NOW, "used": grant.used}
    RosterGrant.objects.bulk_create(RosterGrant(roster=row, **about) for row in rows)
    return rows


def names(client, query=""):
    return [row.name for row in client.get(f"/lists/{query}").context["rosters"]]


def select(client, action, rows, query="", **fields):
    """Send the form of the bar for these lists (rows or numbers)."""
    pks = [getattr(row, "pk", row) for row in rows]
    return client.post(f"/lists/selected/{query}", {"action": action, "list": pks} | fields)


def said(client, query=""):
    """The texts of the toasts on the next page."""
    return [str(message) for message in client.get(f"/lists/{query}").context["messages"]]


def grant_of(row):
    return RosterGrant.objects.get(roster=row)


# --- many -----------------------------------------------------------------------------------------------------------


def test_a_thousand_lists_cost_eight_queries_and_come_fifty_at_a_time(client, django_assert_max_num_queries):
    crowd(client, 1000)
    client.get("/lists/")  # this process has the books then
    with django_assert_max_num_queries(8):
        page = client.get("/lists/?sort=name&page=3")
    assert [row.name for row in page.context["rosters"]] == [f"Mira {n:04}" for n in range(100, 150)]
    assert page.content.decode().count('class="list-row owned"') == 50
    with django_assert_max_num_queries(8):
        assert names(client, "?q=mira+0999") == ["Mira 0999"]


@pytest.mark.database
def test_a_thousand_lists_of_an_account_cost_no_more(client, django_assert_max_num_queries):
    crowd(client, 1000)
    user = User.objects.create_user("maud-4821")
    RosterGrant.objects.update(account=user, browser=None)
    client.cookies.clear()
    client.force_login(user)
    client.get("/lists/")
    with django_assert_max_num_queries(8):
        assert len(names(client)) == 50


def test_a_thousand_removed_lists_come_in_pages_too(client, django_assert_max_num_queries):
    crowd(client, 1000)
    Roster.objects.update(deleted=NOW)
    client.get("/lists/")
    with django_assert_max_num_queries(8):
        page = client.get("/lists/?removed=2")
    assert page.content.decode().count("/restore/") == 50
    assert '<details id="removed" class="fold" open>' in page.content.decode()
    assert [page.context["removed"].number, page.context["removed"].paginator.num_pages] == [2, 20]


@pytest.mark.parametrize(("query", "shown"), [("?page=2", 1), ("?page=99", 1), ("?page=0", 50), ("?page=x", 50)])
def test_a_page_that_there_is_not_is_the_nearest(client, query, shown):
    crowd(client, 51)
    assert len(names(client, query)) == shown


def test_the_pager_keeps_what_the_page_shows(client):
    crowd(client, 51)
    page = client.get("/lists/?q=Mira&sort=name").content.decode()
    assert 'href="/lists/?q=Mira&amp;sort=name&amp;page=2"' in page


# --- found ----------------------------------------------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.parametrize(
    "words", ["ŒUVRE", "oeuvre", "ete", "ÉTÉ", "e\u0301te\u0301", "noir ete", "OF THE DEAD oeuvre", "a peindre"]
)
def test_a_search_asks_neither_for_accents_nor_for_case(client, words):
    found, _other = mine(client, "L’Été noir, Œuvre", "Tom")
    RosterGrant.objects.filter(roster=found).update(labels="À peindre")
    assert names(client, f"?q={words}") == ["L’Été noir, Œuvre"]


@pytest.mark.database
def test_a_search_finds_the_faction_in_both_languages(client):
    mine(client, "Mira")
    Roster.objects.update(label_fr="Dévoreurs", label_en="Devourers")
    assert [names(client, f"?q={word}") for word in ("devoreurs", "DEVOUR", "mangeurs")] == [["Mira"], ["Mira"], []]


def test_every_page_says_the_same_of_a_list(client):
    units = [make.fighter(equipment=["armure", "armure"])]
    for row, word in (
        (owned(client, make.convoy(name="Tom", units=units)), "Illegal"),
        (owned(client, make.convoy(name="Mira", units=[])), "To do"),
        (mine(client, "Ana")[0], "Legal"),
    ):
        pages = [reverse("roster-print", args=[row.pk]), f"/s/{row.share_key}/", f"/lists/?q={row.name}"]
        for page in pages:
            text = client.get(page, headers={"Accept-Language": "en"}, follow=True).text
            assert re.findall(r'class="stamp \w+">(?:\s*<svg.*?</svg>)?\s*([\w ]+?)\s*</span>', text) == [word], page
        editor = client.get(reverse("roster", args=[row.pk]), headers={"Accept-Language": "en"}).text
        assert f'<span class="long">{word}</span>' in editor


@pytest.mark.database
def test_a_list_whose_prohibitions_nobody_counted_yet_is_judged_once(client):
    row = owned(client, make.convoy(name="Tom", units=[make.fighter(equipment=["armure", "armure"])]))
    empty = owned(client, make.convoy(name="Mira", units=[]))
    Roster.objects.update(prohibitions=None)
    assert names(client, "?verdict=illegal") == ["Tom"]
    assert names(client, "?verdict=todo") == ["Mira"]
    row.refresh_from_db(), empty.refresh_from_db()
    assert row.prohibitions
    assert empty.prohibitions == 0


@pytest.mark.database
def test_filters_by_game_verdict_and_label(client):
    mira, tom = mine(client, "Mira", "Tom")
    owned(client, make.convoy(name="Chacals"))
    Roster.objects.filter(pk=tom.pk).update(errors=2, prohibitions=1)
    Roster.objects.filter(pk=mira.pk).update(errors=2, prohibitions=0)
    RosterGrant.objects.filter(roster=mira).update(labels="Tournoi\nÀ peindre")
    assert names(client, "?game=rbn") == ["Chacals"]
    assert names(client, "?game=of-the-dead") == ["Mira", "Tom"]
    assert names(client, "?verdict=illegal") == ["Tom"]
    assert names(client, "?verdict=todo") == ["Mira"]
    assert names(client, "?verdict=legal") == ["Chacals"]
    assert names(client, "?label=TOURNOI") == ["Mira"]
    assert names(client, "?label=Tour") == []
    assert names(client, "?game=of-the-dead&verdict=todo&q=mi") == ["Mira"]
    assert "?label" not in client.get("/lists/?verdict=both&sort=luck&game=").context["choice"].query()


@pytest.mark.database
@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("changed", ["Zoé", "écho", "Abel"]),
        ("name", ["Abel", "écho", "Zoé"]),
        ("points", ["écho", "Abel", "Zoé"]),
        ("created", ["Abel", "Zoé", "écho"]),
    ],
)
def test_each_order_and_pinned_lists_before_the_others(client, sort, order):
    rows = dict(zip(["Zoé", "écho", "Abel"], mine(client, "Zoé", "écho", "Abel"), strict=True))
    for name, points, age in (("Zoé", None, 2), ("écho", 300, 3), ("Abel", 90, 1)):
        created = NOW - timedelta(days=age)
        Roster.objects.filter(pk=rows[name].pk).update(points=points, created=created)
    assert names(client, f"?sort={sort}") == order
    select(client, "pin", [rows[order[-1]]])
    assert names(client, f"?sort={sort}") == [order[-1], *order[:-1]]


def test_nothing_found_is_said_with_a_way_out(client):
    mine(client, "Mira")
    page = client.get("/lists/?q=zzz", headers={"accept-language": "en"}).content.decode()
    assert "No matching lists." in page
    assert 'href="/lists/"' in page


def test_who_has_no_list_is_not_asked_to_search(client):
    page = client.get("/lists/", headers={"accept-language": "en"}).content.decode()
    assert "No lists yet." in page
    assert 'type="search"' not in page


def test_addresses_say_what_is_shown_and_are_read_again():
    choice = Choice(q="é & co", game="rbn", verdict="legal", label="à ?", sort="name", archive=True, page=3, removed=2)
    assert Choice.read(QueryDict(choice.query()[1:])) == choice
    assert (Choice().query(), Choice().query(page=2)) == ("", "?page=2")


# --- labels ---------------------------------------------------------------------------------------------------------


def test_a_label_is_added_and_taken_off_whatever_its_case(client):
    mira, tom = mine(client, "Mira", "Tom")
    select(client, "label-add", [mira, tom], text="Tournoi")
    select(client, "label-add", [mira], text="TOURNOI")
    select(client, "label-add", [mira], text=" à   peindre ")
    assert [grant_of(row).labels for row in (mira, tom)] == ["Tournoi\nà peindre", "Tournoi"]
    select(client, "label-remove", [mira, tom], text="tournoi")
    assert [grant_of(row).labels for row in (mira, tom)] == ["à peindre", ""]


def test_forty_characters_are_a_label_and_one_more_is_none(client):
    (mira,) = mine(client, "Mira")
    select(client, "label-add", [mira], text="é" * 40)
    for text in ("é" * 41, "x" * 300, "", " \n\t"):
        answer = select(client, "label-add", [mira], "?q=mi", text=text)
        assert answer["Location"] == f"/lists/?q=mi&selected={mira.pk}"
    assert grant_of(mira).labels == "é" * 40


def test_ten_labels_are_the_most_and_none_of_the_lists_is_changed_above_that(client):
    mira, tom = mine(client, "Mira", "Tom")
    for number in range(10):
        select(client, "label-add", [mira], text=f"label {number}")
    assert len(grant_of(mira).labels.split("\n")) == 10
    select(client, "label-add", [tom, mira], text="label 10")
    assert "10" in said(client)[-1]
    assert (len(grant_of(mira).labels.split("\n")), grant_of(tom).labels) == (10, "")
    select(client, "label-add", [tom, mira], text="LABEL 9")
    assert grant_of(tom).labels == "LABEL 9"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("one\ntwo\r\nthree", "one two three"),
        ("a\u2028b\u2029c\x85d\x0be", "a b c d e"),
        ("nul\x00, bell\x07", "nul , bell"),
        ("\u202eabc", "abc"),
    ],
)
def test_a_label_is_one_line_of_writing(client, typed, kept):
    (mira,) = mine(client, "Mira")
    select(client, "label-add", [mira], text=typed)
    assert grant_of(mira).labels == kept
    assert client.get("/lists/").context["rosters"][0].labels == (kept,)


def test_a_label_is_text_on_the_page_and_in_addresses(client):
    (mira,) = mine(client, "Mira")
    select(client, "label-add", [mira], text='<b>"&x=1')
    page = client.get("/lists/").content.decode()
    assert "<b>&quot;" not in page
    assert "&lt;b&gt;&quot;&amp;x=1" in page
    assert 'href="/lists/?label=%3Cb%3E%22%26x%3D1"' in page
    assert names(client, "?label=%3Cb%3E%22%26x%3D1") == ["Mira"]


# --- where they stand -----------------------------------------------------------------------------------------------


def test_what_is_archived_is_out_of_sight_until_it_is_asked_for(client):
    mira, _tom = mine(client, "Mira", "Tom")
    answer = select(client, "archive", [mira], "?sort=name")
    assert answer["Location"] == "/lists/?sort=name"
    assert (names(client), names(client, "?archive=1")) == (["Tom"], ["Mira"])
    select(client, "unarchive", [mira], "?archive=1")
    assert (names(client), names(client, "?archive=1")) == (["Mira", "Tom"], [])


def test_archiving_is_undone_from_its_toast(client):
    rows = mine(client, "Mira", "Tom")
    select(client, "archive", rows)
    (toast,) = client.get("/lists/").context["toasts"]()
    client.post(toast.undo_url)
    assert names(client) == ["Mira", "Tom"]


def test_pinning_and_back(client):
    _mira, tom = mine(client, "Mira", "Tom")
    select(client, "pin", [tom])
    assert names(client) == ["Tom", "Mira"]
    select(client, "unpin", [tom])
    assert names(client) == ["Mira", "Tom"]


@pytest.mark.database
def test_a_list_of_a_browser_and_its_account_is_one_and_changes_for_both(client):
    (mira,) = mine(client, "Mira")
    user = User.objects.create_user("maud-4821")
    today = timezone.localdate()
    about = {"generation": 1, "granted": NOW, "used": today}
    RosterGrant.objects.create(roster=mira, account=user, labels="peinte\nTournoi", pinned=True, archived=True, **about)
    RosterGrant.objects.filter(browser__isnull=False).update(labels="tournoi")
    client.force_login(user)
    (row,) = client.get("/lists/").context["rosters"]
    assert (row.pinned, row.archived, sorted(map(str.casefold, row.labels))) == (True, False, ["peinte", "tournoi"])
    select(client, "label-add", [mira], text="neuve")
    select(client, "unpin", [mira])
    select(client, "archive", [mira])
    grants = RosterGrant.objects.filter(roster=mira)
    assert {(grant.pinned, grant.archived, len(grant.labels.split("\n"))) for grant in grants} == {(False, True, 3)}
    assert grants.count() == 2


@pytest.mark.database
def test_labels_and_pins_are_their_holders_own(client):
    (mira,) = mine(client, "Mira")
    friend = make.grant(Client(), mira)
    select(client, "label-add", [mira], text="Tournoi")
    select(client, "archive", [mira])
    (row,) = friend.get("/lists/").context["rosters"]
    assert (row.labels, row.archived) == ((), False)


# --- removed, copied ------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_one_undo_brings_back_all_that_were_removed(client):
    rows = mine(client, "Mira", "Tom", "Zoé")
    select(client, "remove", rows[:2])
    page = client.get("/lists/")
    (toast,) = page.context["toasts"]()
    assert [row.name for row in page.context["rosters"]] == ["Zoé"]
    client.post(toast.undo_url)
    assert names(client) == ["Mira", "Tom", "Zoé"]


@pytest.mark.parametrize("action", ["label-add", "pin", "archive", "remove", "restore", "print", "zip"])
def test_lists_of_others_are_left_out_without_a_word(client, action):
    mine(client, "Mira")
    stranger = Client()
    (theirs,) = mine(stranger, "Fremde")
    nobody = 999_999
    if action == "restore":
        Roster.objects.filter(pk=theirs.pk).update(deleted=NOW)
    before = Roster.objects.filter(pk=theirs.pk).values().get()
    answers = [select(client, action, [pk], text="x") for pk in (theirs.pk, nobody)]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/lists/")}
    texts = said(client)
    assert len(set(texts)) == 1
    assert Roster.objects.filter(pk=theirs.pk).values().get() == before
    assert (grant_of(theirs).labels, grant_of(theirs).pinned, grant_of(theirs).archived) == ("", False, False)


def test_a_selection_with_a_list_of_others_goes_on_without_it(client):
    (mira,), (theirs,) = mine(client, "Mira"), mine(Client(), "Fremde")
    select(client, "remove", [theirs, mira])
    assert [Roster.objects.get(pk=row.pk).deleted is None for row in (theirs, mira)] == [True, False]


@pytest.mark.parametrize("address", ["rosters-selected", "rosters-duplicate"])
@pytest.mark.parametrize("ticked", [[], ["x"], ["-1"], ["9" * 30], [""]])
def test_nothing_selected_is_said(client, address, ticked):
    mine(client, "Mira")
    answer = client.post(reverse(address), {"action": "remove", "list": ticked})
    assert (answer.status_code, answer["Location"]) == (302, "/lists/")
    assert len(said(client)) == 1
    assert names(client) == ["Mira"]


def test_an_action_that_there_is_not_is_not_found(client):
    (mira,) = mine(client, "Mira")
    assert [select(client, action, [mira]).status_code for action in ("", "erase")] == [404, 404]
    assert client.get("/lists/selected/").status_code == 405


def test_copies_are_lists_of_their_own(client):
    rows = mine(client, "Mira", "Tom")
    client.post("/lists/selected/duplicate/", {"list": [row.pk for row in rows]})
    assert names(client) == ["Mira", "Tom", "Mira", "Tom"]
    assert Roster.objects.values("share_key").distinct().count() == 4
    assert Revision.objects.count() == 4


def test_copies_that_are_sent_twice_are_made_once(client):
    (mira,) = mine(client, "Mira")
    for _time in range(2):
        client.post("/lists/selected/duplicate/", {"list": [mira.pk], "form_token": "t" * 32})
    assert Roster.objects.count() == 2


def test_twenty_lists_are_copied_at_once_and_no_more(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "100/h"}
    crowd(client, 21)
    pks = list(Roster.objects.values_list("pk", flat=True))
    refused = client.post("/lists/selected/duplicate/", {"list": pks})
    assert (Roster.objects.count(), f"selected={pks[0]}-" in refused["Location"]) == (21, True)
    client.post("/lists/selected/duplicate/", {"list": pks[:20]})
    assert Roster.objects.count() == 41


@pytest.mark.database
def test_copies_above_the_limit_are_all_refused_and_none_is_counted(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "3/h"}
    rows = mine(client, "a", "b", "c", "d")
    pks = [row.pk for row in rows]
    assert client.post("/lists/selected/duplicate/", {"list": pks, "form_token": "t" * 32}).status_code == 429
    assert Roster.objects.count() == 4
    assert client.post("/lists/selected/duplicate/", {"list": pks[:3]}).status_code == 302
    assert Roster.objects.count() == 7
    assert client.post("/lists/selected/duplicate/", {"list": pks[:1]}).status_code == 429


def test_all_of_a_page_are_ticked_without_script(client):
    mine(client, "Mira", "Tom")
    assert client.get("/lists/").content.decode().count(" checked>") == 0
    assert client.get("/lists/?selected=all").content.decode().count(" checked>") == 2


# --- the plain functions --------------------------------------------------------------------------------------------

ROW = ListedRoster(
    pk=1,
    game="rbn",
    name="Mira",
    label_fr="",
    label_en="",
    points=None,
    budget=None,
    units=0,
    errors=0,
    prohibitions=0,
    changed=NOW,
    deleted=None,
    pinned=False,
    archived=False,
    labels=(),
    due=False,
)


def test_of_several_grants_pinned_is_any_archived_is_all_and_labels_are_those_of_all():
    grants = [ROW._replace(archived=True, labels=("a", "B")), ROW._replace(pinned=True, labels=("b", "c"), due=True)]
    assert collection.merged(grants) == [ROW._replace(pinned=True, labels=("a", "B", "c"), due=True)]
    assert collection.merged([grants[0], grants[0]]) == [grants[0]]


@pytest.mark.database
def test_lists_without_a_name_come_last_and_without_points_too(client):
    for name, points in (("", None), ("Z", 1), ("a", None), ("É", 0)):
        (row,) = mine(client, name)
        Roster.objects.filter(pk=row.pk).update(points=points)
    assert names(client, "?sort=name") == ["a", "É", "Z", ""]
    assert names(client, "?sort=points") == ["Z", "É", "a", ""]


@pytest.mark.database
def test_several_grants_of_one_list_count_as_one(client):
    rows = mine(client, "a", "b", "c")
    user = User.objects.create_user("maud-4821")
    client.force_login(user)
    today = timezone.localdate()
    for row, fields in zip(rows, ({"pinned": True}, {"archived": True, "labels": "Été"}, {}), strict=True):
        RosterGrant.objects.create(account=user, roster=row, generation=1, granted=NOW, used=today, **fields)
    RosterGrant.objects.filter(browser=None, roster=rows[2]).update(archived=True)
    RosterGrant.objects.filter(account=None, roster=rows[2]).update(archived=True)
    RosterGrant.objects.filter(account=None, roster=rows[1]).update(used=today - timedelta(9))
    assert (names(client), names(client, "?archive=1")) == (["a", "b"], ["c"])
    assert (names(client, "?label=été"), names(client, "?q=ete")) == (["b"], ["b"])
    context = client.get("/lists/").context
    assert (context["page"].paginator.count, context["archived"], context["labels"]) == (2, 1, ["Été"])
    assert not RosterGrant.objects.filter(used__lt=today).exists()
    select(client, "remove", rows[:2])
    assert client.get("/lists/").context["removed"].paginator.count == 2


def test_a_row_that_was_rendered_before_shows_what_changed_and_nothing_of_another_player(client):
    mira, other = mine(client, "Mira", "Secret of mine")
    first, second = (client.get("/lists/").content.decode() for _time in range(2))
    tokens = [set(re.findall(r'name="(?:csrf[a-z]*|[a-z_]*token)" value="([^"]+)"', page)) for page in (first, second)]
    assert all(tokens)
    assert not tokens[0] & tokens[1]
    Roster.objects.filter(pk=mira.pk).update(name="Mira the second")
    assert names(client) == ["Mira the second", "Secret of mine"]
    assert "Mira the second" in client.get("/lists/").content.decode()
    stranger = Client()
    mine(stranger, "Theirs")
    assert "Secret of mine" not in stranger.get("/lists/").content.decode()
    RosterGrant.objects.filter(roster=other).delete()
    assert "Secret of mine" not in client.get("/lists/").content.decode()
    Roster.objects.filter(pk=mira.pk).update(deleted=NOW)
    assert names(client) == []


@pytest.mark.database
def test_all_lists_count_as_used_when_one_page_of_them_is_opened(client):
    crowd(client, 60)
    Roster.objects.filter(name="Mira 0007").update(deleted=NOW)
    day = timezone.localdate() - timedelta(days=9)
    RosterGrant.objects.update(used=day)
    client.get("/lists/")
    assert [grant.roster.name for grant in RosterGrant.objects.filter(used=day)] == ["Mira 0007"]


@pytest.mark.database
def test_a_list_that_was_made_since_a_new_secret_link_is_not_seen(client):
    (mira,) = mine(client, "Mira")
    Roster.objects.filter(pk=mira.pk).update(generation=2)
    assert names(client) == []
    select(client, "remove", [mira])
    assert Roster.objects.get(pk=mira.pk).deleted is None


def test_copies_of_an_account_are_the_account_s(client):
    (mira,) = mine(client, "Mira")
    user = User.objects.create_user("maud-4821")
    client.force_login(user)
    client.post("/lists/selected/duplicate/", {"list": [mira.pk]})
    copy = Roster.objects.latest("pk")
    assert (grant_of(copy).account, copy.document) == (user, mira.document)
    assert LoadedRoster.from_data(copy.document).document.name == "Mira"
    assert history.load_revision(copy, 1) is not None


@pytest.mark.database
def test_the_first_page_continues_the_list_changed_last_and_has_pinned_ones_and_none_of_the_archive(client):
    rows = mine(client, "a", "b", "c", "d", "e", "f")
    select(client, "pin", rows[5:])
    select(client, "archive", rows[:1])
    context = client.get("/").context
    assert (context["latest"].name, [row.name for row in context["recent"]]) == ("b", ["f", "c", "d"])
