"""Names as they were typed: what a reader sees of them, and which are the same."""

import pytest

from rules.text import folded, visible


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("", ""),
        (" \t", ""),
        ("\u200b", ""),
        ("\u200b \u200d\ufeff\u2060\u00ad", ""),
        ("\u3164\u115f", ""),
        ("\u202eZoé\u202c", "Zoé"),
        (" A\u200bB ", "AB"),
        ("Ana Maria", "Ana Maria"),
        ("…", "…"),
    ],
)
def test_what_a_reader_sees(typed, seen):
    assert visible(typed) == seen


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Zoé", "Zoe\u0301", True),
        ("Zoé", "ZOE\u0301", True),
        ("Zoé", "Z\u200boé ", True),
        ("Zoé", "Zoe", False),
        ("Ana Maria", "AnaMaria", False),
        ("Weiß", "WEISS", True),
    ],
)
def test_which_names_are_the_same(one, other, same):
    assert (folded(one) == folded(other)) == same
