"""The table kit of a team: which pages, what they say, and their millimetres."""

import io

import pytest
from pypdf import PdfReader

from builder.games.reichbusters.kit import ENEMY_LOOKS, HERO_LOOKS
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.rendering import sheet_html
from builder.sheets.spec import SHEETS
from rules.games.reichbusters.document import Track
from tests.builder.reichbusters.editing import load_roster
from tests.languages import in_language
from tests.rules.reichbusters import make
from tests.sheets import drawn

VIGILANCE, ALARM, SIGHT, OVERLOAD = range(4)


def kit(document, language="en"):
    loaded = load_roster(document)
    return in_language(language, SHEETS["reichbusters"].table_kit, document, loaded.verdict)


def printed(document, paper="a4"):
    """All pages with the kit, read back from a PDF; two of its parts may share one."""
    loaded = load_roster(document)
    sheet = in_language("fr", SHEETS["reichbusters"].build, document, loaded.verdict)
    html = in_language("fr", sheet_html, sheet, PrintChoices("roster", paper), kit=kit(document, "fr"))
    return PdfReader(io.BytesIO(pdf.render(html))).pages


def test_a_team_has_four_pages_each_with_its_source():
    assert [(page.title, page.cite) for page in kit(make.party())] == [
        ("Vigilance", "Reichbusters, p. 22"),
        ("The alarm", "Reichbusters, p. 20"),
        ("Line of sight", "Reichbusters, p. 14"),
        ("Overload and discharge", "Reichbusters, p. 11"),
    ]
    assert kit(make.party(), "fr")[ALARM].title == "L’alarme"


def test_nobody_needs_no_kit():
    assert kit(make.team()) == ()


@pytest.mark.parametrize(("track", "rounds"), [(Track(5, 4), 4), (None, 6)])
def test_the_order_of_turns_has_a_column_for_each_round_after_the_alarm(track, rounds):
    """As many as the mission's track has, else as the longest has."""
    assert list(kit(make.team(make.hero(), track=track))[ALARM].context["rounds"]) == list(range(1, rounds + 1))


def test_the_order_of_turns_has_a_row_for_each_hero_that_four_dashboards_allow():
    names = kit(make.team(make.hero("brick"), make.hero("sarge", name="Bob")))[ALARM].context["heroes"]
    assert names == ["Brick", "Bob"]
    assert len(kit(make.team(*make.crowd(9)))[ALARM].context["heroes"]) == 4


def test_the_alarm_has_its_eight_steps():
    assert [left for left, _right in kit(make.party())[ALARM].context["passage"].rows] == list("12345678")


def test_there_are_as_many_vigilance_tokens_as_in_the_box():
    assert len(kit(make.party())[VIGILANCE].context["tokens"]) == 12


@pytest.mark.parametrize("looks", [HERO_LOOKS, ENEMY_LOOKS])
def test_what_is_seen_stands_straight_ahead_of_the_middle(looks):
    seen = [(column, row) for _kind, column, row, is_seen in looks.pieces if is_seen]
    assert [place for place in seen if 2 not in place] == []


def test_a_closed_door_and_an_enemy_hide_what_is_behind():
    hidden = {(column, row) for _kind, column, row, seen in HERO_LOOKS.pieces if seen is False}
    assert hidden == {(2, 0), (0, 2), (3, 1)}


def test_the_first_hero_looks():
    assert kit(make.team(make.hero("sarge")))[SIGHT].context["hero"] == "Sarge"


def test_weapons_with_vril_dice_on_a_side_are_listed_and_the_other_rows_are_free():
    saw = make.weapon("Scie", token="discharged", improved=make.side(vril_dice=2))
    gun = make.weapon("Vickers", "ranged", 3, 4, 2, vril_dice=1)
    context = kit(make.party(weapons=(saw, gun)))[OVERLOAD].context
    assert context["weapons"] == [("Brick", "Scie", "", "2", True), ("Brick", "Vickers", "1", "", False)]
    assert len(context["free"]) == 2


@pytest.mark.paper
def test_the_overload_names_the_discharge():
    text = " ".join(printed(make.party())[-1].extract_text().split())
    assert "(rb-19)" in text
    assert "(rb-30, rb-38)" in text
    assert "(rb-8)" in text


@pytest.mark.paper
def test_a_team_of_too_many_keeps_within_its_pages():
    """Parts share a page where they have room; nothing stands twice."""
    weapons = (make.weapon("Lance-éclairs " * 9, vril_dice=10**50),) * 2
    team = make.team(*[make.hero(name="Brick " * 40, weapons=weapons)] * 9)
    *texts, first, sight, overload = (page.extract_text().replace("\u00a0", " ") for page in printed(team))
    for title in ("Vigilance p.", "L’alarme p."):
        assert title in first
        assert not any(title in text for text in texts)
    assert sight.startswith("Ligne de vue")
    assert overload.startswith("Surcharge et décharge")


@pytest.mark.paper
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_drawings_are_true_to_scale(paper):
    pages = printed(make.team(make.hero(), track=Track(7, 6)), paper)
    sizes = [size for page in pages for size in drawn.sizes(page)]
    assert sizes.count((16.0, 32.0)) == 12
    assert sizes.count((14.1, 14.1)) == 24
    assert sizes.count((67.5, 67.5)) == 2
    assert sizes.count((20.0, 40.0)) == 8
