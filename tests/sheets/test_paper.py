"""What `make paper` tells of a PDF: a file whose figures are known gives them back."""

import pytest
from weasyprint import HTML

from tests.faces import card_pages
from tests.paper import measured

pytestmark = pytest.mark.paper

PAGE = """<style>
  @page {{ size: 210mm 297mm; margin: 8mm }} body {{ margin: 0; font: 10pt "DejaVu Sans" }}
  section {{ position: relative; height: 280mm; break-after: page }}
  .slot {{ position: absolute; box-sizing: border-box; border: .4pt dashed; width: 97mm; height: 70.2mm }}
  .tall {{ height: 140.4mm }} .mat {{ width: 194mm; height: 140.4mm }}
  .sleeve {{ position: absolute; box-sizing: border-box; border: .4pt solid #777; width: 63mm; height: 88mm }}
  .fold {{ border-left: 1pt dashed #000 }}
</style>{pages}"""


def pdf(*pages):
    return HTML(string=PAGE.format(pages="".join(f"<section>{page}</section>" for page in pages))).write_pdf()


def slot(left, top, words="", css_class="slot"):
    return f'<div class="{css_class}" style="left: {left}mm; top: {top}mm"><p>{words}</div>'


def grid(lefts, tops, printed, css_class="slot"):
    """Faces in rows, of which so many have a word."""
    places = [(left, top) for top in tops for left in lefts]
    return "".join(
        slot(left, top, "Word" if number < printed else "", css_class) for number, (left, top) in enumerate(places)
    )


def cards(*pages):
    return [(len(page.faces), page.cuts, page.unused) for page in card_pages(pdf(*pages))]


def test_eight_modules_are_cut_along_eight_lines_and_those_without_words_are_unused():
    full = grid((0, 97), (0, 70.2, 140.4, 210.6), 8)
    assert cards(full, full.replace("Word", "", 3)) == [(8, 8, 0), (8, 8, 3)]


def test_a_module_that_is_not_there_is_unused_and_a_page_without_faces_is_none_of_cards():
    assert cards(slot(0, 0, "Word") + slot(97, 0, "Word"), "<p>Rules") == [(2, 5, 6)]


def test_a_tall_card_takes_two_modules_and_a_mat_four():
    mixed = slot(0, 0, "Word", "slot tall") + slot(97, 0, "Word") + slot(97, 70.2) + slot(0, 140.4, "Word", "slot mat")
    assert cards(mixed) == [(4, 7, 1)]


def test_sleeves_are_nine_places_of_a_page():
    full = grid((0, 63, 126), (0, 88, 176), 7, "sleeve")
    assert cards(full) == cards(full.replace('class="sleeve"', 'class="sleeve fold"', 3)) == [(9, 8, 2)]


def test_type_is_as_large_as_it_is_printed_and_citations_do_not_count():
    drawing = '<svg viewBox="0 0 100 100" width="200mm"><text y="50" font-size="3">Word</text></svg>'
    sizes = [
        measured(pdf(page)).type
        for page in ('<p style="font-size: 8.2pt">Word<p>More', '<p style="font-size: 7pt">Word<p>More', drawing)
    ]
    assert sizes == [pytest.approx(size, abs=0.01) for size in (8.2, 10, 3 * 2 * 72 / 25.4)]


def test_words_of_the_first_page_cut_texts_and_pages_are_counted():
    sheet = measured(pdf("<p>Six words stand here, and 3D6 too.<p>A text that is c…", "<p>Further words"))
    counted = 6 + 3  # no dice, figures, single letters
    assert (sheet.pages, sheet.words, sheet.cut_texts, sheet.cuts) == (2, counted, 1, ())


def test_a_page_that_is_black_is_used_and_a_white_one_is_not():
    used = measured(pdf('<div style="background: #000; color: #fff; height: 279mm">Word</div>', "Word")).used
    assert [used[0] > 0.95, used[1] < 0.05] == [True, True]
