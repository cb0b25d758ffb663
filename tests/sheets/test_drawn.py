"""The reader of drawings: a page whose shapes are known gives their millimetres back."""

import io

from pypdf import PdfReader
from weasyprint import HTML

from tests.sheets import drawn

PAGE = """<style>@page {{ size: 100mm 50mm; margin: 0 }} body {{ margin: 0 }} svg {{ display: block }}</style>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 49" width="100mm" height="49mm">{shapes}</svg>"""


def shapes(markup):
    page = PdfReader(io.BytesIO(HTML(string=PAGE.format(shapes=markup)).write_pdf())).pages[0]
    return [tuple(round(length, 1) for length in (s.left, s.top, s.width, s.height)) for s in drawn.shapes(page)]


def test_rectangles_circles_and_curves():
    assert shapes('<rect x="10" y="5" width="20" height="4" /><circle cx="50" cy="20" r="10" />') == [
        (10, 5, 20, 4),
        (40, 10, 20, 20),
    ]
    assert shapes('<path d="M10 10C10 30 30 30 30 10Z" />') == [(10, 10, 20, 15)]


def test_what_is_scaled_and_turned():
    assert shapes('<g transform="translate(20 20) scale(2)"><rect width="5" height="3" /></g>') == [(20, 20, 10, 6)]
    assert shapes('<rect transform="rotate(90)" x="10" y="-30" width="20" height="5" />') == [(25, 10, 5, 20)]


def test_what_is_only_clipped_is_not_painted():
    assert shapes('<defs><clipPath id="a"><rect width="9" height="9" /></clipPath></defs>') == []


def test_a_path_begins_where_its_first_line_does():
    assert shapes('<path d="M40 20L60 30H50Z" />') == [(40, 20, 20, 10)]
