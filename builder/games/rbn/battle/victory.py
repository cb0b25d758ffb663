"""How a battle of two convoys ends by its scenario: main and secondary missions, and the grade (RBN p. 27, 34 to 38).

Points are PC. A unit is eliminated where it is out of the battle or destroyed; one that fled or left is not.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from builder.battles.document import DRAWN, BattleDocument, SideResult
from builder.battles.spec import BattleContext, Condition
from builder.games.rbn.battle import merc_city
from rules.catalogue import Scenario
from rules.games.rbn.play import contests, state, trials
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounters import BOSS_PLACED
from rules.games.rbn.play.state import CARGO, DESTROYED, IMMOBILISED, LEFT, OUT_OF_ACTION, WOUNDS
from rules.play.actions import Reason
from rules.play.battle import FLED, OUT, TABLE, figure
from rules.text import Message, _

SIDES = 2  # that the book's missions and its table of victory know
ROBOT = "robot"


class Mission(NamedTuple):
    """Whether a side fulfilled its main mission, what was counted, and that in words."""

    fulfilled: bool
    words: Message
    points: int | None = None


Judge = Callable[[BattleDocument, int], Mission]  # (battle, side) -> its main mission


# --- what is counted ------------------------------------------------------------------------------------------------


def is_eliminated(battle: BattleDocument, path: str) -> bool:
    """Out by wounds or otherwise, or destroyed; what is out of action still stands on the table."""
    marker = battle.markers_by_path.get(f"{path}/{WOUNDS}")
    wounded_out = marker is not None and battle.number(f"{path}/{WOUNDS}") >= marker.most
    return wounded_out or bool(battle.number(f"{path}/{OUT}") or battle.number(f"{path}/{DESTROYED}"))


def on_table(battle: BattleDocument, side: int) -> list[str]:
    """The paths of a side's units that are neither eliminated nor fled nor off the table."""
    return [
        path
        for unit in battle.sides[side].units
        if not is_eliminated(battle, path := f"{side}/{unit.key}")
        and not battle.number(f"{path}/{FLED}")
        and not state.has_left(battle, path)
    ]


def points_of(battle: BattleDocument, paths: Sequence[str]) -> int:
    return sum(battle.units_by_path[path].points or 0 for path in paths)


def fighters(battle: BattleDocument, paths: Sequence[str]) -> list[str]:
    return [path for path in paths if battle.units_by_path[path].kind == state.FIGHTER]


def vehicles_left(battle: BattleDocument, side: int) -> tuple[int, int]:
    """(how many of a side's vehicles left the table, how many it has)."""
    paths = state.paths(battle, state.VEHICLE, side)
    return sum(bool(battle.number(f"{path}/{LEFT}")) for path in paths), len(paths)


def other(side: int) -> int:
    return 1 - side


# --- main missions --------------------------------------------------------------------------------------------------


def last_convoy(battle: BattleDocument, side: int) -> Mission:
    """Scenario 1: the enemy is wiped out or fled; else the unwounded figures are worth more."""
    standing = [bool(on_table(battle, number)) for number in (side, other(side))]
    if not all(standing):
        words = Message(_("opponent off the table")) if standing[0] else Message(_("off the table"))
        return Mission(standing == [True, False], words)
    own, theirs = (points_of(battle, unwounded(battle, number)) for number in (side, other(side)))
    words = Message(_("unwounded figures, pts: {own}, opponent {theirs}"), {"own": own, "theirs": theirs})
    return Mission(own > theirs, words, own)


def unwounded(battle: BattleDocument, side: int) -> list[str]:
    return [path for path in fighters(battle, on_table(battle, side)) if not battle.number(f"{path}/{WOUNDS}")]


def half_through(battle: BattleDocument, side: int) -> Mission:
    """Scenarios 2 and 3: half of the vehicles or more are off the table."""
    left, number = vehicles_left(battle, side)
    return Mission(number > 0 and 2 * left >= number, vehicle_words(left, number))


def vehicle_words(left: int, number: int) -> Message:
    return Message(_("vehicles off the table: {left} of {number}"), {"left": left, "number": number})


def stopped(judge: Judge) -> Judge:
    """The mission of who wants the other to fail."""

    def judged(battle: BattleDocument, side: int) -> Mission:
        theirs = judge(battle, other(side))
        return Mission(not theirs.fulfilled, theirs.words)

    return judged


def hostage_kept(battle: BattleDocument, _side: int) -> Mission:
    """Scenario 4, the defender: the hostage ends in that player's zone."""
    home = battle.number(f"{TABLE}/hostage-zone") and not battle.number(f"{TABLE}/hostage-away")
    return Mission(bool(home), hostage_words(battle))


