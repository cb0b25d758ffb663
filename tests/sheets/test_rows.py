"""The rows of a dense sheet: loud figures and dice, boxes for each copy, the height that was counted."""

from dataclasses import replace

import pytest

from builder.sheets.choices import PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.parts import LabelledFigure
from builder.templatetags.paper import summary
from tests.sheets.test_pdf import boxes, build_sheet, convoy, finished, judged, make


def unit(**fields):
    roster = convoy(make.fighter(T=3, C=3))
    return replace(build_sheet(roster, judged(roster), "en").units[0], **fields)


def with_figures(words, *figures):
    one = unit(summary=words)
    return replace(one, cards=(replace(one.card, stats=tuple(LabelledFigure(*figure) for figure in figures)),))


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("T\u00a04 C\u00a0– · Arc (4D6/3D6)", "T\u00a0<b>4</b> C\u00a0<b>–</b> · Arc (<b>4D6</b>/<b>3D6</b>)"),
        ("touche 3+/4+/– · Militaires 1+3", "touche <b>3+/4+/–</b> · Militaires 1+3"),
        ("Arc (0-40\u00a0cm 3D6/2D6)", "Arc (0-40\u00a0cm<b> 3D6</b>/<b>2D6</b>)"),
        ("C 5 · <T 4>", "C 5 · &lt;T <b>4</b>&gt;"),
    ],
)
def test_figures_and_dice_are_louder_than_words(words, printed):
    assert summary(with_figures(words, ("T", "4"), ("C", "–"), ("Main", ""))) == printed


@pytest.mark.parametrize(("count", "cell"), [(1, None), (5, 1), (6, 2)])
def test_boxes_of_many_copies_stand_under_the_figures(count, cell):
    page = finished(convoy(make.fighter(count=count)), "roster")
    cells = page[page.index("#1") : page.index("</tr>", page.index("#1"))].split("<td>")
    assert [number for number, words in enumerate(cells) if "copies" in words] == [cell] * (cell is not None)
    assert sum(words.count("◻") for words in cells) == count


@pytest.mark.parametrize("count", [1, 3, 40])
def test_a_table_is_about_as_high_as_counted(count):
    fighters = [make.fighter("epee", T=3, C=3, count=count, name="Au nom bien long")] * 4
    roster = convoy(*fighters)
    pages = Pages(build_sheet(roster, judged(roster), "fr"), PrintChoices("roster"))
    counted = pages.rows_height(pages.row_type)
    table = next(box for _page, box in boxes(finished(roster, "roster"), "rows"))
    printed = table.margin_height() * 0.75
    assert 0.85 * counted < printed <= counted
