"""The figures of a list: counted by the engine of dice, with expected values worked out by hand."""

from fractions import Fraction
from unittest.mock import patch

import pytest
from django.urls import reverse

from builder.figures.spec import FIGURES, FigureTable
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.proposals.medians import medians
from rules.document import FORMAT, read
from rules.registry import GAMES
from rules.text import Text
from tests import make
from tests.client import make_files
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


@pytest.mark.parametrize("game", GAMES)
def test_every_list_has_figures(game):
    for name in (name for name in READ if name.startswith(f"{game}/")):
        assert [*FIGURES[game](LoadedRoster.from_data(READ[name]))]


@pytest.mark.parametrize("game", GAMES)
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


def test_a_group_too_large_for_tables_of_dice_is_shown_beside_a_small_one(client):
    addresses = []
    for number in (61, 1):
        document = {"format": FORMAT, "game": "chain-reaction", "units": [{"kind": "npc"}] * number}
        roster, key = history.create(LoadedRoster.from_data(document), "new")
        client.get(f"/e/{key}/")
        addresses.append((reverse("roster-page", args=[roster.pk, "figures"]), roster.pk))
    (large, _pk), (_address, small) = addresses
    shown = client.get(large, {"against": small}).context["tables"]
    assert [table.table.title for table in shown] == ["Resilience", "Move, inches"]


def group(**figure):
    """The tables of a Star of REP 5 alone."""
    star = {"kind": "star", "rep": 5, **figure}
    return tables(read({"format": FORMAT, "game": "chain-reaction", "units": [star]}, GAMES))


def test_a_figure_hits_by_its_dice_and_rep_as_far_as_its_weapon_reaches():
    """At REP 5 a 3 comes to 8, and in cover a 5 to 10: three dice to 48 inches; impact 3 fells on 1 to 3."""
    weapons = [{"item": "fusil-d-assaut"}]
    in_the_open, in_cover, fallen = numbers(group(weapons=weapons)["Shooting"])
    assert in_the_open == (2,) * 6
    assert in_cover == (1,) * 6
    assert fallen == (1,) * 6
    short, *_rows = numbers(group(weapons=[{"item": "pistolet-automatique"}])["Shooting"])
    assert short == (Fraction(4, 3), Fraction(4, 3), 0, 0, 0, 0)  # two dice to 12 inches


def test_passes_of_a_figure_are_those_of_its_rep_and_attributes():
    """At REP 5 a die passes on 1 to 5; a brawler has a third one in melee, the fearful have one where shot at."""
    brawler, fearful = (group(kind="npc", attributes=[slug]) for slug in ("bagarreur", "peureux"))
    assert numbers(brawler["Melee"]) == [(Fraction(15, 6),)] * 2
    sight, shot_at, _charged = numbers(fearful[Text("Tests", "Tests")])
    assert sight == (Fraction(25, 36), Fraction(10, 36), Fraction(1, 36))
    assert shot_at == (0, Fraction(5, 6), Fraction(1, 6))


def test_a_hit_leaves_who_wears_a_vest_or_shows_more_than_the_impact():
    """Bare, 1 kills and the impact or less fells; a vest fails where both dice at REP 5 do ("Blessures")."""
    standing, dead = numbers(group()["After a hit"])
    assert standing == (*(Fraction(6 - impact, 6) for impact in range(1, 6)),)
    assert dead == (Fraction(1, 6),) * 5
    standing, dead = numbers(group(vest=True)["After a hit"])
    assert (standing, dead) == ((Fraction(35, 36),) * 5, (0,) * 5)


