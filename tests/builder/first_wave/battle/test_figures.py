"""Who gets the credit for whoever is eliminated."""

import pytest

from rules.games.first_wave.play.figures import marks_of
from rules.play.dice_book import effect
from tests.builder.first_wave.battle.duels import duel
from tests.rules.first_wave import make

ADA = "0/0.0"


def commands(*slugs, side="others", scenario="diversion", **marks):
    context = duel(make.fighter(name="Ada"), scenario=scenario, marks={f"{ADA}/{key}": n for key, n in marks.items()})
    effects = [effect(make.catalogue(), slug) for slug in slugs]
    return [str(mark) for mark in marks_of(context.battle, ADA, effects, side)]


def test_whom_an_npc_eliminates_is_eaten_in_diversion():
    assert commands("eliminated") == [f"set {ADA}/eaten 1"]
    assert commands("eliminated", scenario="pouvoir") == [f"set {ADA}/out 1"]


def test_a_survivor_eliminates_without_that():
    assert commands("eliminated", side="1") == [f"set {ADA}/out 1"]
    assert commands("wounded", side="1", wounds=2) == [f"add {ADA}/wounds 1"]


@pytest.mark.parametrize(
    ("before", "after"),
    [(1, [f"add {ADA}/wounds 1"]), (2, [f"add {ADA}/wounds 1", f"set {ADA}/eaten 1"])],
)
def test_the_last_wound_by_an_npc_eliminates(before, after):
    assert commands("wounded", wounds=before) == after
