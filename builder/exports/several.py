"""Several lists of one player in one file: printed one after the other, or their documents in an archive."""

import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.accounts.browsers import browser_of
from builder.accounts.limits import require_allowed
from builder.exports.registry import EXPORTS, Export, ExportSource
from builder.exports.responses import Subject, export_response, file_name, is_printed
from builder.exports.storing import SEVERAL
from builder.exports.subjects import certified
from builder.lists.access import share_link
from builder.lists.gathering_summary import GatheringSummary, gathering_summary
from builder.lists.history import load_revision, load_roster
from builder.lists.models import Roster
from builder.lists.selection import MOST_PRINTED
from builder.lists.sharing import share_printed_states
from builder.sheets.choices import PrintChoices
from builder.web.headers import unlisted
from rules.loading import editions_of_all

READ_AT_ONCE = 20
MOST_IN_ARCHIVE = 4_000_000  # bytes of documents


class TooMuch(Exception):
    """The documents are larger than an archive is made of."""


def granted_rosters(request: HttpRequest, pks: Sequence[int], most: int | None = None) -> list[Roster]:
    """Those of the lists that this browser may edit, in the order of `pks`, without documents; 404 if there are none.

    most -- how many may be asked for at once
    """
    rows = Roster.objects.filter(pk__in=pks, deleted__isnull=True).defer("document")
    rosters = sorted(browser_of(request).opened(rows), key=lambda roster: pks.index(roster.pk))
    if not rosters or (most and len(pks) > most):
        raise Http404
    return rosters


# --- on paper -------------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def rosters_export(request: HttpRequest, pks: list[int], export: Export) -> HttpResponse:
    """Several lists in one file, each in its present state."""
    if export.render_several is None:
        raise Http404
    rosters = granted_rosters(request, pks, MOST_PRINTED)
    if is_printed(request, export, subject_name(rosters)):
        share_printed_states({roster.pk: roster.revision for roster in rosters})
    return export_response(request, export, rosters_subject(request, rosters))


def part_names(rosters: Sequence[Roster]) -> list[str]:
    return [f"roster {roster.pk}" for roster in rosters]


def subject_name(rosters: Sequence[Roster]) -> str:
    return SEVERAL + hashlib.sha256(repr(part_names(rosters)).encode()).hexdigest()[:40]


def rosters_subject(request: HttpRequest, rosters: Sequence[Roster]) -> Subject:
    name = subject_name(rosters)
    gatherings = [gathering_summary(roster) for roster in rosters]

    def state() -> tuple:
        books, games = editions_of_all(), sorted({roster.game for roster in rosters})
        lists = [identity(request, roster) for roster in rosters]
        return name, lists, [books.get(game) for game in games], gatherings

    def make_sources(choices: PrintChoices) -> list[ExportSource]:
        with_gatherings = zip(rosters, gatherings, strict=True)
        return [source_of(request, roster, gathering, choices) for roster, gathering in with_gatherings]

    return Subject(name, state, make_sources, part_names(rosters))


def identity(request: HttpRequest, roster: Roster) -> tuple:
    secret = roster.edit_key_hash  # who knows how keys of sheets are made must not find those of hidden states
    return roster.pk, secret, roster.revision, share_link(request, roster)


def source_of(
    request: HttpRequest, roster: Roster, gathering: GatheringSummary | None, choices: PrintChoices
) -> ExportSource:
    loaded = load_revision(roster, roster.revision)  # the list may have moved on meanwhile
    if loaded is None:
        raise Http404
    link = share_link(request, roster)
    about: dict[str, Any] = {"gathering": gathering, "choices": choices, "rosters": (roster.pk,)}
    return certified(roster, ExportSource(loaded, share_url=link, revision=roster.revision, **about))


# --- their documents ------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def rosters_zip(request: HttpRequest, pks: list[int]) -> HttpResponse:
    """The documents of several lists, as their export to JSON gives them, in one archive."""
    rosters = granted_rosters(request, pks)
    require_allowed(request, "pdf")  # it takes as long as a sheet
    try:
        content = archive(rosters)
    except TooMuch:
        messages.error(request, gettext("Too large for one ZIP file. Choose fewer lists."))
        return redirect("my-lists")
    response = HttpResponse(content, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="bivouac-{timezone.localdate():%Y-%m-%d}.zip"'
    response["Content-Encoding"] = "identity"  # keeps the gzip middleware from compressing it again
    return unlisted(response)


def archive(rosters: Sequence[Roster]) -> bytes:
    """A ZIP archive of the lists. Raises `TooMuch`."""
    file, size = io.BytesIO(), 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for roster, name, content in documents(rosters):
            size += len(content)
            if size > MOST_IN_ARCHIVE:
                raise TooMuch
            changed = timezone.localtime(roster.changed).timetuple()[:6]
            entry = zipfile.ZipInfo(name, date_time=max(changed, (1980, 1, 1, 0, 0, 0)))
            zipped.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def documents(rosters: Sequence[Roster]) -> Iterator[tuple[Roster, str, bytes]]:
    """(list, name of its file, its document) for each; a few are read at once."""
    for start in range(0, len(rosters), READ_AT_ONCE):
        pks = [roster.pk for roster in rosters[start : start + READ_AT_ONCE]]
        whole = Roster.objects.in_bulk(pks)
        for pk in filter(whole.__contains__, pks):
            loaded = load_roster(whole[pk])
            content = EXPORTS["json"].render(ExportSource(loaded))
            yield whole[pk], f"{file_name(loaded)}-{pk}.json", content
