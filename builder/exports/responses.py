"""The answer that carries an export; a costly one is made once for each state and kept."""

import hashlib
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language

from builder.exports.registry import Export, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.sheets.version import version
from builder.web import errors
from builder.web.headers import unlisted
from builder.web.limits import allowed

MAX_AGE = 30 * 24 * 3600  # seconds for which a costly export is kept
LONGEST_FILE_NAME = 60


def print_options(request: HttpRequest) -> dict[str, str]:
    """What the print form chose: layout and paper, as fields of an `ExportSource`."""
    return {"layout": chosen(request, "layout", LAYOUTS), "paper": chosen(request, "paper", PAPERS)}


def chosen_language(request: HttpRequest) -> str:
    """The language that the print form chose, else that of the page."""
    return chosen(request, "language", dict(settings.LANGUAGES), get_language())


def chosen(request: HttpRequest, name: str, offered: dict, default: str | None = None) -> str:
    """A choice of the print form; what is not offered falls back to the default, or to the first."""
    word = request.GET.get(name, "")
    if word in offered:
        return word
    return default if default in offered else next(iter(offered))


def export_response(
    request: HttpRequest, export: Export, state: tuple, make_source: Callable[[dict[str, str]], ExportSource]
) -> HttpResponse:
    """An export of what `make_source(print options)` gives, which is called only where the export has to be made.

    state -- values that together say which state is exported: another state has another one
    """
    options, language = print_options(request), chosen_language(request)

    def made() -> tuple[str, bytes]:
        source = make_source(options)
        return file_name(source.loaded), export.render(source, language)

    if not export.costly:
        return answer(export, *made())
    parts = (export.name, *state, *options.values(), language, version())
    key = "export:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    kept = cache.get(key)
    if kept is None:
        if not allowed(request, "pdf"):
            return errors.too_many_requests(request)
        kept = made()
        cache.set(key, kept, MAX_AGE)
    return answer(export, *kept)


def answer(export: Export, name: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type=export.content_type)
    disposition = "inline" if export.inline else "attachment"
    response["Content-Disposition"] = f'{disposition}; filename="{name}.{export.name}"'
    if export.costly:
        response["Content-Encoding"] = "identity"  # packed already: the gzip middleware leaves it alone
    return unlisted(response)


def file_name(loaded: LoadedRoster) -> str:
    """A safe name for a download."""
    return slugify(loaded.document.name)[:LONGEST_FILE_NAME] or loaded.document.game
