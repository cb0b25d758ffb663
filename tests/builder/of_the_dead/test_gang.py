"""The condition of a character as its companions read it, and statistics of many."""

import pytest

from builder.games.of_the_dead import gang
from builder.gatherings.spec import AttributeValue, Gauge
from rules.document import read
from rules.registry import GAMES
from tests import make
from tests.builder.gathered import character

GAME = "of-the-dead"


def analysed(*documents):
    """The analyses of characters, from documents of one each."""
    members = [read(document, GAMES) for document in documents]
    assembled = gang.assemble(read({"format": "bivouac-roster/1", "game": GAME, "units": []}, GAMES), members)
    return GAMES[GAME].analyse(assembled, make.catalogue(GAME), None).units


def condition(**fields):
    return gang.condition(analysed(character(**fields))[0])


def in_english(tally):
    """A `Tally` without what nobody has: ({label: count}, of how many)."""
    counts = {label if isinstance(label, str) else label.into("en"): count for label, count in tally.rows if count}
    return counts, tally.of


def statistics(*documents):
    """All tallies by their English title."""
    tallies = gang.statistics(analysed(*documents), make.catalogue(GAME))
    return {tally.title.into("en"): in_english(tally) for tally in tallies}


def test_units_keep_the_order_of_the_members():
    assert [one.unit.name for one in analysed(character("Mira"), character("Tom"))] == ["Mira", "Tom"]


def test_a_newcomer_has_a_name_and_a_point_everywhere():
    empty = read({"format": "bivouac-roster/1", "game": GAME, "units": []}, GAMES)
    document = gang.newcomer(empty, "Mira", "Ada")
    unit = document.units[0]
    assert (document.name, unit.name, unit.player) == ("Mira", "Mira", "Ada")
    assert dict(unit.attributes) == {"physique": 1, "psychique": 1, "reflexes": 1, "combat": 1}


def test_a_fresh_character_has_all_its_markers():
    gauges = [(gauge.now, gauge.full) for gauge in condition().gauges]
    assert gauges == [(6, 6), (4, 4)]


def test_gauges_have_their_number_now_and_at_the_start():
    gauges = [(gauge.now, gauge.full) for gauge in condition(life=2, morale=5).gauges]
    assert gauges == [(2, 6), (5, 4)]


def test_lasting_changes_show_the_base_too():
    figures = condition(modifiers={"physique": -1}, reputation=4, survival=0).figures
    values = [(figure.label.into("en"), figure.value, figure.base) for figure in figures]
    assert values == [
        ("Physique", 2, 3),
        ("Psychique", 2, None),
        ("Réflexes", 2, None),
        ("Combat", 2, None),
        ("Reputation", 4, None),
        ("Survival points", 0, None),
    ]


@pytest.mark.parametrize(
    ("fields", "state", "plays"),
    [
        ({}, "alive", True),
        ({"state": "dead"}, "dead", False),
        ({"state": "reincarnated"}, "reincarnated", True),
        ({"state": "zombie"}, "zombie", False),
        ({"state": "zombie", "zombie_type": "mastard"}, "Mastard", False),
        ({"state": "dead", "zombie_type": "mastard"}, "dead", False),
        ({"state": "zombie", "zombie_type": "trainard"}, "zombie", False),
    ],
)
def test_a_state_in_words(fields, state, plays):
    now = condition(**fields)
    assert (now.state.into("en"), now.plays) == (state, plays)


def test_an_unknown_state_is_its_slug():
    assert condition(state="ailleurs").state == "ailleurs"


def test_what_the_next_game_starts_with():
    lines = condition(
        traumas=[{"name": "Amputé", "permanent": True}, {"name": "Sourd"}],
        equipment=[{"name": "Machette"}],
        followers=[
            {"name": "Rex", "type": "animal", "life": 3, "lifetime": 0},
            {"name": "", "type": "drone"},
            {"name": "", "type": "griffon"},
        ],
        markers={"panic": 2, "stun": 0, "coffee": 1},
    ).lines
    words = {head: [text if isinstance(text, str) else text.into("en") for text in texts] for head, texts in lines}
    assert words == {
        "Traumas": ["Amputé ∞", "Sourd"],
        "Markers": ["coffee 1", "Panic 2"],
        "Equipment": ["Machette"],
        "Followers": ["Rex · Life 3 · Lifetime 0", "Drone", "griffon"],
    }
    assert condition().lines == ()


@pytest.mark.parametrize(
    ("now", "full", "pips", "low"),
    [
        (2, 4, (True, True, False, False), False),
        (1, 4, (True, False, False, False), True),
        (3, 2, (True, True, True), False),
        (0, 0, (), True),
        (-1, 2, (False, False), True),
        (24, 24, (True,) * 24, False),
        (25, 24, (), False),
        (10**3999, 4, (), False),
    ],
)
def test_a_gauge_has_a_pip_for_each_marker_up_to_24(now, full, pips, low):
    gauge = Gauge("Life", now, full)
    assert (gauge.pips, gauge.low) == (pips, low)


def test_a_figure_has_no_base_of_itself():
    assert AttributeValue("Combat", 2).base is None


def test_statistics_count_each_character_once():
    tallies = statistics(
        character(vocation="meneur", survival=1),
        character(vocation="meneur", survival=20, traumas=[{"name": "Sourd"}, {"name": "Muet"}]),
        character(
            vocation=None,
            survival=0,
            state="dead",
            traumas=[{"name": "Berserk", "domain": "mental", "permanent": True}],
        ),
        character(vocation="chef", survival=-3, state="ailleurs", modifiers={"combat": 9}),
    )
    assert tallies == {
        "Vocations": ({"Meneur": 2}, 2),
        "State": ({"alive": 2, "dead": 1, "Other value": 1}, 4),
        "Physique": ({"3": 4}, 4),
        "Psychique": ({"2": 4}, 4),
        "Réflexes": ({"2": 4}, 4),
        "Combat": ({"2": 3, "Other value": 1}, 4),
        "Traumas": ({"physical": 1, "mental": 1, "permanent": 1}, 4),
        "Survival points": ({"0 or less": 2, "1-4": 1, "20+": 1}, 4),
    }


@pytest.mark.parametrize(
    ("value", "band"),
    [
        (None, "not entered"),
        (0, "0 or less"),
        (1, "1-4"),
        (4, "1-4"),
        (5, "5-9"),
        (9, "5-9"),
        (10, "10-19"),
        (19, "10-19"),
        (20, "20+"),
    ],
)
def test_survival_points_fall_into_one_band(value, band):
    assert statistics(character(survival=value))["Survival points"] == ({band: 1}, 1)


@pytest.mark.parametrize(("value", "band"), [(0, "Other value"), (1, "1"), (6, "6"), (7, "Other value")])
def test_an_attribute_falls_into_one_row(value, band):
    attributes = {"physique": 3, "psychique": 2, "reflexes": 2, "combat": value}
    assert statistics(character(attributes=attributes))["Combat"] == ({band: 1}, 1)


def test_statistics_of_nobody():
    assert {of for _rows, of in statistics().values()} == {0}
