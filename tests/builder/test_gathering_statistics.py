"""Statistics: over a gang, and over the characters whose owners let them count; and the paper of a gang."""

import pytest
from django.test import Client

from builder.gatherings.spec import GATHERINGS
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from builder.templatetags.components import part_of
from tests import make
from tests.builder import gathered
from tests.builder.test_gatherings import url

pytestmark = pytest.mark.django_db
GAME = gathered.GAME


def count(membership_or_roster, **data):
    row = getattr(membership_or_roster, "roster", membership_or_roster)
    client = make.grant(Client(), row)
    return client.post(url("roster-counted", row.pk), data)


def counted(client=None):
    """What the page over all characters says: its number, and its rows of the first tally."""
    response = (client or Client()).get(url("game-page", GAME, "statistics"))
    tallies = response.context["tallies"]
    return response.context["number"], {str(label): number for label, number in tallies[0].rows if number}


def test_a_character_counts_only_when_its_owner_says_so():
    mira = gathered.roster("Mira", vocation="meneur")
    gathered.roster("Tom", vocation="guetteur")
    assert counted() == (0, {})
    assert count(mira, counted="on")["Location"] == url("roster-links", mira.pk)
    assert counted() == (1, {"Meneur": 1})
    count(mira)
    assert counted() == (0, {})


def test_a_stranger_lets_nothing_count():
    mira = gathered.roster("Mira")
    assert Client().post(url("roster-counted", mira.pk), {"counted": "on"}).status_code == 404
    assert Roster.objects.get().counted is False


def test_statistics_name_nobody():
    mira = gathered.roster("Mira Quéré", player="Ada", notes="Secret")
    count(mira, counted="on")
    page = Client().get(url("game-page", GAME, "statistics")).content.decode()
    assert [word for word in ("Mira", "Quéré", "Ada", "Secret", mira.share_key) if word in page] == []


def test_a_removed_or_changed_character_is_counted_as_it_is():
    from builder.lists import history

    mira, tom = gathered.roster("Mira", vocation="meneur"), gathered.roster("Tom", vocation="meneur")
    for row in (mira, tom):
        count(row, counted="on")
    assert counted() == (2, {"Meneur": 2})
    history.apply(mira, "set-vocation 0 guetteur", {}, 1)
    assert counted() == (2, {"Guetteur": 1, "Meneur": 1})
    make.grant(client := Client(), tom)
    client.post(url("roster-remove", tom.pk))
    assert counted() == (1, {"Guetteur": 1})


def test_only_games_with_gangs_offer_to_count():
    from builder.lists import history
    from builder.lists.loaded import LoadedRoster

    row, _key = history.create(LoadedRoster(make.convoy()), "new")
    convoy = make.grant(Client(), row).get(url("roster-links", row.pk)).content.decode()
    mira = gathered.roster("Mira")
    character = make.grant(Client(), mira).get(url("roster-links", mira.pk)).content.decode()
    assert ["/counted/" in page for page in (convoy, character)] == [False, True]


@pytest.mark.database
@pytest.mark.parametrize("size", [1, 30])
def test_statistics_ask_a_fixed_number_of_times(django_assert_max_num_queries, size):
    for number in range(size):
        gathered.roster(f"Nº {number}")
    Roster.objects.update(counted=True)
    with django_assert_max_num_queries(6):
        assert counted() == (size, {"No vocation yet": size})


def test_a_gangs_statistics_are_over_its_members():
    gang, (mira,) = gathered.gang("Mira")
    gathered.roster("Tom")
    response = gathered.player(mira).get(url("gathering-statistics", gang.pk))
    assert response.context["number"] == 1


# --- numbers without end --------------------------------------------------------------------------------------------

HUGE = 10**3999


@pytest.mark.database
@pytest.mark.parametrize("number", [HUGE, -HUGE])
def test_numbers_without_end_break_no_page(number):
    gang, _members = gathered.gang()
    numbers = dict.fromkeys(("physique", "psychique", "reflexes", "combat"), number)
    fields = {"attributes": numbers, "modifiers": numbers, "life": number, "morale": number}
    row = gathered.roster("Mira", **fields, survival=number, reputation=number, markers={"panic": number})
    from builder.gatherings import services

    mira = services.join(gang, row)
    services.plan(gang, {"title": "Le pont", "least_score": 3}, {mira: ""})
    count(row, counted="on")
    client = gathered.organiser(gang, gathered.player(mira))
    for name in ("gathering", "gathering-statistics", "role-vote"):
        assert client.get(url(name, gang.pk)).status_code == 200
    for name in ("gathering-shared", "gathering-print", "gathering-export json"):
        assert client.get(url(name, gang.share_key)).status_code == 200
    assert counted()[0] == 1


# --- paper ----------------------------------------------------------------------------------------------------------


@pytest.mark.paper
def test_a_gang_prints_once_and_again_when_it_changed(settings):
    from builder.lists import history

    settings.RATE_LIMITS = settings.RATE_LIMITS | {"pdf": "2/h"}
    gang, (mira,) = gathered.gang("Mira")
    at = url("gathering-export", gang.share_key, "pdf")
    first = [Client().get(at) for _time in range(2)]
    assert [answer["Content-Type"] for answer in first] == ["application/pdf"] * 2
    assert first[0].content == first[1].content
    history.apply(mira.roster, "step-gauge 0 life less", {}, 1)
    assert Client().get(at).content != first[0].content
    history.apply(Roster.objects.get(), "step-gauge 0 life less", {}, 2)
    assert Client().get(at).status_code == 429


def test_an_empty_gang_prints_too():
    gang, _members = gathered.gang()
    assert Client().get(url("gathering-export", gang.share_key, "pdf")).status_code == 200


@pytest.mark.parametrize(
    ("number", "whole", "percent"),
    [(2, 3, 67), (1, 3, 33), (1, 8, 13), (1, 200, 1), (1, 201, 0), (3, 3, 100), (4, 3, 100), (0, 3, 0), (1, 0, 0)],
)
def test_percentages_are_rounded_to_the_nearest(number, whole, percent):
    assert part_of(number, whole) == percent


def test_two_of_three_are_67_percent(client):
    for vocation in ("meneur", "meneur", "guetteur"):
        row = gathered.roster("Mira", vocation=vocation)
        Roster.objects.filter(pk=row.pk).update(counted=True)
    page = client.get(url("game-page", GAME, "statistics")).content.decode()
    assert [f"{number}\u00a0%" in page for number in (67, 33, 66)] == [True, True, False]


def test_the_dead_and_zombies_have_no_vocation_in_statistics():
    gathered_units = [
        gathered.character("Mira", vocation="meneur"),
        gathered.character("Tom", state="dead"),
        gathered.character("Zed", vocation="meneur", state="zombie"),
    ]
    loaded = [LoadedRoster.from_data(unit) for unit in gathered_units]
    tallies = GATHERINGS[gathered.GAME].statistics([one.analysis.units[0] for one in loaded], loaded[0].catalogue)
    assert ([count for _label, count in tallies[0].rows], tallies[0].of) == ([0] * 7 + [1, 0, 0], 1)
