"""Staying with the revision of the book that a list was built by, or going on to today's."""

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from builder.accounts.limits import counts_as
from builder.lists import book_change, history
from builder.lists.access import granted_roster
from builder.lists.models import Roster
from builder.web.forms import number_or_none


@counts_as("edit")
@require_POST
@never_cache
def roster_book(request, pk):
    """The field `book` says which: `book_change.STAY`, else today's."""
    roster = granted_roster(request, pk, rosters=Roster.objects.with_base)
    loaded = history.load_roster(roster)
    try:
        if number_or_none(request.POST.get("revision")) != roster.revision:
            raise history.Conflict
        if request.POST.get("book") == book_change.STAY:
            book_change.stay(roster, loaded)
        else:
            book_change.go(roster, loaded)
    except history.Conflict:
        messages.error(request, gettext("The list has changed meanwhile. Look at it and choose again."))
    return redirect("roster", roster.pk)
