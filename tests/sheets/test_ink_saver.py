"""Ink saver: no black area on a page of the roster or of cards that is wider than a finger."""

import io
import json

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.choices import PrintChoices
from rules.registry import GAMES
from tests.languages import in_language

pytestmark = [pytest.mark.django_db, pytest.mark.paper]
PARTS = ("head", "roster", "cards", "reference")
WIDE, HIGH = 30, 8  # CSS pixels, of a black area
FILLS = {b"f", b"F", b"B", b"b"}  # those by even-odd are frames


@pytest.mark.parametrize("game", sorted(GAMES))
def test_ink_saver_leaves_no_black_areas(game):
    assert any(black_areas(game, ("cards",), ink_saver=False))
    assert list(black_areas(game, PARTS, ink_saver=True)) == []


def black_areas(game, parts, ink_saver):
    data = json.loads(example_file(game).read_text("utf-8"))
    choices = PrintChoices(parts=parts, ink_saver=ink_saver)
    source = ExportSource(LoadedRoster.from_data(data), choices=choices)
    pages = PdfReader(io.BytesIO(in_language("fr", EXPORTS["pdf"].render, source))).pages
    return (size for page in pages for size in filled_black(page) if size[0] > WIDE and size[1] > HIGH)


def filled_black(page):
    """(width, height) of all that is filled in black, but for drawings."""
    color, saved, path = (), [], []
    for operands, operator in ContentStream(page.get_contents(), None).operations:
        values = [float(value) for value in operands if isinstance(value, int | float)]
        if operator == b"q":
            saved.append(color)
        elif operator == b"Q":
            color = saved.pop()
        elif operator in (b"rg", b"g", b"sc", b"scn"):
            color = values
        elif operator == b"re":
            path += [(values[0], values[1]), (values[0] + values[2], values[1] + values[3])]
        elif operator in (b"m", b"l", b"c", b"v", b"y"):
            path += zip(values[::2], values[1::2], strict=True)
        elif operator in FILLS | {b"n", b"S", b"s", b"f*"}:
            if operator in FILLS and path and not any(color):
                xs, ys = zip(*path, strict=True)
                yield max(xs) - min(xs), max(ys) - min(ys)
            path = []
