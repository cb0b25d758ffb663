"""The register and the book as a whole: levels, duties, rulings, and that no rule goes without a test."""

import re
from pathlib import Path

from rules.registry import GAMES
from tests.rules.chain_reaction import make

RULES = GAMES["chain-reaction"].register.rules
WARNINGS = """
attr-duplicate attr-opposite custom-weapon dog-slot no-leader period-mix phobia-undefined table-mix unarmed
understrength zombie-in-group
"""
DUTIES = "npc-too-few star-missing"


def ids(words):
    return {f"cr.{word}" for word in words.split()}


def test_every_rule_has_a_test_and_every_test_a_rule():
    tests = [file for file in Path(__file__).parent.glob("test_*.py") if file.name != Path(__file__).name]
    mentioned = set(re.findall(r'"(cr\.[a-z0-9-]+)"', "".join(file.read_text(encoding="utf-8") for file in tests)))
    assert mentioned == set(RULES)


def test_there_are_33_rules():
    assert len(RULES) == 33


def test_warnings_are_those_of_the_table():
    assert {id for id, rule in RULES.items() if rule.level == "warning"} == ids(WARNINGS)


def test_duties_are_those_of_the_table():
    assert {id for id, rule in RULES.items() if rule.requirement} == ids(DUTIES)


def test_every_rule_cites_a_heading_demands_something_and_knows_a_way_out():
    assert [id for id, rule in RULES.items() if not (rule.demand and rule.cite.heading and rule.hint)] == []
    assert str(RULES["cr.star-rep"].cite) == "Chain Reaction, « La Star »"


def test_rules_and_rulings_name_each_other():
    named = {(id, slug) for id, rule in RULES.items() for slug in rule.rulings}
    assert named == {(id, slug) for slug, ruling in make.BOOK.rulings.items() for id in ruling.rules}


def test_there_are_31_rulings():
    assert list(make.BOOK.rulings) == [f"cr-{n}" for n in range(1, 32)]


def every_entry():
    book = make.BOOK
    for collection in (book.special_rules, book.tables, book.reminders, book.rulings):
        for entry in collection.values():
            yield entry
            yield from getattr(entry, "rows", {}).values() if entry in book.tables.values() else ()


def test_every_entry_cites_a_heading():
    assert [entry.slug for entry in every_entry() if not entry.cite.heading] == []


def test_cards_fit_on_paper():
    assert [one.slug for one in every_entry() if max(len(one.card.fr), len(one.card.en)) > 200] == []


def test_slugs_of_times_and_weathers_are_their_own():
    """A log finds a roll again by the slug it led to."""
    tables = make.BOOK.tables
    assert set(tables["time-of-day"].rows).isdisjoint(tables["weather"].rows)
