"""HTML to PDF by WeasyPrint, which only this file and repeated.py import."""

import gc
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname
from xml.etree import ElementTree

from django.conf import settings
from weasyprint import CSS, HTML, Attachment, cssselect2
from weasyprint.document import Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from builder.lists.pictures import ADDRESS
from builder.sheets.finishing import finish
from builder.sheets.repeated import once

VARIANT = "pdf/ua-1"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" '
Contents = Callable[[Sequence[int]], str]  # (the page on which each document begins) -> an HTML document
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".ttf": "font/ttf"}
# WeasyPrint makes hundreds of thousands of boxes and hardly a reference cycle: collect seldom meanwhile.
GC_THRESHOLD = (1_000_000, 50, 50)
_one_at_a_time = Lock()


class RefusedError(ValueError):
    """A sheet tried to load what is neither one of the project's static files nor a photo."""


class OwnFiles(URLFetcher):
    """Serves the project's static files and photos that an address holds; raises `RefusedError` for any other."""

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        if url.startswith(ADDRESS):
            return URLFetcherResponse(url, b64decode(url.removeprefix(ADDRESS)), {"Content-Type": "image/jpeg"})
        root, parts = static_root(), urlsplit(url)
        path = Path(url2pathname(parts.path)).resolve()
        if parts.scheme != "file" or parts.netloc or not path.is_relative_to(root) or path.suffix not in TYPES:
            raise RefusedError(f"no sheet loads {url}")
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": TYPES[path.suffix]})


@cache
def static_root() -> Path:
    """The folder of the project's static files."""
    return Path(settings.STATICFILES_DIRS[0]).resolve()


class Sheet(HTML):
    """An HTML document that is shown by static/elements.css, and by the stylesheets that its body names.

    Our templates are well-formed, so that Python's own parser of XML reads them; WeasyPrint's takes ten times as long.
    """

    def __init__(self, html: str):
        self.base_url = static_root().as_uri() + "/"
        self.url_fetcher = OwnFiles()
        self.media_type = "print"
        try:
            self.etree_element = ElementTree.fromstring(html.replace("<svg ", SVG))  # noqa: S314  (our own markup)
        except ElementTree.ParseError:  # letters that no XML may have, such as a form feed in a note
            super().__init__(string=html, base_url=self.base_url, url_fetcher=self.url_fetcher)
        else:
            self.wrapper_element = cssselect2.ElementWrapper.from_html_root(self.etree_element)

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:
        return [stylesheet("elements.css")]

    @property
    def stylesheets(self) -> list[str]:
        """That of all sheets, then what `data-styles` says: few, as each element is held against each selector."""
        names = (name for body in self.etree_element.iter("body") for name in body.get("data-styles", "").split())
        return ["print.css", *(f"print/{name}.css" for name in names)]


@cache
def fonts() -> FontConfiguration:
    """The fonts of sheets, which static/print.css names."""
    return FontConfiguration()


@cache
def stylesheet(*files: str) -> CSS:
    """Files of static/, which may be missing, as one stylesheet, read once per process; addresses are from there."""
    paths = (static_root() / file for file in files)
    return CSS(
        string="".join(path.read_text("utf-8") for path in paths if path.exists()),
        base_url=static_root().as_uri() + "/",
        url_fetcher=OwnFiles(),
        font_config=fonts(),
    )


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Inside a function with this, and until all that it made is freed, garbage is looked for seldom; one at a time."""
    with _one_at_a_time:
        threshold = gc.get_threshold()
        gc.set_threshold(*GC_THRESHOLD)
        try:
            yield
        finally:
            gc.set_threshold(*threshold)


def render(html: str) -> bytes:
    """A tagged PDF (PDF/UA-1) of an HTML document, which has language and title."""
    return render_several([html])


@rare_garbage_collection()
def render_several(
    documents: Iterable[str],
    title: str = "",
    sides: str = "single",
    contents: Contents | None = None,
    certificates: Sequence[bytes] = (),
) -> bytes:
    """As `render`, HTML documents of one language one after the other, each of which counts its own pages.

    title    -- of the whole; without it that of the first
    sides    -- one of `choices.SIDES`: how printers are told to print
    contents -- the table of contents that stands before them
    certificates -- JSON that is attached to the file
    """
    with once():
        rendered = [laid_out(html) for html in documents]
        if sides == "double":
            rendered[:-1] = map(on_whole_sheets, rendered[:-1])
        if contents:
            rendered.insert(0, contents_of(rendered, contents, sides))
        whole = rendered[0].copy([page for document in rendered for page in document.pages])
        whole.metadata.title = title or whole.metadata.title
        attached = [Attachment(string=json, name="bivouac-certificate.json") for json in certificates]
        return whole.write_pdf(finisher=partial(finish, sides=sides), pdf_variant=VARIANT, attachments=attached)


def on_whole_sheets(document: Document) -> Document:
    """A document with an even number of pages, so that the next one begins on the front of a sheet of paper."""
    if len(document.pages) % 2 == 0:
        return document
    page = document.pages[0]
    size = f"@page {{ size: {page.width}px {page.height}px; @bottom-right {{ content: none }} }}"
    blank = laid_out(f"<html><style>{size}</style>")
    return document.copy([*document.pages, *blank.pages])


def contents_of(rendered: Sequence[Document], contents: Contents, sides: str) -> Document:
    """The table of contents of documents, whose first pages its links lead to: "#document-1", "#document-2" ..."""
    lengths = [len(document.pages) for document in rendered]
    for number, document in enumerate(rendered, start=1):
        document.pages[0].anchors[f"document-{number}"] = (0, 0, 0, 0)
    before = 1  # pages of the table itself, which many documents make longer
    while True:
        table = laid_out(contents(list(accumulate(lengths[:-1], initial=before + 1))))
        table = on_whole_sheets(table) if sides == "double" else table
        if len(table.pages) <= before:
            return table
        before = len(table.pages)


def laid_out(html: str) -> Document:
    sheet = Sheet(html)
    return sheet.render(stylesheets=[stylesheet(*sheet.stylesheets)], font_config=fonts(), pdf_variant=VARIANT)


def render_alone(html: str) -> bytes:
    """A PDF of an HTML document that brings all its styles, such as that of a picture."""
    with _one_at_a_time:
        document = HTML(string=html, base_url=static_root().as_uri() + "/", url_fetcher=OwnFiles())
        return document.write_pdf(font_config=FontConfiguration())
