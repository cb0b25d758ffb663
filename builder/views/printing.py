"""Sheets: which one is wanted, and the PDF, rendered once for each state."""

import hashlib

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder import sheets
from builder.access import by_grant, by_share_key
from builder.limits import allowed
from builder.models import Roster
from builder.sheets.paper import LAYOUTS, PAPERS
from builder.sheets.version import version
from builder.views import errors
from builder.views.links import share_link
from builder.views.sharing import file_name, state_of
from rules.loading import editions

UNREAD = Roster.objects.defer("document")  # a kept sheet needs no document
KEPT_FOR = 30 * 24 * 3600


@require_safe
@never_cache
def roster_print(request, pk):
    row = by_grant(request, pk)
    bench, _revision = state_of(request, row)
    context = {"roster": row, "bench": bench, "verdict": bench.verdict, "papers": PAPERS, "layouts": LAYOUTS}
    return render(request, "print.html", context)


@require_safe
@never_cache
def roster_pdf(request, pk):
    return pdf(request, by_grant(request, pk, rows=UNREAD))


@require_safe
def shared_pdf(request, key):
    return pdf(request, by_share_key(key, rows=UNREAD))


def pdf(request, row):
    """The sheet of the wanted state. An unchanged one comes from the cache, unread and unjudged."""
    options, link = wanted(request), share_link(request, row)
    revision = request.GET.get("revision") or row.revision

    def rendered():
        bench, number = state_of(request, row)
        content = sheets.sheet_pdf(bench.list, bench.verdict, **options, share_url=link, revision=number)
        return file_name(bench), content

    return printed(request, (row.pk, revision, *options.values(), link, editions(row.game)), rendered)


def wanted(request):
    """What the print form chose."""
    return {
        "layout": chosen(request, "layout", LAYOUTS),
        "paper": chosen(request, "paper", PAPERS),
        "language": chosen(request, "language", dict(settings.LANGUAGES), get_language()),
    }


def printed(request, parts, rendered):
    """The PDF that `rendered()` makes, a file name and bytes; it is kept under `parts`, which say all that is on it."""
    key = "sheet:" + hashlib.sha256(repr((*parts, version())).encode()).hexdigest()
    kept = cache.get(key)
    if kept is None:
        if not allowed(request, "pdf"):
            return errors.too_many_requests(request)
        kept = rendered()
        cache.set(key, kept, KEPT_FOR)
    name, content = kept
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Content-Encoding"] = "identity"  # packed already: the gzip middleware leaves it alone
    return response


def chosen(request, name, known, default=None):
    """A choice of the print form; what is not offered falls back to the first."""
    word = request.GET.get(name)
    if word in known:
        return word
    return default if default in known else next(iter(known))
