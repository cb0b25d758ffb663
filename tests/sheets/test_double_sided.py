"""Sheets printed on both sides of the paper: fronts stand on odd pages, in a file of several lists too."""

import io

import pypdf
import pytest

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.sheets.choices import PrintChoices
from tests import make
from tests.languages import in_language
from tests.printed import page_texts
from tests.sheets.tagged import TaggedPdf

pytestmark = pytest.mark.paper

CARDS = PrintChoices(parts=("head", "cards"), sides="double")


def source(name, choices=CARDS):
    loaded = LoadedRoster(make.convoy(name=name, units=[make.fighter(name=f"Front {name}")]))
    loaded.catalogue = make.catalogue()
    return ExportSource(loaded, choices=choices)


def texts(pdf):
    return page_texts(pdf)


@pytest.mark.parametrize("size", ["auto", "sleeve"])
def test_the_fronts_of_cards_stand_on_odd_pages_and_their_backs_behind_them(size):
    pages = texts(
        in_language(
            "en", EXPORTS["pdf"].render, source("A", PrintChoices(parts=("head", "cards"), sides="double", size=size))
        )
    )
    assert [number for number, text in enumerate(pages, start=1) if "Front A" in text][:2] == [3, 4]


def test_each_of_several_lists_begins_on_the_front_of_a_sheet():
    sources = [source("Chacals", PrintChoices("opponent", sides="double")), source("Meute")]
    pages = texts(in_language("en", EXPORTS["pdf"].render_several, sources))
    assert [number for number, text in enumerate(pages, start=1) if "Meute" in text] == [1, 5, 6, 7, 8]
    assert (pages[1], pages[3]) == ("", "")
    assert [word for word in pages[0].split() if word in ("3", "5")] == ["3", "5"]


def test_the_table_of_contents_and_blank_pages_are_tagged_too():
    sources = [source("Chacals", PrintChoices("opponent", sides="double")), source("Meute")]
    tagged = TaggedPdf(pypdf.PdfReader(io.BytesIO(in_language("en", EXPORTS["pdf"].render_several, sources))))
    assert tagged.untagged == []
    assert "Lists in this file" in tagged.read_aloud
    assert "unofficial tool" not in tagged.read_aloud


def test_the_kit_alone_begins_on_the_first_page_too():
    content = in_language("en", EXPORTS["pdf"].render, source("Chacals", PrintChoices(parts=("kit",))))
    pages = texts(content)
    assert "Setup" in pages[0]
    tagged = TaggedPdf(pypdf.PdfReader(io.BytesIO(content)))
    assert tagged.read_aloud.strip().startswith("Chacals")
    assert (tagged.headings[0], tagged.untagged) == (1, [])


@pytest.mark.parametrize("sides", ["single", "double"])
def test_cards_alone_begin_on_the_first_page_under_the_name_that_is_only_read_aloud(sides):
    content = in_language("en", EXPORTS["pdf"].render, source("Chacals", PrintChoices(parts=("cards",), sides=sides)))
    pages = texts(content)
    assert (len(pages), "Front Chacals" in pages[0]) == ({"single": 1, "double": 2}[sides], True)
    tagged = TaggedPdf(pypdf.PdfReader(io.BytesIO(content)))
    assert tagged.read_aloud.strip().startswith("Chacals")
    assert tagged.headings[0] == 1
    assert tagged.untagged == []
