"""The roller of the dice page: what a roll counts, its exact chances, the games' own rolls, addresses of any kind."""

from fractions import Fraction

import pytest

from builder.dice.roller import LEAST, MISSES, MOST, ONES, Roll
from rules.loading import catalogue
from rules.play.dice import Thrown, Typed, die
from rules.registry import GAMES

pytestmark = pytest.mark.django_db
FIVES = {"number": 2, "sides": 6, "way": LEAST, "need": 5, "again": "", "roll": "camp"}


def chances(**fields):
    return {value: (exactly, more) for value, exactly, more in Roll(**fields).rows()}


def test_two_dice_against_a_rep_of_4_pass_as_the_book_counts():
    """16, 16 and 4 throws of 36 (Chain Reaction: a die passes when it is no higher than REP)."""
    passes = chances(number=2, need=4, way=MOST)
    assert {n: exactly for n, (exactly, _more) in passes.items()} == {
        0: Fraction(4, 36), 1: Fraction(16, 36), 2: Fraction(16, 36),
    }  # fmt: skip
    assert passes[1][1] == Fraction(32, 36)


def test_a_six_may_count_twice():
    assert chances(number=1, need=4, twice=True) == {
        0: (Fraction(1, 2), 1), 1: (Fraction(1, 3), Fraction(1, 2)), 2: (Fraction(1, 6), Fraction(1, 6)),
    }  # fmt: skip


@pytest.mark.parametrize(("again", "fails"), [("", Fraction(4, 6)), (ONES, Fraction(22, 36)), (MISSES, Fraction(4, 9))])
def test_what_is_rolled_again_changes_the_chances(again, fails):
    assert chances(number=1, need=5, again=again)[0][0] == fails


@pytest.mark.parametrize("again", ["", ONES, MISSES])
@pytest.mark.parametrize("need", [None, 1, 4, 6])
@pytest.mark.parametrize("way", [LEAST, MOST])
def test_chances_add_up_to_one(again, need, way):
    rows = Roll(5, 6, need, way, True, again).rows()
    assert (sum(exactly for _value, exactly, _more in rows), rows[0][2]) == (1, 1)


def test_without_a_need_the_dice_are_added_up():
    assert Roll(3).roll(Typed([2, 6, 1])).total == 9
    assert chances(number=2)[7][0] == Fraction(6, 36)
    assert Roll(40, 100).rows() == []


@pytest.mark.parametrize(
    ("again", "dice", "total", "ones"),
    [("", [1, 5, 6], 3, 1), (ONES, [1, 5, 6, 5], 4, 0), (ONES, [1, 5, 6, 1], 3, 1), (MISSES, [4, 1, 6, 6, 2], 4, 0)],
)
def test_the_second_roll_holds(again, dice, total, ones):
    rolled = Roll(3, 6, 5, LEAST, True, again).roll(Typed(dice))
    assert (rolled.total, rolled.ones) == (total, ones)


def test_a_roll_is_thrown_from_its_seed_and_can_be_checked(client):
    page = client.get("/dice/", FIVES)
    rolled = page.context["rolled"]
    assert rolled.first == (die("camp", 0, 6), die("camp", 1, 6))
    checked = client.get(f"/dice/?{page.context['proof']}").context["rows"]
    assert [value for _index, _sides, value in checked] == list(rolled.first)


def test_the_button_draws_a_new_seed(client):
    first, second = (client.get("/dice/", FIVES | {"roll": ""})["Location"] for _turn in range(2))
    assert first != second
    assert client.get(first).context["rolled"].roll == Roll(2, 6, 5)


@pytest.mark.parametrize(
    "bad", [{"number": 0}, {"number": 41}, {"number": "x"}, {"sides": 7}, {"need": 7}, {"way": "x"}, {"again": "x"}]
)
def test_what_is_no_roll_is_said_at_its_field_and_rolls_nothing(client, bad):
    page = client.get("/dice/", FIVES | bad)
    assert (page.status_code, "rolled" in page.context, b"field-error" in page.content) == (400, False, True)


def test_every_roll_of_every_book_is_one_of_the_page(client):
    offered = []
    for slug in GAMES:
        page = client.get("/dice/", {"game": slug})
        assert len(page.context["rolls"]) == len(catalogue(slug).rolls)
        for row, query in page.context["rolls"]:
            offered.append((slug, row.slug, client.get(f"/dice/?{query}").context["roll"]))
    assert offered[:4] == [
        ("rbn", "shot", Roll(3, 6, 4, LEAST, True)),
        ("rbn", "melee", Roll(3, 6, 4, LEAST, True)),
        ("first-wave", "shot", Roll(3, 6, 4, LEAST, True)),
        ("first-wave", "melee", Roll(3, 6, 4, LEAST, True)),
    ]
    assert offered[4:] == [
        ("chain-reaction", "test", Roll(2, 6, 4, MOST)), ("chain-reaction", "shot", Roll(3, 6, 4)),
    ]  # fmt: skip


def test_a_game_whose_dice_have_no_printed_faces_says_so(client):
    page = client.get("/dice/", {"game": "reichbusters"}, headers={"accept-language": "en"}).content.decode()
    assert "doesn’t describe its dice faces" in page
    assert Roll().roll(Thrown("x")).total
