"""The career of a character: which states and chapters it shows, to whom, and what it costs."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from builder.gatherings import charts, services
from builder.gatherings.career import MOST_POINTS, career_of, most_points
from builder.gatherings.spec import GATHERINGS, CareerFigure
from builder.lists import history, thinning
from builder.lists.loaded import LoadedRoster
from builder.models import Participation, Revision, Roster
from builder.web.fragment_cache import fragment_cache
from tests import make
from tests.builder import gathered
from tests.builder.accounted import account, give

pytestmark = pytest.mark.django_db
GAME = gathered.GAME
ENGLISH = {"accept-language": "en"}
DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nothing_cached():
    cache.clear()
    fragment_cache.clear()


def url(name, *args):
    return reverse(name, args=args)


def becomes(row, day=None, name="Mira", **fields):
    """Save another state of a list of one character, made `day` days after the first of March."""
    save(row, gathered.character(name, **fields), day)


def save(row, data, day=None):
    row.refresh_from_db()
    history.save(row, LoadedRoster.from_data(data), "edit")
    if day is not None:
        made_on(row, row.revision, day)


def made_on(row, number, day):
    Revision.objects.filter(roster=row, number=number).update(made=DAY + timedelta(days=day))


def start(name="Mira", **fields):
    """A list of one character that was made on the first of March."""
    row = gathered.roster(name, **fields)
    made_on(row, 1, 0)
    return row


def played(membership, title, day, text="", **values):
    """A chapter of the member's gathering that was played `day` days after the first of March."""
    membership.roster.refresh_from_db()
    values = {"title": title, "held": True, "date": (DAY + timedelta(days=day)).date()} | values
    return services.plan(membership.gathering, values, {membership: text})


def career(row, index=0):
    row.refresh_from_db()
    return career_of(row, index)


def survival(row, index=0):
    """[(day of March, survival points)] of the points of a career."""
    return [(point.day.day, point.figure("survival").value) for point in career(row, index).points]


def joined(row):
    gang, _nobody = gathered.gang()
    return services.join(gang, row)


def page(client, address):
    return client.get(address, headers=ENGLISH)


# --- which states -----------------------------------------------------------------------------------------------------


def test_each_day_counts_with_its_last_state():
    row = start(survival=1)
    becomes(row, 0, survival=2)
    becomes(row, 3, survival=5)
    becomes(row, 3, survival=4)
    assert survival(row) == [(1, 2), (4, 4)]


def test_what_was_undone_does_not_count():
    row = start(survival=1)
    becomes(row, 1, survival=2)
    becomes(row, 2, survival=99)
    history.undo(row, row.revision)
    assert survival(row) == [(1, 1), (2, 2)]
    becomes(row, 2, survival=3)
    assert survival(row) == [(1, 1), (2, 2), (3, 3)]


def test_before_a_state_whose_parent_is_gone_the_last_of_each_day_counts():
    row = start(survival=0)
    for day in range(6):
        for number in (7, day):
            becomes(row, day, survival=number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinning, "KEPT_STEPS", 2)
        assert thinning.thin(row.pk) > 0
    assert survival(row) == [(day + 1, day) for day in range(6)]


def test_a_chapter_shows_the_character_as_it_was_then_even_if_that_was_undone():
    row = start(survival=1)
    mira = joined(row)
    becomes(row, 1, survival=8)
    played(mira, "Le pont", 1)
    history.undo(row, row.revision)
    assert survival(row) == [(1, 1), (2, 8)]
    assert [[part.chapter.title for part in point.parts] for point in career(row).points] == [[], ["Le pont"]]


def test_a_chapter_without_a_change_is_a_point_all_the_same():
    row = start(survival=1)
    mira = joined(row)
    played(mira, "Un", 4)
    played(mira, "Deux", 9)
    assert survival(row) == [(1, 1), (5, 1), (10, 1)]


def test_chapters_are_those_that_were_played_and_are_still_there():
    row = start()
    mira = joined(row)
    played(mira, "Le pont", 4, "un œil de moins")
    played(mira, "La gare", 8)
    played(mira, "Demain", 9, held=False)
    services.remove(played(mira, "Jamais", 9))
    services.end(mira)
    other = joined(row)
    played(other, "Chez les autres", 6)
    found = [(part.chapter.title, part.day.day, part.text) for part in career(row).parts]
    assert found == [("La gare", 9, ""), ("Chez les autres", 7, ""), ("Le pont", 5, "un œil de moins")]
    services.remove(other.gathering)
    assert [part.chapter.title for part in career(row).parts] == ["La gare", "Le pont"]


