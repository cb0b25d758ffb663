"""HTML to PDF by WeasyPrint. No other file imports it."""

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from weasyprint import CSS, HTML
from weasyprint.css.properties import INITIAL_VALUES
from weasyprint.document import Document
from weasyprint.layout import inline, preferred
from weasyprint.text.fonts import FontConfiguration
from weasyprint.text.line_break import split_first_line
from weasyprint.urls import URLFetcher, URLFetcherResponse

from builder.sheets.finishing import finish

STYLESHEETS = ("print.css", "print/*.css")  # read as one text: the addresses in them are relative to static/
VARIANT = "pdf/ua-1"
Contents = Callable[[Sequence[int]], str]  # (the page on which each document begins) -> an HTML document
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".ttf": "font/ttf"}
# WeasyPrint makes hundreds of thousands of boxes and hardly a reference cycle: collect seldom meanwhile.
GC_THRESHOLD = (100_000, 50, 50)
# The properties of a style that lines are broken by.
OF_LINES = re.compile(
    "direction|font_.*|hyphen.*|lang|letter_spacing|line_height|overflow_wrap|tab_size|text_decoration_line|white_space|word_.*"
)
_one_at_a_time = Lock()


class RefusedError(ValueError):
    """A sheet tried to load an address that is not one of the project's static files."""


class OwnFiles(URLFetcher):
    """Serves the project's static files; raises `RefusedError` for every other address."""

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        root, parts = static_root(), urlsplit(url)
        path = Path(url2pathname(parts.path)).resolve()
        if parts.scheme != "file" or parts.netloc or not path.is_relative_to(root) or path.suffix not in TYPES:
            raise RefusedError(f"no sheet loads {url}")
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": TYPES[path.suffix]})


@cache
def static_root() -> Path:
    """The folder of the project's static files."""
    return Path(settings.STATICFILES_DIRS[0]).resolve()


def stylesheet() -> str:
    """The text of all stylesheets, one after the other: of all sheets, then of the kit and of single games."""
    files = (file for pattern in STYLESHEETS for file in sorted(static_root().glob(pattern)))
    return "".join(file.read_text("utf-8") for file in files)


@cache
def typography() -> tuple[FontConfiguration, CSS]:
    """The fonts and the parsed stylesheets, read once per process."""
    fonts = FontConfiguration()
    css = CSS(
        string=stylesheet(),
        base_url=static_root().as_uri() + "/",
        url_fetcher=OwnFiles(),
        font_config=fonts,
    )
    return fonts, css


def render(html: str) -> bytes:
    """A tagged PDF (PDF/UA-1) of an HTML document, which has language and title."""
    return render_several([html])


def render_several(
    documents: Iterable[str], title: str = "", sides: str = "single", contents: Contents | None = None
) -> bytes:
    """As `render`, HTML documents of one language one after the other, each of which counts its own pages.

    title    -- of the whole; without it that of the first
    sides    -- one of `choices.SIDES`: how printers are told to print
    contents -- the table of contents that stands before them
    """
    with _one_at_a_time, rare_garbage_collection(), remembered_lines():
        rendered = [laid_out(html) for html in documents]
        if sides == "double":
            rendered[:-1] = map(on_whole_sheets, rendered[:-1])
        if contents:
            rendered.insert(0, contents_of(rendered, contents, sides))
        whole = rendered[0].copy([page for document in rendered for page in document.pages])
        whole.metadata.title = title or whole.metadata.title
        return whole.write_pdf(finisher=partial(finish, sides=sides), pdf_variant=VARIANT)


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
    fonts, css = typography()
    document = HTML(string=html, base_url=static_root().as_uri() + "/", url_fetcher=OwnFiles())
    return document.render(stylesheets=[css], font_config=fonts, pdf_variant=VARIANT)


def render_alone(html: str) -> bytes:
    """A PDF of an HTML document that brings all its styles, such as that of a picture."""
    with _one_at_a_time:
        document = HTML(string=html, base_url=static_root().as_uri() + "/", url_fetcher=OwnFiles())
        return document.write_pdf(font_config=FontConfiguration())


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    threshold = gc.get_threshold()
    gc.set_threshold(*GC_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*threshold)


@contextmanager
def remembered_lines() -> Iterator[None]:
    """The same words in the same type are broken into lines once: most of those on cards are there many times.

    WeasyPrint draws a line by setting it anew, so that several boxes may have the same one.
    """
    names = [name for name in INITIAL_VALUES if OF_LINES.fullmatch(name)]
    lines: dict[tuple[Any, ...], Any] = {}

    def split(text: str, style: Any, context: Any, *about: Any, **flags: Any) -> Any:
        if not hasattr(style, "of_lines"):
            style.of_lines = repr([style[name] for name in names])
        key = (text, style.of_lines, about, *flags.items())
        if key not in lines:
            lines[key] = split_first_line(text, style, context, *about, **flags)
        return lines[key]

    inline.split_first_line = preferred.split_first_line = split
    try:
        yield
    finally:
        inline.split_first_line = preferred.split_first_line = split_first_line