def hostage_taken(battle: BattleDocument, _side: int) -> Mission:
    """Scenario 4, the attacker: the hostage is off the table."""
    return Mission(bool(battle.number(f"{TABLE}/hostage-away")), hostage_words(battle))


def hostage_words(battle: BattleDocument) -> Message:
    if battle.number(f"{TABLE}/hostage-away"):
        return Message(_("hostage off the table"))
    home = battle.number(f"{TABLE}/hostage-zone")
    return Message(_("hostage in the defender’s zone") if home else _("hostage outside the zone"))


def most_eliminated(battle: BattleDocument, side: int) -> Mission:
    """Scenario 5: more enemy points eliminated than of one's own."""
    own, theirs = (points_eliminated(battle, number) for number in (other(side), side))
    words = Message(_("points eliminated: {own}, opponent {theirs}"), {"own": own, "theirs": theirs})
    return Mission(own > theirs, words, own)


def points_eliminated(battle: BattleDocument, side: int) -> int:
    paths = [f"{side}/{unit.key}" for unit in battle.sides[side].units]
    return points_of(battle, [path for path in paths if is_eliminated(battle, path)])


def broken_down_away(battle: BattleDocument, side: int) -> Mission:
    """Scenario 6, the mandated player: the broken-down vehicle is off the table."""
    vehicles = trials.broken_down(battle, side)
    away = bool(vehicles) and all(battle.number(f"{path}/{LEFT}") for path in vehicles)
    if away or battle.number(f"{TABLE}/away"):  # a counter that only battles stored before have
        return Mission(True, Message(_("broken-down vehicle off the table")))
    there, unknown = _("broken-down vehicle still there"), _("no broken-down vehicle ticked")
    return Mission(False, Message(there if vehicles else unknown))


def first_through(battle: BattleDocument, side: int) -> Mission:
    """Scenario 7: more than half of the vehicles off the table, before the other; who was first is marked."""
    left, number = vehicles_left(battle, side)
    through = [2 * gone > all_of for gone, all_of in (vehicles_left(battle, number) for number in (side, other(side)))]
    first = battle.number(f"{TABLE}/first")
    return Mission(through[0] and (not through[1] or first == side + 1), vehicle_words(left, number))


def half_alive(battle: BattleDocument, side: int) -> Mission:
    """Scenario 8, the mandated player: fighters worth half of the points spent on fighters are on the table."""
    spent = figure(battle.sides[side].facts, "fighter-points")
    left = points_of(battle, fighters(battle, on_table(battle, side)))
    words = Message(_("fighters on the table, pts: {left} of {spent}"), {"left": left, "spent": spent})
    return Mission(2 * left >= spent, words, left)


def most_parts(battle: BattleDocument, side: int) -> Mission:
    """Scenario 9: more of the robot's parts; on a tie the mandated player's."""
    own, theirs = (battle.number(f"{TABLE}/parts-{number}") for number in (side, other(side)))
    wins = own > theirs or (own == theirs and battle.sides[side].role == "mandated")
    return Mission(wins, Message(_("parts controlled: {own}, opponent {theirs}"), {"own": own, "theirs": theirs}))


def most_points(battle: BattleDocument, side: int) -> Mission:
    """Scenario 10: the robot is eliminated, and more points are on the table than the enemy has."""
    own, theirs = (points_of(battle, on_table(battle, number)) for number in (side, other(side)))
    if not robot_is_out(battle):
        return Mission(False, Message(_("robot not eliminated: both sides lose")), own)
    words = Message(_("points on the table: {own}, opponent {theirs}"), {"own": own, "theirs": theirs})
    return Mission(own > theirs, words, own)


def robot_is_out(battle: BattleDocument) -> bool:
    """The robot was on the table, and is eliminated; then it may have been taken off."""
    robots = [path for path, unit in battle.units_by_path.items() if unit.facts.get("hostile") == ROBOT]
    return bool(robots or battle.number(BOSS_PLACED)) and all(is_eliminated(battle, path) for path in robots)


JUDGES: dict[str, dict[str | None, Judge]] = {  # scenario -> role, None for both -> its main mission
    "selection-naturelle": {None: last_convoy},
    "qui-va-en-voiture": {"player-a": half_through, "player-b": stopped(half_through)},
    "embuscade": {"defender": half_through, "attacker": stopped(half_through)},
    "extraction": {"defender": hostage_kept, "attacker": hostage_taken},
    "bataille-rangee": {None: most_eliminated},
    "le-jour-du-grand-depart": {"mandated": broken_down_away, "saboteur": stopped(broken_down_away)},
    "l-autoroute-de-l-enfer": {None: first_through},
    "escale-sans-lendemain": {"mandated": half_alive, "saboteur": stopped(half_alive)},
    "la-source-du-mal": {None: most_parts},
    "retour-compromis": {None: most_points},
}
BOTH_LOSE = "retour-compromis"