def test_the_latest_points_are_shown_and_the_others_counted():
    row = start()
    for day in range(1, MOST_POINTS + 5):
        becomes(row, day, survival=day)
    found = career(row)
    assert (len(found.points), found.left_out) == (MOST_POINTS, 5)
    assert [found.points[at].figure("survival").value for at in (0, -1)] == [5, MOST_POINTS + 4]


def test_of_large_lists_fewer_points_are_shown():
    row = start()
    found = {}
    for units in (1, 50, 100, 500):
        Roster.objects.filter(pk=row.pk).update(units=units)
        found[units] = most_points(Roster.objects.get(pk=row.pk))
    assert found == {1: 100, 50: 100, 100: 50, 500: 10}


def test_states_are_read_whole_and_as_differences():
    row = start(survival=0, notes="word " * 200)
    for day in range(1, 120):
        becomes(row, day % 28, survival=day, notes="word " * 200 + "x" * (day % 7 * 40))
    bases = set(Revision.objects.filter(roster=row).values_list("base", flat=True))
    assert len(bases) > 2  # whole ones, and differences from more than one of them
    found = {point.figure("survival").value for point in career(row).points}
    assert len(found) > 20


def test_a_state_that_cannot_be_read_is_left_out():
    row = start(survival=1)
    becomes(row, 1, survival=2)
    becomes(row, 2, survival=3)
    data = gathered.character("Mira", attributes="gone")
    Revision.objects.filter(roster=row, number=2).update(content=content(data), base=None)
    assert survival(row) == [(1, 1), (3, 3)]


def content(data):
    from builder.lists.compression import compressed, packed

    return compressed(packed(data))


# --- whose ------------------------------------------------------------------------------------------------------------


def crew(*units):
    data = gathered.character()
    return data | {"units": [data["units"][0] | {"name": name, "survival": points} for name, points in units]}


def test_each_character_of_a_list_has_its_own():
    row = start("Mira", survival=1)
    save(row, crew(("Mira", 2), ("Tom", 5)), 1)
    save(row, crew(("Tom", 6), ("Mira", 3)), 2)
    assert career(row).names == ("Tom", "Mira")
    assert survival(row, 0) == [(2, 5), (3, 6)]
    assert survival(row, 1) == [(1, 1), (2, 2), (3, 3)]


def test_who_was_renamed_is_followed():
    row = start("Mira", survival=1)
    becomes(row, 1, "Mira la Borgne", survival=2)
    save(row, crew(("Mira la Borgne", 3), ("Tom", 0)), 2)
    assert survival(row) == [(1, 1), (2, 2), (3, 3)]


def test_of_two_with_the_same_name_the_nearer_one_is_followed():
    row = start("Mira")
    save(row, crew(("X", 1), ("Y", 2), ("X", 3)), 1)
    save(row, crew(("X", 4), ("Y", 5), ("X", 6)), 2)
    assert [survival(row, index)[-2:] for index in (0, 2)] == [[(2, 1), (3, 4)], [(2, 3), (3, 6)]]


def test_a_list_without_anybody_has_a_page():
    row, _key = history.create(LoadedRoster.empty(GAME), "new")
    answer = page(make.grant(Client(), row), url("roster-career", row.pk))
    assert (answer.status_code, "Nothing to show yet." in answer.content.decode()) == (200, True)


def test_a_list_that_cannot_be_read_shows_its_chapters():
    row = start()
    played(joined(row), "Le pont", 1)
    Revision.objects.filter(roster=row).update(content=content(gathered.character("Mira", attributes="gone")))
    html = page(make.grant(Client(), row), url("roster-career", row.pk)).content.decode()
    assert ["can no longer be read" in html, "Le pont" in html, "<svg viewBox" in html] == [True, True, False]


@pytest.mark.parametrize("unit", ["1", "x", "-1", "9" * 30, ""])
def test_a_character_that_is_not_there_has_no_page(unit):
    row = start()
    client = make.grant(Client(), row)
    assert client.get(url("roster-career", row.pk), {"unit": unit}).status_code == 404


# --- who sees it ------------------------------------------------------------------------------------------------------


def share(client, row, shared=True):
    return client.post(url("roster-career", row.pk), {"career_shared": "on"} if shared else {}).status_code


@pytest.fixture
def mira():
    """A member of a gang, with a chapter behind her."""
    _gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    made_on(mira.roster, 1, 0)
    becomes(mira.roster, 1, survival=17)
    played(mira, "Le pont", 1, "un œil de moins")
    return mira


