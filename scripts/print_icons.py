"""Write static/print/icons.woff2, a font of the icons of static/icons.svg and of the emblems. Part of `make vendor`."""

import re
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

STATIC = Path(__file__).resolve().parent.parent / "static"
TARGET = STATIC / "print" / "icons.woff2"
FIRST = 0xE000  # the code of the first icon: the private use area
EM, DEPTH = 512, 64  # units of the font, of which an icon reaches so many below the line
DATE = 3_800_000_000  # seconds since 1904, fixed so that the file is the same each time


def drawings():
    """{name: [the data of its paths]}: the icons in the order of the sprite, then "emblem-rbn" and the like, sorted."""
    sprite = (STATIC / "icons.svg").read_text("utf-8")
    symbols = re.findall(r'<symbol id="([^"]+)"(.*?)</symbol>', sprite, re.DOTALL)
    drawn = {name: paths(body) for name, body in symbols}
    return drawn | {
        f"emblem-{file.stem}": paths(file.read_text("utf-8")) for file in sorted((STATIC / "emblems").glob("*.svg"))
    }


def paths(svg):
    return re.findall(r'<path[^>]* d="([^"]+)"', svg)


def glyph(paths):
    """A glyph of these paths, which are drawn downwards in a square of `EM`."""
    pen = TTGlyphPen(None)
    turned = TransformPen(Cu2QuPen(pen, max_err=1, reverse_direction=False), (1, 0, 0, -1, 0, EM - DEPTH))
    for path in paths:
        parse_path(path, turned)
    return pen.glyph()


def main():
    drawn = drawings()
    names = [".notdef", *drawn]
    empty = TTGlyphPen(None).glyph()
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({FIRST + number: name for number, name in enumerate(drawn)})
    glyphs = {".notdef": empty} | {name: glyph(data) for name, data in drawn.items()}
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (EM, getattr(glyphs[name], "xMin", 0)) for name in names})
    builder.setupHorizontalHeader(ascent=EM - DEPTH, descent=-DEPTH)
    builder.setupNameTable({"familyName": "Bivouac Icons", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=EM - DEPTH, sTypoDescender=-DEPTH, usWinAscent=EM - DEPTH, usWinDescent=DEPTH)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = DATE
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff2"
    builder.font.save(TARGET)


if __name__ == "__main__":
    main()
