"""The exports of a list, for its owner and behind its share link."""

from contextlib import suppress

from django.db import DatabaseError, transaction
from django.http import Http404
from django.utils.cache import add_never_cache_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.exports.responses import chosen_language, export_response, is_printed, print_choices
from builder.exports.subjects import roster_subject, without_document
from builder.lists.access import granted_roster, may_edit, shared_roster
from builder.lists.models import Roster
from builder.lists.sharing import share_printed_states, visible_to_all
from builder.sheets.print_form import is_chosen, print_query
from builder.web.forms import number_or_none
from builder.web.offline import opens_offline


@require_safe
@opens_offline()
@never_cache
def roster_export(request, pk, export):
    roster = granted_roster(request, pk, rosters=without_document)
    if share_if_printed(request, roster, export):
        remember_choices(roster, request)
    return roster_response(request, roster, export)


def share_if_printed(request, roster, export):
    """Whether a list is printed; the state that the address names is visible to all from then on."""
    printed = is_printed(request, export, f"roster {roster.pk}")
    if printed:
        share_printed_states({roster.pk: number_or_none(request.GET.get("revision")) or roster.revision})
    return printed


def remember_choices(roster, request):
    """The print page of a list begins with what was printed last. It prints all the same if that cannot be stored."""
    if not is_chosen(request.GET):
        return
    printed_as = print_query(print_choices(request), chosen_language(request))
    if printed_as != roster.printed_as:
        with suppress(DatabaseError), transaction.atomic():
            Roster.objects.filter(pk=roster.pk).update(printed_as=printed_as)


@require_safe
@opens_offline()
def shared_export(request, key, export):
    roster = shared_roster(key, rosters=without_document())
    to_all = visible_to_all(request, roster)
    is_own = may_edit(request, roster)
    if export.for_robots and not (roster.pictured or is_own):
        raise Http404
    if is_own:
        share_if_printed(request, roster, export)
    response = roster_response(request, roster, export)
    if not to_all:
        add_never_cache_headers(response)
    return response


def roster_response(request, roster, export):
    """An export of the state of a roster that ?revision= names, or of the latest, which shows its gathering too."""
    return export_response(request, export, roster_subject(request, roster, export))
