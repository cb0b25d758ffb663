"""The response with an export. A costly export is made once for each state by a file worker, and kept."""

import hashlib
import logging
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.text import slugify
from django.utils.translation import get_language, override

from builder.accounts.limits import allowed, client
from builder.exports.models import KeptFile
from builder.exports.queue import (
    ClientWaits,
    QueueFull,
    check_room,
    kept_file,
    number_before,
    poll_after,
    request_file,
    request_of,
    withdraw_previews,
)
from builder.exports.registry import Export, ExportSource
from builder.exports.storing import StorageFails, content_of, remove, spooled
from builder.lists.loaded import LoadedRoster
from builder.sheets.choices import PrintChoices
from builder.sheets.local_paper import local_paper
from builder.sheets.print_form import is_chosen
from builder.sheets.version import version
from builder.web import errors
from builder.web.headers import unlisted

log = logging.getLogger(__name__)

LONGEST_FILE_NAME = 60
WAITED = timedelta(minutes=10)  # for which a finished sheet is found by the address of the page that waited for it
BUSY_SECONDS = 60  # after which a reader may try again when the queue is full
ROBOT_TRIES, ROBOT_PAUSE = 10, 0.2  # how often it is looked for a file that a robot waits for; seconds in between
KEY_FIELD, AGAIN_FIELD = "sheet", "again"  # fields of the address: the sheet that is waited for, and to try again
ROBOT = re.compile(r"bot\b|crawl|spider|slurp|preview|facebookexternalhit", re.IGNORECASE)
Outcome = KeptFile.Outcome


@dataclass(frozen=True)
class Subject:
    """What is exported.

    name         -- such as "roster 7"; its kept files are removed with it
    state        -- () -> values that identify the exported state
    make_sources -- (print choices) -> the lists of the file; not called if the export is kept
    parts        -- the names of several subjects that make up this one; its kept files are removed with each of them
    is_of_several -- lists, also where they are not stored
    """

    name: str
    state: Callable[[], tuple]
    make_sources: Callable[[PrintChoices], Sequence[ExportSource]]
    parts: Sequence[str] = ()
    is_of_several: bool = False


def print_choices(request: HttpRequest) -> PrintChoices:
    """The choices in the address."""
    return PrintChoices.from_query(request.GET if is_chosen(request.GET) else QueryDict(f"paper={paper_of(request)}"))


def chosen_language(request: HttpRequest) -> str:
    """The language from the print form, else that of the page."""
    return language_in(request.GET)


def begun_with(request: HttpRequest, printed_as: str = "") -> tuple[PrintChoices, str]:
    """(choices, language) of a print page: those of the address, else as the list was printed last, else to play."""
    first = QueryDict(printed_as or f"layout=play&paper={paper_of(request)}")
    query = request.GET if is_chosen(request.GET) else first
    return PrintChoices.from_query(query), language_in(query)


def paper_of(request: HttpRequest) -> str:
    """The paper of the reader's country."""
    return local_paper(request.headers.get("Accept-Language", ""))


def language_in(query: QueryDict) -> str:
    language = query.get("language", "")
    return language if language in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


def export_response(request: HttpRequest, export: Export, subject: Subject) -> HttpResponse:
    """The response with an export, or for a costly one that is not kept a page that waits for it."""
    if export.costly:
        return SheetRequest(request, export, subject).respond()
    (source,) = subject.make_sources(print_choices(request))
    with override(chosen_language(request)):
        return answer(export, file_name(source.loaded), export.render(source))


def answer(export: Export, name: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type=export.content_type)
    disposition = "inline" if export.inline else "attachment"
    response["Content-Disposition"] = f'{disposition}; filename="{name}.{export.ending or export.name}"'
    if export.costly:
        response["Content-Encoding"] = "identity"  # keeps the gzip middleware from compressing it again
    return unlisted(response)


def file_name(loaded: LoadedRoster) -> str:
    """The name of a downloaded file, without its ending."""
    return slugify(loaded.document.name)[:LONGEST_FILE_NAME] or loaded.document.game


