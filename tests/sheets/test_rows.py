"""The table of a dense sheet: figures in columns, loud dice, boxes for each copy, the height that was counted."""

from dataclasses import replace

import pytest

from builder.sheets.choices import PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.measure import TICKED_RISE
from builder.sheets.paper import LARGE, NORMAL
from builder.sheets.parts import Cell, Track, UnitRow, WeaponRow
from builder.sheets.row_table import TRACK_LINE, Table
from builder.sheets.rows import rows_of
from builder.templatetags.paper import loud_dice
from tests.languages import in_language
from tests.sheets.test_pdf import boxes, build_sheet, convoy, finished, judged, make, sheet_html

WIDTH = 527
GUN = WeaponRow("Gun", (Cell("near", "4D6", "0-10 cm"), Cell("far", ""), Cell("melee", "")), ("Burst",))
SWORD = WeaponRow("Sword", (Cell("near", ""), Cell("far", ""), Cell("melee", "5D6")))


def sheet_of(*rows):
    roster = convoy(*[make.fighter(T=3, C=3)] * len(rows))
    sheet = in_language("en", build_sheet, roster, judged(roster))
    return replace(sheet, units=tuple(replace(one, row=row) for one, row in zip(sheet.units, rows, strict=True)))


def table(*rows, width=WIDTH, metrics=NORMAL, **ways):
    sheet = sheet_of(*rows)
    return Table(rows_of(sheet, PrintChoices("roster")), 0, width, metrics, **ways)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("Arc (4D6/3D6)", "Arc (<b>4D6</b>/<b>3D6</b>)"),
        ("touche 3+/4+/– · Militaires 1+3", "touche <b>3+/4+/–</b> · Militaires 1+3"),
        ("Arc (0-40\u00a0cm 3D6/2D6)", "Arc<span> (0-40\u00a0cm</span><b> 3D6</b>/<b>2D6</b>)"),
        ("C 5 · <T 4>", "C 5 · &lt;T 4&gt;"),
    ],
)
def test_dice_are_louder_than_words(words, printed):
    assert loud_dice(words) == printed


def test_figures_stand_in_columns_of_which_none_is_empty():
    made = table(UnitRow((Cell("T", "4"), Cell("C", "5")), weapons=(SWORD, GUN)), UnitRow((Cell("C", "3"),)))
    assert [column.title for column in (*made.figures, *made.weapons)] == ["T", "C", "near", "melee"]
    first, second = made.rows
    assert [[cell and cell.value for cell in line.cells] for line in first.lines] == [["", "5D6"], ["4D6", ""]]
    assert [cell and cell.value for cell, _columns in second.figures] == [None, "3"]
    assert sum(made.widths) == pytest.approx(WIDTH)


def test_columns_that_begin_alike_share_a_heading():
    cells = Cell("near, on foot", "4D6", "0-10 cm"), Cell("near, vehicle", "3D6"), Cell("melee", "3D6")
    gun = WeaponRow("Gun", cells)
    near, melee = table(UnitRow((Cell("T", "4"),), weapons=(gun,))).weapon_headings
    assert [(column.below, near.title) for column in near.columns] == [("on foot", "Near"), ("vehicle", "Near")]
    assert (near.is_whole, melee.is_whole) == (False, True)


def test_speeds_take_the_columns_of_all_figures():
    """Their unit stands with what they are, in a heading above the first vehicle."""
    speeds = UnitRow((Cell("", "40/30/15\u00a0cm", "road/clear/difficult"),), life=Track("Breakdowns", "◻" * 6))
    made = table(UnitRow((Cell("T", "4"), Cell("C", "5"))), speeds, speeds)
    cell = Cell("", "40·30·15", "road/clear/difficult, cm")
    assert [row.figures for row in made.rows[1:]] == [((cell, 2),)] * 2
    assert cell.label_lines == ("road/clear/", "difficult, cm")
    assert [row.leads for row in made.rows] == [False, True, False]
    high, low = (made.row_height(row) for row in made.rows[1:])
    assert high > low + made.title_size


