"""The gang, its players and the vocations of its members: each rule on both sides of its edge."""

from dataclasses import replace

import pytest

from rules.document import LogEntry
from tests.rules.of_the_dead import make

VOCATIONS = make.catalogue_rows("vocations")


def test_one_character_is_a_gang():
    assert make.broken(make.alone()) == []


def test_nobody_is_no_gang():
    assert make.broken(make.gang()) == ["otd.empty"]


def test_a_gang_has_no_upper_limit_and_no_points():
    verdict = make.judge(make.gang(*[make.character(vocation=None)] * 40))
    assert (verdict.legal, verdict.total, verdict.budget) == (True, None, None)


def two(first, second, **fields):
    """Two characters of different vocations with these fields, each its own where they differ."""
    return make.gang(make.character(**first, **fields), make.character(vocation="guetteur", **second, **fields))


def test_two_players_have_a_character_each():
    assert make.broken(two({"player": "Ana"}, {"player": "Bob"})) == []


@pytest.mark.parametrize("name", ["Zoé", " zoé", "ZOÉ ", "Zoe\u0301", "Zo\u200bé", "\ufeffZoé", "Zoe\u200b\u0301"])
def test_two_living_characters_of_one_player(name):
    assert make.found(two({"player": "Zoé"}, {"player": name})) == [("otd.player-twice", None)]


def test_another_accent_is_another_player():
    assert make.broken(two({"player": "Zoé"}, {"player": "Zoe"})) == []


@pytest.mark.parametrize("nobody", [" ", "\u200b"])
def test_characters_without_a_player_are_nobodys(nobody):
    assert make.broken(two({"player": nobody}, {"player": nobody})) == []


@pytest.mark.parametrize("state", ["dead", "zombie"])
def test_a_player_whose_character_is_gone_may_have_another(state):
    assert "otd.player-twice" not in make.broken(two({"player": "Ana", "state": state}, {"player": "Ana"}))


def test_a_reincarnated_character_is_a_living_one():
    gang = two({"player": "Ana", "state": "reincarnated"}, {"player": "Ana"})
    assert make.broken(gang) == ["otd.player-twice"]


def test_players_are_named_once_as_they_were_first_written():
    gang = two({"player": "Ana"}, {"player": "ANA"})
    message = "More than one living character: Ana. Each player should have one."
    assert make.messages(gang) == {"otd.player-twice": message}


def test_a_vocation_is_shared():
    gang = make.gang(make.character(), make.character())
    assert make.found(gang) == [("otd.vocation-duplicate", None)]
    assert make.judge(gang).legal is True


def test_nobody_shares_a_missing_vocation():
    gang = make.gang(make.character(vocation=None), make.character(vocation=None))
    assert make.found(gang) == [("otd.vocation-none", 0), ("otd.vocation-none", 1)]


@pytest.mark.parametrize("state", ["dead", "zombie"])
def test_vocation_findings_leave_the_dead_and_zombies_alone(state):
    kind = "mastard" if state == "zombie" else None
    gone = make.character(name="Ex", state=state, zombie_type=kind)
    assert make.found(make.gang(make.character(), gone)) == []
    assert make.found(make.gang(make.character(), replace(gone, vocation=None))) == []
    assert make.found(make.gang(make.character(), replace(gone, vocation="chef"))) == [("otd.vocation-unknown", 1)]


@pytest.mark.parametrize("slug", VOCATIONS)
def test_vocations_of_the_book(slug):
    assert make.broken(make.alone(vocation=slug)) == []


@pytest.mark.parametrize("slug", ["cuisinier", "meneurs", "zonard"])
def test_a_vocation_of_no_book(slug):
    assert make.found(make.alone(vocation=slug)) == [("otd.vocation-unknown", 0)]


def test_vocations_covered_are_those_of_the_living():
    dead = make.character(vocation="guetteur", state="dead")
    analysis = make.judge(make.gang(make.character(), dead)).analysis
    assert {row.slug: holders for row, holders in analysis.covered if holders} == {"meneur": (0,)}
    assert [row.slug for row in analysis.missing] == [slug for slug in VOCATIONS if slug != "meneur"]
    assert (analysis.vocations_covered, analysis.gone, analysis.chapters) == (1, 1, 2)


def test_a_chapter_may_go_on_over_several_entries():
    entries = [LogEntry("2026-11-20", "Le pont"), LogEntry("2026-11-20", "Le pont"), LogEntry("2026-11-21", "Le pont")]
    assert make.judge(replace(make.alone(), log=tuple(entries))).analysis.played == 2
