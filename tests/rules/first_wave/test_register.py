"""The levels of the rules, and how they are cited."""

import pytest

from rules.registry import GAMES
from tests.rules.first_wave import make

RULES = GAMES["first-wave"].register.rules
WARNINGS = (
    "fw.animal-chef",
    "fw.animal-jaws",
    "fw.arme-de-jet-price",
    "fw.exactly-30-points",
    "fw.nameless",
    "fw.no-successor",
    "fw.ranged-without-t",
)


def test_warnings():
    assert {RULES[id].level for id in WARNINGS} == {"warning"}


def test_a_chief_is_a_requirement():
    assert RULES["fw.no-chef"].requirement


def test_citations_read_as_a_player_would_write_them():
    assert str(RULES["fw.no-chef"].cite) == "First Wave, p. 7"
    assert str(make.catalogue().tables["ressources"].cite) == "First Wave, «\u202fRamasser une ressource\u202f»"


def test_every_page_is_one_of_the_book():
    assert {rule.cite.page for rule in RULES.values()} <= set(range(7, 14))


@pytest.mark.parametrize(
    ("slug", "heading"),
    [
        ("actions", "Activation"),
        ("mouvements", "Mouvements"),
        ("escalade", "Escalader"),
        ("chute", "Test de chute"),
        ("nager", "Nage"),
    ],
)
def test_each_move_cites_its_own_heading(slug, heading):
    reminder = make.catalogue().reminders[slug]
    assert (str(reminder.cite), len(reminder.rows)) == (f"First Wave, «\u202f{heading}\u202f»", 1)


def test_a_charge_is_a_part_of_melee():
    reminder = make.catalogue().reminders["corps-a-corps"]
    assert reminder.cite.heading.startswith("Corps à corps des fantassins")
    assert reminder.rows[0].left.en == "Charge"


@pytest.mark.parametrize(("slug", "row", "ruling"), [("tir", 0, "A62"), ("etats", 0, "A63")])
def test_what_the_book_leaves_open_names_its_ruling(slug, row, ruling):
    catalogue = make.catalogue()
    words = catalogue.reminders[slug].rows[row].right
    assert (f"({ruling})" in words.fr, f"({ruling})" in words.en, ruling in catalogue.rulings) == (True, True, True)


@pytest.mark.parametrize(
    ("collection", "slug", "rulings"), [("equipment", "armure", "A27 A47"), ("tables", "actions-des-pnj", "A65")]
)
def test_texts_that_say_more_than_the_book_name_their_rulings(collection, slug, rulings):
    catalogue = make.catalogue()
    words = getattr(catalogue, collection)[slug].text
    for one in rulings.split():
        assert (one in words.fr, one in words.en, one in catalogue.rulings) == (True, True, True)
