"""How hostile elements act: the nine steps of the book's chart, walked with yes and no (RBN p. 44)."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from rules.text import Text

YES, NO, ENGAGED = "yes", "no", "engaged"
LETTERS = {"y": YES, "n": NO, "e": ENGAGED}
FIRST = 1  # where the chart begins
MOVE, MELEE, SHOT = "move", "melee", "shot"


@dataclass(frozen=True)
class ChartStep:
    """A step of the chart.

    ask   -- what is asked there, where that is not all of its text
    yes, no, engaged -- the next step by the answer; 0 for one that cannot be given
    then  -- the next step where nothing is asked; 0 at the end
    at    -- what is done: "move", "melee", "shot" or ""
    number -- its place in the chart, from 1
    """

    text: Text
    ask: Text = Text()
    yes: int = 0
    no: int = 0
    engaged: int = 0
    then: int = 0
    at: Literal["", "move", "melee", "shot"] = ""
    number: int = 0

    @property
    def ways(self) -> dict[str, int]:
        """{answer: the number of the next step}"""
        ways = {YES: self.yes, NO: self.no, ENGAGED: self.engaged}
        return {answer: step for answer, step in ways.items() if step}

    @property
    def question(self) -> Text:
        return self.ask or (self.text if self.ways else Text())


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


@dataclass(frozen=True, kw_only=True)
class ActivationBook:
    """How hostile elements act.

    order   -- who is the next; ignored: what those that are not heavy do not mind; solo: of a game alone
    steps   -- of the chart, as the book counts them
    """

    cite: str
    order: Text
    ignored: Text
    solo: Text
    steps: tuple[ChartStep, ...]

    @cached_property
    def chart(self) -> dict[int, ChartStep]:
        """The steps by their numbers."""
        return {number: replace(step, number=number) for number, step in enumerate(self.steps, start=1)}

    def walk(self, shoots: bool | None, letters: str = "") -> Walk:
        """The way through the chart by answers: letters y, n and e (in melee already); it ends at one that is none.

        shoots -- whether it has a weapon with a range; None: the chart asks
        """
        chart = self.chart
        steps, used = [chart[FIRST]], ""
        while True:
            here = steps[-1]
            letter = letters[len(used) : len(used) + 1]
            if here.number == FIRST and shoots is False:
                steps.append(chart[here.ways[NO]])
            elif not here.ways and here.then:
                steps.append(chart[here.then])
            elif letter and letter in ways_on(here, shoots):
                steps.append(chart[ways_on(here, shoots)[letter][1]])
                used += letter
            else:
                break
        answers = tuple((used + letter, answer) for letter, (answer, _next) in ways_on(here, shoots).items())
        return Walk(tuple(steps), used, self.question(here, shoots), answers)

    def question(self, step: ChartStep, shoots: bool | None) -> Text:
        """What is asked at a step; of one that shoots the first asks only what the third does."""
        return self.chart[step.no].question if step.number == FIRST and shoots else step.question


def ways_on(step: ChartStep, shoots: bool | None) -> dict[str, tuple[str, int]]:
    """{letter: (the answer, the next step)}; one that is known to shoot is only asked whether it is in melee."""
    if step.number == FIRST and shoots:
        return {"e": (YES, step.ways[ENGAGED]), "y": (NO, step.ways[YES])}
    return {letter: (answer, step.ways[answer]) for letter, answer in LETTERS.items() if answer in step.ways}
