"""What differs between two lists of one game, as values for JSON."""

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any

from builder.lists.loaded import LoadedRoster

Json = dict[str, Any]
Pairs = list[tuple[int, int]]
NOT_HEAD = {"format", "game", "units"}


def difference(before: LoadedRoster, after: LoadedRoster) -> Json:
    """Fields of the head as [before, after]; units added, removed and changed with their items; points of the lists.

    Units are the same where all is, else where kind and name are, else where all but the name is, else where kind and
    index are and one of the two has no name.
    """
    pairs = matched(before.data["units"], after.data["units"])
    kept_before, kept_after = {index for index, _other in pairs}, {other for _one, other in pairs}
    changed = [unit_change(before, after, *pair) for pair in sorted(pairs, key=lambda pair: pair[1])]
    return {
        "head": field_changes(before.data, after.data, NOT_HEAD),
        "added": [about(after, index) for index in range(len(after.data["units"])) if index not in kept_after],
        "removed": [about(before, index) for index in range(len(before.data["units"])) if index not in kept_before],
        "changed": [change for change in changed if change["fields"] or change["items"]],
        "moved": moved(pairs),
        "points": [before.verdict.total, after.verdict.total],
    }


def matched(before: list[Json], after: list[Json]) -> Pairs:
    """Which unit of one list is which of the other."""
    unnamed = {index for units in (before, after) for index, unit in enumerate(units) if not unit.get("name")}
    criteria: tuple[Callable[[int, Json], Any], ...] = (
        lambda _index, unit: repr(unit),
        lambda _index, unit: (unit["kind"], unit.get("name", "")),
        lambda _index, unit: repr({key: value for key, value in unit.items() if key != "name"}),
        lambda index, unit: (unit["kind"], index) if index in unnamed else (index, id(unit)),
    )
    left_before, left_after = dict(enumerate(before)), dict(enumerate(after))
    pairs: Pairs = []
    for criterion in criteria:
        free: dict[Any, deque[int]] = defaultdict(deque)
        for index, unit in left_after.items():
            free[criterion(index, unit)].append(index)
        for index, unit in list(left_before.items()):
            if same := free.get(criterion(index, unit)):
                pairs.append((index, same.popleft()))
                del left_before[index], left_after[pairs[-1][1]]
    return pairs


def moved(pairs: Pairs) -> list[list[int]]:
    """The units that stand elsewhere among those of both lists: [index before, index after]."""
    by_before = sorted(pairs)
    order = sorted(after for _before, after in pairs)
    return [[before, after] for (before, after), expected in zip(by_before, order, strict=True) if after != expected]


def field_changes(before: Json, after: Json, but: set[str]) -> Json:
    keys = [key for key in {**before, **after} if key not in but and before.get(key) != after.get(key)]
    return {key: [before.get(key), after.get(key)] for key in keys}


def unit_change(before: LoadedRoster, after: LoadedRoster, index: int, new_index: int) -> Json:
    unit, other = before.data["units"][index], after.data["units"][new_index]
    changes = field_changes(unit, other, set())
    lists = {key: pair for key, pair in changes.items() if any(isinstance(value, list) for value in pair)}
    return {
        **about(after, new_index),
        "before": index,
        "fields": {key: pair for key, pair in changes.items() if key not in lists},
        "items": {key: item_changes(*pair) for key, pair in lists.items()},
        "points": [points(before, index), points(after, new_index)],
    }


def item_changes(before: list[Any] | None, after: list[Any] | None) -> Json:
    """What was added to a list and removed from it, counted; both empty where only the order is another."""
    added, removed = list(after or ()), []
    for entry in before or ():
        if entry in added:
            added.remove(entry)
        else:
            removed.append(entry)
    return {"added": added, "removed": removed}


def about(loaded: LoadedRoster, index: int) -> Json:
    unit = loaded.data["units"][index]
    shown = {"index": index, "kind": unit["kind"], "name": unit.get("name", ""), "count": unit.get("count", 1)}
    return shown | {"points": points(loaded, index)}


def points(loaded: LoadedRoster, index: int) -> int | None:
    """Of all copies of a unit; None in a game without points."""
    return getattr(loaded.analysis.units[index], "points", None)
