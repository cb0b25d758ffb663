"""My lists: those of this browser and its account; removing one, bringing it back, erasing it for good."""

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.accounts.browsers import browser_of
from builder.lists import collection, placing
from builder.lists.access import granted_roster
from builder.lists.collection import Choice
from builder.lists.erasing import KEPT_REMOVED, erase
from builder.lists.models import Roster
from builder.lists.my_rosters import MyRosters
from builder.lists.selection import MOST_PRINTED, back, parse_pks
from builder.registry import games_with_books
from builder.web.messages import message_with_undo
from builder.web.offline import opens_offline
from rules.text import folded

ALL = "all"  # of the page are ticked, as its address says


@require_safe
@opens_offline()
@never_cache
def my_lists(request):
    choice = Choice.read(request.GET)
    mine, games = MyRosters(request), games_with_books()
    page = mine.page(choice, names_of(games))
    mine.note_seen()
    context = {
        "choice": choice,
        "page": page,
        "page_numbers": collection.page_numbers(page),
        "rosters": page.object_list,
        "any": mine.any,
        "archived": mine.numbers.archived,
        "labels": mine.labels,
        "chosen_label": next((label for label in mine.labels if folded(label) == folded(choice.label)), ""),
        "games": games,
        "removed": mine.removed(choice.removed or 1),
        "kept_days": KEPT_REMOVED.days,
        "selected": ticked(request, page),
        "most_printed": MOST_PRINTED,
        "longest_label": collection.LONGEST_LABEL,
        "signed_in": browser_of(request).account is not None,
    }
    return render(request, "lists/my_lists.html", context)


def ticked(request, page):
    """The lists that are ticked when the page opens."""
    word = request.GET.get("selected", "")
    return [row.pk for row in page.object_list] if word == ALL else parse_pks(word)


def names_of(games):
    """{slug: its name in all languages} of games as `games_with_books` gives them."""
    return {game["slug"]: f"{game['catalogue'].name.fr} {game['catalogue'].name.en}" for game in games}


@require_POST
def roster_remove(request, pk):
    roster = granted_roster(request, pk)
    placing.remove([pk])
    name = roster.name or gettext("This list")
    message_with_undo(
        request, gettext("{name} moved to the trash.").format(name=name), reverse("roster-restore", args=[pk])
    )
    return back(request)


@require_POST
def roster_restore(request, pk):
    roster = granted_roster(request, pk, deleted=True)
    placing.restore([pk])
    messages.success(request, gettext("{name} restored.").format(name=roster.name or gettext("This list")))
    return back(request)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster_erase(request, pk):
    """Ask whether a removed list may be erased for good; a POST erases it."""
    roster = granted_roster(request, pk, deleted=True)
    if request.method != "POST":
        return render(request, "lists/erase.html", {"roster": roster, "backup_days": settings.BACKUP_KEEP})
    erase(Roster.objects.filter(pk=pk, deleted__isnull=False))
    messages.success(request, gettext("{name} deleted forever.").format(name=roster.name or gettext("This list")))
    return redirect("my-lists")
