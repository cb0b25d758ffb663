"""Brief and reference: columns are filled one beside the other before they go on overleaf, and none splits."""

import json

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from builder.exports.registry import ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.choices import PrintChoices
from builder.sheets.paper import NORMAL, PAPERS
from builder.sheets.parts import Passage
from builder.sheets.rendering import sheet_html
from builder.sheets.texts import text_pages
from tests.languages import in_language
from tests.sheets.test_pdf import boxes, convoy, crowd, finished

A4 = PAPERS["a4"]


CONTINUED = "Règle 0 (suite)"


def passages(number, words=30, rows=()):
    return [Passage(f"Règle {one}", "mot " * words, rows, "RBN v2, p. 26") for one in range(number)]


def counts(pages):
    return [[len(column) for column in page.reference] for page in pages]


def test_few_texts_stand_on_the_first_page_in_large_type():
    pages = text_pages(passages(1), passages(9), A4, 200, NORMAL)
    assert [(page.type, page.overleaf) for page in pages] == [(0, False)]
    assert counts(pages) == [[3, 3, 3]]


def test_many_texts_fill_the_first_page_before_they_go_on_overleaf():
    pages = text_pages((), passages(90), A4, 300, NORMAL)
    assert [page.overleaf for page in pages] == [False, True]
    assert min(counts(pages)[0]) > 3
    assert sum(map(sum, counts(pages))) == 90


def test_texts_begin_overleaf_where_hardly_a_line_is_free():
    pages = text_pages((), passages(9), A4, 700, NORMAL)
    assert [(page.type, page.overleaf) for page in pages] == [(0, True)]


def test_a_single_text_takes_the_whole_width():
    assert [len(page.brief) for page in text_pages(passages(1), (), A4, 200, NORMAL)] == [1]


@pytest.mark.parametrize("rows", [(), (("Dés", "mot " * 40),) * 400])
def test_a_text_higher_than_a_page_is_printed_all_the_same(rows):
    with override("fr"):
        pages = text_pages((), [*passages(2), *passages(1, 9000, rows), *passages(2)], A4, 200, NORMAL)
    titles = {one.title for page in pages for column in page.reference for one in column}
    assert titles - {CONTINUED} == {"Règle 0", "Règle 1"}
    assert sum(len(one.rows) for page in pages for column in page.reference for one in column) == len(rows)


def test_a_long_table_goes_on_in_the_next_column_between_its_rows():
    rows = tuple((str(number), "mot " * 10) for number in range(20))
    with override("fr"):
        (page,) = text_pages((), [*passages(2), *passages(1, 10, rows), *passages(2)], A4, 200, NORMAL)
    parts = [one for column in page.reference for one in column if one.rows]
    assert [one.title for one in parts] == ["Règle 0", CONTINUED]
    assert tuple(row for one in parts for row in one.rows) == rows
    assert min(len(one.rows) for one in parts) >= 2


def test_a_short_table_stays_whole():
    rows = (("1", "mot " * 10),) * 3
    columns = text_pages((), passages(4, 10, rows), A4, 200, NORMAL)[0].reference
    assert [one.rows for column in columns for one in column] == [rows] * 4


@pytest.mark.paper
@pytest.mark.parametrize("layout", ["cards", "roster"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_text_splits_over_pages(layout, paper):
    units = [*crowd(), *crowd(), *crowd()]
    document = finished(convoy(*units, scenario="bataille-rangee"), layout, paper=paper)
    assert len(list(boxes(document, "texts"))) == document.count('class="texts') > 0


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["chain-reaction", "rbn"])
def test_no_text_in_large_print_splits_over_pages(game):
    source = ExportSource(LoadedRoster.from_data(json.loads(example_file(game).read_text("utf-8"))))
    document = in_language("fr", sheet_html, in_language("fr", source.sheet), PrintChoices("roster", large_print=True))
    assert len(list(boxes(document, "texts"))) == document.count('class="texts') > 0


PASSAGES = st.lists(
    st.builds(
        Passage,
        title=st.text("abc mW", min_size=1, max_size=40),
        text=st.text("abc mW", max_size=9000),
        rows=st.lists(st.tuples(st.just("1-2"), st.text("abc m", max_size=80)), max_size=60).map(tuple),
    ),
    max_size=12,
)


@given(PASSAGES, PASSAGES, st.floats(0, 900))
def test_no_passage_is_lost(brief, reference, above):
    printed = [
        passage
        for page in text_pages(brief, reference, PAPERS["a4"], above, NORMAL)
        for column in page.brief + page.reference
        for passage in column
    ]
    wanted = [*brief, *reference]
    assert sorted(one.text for one in printed if one.text) == sorted(one.text for one in wanted if one.text)
    assert sum(len(one.rows) for one in printed) == sum(len(one.rows) for one in wanted)
