"""HTML -> PDF by WeasyPrint, which nothing else in the project imports."""

import gc
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

STYLESHEET = "print.css"
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".ttf": "font/ttf"}
# A document makes boxes by the hundred thousand, and hardly a cycle among them: collect seldom meanwhile.
PATIENT = (100_000, 50, 50)
_one_at_a_time = Lock()


class RefusedError(ValueError):
    """An address that no sheet may load."""


class OwnFiles(URLFetcher):
    """Serves the project's own static files and refuses every other address."""

    def fetch(self, url, headers=None):
        root, parts = static_root(), urlsplit(url)
        path = Path(url2pathname(parts.path)).resolve()
        if parts.scheme != "file" or parts.netloc or not path.is_relative_to(root) or path.suffix not in TYPES:
            raise RefusedError(f"no sheet loads {url}")
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": TYPES[path.suffix]})


@cache
def static_root():
    """The folder of the project's own static files."""
    return Path(settings.STATICFILES_DIRS[0]).resolve()


@cache
def typography():
    """The fonts and the parsed stylesheet, once per process."""
    fonts = FontConfiguration()
    css = CSS(
        string=(static_root() / STYLESHEET).read_text("utf-8"),
        base_url=static_root().as_uri() + "/",
        url_fetcher=OwnFiles(),
        font_config=fonts,
    )
    return fonts, css


def render(html):
    """The bytes of a tagged PDF (PDF/UA-1) of a finished HTML document; language and title are the document's own."""
    with _one_at_a_time, patient_collector():
        fonts, css = typography()
        document = HTML(string=html, base_url=static_root().as_uri() + "/", url_fetcher=OwnFiles())
        return document.write_pdf(stylesheets=[css], font_config=fonts, pdf_variant="pdf/ua-1")


@contextmanager
def patient_collector():
    usual = gc.get_threshold()
    gc.set_threshold(*PATIENT)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
