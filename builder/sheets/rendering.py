"""A sheet as an HTML document."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from builder.sheets.choices import PrintChoices
from builder.sheets.kit import KitPage
from builder.sheets.layout import Pages
from builder.sheets.paper import PAPERS
from builder.sheets.parts import Sheet
from builder.web.qr import qr_svg

TEXT = re.compile(r">[^<>]*\([^<>]*<")  # between two tags
CODE = re.compile(r"\([^()<>]*\b(?P<kind>A|[a-z]{2,3}-)\d{1,3}\b[^()<>]*\)")  # what stands in brackets with a code
TABLES = ("brief", "brief_cards", "play", "rules", "reference")  # fields of a sheet that hold tables
# With the word before, as `paper.DICE` has it, and the sign behind.
CITED = re.compile(rf"( [^\s<>]+)?( ?(?:{CODE.pattern}|\(p\.\u00a0[^()<>]*\))(?:\u202f?[.,;:!?])?)")
PLACED = re.compile(r'(?=<div class="cards |<section class="kit )')
FRENCH = re.compile(r"<cite>(?=[^<]*[“«])")  # a heading of a book


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
    if choices.for_opponent:
        share_url = None
    sheet = without_tables(sheet, {title for page in kit for title in page.replaces})
    pages = Pages(sheet, choices, [unit for page in kit for unit in page.units])
    context = {
        "sheet": pages.sheet,
        "pages": pages,
        "language": get_language(),
        "choices": choices,
        "kit": [page for page in kit if page.template],
        "share_url": share_url,
        "qr": qr_svg(share_url, gettext("View link")) if share_url else "",
        "revision": revision,
    }
    return with_codes_apart(render_to_string("sheets/pdf/sheet.html", context), sheet.slug)


def without_tables(sheet: Sheet, titles: Collection[str]) -> Sheet:
    """The sheet without the tables of these titles."""
    left: dict[str, Any] = {
        name: tuple(table for table in getattr(sheet, name) if table.title not in titles) for name in TABLES
    }
    return replace(sheet, **left)


def with_codes_apart(html: str, game: str) -> str:
    """The document with pages and codes in brackets as citations; each page with a code of a ruling has its key.

    A page's foot says the first key on it; what stands in each code takes the key away from the pages after it. The
    layout does not look for keys in what has a place of its own: the whole page of cards or part of a kit has one then.
    """
    html = TEXT.sub(lambda text: CITED.sub(citation, text[0]), html)
    html = FRENCH.sub('<cite lang="fr">', html)
    code = CODE.search(html)
    if not code:
        return html
    key = gettext("Codes {code}: rulings of Bivouac, /rules/{game}/").format(code=code["kind"], game=game)
    first, *others = PLACED.split(html)
    html = "".join([first, *(part.replace('="', '="code ', 1) if CODE.search(part) else part for part in others)])
    return html.replace("</head>", f'<style>.code {{ string-set: key " · {key}" }}</style></head>', 1)


def citation(found: re.Match[str]) -> str:
    """Pages or codes in brackets, after the word that no line end parts from them."""
    before = f"<em>{found[1]}</em>" if found[1] else ""
    return before + (f'<cite class="code"><em>{found[2]}</em></cite>' if found["kind"] else f"<cite>{found[2]}</cite>")


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
