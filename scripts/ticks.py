"""Draws static/print/ticks.woff2, the boxes that players tick on a sheet: our own font of four signs."""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM, WIDE, LOW, HIGH, LINE = 1000, 940, -150, 690, 62
TARGET = Path(__file__).parent.parent / "static" / "print" / "ticks.woff2"


def rectangle(pen, left, bottom, right, top, hole=False):
    """A filled rectangle, or one that is cut out of another."""
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


def free_box(pen):
    """A box whose sides are open: it costs nothing yet."""
    left, right, arm = 50, 50 + HIGH - LOW, 270
    for x, y, toward_x, toward_y in ((left, LOW, 1, 1), (right, LOW, -1, 1), (left, HIGH, 1, -1), (right, HIGH, -1, -1)):
        for dx, dy in ((arm, LINE), (LINE, arm)):
            far_x, far_y = x + toward_x * dx, y + toward_y * dy
            rectangle(pen, min(x, far_x), min(y, far_y), max(x, far_x), max(y, far_y))


def aim(pen):
    """A cross with a hole in its middle."""
    middle_x, middle_y, arm, hole = 470, (LOW + HIGH) // 2, 400, 110
    for toward in (-1, 1):
        near, far = sorted((toward * hole, toward * arm))
        rectangle(pen, middle_x + near, middle_y - LINE // 2, middle_x + far, middle_y + LINE // 2)
        rectangle(pen, middle_x - LINE // 2, middle_y + near, middle_x + LINE // 2, middle_y + far)
    ring = 260
    rectangle(pen, middle_x - ring, middle_y - ring, middle_x + ring, middle_y + ring)
    rectangle(pen, middle_x - ring + LINE, middle_y - ring + LINE, middle_x + ring - LINE, middle_y + ring - LINE, hole=True)


GLYPHS = {".notdef": (None, box), "box": (0x2610, box), "free": (0x2B1A, free_box), "aim": (0x2316, aim)}


def drawn(draw):
    pen = TTGlyphPen(None)
    draw(pen)
    return pen.glyph()


def main():
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(list(GLYPHS))
    font.setupCharacterMap({code: name for name, (code, _draw) in GLYPHS.items() if code})
    font.setupGlyf({name: drawn(draw) for name, (_code, draw) in GLYPHS.items()})
    font.setupHorizontalMetrics({name: (WIDE, 50) for name in GLYPHS})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Bivouac Ticks", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.font["head"].created = font.font["head"].modified = 0  # the same file each time
    font.font.flavor = "woff2"
    font.font.recalcTimestamp = False
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    font.save(TARGET)


if __name__ == "__main__":
    main()