def visitors(mira):
    """{who: client} of all who may come by."""
    gang = mira.gathering
    return {
        "owner": gathered.player(mira),
        "account": give(account(number=User.objects.count()), mira.roster),
        "member": gathered.player(gang.memberships.get(name="Tom")),
        "organiser": gathered.organiser(gang),
        "stranger": Client(),
    }


@pytest.mark.parametrize("shared", [False, True])
def test_who_sees_it(mira, shared):
    if shared:
        share(gathered.player(mira), mira.roster)
    row = Roster.objects.get(pk=mira.roster_id)
    for who, client in visitors(mira).items():
        own, public = url("roster-career", row.pk), url("shared-career", row.share_key)
        assert (who, client.get(own).status_code) == (who, 200 if who in ("owner", "account") else 404)
        assert (who, client.get(public).status_code) == (who, 200 if shared else 404)
        assert (who, client.post(own).status_code) == (who, 302 if who in ("owner", "account") else 404)
        Roster.objects.filter(pk=row.pk).update(career_shared=shared)


def test_where_it_is_linked(mira):
    def links():
        """Who reads a link to what in the gang, and whether the page behind the share link has one."""
        public, found = url("shared-career", mira.roster.share_key), {}
        for who, client in visitors(mira).items():
            if who != "stranger":
                html = client.get(url("gathering", mira.gathering_id)).content.decode()
                found[who] = (url("roster-career", mira.roster_id) in html, public in html)
        html = Client().get(url("gathering-shared", mira.gathering.share_key)).content.decode()
        found["stranger"] = (url("roster-career", mira.roster_id) in html, public in html)
        found["sheet"] = public in Client().get(url("shared", mira.roster.share_key)).content.decode()
        return found

    own = {"owner": (True, False), "account": (True, False), "stranger": (False, False)}
    assert links() == own | {"member": (False, False), "organiser": (False, False), "sheet": False}
    share(gathered.player(mira), mira.roster)
    assert links() == own | {"member": (False, True), "organiser": (False, True), "sheet": True}
    services.end(mira)
    member = gathered.player(mira.gathering.memberships.get(name="Tom"))
    assert (
        url("shared-career", mira.roster.share_key)
        not in page(member, url("gathering", mira.gathering_id)).content.decode()
    )


def test_the_owner_finds_it_in_the_editor_and_among_the_links(mira):
    client = gathered.player(mira)
    for name in ("roster", "roster-links"):
        assert url("roster-career", mira.roster_id) in client.get(url(name, mira.roster_id)).content.decode()


def test_the_choice_can_be_taken_back_and_links_to_what_others_see(mira):
    client, public = gathered.player(mira), url("shared-career", mira.roster.share_key)
    assert share(client, mira.roster) == 302
    assert public in client.get(url("roster-career", mira.roster_id)).content.decode()
    assert share(client, mira.roster, shared=False) == 302
    assert public not in client.get(url("roster-career", mira.roster_id)).content.decode()
    assert Client().get(public).status_code == 404


def test_a_new_share_link_ends_the_old_address(mira):
    client, old = gathered.player(mira), url("shared-career", mira.roster.share_key)
    share(client, mira.roster)
    client.post(url("roster-links", mira.roster_id), {"action": "share", "keep": "on"})
    mira.roster.refresh_from_db()
    answers = [Client().get(one).status_code for one in (old, url("shared-career", mira.roster.share_key))]
    assert answers == [410, 200]


def test_a_removed_list_shows_nothing(mira):
    client = gathered.player(mira)
    share(client, mira.roster)
    client.post(url("roster-remove", mira.roster_id))
    answers = [url("roster-career", mira.roster_id), url("shared-career", mira.roster.share_key)]
    assert [client.get(answer).status_code for answer in answers] == [404, 404]


def test_who_left_the_gang_keeps_the_career_and_the_choice(mira):
    share(gathered.player(mira), mira.roster)
    services.end(mira)
    html = page(Client(), url("shared-career", mira.roster.share_key)).content.decode()
    assert ["Le pont" in html, "un œil de moins" in html] == [True, True]


def test_a_new_secret_key_shuts_others_out_of_the_owners_page(mira):
    other, owner = give(account(), mira.roster), gathered.player(mira)
    owner.post(url("roster-links", mira.roster_id), {"action": "edit", "confirmed": "1"})
    answers = [client.get(url("roster-career", mira.roster_id)).status_code for client in (other, owner)]
    assert answers == [404, 200]


