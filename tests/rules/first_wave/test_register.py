"""The levels of the rules, and how they are cited."""

from rules.registry import GAMES
from tests.rules.first_wave import make

RULES = GAMES["first-wave"].register.rules
WARNINGS = ("fw.animal-chef", "fw.arme-de-jet-price", "fw.exactly-30-points", "fw.ranged-without-t")


def test_warnings():
    assert {RULES[id].level for id in WARNINGS} == {"warning"}


def test_a_chief_is_a_requirement():
    assert RULES["fw.no-chef"].requirement


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["fw.no-chef"].cite) == "First Wave, p. 7"
    assert str(make.catalogue().tables["ressources"].cite) == "First Wave, « Ramasser une ressource »"


def test_every_page_is_one_of_the_book():
    assert {rule.cite.page for rule in RULES.values()} <= set(range(7, 14))
