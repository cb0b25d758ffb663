"""The register as a whole: its levels, its duties, and that no rule goes without a test."""

import re
from pathlib import Path

from rules.registry import GAMES
from rules.verdict import broken_prohibitions
from tests import make

RULES = GAMES["rbn"].register.rules
WARNINGS = """
ambidextre animal-t banner-alone blindage-price budget-not-scenario cavalier-pilot chef-slave crew e13-activity
giant-no-seat merchant-no-transport no-activity no-driver ranged-without-t sidecar-price sono-useless void-drawback
"""
DUTIES = """
arena-slave-unprotected bad-activity bad-role e13-heavy-no-blindage-lourd e13-medium-no-blindage e13-no-armour
e13-no-ranged merc-choices no-chef robot-vehicle-no-ai sss-flamers sss-heavy-flamer survivor-no-mechanic vehicle-third
"""


def ids(words):
    return {f"rbn.{word}" for word in words.split()}


def test_every_rule_has_a_test_and_every_test_a_rule():
    tests = [file for file in Path(__file__).parent.glob("test_*.py") if file.name != Path(__file__).name]
    mentioned = set(re.findall(r'"(rbn\.[a-z0-9-]+)"', "".join(file.read_text(encoding="utf-8") for file in tests)))
    assert mentioned == set(RULES)


def test_there_are_84_rules():
    assert len(RULES) == 84


def test_warnings_are_those_of_the_table():
    assert {id for id, rule in RULES.items() if rule.level == "warning"} == ids(WARNINGS)


def test_duties_are_never_limits():
    assert ids(DUTIES) <= {id for id, rule in RULES.items() if rule.requirement}
    without_chef = make.convoy(units=[make.fighter()])
    assert "rbn.no-chef" in {rule for rule, _unit in make.found(without_chef)}
    prohibited = broken_prohibitions(without_chef, make.catalogue("rbn"), GAMES["rbn"])
    assert {rule for rule, _unit in prohibited} & ids(DUTIES) == set()


def test_warnings_are_no_limits_and_no_duties():
    assert [id for id in ids(WARNINGS) if RULES[id].is_prohibition or RULES[id].requirement] == []


def test_every_rule_cites_a_page_and_demands_something():
    assert [id for id, rule in RULES.items() if not rule.demand or not rule.cite.page] == []


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["rbn.no-chef"].cite) == "RBN v2, p. 31"
    assert str(RULES["rbn.e13-no-armour"].cite) == "First Wave, p. 13"
