"""The preview of the print page: the same kept file that is printed, with pictures of its pages."""

import logging
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from builder.accounts.limits import allowed
from builder.exports.models import KeptFile
from builder.exports.queue import (
    SHORTEST_POLL,
    ClientWaits,
    QueueFull,
    check_room,
    kept_file,
    number_before,
    poll_after,
    withdraw_previews,
)
from builder.exports.registry import EXPORTS
from builder.exports.responses import SheetRequest, Subject, paper_of
from builder.exports.thumbnails import CONTENT_TYPE, MOST_PAGES, thumbnail
from builder.sheets.choices import PrintChoices
from builder.sheets.print_form import chosen_under_more, print_query
from builder.web.forms import number_or_none
from builder.web.headers import unlisted

log = logging.getLogger(__name__)

EXPORT = "pdf"  # the format that is previewed
SPARE = 1 / 3  # of the limit `pdf` is left to what is printed
POLL_FIELD = "poll"  # of the address: the page asks again
PICTURED_WITHIN = timedelta(seconds=15)  # of when the sheet was finished; else it stays without pictures
KEPT_BY_BROWSERS = 86_400  # seconds; the key of a sheet names its content
Outcome = KeptFile.Outcome


class Paused(Exception):
    """This client has begun so many previews that the rest of its limit is left to what it prints."""


class Preview(SheetRequest):
    """The sheet of what the print page has chosen: begun when the page asks, shown as far as it is.

    path -- the path of the preview; the print page and the pictures have theirs beside it
    """

    ONLY_PREVIEW = True

    def __init__(self, request: HttpRequest, subject: Subject, choices: PrintChoices, language: str, path: str):
        super().__init__(request, EXPORTS[EXPORT], subject)
        self.choices, self.language, self.path = choices, language, path

    @property
    def page_path(self) -> str:
        """The path of the print page."""
        return self.path.removesuffix("preview/") + "print/"

    @property
    def pdf_path(self) -> str:
        """The address of the sheet itself."""
        return f"{self.path.removesuffix('preview/')}{EXPORT}/?{self.query}"

    @property
    def chosen(self) -> list[str]:
        return chosen_under_more(self.choices, self.language, paper_of(self.request))

    @cached_property
    def stage(self) -> dict[str, Any]:
        """How far the sheet is, as exports/_preview_state.html reads it."""
        try:
            kept = kept_file(self.key) or self.begun()
        except ClientWaits:
            return {"stage": "waits", "poll": 2 * SHORTEST_POLL}
        except (QueueFull, Paused):
            return {"stage": "paused"}
        except DatabaseError:
            log.exception("A preview could not be begun.")
            return {"stage": "paused"}
        return {"stage": "paused"} if kept is None else self.stage_of(kept)

    def begun(self) -> KeptFile | None:
        """The sheet, which nobody has asked for yet; None where nobody looks. Raises what `check_room` does, `Paused`.

        What the player has chosen replaces what he chose before, unless that is being made. A page that only asks
        again replaces nothing: two pages would do so in turn.
        """
        if self.is_automatic:
            return None
        if POLL_FIELD not in self.request.GET:
            withdraw_previews(self.client, subject=self.subject.name)
        check_room(self.client)
        if not allowed(self.request, "pdf", spare=SPARE):
            raise Paused
        return self.requested()

    def stage_of(self, kept: KeptFile) -> dict[str, Any]:
        if not kept.outcome:
            before = number_before(kept)
            return {"stage": "made", "before": before, "poll": poll_after(before), "kept": kept}
        if kept.outcome != Outcome.DONE:
            return {"stage": kept.outcome}
        if kept.pages is None and kept.finished and kept.finished > timezone.now() - PICTURED_WITHIN:
            return {"stage": "pictured", "poll": SHORTEST_POLL}
        return {"stage": "done", "kept": kept, "pictures": self.pictures(kept), "more": (kept.pages or 0) - MOST_PAGES}

    def pictures(self, kept: KeptFile) -> list[tuple[int, str]]:
        """(number, address) of each page that has a picture."""
        numbers = range(1, min(kept.pages or 0, MOST_PAGES) + 1)
        return [(number, f"{self.path}{kept.key}/{number}/") for number in numbers]

    def response(self) -> HttpResponse:
        """The answer to the print page, whose address says then what is chosen."""
        response = render(self.request, "exports/_preview_response.html", {"preview": self})
        response["HX-Replace-Url"] = f"{self.page_path}?{self.query}"
        return self.never_cached(response)

    @property
    def query(self) -> str:
        """What is chosen, and which state of the list is shown, as the fields of an address."""
        revision = number_or_none(self.request.GET.get("revision"))
        return print_query(self.choices, self.language) + (f"&revision={revision}" if revision else "")


def picture_response(subject: str, key: str, number: int) -> HttpResponse:
    """The picture of a page of a kept file, or 404."""
    kept = KeptFile.objects.filter(key=key, subject=subject, outcome=Outcome.DONE).only("thumbnails").first()
    content = thumbnail(bytes(kept.thumbnails), number) if kept and kept.thumbnails else None
    if content is None:
        raise Http404
    response = HttpResponse(content, content_type=CONTENT_TYPE)
    patch_cache_control(response, private=True, max_age=KEPT_BY_BROWSERS, immutable=True)
    return unlisted(response)
