"""The figures of a list: counted by the engine of dice, with expected values worked out by hand."""

from fractions import Fraction

import pytest
from django.urls import reverse

from builder.figures.spec import FIGURES
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from rules.registry import GAMES
from tests import make
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db


def tables(document):
    return {table.title: dict(table.rows) for table in FIGURES[document.game](LoadedRoster(document))}


def numbers(rows):
    return [*rows.values()]


def test_expected_successes_are_counted_by_distance_for_each_copy_with_its_best_weapon():
    """A rifle at T 5 on 3D6: a die brings 1/6 and 2/6 successes on average (RBN p. 16)."""
    units = [make.fighter("fusil", T=5, count=2), make.fighter("pistolet", T=5)]
    weapons = make.catalogue().weapons
    rifle, pistol = (weapons[slug].ranged for slug in ("fusil", "pistolet"))

    def dice(ranged, distance):
        bands = [band for band in (ranged.normal, ranged.long) if band and band.start <= distance <= band.end]
        return max((3 + band.dice for band in bands), default=0)

    on_foot, _medium = numbers(tables(make.convoy(units=units))["Shooting"])
    expected = [Fraction(2 * dice(rifle, cm) + dice(pistol, cm), 2) for cm in (10, 20, 30, 45, 60, 90)]
    assert [*on_foot] == expected


def test_points_are_told_by_kind_and_add_up():
    document = make.convoy(units=[make.fighter("fusil", T=5, count=2), make.vehicle("moyen", "belier")])
    spent = tables(document)["Points by kind"]
    assert sum(number for (number,) in spent.values()) == make.judge(document).total


def test_a_wound_of_armour_counts_for_each_copy():
    """Three wounds end a fighter, and armour takes one more (RBN p. 19, 30)."""
    units = [make.fighter("fusil", equipment="armure", count=2), make.fighter(), make.vehicle("moyen")]
    assert numbers(tables(make.convoy(units=units))["Resilience"]) == [(3,), (11,), (1,)]


@pytest.mark.parametrize("game", [game for game in GAMES if game in FIGURES])
def test_every_list_has_figures(game):
    for name in (name for name in READ if name.startswith(f"{game}/")):
        assert [*FIGURES[game](LoadedRoster.from_data(READ[name]))]


@pytest.mark.parametrize("game", [game for game in GAMES if game in FIGURES])
def test_a_list_is_shown_beside_another(client, game):
    names = [name for name in READ if name.startswith(f"{game}/")][:2]
    rosters = []
    for name in names:
        roster, key = history.create(LoadedRoster.from_data(READ[name]), "new")
        client.get(f"/e/{key}/")
        rosters.append(roster)
    first, second = rosters
    address = reverse("roster-page", args=[first.pk, "figures"])
    page = client.get(address)
    assert (page.status_code, page.context["against"]) == (200, None)
    assert client.get(address, {"against": second.pk}).context["against"] == second
    assert client.get(address, {"against": "99999"}).context["against"] is None
