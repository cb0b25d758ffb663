"""My lists: those of this browser."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder import history
from builder.access import by_grant, mine
from builder.games import DESKS
from builder.limits import limited
from builder.views.links import opened_with_key
from builder.views.start import games


@require_safe
@never_cache
def shelf(request):
    lists = mine(request)
    game = request.GET.get("game")
    shown = [row for row in lists if not game or row.game == game]
    context = {"lists": shown, "games": games(), "chosen": game, "all": lists, "removed": mine(request, deleted=True)}
    return render(request, "mine.html", context)


@require_POST
def roster_remove(request, pk):
    row = by_grant(request, pk)
    row.deleted = timezone.now()
    row.save(update_fields=["deleted"])
    name = row.name or gettext(DESKS[row.game].words.nameless)
    messages.success(request, gettext("{name} removed.").format(name=name), extra_tags=f"restore restore-{row.pk}")
    return redirect("mine")


@require_POST
def roster_restore(request, pk):
    row = by_grant(request, pk, deleted=True)
    row.deleted = None
    row.save(update_fields=["deleted"])
    messages.success(request, gettext("{name} is back.").format(name=row.name or gettext("The list")))
    return redirect("mine")


@require_POST
@limited("create")
def roster_duplicate(request, pk):
    row = by_grant(request, pk)
    copy, key = history.create(history.bench_of(row), "duplicate")
    return opened_with_key(request, copy, key)