def test_dice_and_gauges_of_a_gang_follow_from_its_attributes():
    """Two points of life and morale for each of Physique and Psychique; a pace of 3 cm for each of Physique."""
    first = {"kind": "character", "attributes": {"physique": 3, "psychique": 2, "reflexes": 2, "combat": 2}}
    second = first | {
        "attributes": {"physique": 1, "psychique": 1, "reflexes": 1, "combat": 6},
        "equipment": [{"name": "Hache", "modifier": {"combat": 1}}],
    }
    units = [first, second]
    dice, gauges = tables(read({"format": FORMAT, "game": "of-the-dead", "units": units}, GAMES)).values()
    assert numbers(dice) == [(9, 7, 2), (3, 2, 1), (6, 4, 2)]  # Combat, Réflexes, morale
    assert numbers(gauges) == [(8, 6, 2), (6, 4, 2), (17, 12, 5), (12, 9, 3)]


def test_a_team_attacks_with_the_weapon_that_reaches_and_has_most_dice():
    """Bare hands have one die in the own zone (p. 16); four lasting wounds put a hero down (rb-11)."""
    rifle = {"name": "Fusil", "type": "ranged", "range": 2, "attack_dice": 4, "vril_dice": 1, "noise_dice": 2}
    hero = {"kind": "hero", "hero": "sarge", "defense": 3, "wounds": 1, "weapons": [rifle], "heroism": {"joker": 4}}
    document = {"format": FORMAT, "game": "reichbusters", "units": [hero]}
    attack, resilience, pace = tables(read(document, GAMES)).values()
    assert numbers(attack) == [(1, 4, 4, 0), (0, 1, 1, 0), (0, 2, 2, 0)]
    assert numbers(resilience) == [(1,), (3,), (3,), (4,)]
    assert numbers(pace) == [(2,), (1,), (12,)]
    jammed = document | {"units": [hero | {"weapons": [rifle | {"token": "jammed"}]}]}
    attack, *_others = tables(read(jammed, GAMES)).values()
    assert numbers(attack)[0] == (1, 0, 0, 0)


def test_the_median_of_random_lists_of_its_budget_is_worked_out_once(client):
    """Beside the list, once a worker has it; three lists in place of twenty-one."""
    roster, key = history.create(LoadedRoster.from_data(READ["first-wave/chef-seul"] | {"budget": 150}), "new")
    client.get(f"/e/{key}/")
    address = reverse("roster-median", args=[roster.pk])
    with patch("builder.proposals.medians_view.LISTS_COUNTED", 3):
        with patch("tests.client.make_files"):
            assert client.get(address).status_code == 202
        make_files()
        page = client.get(address, headers={"accept-language": "en"})
    assert page.status_code == 200
    assert page.context["names"][1] == "Median of 3 random lists of 150\xa0pts"
    assert {len(bars) for table in page.context["tables"] for _name, row in table.rows for bars in row} == {2}


def test_a_median_counts_lists_that_have_no_such_row_as_0():
    rows = [{"a": (1,), "b": (5,)}, {"a": (3,)}, {"c": (2,)}]
    tables = [FigureTable("", ("",), tuple(each.items())) for each in rows]
    assert [*medians(tables)] == [("a", [1])]


def test_a_weapon_of_impossible_figures_stays_whole_in_play():
    """A fact has 200 characters: the figures of such a weapon filled it, and the page broke."""
    figures = dict.fromkeys(("range", "attack_dice", "vril_dice", "noise_dice"), 10**60)
    hero = {"kind": "hero", "hero": "sarge", "weapons": [{"name": "Fusil", "type": "ranged"} | figures]}
    attack, *_others = tables(read({"format": FORMAT, "game": "reichbusters", "units": [hero]}, GAMES)).values()
    assert numbers(attack)[0] == (1, 99, 99, 99)  # bare hands in the own zone (p. 16)


@pytest.mark.parametrize("defense", [10**400, -(10**400)])
def test_a_figure_beyond_any_number_of_a_processor_breaks_no_page(client, defense):
    document = {
        "format": FORMAT,
        "game": "reichbusters",
        "units": [{"kind": "hero", "hero": "sarge", "defense": defense}],
    }
    roster, key = history.create(LoadedRoster.from_data(document), "new")
    client.get(f"/e/{key}/")
    assert client.get(reverse("roster-page", args=[roster.pk, "figures"])).status_code == 200
