"""A sheet as an HTML document."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from builder.sheets.choices import PrintChoices
from builder.sheets.kit import KitPage
from builder.sheets.layout import Pages
from builder.sheets.paper import PAPERS
from builder.sheets.parts import Sheet
from builder.web.qr import qr_svg


def sheet_html(
    sheet: Sheet,
    choices: PrintChoices,
    share_url: str | None = None,
    revision: int | None = None,
    kit: Sequence[KitPage] = (),
) -> str:
    """The HTML document of a `Sheet`, for static/print.css.

    share_url     -- the address of the QR code; None: no QR code; the opponent's page has none, as notes stand there
    revision      -- the number in the footer; None: no number
    kit           -- the pages of the table kit
    """
    if choices.layout == "opponent":
        share_url = None
    context = {
        "sheet": sheet,
        "pages": Pages(sheet, choices, [unit for page in kit for unit in page.units]),
        "language": get_language(),
        "choices": choices,
        "kit": [page for page in kit if page.template],
        "share_url": share_url,
        "qr": qr_svg(share_url, gettext("View link")) if share_url else "",
        "revision": revision,
    }
    return render_to_string("sheets/pdf/sheet.html", context)


def sheets_contents_html(lists: Sequence[tuple[Sheet, int]], title: str, choices: PrintChoices) -> str:
    """The HTML of a table of contents: (sheet, the page on which it begins) for each list of a file."""
    context = {
        "lists": lists,
        "title": title,
        "paper": PAPERS[choices.paper],
        "choices": choices,
        "language": get_language(),
    }
    return render_to_string("sheets/pdf/contents.html", context)
