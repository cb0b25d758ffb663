"""A sheet as an HTML document, laid out for a paper."""

from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from builder.sheets.layout import Pages
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.sheets.parts import Sheet
from builder.sheets.qr import qr_svg


def sheet_html(
    sheet: Sheet, layout: str, language: str, paper: str, share_url: str | None = None, revision: int | None = None
) -> str:
    """The finished HTML document of a `Sheet`; `layout` and `paper` are slugs. Its styles are static/print.css."""
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
