"""The page behind a share link: it shows, prints and copies, and never edits."""

import json

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from builder import history
from builder.access import by_share_key
from builder.games import DESKS
from builder.limits import limited
from builder.models import Revision
from builder.views.links import opened_with_key, share_link
from builder.workbench import Bench


def state_of(request, row):
    """The bench and the number of the state that is asked for: the latest, or `?revision=N`."""
    word = request.GET.get("revision")
    if not word:
        return history.bench_of(row), row.revision
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise Http404
    state = get_object_or_404(Revision, roster=row, number=int(word))
    return Bench.of_document(state.document), state.number


@require_safe
def shared(request, key):
    row = by_share_key(key)
    bench, revision = state_of(request, row)
    desk = DESKS[row.game]
    context = {
        "roster": row,
        "desk": desk,
        "bench": bench,
        "verdict": bench.verdict,
        "survey": bench.survey,
        "sheet": desk.sheet(bench.list, bench.verdict, get_language()),
        "revision": revision,
        "is_old": revision != row.revision,
        "share_link": share_link(request, row),
    }
    return unlisted(render(request, "shared.html", context))


def unlisted(response):
    """An answer behind a link that is passed on: no search engine keeps it."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
def shared_json(request, key):
    row = by_share_key(key)
    bench, _revision = state_of(request, row)
    return json_file(bench)


def json_file(bench):
    """A list's document as a download."""
    text = json.dumps(bench.document, ensure_ascii=False, indent=2)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(bench)}.json"'
    return unlisted(response)


def file_name(bench):
    """A safe name for a download."""
    return slugify(bench.list.name)[:60] or bench.list.game


@require_POST
@limited("create")
def shared_copy(request, key):
    row = by_share_key(key)
    bench, _revision = state_of(request, row)
    copy, edit_key = history.create(bench, "copy")
    return opened_with_key(request, copy, edit_key)