def main_missions(battle: BattleDocument) -> list[Mission] | None:
    """That of each side; None where a role is missing that the scenario asks for."""
    judges = JUDGES.get(battle.scenario or "", {})
    if not judges or len(battle.sides) != SIDES:
        return None
    own = [judges.get(None) or judges.get(side.role) for side in battle.sides]
    roles = {side.role for side in battle.sides}
    if None in own or (None not in judges and len(roles) < SIDES):
        return None
    return [judge(battle, side) for side, judge in enumerate(own) if judge]


# --- secondary missions ---------------------------------------------------------------------------------------------


def secondary(context: BattleContext, side: int) -> bool:
    """Whether a side fulfilled its activity's mission (RBN p. 27)."""
    battle = context.battle
    rows = play_of(context.catalogue).missions.get(str(battle.sides[side].facts.get("activity")), ())
    if not rows:
        return False
    row = rows[0]
    number = battle.number(f"{side}/{row.key}")
    if row.more:
        return number > battle.number(f"{side}/{rows[1].key}")
    return number >= row.least and (row.key != "exit" or cargo_intact(battle, side))


def cargo_intact(battle: BattleDocument, side: int) -> bool:
    """The announced vehicle is on the table, neither destroyed nor immobilised; out of action it moves no more."""
    carriers = [path for path in on_table(battle, side) if battle.number(f"{path}/{CARGO}")]
    still = (IMMOBILISED, OUT_OF_ACTION)
    return any(not any(battle.number(f"{path}/{key}") for key in still) for path in carriers)


# --- the result -----------------------------------------------------------------------------------------------------


def condition(context: BattleContext) -> Condition | None:
    """The result that the scenario's missions give; None without a scenario or for another number of sides than two."""
    battle, catalogue = context.battle, context.catalogue
    scenario = catalogue.scenarios.get(battle.scenario or "")
    if scenario is None or len(battle.sides) != SIDES:
        return None
    missions = main_missions(battle)
    if missions is None:
        note = Reason("", _("The scenario needs a role for each list"), str(scenario.cite))
        return Condition([SideResult(), SideResult()], [note])
    played = scenario.secondary_missions
    fulfilled = [played and secondary(context, side) for side in range(SIDES)]
    frozen = [stands_by(battle, side) for side in range(SIDES)]
    won = [frozen[other(n)] for n in range(SIDES)] if any(frozen) else [mission.fulfilled for mission in missions]
    score, sides = merc_city.results(catalogue, scenario.slug, won, fulfilled)
    if scenario.slug == BOTH_LOSE and robot_is_out(battle) and not any(mission.fulfilled for mission in missions):
        sides = tuple(replace(result, outcome=DRAWN) for result in sides)  # as many points: the book names no winner
    lines = main_lines(context, scenario, missions) + (secondary_lines(context, fulfilled) if played else [])
    lines += [frozen_line(context, side) for side in range(SIDES) if frozen[side]]
    if score and score.grade:
        lines.append(Reason("", score.grade, score.cite))
    return Condition(
        [replace(result, points=mission.points) for result, mission in zip(sides, missions, strict=True)], lines
    )


def stands_by(battle: BattleDocument, side: int) -> bool:
    """Vehicles with AI without any fighter left freeze, and their player has lost (RBN p. 29)."""
    machines = [path for path in state.paths(battle, state.VEHICLE, side) if state.has(battle, path, "ai")]
    return bool(machines) and not state.standing(battle, state.FIGHTER, side)


def frozen_line(context: BattleContext, side: int) -> Reason:
    reminder = context.catalogue.reminders["vehicules-a-ia"]
    words = Message(_("{name}: {text}"), {"name": contests.name_of(context.battle, side), "text": reminder.text})
    return Reason("", words, str(reminder.cite))


def main_lines(context: BattleContext, scenario: Scenario, missions: Sequence[Mission]) -> list[Reason]:
    """Two lines for each side: whether its main mission is fulfilled, and by what."""
    lines = []
    for side, mission in enumerate(missions):
        text = _("{name}: main mission achieved") if mission.fulfilled else _("{name}: main mission failed")
        lines.append(Reason("", Message(text, {"name": contests.name_of(context.battle, side)}), str(scenario.cite)))
        lines.append(Reason("", mission.words))
    return lines


def secondary_lines(context: BattleContext, fulfilled: Sequence[bool]) -> list[Reason]:
    lines = []
    for side, done in enumerate(fulfilled):
        text = _("{name}: secondary mission achieved") if done else _("{name}: secondary mission failed")
        activity = context.catalogue.activities.get(str(context.battle.sides[side].facts.get("activity", "")))
        words = Message(text, {"name": contests.name_of(context.battle, side)})
        lines.append(Reason("", words, str(activity.cite) if activity else ""))
    return lines
