"""Write builder/sheets/letter_widths.json: how wide each letter of the sheets' fonts is. Part of `make vendor`."""

import json
import math
from collections import defaultdict
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "builder" / "sheets" / "letter_widths.json"
TEXT, TICKS = "static/fonts/bivouac-sans.woff2", "static/print/ticks.woff2"
STENCIL = "static/fonts/saira-stencil-one.woff2"
PROSE = "static/print/barlow-condensed-500.woff2"
TITLES = ("static/fonts/barlow-condensed-600.woff2", "static/fonts/barlow-condensed-700.woff2")


def widths(name, **axes):
    """The letters of a font with their widths in ems."""
    font = TTFont(ROOT / name)
    font = instantiateVariableFont(font, axes) if axes else font
    advances, em = font["hmtx"], font["head"].unitsPerEm
    return {chr(code): advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def greatest(*faces):
    """Letters with the greatest of their widths."""
    return {letter: max(face.get(letter, 0) for face in faces) for face in faces for letter in face}


def by_width(face):
    """Letters with their widths as {thousandths of an em: letters}, the narrowest first."""
    groups = defaultdict(str)
    for letter, width in sorted(face.items()):
        groups[math.ceil(width * 1000)] += letter
    return {str(width): groups[width] for width in sorted(groups)}


def main():
    ticks = widths(TICKS)
    faces = {
        "regular": ticks | widths(TEXT, wght=400),
        "bold": ticks | widths(TEXT, wght=600),
        "prose": widths(PROSE),
        "title": greatest(*map(widths, TITLES)),
        "stencil": widths(STENCIL),
    }
    text = json.dumps({name: by_width(face) for name, face in faces.items()}, ensure_ascii=False, indent=1)
    TARGET.write_text(text + "\n")


if __name__ == "__main__":
    main()
