"""The levels of the rules, and how they are cited."""

from rules.registry import GAMES

RULES = GAMES["of-the-dead"].register.rules
WARNINGS = """
attr-below-1 container-user-value life-above-start player-twice vocation-duplicate vocation-none zero-life
zombie-type-none
"""
REQUIREMENTS = "attr-total empty name"


def test_warnings():
    assert {RULES[f"otd.{word}"].level for word in WARNINGS.split()} == {"warning"}


def test_requirements():
    assert [word for word in REQUIREMENTS.split() if not RULES[f"otd.{word}"].requirement] == []


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["otd.attr-total"].cite) == "of the dead, «\u202fDevant le joueur\u202f»"
