"""The one clock of a mission: the round marker on its track, the alarm in eight steps, what marks bring along."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.games.reichbusters.analysis import DOWN_AT
from rules.games.reichbusters.play import state
from rules.games.reichbusters.play.state import (
    AFTER,
    ALARM,
    ALARM_DUE,
    BEFORE,
    DUE,
    STEP,
    UNDER_WAY,
    AlarmStep,
    EnemyStep,
)
from rules.play.battle import ROUND, TABLE, Battle, Value
from rules.play.marks import Mark

FIRST = 1  # the space of the round marker at the start
Marks = dict[str, Value]


def owners(battle: Battle) -> list[str]:
    """Whose markers the track is: the table's, in battles of before each team's."""
    sides = map(str, range(len(battle.sides)))
    return [owner for owner in (TABLE, *sides) if f"{owner}/{BEFORE}" in battle.markers_by_path]


def is_on_last(battle: Battle, path: str) -> bool:
    """Whether the marker stands on the last space of a part of the track, where the list says how long it is."""
    marker = battle.markers_by_path.get(path)
    return marker is not None and not marker.free and battle.number(path) >= marker.most


def is_last(battle: Battle, key: str) -> bool:
    return is_on_last(battle, state.track_path(battle, key))


def advanced(battle: Battle) -> list[Mark]:
    """The marks that move the marker by one: over the end before the alarm it goes off (rulings rb-31, rb-34)."""
    if is_last(battle, AFTER) and state.is_after(battle):
        return [Mark.set(f"{TABLE}/{state.LOST}")]
    if not state.is_after(battle) and is_last(battle, BEFORE):
        return [Mark.set(f"{TABLE}/{ALARM_DUE}", DUE)]
    return [Mark.add(state.track_path(battle, AFTER if state.is_after(battle) else BEFORE))]


def step(battle: Battle) -> str:
    """Whether heroes play, as recalls.yaml names it; "" in an enemy turn."""
    return "" if battle.number(f"{TABLE}/{STEP}") else "heroes"


def alarm_step(battle: Battle) -> AlarmStep | None:
    """The step of the alarm that is next; None where the alarm is not under way."""
    due = (step for step in AlarmStep if not state.table(battle, f"{ALARM_DUE}-{step}"))
    return next(due, None) if state.table(battle, ALARM_DUE) == UNDER_WAY else None


# --- what is marked along -------------------------------------------------------------------------------------------


def along(battle: Battle, later: Battle, changes: Mapping[str, Any]) -> Marks:
    """What these changes of a battle, which make it `later`, bring with them."""
    marks: Marks = {}
    moving = (owner for owner in owners(battle) if battle.markers_by_path[f"{owner}/{BEFORE}"].start == FIRST)
    for owner in moving:
        marks |= one_clock(battle, later, changes, owner)
    for path in changes:
        owner, _slash, key = path.rpartition("/")
        unit = later.units_by_path.get(owner)
        if unit and unit.kind == state.ROOM:
            marks |= of_room(battle, later, owner, key)
        elif key == state.WOUNDS:
            marks |= of_wounds(later, owner)
        elif path.startswith(f"{TABLE}/{ALARM_DUE}-") and later.number(path):
            marks |= ALARM_MARKS.get(int(path.rpartition("-")[2]), nothing)(later)
    return marks


def of_wounds(later: Battle, hero: str) -> Marks:
    """Four lasting wounds put a hero down, fewer let the hero stand again (p. 17, 26)."""
    path, down = f"{hero}/{state.DOWN}", int(later.number(f"{hero}/{state.WOUNDS}") >= DOWN_AT)
    return {path: down} if path in later.markers_by_path and later.number(path) != down else {}


def one_clock(battle: Battle, later: Battle, changes: Mapping[str, Any], owner: str) -> Marks:
    """The round and the round marker of the track are one clock: whichever is marked moves the other."""
    before, alarm, after = (f"{owner}/{key}" for key in (BEFORE, ALARM, AFTER))
    if ROUND in changes:
        step = later.round - battle.round
        most_before, most_after = (battle.markers_by_path[path].most for path in (before, after))
        if later.number(alarm) or later.number(before) + step > most_before:
            return {alarm: 1, after: min(most_after, later.number(after) + step)}
        return {before: later.number(before) + step}
    if before in changes or after in changes:
        return {ROUND: max(FIRST, later.number(before) + later.number(after))}
    return {}


def of_room(battle: Battle, later: Battle, room: str, key: str) -> Marks:
    """An enemy who enters takes the cleared token away; where no enemy is left, the vigilance token goes (p. 22)."""
    if key != state.ENEMIES and not key.startswith("tokens-"):
        return {}
    units = later.number(f"{room}/{state.ENEMIES}")
    marks: Marks = {}
    if units > battle.number(f"{room}/{state.ENEMIES}"):
        most = max(units, later.number(f"{room}/{state.MOST_UNITS}"))
        marks |= {f"{room}/{state.CLEARED}": 0, f"{room}/{state.MOST_UNITS}": most}
    if not units and not state.levels(later, room):
        marks[f"{room}/{state.VIGILANCE}"] = 0
    return marks


def nothing(_battle: Battle) -> Marks:
    return {}


def no_vigilance(battle: Battle) -> Marks:
    return {f"{room}/{state.VIGILANCE}": 0 for room in state.paths(battle, state.ROOM)}


def whole_deck(battle: Battle, key: str) -> Marks:
    """A deck with all its cards; in battles of before decks were not counted."""
    marker = battle.markers_by_path.get(f"{TABLE}/{key}")
    return {f"{TABLE}/{key}": marker.most} if marker else {}


def first_space(battle: Battle) -> Marks:
    return {state.track_path(battle, AFTER): 1, ROUND: battle.number(state.track_path(battle, BEFORE)) + 1}


def new_round(battle: Battle) -> Marks:
    """What is marked for a round is so no more; the marker stands where it stands."""
    return dict(ended(battle)) | {f"{TABLE}/{ALARM_DUE}": 0}


def ended(battle: Battle) -> Iterator[tuple[str, Value]]:
    for path, marker in battle.markers_by_path.items():
        if marker.each_round and battle.value(path) != marker.nothing:
            yield path, marker.nothing


ALARM_MARKS: dict[int, Callable[[Battle], Marks]] = {  # what a step of the alarm marks (p. 20)
    AlarmStep.MARKER: lambda battle: {state.track_path(battle, ALARM): 1},
    AlarmStep.VIGILANCE: no_vigilance,
    AlarmStep.NOISE: lambda battle: whole_deck(battle, state.NOISE_DECK),
    AlarmStep.EFFECTS: lambda _battle: {
        f"{TABLE}/{STEP}": EnemyStep.POSTS.value
    },  # of the free enemy turn; nobody's vigilance is looked at any more
    AlarmStep.SPACE: first_space,
    AlarmStep.ROUND: new_round,
}
