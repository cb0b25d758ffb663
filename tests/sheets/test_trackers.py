"""Boxes in the head of a list: numbered, in one row, as large as fit."""

from builder.sheets.head import BOXES, trackers_of
from builder.sheets.paper import LARGE, NORMAL
from builder.sheets.parts import Track

TURNS, LEADER = Track("Turns", "◻" * 6), Track("Leader lost", "◻")


def test_boxes_are_numbered_but_a_single_one():
    (row,) = trackers_of([TURNS, LEADER], 550, NORMAL).rows
    assert [tracker.track.names for tracker in row] == [("1", "2", "3", "4", "5", "6"), ()]


def test_few_boxes_are_large_and_many_smaller_in_one_row():
    few, many = (trackers_of([Track("Turns", "◻" * 6)] * count, 550, NORMAL) for count in (2, 6))
    assert (few.box, len(few.rows), len(many.rows)) == (BOXES[0], 1, 1)
    assert BOXES[0] > many.box >= BOXES[-1]


def test_what_no_row_holds_stands_in_further_rows():
    rows = trackers_of([Track("Turns", "◻◻◻◻◻ ◻◻◻◻◻")] * 12, 550, LARGE).rows
    assert len(rows) > 1
    assert sum(tracker.width + tracker.gap for tracker in rows[0]) <= 550
