"""A text of ours that was changed on its way: what is not understood is told apart, and nothing goes elsewhere."""

import pytest

from builder.imports.files import TextFile
from builder.imports.reading import lists_of
from tests.builder.texts.test_round_trip import text_of
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db
MUTANTS = READ["rbn/mutants"]


def read(text):
    (imported,) = lists_of(TextFile("pasted", text))
    return imported.data, [line.text for line in imported.not_understood]


def test_a_greeting_around_the_list_is_no_part_of_it():
    text = f"Salut, ma liste :\n\n{text_of(MUTANTS, 'full', 'fr')}\nà dimanche !\n"
    assert read(text) == (MUTANTS, ["Salut, ma liste :", "à dimanche !"])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Combattant", "Combatant"),
        ("Combattant", "FIGHTER"),
        ("1. ", "1) "),
        ("3 × ", "3x "),
        ("Capacités", "capacites"),
        ("\n", "\r\n"),
        ("\n\n", "\n"),
        ("\u00a0: ", ":"),
        ("’", "'"),
    ],
)
def test_what_people_and_programs_change_is_read_all_the_same(before, after):
    text = text_of(MUTANTS, "full", "fr").replace(before, after)
    names = [unit["name"].replace("’", after if before == "’" else "’") for unit in MUTANTS["units"]]
    data, lost = read(text)
    assert lost == []
    assert data == MUTANTS | {
        "units": [unit | {"name": name} for unit, name in zip(MUTANTS["units"], names, strict=True)]
    }


def test_a_unit_of_no_readable_kind_keeps_its_lines_and_its_number():
    text = text_of(MUTANTS, "full", "fr").replace("2. 3 × Griffus · Combattant", "2. 3 × Griffus · Xyz")
    data, lost = read(text)
    assert [unit["name"] for unit in data["units"]] == [unit["name"] for unit in MUTANTS["units"]]
    assert data["units"][0] == MUTANTS["units"][0]
    assert len(lost) == 1


def test_lines_below_what_is_no_heading_go_to_no_unit():
    text = text_of(MUTANTS, "full", "fr").replace("2. 3 × Griffus · Combattant", "Griffus")
    data, lost = read(text)
    assert data["units"][0] == MUTANTS["units"][0]
    assert any("Griffus" in line for line in lost)
