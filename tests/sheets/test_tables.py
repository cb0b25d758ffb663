"""Tables of rules in columns: each stands whole in one, the first of them first, and none is lost."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.paper import COLUMN_GAP, NORMAL
from builder.sheets.parts import Passage, first_heading, signed
from builder.sheets.tables import (
    MOST_APART,
    NARROWEST,
    RESULT_DICE,
    TableColumns,
    glossary,
    passage_height,
    result_shares,
    row_lines,
)
from builder.sheets.widths import text_width, title_width

WIDTH, PAGE = 550.0, 785.0
CITE = NORMAL.cite[0]
COLUMNS = TableColumns(3, WIDTH, 0, NORMAL)
TABLES = st.lists(
    st.builds(
        Passage,
        title=st.text("abc W", min_size=1, max_size=30),
        text=st.text("abc ", max_size=300),
        rows=st.lists(st.tuples(st.text("ab ", max_size=20), st.text("abc ", max_size=120)), max_size=12).map(tuple),
    ),
    max_size=20,
    unique=True,
)


def table(number, rows=6):
    return Passage(f"Règle {number}", rows=(("Dés", "3D6 et ceux de l’arme"),) * rows, cite="RBN v2, p. 26")


def on(pages):
    return [passage for page in pages for column in page.columns for passage in column]


def test_few_tables_stand_on_the_page_in_large_type():
    page, rest = TableColumns(3, WIDTH, 0, NORMAL).page([table(number) for number in range(3)], 300)
    assert (page.type, rest) == (0, [])
    assert [len(column) for column in page.columns] == [1, 1, 1]


def test_no_type_is_smaller_than_eight_and_a_half_points():
    assert min(size for size, _leading in NORMAL.tables) == 8.5


def test_the_first_tables_go_before_those_that_would_fill_the_page_better():
    high, low = table(0, rows=16), [table(number, rows=2) for number in range(1, 12)]
    page, _rest = TableColumns(3, WIDTH, -1, NORMAL).page([high, *low], 260)
    assert high in on([page])


@given(TABLES, st.integers(50, 700))
def test_every_table_stands_on_the_page_or_is_left(tables, room):
    page, rest = TableColumns(3, WIDTH, 0, NORMAL).page(tables, room)
    assert sorted(map(repr, [*on([page]), *rest])) == sorted(map(repr, tables))
    width = (WIDTH - 2 * COLUMN_GAP) / 3
    size, leading = NORMAL.tables[page.type]
    assert all(
        sum(passage_height(passage, width, size, leading, CITE) for passage in column) <= room
        for column in page.columns
    )


def test_what_has_no_room_goes_on_on_further_pages():
    tables = [table(number) for number in range(60)]
    pages = COLUMNS.pages(tables, PAGE)
    assert len(pages) > 1
    assert sorted(on(pages), key=tables.index) == tables


def test_a_table_higher_than_a_page_is_parted_between_its_rows():
    pages = COLUMNS.pages([table(0, rows=400)], PAGE)
    assert sum(len(passage.rows) for passage in on(pages)) == 400


def test_a_part_of_a_table_stands_in_no_column_before_its_beginning():
    first, part = COLUMNS.broken(table(0, rows=40), 400)
    for tables in ([first, part, table(1, rows=20)], [table(2, rows=25), first, part]):
        columns = COLUMNS.page(tables, 420)[0].columns
        assert [number for own in (first, part) for number, column in enumerate(columns) if own in column] in (
            [0, 1],
            [1, 2],
        )


def test_a_text_higher_than_a_page_is_printed_all_the_same():
    tables = [table(0), Passage("Longue", "mot " * 9000), table(1)]
    assert sorted(on(COLUMNS.pages(tables, PAGE)), key=tables.index) == tables


def test_boxes_of_results_stand_below_the_rows():
    plain = table(0)
    with_results = Passage(plain.title, rows=plain.rows, cite=plain.cite, results=(("1", "sonné"), ("2-3", "blessé")))
    heights = [passage_height(passage, 180, 9, 10.8, CITE) for passage in (plain, with_results)]
    assert heights[1] > heights[0] + 20


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("+1D6", ("+1D6", "")),
        ("−2D6 ; chaque 1 blesse un allié", ("−2D6", "chaque 1 blesse un allié")),
        ("−1D6 en tout (p. 19, A82)", ("−1D6", "en tout (p. 19, A82)")),
        ("−1D6, sauf anti-blindage", ("−1D6", "sauf anti-blindage")),
        ("−5 cm sur ce mouvement", ("−5 cm", "sur ce mouvement")),
        ("+2, jamais relancée", ("+2", "jamais relancée")),
        ("−1 vie par tour", ("", "−1 vie par tour")),
        ("3D6 à pied", ("", "3D6 à pied")),
    ],
)
def test_a_modifier_at_the_start_of_a_right_cell_has_a_column_of_its_own(words, parts):
    assert signed(words) == parts


def test_a_left_cell_beside_a_modifier_alone_has_all_the_width_that_it_leaves():
    row = "Tireur plus haut que la cible", "+1D6"
    assert row_lines(*row, 150, 10, 0.2) == 1
    assert row_lines(row[0], "un dé de plus", 150, 10, 0.2) > 1


def test_where_more_tables_have_room_so_each_stands_in_the_column_that_just_holds_it():
    """Columns of 13 rows: 8, 6, 3 beside each other and 5 below the 3 leave no room for 9; 3 below the 8 does."""
    tables = [table(number, rows) for number, rows in enumerate((8, 6, 3, 5, 9))]
    metrics = replace(NORMAL, tables=NORMAL.tables[-1:])
    heights = [passage_height(one, (WIDTH - 2 * COLUMN_GAP) / 3, *metrics.tables[0], CITE) for one in tables]
    page, rest = TableColumns(3, WIDTH, 0, metrics).page(tables, heights[0] + heights[3] + 1)
    assert rest == []
    assert page.columns == [[tables[0], tables[2]], [tables[1], tables[3]], [tables[4]]]


@pytest.mark.parametrize(
    ("cite", "printed"),
    [
        ("«Tir, malus et bonus, munitions»", "«Tir»"),
        ("«Activation», «Mouvements»", "«Activation»"),
        ("«Tir»", "«Tir»"),
        ("«Tir, munitions», p. 9", "«Tir», p. 9"),
        ("p. 9, 12", "p. 9, 12"),
    ],
)
def test_of_several_headings_the_first_is_printed(cite, printed):
    assert first_heading(cite) == printed


def test_texts_alone_are_rows_of_one_table_with_their_pages():
    texts = [Passage("Bond", "Saute.", cite="RBN v2, p. 31"), Passage("Chef", "Cède.", cite="First Wave, p. 7")]
    assert glossary("Règles", [texts[0], table(1), texts[1]], "RBN v2") == (
        Passage("Règles", rows=(("Bond", "Saute."), ("Chef", "Cède. (First Wave, p. 7)")), cite="RBN v2, p. 31"),
        table(1),
    )
    assert glossary("Règles", [texts[0], table(1)], "RBN v2") == (texts[0], table(1))


def test_columns_of_a_last_page_end_as_high_as_they_can():
    (page,) = COLUMNS.pages([table(0, rows=9), *(table(number, rows=1) for number in range(1, 7))], PAGE)
    assert sorted(len(column) for column in page.columns) == [1, 3, 3]


def test_columns_of_a_page_fill_its_height_without_more_than_their_rows_may_have():
    """Three columns of 6, 12 and 12 rows: in the first each row has as much more as its neighbours let it."""
    tables = [table(number, rows) for number, rows in enumerate((6, 12, 12))]
    room = COLUMNS.height(tables[1]) + 30
    page, _rest = COLUMNS.page(tables, room)
    assert list(page.airs) == [2 + MOST_APART, 2, 2]
    ends = [
        sum(COLUMNS.height(one) + air * len(one.rows) for one in column)
        for air, column in zip(page.airs, page.columns, strict=True)
    ]
    assert max(ends) <= room < max(ends) + len(tables[1].rows)


def test_no_word_of_a_result_is_broken():
    """Also one of few letters beside a long sentence."""
    results = ("1", "Mort"), ("≤\xa0impact", "Hors de combat"), ("> impact", "Sonné, au sol ; " * 5)
    shares = result_shares(Passage("Blessure", results=results))
    assert sum(shares) == pytest.approx(1)
    assert int(100 * shares[1]) / 100 * NARROWEST > text_width("≤\xa0impact", RESULT_DICE[0], title_width) + 4
