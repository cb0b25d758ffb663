"""The levels of the rules, and how they are cited."""

from rules.registry import GAMES

RULES = GAMES["reichbusters"].register.rules
ERRORS = """
cards defense hero-duplicate hero-not-playable hero-unknown heroism heroism-supply items-slots mode skills-slots
team-empty team-too-large token track weapon weapon-range weapons-slots wound-supply wounds
"""
WARNINGS = "captured-not-down defense-blank other-hero skills-blank solo weapon-values-blank weapons-blank"


def test_errors_and_warnings():
    assert {RULES[f"rb.{word}"].level for word in ERRORS.split()} == {"error"}
    assert {RULES[f"rb.{word}"].level for word in WARNINGS.split()} == {"warning"}


def test_a_hero_is_a_requirement():
    assert RULES["rb.team-empty"].requirement


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["rb.heroism"].cite) == "Reichbusters, p. 11"
    assert str(RULES["rb.team-too-large"].cite) == "Reichbusters, « Tableaux de bord des héros »"