def name_of_file(sources: Sequence[ExportSource]) -> str:
    """The name of a file of one or several lists, without its ending."""
    first = file_name(sources[0].loaded)
    return first if len(sources) == 1 else f"{first}-{len(sources)}"


class SheetRequest:
    """A request for a costly export: the file, or a page that says how far it is."""

    ONLY_PREVIEW = False

    def __init__(self, request: HttpRequest, export: Export, subject: Subject):
        self.request, self.export, self.subject = request, export, subject
        self.choices, self.language = print_choices(request), chosen_language(request)
        self.content: bytes | None = None

    @cached_property
    def key(self) -> str:
        """Of everything that the file depends on."""
        parts = (self.export.name, *self.subject.state(), *sorted(self.choices.data.items()), self.language, version())
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def respond(self) -> HttpResponse:
        try:
            kept = self.kept() or self.ask()
            if self.is_robot and isinstance(kept, KeptFile):
                self.wait_for(kept)
            return kept if isinstance(kept, HttpResponse) else self.answer_of(kept)
        except ClientWaits:
            return self.progress(None)
        except QueueFull:
            return self.shown("queue_full.html", 503, retry_after=BUSY_SECONDS)
        except (DatabaseError, StorageFails):
            log.exception("A sheet could not be delivered.")
            return self.shown("not_possible.html", 503, retry_after=BUSY_SECONDS)

    def kept(self) -> KeptFile | None:
        """The sheet that the page waits for, else that of the present state; None if it has to be made."""
        kept = waited_for(self.request, self.subject.name) or kept_file(self.key)
        if kept and (self.is_tried_again(kept) or not self.is_intact(kept)):
            remove([kept])
            return None
        return kept

    def is_tried_again(self, kept: KeptFile) -> bool:
        return kept.outcome == Outcome.FAILED and bool(self.request.GET.get(AGAIN_FIELD)) and not self.is_automatic

    def is_intact(self, kept: KeptFile) -> bool:
        """Whether the file of a finished sheet is; any other sheet has none yet."""
        self.content = content_of(kept) if kept.outcome == Outcome.DONE else spooled(kept)
        return self.content is not None or kept.outcome != Outcome.DONE

    def ask(self) -> KeptFile | HttpResponse:
        """Ask for the sheet; or the answer to a request for which nothing is made."""
        if self.is_automatic:
            return self.never_cached(HttpResponse(status=202, content_type=self.export.content_type))
        withdraw_previews(self.client)
        check_room(self.client)
        allowance = allowed(self.request, "pdf")
        if not allowance:
            return self.page(errors.too_many_requests(self.request, allowance.wait))
        kept = self.requested()
        self.is_intact(kept)
        return kept

    def wait_for(self, kept: KeptFile) -> None:
        """Wait a moment for what is being made: a program that shows a link asks once."""
        for _try in range(ROBOT_TRIES):
            if self.content is not None or kept.outcome:
                return
            time.sleep(ROBOT_PAUSE)
            kept.refresh_from_db(fields=["outcome", "stored_at", "size", "sha256", "finished"])
            self.is_intact(kept)

    @property
    def client(self) -> str:
        return client(self.request)

    def requested(self) -> KeptFile:
        """The sheet, in the queue."""
        sources = self.subject.make_sources(self.choices)
        lists = [request_of(source) for source in sources]
        request = {"export": self.export.name, "language": self.language, "sources": lists}
        shown = [f"gathering {source.gathering.pk}" for source in sources if source.gathering]
        return self.requested_file(request, name_of_file(sources), [*self.subject.parts, *shown])

    def requested_file(self, request: dict[str, Any], file_name: str, parts: Sequence[str]) -> KeptFile:
        about = (request, file_name, parts, self.ONLY_PREVIEW)
        return request_file(self.key, self.subject.name, self.client, *about)

    @property
    def is_automatic(self) -> bool:
        """Whether a program asks that nobody waits for: nothing costly is made for it."""
        headers = self.request.headers
        early = f"{headers.get('Sec-Purpose', '')} {headers.get('Purpose', '')}"
        return self.request.method == "HEAD" or "prefetch" in early or (self.is_robot and not self.export.for_robots)

    @property
    def is_robot(self) -> bool:
        return bool(ROBOT.search(self.request.headers.get("User-Agent", "")))

    def answer_of(self, kept: KeptFile) -> HttpResponse:
        if kept.outcome == Outcome.TOO_LARGE:
            several = self.subject.is_of_several or len(self.subject.parts) > 1
            return self.shown("too_large.html", 422, roster_layout=self.address(layout="roster"), several=several)
        if kept.outcome == Outcome.FAILED:
            return self.shown("failed.html", 503, again=self.address(**{AGAIN_FIELD: "1"}))
        if self.content is None:
            note_that_somebody_waits(kept)
            return self.progress(kept)
        note_use(kept)
        return self.page(answer(self.export, kept.file_name, self.content))

    # --- pages ------------------------------------------------------------------------------------------------------

    def progress(self, kept: KeptFile | None) -> HttpResponse:
        """The page that waits for a sheet; None: for another one of this client."""
        before = number_before(kept) if kept else 0
        address = self.address(**{KEY_FIELD: kept.key}) if kept else self.address()
        context = {"kept": kept, "before": before, "address": address, "export": self.export}
        context["poll"] = poll_after(before)
        template = "_progress_response.html" if self.is_poll else "progress.html"
        response = render(self.request, f"exports/{template}", context, status=202)
        response["Retry-After"] = "1"
        if self.is_poll:
            response["HX-Replace-Url"] = address
        return self.never_cached(response)

    @property
    def is_poll(self) -> bool:
        return bool(getattr(self.request, "htmx", False))

    def shown(self, template: str, status: int, retry_after: int | None = None, **context: Any) -> HttpResponse:
        context |= {"layout": self.choices.layout, "export": self.export}
        response = render(self.request, f"exports/{template}", context, status=status)
        if retry_after:
            response["Retry-After"] = str(retry_after)
        return self.page(self.never_cached(response))

    def page(self, response: HttpResponse) -> HttpResponse:
        """A response for a whole page; a page that polls is told to load it."""
        if not self.is_poll:
            return response
        return self.never_cached(HttpResponse(headers={"HX-Refresh": "true"}))

    def never_cached(self, response: HttpResponse) -> HttpResponse:
        add_never_cache_headers(response)
        return unlisted(response)

    def address(self, **changes: str) -> str:
        """The address of this request with some fields changed; those about waiting are left out."""
        fields = self.request.GET.copy()
        for name in (KEY_FIELD, AGAIN_FIELD):
            fields.pop(name, None)
        for name, value in changes.items():
            fields[name] = value
        query = fields.urlencode()
        return self.request.path + (f"?{query}" if query else "")


