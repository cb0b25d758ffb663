"""What is drawn on a page of a PDF, in millimetres: read back from the paths of its content."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pypdf import PageObject
from pypdf.generic import ContentStream

POINTS = 72 / 25.4  # in a millimetre
STEPS = 24  # points read of a curve
PAINTED = {b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"}
CLOSING = PAINTED | {b"n"}
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Shape:
    """A painted path: the box around it without its stroke, in millimetres from the paper's upper left corner."""

    left: float
    top: float
    width: float
    height: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, to a tenth of a millimetre."""
        return round(self.width, 1), round(self.height, 1)


def sizes(page: PageObject) -> list[tuple[float, float]]:
    """(width, height) of every shape of a page, in tenths of millimetres."""
    return [shape.size for shape in shapes(page)]


def shapes(page: PageObject) -> list[Shape]:
    """Every shape that is painted on a page, in the order of painting."""
    height = float(page.mediabox.height)
    return [boxed(points, height) for points in Reading().paths(page.get_contents(), page, IDENTITY)]


def boxed(points, height):
    xs, ys = zip(*points, strict=True)
    left, right, top, bottom = min(xs), max(xs), height - max(ys), height - min(ys)
    return Shape(left / POINTS, top / POINTS, (right - left) / POINTS, (bottom - top) / POINTS)


def times(inner, outer):
    """The matrix of two, the inner one applied first."""
    a, b, c, d, e, f = inner
    m, n, o, p, q, r = outer
    return a * m + b * o, a * n + b * p, c * m + d * o, c * n + d * p, e * m + f * o + q, e * n + f * p + r


def bezier(start, *others):
    """Points of the cubic curve from `start`."""
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        yield tuple(
            sum(weight * point[axis] for weight, point in zip(weights, (start, *others), strict=True))
            for axis in (0, 1)
        )


@dataclass
class Reading:
    """What is known while a content stream is read.

    path  -- the points so far; start: where the next line begins, if it has not yet
    saved -- the matrices that were set aside
    """

    path: list = field(default_factory=list)
    start: list = field(default_factory=list)
    saved: list = field(default_factory=list)

    def paths(self, content, holder, matrix) -> Iterator[list[tuple[float, float]]]:
        """The points of every painted path, in points of the page."""
        for operands, operator in ContentStream(content, None).operations:
            values = [float(one) for one in operands if isinstance(one, int | float)]
            if operator == b"q":
                self.saved.append(matrix)
            elif operator == b"Q":
                matrix = self.saved.pop()
            elif operator == b"cm":
                matrix = times(values, matrix)
            elif operator == b"Do":
                yield from self.form(holder["/Resources"]["/XObject"][operands[0]].get_object(), matrix)
            elif operator in CLOSING:
                if operator in PAINTED and self.path:
                    yield [placed(point, matrix) for point in self.path]
                self.path = []
            else:
                self.path += self.added(operator, values)

    def form(self, xobject, matrix):
        if xobject["/Subtype"] == "/Form":
            own = [float(one) for one in xobject.get("/Matrix", IDENTITY)]
            yield from Reading().paths(xobject, xobject, times(own, matrix))

    def added(self, operator, values):
        """The points that an operator adds to the path; a place that nothing is drawn from is none."""
        if operator == b"m":
            self.start = [tuple(values)]
            return []
        if operator == b"re":
            x, y, width, height = values
            return [(x, y), (x + width, y + height)]
        begun, self.start = (self.start, []) if operator in (b"l", b"c", b"v", b"y") else ([], self.start)
        return begun + self.line([*self.path, *begun], operator, list(zip(values[::2], values[1::2], strict=False)))

    def line(self, path, operator, ends):
        """The points of a line or of a curve to `ends`."""
        if operator not in (b"c", b"v", b"y"):
            return ends if operator == b"l" else []
        controls = {b"c": ends, b"v": [path[-1], *ends], b"y": [*ends, ends[-1]]}[operator]
        return list(bezier(path[-1], *controls))


def placed(point, matrix):
    a, b, c, d, e, f = matrix
    x, y = point
    return x * a + y * c + e, x * b + y * d + f
