"""What mends the illegal lists of tests/rosters: in how many edits `mended` does, else what an exhaustive search finds.

`python -m tests.mendable` writes tests/rosters/mendable.json: {name: a number of edits, else the commands of at most
three offered edits that mend it, else what was searched in vain}. All pairs of edits are tried; all triples where there
are few, else those after the pairs that leave least to mend. It takes some minutes.
"""

import json
import os
from heapq import nsmallest
from itertools import chain
from pathlib import Path

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()

from builder.proposals.mending import mended
from builder.proposals.moves import Limits
from builder.proposals.state import State, excess
from builder.proposals.ways import adds
from tests.builder.offered import load_roster
from tests.rosters.test_rosters import EXPECTED, READ

FILE = Path(__file__).parent / "rosters" / "mendable.json"
ILLEGAL = [name for name, expected in EXPECTED.items() if not expected["legal"]]
THIRD, MOST_TRIPLES = 10, 400_000  # pairs after which a third edit is tried where there would be more triples
EVERYTHING = Limits(trials=10**9)


def following(state):
    moves = state.moves
    for move in (*moves.of_head(), *moves.of_list(), *moves.of_units()):
        if step := state.after(move):
            yield step


def is_mended(start, state):
    return state.loaded.verdict.legal and not adds(start, state)


def searched(loaded):
    """The commands of at most three edits that mend a list, or in words what was searched in vain."""
    start = State(loaded, limits=EVERYTHING)
    firsts = list(following(start))
    edits = len(firsts)
    seconds = (step for state in firsts for step in following(state))
    pairs = edits**2 if edits**3 <= MOST_TRIPLES else THIRD
    best = nsmallest(pairs, stopping(start, chain(firsts, seconds)), key=what_is_left)
    thirds = (step for state in best for step in following(state))
    found = next((state for state in chain(best, thirds) if is_mended(start, state)), None)
    if found:
        return [move.command for move in found.steps]
    tried = "all triples" if pairs > THIRD else f"all pairs, triples after {THIRD} pairs"
    return f"{edits} edits at first: {tried}"


def stopping(start, states):
    """The states up to the first that is mended."""
    for state in states:
        yield state
        if is_mended(start, state):
            return


def what_is_left(state):
    errors = state.loaded.verdict.errors
    return len(errors), excess(errors)


def write():
    answers = {}
    for name in ILLEGAL:
        loaded = load_roster(READ[name])
        state = mended(loaded)
        answers[name] = len(state.steps) if state.loaded.verdict.legal else searched(loaded)
        print(name, answers[name], flush=True)
        FILE.write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
