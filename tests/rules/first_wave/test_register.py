"""The register as a whole: its levels, its duties, its citations, and that no rule goes without a test."""

import re
from pathlib import Path

from rules.registry import GAMES
from tests.rules.first_wave import make

RULES = GAMES["first-wave"].register.rules
WARNINGS = {"fw.animal-chef", "fw.arme-de-jet-price", "fw.exactly-30-points", "fw.ranged-without-t"}


def test_every_rule_has_a_test_and_every_test_a_rule():
    tests = [file for file in Path(__file__).parent.glob("test_*.py") if file.name != Path(__file__).name]
    mentioned = set(re.findall(r'"(fw\.[a-z0-9-]+)"', "".join(file.read_text(encoding="utf-8") for file in tests)))
    assert mentioned == set(RULES)


def test_there_are_23_rules():
    assert len(RULES) == 23


def test_warnings_are_those_of_the_table():
    assert {id for id, rule in RULES.items() if rule.level == "warning"} == WARNINGS


def test_the_only_duty_is_a_chief():
    assert [id for id, rule in RULES.items() if rule.requirement] == ["fw.no-chef"]


def test_every_rule_demands_helps_and_cites_a_page_of_those_that_are_known():
    assert [id for id, rule in RULES.items() if not rule.demand or not rule.hint] == []
    assert {rule.cite.page for rule in RULES.values()} <= set(range(7, 14))


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["fw.no-chef"].cite) == "First Wave, p. 7"
    assert str(make.catalogue().tables["ressources"].cite) == "First Wave, « Ramasser une ressource »"


def test_rules_and_rulings_name_each_other():
    rulings = make.catalogue().rulings
    assert {id: [one for one in rule.rulings if one not in rulings] for id, rule in RULES.items() if rule.rulings} == {
        id: [] for id, rule in RULES.items() if rule.rulings
    }
    assert [(one.slug, id) for one in rulings.values() for id in one.rules if one.slug not in RULES[id].rulings] == []
    assert {"A27", "A42", "A43", "A44", "A45", "A46", "A47", "A57"} <= set(rulings)
