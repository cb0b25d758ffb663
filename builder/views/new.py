"""A new list: created from the form of its head."""

from dataclasses import replace

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from builder import edits, history
from builder.games import DESKS
from builder.limits import limited
from builder.views.links import opened_with_key
from builder.views.start import example_file
from builder.workbench import Bench
from rules.loading import NoBook, catalogue
from rules.roster import decode
from rules.shapes import writable


def desk_or_404(game):
    try:
        return DESKS[game], catalogue(game)
    except (KeyError, NoBook):
        raise Http404 from None


@require_POST
@limited("create")
def roster_example(request, game):
    """A copy of the game's example list, to look at and to play with."""
    desk_or_404(game)
    file = example_file(game)
    if not file.exists():
        raise Http404
    row, key = history.create(Bench.of_document(decode(file.read_bytes())), "example")
    return opened_with_key(request, row, key)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("create")
def roster_new(request, game):
    desk, book = desk_or_404(game)
    context = {"desk": desk, "catalogue": book, "head": desk.head(book), "name": ""}
    if request.method != "POST":
        return render(request, "new.html", context)
    empty = Bench.empty(game)
    fields = request.POST.dict()
    try:
        named = edits.rename(replace(empty.list, **desk.read_head(empty, fields)), fields)
    except edits.BadEdit as bad:
        typed = {key: writable(value) for key, value in fields.items()}
        context |= {"error": bad, "name": typed.get("name", ""), "head": context["head"] | {"values": typed}}
        return render(request, "new.html", context, status=422)
    row, key = history.create(empty.changed(desk.begin(named, book)), "new")
    return opened_with_key(request, row, key)
