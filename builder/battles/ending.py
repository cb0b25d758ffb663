"""How a battle ends: the result that the scenario's conditions propose, and the one that the players enter."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from builder.battles.document import OUTCOMES, BattleDocument, Result, SideResult
from builder.battles.marks import Fields
from builder.battles.spec import Condition
from builder.lists.edits import BadEdit
from builder.wording import clean
from rules.text import _

MOST_POINTS = 99_999
LONGEST_FEATS = LONGEST_NOTES = 5_000


def proposed_result(battle: BattleDocument, condition: Condition | None) -> Result:
    """What the end form shows first: the result as entered, else that of the conditions, else nothing for each side."""
    proposed: Sequence[SideResult] = condition.sides if condition else ()
    if battle.result is not None:
        both = zip_longest(battle.result.sides, proposed[: len(battle.result.sides)])
        proposed = [entered if new is None else entered_over(entered, new) for entered, new in both]
    missing = [SideResult()] * (len(battle.sides) - len(proposed))  # of who joined since
    return Result((*proposed[: len(battle.sides)], *missing), battle.result.notes if battle.result else "")


def entered_over(entered: SideResult, proposed: SideResult) -> SideResult:
    """What was entered, with what the game keeps as the marks say now; of a battle that goes on, only the feats."""
    if entered.outcome or entered.points is not None:
        return replace(entered, facts=proposed.facts)
    return replace(proposed, feats=entered.feats)


def entered_result(battle: BattleDocument, proposed: Result, fields: Fields) -> Result:
    """The result in the fields `outcome-0`, `points-0`, `feats-0` ... and `notes` of a form. Raises `BadEdit`.

    What the game keeps of a side (`SideResult.facts`) comes from `proposed`.
    """
    sides = tuple(entered_side(side, fields, number) for number, side in enumerate(proposed.sides))
    return Result(sides, text_of(fields.get("notes", ""), LONGEST_NOTES))


def entered_side(proposed: SideResult, fields: Fields, number: int) -> SideResult:
    outcome = fields.get(f"outcome-{number}", "")
    return replace(
        proposed,
        outcome=outcome if outcome in OUTCOMES else "",
        points=points_of(fields.get(f"points-{number}", "")),
        feats=text_of(fields.get(f"feats-{number}", ""), LONGEST_FEATS),
    )


def points_of(words: str) -> int | None:
    """Points as typed; None for an empty field."""
    words = words.strip()
    digits = words.removeprefix("-")
    if not words:
        return None
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_POINTS))):
        raise BadEdit(_("Points are a number between {least} and {most}."), least=-MOST_POINTS, most=MOST_POINTS)
    return int(words)


def text_of(words: str, longest: int) -> str:
    """A text of several lines as it is kept."""
    return "\n".join(clean(line) for line in words.strip().splitlines())[:longest]
