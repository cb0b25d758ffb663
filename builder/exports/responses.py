"""The response with an export. A costly export is rendered once for each state and cached."""

import hashlib
from collections.abc import Callable, Iterable
from typing import TypedDict

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language

from builder.accounts.limits import allowed
from builder.exports.registry import Export, ExportSource
from builder.lists.loaded import LoadedRoster
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.sheets.version import version
from builder.web import errors
from builder.web.headers import unlisted

MAX_AGE = 30 * 24 * 3600  # seconds for which a costly export is cached
LONGEST_FILE_NAME = 60


class PrintOptions(TypedDict):
    """The fields of an `ExportSource` that the print form sets."""

    layout: str
    paper: str


def print_options(request: HttpRequest) -> PrintOptions:
    return {"layout": chosen(request, "layout", LAYOUTS), "paper": chosen(request, "paper", PAPERS)}


def chosen_language(request: HttpRequest) -> str:
    """The language from the print form, else that of the page."""
    return chosen(request, "language", dict(settings.LANGUAGES), get_language())


def chosen(request: HttpRequest, name: str, offered: Iterable[str], default: str | None = None) -> str:
    """The value of a field of the print form; if it is not offered the default, else the first that is."""
    offered = list(offered)
    return next(one for one in (request.GET.get(name), default, *offered) if one in offered)


def export_response(
    request: HttpRequest, export: Export, state: tuple, make_source: Callable[[PrintOptions], ExportSource]
) -> HttpResponse:
    """The response with an export.

    state       -- values that identify the exported state, for the cache
    make_source -- (print options) -> `ExportSource`; not called if the export is cached
    """
    options, language = print_options(request), chosen_language(request)

    def name_and_content() -> tuple[str, bytes]:
        source = make_source(options)
        return file_name(source.loaded), export.render(source, language)

    if not export.costly:
        return answer(export, *name_and_content())
    parts = (export.name, *state, *options.values(), language, version())
    key = "export:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    cached = cache.get(key)
    if cached is None:
        if not allowed(request, "pdf"):
            return errors.too_many_requests(request)
        cached = name_and_content()
        cache.set(key, cached, MAX_AGE)
    return answer(export, *cached)


def answer(export: Export, name: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type=export.content_type)
    disposition = "inline" if export.inline else "attachment"
    response["Content-Disposition"] = f'{disposition}; filename="{name}.{export.name}"'
    if export.costly:
        response["Content-Encoding"] = "identity"  # keeps the gzip middleware from compressing it again
    return unlisted(response)


def file_name(loaded: LoadedRoster) -> str:
    """The name of a downloaded file, without its ending."""
    return slugify(loaded.document.name)[:LONGEST_FILE_NAME] or loaded.document.game
