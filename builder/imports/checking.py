"""The page Check lists, for the organiser of a tournament: many lists in one table, one PDF, one gathering."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext

from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import require_allowed
from builder.exports.queue import kept_file
from builder.exports.registry import EXPORTS, ExportSource
from builder.exports.responses import KEY_FIELD, SheetRequest, Subject, waited_for
from builder.exports.several import part_names
from builder.gatherings import permissions, services
from builder.gatherings.campaign_spec import spec_of
from builder.gatherings.forms import HeadForm
from builder.imports.files import TextFile
from builder.imports.links import is_link, links_apart, list_behind
from builder.imports.page import MOST_CARRIED, ImportPage
from builder.imports.reading import ImportedList
from builder.imports.review import ReviewedFile, ReviewedList
from builder.imports.worker import ChosenText
from builder.lists import history
from builder.lists.collection import plain
from builder.lists.edits import BadEdit
from builder.lists.findings import FindingGroups, grouped_findings
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster, RosterGrant
from builder.sheets.choices import PrintChoices
from builder.web.page_cookie import set_key_cookie
from builder.wording import say
from rules.text import _
from rules.verdict import BAD, OK, TODO

SUBJECT = "check"
STATES = (BAD, TODO, OK)
PRINTED = ("head", "roster", "findings")  # not the tables of the game, which would be there once for each list
MOST_PRINTED = 50  # in one file, which takes ten seconds of the thirty that a sheet may take (SHEET_SECONDS)


@dataclass(frozen=True)
class CheckedList:
    """A row of the table: a list, its file, and the link to it or ""."""

    file: ReviewedFile
    row: ReviewedList

    @property
    def link(self) -> str:
        return self.file.file.text if is_link(self.file.file.text) else ""

    @property
    def findings(self) -> FindingGroups:
        return grouped_findings(self.row.loaded, {}) if self.row.loaded else FindingGroups(())


SORTS: dict[str, Callable[[LoadedRoster], Any]] = {
    "name": lambda loaded: plain(loaded.document.name),
    "points": lambda loaded: -(loaded.verdict.total or 0),
    "verdict": lambda loaded: STATES.index(loaded.verdict.state),
}


class CheckPage(ImportPage):
    TEMPLATE = "imports/check.html"
    ACTIONS = ("print", "gather")
    MOST = 100
    NOTHING_TICKED = _("No list selected. Tick some first.")

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.rosters: list[Roster] = []  # those behind links

    def respond(self) -> HttpResponseBase:
        if self.request.method == "POST" or KEY_FIELD not in self.request.GET:
            return super().respond()
        return self.sheet([]).respond() if waited_for(self.request, SUBJECT) else redirect("check-lists")

    def uploaded(self) -> Sequence[TextFile]:
        return [text for file in super().uploaded() for text in links_apart(file)]

    def too_much(self, files: Sequence[TextFile]) -> str:
        return self.too_many() if len(files) > self.MOST else super().too_much(files)

    def read(self, texts: Sequence[ChosenText]) -> Sequence[Sequence[ImportedList]]:
        """As `read_all`; the lists behind links as they are now."""
        others = iter(super().read([text for text in texts if not is_link(text[0].text)]))
        return [[self.list_behind(file.text)] if is_link(file.text) else [*next(others)] for file, *_chosen in texts]

    def list_behind(self, link: str) -> ImportedList:
        imported, roster = list_behind(link, self.request.get_host())
        self.rosters += [roster] if roster else []
        return imported

    def answer(self, texts: Sequence[ChosenText], lists: Sequence[Sequence[ImportedList]]) -> HttpResponseBase:
        read = [imported.data for file in lists for imported in file if imported.data]
        if len(json.dumps(read, ensure_ascii=False).encode()) > MOST_CARRIED:
            return self.refused(gettext("Together these lists are too large: check them one part after the other."))
        return super().answer(texts, lists)

    def page(self, status: int = 200, **context: object) -> HttpResponse:
        sort = self.fields.get("sort", "")
        rows = [CheckedList(file, row) for file in self.files for row in file.lists]
        if sort in SORTS:  # what is no list comes first
            rows.sort(key=lambda row: (1, SORTS[sort](row.row.loaded)) if row.row.loaded else (0,))
        return super().page(status, rows=rows, sort=sort, gathering=self.fields.get("gathering", ""), **context)

    def act(self, action: str, ticked: Sequence[LoadedRoster]) -> HttpResponseBase:
        return gather(self.request, self, ticked) if action == "gather" else self.print_ticked(ticked)

    # --- one PDF ----------------------------------------------------------------------------------------------------

    def print_ticked(self, lists: Sequence[LoadedRoster]) -> HttpResponse:
        """The PDF, or a page that waits for it: its address has the key of the sheet, for it cannot have the lists."""
        if len(lists) > MOST_PRINTED:
            text = gettext("Lists to print: {most} maximum, {n} selected. A larger file takes too long to make.")
            return self.refused(text.format(most=MOST_PRINTED, n=len(lists)))
        sheet = self.sheet(lists)
        response = sheet.respond()
        if response.status_code != 202:
            return response
        if kept_file(sheet.key) is None:  # another one of this client comes first
            return self.wait([file.file for file in self.files])
        return redirect(sheet.address(**{KEY_FIELD: sheet.key}))

    def sheet(self, lists: Sequence[LoadedRoster]) -> SheetRequest:
        def state() -> tuple:
            return SUBJECT, settings.SECRET_KEY, [loaded.packed for loaded in lists]  # nobody finds it without them

        def make_sources(choices: PrintChoices) -> list[ExportSource]:
            if not lists:
                raise Http404
            return [ExportSource(loaded, choices=choices) for loaded in lists]

        subject = Subject(SUBJECT, state, make_sources, part_names(self.rosters), is_of_several=True)
        sheet = SheetRequest(self.request, EXPORTS["pdf"], subject)
        sheet.choices = replace(sheet.choices, layout="roster", parts=PRINTED)
        return sheet


@idempotent(DOUBLE_CLICK)
def gather(request: HttpRequest, page: CheckPage, lists: Sequence[LoadedRoster]) -> HttpResponseBase:
    """Keep a copy of each list in a new gathering, which this browser organises: all of them or none."""
    game = lists[0].document.game
    form = HeadForm({"name": request.POST.get("gathering", ""), "notes": ""})
    if spec_of(game) is None:
        return page.refused(gettext("This game has no campaigns."))
    if not form.is_valid():
        return page.refused(gettext("Give the campaign or gang a name, of at most 200 characters."))
    require_allowed(request, "gather")
    try:
        with transaction.atomic():
            gathering, key = services.create(game, **form.cleaned_data)
            rosters = [history.create(loaded, "import")[0] for loaded in lists]
            for roster in rosters:
                services.join(gathering, roster)
    except BadEdit as bad:
        return page.refused(say(bad))
    for roster in rosters:
        browser_of(request).grant(RosterGrant, roster)
    permissions.grant(request, gathering)
    return set_key_cookie(redirect("gathering", gathering.pk), gathering, key)
