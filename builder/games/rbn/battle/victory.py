"""How a battle of two convoys ends by its scenario: its missions in words, and the grade (RBN p. 34)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.battles.spec import BattleContext, Condition
from builder.games.rbn.battle import merc_city
from rules.games.rbn.play import contests, missions
from rules.games.rbn.play.missions import SIDES, Mission
from rules.play.actions import Reason, Words
from rules.play.battle import DRAWN, SideResult
from rules.text import Message, _

BOTH_LOSE = "retour-compromis"


def condition(context: BattleContext) -> Condition | None:
    """The result that the scenario's missions give; None without a scenario or for another number of sides than two."""
    battle, catalogue = context.battle, context.catalogue
    scenario = catalogue.scenarios.get(battle.scenario or "")
    if scenario is None or len(battle.sides) != SIDES:
        return None
    main, cite = missions.main_missions(battle), str(scenario.cite)
    if main is None:
        return Condition([SideResult()] * SIDES, [Reason("", _("The scenario needs a role for each list"), cite)])
    secondary = [missions.secondary(battle, catalogue, side) for side in range(SIDES)]
    fulfilled = secondary if scenario.secondary_missions else []
    frozen = [missions.stands_by(battle, side) for side in range(SIDES)]
    won = frozen[::-1] if any(frozen) else [mission.fulfilled for mission in main]
    score, sides = merc_city.results(catalogue, scenario.slug, won, fulfilled or [False] * SIDES)
    if scenario.slug == BOTH_LOSE and missions.robot_is_out(battle) and not any(mission.fulfilled for mission in main):
        sides = tuple(replace(result, outcome=DRAWN) for result in sides)  # as many points: the book names no winner
    grade = [Reason("", score.grade, score.cite)] if score and score.grade else []
    results = [replace(result, points=mission.points) for result, mission in zip(sides, main, strict=True)]
    lines = *main_lines(context, main, cite), *secondary_lines(context, fulfilled), *frozen_lines(context, frozen)
    return Condition(results, [*lines, *grade])


def side_line(context: BattleContext, side: int, text: str, cite: str, more: Words = "") -> Reason:
    return Reason("", Message(text, {"name": contests.side_name(context.battle, side), "text": more}), cite)


def main_lines(context: BattleContext, main: Sequence[Mission], cite: str) -> Iterator[Reason]:
    """Two lines for each side: whether its main mission is fulfilled, and by what."""
    for side, mission in enumerate(main):
        text = _("{name}: main mission achieved") if mission.fulfilled else _("{name}: main mission failed")
        yield side_line(context, side, text, cite)
        yield Reason("", mission.words)


def secondary_lines(context: BattleContext, fulfilled: Sequence[bool]) -> Iterator[Reason]:
    for side, done in enumerate(fulfilled):
        text = _("{name}: secondary mission achieved") if done else _("{name}: secondary mission failed")
        activity = context.catalogue.activities.get(str(context.battle.sides[side].facts.get("activity", "")))
        yield side_line(context, side, text, str(activity.cite) if activity else "")


def frozen_lines(context: BattleContext, frozen: Sequence[bool]) -> Iterator[Reason]:
    """Whose vehicles with AI stand by."""
    reminder = context.catalogue.reminders["vehicules-a-ia"]
    for side, stands_by in enumerate(frozen):
        if stands_by:
            yield side_line(context, side, _("{name}: {text}"), str(reminder.cite), reminder.text)
