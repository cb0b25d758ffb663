"""The levels of the rules, and how they are cited."""

from rules.registry import GAMES
from tests import make

RULES = GAMES["rbn"].register.rules
WARNINGS = """
ambidextre animal-t banner-alone blindage-price budget-not-scenario cavalier-pilot chef-slave crew e13-activity
giant-no-seat merchant-no-transport no-activity no-driver ranged-without-t sidecar-price sono-useless void-drawback
"""
REQUIREMENTS = """
arena-slave-unprotected bad-activity bad-role e13-heavy-no-blindage-lourd e13-medium-no-blindage e13-no-armour
e13-no-ranged merc-choices mutant-ranged-half no-chef robot-vehicle-no-ai sss-flamers sss-heavy-flamer
survivor-no-mechanic vehicle-third
"""


def test_warnings():
    assert {RULES[f"rbn.{word}"].level for word in WARNINGS.split()} == {"warning"}


def test_requirements_refuse_no_offer():
    requirements = {f"rbn.{word}" for word in REQUIREMENTS.split()}
    assert [id for id in requirements if not RULES[id].requirement] == []
    without_chef = make.convoy(units=[make.fighter()])
    assert "rbn.no-chef" in {rule for rule, _unit in make.found(without_chef)}
    prohibited = make.prohibitions(without_chef)
    assert {rule for rule, _unit in prohibited} & requirements == set()


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["rbn.no-chef"].cite) == "RBN v2, p. 31"
    assert str(RULES["rbn.e13-no-armour"].cite) == "First Wave, p. 13"
