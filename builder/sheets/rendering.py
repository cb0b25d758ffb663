"""A sheet as an HTML document."""

from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from builder.sheets.layout import Pages
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.sheets.parts import Sheet
from builder.web.qr import qr_svg


def sheet_html(
    sheet: Sheet, layout: str, language: str, paper: str, share_url: str | None = None, revision: int | None = None
) -> str:
    """The HTML document of a `Sheet`, for static/print.css.

    layout, paper -- slugs of `LAYOUTS` and `PAPERS`
    share_url     -- the address of the QR code; None: no QR code
    revision      -- the number in the footer; None: no number
    """
    with override(language):
        context = {
            "sheet": sheet,
            "pages": Pages(sheet, LAYOUTS[layout], PAPERS[paper]),
            "language": language,
            "paper": PAPERS[paper],
            "layout": LAYOUTS[layout],
            "share_url": share_url,
            "qr": qr_svg(share_url, gettext("The shared list")) if share_url else "",
            "revision": revision,
        }
        return render_to_string(LAYOUTS[layout].template, context)
