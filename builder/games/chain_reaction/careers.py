"""REP of each figure from game to game of a campaign, as lines: the states that the page after a game stored."""

from typing import Any

from django.utils.timezone import localdate

from builder.gatherings.career import Moment, Point, stored_rows
from builder.gatherings.charts import Chart, chart
from builder.gatherings.spec import CareerFigure
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision, Roster
from rules.text import Text

MOST_GAMES = 40  # the latest ones; a document is read for each


def rep_charts(roster: Roster, loaded: LoadedRoster, action: str) -> list[Chart]:
    """A line for each figure of the list; none before its first game.

    action -- the edit that ends a game
    """
    games = Revision.objects.filter(roster=roster, action=action, number__lte=roster.revision).order_by("-number")
    rows = list(games.values_list("number", "parent")[:MOST_GAMES])[::-1]
    numbers = [*(parent for _number, parent in rows[:1] if parent), *(number for number, _parent in rows)]
    states = stored_rows(roster, numbers)
    if not rows or not states:
        return []
    units = [(figure.unit.name, figure.numbered(index)) for index, figure in enumerate(loaded.analysis.units)]
    points = [point_of(state, units) for state in states.values()]
    return [chart(points, str(index)) for index in range(len(units))]


def point_of(state: Revision, units: list[tuple[str, Text | str]]) -> Point:
    """A state as a point: of each present figure its REP then, where the state has it."""
    then: list[dict[str, Any]] = state.document["units"]
    figures = [
        CareerFigure(str(index), label, rep_then(then, index, name)) for index, (name, label) in enumerate(units)
    ]
    return Point(localdate(state.made), (), Moment("", True, tuple(figures)))


def rep_then(units: list[dict[str, Any]], index: int, name: str) -> int | None:
    """The REP of the figure of this name; of one without a name, of the figure without one at its place."""
    named = [unit for unit in units if name and unit.get("name") == name]
    alone = units[index : index + 1] if not name else named
    return next((unit.get("rep", 5) for unit in alone if unit.get("name", "") == name), None)
