"""What is marked along with a mark: what an activation takes, who was first off the table, where the hostage is."""

from builder.battles.marks import Changes, apply_changes
from rules.games.rbn.play.missions import is_through
from rules.games.rbn.play.state import ACTIONS, LEFT, LOST_ACTIONS, NETTED, NEW_PILOT, STUNNED
from rules.play.battle import ACTIVATED, ROUND, TABLE, BattleDocument, Value

FIRST, HIGHWAY = f"{TABLE}/first", "l-autoroute-de-l-enfer"
HOSTAGE = f"{TABLE}/hostage-away", f"{TABLE}/hostage-zone"
Marks = dict[str, Value]


def along(battle: BattleDocument, changes: Changes) -> Marks:
    """What these changes bring with them, for `BattleSpec.along`; a new round begins all of it anew by itself."""
    if ROUND in changes:
        return {}
    return {**activated(battle, changes), **first_off(battle, changes), **hostage(changes)}


# --- actions --------------------------------------------------------------------------------------------------------


def activated(battle: BattleDocument, changes: Changes) -> Marks:
    """What fighters lost is spent once they are activated, and given back where that is taken away again."""
    marks: Marks = {}
    for path, value in changes.items():
        unit, _slash, key = path.rpartition("/")
        actions = f"{unit}/{ACTIONS}"
        if key == ACTIVATED and actions in battle.markers_by_path and actions not in changes:
            if value and not battle.number(path):
                marks |= begun(battle, unit)
            elif not value:
                marks |= given_back(battle, unit)
    return marks


def most_actions(battle: BattleDocument, unit: str) -> int:
    """How many actions a unit has in a round: the boxes of its marker."""
    return battle.markers_by_path[f"{unit}/{ACTIONS}"].most


def begun(battle: BattleDocument, unit: str) -> Marks:
    """A net takes all actions, each stunned marker and the wheel one; the markers go (RBN p. 15, 19, 29)."""
    stunned, netted, new_pilot = (battle.number(f"{unit}/{key}") for key in (STUNNED, NETTED, NEW_PILOT))
    most = most_actions(battle, unit)
    lost = most if netted else min(most, stunned + new_pilot)
    return as_marks(unit, {ACTIONS: lost, LOST_ACTIONS: lost, STUNNED: 0, NETTED: 0, NEW_PILOT: 0}) if lost else {}


def given_back(battle: BattleDocument, unit: str) -> Marks:
    """What was lost, whatever took it, as stunned markers: each takes one action again."""
    stunned = battle.number(f"{unit}/{STUNNED}") + battle.number(f"{unit}/{LOST_ACTIONS}")
    stunned = min(most_actions(battle, unit), stunned)
    return as_marks(unit, {ACTIONS: 0, LOST_ACTIONS: 0, STUNNED: stunned})


def as_marks(unit: str, values: dict[str, Value]) -> Marks:
    return {f"{unit}/{key}": value for key, value in values.items()}


# --- off the table --------------------------------------------------------------------------------------------------


def first_off(battle: BattleDocument, changes: Changes) -> Marks:
    """Scenario 7: the list whose vehicles were first off the table with more than half (RBN p. 37)."""
    if battle.scenario != HIGHWAY or not any(path.endswith(f"/{LEFT}") for path in changes):
        return {}
    first, after = battle.number(FIRST), apply_changes(battle, changes)
    through = [side + 1 for side in range(len(battle.sides)) if is_through(after, side)]
    return {} if first in through else {FIRST: through[0] if through else 0}


def hostage(changes: Changes) -> Marks:
    """Scenario 4: the hostage is off the table or in the defender's zone, never both (RBN p. 35)."""
    return {other: 0 for marked, other in (HOSTAGE, HOSTAGE[::-1]) if changes.get(marked)}
