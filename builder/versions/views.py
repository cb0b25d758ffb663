"""The page of a list's versions: what was done, what differs, back to one; what changed behind a share link, or since
a sheet was printed.
"""

import base64
import json

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.limits import counts_as, require_allowed_read
from builder.lists import history
from builder.lists.access import granted_roster, may_edit, shared_roster
from builder.lists.edits import BadEdit
from builder.lists.models import Roster
from builder.lists.sharing import is_shared, state_for_all
from builder.versions.certificates import key_id, public_keys
from builder.versions.changes import changes
from builder.versions.models import Certificate
from builder.versions.states import states_of
from builder.web.forms import number_or_none
from builder.web.messages import message_of_edit
from builder.wording import say


@require_http_methods(["GET", "HEAD", "POST"])
@counts_as("edit")
@never_cache
def versions(request, pk):
    """The states of a list, newest first; a POST makes the state `number` the next one."""
    roster = granted_roster(request, pk, rosters=Roster.objects.with_base)
    if request.method == "POST":
        return restored(request, roster)
    loaded = history.load_roster(roster)
    states, following = states_of(roster, loaded.catalogue, number_or_none(request.GET.get("before")))
    context = {"roster": roster, "states": states, "following": following}
    return render(request, "versions/versions.html", context)


def restored(request, roster):
    number = number_or_none(request.POST.get("number"))
    try:
        applied = history.restore(roster, number or 0, number_or_none(request.POST.get("revision")))
    except history.Conflict:
        messages.error(request, gettext("The list has changed meanwhile; nothing was restored."))
        return redirect("roster-versions", roster.pk)
    except BadEdit as bad:
        messages.error(request, say(bad))
        return redirect("roster-versions", roster.pk)
    if applied is None:
        raise Http404
    message_of_edit(request, gettext("Version {number} restored").format(number=number))
    return redirect("roster", roster.pk)


@require_safe
@never_cache
def roster_changes(request, pk):
    """What differs between the states `from` and `to` of a list; without `to`, the present one."""
    roster = granted_roster(request, pk)
    numbers = [number_in(request, "from", None), number_in(request, "to", roster.revision)]
    lists = [None if number is None else history.load_revision(roster, number) for number in numbers]
    return changes_response(request, roster, numbers, lists, own=True)


@require_safe
@never_cache
def shared_changes(request, key):
    """What changed in a shared list since its state `from`, for who may see that one."""
    roster = shared_roster(key)
    number = number_in(request, "from", None)
    own = may_edit(request, roster)
    if own and number is not None:
        before = history.load_revision(roster, number)
    else:
        before = state_for_all(roster, number)
    return changes_response(request, roster, [number, roster.revision], [before, history.load_roster(roster)], own)


def changes_response(request, roster, numbers, lists, own):
    if None in (*numbers, *lists):
        raise Http404
    require_allowed_read(request, max(len(loaded.document.units) for loaded in lists))
    before, after = (loaded.for_reader() for loaded in lists)
    context = {
        "roster": roster,
        "numbers": numbers,
        "changes": changes(before, after),
        "totals": (before.verdict.total, after.verdict.total),
        "verdicts": (before.verdict.state, after.verdict.state),
        "own": own,
    }
    return render(request, "versions/changes.html", context)


def number_in(request, name, default):
    return number_or_none(request.GET[name]) if name in request.GET else default


@require_safe
@never_cache
def printed(request, key, number):
    """What the code on a sheet leads to: what was stated of the printed state, and whether it is still the list."""
    roster = shared_roster(key)
    if number != roster.revision and not is_shared(roster, number):
        return redirect("shared", key)
    before, now = state_for_all(roster, number).for_reader(), history.load_roster(roster).for_reader()
    require_allowed_read(request, max(len(loaded.document.units) for loaded in (before, now)))
    context = {
        "roster": roster,
        "number": number,
        "now": now,
        "certificates": [json.loads(row.content) for row in certificates_of(roster, number)],
        "changes": changes(before, now),
        "today": before.verdict,
        "book": before.catalogue,
    }
    return render(request, "versions/printed.html", context)


def certificates_of(roster, number):
    """The certificates of a state, that of the newest book first."""
    return Certificate.objects.filter(roster=roster, number=number)


@require_safe
def certificate(request, key, number):
    """The newest certificate of a state that others may see, as it was signed."""
    roster = shared_roster(key)
    row = certificates_of(roster, number).first()
    if row is None or not (number == roster.revision or is_shared(roster, number)):
        raise Http404
    return HttpResponse(row.content, content_type="application/json")


@require_safe
def keys(request):
    """The public keys of this site's certificates (Ed25519, 32 bytes in Base64), the present one first."""
    published = [
        {"id": key_id(key), "algorithm": "Ed25519", "key": base64.b64encode(key).decode()} for key in public_keys()
    ]
    return JsonResponse({"keys": published})
