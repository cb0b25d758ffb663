"""What was ticked on paper is entered at once."""

import pytest

from builder.battles.marks import SHARED_COMMANDS, MarkContext, perform
from builder.lists.edits import BadEdit
from rules.play.battle import BOXES, WORDS, BattleDocument, BattleSide, BattleUnit, Marker
from rules.text import Text

MARKERS = (
    Marker("wounds", Text("w", "w"), BOXES, most=3),
    Marker("out", Text("o", "o")),
    Marker("seat", Text("s", "s"), WORDS),
)
UNIT = BattleUnit("0.0", Text("Maud", "Maud"), markers=MARKERS)
BATTLE = BattleDocument("rbn", sides=(BattleSide(units=(UNIT,)), BattleSide(units=(UNIT,))), marks={"0/0.0/out": 1})


def filled_in(fields, **who):
    return perform(SHARED_COMMANDS, MarkContext(BATTLE, fields=fields, **who), "fill-in")


def test_all_fields_that_say_something_new_are_one_mark():
    fields = {"0/0.0/wounds=0": "2", "1/0.0/wounds=0": "9", "0/0.0/out=1": "0", "0/0.0/seat=": " Mira "}
    assert filled_in(fields) == {"0/0.0/wounds": 2, "1/0.0/wounds": 3, "0/0.0/out": 0, "0/0.0/seat": "Mira"}


def test_a_field_that_says_what_it_showed_changes_nothing():
    assert filled_in({"0/0.0/out=0": "0", "0/0.0/wounds=3": "3", "0/0.0/wounds=2": "", "revision": "7"}) == {}


@pytest.mark.parametrize("fields", [{"0/0.0/wounds=0": "x"}, {"0/0.0/wounds=0": "1e3"}])
def test_a_number_is_due(fields):
    with pytest.raises(BadEdit):
        filled_in(fields)


def test_what_is_not_on_the_table_is_left_out():
    assert filled_in({"0/9.0/wounds=0": "1", "others/4/out=0": "1"}) == {}


def test_each_player_fills_in_their_own():
    with pytest.raises(BadEdit):
        filled_in({"1/0.0/wounds=0": "1"}, sides=(0,), host=False)
    assert filled_in({"1/0.0/wounds=0": "1"}, sides=(1,), host=False) == {"1/0.0/wounds": 1}