def test_nobody_sees_it_through_an_account_that_is_gone(mira):
    user = account()
    client = give(user, mira.roster)
    user.delete()
    assert client.get(url("roster-career", mira.roster_id)).status_code == 404


def test_a_copy_is_not_shared(mira):
    share(gathered.player(mira), mira.roster)
    Client().post(url("shared-copy", mira.roster.share_key))
    assert list(Roster.objects.order_by("pk").values_list("career_shared", flat=True)) == [True, False, False]


def test_what_others_see_names_no_gang_and_is_not_listed(mira):
    share(gathered.player(mira), mira.roster)
    answer = page(Client(), url("shared-career", mira.roster.share_key))
    assert mira.gathering.name not in answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert 'name="career_shared"' not in answer.content.decode()


def test_other_games_have_none():
    row, _key = history.create(LoadedRoster(make.convoy()), "new")
    client = make.grant(Client(), row)
    Roster.objects.update(career_shared=True)
    for address in (url("roster-career", row.pk), url("shared-career", row.share_key)):
        assert client.get(address).status_code == 404
    assert client.post(url("roster-career", row.pk)).status_code == 404
    for name, key in (("roster", row.pk), ("roster-links", row.pk), ("shared", row.share_key)):
        assert "/career/" not in client.get(url(name, key)).content.decode()


def test_a_game_with_gatherings_may_do_without(mira, monkeypatch):
    share(client := gathered.player(mira), mira.roster)
    monkeypatch.setitem(GATHERINGS, GAME, replace(GATHERINGS[GAME], career=None))
    at = url("roster-career", mira.roster_id)
    assert [client.get(at).status_code, client.post(at).status_code] == [404, 404]
    assert Client().get(url("shared-career", mira.roster.share_key)).status_code == 404
    pages = [url("gathering", mira.gathering_id), url("roster", mira.roster_id), url("roster-links", mira.roster_id)]
    assert ["/career/" in client.get(page).content.decode() for page in pages] == [False] * 3


# --- what it says -----------------------------------------------------------------------------------------------------


def cells(html):
    """The table of the figures as rows of texts."""
    rows = re.findall(r"<tr.*?>(.*?)</tr>", html.split('class="career-figures"')[1], re.DOTALL)
    cut = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<.*?>", " ", cell).split()) for cell in row] for row in cut]


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        (
            "en",
            [
                ["Survival points", "Reputation", "Life", "Morale"],
                ["3 Mar 2026", "dead", "9", "2", "0 /6", "3 /4"],
                ["2 Mar 2026 Le pont", "alive", "5", "–", "4 /6", "4 /4"],
                ["1 Mar 2026", "alive", "–", "–", "6 /6", "4 /4"],
            ],
        ),
        (
            "fr",
            [
                ["Points de survie", "Réputation", "Vie", "Moral"],
                ["03/03/2026", "mort", "9", "2", "0 /6", "3 /4"],
                ["02/03/2026 Le pont", "en vie", "5", "–", "4 /6", "4 /4"],
                ["01/03/2026", "en vie", "–", "–", "6 /6", "4 /4"],
            ],
        ),
    ],
)
def test_the_table_says_what_the_charts_show(language, rows):
    row = start()
    mira = joined(row)
    becomes(row, 1, survival=5, life=4)
    played(mira, "Le pont", 1)
    becomes(row, 2, survival=9, reputation=2, life=0, morale=3, state="dead")
    client = make.grant(Client(), row)
    html = client.get(url("roster-career", row.pk), headers={"accept-language": language}).content.decode()
    found = cells(html)
    assert [found[0][2:], *found[1:]] == rows
    assert html.count("<svg viewBox") == 4


def test_numbers_without_end_break_no_page():
    huge = 10**3999
    row = start(survival=huge, reputation=-huge)
    becomes(row, 1, survival=-huge, reputation=huge, life=huge)
    assert make.grant(Client(), row).get(url("roster-career", row.pk)).status_code == 200


# --- charts -----------------------------------------------------------------------------------------------------------


def drawn(*values, plays=None, full=None, parts=()):
    """The chart of a figure that had these values on successive days."""
    from builder.gatherings.career import Moment, Point

    plays = plays or [True] * len(values)
    points = [
        Point(
            date(2026, 3, day + 1),
            ("a chapter",) if day in parts else (),
            Moment("alive", plays[day], (CareerFigure("life", "Life", value, full),)),
        )
        for day, value in enumerate(values)
    ]
    return charts.chart(points, "life")


