"""The register as a whole: its levels, its duties, and that no rule goes without a test."""

import re
from pathlib import Path

from rules.registry import GAMES

RULES = GAMES["reichbusters"].register.rules
ERRORS = """
cards defense hero-duplicate hero-not-playable hero-unknown heroism heroism-supply items-slots mode skills-slots
team-empty team-too-large token track weapon weapon-range weapons-slots wound-supply wounds
"""
WARNINGS = "captured-not-down defense-blank other-hero skills-blank solo weapon-values-blank weapons-blank"


def ids(words):
    return {f"rb.{word}" for word in words.split()}


def test_every_rule_has_a_test_and_every_test_a_rule():
    tests = [file for file in Path(__file__).parent.glob("test_*.py") if file.name != Path(__file__).name]
    mentioned = set(re.findall(r'"(rb\.[a-z0-9-]+)"', "".join(file.read_text(encoding="utf-8") for file in tests)))
    assert mentioned == set(RULES)


def test_errors_and_warnings_are_those_of_the_table():
    assert {id for id, rule in RULES.items() if rule.level == "error"} == ids(ERRORS)
    assert {id for id, rule in RULES.items() if rule.level == "warning"} == ids(WARNINGS)


def test_an_empty_team_is_the_only_duty():
    assert [id for id, rule in RULES.items() if rule.requirement] == ["rb.team-empty"]


def test_every_rule_cites_a_place_demands_something_and_shows_a_way_out():
    assert [id for id, rule in RULES.items() if not (rule.demand and rule.hint)] == []
    assert [id for id, rule in RULES.items() if bool(rule.cite.page) == bool(rule.cite.heading)] == []


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["rb.heroism"].cite) == "Reichbusters, p. 11"
    assert str(RULES["rb.team-too-large"].cite) == "Reichbusters, « Tableaux de bord des héros »"
