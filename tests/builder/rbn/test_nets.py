"""Nets: a die for each figure under the template."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from rules.games.rbn.play.nets import NET, throw_net
from rules.games.rbn.play.shooting import SHOOT
from tests import make
from tests.builder.rbn.duels import chances, duel, notes, read

LOSES = "loses all actions of its next activation"
SLAVERS = {"faction": "esclavagistes"}


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def thrown(context, **fields):
    return throw_net(context, {"unit": "0/0.0"} | fields)


def test_a_capture_net_takes_the_next_actions_on_3():
    context = duel(make.fighter(equipment="filet-de-capture"), make.fighter(name="Ajax"), make.fighter(name="Dax"))
    attempt = thrown(context, target2="1/1.0")
    assert (attempt.dice, chances(attempt)) == (
        "2D6",
        {"1-2: nothing": Fraction(1, 3), f"3-6: {LOSES}": Fraction(2, 3)},
    )
    assert read(attempt, 2, 3) == (
        [("2", "Ajax: nothing"), ("3", f"Dax: {LOSES}")],
        {f"Dax: {LOSES}": "set 1/1.0/netted 1", "Capture net: used": "set 0/0.0/used-filet-de-capture 1"},
    )


def test_of_two_nets_the_second_is_thrown_next_and_both_once():
    def second(*used):
        marks = {f"0/0.0/used-filet-de-capture{one}": 1 for one in used}
        attempt = thrown(duel(make.fighter(equipment=["filet-de-capture"] * 2), make.fighter(name="Ajax"), marks=marks))
        return [*read(attempt, 2)[1].values()], "Weapon already used." in notes(attempt)

    assert second() == (["set 0/0.0/used-filet-de-capture 1"], False)
    assert second("") == (["set 0/0.0/used-filet-de-capture-2 1"], False)
    assert second("", "-2") == ([], True)


def test_a_net_launcher_holds_for_good_on_6():
    context = duel(make.vehicle("leger", "lance-filet"), make.fighter(name="Ajax"), header=SLAVERS)
    lines, proposed = read(thrown(context), 6)
    assert lines == [("6", "Ajax: immobilised for the battle, a casualty")]
    assert proposed == {
        "Ajax: immobilised for the battle, a casualty": "set 1/0.0/out 1",
        "Net launcher: used": "set 0/0.0/used-lance-filet 1",
    }
    assert read(thrown(context), 5)[0] == [("5", f"Ajax: {LOSES}")]


def test_only_who_has_a_net_throws_one_and_nobody_shoots_with_it():
    context = duel((make.vehicle("leger", "lance-filet"), make.fighter()), make.fighter(), header=SLAVERS)
    assert [NET.suits(context.battle, path) for path in ("0/0.0", "0/1.0")] == [True, False]
    assert not SHOOT.suits(context.battle, "0/0.0")
    assert thrown(context, unit="0/1.0").dice == ""
