"""Findings on paper: what is said of several units is said once."""

from dataclasses import replace

from builder.sheets.spec import SHEETS
from rules.games.reichbusters.document import Hero
from tests.builder.reichbusters.editing import load_roster
from tests.languages import in_language
from tests.rules.reichbusters import make


def sheet(*heroes):
    document = make.team(*heroes)
    return in_language("en", SHEETS["reichbusters"].build, document, load_roster(document).verdict)


def test_units_of_which_the_same_is_said_share_a_line():
    found = replace(sheet(Hero(hero="brick"), Hero(hero="sarge"), make.hero("claudine", skills=())), legal=False)
    assert [(one.rule, one.about) for one in found.checks] == [
        ("rb.defense-blank", "#1 Brick, #2 Sarge"),
        ("rb.weapons-blank", "#1 Brick, #2 Sarge"),
        ("rb.skills-blank", "#1 Brick, #2 Sarge, #3 Claudine"),
    ]
    assert len(found.findings) == 7


def test_findings_that_say_different_things_stay_apart():
    found = replace(sheet(make.hero("brick", skills=("A",)), make.hero("sarge", skills=("A", "B"))), legal=False)
    assert [one.about for one in found.checks] == ["#1 Brick", "#2 Sarge"]


def test_a_legal_list_has_none_on_paper_as_they_are_about_building_it():
    found = sheet(make.hero("brick", skills=("A",)), make.hero("sarge"))
    assert found.legal
    assert found.findings
    assert found.checks == []
