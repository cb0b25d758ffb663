"""The missions of the scenarios and of activities: who fulfilled them as a battle stands (RBN p. 27, 34 to 38).

Points are PC. A unit is eliminated where it is out of the battle or destroyed; one that fled or left is not.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.catalogue import Catalogue
from rules.games.rbn.play import state, trials
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounters import BOSS_PLACED
from rules.games.rbn.play.state import CARGO, DESTROYED, IMMOBILISED, LEFT, OUT_OF_ACTION, WOUNDS
from rules.play.battle import FLED, OUT, TABLE, Battle, figure
from rules.text import Message, _

SIDES = 2  # that the missions know
ROBOT = "robot"


class Mission(NamedTuple):
    """Whether a side fulfilled its main mission, what was counted, and that in words."""

    fulfilled: bool
    words: Message
    points: int | None = None


Judge = Callable[[Battle, int], Mission]  # (battle, side) -> its main mission


# --- what is counted ------------------------------------------------------------------------------------------------


def is_eliminated(battle: Battle, path: str) -> bool:
    """Out by wounds or otherwise, or destroyed; what is out of action still stands on the table."""
    marker = battle.markers_by_path.get(f"{path}/{WOUNDS}")
    wounded_out = marker is not None and battle.number(f"{path}/{WOUNDS}") >= marker.most
    return wounded_out or bool(battle.number(f"{path}/{OUT}") or battle.number(f"{path}/{DESTROYED}"))


def units_of(battle: Battle, side: int) -> list[str]:
    return [f"{side}/{unit.key}" for unit in battle.sides[side].units]


def on_table(battle: Battle, side: int) -> list[str]:
    """The paths of a side's units that are neither eliminated nor fled nor off the table."""
    there = [path for path in units_of(battle, side) if not is_eliminated(battle, path)]
    return [path for path in there if not battle.number(f"{path}/{FLED}") and not state.has_left(battle, path)]


def fighters_on_table(battle: Battle, side: int) -> list[str]:
    return [path for path in on_table(battle, side) if battle.units_by_path[path].kind == state.FIGHTER]


def points_of(battle: Battle, paths: Sequence[str]) -> int:
    return sum(battle.units_by_path[path].points or 0 for path in paths)


def vehicles_left(battle: Battle, side: int) -> tuple[int, int]:
    """(how many of a side's vehicles left the table, how many it has)."""
    paths = state.paths(battle, state.VEHICLE, side)
    return sum(bool(battle.number(f"{path}/{LEFT}")) for path in paths), len(paths)


def is_through(battle: Battle, side: int) -> bool:
    """Whether more than half of a side's vehicles left the table."""
    left, number = vehicles_left(battle, side)
    return 2 * left > number


def other(side: int) -> int:
    return 1 - side


def compared(battle: Battle, side: int, count: Callable[[Battle, int], int], text: str) -> Mission:
    """Who counts more than the other side; `text` has both as {own} and {theirs}."""
    own, theirs = count(battle, side), count(battle, other(side))
    return Mission(own > theirs, Message(text, {"own": own, "theirs": theirs}), own)


# --- main missions --------------------------------------------------------------------------------------------------


def last_convoy(battle: Battle, side: int) -> Mission:
    """Scenario 1: the enemy is wiped out or fled; else the unwounded figures are worth more."""
    standing = [bool(on_table(battle, number)) for number in (side, other(side))]
    if not all(standing):
        words = Message(_("opponent off the table")) if standing[0] else Message(_("off the table"))
        return Mission(standing == [True, False], words)
    return compared(battle, side, points_unwounded, _("unwounded figures, pts: {own}, opponent {theirs}"))


def points_unwounded(battle: Battle, side: int) -> int:
    figures = fighters_on_table(battle, side)
    return points_of(battle, [path for path in figures if not battle.number(f"{path}/{WOUNDS}")])


def half_through(battle: Battle, side: int) -> Mission:
    """Scenarios 2 and 3: half of the vehicles or more are off the table."""
    left, number = vehicles_left(battle, side)
    return Mission(number > 0 and 2 * left >= number, vehicle_words(left, number))


def vehicle_words(left: int, number: int) -> Message:
    return Message(_("vehicles off the table: {left} of {number}"), {"left": left, "number": number})


def stopped(judge: Judge) -> Judge:
    """The mission of who wants the other to fail."""

    def judged(battle: Battle, side: int) -> Mission:
        theirs = judge(battle, other(side))
        return Mission(not theirs.fulfilled, theirs.words)

    return judged


def hostage_kept(battle: Battle, _side: int) -> Mission:
    """Scenario 4, the defender: the hostage ends in that player's zone."""
    home = battle.number(f"{TABLE}/hostage-zone") and not battle.number(f"{TABLE}/hostage-away")
    return Mission(bool(home), hostage_words(battle))


def hostage_taken(battle: Battle, _side: int) -> Mission:
    """Scenario 4, the attacker: the hostage is off the table."""
    return Mission(bool(battle.number(f"{TABLE}/hostage-away")), hostage_words(battle))