def test_bare_hands_stand_in_the_line_of_a_gun_and_beside_a_sword_in_their_own():
    fists = WeaponRow("Unarmed", (Cell("melee", "3D6"),), ("charging 4D6",), joins=True)
    made = table(*(UnitRow((Cell("T", "4"),), weapons=(weapon, fists)) for weapon in (GUN, SWORD)))
    gun, sword = ([[cell and cell.value for cell in line.cells] for line in row.lines] for row in made.rows)
    assert (gun, sword) == ([["4D6", "3D6"]], [["", "5D6"], [None, "3D6"]])
    assert made.rows[0].lines[0].rules == "burst, unarmed charging 4D6"


def test_rules_stand_below_a_weapon_that_they_have_no_room_beside():
    long = WeaponRow("Gun", GUN.cells, ("Burst " * 20,))
    short, below = (table(UnitRow((Cell("T", "4"),), weapons=(gun,))).rows[0].lines[0] for gun in (GUN, long))
    assert ((short.rules, short.below), (below.rules, below.below)) == (("burst", ""), ("", "burst " + "Burst " * 19))


def test_a_tight_table_has_reaches_among_the_rules():
    made = table(UnitRow((Cell("T", "4"),), weapons=(GUN,)), tight=True)
    assert made.rows[0].lines[0].rules == "0-10 cm, burst"


def test_further_boxes_that_are_wider_than_the_words_take_several_lines():
    low, high = (table(UnitRow((Cell("T", "4"),), tracks=(Track("Life", "◯" * number),))) for number in (4, 60))
    assert low.tracks_height(low.units[0]) == pytest.approx(TRACK_LINE + TICKED_RISE)
    assert high.tracks_height(high.units[0]) > 2 * TRACK_LINE


def test_weapons_stand_among_the_words_where_columns_have_no_room():
    made = table(UnitRow((Cell("T", "4"),), "Chief", weapons=(GUN, SWORD), words="Rope"), width=120, metrics=LARGE)
    assert (made.weapons, made.rows[0].lines, made.rows[0].about) == ([], (), "Chief")
    assert made.rows[0].words == "Gun (0-10 cm\u00a04D6, Burst)\u00a0· Sword (melee\u00a05D6)\u00a0· Rope"


def test_a_row_is_said_in_a_line_for_who_reads_no_table():
    row = UnitRow((Cell("T", "4"),), "Chief", weapons=(GUN, SWORD), words="Rope", tracks=(Track("Life", "◯◯"),))
    assert row.summary.replace("\u00a0", " ") == ("T 4 · Chief · Gun (0-10 cm 4D6, Burst) · Sword (melee 5D6) · Rope")


def test_an_absurd_number_makes_no_column_wider_than_another():
    absurd = table(UnitRow((Cell("REP", "9" * 300),)))
    assert absurd.figures[0].width < 0.2 * WIDTH


@pytest.mark.parametrize(("count", "many"), [(1, False), (4, False), (5, True)])
def test_boxes_of_many_copies_stand_under_the_words(count, many):
    """Each copy has its own wounds, the last of them black: three boxes (p. 19)."""
    page = finished(convoy(make.fighter(count=count)), "roster")
    row = page[page.index("<tbody>") : page.index("</tbody>")]
    assert ("copies many" in row) == many
    assert row.count('class="copy"') == count
    assert row.count('class="cell fatal') == count


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("count", [1, 3, 40])
def test_a_table_is_about_as_high_as_counted(count, large):
    fighters = [make.fighter("epee", T=3, C=3, count=count, name="Au nom bien long")] * 4
    roster = convoy(*fighters, make.vehicle("lourd", "belier", "sono"))
    sheet, choices = in_language("fr", build_sheet, roster, judged(roster)), PrintChoices("roster", large_print=large)
    made = Pages(sheet, choices).tables.units
    document = in_language("fr", sheet_html, sheet, choices)
    tables = (child for _page, box in boxes(document, "rows") for child in box.children)
    printed = sum(child.height * 0.75 for child in tables if type(child).__name__ == "TableBox")
    assert 0.85 * made.height < printed <= made.height + (80 if count > 3 else 0)  # headings again on each page
