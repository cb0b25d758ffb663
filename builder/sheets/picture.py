"""A list as a picture of 1200 x 630 pixels, which messengers show with its link."""

import io
import re
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from builder.sheets.parts import Sheet

WIDTH, HEIGHT = 1200, 630  # pixels, as messengers crop nothing of
MOST_UNITS = 10  # that have a strip of their own
PATHS = re.compile(r"<path[^>]*/>")


def picture_html(sheet: Sheet) -> str:
    """The HTML document of the picture: emblem, name, faction, points, verdict, units as strips."""
    shown = MOST_UNITS if len(sheet.units) <= MOST_UNITS else MOST_UNITS - 1
    context = {
        "sheet": sheet,
        "units": sheet.units[:shown],
        "more": len(sheet.units) - shown if len(sheet.units) > shown else 0,
        "width": WIDTH,
        "height": HEIGHT,
        "emblem": emblem(sheet.slug),
    }
    return render_to_string("sheets/picture.html", context)


def emblem(game: str) -> SafeString:
    """The drawing of a game's emblem for a box of 512 by 512; "" where it has none."""
    file = Path(settings.STATICFILES_DIRS[0], "emblems", f"{game}.svg")
    return mark_safe("".join(PATHS.findall(file.read_text("utf-8"))) if file.exists() else "")


def png_of(pdf: bytes) -> bytes:
    """The first page of a PDF as a PNG picture of `WIDTH` pixels."""
    from pypdfium2 import PdfDocument  # only what makes sheets loads it

    page = PdfDocument(pdf)[0]
    picture = io.BytesIO()
    bitmap = page.render(scale=WIDTH / page.get_width())
    bitmap.to_pil().convert("RGB").quantize(128).save(picture, "PNG", optimize=True)
    return picture.getvalue()
