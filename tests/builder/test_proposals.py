"""Ways out and mended lists give exactly what they promise, in every game."""

import pytest

from builder.lists.commands import perform
from builder.lists.offers import moved
from builder.proposals.mending import State, adds, answer, mended, ways_out
from builder.proposals.moves import Moves
from rules.document import read
from rules.registry import GAMES
from tests.builder.offered import all_offers, load_roster
from tests.rosters.test_rosters import EXPECTED, READ

ILLEGAL = [name for name, expected in EXPECTED.items() if not expected["legal"]]
of_every_game = pytest.mark.parametrize("game", GAMES)
of_every_illegal_list = pytest.mark.parametrize("name", ILLEGAL)


def replayed(loaded, state):
    """The list after the commands of a proposal."""
    for move in state.steps:
        loaded = loaded.with_document(perform(loaded, move.command, {}))
    return loaded


@of_every_game
def test_every_offer_is_a_move_with_a_sentence(game):
    for name in (name for name in READ if name.startswith(f"{game}/")):
        loaded = load_roster(READ[name])
        moves = {move.command: str(move.message) for move in Moves(loaded).everything()}
        offers = {offer.command for offer in all_offers(loaded) if not offer.taken}
        assert {command for command in offers - moves.keys() if not command.startswith("draw-")} == set()
        assert all(moves.values())


@of_every_illegal_list
def test_a_way_out_removes_its_finding_and_adds_none(name):
    loaded = load_roster(READ[name])
    for finding in loaded.verdict.findings:
        ways = ways_out(loaded, finding)
        assert len(ways) <= 3
        for way in ways:
            after, index = replayed(loaded, way), finding.unit
            for state, move in zip((State(loaded), way.came_from), way.steps, strict=False):
                index = index if index is None else state.where(move)(index)
            gone = index is None and finding.unit is not None
            assert after.verdict == way.loaded.verdict
            assert gone or finding._replace(unit=index) not in after.verdict.findings
            assert not adds(State(loaded), way)


@of_every_illegal_list
def test_a_mended_list_is_what_its_edits_make_and_has_no_new_finding(name):
    loaded = load_roster(READ[name])
    state = mended(loaded)
    promised = answer(state)
    before, at = State(loaded).broken, loaded
    for move in state.steps:
        before = moved(before, State(at).where(move))
        at = at.with_document(perform(at, move.command, {}))
    after = load_roster(promised["document"])
    assert read(at.data, GAMES) == after.document
    assert {*State(after).broken} <= {*before}
    assert promised["lost"] == max(0, (loaded.verdict.total or 0) - (after.verdict.total or 0))
    assert set(promised["left"]) == {error.rule.id for error in after.verdict.errors}
    assert len(promised["edits"]) == len(state.steps)
