"""The page Import: choose files or paste, look at what was understood, then keep it."""

from collections.abc import Sequence

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import Allowance, allowed
from builder.exports.queue import QueueFull
from builder.imports.files import TextFile, texts_of_upload
from builder.imports.reading import MOST_LISTS
from builder.imports.review import MOST_FILES, NAME, TEXT, ReviewedFile, asked, reviewed, texts_in_form, to_store
from builder.imports.worker import NotRead, Waiting, read_all
from builder.lists import history
from builder.lists.access import grant_and_open
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import RosterGrant
from builder.registry import games_with_books
from builder.web import errors
from builder.web.key_cookie import home
from builder.web.way_back import asked_back, keep_way_back
from builder.wording import say

MOST_CARRIED = 900_000  # bytes of all texts, which the page carries until they are kept
PASTED = ""  # the name of what was pasted


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_lists(request: HttpRequest) -> HttpResponseBase:
    """Without texts, the form; with texts, what they were read as; on `action=keep` the ticked lists are stored."""
    if request.method != "POST":
        return page(request, text=request.GET.get("text", ""))
    carried = texts_in_form(request.POST)
    files = carried or [*uploaded(request)]
    if error := too_much(files):
        return page(request, 422, error=error)
    problems = [file for file in files if file.problem]
    texts = asked([file for file in files if not file.problem], request.POST)
    try:
        lists = read_all(request, texts)
    except Waiting:
        return wait(request, [file for file, _game, _choices in texts], problems, is_first=not carried)
    except QueueFull:
        return page(request, 503, error=gettext("Many files are being made. Try again in a minute."))
    except NotRead as reason:
        return page(request, 422, error=gettext(str(reason)))
    shown = reviewed(texts, lists, request.POST, is_first=not carried or "first" in request.POST)
    if sum(len(file.lists) for file in shown) > MOST_LISTS:
        return page(request, 422, error=gettext("Too many lists: {most} maximum.").format(most=MOST_LISTS))
    if request.POST.get("action") != "keep":
        return page(request, files=shown, problems=problems)
    return keep_ticked(request, shown)


def too_much(files: Sequence[TextFile]) -> str:
    """Why these are not read; "" where they are."""
    if not files:
        return gettext("Choose a file or paste a list.")
    if len(files) > MOST_FILES:
        return gettext("Too many files: {most} maximum.").format(most=MOST_FILES)
    if sum(len(file.text.encode("utf-8", "replace")) for file in files) > MOST_CARRIED:
        return gettext("Together these files are too large: import them one after the other.")
    return ""


def keep_ticked(request: HttpRequest, shown: Sequence[ReviewedFile]) -> HttpResponseBase:
    try:
        ticked = [*to_store(shown)]
    except BadEdit as bad:
        return page(request, 422, files=shown, error=say(bad))
    if not ticked:
        return page(request, 422, files=shown, error=gettext("Tick a list to import."))
    return keep(request, ticked, shown)


def wait(request: HttpRequest, files: Sequence[TextFile], problems: Sequence[TextFile], is_first: bool) -> HttpResponse:
    """The page that sends itself again until a file worker has read the texts."""
    fields = {name: values for name, values in request.POST.lists() if name not in ("csrfmiddlewaretoken", "text")}
    if is_first:
        for number, file in enumerate(files):
            fields |= {f"{NAME}-{number}": [file.name], f"{TEXT}-{number}": [file.text]}
        fields["first"] = ["1"]
    return page(request, 202, waiting=fields, problems=problems)


def uploaded(request: HttpRequest) -> Sequence[TextFile]:
    """The pasted text and the texts of the chosen files."""
    texts = [TextFile(PASTED, text) for text in request.POST.getlist("text") if text.strip()]
    for file in request.FILES.getlist("files"):
        texts += texts_of_upload(file)
    return texts


def page(request: HttpRequest, status: int = 200, **context: object) -> HttpResponse:
    context |= {"games": games_with_books(), "back": asked_back(request)}
    return TemplateResponse(request, "imports/import.html", context, status=status)


@idempotent(DOUBLE_CLICK)
def keep(request: HttpRequest, lists: Sequence[LoadedRoster], shown: Sequence[ReviewedFile]) -> HttpResponse:
    """Store the lists: all of them or none."""
    try:
        with transaction.atomic():
            allowances = (allowed(request, "create") for _list in lists)
            refused = next((allowance for allowance in allowances if not allowance), Allowance())
            if not refused:
                transaction.set_rollback(True)
                return errors.too_many_requests(request, refused.wait)
            stored = [history.create(loaded, "import") for loaded in reversed(lists)]
    except BadEdit as bad:
        return page(request, 422, files=shown, error=say(bad))
    if len(stored) == 1:
        roster, key = stored[0]
        return keep_way_back(request, grant_and_open(request, roster, key), home(roster))
    for roster, _key in stored:
        browser_of(request).grant(RosterGrant, roster)
    messages.success(request, ngettext("{n} list imported.", "{n} lists imported.", len(stored)).format(n=len(stored)))
    return redirect("my-lists")