def waited_for(request: HttpRequest, subject: str) -> KeptFile | None:
    """The sheet of `subject` that the page waits for, or was until a while ago.

    After that its address, which readers send on, asks for the present state: the one it had may be hidden by now.
    """
    key = request.GET.get(KEY_FIELD, "")
    kept = kept_file(key, subject=subject) if key.isalnum() else None
    return None if kept and kept.finished and kept.finished < timezone.now() - WAITED else kept


def is_printed(request: HttpRequest, export: Export, subject: str) -> bool:
    """Whether who may edit the lists of a subject prints them, so that what is printed is visible to all.

    Not so by a link from elsewhere, with which others could make its owner share what is hidden. A page that waits for
    a sheet was answered to a request that did it already, and the list may have moved on.
    """
    elsewhere = request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin"
    return export.costly and not elsewhere and not waited_for(request, subject)


def note_that_somebody_waits(kept: KeptFile) -> None:
    """A sheet that was begun for the print page is withdrawn no more."""
    if kept.only_preview:
        KeptFile.objects.filter(pk=kept.pk).update(only_preview=False)


def note_use(kept: KeptFile) -> None:
    """Note that a sheet was asked for today, in the first request of a day."""
    today = timezone.localdate()
    if kept.used != today:
        with suppress(DatabaseError):  # a full disk keeps nobody from reading
            KeptFile.objects.filter(pk=kept.pk).update(used=today)
