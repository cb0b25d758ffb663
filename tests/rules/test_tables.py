"""Tables of a book: every total of the dice leads to one row, and a row without a citation has its table's."""

import re

import pytest
import yaml

from rules.books import BadBook, read_book
from tests.sixth.rules.paper_boats.game import GAME

HEAD = {
    "game": "paper-boats",
    "name": {"fr": "Bateaux", "en": "Boats"},
    "edition": "v1",
    "title": "Paper Boats",
    "dated": "2026-11-21",
    "books": {"pb": "Paper Boats", "more": "More Boats"},
    "files": ["tables.yaml"],
}


def row(slug, **more):
    return {"slug": slug, "name": {"fr": slug, "en": slug}, **more}


def wind(*rows, dice="1D6", **more):
    return {"slug": "wind", "name": {"fr": "Vent", "en": "Wind"}, "page": 5, "dice": dice, "rows": list(rows), **more}


@pytest.fixture
def tables(tmp_path):
    """Reads tables as a book's only file."""

    def read(*tables):
        for name, content in (("book.yaml", HEAD), ("tables.yaml", {"tables": list(tables)})):
            text = yaml.safe_dump(content, sort_keys=False).replace("'2026-11-21'", "2026-11-21")
            (tmp_path / name).write_text(text, encoding="utf-8")
        return read_book(tmp_path, GAME).tables

    return read


CALM, GALE = row("calm", on=[1, 4]), row("gale", on=[5, 6], figures={"knots": 40, "sail": None, "wet": True})


def test_a_total_leads_to_its_row(tables):
    table = tables(wind(CALM, GALE))["wind"]
    assert [table.row(total).slug for total in range(1, 7)] == ["calm"] * 4 + ["gale"] * 2
    assert (table.row(0), table.row(7)) == (None, None)
    assert table.rows["gale"].figures == {"knots": 40, "sail": None, "wet": True}


def test_a_row_cites_what_its_table_does_unless_it_says_otherwise(tables):
    rows = tables(wind(CALM, GALE | {"page": 9, "book": "more"}))["wind"].rows
    assert [str(row.cite) for row in rows.values()] == ["Paper Boats, p. 5", "More Boats, p. 9"]


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (wind(CALM), "wind: a total of 5 leads to [], not to one row"),
        (wind(CALM, row("gale", on=[4, 6])), "wind: a total of 4 leads to ['calm', 'gale'], not to one row"),
        (wind(CALM, row("gale", on=[5, 6]), dice="D6"), "wind: dice are 'D6', not something like 2D6"),
        (wind(CALM, CALM), "wind.rows[1]: calm is there twice"),
        (wind(row("calm", on=[1])), "wind.rows[0]: on needs the lowest and the highest total"),
        (wind(row("calm", on=["1", 2])), "wind.rows[0]: on has '1', not a whole number"),
        (wind(row("calm", figures={"knots": [1]})), "wind.rows[0]: figures are numbers, words, true, false or null"),
        (wind(row("calm", knots=3)), "wind.rows[0]: unknown key 'knots'"),
        (wind(row("calm", on=[1, 6], figures={"then": "rain"})), "wind: there is no table 'rain'"),
    ],
)
def test_a_bad_table_is_refused(tables, table, why):
    with pytest.raises(BadBook) as bad:
        tables(table)
    assert re.sub(r"(?<=tables.yaml):\d+", "", str(bad.value)) == f"tables.yaml: {why}"
