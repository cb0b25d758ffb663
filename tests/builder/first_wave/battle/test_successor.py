"""The successor of the third scenario: sealed, so that nobody reads or changes the name, and revealed."""

import hashlib

import pytest

from builder.web.keys import new_key
from rules.games.first_wave.play.lineage import chief_is_out, is_proven, may_name, opened, sealed
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make

TWO = (
    fought.group(make.fighter(name="Ada"), make.fighter(name="Cleo"), name="A"),
    fought.group(make.fighter(name="Bob"), name="B"),
)
LINEAGE = "assassinat-de-la-ligne"


def battle(*commands):
    return fought.marked(fought.battle(*TWO, scenario=LINEAGE), *commands)


def test_anybody_can_work_out_a_seal():
    assert sealed("00ff", "Ada (#2)") == hashlib.sha256(b"00ff/Ada (#2)").hexdigest()


def test_only_its_key_opens_a_seal():
    key = new_key()
    one = battle(f"say 1/step-seal {sealed(key, 'Cleo (#3)')}")
    assert (opened(one, 1, key), opened(one, 1, new_key()), opened(one, 0, key)) == ("0/2.0", None, None)


def test_the_same_name_has_another_seal_each_time():
    assert sealed(new_key(), "Ada (#2)") != sealed(new_key(), "Ada (#2)")


def test_a_revealed_name_is_proven_by_its_key():
    seal = f"say 1/step-seal {sealed('k1', 'Ada (#2)')}"
    revealed = ("say 1/successor Ada (#2)", "say 1/step-seal-key k1")
    assert is_proven(battle(seal, *revealed), 1)
    assert not is_proven(battle(seal, "say 1/successor Cleo (#3)", "say 1/step-seal-key k1"), 1)
    assert not is_proven(battle(seal, "say 1/successor Ada (#2)"), 1)
    assert not is_proven(battle(), 1)


@pytest.mark.parametrize(
    ("marks", "may"),
    [
        ((), True),
        (("say 0/step-seal abc",), True),
        (("set 1/0.0/out 1",), True),
        (("say 0/step-seal abc", "set 1/0.0/out 1"), False),
        (("say 0/step-seal abc", "set 1/1.0/out 1"), False),
        (("say 0/step-seal abc", "set 0/0.0/out 1"), True),
    ],
)
def test_a_sealed_name_stays_once_somebody_facing_it_is_out(marks, may):
    assert may_name(battle(*marks), 0) == may


def test_the_chief_facing_a_side():
    one = battle("set 1/0.0/wounds 3")
    assert (chief_is_out(one, 0), chief_is_out(one, 1)) == (True, False)
