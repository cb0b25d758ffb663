"""Sheets: what is printed of a list, laid out for a paper."""

from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from builder.sheets.layout import Pages
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.sheets.qr import qr_svg


def html(sheet, layout, language, paper, share_url=None, revision=None):
    """The finished HTML document of a `Sheet`; `layout` and `paper` are slugs. Its styles are static/print.css."""
    layout, paper = LAYOUTS[layout], PAPERS[paper]
    with override(language):
        about = {
            "sheet": sheet,
            "pages": Pages(sheet, layout, paper),
            "language": language,
            "paper": paper,
            "layout": layout,
            "share_url": share_url,
            "qr": qr_svg(share_url, gettext("The shared list")) if share_url else "",
            "revision": revision,
        }
        return render_to_string(layout.template, about)


def sheet_pdf(roster, verdict, *, layout, paper, language, share_url=None, revision=None):
    """The PDF of a roster, judged: bytes."""
    from builder.games import DESKS
    from builder.sheets import pdf

    sheet = DESKS[roster.game].sheet(roster, verdict, language)
    return pdf.render(html(sheet, layout, language, paper, share_url, revision))
