"""How a unit fared over time: the chapters in which it took part, and its figures at each of them and day by day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils.timezone import localdate

from builder.gatherings.caching import cached
from builder.gatherings.models import Chapter, Participation
from builder.gatherings.spec import GATHERINGS, CareerFigure
from builder.gatherings.state import day_of
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision, Roster
from rules.catalogue import Catalogue
from rules.loading import catalogue, editions
from rules.registry import GAMES
from rules.shapes import Refused
from rules.text import Text

MOST_POINTS = 100  # the latest ones; a document is read for each
LEAST_POINTS = 10  # however large the documents are
MOST_UNITS_READ = 5_000  # in all documents together
MOST_STATES = 5_000  # of which the days are looked at, newest first


class Part(NamedTuple):
    """A chapter that was played and in which a roster took part; `text` is what changed for it, as `Participation`."""

    day: date
    chapter: Chapter
    text: str
    number: int | None


class State(NamedTuple):
    """A stored state of a roster, without its content; the fields are those of `Revision`."""

    number: int
    parent: int | None
    made: datetime


class Moment(NamedTuple):
    """How a unit was in one state of its roster: its state in words, whether it took part in games, its figures."""

    state: Text | str
    plays: bool
    figures: tuple[CareerFigure, ...]


@dataclass(frozen=True)
class Point:
    """A `Moment` and its day; `parts` are the chapters of that day in which the unit was so."""

    day: date
    parts: tuple[Part, ...]
    moment: Moment

    def figure(self, name: str) -> CareerFigure:
        return next(figure for figure in self.moment.figures if figure.name == name)


@dataclass(frozen=True)
class Career:
    """What the page of a career shows of one unit.

    names    -- of the units that the roster has now
    index    -- of the unit among them
    parts    -- the chapters in which the roster took part, latest first
    points   -- at most `MOST_POINTS`, in order
    left_out -- how many there were before them
    """

    names: tuple[str, ...]
    index: int
    parts: tuple[Part, ...]
    points: tuple[Point, ...]
    left_out: int

    @property
    def name(self) -> str:
        """Of the unit; "" where the roster has none or it has no name."""
        return self.names[self.index] if self.index < len(self.names) else ""

    @property
    def latest_first(self) -> tuple[Point, ...]:
        return self.points[::-1]

    @property
    def latest(self) -> Moment | None:
        return self.points[-1].moment if self.points else None

    @property
    def labels(self) -> list[tuple[str, Text | str]]:
        """The figures of the latest point: (name, label)."""
        return [(figure.name, figure.label) for figure in self.latest.figures] if self.latest else []

    @property
    def readable(self) -> bool:
        """Whether there are figures, or nothing that they could be of."""
        return bool(self.points) or not self.names


def career_of(roster: Roster, index: int = 0) -> Career:
    """The career of the unit at `index` of a roster; the roster's own document is not read.

    Raises `IndexError` where it has no such unit; index 0 is always there.
    """
    parts = parts_of(roster)
    states = stored_states(roster)
    due = {*last_of_days(roster, states.values()), *((part.day, part.number) for part in parts if part.number)}
    stored = sorted((day, number) for day, number in due if number in states)
    shown = stored[-most_points(roster) :]
    numbers = sorted({roster.revision, *(number for _day, number in shown)} & states.keys())
    names, moments_by_number = read_moments(roster, index, [states[number] for number in numbers])
    if index and index >= len(names):
        raise IndexError(index)
    points = [
        Point(day, tuple(part for part in parts if (part.day, part.number) == (day, number)), moments_by_number[number])
        for day, number in shown
        if number in moments_by_number
    ]
    return Career(names, index, tuple(reversed(parts)), tuple(points), len(stored) - len(shown))


def most_points(roster: Roster) -> int:
    """How many states of a roster are read, by the number of its units."""
    return max(LEAST_POINTS, min(MOST_POINTS, MOST_UNITS_READ // max(1, roster.units)))


def parts_of(roster: Roster) -> list[Part]:
    """The chapters in which a roster took part, in whichever gathering, in order."""
    rows = Participation.objects.filter(
        membership__roster=roster,
        chapter__held=True,
        chapter__deleted__isnull=True,
        chapter__gathering__deleted__isnull=True,
    ).select_related("chapter")
    parts = [Part(day_of(row.chapter), row.chapter, row.text, row.revision) for row in rows]
    return sorted(parts, key=lambda part: (part.day, part.chapter.pk))


# --- which states -----------------------------------------------------------------------------------------------------


def stored_states(roster: Roster) -> dict[int, State]:
    """The states of a roster by number, newest first."""
    rows = Revision.objects.filter(roster=roster).order_by("-number")
    states = map(State._make, rows.values_list(*State._fields)[:MOST_STATES])
    return {state.number: state for state in states}


def last_of_days(roster: Roster, states: Iterable[State]) -> Iterator[tuple[date, int]]:
    """(day, number) of the last of each day among the states that led to the present one."""
    days: set[date] = set()
    for state in not_undone(roster, states):
        day = localdate(state.made)
        if day not in days:
            days.add(day)
            yield day, state.number


def not_undone(roster: Roster, states: Iterable[State]) -> Iterator[State]:
    """The states that led to the present one, of `states` from the newest on.

    Where a parent is no longer kept, the newest one before it is taken: thinning keeps the last of each day.
    """
    due: int | None = roster.revision
    for state in states:
        if due is None or state.number <= due:
            due = state.parent
            yield state


# --- what they say ----------------------------------------------------------------------------------------------------


def read_moments(roster: Roster, index: int, due: Sequence[State]) -> tuple[tuple[str, ...], dict[int, Moment]]:
    """(names of the units in the present state, {number of a state: how the unit was}) of the states `due`; cached.

    A state that cannot be read, or in which the unit is not, is left out.
    """

    def read() -> tuple[tuple[str, ...], dict[int, Moment]]:
        rows = stored_rows(roster, [state.number for state in due])
        present = rows[roster.revision].document["units"] if roster.revision in rows else []
        alone = followed(rows, present, roster.revision, index) if index < len(present) else ()
        return tuple(unit.get("name", "") for unit in present), dict(moments(roster.game, alone))

    return cached("career", (roster.pk, roster.revision, index, due, editions(roster.game)), is_read, read)


def is_read(value: Any) -> bool:
    """Whether a value from the cache is what `read_moments` returns."""
    match value:
        case (tuple(), dict() as moments):
            return all(isinstance(moment, Moment) for moment in moments.values())
    return False


def stored_rows(roster: Roster, numbers: Sequence[int]) -> dict[int, Revision]:
    """The states with these numbers, in order, from one query; without those whose base thinning has just removed."""
    rows = Revision.objects.with_base().filter(roster=roster, number__in=numbers).order_by("number")
    return {row.number: row for row in rows if row.base is None or row.base_content is not None}


def followed(
    rows: Mapping[int, Revision], units: Sequence[dict[str, Any]], present: int, index: int
) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number, document with only one unit) of each state that has the unit at `index` of `units`, the present ones.

    A unit is found in another state by its name; one that was renamed by its place among as many units.
    """
    earlier = [number for number in rows if number <= present]
    later = [number for number in rows if number > present]  # undone, but a chapter names it
    for numbers in (reversed(earlier), later):
        before, at = units, index
        for number in numbers:
            data = rows[number].document
            position = position_of(before, at, data["units"])
            if position is not None:
                before, at = data["units"], position
                yield number, data | {"units": [before[at]], "log": []}


def position_of(units: Sequence[dict[str, Any]], index: int, others: Sequence[dict[str, Any]]) -> int | None:
    """The index in the `others` of another state of the unit that is at `index` of `units`, or None."""
    name = units[index].get("name", "")
    same = [position for position, other in enumerate(others) if other.get("name", "") == name]
    if same:
        return min(same, key=lambda position: abs(position - index))
    return index if len(others) == len(units) else None


def moments(game: str, documents: Iterable[tuple[int, dict[str, Any]]]) -> Iterator[tuple[int, Moment]]:
    """(number, `Moment` of its only unit) of each of `documents` that can be read; one query for each edition."""
    spec = GATHERINGS[game]
    if spec.career is None:
        raise ValueError(f"{game} has no careers")
    books: dict[str | None, Catalogue] = {}
    for number, data in documents:
        try:
            document = LoadedRoster.from_data(data).document
        except Refused:
            continue
        book = books.get(document.edition) or catalogue(document.game, document.edition)
        books[document.edition] = book
        (unit,) = GAMES[game].analyse(document, book, None).units
        condition = spec.condition(unit)
        yield number, Moment(condition.state, condition.plays, spec.career.figures(unit))
