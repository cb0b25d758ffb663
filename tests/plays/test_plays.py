"""Actions of battles as the books have them: dice, reasons, exact chances, and what dice that fell mark."""

import json
from pathlib import Path

import pytest
from django.utils.translation import override

from builder.battles import marks
from builder.battles.spec import BATTLES
from tests import make
from tests.plays import playing

FILES = {file.stem: json.loads(file.read_text("utf-8")) for file in sorted(Path(__file__).parent.glob("*.json"))}
CASES = {f"{stem}/{number}": (file, case) for stem, file in FILES.items() for number, case in enumerate(file["cases"])}
KEYS = {"why", "lists", "scenario", "roles", "against", "teams", "marks", "action", "step", "fields", "expect", "rolls"}


@pytest.fixture(autouse=True)
def bestiary_of_the_files(monkeypatch):
    """Commands that put somebody on the table read the book of the files, not a database."""
    monkeypatch.setattr(marks, "catalogue", lambda game, _edition: make.catalogue(game))


@pytest.mark.parametrize("stem", FILES)
def test_actions_come_to_what_the_book_says(stem):
    file = FILES[stem]
    with override("en"):
        for number, case in enumerate(file["cases"]):
            case_name = f"{stem}/{number}: {case['why']}"
            assert case.keys() <= KEYS, case_name
            context = playing.context_of(file["game"], file["lists"], case)
            attempt = playing.attempted(context, case)
            before = playing.before_dice(attempt) if attempt else playing.without_action(context)
            expected = case.get("expect", {})
            if "rules" in expected:
                before["rules"] = playing.rules(context, case, attempt)
            assert {key: before[key] for key in expected} == expected, case_name
            for roll in case.get("rolls", ()):
                outcome = playing.outcome(attempt, roll["dice"])
                assert {key: outcome[key] for key in roll} == roll, case_name


def test_every_case_says_why_and_where_it_stands_in_the_book():
    assert [
        name for name, (_file, case) in CASES.items() if "p. " not in case["why"] and "chapter" not in case["why"]
    ] == []


@pytest.mark.parametrize("game", ["rbn", "first-wave", "chain-reaction", "reichbusters", "of-the-dead"])
def test_every_action_of_a_game_is_played(game):
    played = {case.get("action") for file, case in CASES.values() if file["game"] == game}
    assert BATTLES[game].actions.keys() <= played