def hostage_words(battle: Battle) -> Message:
    if battle.number(f"{TABLE}/hostage-away"):
        return Message(_("hostage off the table"))
    home = battle.number(f"{TABLE}/hostage-zone")
    return Message(_("hostage in the defender’s zone") if home else _("hostage outside the zone"))


def most_eliminated(battle: Battle, side: int) -> Mission:
    """Scenario 5: more enemy points eliminated than of one's own."""
    return compared(battle, side, enemy_points, _("points eliminated: {own}, opponent {theirs}"))


def enemy_points(battle: Battle, side: int) -> int:
    """What the eliminated units of the other side cost."""
    return points_of(battle, [path for path in units_of(battle, other(side)) if is_eliminated(battle, path)])


def broken_down_away(battle: Battle, side: int) -> Mission:
    """Scenario 6, the mandated player: the broken-down vehicle is off the table."""
    vehicles = trials.broken_down(battle, side)
    away = bool(vehicles) and all(battle.number(f"{path}/{LEFT}") for path in vehicles)
    if away or battle.number(f"{TABLE}/away"):  # a counter that only battles stored before have
        return Mission(True, Message(_("broken-down vehicle off the table")))
    there, unknown = _("broken-down vehicle still there"), _("no broken-down vehicle ticked")
    return Mission(False, Message(there if vehicles else unknown))


def first_through(battle: Battle, side: int) -> Mission:
    """Scenario 7: more than half of the vehicles off the table, before the other; who was first is marked."""
    first = battle.number(f"{TABLE}/first") == side + 1 or not is_through(battle, other(side))
    return Mission(is_through(battle, side) and first, vehicle_words(*vehicles_left(battle, side)))


def half_alive(battle: Battle, side: int) -> Mission:
    """Scenario 8, the mandated player: fighters worth half of the points spent on fighters are on the table."""
    spent = figure(battle.sides[side].facts, "fighter-points")
    left = points_of(battle, fighters_on_table(battle, side))
    words = Message(_("fighters on the table, pts: {left} of {spent}"), {"left": left, "spent": spent})
    return Mission(2 * left >= spent, words, left)


def most_parts(battle: Battle, side: int) -> Mission:
    """Scenario 9: more of the robot's parts; on a tie the mandated player's."""
    mission = compared(battle, side, parts, _("parts controlled: {own}, opponent {theirs}"))
    tie = parts(battle, side) == parts(battle, other(side))
    return Mission(mission.fulfilled or (tie and battle.sides[side].role == "mandated"), mission.words)


def parts(battle: Battle, side: int) -> int:
    return battle.number(f"{TABLE}/parts-{side}")


def most_points(battle: Battle, side: int) -> Mission:
    """Scenario 10: the robot is eliminated, and more points are on the table than the enemy has."""
    mission = compared(battle, side, points_left, _("points on the table: {own}, opponent {theirs}"))
    lost = Message(_("robot not eliminated: both sides lose"))
    return mission if robot_is_out(battle) else Mission(False, lost, mission.points)


def points_left(battle: Battle, side: int) -> int:
    return points_of(battle, on_table(battle, side))


def robot_is_out(battle: Battle) -> bool:
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


def main_missions(battle: Battle) -> list[Mission] | None:
    """That of each of two sides; None where a role is missing that the scenario asks for."""
    judges = JUDGES.get(battle.scenario or "", {})
    own = [judges.get(None) or judges.get(side.role) for side in battle.sides]
    roles = {side.role for side in battle.sides}
    if len(own) != SIDES or None in own or (None not in judges and len(roles) < SIDES):
        return None
    return [judge(battle, side) for side, judge in enumerate(own) if judge]


# --- secondary missions ---------------------------------------------------------------------------------------------


def secondary(battle: Battle, catalogue: Catalogue, side: int) -> bool:
    """Whether a side fulfilled its activity's mission (RBN p. 27)."""
    rows = play_of(catalogue).missions.get(str(battle.sides[side].facts.get("activity")), ())
    if not rows:
        return False
    row = rows[0]
    number = battle.number(f"{side}/{row.key}")
    if row.more:
        return number > battle.number(f"{side}/{rows[1].key}")
    return number >= row.least and (row.key != "exit" or cargo_intact(battle, side))


def cargo_intact(battle: Battle, side: int) -> bool:
    """The announced vehicle is on the table, neither destroyed nor immobilised; out of action it moves no more."""
    carriers = [path for path in on_table(battle, side) if battle.number(f"{path}/{CARGO}")]
    still = (IMMOBILISED, OUT_OF_ACTION)
    return any(not any(battle.number(f"{path}/{key}") for key in still) for path in carriers)


# --- who loses without a mission ------------------------------------------------------------------------------------


def stands_by(battle: Battle, side: int) -> bool:
    """Vehicles with AI without any fighter left freeze, and their player has lost (RBN p. 29)."""
    machines = [path for path in state.paths(battle, state.VEHICLE, side) if state.has(battle, path, "ai")]
    return bool(machines) and not state.standing(battle, state.FIGHTER, side)
