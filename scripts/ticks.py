"""Write static/print/ticks.woff2, a font of our own with the boxes and markers that players tick on a sheet."""

import math
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM, WIDE, SPACE, LOW, HIGH, LINE = 1000, 940, 200, -150, 690, 62  # units of the font: sizes of glyphs, width of lines
RADIUS = 412  # of a circle: at 14 points it is four millimetres wide
DATE = 3_800_000_000  # seconds since 1904, fixed so that the file is the same each time
TARGET = Path(__file__).parent.parent / "static" / "print" / "ticks.woff2"


def rectangle(pen, left, bottom, right, top, hole=False):
    """A filled rectangle, or a rectangular hole."""
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    corners = corners[::-1] if hole else corners
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()


def box(pen):
    left, right = 50, 50 + HIGH - LOW
    rectangle(pen, left, LOW, right, HIGH)
    rectangle(pen, left + LINE, LOW + LINE, right - LINE, HIGH - LINE, hole=True)


def stroke(pen, points, half):
    """A band of twice `half` along two points."""
    (x, y), (far_x, far_y) = points
    length = math.hypot(far_x - x, far_y - y)
    dx, dy = (far_y - y) / length * half, (x - far_x) / length * half
    corners = [(x - dx, y - dy), (far_x - dx, far_y - dy), (far_x + dx, far_y + dy), (x + dx, y + dy)]
    pen.moveTo(tuple(map(round, corners[0])))
    for corner in corners[1:]:
        pen.lineTo(tuple(map(round, corner)))
    pen.closePath()


def ticked_box(pen):
    box(pen)
    stroke(pen, ((200, 290), (400, 90)), 60)
    stroke(pen, ((362, 62), (740, 540)), 60)


def free_box(pen):
    """A box with open sides, to tick at no cost."""
    left, right, arm = 50, 50 + HIGH - LOW, 270
    for x, y, toward_x, toward_y in (
        (left, LOW, 1, 1),
        (right, LOW, -1, 1),
        (left, HIGH, 1, -1),
        (right, HIGH, -1, -1),
    ):
        for dx, dy in ((arm, LINE), (LINE, arm)):
            far_x, far_y = x + toward_x * dx, y + toward_y * dy
            rectangle(pen, min(x, far_x), min(y, far_y), max(x, far_x), max(y, far_y))


def ring(pen, x, y, radius, hole=False):
    corners = [
        (x + radius * math.cos(turn / 16 * math.pi), y + radius * math.sin(turn / 16 * math.pi)) for turn in range(32)
    ]
    for number, (across, up) in enumerate(corners if hole else corners[::-1]):
        (pen.lineTo if number else pen.moveTo)((round(across), round(up)))
    pen.closePath()


def aim(pen):
    """A ring with a dot in it."""
    x, y = WIDE // 2, (LOW + HIGH) // 2
    ring(pen, x, y, 360)
    ring(pen, x, y, 360 - LINE - 20, hole=True)
    ring(pen, x, y, 130)


def circle(pen):
    """A marker of life or morale."""
    x, y = WIDE // 2, (LOW + HIGH) // 2
    ring(pen, x, y, RADIUS)
    ring(pen, x, y, RADIUS - LINE, hole=True)


def lost_circle(pen):
    """A marker that is lost: crossed out."""
    circle(pen)
    x, y, arm = WIDE // 2, (LOW + HIGH) // 2, round(RADIUS * 0.68)
    stroke(pen, ((x - arm, y - arm), (x + arm, y + arm)), 42)
    stroke(pen, ((x - arm, y + arm), (x + arm, y - arm)), 42)


def filled_circle(pen):
    """A marker that was gained."""
    ring(pen, WIDE // 2, (LOW + HIGH) // 2, RADIUS)


def compass(pen):
    """A dial with a mark at each quarter, on which players draw two hands."""
    circle(pen)
    x, y, arm, half = WIDE // 2, (LOW + HIGH) // 2, 150, LINE // 2
    for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        ends = [
            (x + dx * reach - (half if dy else 0), y + dy * reach - (half if dx else 0))
            for reach in (RADIUS, RADIUS - arm)
        ]
        (left, low), (right, high) = ends
        rectangle(
            pen, min(left, right), min(low, high), max(left, right) + LINE * bool(dy), max(low, high) + LINE * bool(dx)
        )


def nothing(_pen):
    """A space; text engines take it from the font of the glyph before it."""


GLYPHS = {
    ".notdef": (None, nothing),
    "space": (0x20, nothing),
    "nbsp": (0xA0, nothing),
    "box": (0x25FB, box),
    "ticked": (0x2611, ticked_box),
    "free": (0x2B1A, free_box),
    "aim": (0x25C9, aim),
    "circle": (0x25EF, circle),
    "lost": (0x2297, lost_circle),
    "filled": (0x25CF, filled_circle),
    "compass": (0x2316, compass),
}


def glyph(draw):
    pen = TTGlyphPen(None)
    draw(pen)
    return pen.glyph()


def main():
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(list(GLYPHS))
    font.setupCharacterMap({code: name for name, (code, _draw) in GLYPHS.items() if code})
    font.setupGlyf({name: glyph(draw) for name, (_code, draw) in GLYPHS.items()})
    spaces = {name for name, (_code, draw) in GLYPHS.items() if draw is nothing}
    font.setupHorizontalMetrics({name: (SPACE if name in spaces else WIDE, 0) for name in GLYPHS})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Bivouac Ticks", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.font["head"].created = font.font["head"].modified = DATE
    font.font.flavor = "woff2"
    font.font.recalcTimestamp = False
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    font.save(TARGET)


if __name__ == "__main__":
    main()
