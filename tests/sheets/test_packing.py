"""Cards of all sizes on few pages: none overlaps, none grows by more than a twelfth, the order is kept."""

from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.packing import MOST_GROWTH, Piece, pack
from builder.sheets.paper import LEAST_ROWS, ROWS

PIECES = st.lists(st.builds(Piece, rows=st.integers(LEAST_ROWS, ROWS), wide=st.booleans()), max_size=40)


def cells(piece, place):
    """Every half row that a placed piece covers."""
    columns = (0, 1) if piece.wide else (place.column,)
    return {(place.page, column, row) for column in columns for row in range(place.top, place.top + place.rows)}


@given(PIECES)
def test_no_piece_overlaps_another_or_leaves_its_page(pieces):
    covered = [cells(piece, place) for piece, place in zip(pieces, pack(pieces), strict=True)]
    assert sum(map(len, covered)) == len(set().union(*covered))
    assert all(0 <= row < ROWS and column in (0, 1) for one in covered for _page, column, row in one)


@given(PIECES)
def test_no_piece_is_stretched_by_more_than_a_twelfth(pieces):
    places = pack(pieces)
    assert all(0 <= place.rows - piece.rows <= MOST_GROWTH for piece, place in zip(pieces, places, strict=True))


@given(PIECES)
def test_every_page_but_few_is_full(pieces):
    places = pack(pieces)
    area = sum(piece.rows * (1 + piece.wide) for piece in pieces)
    pages = 1 + max((place.page for place in places), default=-1)
    assert pages <= 2 * area / (2 * ROWS) + 1


HALF, THIRD = ROWS // 2, ROWS // 3


def test_thirds_stand_beside_halves():
    pieces = [Piece(THIRD), Piece(THIRD), Piece(HALF), Piece(THIRD), Piece(HALF)]
    assert {place.page for place in pack(pieces)} == {0}


def test_equal_pieces_keep_their_order():
    places = pack([Piece(THIRD)] * 9)
    assert sorted(places, key=lambda one: (one.page, one.column, one.top)) == places


def test_narrow_pieces_stand_below_a_wide_one():
    places = pack([Piece(HALF, wide=True), Piece(HALF), Piece(HALF)])
    assert places == [(0, 0, 0, HALF), (0, 0, HALF, HALF), (0, 1, HALF, HALF)]


def test_free_rows_let_pieces_grow_alike():
    assert [place.rows for place in pack([Piece(12), Piece(12), Piece(8)] * 2)] == [14, 13, 9] * 2
    assert [place.rows for place in pack([Piece(12)])] == [12 + MOST_GROWTH]


def test_wide_pieces_grow_too_where_none_stands_below_them():
    assert [place.rows for place in pack([Piece(17, wide=True)] * 3)] == [18, 18, 17 + MOST_GROWTH]
    assert pack([Piece(17, wide=True), Piece(12)])[0].rows == 17


def test_the_last_page_fills_both_columns():
    assert [(place.column, place.top) for place in pack([Piece(12), Piece(8), Piece(10)])] == [(0, 0), (1, 0), (1, 11)]
