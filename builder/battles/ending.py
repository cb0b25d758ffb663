"""How a battle ends: the result that the scenario's conditions propose, and the one that the players enter."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from builder.battles.marks import Fields
from builder.battles.spec import Condition
from builder.lists.edits import BadEdit
from builder.wording import clean, isolated
from rules.play.actions import Choice, Words
from rules.play.battle import DRAWN, LOST, OUTCOMES, WON, BattleDocument, Result, SideResult
from rules.text import Message, Text, _

MOST_POINTS = 99_999
TOGETHER = {WON: _("Everyone wins"), LOST: _("Everyone loses"), DRAWN: _("A draw")}
ALONE = {WON: _("Victory"), LOST: _("Defeat"), DRAWN: _("A draw")}
NO_RESULT, NO_CHOICE = _("No result"), "-"
LONGEST_TEXT = 5_000


class ResultChoice(NamedTuple):
    """A field of the end form: what it is called, whose it is, its choices, those that are rare, what is chosen."""

    name: str
    title: str
    first: Sequence[Choice]
    rare: Sequence[Choice]
    chosen: str | None


def proposed_result(battle: BattleDocument, condition: Condition | None) -> Result:
    """What the end form shows first: the result as entered, else that of the conditions, else nothing for each side."""
    proposed: Sequence[SideResult] = condition.sides if condition else ()
    if battle.result is not None:
        pairs = zip_longest(battle.result.sides, proposed[: len(battle.result.sides)])
        proposed = [entered if new is None else entered_over(entered, new) for entered, new in pairs]
    missing = [SideResult()] * (len(battle.sides) - len(proposed))  # of who joined since
    return Result((*proposed[: len(battle.sides)], *missing), battle.result.notes if battle.result else "")


def entered_over(entered: SideResult, proposed: SideResult) -> SideResult:
    """What was entered, with what the game keeps as the marks say now; of a battle that goes on, only the feats."""
    if entered.outcome or entered.points is not None:
        return replace(entered, facts=proposed.facts)
    return replace(proposed, feats=entered.feats)


def entered_result(battle: BattleDocument, proposed: Result, fields: Fields) -> Result:
    """The result in the fields `outcome-0`, `points-0`, `feats-0` ... and `notes` of a form. Raises `BadEdit`.

    `winner` says it for all sides at once. What the game keeps of a side (`SideResult.facts`) comes from `proposed`.
    """
    winner, number = fields.get("winner", NO_CHOICE), len(proposed.sides)
    if winner in ("", *OUTCOMES, *map(str, range(number))):
        fields = {**fields, **{f"outcome-{side}": outcome_by(battle, winner, side) for side in range(number)}}
    firsts = [battle.team(side)[0] for side in range(number)]  # companions have one outcome
    sides = tuple(entered_side(side, fields, n, firsts[n]) for n, side in enumerate(proposed.sides))
    return Result(sides, text_of(fields.get("notes", "")))


def outcome_by(battle: BattleDocument, winner: str, side: int) -> str:
    """The outcome of a side where `winner` is the number of one whose team alone has won, else the outcome of all."""
    if winner.isdigit():
        return WON if side in battle.team(int(winner)) else LOST
    return winner


def result_choices(battle: BattleDocument, result: Result) -> list[ResultChoice]:
    """What the end form asks: who of two has won, how companions fared; of more opponents, how each fared."""
    firsts = [team[0] for team in battle.teams]
    names = (ALONE if len(battle.sides) == 1 else TOGETHER) | {"": NO_RESULT}
    if len(firsts) > 2:
        each = [Choice(word, text) for word, text in ALONE.items()], [Choice("", NO_RESULT)]
        outcomes = [(n, result.sides[n].outcome) for n in firsts]
        return [ResultChoice(f"outcome-{n}", name_of(battle, n), *each, outcome) for n, outcome in outcomes]
    wins = [] if len(firsts) == 1 else [Choice(str(n), choice_name(battle, n)) for n in firsts]
    usual = (DRAWN,) if wins else (WON, LOST)
    first = [*wins, *(Choice(word, names[word]) for word in usual)]
    rare = [Choice(word, text) for word, text in names.items() if word not in usual]
    return [ResultChoice("winner", "", first, rare, winner_of(battle, result))]


def choice_name(battle: BattleDocument, side: int) -> Text:
    """A side as a choice: its name, which is never looked up as a marked text."""
    name = isolated(name_of(battle, side))
    return Text(name, name)


def name_of(battle: BattleDocument, side: int) -> str:
    return battle.sides[side].name or f"#{side + 1}"


def winner_of(battle: BattleDocument, result: Result) -> str | None:
    """What `winner` would say of a result; None where it takes more words."""
    outcomes = [side.outcome for side in result.sides]
    numbers = range(len(outcomes))
    for winner in ("", *OUTCOMES, *map(str, numbers)):
        if outcomes == [outcome_by(battle, winner, number) for number in numbers]:
            return winner
    return None


def headline(battle: BattleDocument, result: Result) -> Words:
    """How a battle ended in a few words, the winner first, with points where each side has some; "" for no outcome."""
    winner = winner_of(battle, result) or ""
    if not winner.isdigit() or len(result.sides) == 1:
        return (ALONE if len(result.sides) == 1 else TOGETHER).get(outcome_by(battle, winner, 0), "")
    first, others = int(winner), [side.points for n, side in enumerate(result.sides) if n != int(winner)]
    scored = [result.sides[first].points, *sorted(others, key=lambda points: -(points or 0))]
    if None in scored:
        return Message(_("{name} wins"), {"name": name_of(battle, first)})
    values = {"name": name_of(battle, first), "points": "-".join(map(str, scored))}
    return Message(_("{name} wins {points}"), values)


def entered_side(proposed: SideResult, fields: Fields, number: int, first: int) -> SideResult:
    """The result of a side; `first`: of its team, which has the outcome of all of it."""
    outcome = fields.get(f"outcome-{first}", "")
    return replace(
        proposed,
        outcome=outcome if outcome in OUTCOMES else "",
        points=points_of(fields.get(f"points-{number}", "")),
        feats=text_of(fields.get(f"feats-{number}", "")),
    )


def points_of(words: str) -> int | None:
    """Points as typed; None for an empty field."""
    words = words.strip()
    digits = words.removeprefix("-")
    if not words:
        return None
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_POINTS))):
        raise BadEdit(_("Points: from {least} to {most}."), least=-MOST_POINTS, most=MOST_POINTS)
    return int(words)


def text_of(words: str) -> str:
    """A text of several lines as it is kept."""
    return "\n".join(clean(line) for line in words.strip().splitlines())[:LONGEST_TEXT]
