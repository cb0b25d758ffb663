"""What holds of the rules of every game; each game's own test_register.py pins their levels."""

import re
from pathlib import Path

import pytest

from rules.registry import GAMES
from tests import make

every_game = pytest.mark.parametrize("game", GAMES)


def rules_of(game):
    return GAMES[game].register.rules


@every_game
def test_every_rule_has_a_test_and_every_test_a_rule(game):
    folder = Path(__file__).parent / game.replace("-", "_")
    tests = [file.read_text(encoding="utf-8") for file in folder.glob("test_*.py") if file.name != "test_register.py"]
    prefix = next(iter(rules_of(game))).partition(".")[0]
    assert set(re.findall(rf'"({prefix}\.[a-z0-9-]+)"', "".join(tests))) == rules_of(game).keys()


@every_game
def test_every_rule_has_a_demand_a_hint_and_a_page_or_a_heading(game):
    rules = rules_of(game).values()
    assert [rule.id for rule in rules if not (rule.demand and rule.hint)] == []
    assert [rule.id for rule in rules if bool(rule.cite.page) == bool(rule.cite.heading)] == []


@every_game
def test_every_rule_stands_in_a_chapter(game):
    assert [rule.id for rule in rules_of(game).values() if not rule.chapter] == []


@every_game
def test_every_ruling_asks_a_question(game):
    names = [ruling.name for ruling in make.catalogue(game).rulings.values()]
    assert [name for name in names if not (name.fr.endswith("?") and name.en.endswith("?"))] == []


@every_game
def test_warnings_are_neither_prohibitions_nor_requirements(game):
    warnings = [rule for rule in rules_of(game).values() if rule.level == "warning"]
    assert [rule.id for rule in warnings if rule.is_prohibition or rule.requirement] == []


@every_game
def test_rulings_that_rules_name_are_in_the_book(game):
    named = {ruling for rule in rules_of(game).values() for ruling in rule.rulings}
    assert named <= make.catalogue(game).rulings.keys()


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {"rbn"}))  # a ruling of this book names its main rules only
def test_rulings_name_the_rules_that_name_them(game):
    named = {(id, ruling) for id, rule in rules_of(game).items() for ruling in rule.rulings}
    assert {(id, slug) for slug, ruling in make.catalogue(game).rulings.items() for id in ruling.rules} == named
