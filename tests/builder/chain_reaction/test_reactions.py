"""The paths of the tests of play: every throw in every situation leads somewhere, and where the book says."""

from itertools import product
from typing import NamedTuple

import pytest

from builder.games.chain_reaction import reactions
from rules.games.chain_reaction.odds import pass_odds
from rules.games.chain_reaction.play.book import play_of
from tests import make

FAST, NORMAL, STILL = "fast", "normal", "still"


class Situation(NamedTuple):
    """How a figure stands that is shot at or charged; `near`: cover within 3 inches."""

    passes: int
    cover: bool = False
    outgunned: bool = False
    flank: bool = False
    move: str = NORMAL
    near: bool = False


HOLDS = {
    "in cover": lambda at: at.cover,
    "in the open": lambda at: not at.cover,
    "outgunned": lambda at: at.outgunned,
    "from flank or rear": lambda at: at.flank,
    "else": lambda at: True,
    "outgunned, moving fast, cover within 3″": lambda at: at.outgunned and at.move == FAST and at.near,
    "outgunned, normal move": lambda at: at.outgunned and at.move == NORMAL,
    "outgunned, not moving fast": lambda at: at.outgunned and at.move != FAST,
}
SITUATIONS = [
    Situation(*one)
    for one in product((0, 1, 2), (True, False), (True, False), (True, False), (FAST, NORMAL, STILL), (True, False))
]


def result(test, at):
    """What the first branch says whose situations hold; None where the branches have a hole."""
    play = play_of(make.catalogue("chain-reaction"))
    for branch in play.tests[test].branches:
        if branch.passes == at.passes and all(HOLDS[play.situations[slug].text.en](at) for slug in branch.when):
            return play.effects[branch.effect].text.en
    return None


@pytest.mark.parametrize("test", [reactions.SHOT_AT, reactions.CHARGED])
def test_every_throw_in_every_situation_leads_somewhere(test):
    assert [at for at in SITUATIONS if result(test, at) is None] == []


def test_two_passes_of_rep_4_are_16_throws_of_36():
    assert (dict(pass_odds(4).ways)[2], pass_odds(4).out_of) == (16, 36)


@pytest.mark.parametrize(
    ("test", "at", "words"),
    [
        (reactions.SHOT_AT, Situation(2, cover=True), "shoots back at full REP"),
        (reactions.SHOT_AT, Situation(2, cover=True, flank=True), "shoots back at full REP"),
        (reactions.SHOT_AT, Situation(2, cover=True, outgunned=True), "shoots back at REP −1"),
        (reactions.SHOT_AT, Situation(1, cover=True), "shoots back at REP −1"),
        (reactions.SHOT_AT, Situation(1, outgunned=True, flank=True), "goes prone"),
        (reactions.SHOT_AT, Situation(2, outgunned=True, move=STILL), "finishes its move"),
        (reactions.SHOT_AT, Situation(2, outgunned=True, move=FAST), "finishes its move"),
        (reactions.SHOT_AT, Situation(2, outgunned=True, move=FAST, near=True), "dives"),
        (reactions.CHARGED, Situation(2, cover=True), "stays, shoots normally, then fights"),
        (reactions.CHARGED, Situation(2, cover=True, outgunned=True), "stays, shoots normally, then fights"),
        (reactions.CHARGED, Situation(2, cover=True, flank=True), "turns to face, fights its first turn at REP −1"),
        (reactions.CHARGED, Situation(2, outgunned=True, move=STILL), "dives"),
    ],
)
def test_what_a_throw_leads_to(test, at, words):
    assert result(test, at) == words
