"""My lists: those of this browser; removing one, bringing it back, erasing it for good."""

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.lists.access import granted_roster, my_rosters
from builder.lists.erasing import KEPT_REMOVED, erase
from builder.lists.models import Roster
from builder.registry import GAME_UIS, games_with_books
from builder.web.messages import message_with_undo


@require_safe
@never_cache
def my_lists(request):
    rosters = my_rosters(request)
    game = request.GET.get("game")
    context = {
        "rosters": [roster for roster in rosters if not game or roster.game == game],
        "games": games_with_books(),
        "chosen": game,
        "removed": my_rosters(request, deleted=True),
        "kept_days": KEPT_REMOVED.days,
    }
    return render(request, "lists/my_lists.html", context)


@require_POST
def roster_remove(request, pk):
    roster = granted_roster(request, pk)
    roster.deleted = timezone.now()
    roster.save(update_fields=["deleted"])
    name = roster.name or gettext(GAME_UIS[roster.game].labels.nameless)
    message_with_undo(request, gettext("{name} removed.").format(name=name), reverse("roster-restore", args=[pk]))
    return redirect("my-lists")


@require_POST
def roster_restore(request, pk):
    roster = granted_roster(request, pk, deleted=True)
    roster.deleted = None
    roster.save(update_fields=["deleted"])
    messages.success(request, gettext("{name} is back.").format(name=roster.name or gettext("The list")))
    return redirect("my-lists")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_erase(request, pk):
    """Ask whether a removed list may be erased for good; a POST erases it."""
    roster = granted_roster(request, pk, deleted=True)
    if request.method != "POST":
        return render(request, "lists/erase.html", {"roster": roster, "backup_days": settings.BACKUP_KEEP})
    erase(Roster.objects.filter(pk=pk, deleted__isnull=False))
    messages.success(request, gettext("{name} is erased.").format(name=roster.name or gettext("The list")))
    return redirect("my-lists")
