"""The running clock: turns, the chain of the day, changeable weather, sight."""

import pytest

from rules.games.chain_reaction.clock import Clock, begin, chain, clock_of, doubled, next_turn, sight
from tests.rules.chain_reaction import make

BOOK = make.BOOK


def after(clock, turns, *dice):
    source = make.typed(*dice)
    for _turn in range(turns):
        clock = next_turn(clock, BOOK, source)
    source.all_used()
    return clock


def test_a_game_begins_with_time_and_weather():
    clock, rolls = begin(BOOK, make.typed(5, 5, 3, 4, 4))
    assert clock == Clock("soiree", 2, "variable", 1)
    assert [(roll.table.slug, roll.dice) for roll in rolls] == [("time-of-day", (5, 5)), ("weather", (4, 4))]


def test_a_time_of_day_runs_out():
    evening = Clock("soiree", 2, "degage")
    assert after(evening, 1) == Clock("soiree", 1, "degage", 2)
    assert after(evening, 2) == Clock("nuit-12", 10, "degage", 3)


def test_the_next_time_of_day_throws_its_half_die():
    assert after(Clock("nuit-12", 1, "degage"), 1, 5) == Clock("aube", 6, "degage", 2)


@pytest.mark.parametrize(
    ("slug", "next_one"),
    [
        ("nuit-2", "aube"),
        ("aube", "matin-5"),
        ("matin-5", "apres-midi-7"),
        ("matin-6", "apres-midi-7"),
        ("apres-midi-7", "soiree"),
        ("apres-midi-8", "soiree"),
        ("soiree", "nuit-12"),
        ("nuit-12", "aube"),
    ],
)
def test_what_follows(slug, next_one):
    dice = {"aube": [1], "soiree": [1]}.get(next_one, [])
    assert after(Clock(slug, 1, "degage"), 1, *dice).moment == next_one


def test_the_chain_of_the_day():
    assert [row.slug for row in chain("nuit-2", BOOK)] == ["aube", "matin-5", "apres-midi-7", "soiree", "nuit-12"]
    assert [row.slug for row in chain("aube", BOOK)] == ["matin-5", "apres-midi-7", "soiree", "nuit-12"]


@pytest.mark.parametrize(
    ("face", "weather"),
    [(1, "degage"), (2, "degage"), (3, "degage"), (4, "variable"), (5, "mauvais"), (6, "tres-mauvais")],
)
def test_a_double_changes_changeable_weather(face, weather):
    assert doubled(Clock("matin-5", 3, "variable", 4), face, BOOK) == Clock("matin-5", 3, weather, 4)


@pytest.mark.parametrize("weather", ["degage", "mauvais", "tres-mauvais"])
def test_a_double_changes_no_other_weather(weather):
    clock = Clock("matin-5", 3, weather)
    assert [doubled(clock, face, BOOK) for face in (1, 6)] == [clock, clock]


@pytest.mark.parametrize(
    ("weather", "day", "night"),
    [("degage", None, 12), ("variable", None, 12), ("mauvais", 16, 8), ("tres-mauvais", 12, 6)],
)
def test_how_far_one_sees(weather, day, night):
    assert [sight(Clock(slug, 1, weather), BOOK) for slug in ("matin-6", "soiree", "apres-midi-7")] == [day] * 3
    assert [sight(Clock(slug, 1, weather), BOOK) for slug in ("nuit-2", "aube", "nuit-12")] == [night] * 3


def test_a_clock_is_read_from_an_address():
    assert clock_of(BOOK, "soiree", 3, "degage", 7) == Clock("soiree", 3, "degage", 7)
    assert clock_of(BOOK, "aube", 6, "mauvais") == Clock("aube", 6, "mauvais", 1)


@pytest.mark.parametrize(
    "words",
    [
        ("midi", 1, "degage"),
        ("aube", 1, "neige"),
        ("aube", 0, "degage"),
        ("aube", 7, "degage"),
        ("soiree", 4, "degage"),
        ("matin-5", 11, "degage"),
        ("aube", 1, "degage", 0),
        ("aube", 10**3999, "degage"),
    ],
)
def test_what_cannot_be_a_clock_is_none(words):
    assert clock_of(BOOK, *words) is None
