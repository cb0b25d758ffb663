"""The register as a whole: its levels, its duties, and that no rule goes without a test."""

import re
from pathlib import Path

from rules.registry import GAMES
from tests.rules.of_the_dead import make

RULES = GAMES["of-the-dead"].register.rules
WARNINGS = """
attr-below-1 container-user-value life-above-start player-twice vocation-duplicate vocation-none zero-life
zombie-type-none
"""
DUTIES = "attr-total empty name"


def ids(words):
    return {f"otd.{word}" for word in words.split()}


def test_every_rule_has_a_test_and_every_test_a_rule():
    tests = [file for file in Path(__file__).parent.glob("test_*.py") if file.name != Path(__file__).name]
    mentioned = set(re.findall(r'"(otd\.[a-z0-9-]+)"', "".join(file.read_text(encoding="utf-8") for file in tests)))
    assert mentioned == set(RULES)


def test_there_are_25_rules():
    assert len(RULES) == 25


def test_warnings_are_those_of_the_table():
    assert {id for id, rule in RULES.items() if rule.level == "warning"} == ids(WARNINGS)


def test_duties():
    assert {id for id, rule in RULES.items() if rule.requirement} == ids(DUTIES)


def test_every_rule_cites_a_heading_and_offers_a_way_out():
    assert [id for id, rule in RULES.items() if not (rule.demand and rule.hint and rule.cite.heading)] == []


def test_every_ruling_a_rule_rests_on_is_in_the_book():
    rulings = make.catalogue(make.GAME).rulings
    assert [id for id, rule in RULES.items() if not set(rule.rulings) <= set(rulings)] == []
    assert list(rulings) == [f"otd-{number}" for number in range(1, 19)]


def test_rules_and_rulings_name_each_other():
    named = {(id, ruling) for id, rule in RULES.items() for ruling in rule.rulings}
    assert {(id, one.slug) for one in make.catalogue(make.GAME).rulings.values() for id in one.rules} == named


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["otd.attr-total"].cite) == "of the dead, « Devant le joueur »"
