"""A list as what is exported of it and kept."""

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from builder.exports.registry import Export, ExportSource
from builder.exports.responses import Subject
from builder.lists.access import share_link
from builder.lists.gathering_summary import gathering_summary
from builder.lists.history import load_revision
from builder.lists.models import Roster
from builder.sheets.choices import PrintChoices
from builder.versions.certificates import certificate_of
from builder.web.forms import number_or_none
from rules.loading import editions


def without_document() -> QuerySet[Roster]:
    """Rosters without their documents, which are not needed for a kept export."""
    return Roster.objects.defer("document")


def certified(roster: Roster, source: ExportSource) -> ExportSource:
    """A state of a list that goes to paper: its code leads to what its certificate says."""
    number = source.revision or roster.revision
    address = f"{source.share_url}{number}/"
    certificate = certificate_of(roster, number, source.loaded, address)
    return replace(source, share_url=address, certificate=certificate)


def roster_subject(request: HttpRequest, roster: Roster, export: Export) -> Subject:
    """The state of a list that ?revision= names, or the latest, which shows its gathering too."""
    link = share_link(request, roster)
    revision = request.GET.get("revision") or roster.revision
    is_latest = str(revision) == str(roster.revision)
    gathering = gathering_summary(roster) if export.costly and is_latest else None

    def state() -> tuple:
        secret = roster.edit_key_hash  # who knows how keys of sheets are made must not find those of hidden states
        return "roster", roster.pk, secret, revision, link, editions(roster.game), gathering

    def make_sources(choices: PrintChoices) -> list[ExportSource]:
        number = number_or_none(str(revision))
        loaded = None if number is None else load_revision(roster, number)  # the list may have moved on meanwhile
        if loaded is None:
            raise Http404
        about: dict[str, Any] = {"gathering": gathering, "choices": choices, "rosters": (roster.pk,)}
        source = ExportSource(loaded, share_url=link, revision=number, **about)
        return [certified(roster, source) if export.on_paper else source]

    return Subject(f"roster {roster.pk}", state, make_sources)
