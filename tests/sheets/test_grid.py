"""Cards on modules: none overlaps, the order of the list is kept, cuts go through the page, no page is empty."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.grid import Block, Box, Grid, free_places, placed
from builder.sheets.paper import DOWN

CELL = Box(0, 0, 97, 70)
ONE, TWO = Grid(CELL, 1, DOWN), Grid(CELL, 2, DOWN)
BLOCKS = st.lists(st.sampled_from([Block(), Block(1, 2), Block(2, 1), Block(2, 2)]), max_size=40)
NARROW = st.lists(st.sampled_from([Block(), Block(1, 2), Block(1, 4)]), max_size=40)
CASES = st.one_of(st.tuples(BLOCKS, st.just(TWO)), st.tuples(NARROW, st.just(ONE)))


def covered(blocks, grid):
    return [grid.covered(place, block) for block, place in zip(blocks, placed(blocks, grid), strict=True)]


@given(CASES)
def test_no_block_overlaps_another_or_leaves_its_page(case):
    found = covered(*case)
    assert sum(map(len, found)) == len(set().union(*found))
    assert all(row < DOWN and column < case[1].across for block in found for _page, row, column in block)


@given(CASES)
def test_read_by_rows_blocks_keep_their_order(case):
    places = placed(*case)
    assert places == sorted(places)


def test_what_needs_no_order_takes_what_stays_free_on_its_page():
    """A sleeve with its back beside it has no room in a row of three behind two; the next sleeve has."""
    blocks, grid = [Block(2), Block(2), Block()], Grid(CELL, 3, 3)
    assert placed(blocks, grid) == [(0, 0, 0), (0, 1, 0), (0, 1, 2)]
    assert placed(blocks, grid, in_order=False) == [(0, 0, 0), (0, 1, 0), (0, 0, 2)]


@given(BLOCKS)
def test_what_is_two_modules_high_ends_at_the_middle_or_the_foot(blocks):
    assert all(place.row % 2 == 0 for block, place in zip(blocks, placed(blocks, TWO), strict=True) if block.down == 2)


@given(CASES)
def test_every_module_of_a_page_is_taken_or_free(case):
    blocks, grid = case
    places = placed(blocks, grid)
    free = set(free_places(blocks, places, grid))
    pages = 1 + max((place.page for place in places), default=-1)
    taken = set().union(*covered(blocks, grid))
    assert taken.isdisjoint(free)
    assert len(taken | free) == pages * DOWN * grid.across


def test_copies_of_a_fighter_stand_side_by_side():
    assert placed([Block()] * 4, TWO) == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]


def test_what_follows_a_vehicle_stands_beside_it():
    assert placed([Block(1, 2), Block(), Block(), Block()], TWO) == [(0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 2, 0)]


@pytest.mark.parametrize(("before", "place"), [(1, (0, 1, 0)), (2, (0, 1, 0))])
def test_what_goes_on_stands_beside_the_first_part(before, place):
    """A card with a second part does not begin in the right column."""
    places = placed([*[Block()] * before, Block(), Block(joined=True)], TWO)
    assert places[before:] == [place, (place[0], place[1], 1)]


def test_in_large_print_cards_stand_below_each_other():
    assert placed([Block(), Block(), Block(1, 2)], ONE) == [(0, 0, 0), (0, 1, 0), (0, 2, 0)]
