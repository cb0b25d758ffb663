"""The levels of the rules, how they are cited, and the book's entries as a whole."""

from rules.registry import GAMES
from tests.rules.chain_reaction import make

RULES = GAMES["chain-reaction"].register.rules
WARNINGS = """
attr-duplicate attr-opposite custom-weapon dog-slot no-leader period-mix phobia-undefined table-mix unarmed
understrength zombie-in-group
"""
REQUIREMENTS = "npc-too-few star-missing"


def test_warnings():
    assert {RULES[f"cr.{word}"].level for word in WARNINGS.split()} == {"warning"}


def test_requirements():
    assert [word for word in REQUIREMENTS.split() if not RULES[f"cr.{word}"].requirement] == []


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["cr.star-rep"].cite) == "Chain Reaction, «\u202fLa Star\u202f»"


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
