"""Write static/fonts/: the fonts of node_modules with only the characters that the site uses. Part of `make vendor`."""

import io
import re
import shutil
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
FONTS, PRINT = ROOT / "static" / "fonts", ROOT / "static" / "print"

# Latin-1 and Latin Extended-A, French typography, arrows, signs of arithmetic, tick boxes and markers.
TEXT = (
    "20-7E,A0-17F,218-21B,2BC,2C6,2C7,2DA,2DC,2009-200A,2010-2015,2018-201E,2020-2022,2026,202F,2030,2032,2033,2039,203A,"
    "20AC,2116,2122,2190-2193,2212,221E,2248,2260,2264,2265,25A0,25A1,25B2,25B6,25BC,25C0,25C6,25CB,25CF,2605,2606,"
    "2610,2611,2713,2717"
)
# Titles and figures: the characters of French and other Western European languages.
TITLES = "20-7E,A0-FF,131,152,153,178,2013,2014,2018-201A,201C-201E,2020,2022,2026,2033,2039,203A,20AC,2122,2212"
PROSE = 500  # the weight that paper alone has
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "calt", "liga", "tnum", "pnum"]


def write_subset(font, unicodes, target):
    """Write a WOFF2 file, `target`, with these characters and a few features."""
    options = Options(flavor="woff2", layout_features=FEATURES, hinting=False, desubroutinize=True, notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(unicodes))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def narrowed(path, **axes):
    """A variable font with a smaller range of its axes."""
    narrow = instantiateVariableFont(TTFont(path, recalcTimestamp=False), axes)
    file = io.BytesIO()
    narrow.save(file)  # the subsetter needs the tables as read from a file
    file.seek(0)
    return TTFont(file, recalcTimestamp=False)


def write_weights(name, *weights):
    """Write single weights of a variable font for paper: WeasyPrint would make them again for each sheet."""
    for weight in weights:
        font = TTFont(FONTS / f"{name}.woff2", recalcTimestamp=False)
        instantiateVariableFont(font, {"wght": weight}, inplace=True).save(PRINT / f"{name}-{weight}.woff2")


def renamed(font, name):
    """Rename a font: Adobe reserves the name for unchanged fonts."""
    names = {1: name, 3: name, 4: name, 6: name.replace(" ", ""), 16: name, 25: name.replace(" ", "")}
    for record in font["name"].names:
        if record.nameID > 255:  # the names of single weights
            record.string = re.sub("SourceSans3(VF)?", names[6], record.toUnicode())
        elif record.nameID in names:
            record.string = names[record.nameID]
    return font


def main():
    """Write all fonts and their licences."""
    FONTS.mkdir(parents=True, exist_ok=True)
    sans = narrowed(MODULES / "source-sans/VF/SourceSans3VF-Upright.ttf", wght=(400, 700))
    write_subset(renamed(sans, "Bivouac Sans"), TEXT, FONTS / "bivouac-sans.woff2")
    shutil.copy(MODULES / "source-sans/LICENSE.md", FONTS / "LICENSE-bivouac-sans.md")
    write_weights("bivouac-sans", 400, 600)
    for family, weights in {"barlow-condensed": (500, 600, 700), "saira-stencil-one": (400,)}.items():
        folder = MODULES / "@fontsource" / family
        for weight in weights:
            font = TTFont(folder / f"files/{family}-latin-{weight}-normal.woff2", recalcTimestamp=False)
            name = f"{family}-{weight}.woff2" if len(weights) > 1 else f"{family}.woff2"
            write_subset(font, TITLES, (PRINT if weight == PROSE else FONTS) / name)
        shutil.copy(folder / "LICENSE", FONTS / f"LICENSE-{family}")


if __name__ == "__main__":
    main()
