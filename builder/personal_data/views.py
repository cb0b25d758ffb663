"""Pages about one's own data: the data export and its file, deleting the account."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.browsers import browser_of
from builder.accounts.decorators import confirmed, confirmed_member
from builder.accounts.limits import counts_as
from builder.exports.queue import ClientWaits, QueueFull, number_before, poll_after
from builder.exports.responses import note_use
from builder.exports.storing import content_of, remove
from builder.personal_data.deletion import delete_account, holdings
from builder.personal_data.forms import ERASE, DeletionForm
from builder.personal_data.kept import KEPT, Outcome, ask, last_export, next_one
from builder.personal_data.owner import owner_of
from builder.web.forms import form_data
from builder.web.headers import cleared

SHORTEST_POLL = 1_000  # milliseconds


# --- taking it along ------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@counts_as("pdf")
@never_cache
@confirmed_member
def data_export(request):
    """What a data export holds, and how far the last one is; a POST asks for a new one."""
    owner = owner_of(request)
    kept = last_export(owner) if owner else None
    if request.method == "POST":
        return start(request, owner, kept)
    if getattr(request, "htmx", False):
        return progress(request, kept)
    context: dict[str, Any] = {"owner": owner, "kept": kept, "next_one": next_one(kept)}
    if kept and kept.finished:
        context["until"] = kept.finished + KEPT
    if owner:
        context["lists"] = owner.list_grants().values("roster").distinct().count()
    return render(request, "personal_data/export.html", context | waiting(kept))


def start(request, owner, kept):
    """Ask for a data export, unless one is under way or the last one is too new; whoever waits reads why."""
    if owner and not is_waited_for(kept) and next_one(kept) is None:
        try:
            ask(request, owner, history="history" in request.POST)
        except ClientWaits:
            messages.error(request, gettext("Another of your files is being made. Try again in a moment."))
        except QueueFull:
            messages.error(request, gettext("Too many files are being made. Try again in a minute."))
    return redirect("data-export")


def is_waited_for(kept):
    return kept is not None and not kept.outcome


def waiting(kept):
    """What the page of an unfinished data export shows, and how soon it asks again."""
    if not is_waited_for(kept):
        return {}
    before = number_before(kept)
    poll = poll_after(before, SHORTEST_POLL)
    return {"waits": True, "before": before, "poll": poll, "address": reverse("data-export")}


def progress(request, kept):
    """The answer to a page that polls: how far it is, or to load the page again."""
    if not is_waited_for(kept):
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "personal_data/_progress_response.html", waiting(kept), status=202)


@require_safe
@never_cache
@confirmed_member
def data_export_file(request):
    """The finished file, for the account or browser that asked for it; 404 for everybody else."""
    owner = owner_of(request)
    kept = last_export(owner) if owner else None
    if kept is None or kept.outcome != Outcome.DONE:
        raise Http404
    content = content_of(kept)
    if content is None:
        remove([kept])
        messages.error(request, gettext("The file is damaged. Ask for a new one."))
        return redirect("data-export")
    note_use(kept)
    response = HttpResponse(content, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{kept.file_name}.zip"'
    response["Content-Encoding"] = "identity"  # keeps the gzip middleware from compressing it again
    add_never_cache_headers(response)
    return response


# --- deleting the account -------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@counts_as("account")
@never_cache
@confirmed
def account_delete(request):
    """Ask what becomes of the lists of an account; a POST deletes it. Administrators are deleted in the admin."""
    user, browser = request.user, browser_of(request)
    if user.is_staff or user.is_superuser:
        return render(request, "personal_data/delete_staff.html", status=403 if request.method == "POST" else 200)
    form = DeletionForm(user, form_data(request))
    if form.is_valid():
        delete_account(user, browser, erase_lists=form.cleaned_data["lists"] == ERASE)
        logout(request)
        messages.success(request, gettext("Account deleted."))
        return cleared(redirect("start"))
    context = {
        "form": form,
        "held": holdings(user.pk, browser),
        "backup_days": settings.BACKUP_KEEP,
    }
    return render(request, "personal_data/delete.html", context, status=422 if form.is_bound else 200)
