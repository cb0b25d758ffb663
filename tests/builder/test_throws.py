"""Rolling on a book's tables: by seed, with typed dice, on through other tables, and what addresses may ask."""

import pytest
from django.test import RequestFactory

from builder.dice import throws
from rules.catalogue import Cite, Table, TableRow
from rules.play import tables
from rules.play.dice import BadDice, Thrown, Typed
from rules.text import Text

HERE = Cite("A book", 1)


def row(slug, low, high, **figures):
    return TableRow(slug=slug, name=Text(slug, slug), cite=HERE, low=low, high=high, figures=figures)


def table(slug, dice, *rows):
    return Table(slug=slug, name=Text(slug, slug), cite=HERE, dice=dice, rows={row.slug: row for row in rows})


class Book:
    """A catalogue of two tables: the first leads on to the second."""

    tables = {
        "weather": table(
            "weather", "1D6", row("dry", 1, 3), row("rain", 4, 5, number="1D3"), row("worse", 6, 6, then="storm")
        ),
        "storm": table("storm", "2D6", row("hail", 2, 7), row("snow", 8, 12, number="2D6")),
    }


def throw_of(**query):
    return throws.requested_throw(RequestFactory().get("/table/", query), Book, Book.tables)


def result(throw):
    return [(roll.table.slug, roll.row.slug, roll.dice, roll.count) for roll in throw.rolls]


def test_a_row_comes_with_its_dice():
    rolled = tables.roll(Book.tables["weather"], Typed([2]))
    assert (rolled.row.slug, rolled.total, rolled.count, rolled.seed) == ("dry", 2, None, None)


def test_a_row_says_how_many_by_dice():
    rolled = tables.roll(Book.tables["weather"], Typed([5, 6]))
    assert (rolled.row.slug, rolled.number, rolled.count) == ("rain", (3,), 3)


def test_a_row_leads_on_to_another_table():
    rolls = tables.roll_through(Book, "weather", Typed([6, 4, 4, 1, 2]))
    assert [(roll.row.slug, roll.dice, roll.count) for roll in rolls] == [("worse", (6,), None), ("snow", (4, 4), 3)]


def test_a_die_too_few_is_said():
    with pytest.raises(BadDice):
        tables.roll_through(Book, "weather", Typed([6, 4]))


def test_the_same_seed_rolls_the_same():
    assert tables.roll_through(Book, "weather", Thrown("camp")) == tables.roll_through(Book, "weather", Thrown("camp"))
    assert result(throw_of(roll="weather", seed="camp")) == result(throw_of(roll="weather", seed="camp"))


def test_typed_dice_are_looked_up_and_have_no_seed():
    throw = throw_of(roll="weather", dice="6 1 1")
    assert result(throw) == [("weather", "worse", (6,), None), ("storm", "hail", (1, 1), None)]
    assert (throw.seed, throw.words, throw.error) == (None, "6 1 1", None)


@pytest.mark.parametrize("dice", ["7", "0", "x", "-1", "1 1", "6 1", "9" * 300, "1,5;2"])
def test_typed_dice_that_cannot_have_fallen_are_an_error(dice):
    throw = throw_of(roll="weather", dice=dice)
    assert throw.error is not None
    assert (throw.rolls, bool(throw)) == ((), True)


@pytest.mark.parametrize("query", [{}, {"roll": "chess"}, {"roll": ""}, {"seed": "camp"}])
def test_nothing_is_rolled_where_no_table_is_named(query):
    throw = throw_of(**query)
    assert (bool(throw), throw.rolls, throw.by_table) == (False, (), {})


def test_the_proof_names_every_die():
    throw = throw_of(roll="weather", seed="camp")
    sides = ",".join(f"1D{one}" for _value, one in throw.dice)
    assert throw.proof == "seed=camp&dice=" + sides.replace(",", "%2C")
    again = Thrown("camp")
    assert [again.d(one) for _value, one in throw.dice] == [value for value, _sides in throw.dice]


def test_a_roll_without_a_seed_is_sent_on_with_one():
    sent = throws.redirect_with_seed(
        RequestFactory().get("/table/", {"roll": "weather", "n": "4", "dice": " "}), Book.tables
    )
    assert sent["Location"].startswith("/table/?roll=weather&n=4&seed=")
    assert sent["Location"].endswith("#table-weather")


@pytest.mark.parametrize(
    "query", [{}, {"roll": "chess"}, {"roll": "weather", "seed": "a"}, {"roll": "weather", "dice": "3"}]
)
def test_other_requests_are_not_sent_on(query):
    assert throws.redirect_with_seed(RequestFactory().get("/table/", query), Book.tables) is None
