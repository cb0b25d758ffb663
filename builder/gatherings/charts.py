"""Line charts of a career as coordinates, which a template draws as SVG."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from builder.gatherings.career import Career, Point
from builder.gatherings.spec import CareerFigure

WIDTH, HEIGHT, MARGIN = 300, 90, 7

Place = tuple[str, str]  # x and y, as text that is the same in every language


@dataclass(frozen=True)
class Chart:
    """One figure at all points of a career, which stand at even distances, however long the time between them.

    latest      -- the figure at the last point
    low, high   -- the values at the foot and at the top
    lines       -- of the figure, each the places of points between which it was noted without a gap
    full        -- the same of what a game starts with
    dots        -- where the figure is marked: at chapters, at the last point, and where no line leads
    chapters    -- x of the points at which a chapter was played
    gone        -- (from x, to x): where the unit took no part in games
    first, last -- the days of the first and the last point
    """

    latest: CareerFigure
    low: int
    high: int
    lines: tuple[tuple[Place, ...], ...]
    full: tuple[tuple[Place, ...], ...]
    dots: tuple[Place, ...]
    chapters: tuple[str, ...]
    gone: tuple[Place, ...]
    first: date
    last: date


def charts_of(career: Career) -> list[Chart]:
    """A chart for each figure; none without points."""
    return [chart(career.points, name) for name, _label in career.labels]


def chart(points: Sequence[Point], name: str) -> Chart:
    figures = [point.figure(name) for point in points]
    values = [figure.value for figure in figures]
    fulls = [figure.full for figure in figures]
    noted = [value for value in (*values, *fulls) if value is not None]
    low, high = min([0, *noted]), max([1, *noted])
    xs = [text_of(x) for x in spread(len(points))]
    at_points = places(xs, values, low, high)
    lines = runs(at_points)
    at_chapters = [place for place, point in zip(at_points, points, strict=True) if place and point.parts]
    alone, last = [line[0] for line in lines if len(line) == 1], [line[-1] for line in lines[-1:]]
    return Chart(
        figures[-1],
        low,
        high,
        tuple(line for line in lines if len(line) > 1),
        tuple(line for line in runs(places(xs, fulls, low, high)) if len(line) > 1),
        tuple(dict.fromkeys([*at_chapters, *alone, *last])),
        tuple(x for x, point in zip(xs, points, strict=True) if point.parts),
        tuple(stretches([point.moment.plays for point in points])),
        points[0].day,
        points[-1].day,
    )


def text_of(number: float) -> str:
    return f"{number:.1f}"


def spread(number: int) -> list[float]:
    """So many places over the width, the first and the last at its ends; a single one in the middle."""
    if number == 1:
        return [WIDTH / 2]
    return [MARGIN + place * (WIDTH - 2 * MARGIN) / (number - 1) for place in range(number)]


def places(xs: Iterable[str], values: Iterable[int | None], low: int, high: int) -> list[Place | None]:
    """Where each value is drawn between `low` and `high`; None where there is none."""
    return [
        None if value is None else (x, text_of(HEIGHT - MARGIN - (value - low) / (high - low) * (HEIGHT - 2 * MARGIN)))
        for x, value in zip(xs, values, strict=True)
    ]


def runs(places_and_gaps: Iterable[Place | None]) -> list[tuple[Place, ...]]:
    """The places between two gaps."""
    grouped = groupby(places_and_gaps, key=lambda place: place is not None)
    return [tuple(place for place in group if place) for is_place, group in grouped if is_place]


def stretches(playing: Sequence[bool]) -> Iterable[Place]:
    """(from x, to x) over the points at which the unit does not play, half the way to those beside them."""
    xs = spread(len(playing))
    half = (xs[1] - xs[0]) / 2 if len(xs) > 1 else WIDTH / 2 - MARGIN
    at = 0
    for plays, group in groupby(playing):
        number = len(list(group))
        if not plays:
            yield text_of(max(MARGIN, xs[at] - half)), text_of(min(WIDTH - MARGIN, xs[at + number - 1] + half))
        at += number