def test_a_line_leads_from_the_first_to_the_last():
    chart = drawn(0, 5, 10)
    assert chart.lines == ((("7.0", "83.0"), ("150.0", "45.0"), ("293.0", "7.0")),)
    assert (chart.low, chart.high, chart.dots) == (0, 10, (("293.0", "7.0"),))
    assert (chart.first, chart.last) == (date(2026, 3, 1), date(2026, 3, 3))


def test_one_point_is_a_dot():
    chart = drawn(5)
    assert (chart.lines, chart.dots, chart.high) == ((), (("150.0", "7.0"),), 5)


def test_what_was_never_noted_has_no_line():
    chart = drawn(None, None)
    assert (chart.lines, chart.dots, chart.low, chart.high) == ((), (), 0, 1)


def test_a_gap_parts_the_line():
    chart = drawn(1, None, 1, 1)
    assert chart.lines == ((("197.7", "7.0"), ("293.0", "7.0")),)
    assert chart.dots == (("7.0", "7.0"), ("293.0", "7.0"))


def test_values_below_zero_have_room():
    assert [(chart.low, chart.high) for chart in (drawn(-4, 2), drawn(-3), drawn(0, 0))] == [(-4, 2), (-3, 1), (0, 1)]


def test_the_start_of_a_game_is_a_line_of_its_own():
    chart = drawn(2, 3, full=6)
    assert (chart.high, chart.full) == (6, ((("7.0", "7.0"), ("293.0", "7.0")),))


def test_chapters_are_marked():
    chart = drawn(0, 1, 0, parts=[1])
    assert (chart.chapters, chart.dots) == (("150.0",), (("150.0", "7.0"), ("293.0", "83.0")))


def test_who_takes_no_part_in_games_is_marked():
    assert drawn(1, 1, 1, plays=[True, False, False]).gone == (("78.5", "293.0"),)
    assert drawn(1, plays=[False]).gone == (("7.0", "293.0"),)


@pytest.mark.parametrize(("survival", "dots"), [(None, 0), (5, 1)])
def test_a_page_of_one_point_and_of_none(survival, dots):
    row = start(survival=survival)
    html = page(make.grant(Client(), row), url("roster-career", row.pk)).content.decode()
    chart = html.split("<figure")[1]
    assert (chart.count("<circle"), "No value yet." in chart) == (dots, not dots)


def test_a_list_without_chapters_says_so():
    row = start()
    html = page(make.grant(Client(), row), url("roster-career", row.pk)).content.decode()
    assert "Nothing played yet." in html


# --- what it costs ----------------------------------------------------------------------------------------------------


def copies_of_the_last_state(row, number):
    """Store so many more states, a day each."""
    last = Revision.objects.get(roster=row, number=row.revision)
    Revision.objects.bulk_create(
        Revision(
            roster=row, number=at, parent=at - 1, content=last.content, base=last.base, made=DAY + timedelta(days=at)
        )
        for at in range(last.number + 1, last.number + 1 + number)
    )
    newest = last.number + number
    Roster.objects.filter(pk=row.pk).update(revision=newest, last_revision=newest)


@pytest.mark.parametrize("states", [1, 500])
def test_the_number_of_queries_does_not_grow(states, django_assert_num_queries):
    row = start()
    mira = joined(row)
    becomes(row, 1)
    copies_of_the_last_state(row, states)
    for number in range(states // 5):
        chapter = played(mira, f"Nº {number}", number)
        Participation.objects.filter(chapter=chapter).update(revision=number + 1)
    row.refresh_from_db()
    with django_assert_num_queries(5):  # chapters, states, edition, contents, edition
        found = career_of(row)
    assert (len(found.points), len(found.parts)) == (min(states + 2, MOST_POINTS), states // 5)
    with django_assert_num_queries(3):
        assert career_of(row) == found


@pytest.mark.parametrize("nonsense", [None, 1, "x", (), ((), {1: "x"})])
def test_nonsense_in_the_cache_is_not_believed(monkeypatch, nonsense):
    row = start(survival=3)
    monkeypatch.setattr(cache, "get", lambda _key: nonsense)
    assert survival(row) == [(1, 3)]


def test_a_page_is_not_judged_by_what_the_cache_knew_before():
    row = start(survival=1)
    assert survival(row) == [(1, 1)]
    becomes(row, 0, survival=2)
    assert survival(row) == [(1, 2)]
    history.undo(row, row.revision)
    assert survival(row) == [(1, 1)]
