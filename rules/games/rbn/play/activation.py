"""How hostile elements act: the nine steps of the book's chart, walked with yes and no (RBN p. 44)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.games.rbn.play.book import kit_data
from rules.text import Text

YES, NO, ENGAGED = "yes", "no", "engaged"
LETTERS = {"y": YES, "n": NO, "e": ENGAGED}
FIRST, ENGAGED_STEP = 1, 3  # where the chart begins; where it asks whether it is in melee
MOVE, MELEE, SHOT = "move", "melee", "shot"


@dataclass(frozen=True, slots=True)
class ChartStep:
    """A step of the chart.

    ask   -- what is asked there; empty where the chart only goes on
    ways  -- {answer: the number of the next step}
    then  -- the next step where nothing is asked; None at the end
    at    -- what is done: "move", "melee", "shot" or ""
    """

    number: int
    text: Text
    ask: Text
    ways: Mapping[str, int]
    then: int | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Walk:
    """How far the chart was walked.

    steps    -- those that were come to, in order
    letters  -- the answers that led there
    question -- the one that is open; empty at the end
    answers  -- [(letters that lead on, "yes" or "no" or "engaged")] of the open question
    """

    steps: tuple[ChartStep, ...]
    letters: str
    question: Text
    answers: tuple[tuple[str, str], ...]


@cache
def chart() -> dict[int, ChartStep]:
    """The nine steps by their numbers."""
    return {number: as_step(number, row) for number, row in enumerate(kit_data()["activation"], start=1)}


def as_step(number: int, row: dict[str, Any]) -> ChartStep:
    ways = {answer: row[answer] for answer in (YES, NO, ENGAGED) if answer in row}
    ask = row.get("ask", row["text"] if ways else {})
    return ChartStep(number, Text(**row["text"]), Text(**ask), ways, row.get("then"), row.get("at", ""))


def walk(shoots: bool | None, letters: str = "") -> Walk:
    """The way through the chart by answers: letters y, n and e (in melee already); it ends at one that is none.

    shoots -- whether it has a weapon with a range; None: the chart asks
    """
    steps, used = [chart()[FIRST]], ""
    while True:
        here = steps[-1]
        letter = letters[len(used) : len(used) + 1]
        if here.number == FIRST and shoots is False:
            steps.append(chart()[here.ways[NO]])
        elif not here.ways and here.then:
            steps.append(chart()[here.then])
        elif letter and letter in ways_on(here, shoots):
            steps.append(chart()[ways_on(here, shoots)[letter][1]])
            used += letter
        else:
            break
    answers = tuple((used + letter, answer) for letter, (answer, _next) in ways_on(here, shoots).items())
    return Walk(tuple(steps), used, question(here, shoots), answers)


def ways_on(step: ChartStep, shoots: bool | None) -> dict[str, tuple[str, int]]:
    """{letter: (the answer, the next step)}; one that is known to shoot is only asked whether it is in melee."""
    if step.number == FIRST and shoots:
        return {"e": (YES, step.ways[ENGAGED]), "y": (NO, step.ways[YES])}
    return {letter: (answer, step.ways[answer]) for letter, answer in LETTERS.items() if answer in step.ways}


def question(step: ChartStep, shoots: bool | None) -> Text:
    return chart()[ENGAGED_STEP].ask if step.number == FIRST and shoots else step.ask
