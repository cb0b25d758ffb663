"""The levels of the rules, and how they are cited."""

import pytest

from rules.registry import GAMES
from tests import make

RULES = GAMES["reichbusters"].register.rules
ERRORS = """
cards defense hero-duplicate hero-not-playable hero-unknown heroism heroism-supply items-slots mode skills-slots
team-empty team-too-large token token-supply track weapon weapon-range weapons-slots wound-supply wounds
"""
WARNINGS = "captured-not-down defense-blank other-hero skills-blank solo weapon-values-blank weapons-blank"


def test_errors_and_warnings():
    assert {RULES[f"rb.{word}"].level for word in ERRORS.split()} == {"error"}
    assert {RULES[f"rb.{word}"].level for word in WARNINGS.split()} == {"warning"}


def test_a_hero_is_a_requirement():
    assert RULES["rb.team-empty"].requirement


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["rb.heroism"].cite) == "Reichbusters, p. 11"
    assert str(RULES["rb.team-too-large"].cite) == "Reichbusters, «\u202fTableaux de bord des héros\u202f»"


def reminder_words(slug, row, language):
    return make.catalogue("reichbusters").reminders[slug].rows[row].right.into(language)


@pytest.mark.parametrize(
    ("slug", "row", "fr", "en"),
    [
        ("heroisme", 4, "une salle ou d’un couloir", "a room or corridor"),
        ("bruit", 5, "(rb-17)", "(rb-17)"),
        ("heroisme", 4, "au moins 4", "at least 4"),
        ("vril", 0, "(rb-19)", "(rb-19)"),
        ("vril", 0, "(rb-30, rb-38)", "(rb-30, rb-38)"),
        ("vril", 1, "(p.\u00a019)", "(p.\u00a019)"),
        ("defense-et-blessures", 3, "(rb-11)", "(rb-11)"),
        ("fin-du-round", 1, "quittent le plateau", "leave the board"),
        ("tour-des-ennemis", 1, "Une porte", "a door"),
    ],
)
def test_reminders_say_all_that_the_rules_do(slug, row, fr, en):
    assert (fr in reminder_words(slug, row, "fr"), en in reminder_words(slug, row, "en")) == (True, True)


def test_lost_icons_name_their_rulings():
    catalogue = make.catalogue("reichbusters")
    use = catalogue.tables["actions-bonus"].rows["utiliser-un-objet"]
    assert ("(rb-18)" in use.text.fr, "(rb-18)" in use.text.en) == (True, True)
    assert "(rb-19, rb-30)" in catalogue.special_rules["vril"].text.en
    assert [str(catalogue.rulings[f"rb-{n}"].cite) for n in (17, 18, 19, 30)] == [
        f"Reichbusters, p. {page}" for page in (12, 19, 11, 11)
    ]
