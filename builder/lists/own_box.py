"""The box of whoever asks: one for each game, kept for this browser or its account as lists are."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest

from builder.accounts.browsers import browser_of
from builder.lists.boxes import BoxDocument, Matcher, merged, read_box
from builder.lists.commands import perform
from builder.lists.edits import BadEdit
from builder.lists.erasing import erase_each
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Box, BoxGrant
from builder.lists.offers import Offer, OfferGroup

MARKS, ON = "box", "1"  # the cookie of a browser, and its value where its editor marks what the box cannot build


def own_rows(request: HttpRequest, game: str) -> list[Box]:
    """The player's rows, the oldest first: more than one where a device or an account brought its own."""
    return sorted(browser_of(request).opened(Box.objects.filter(game=game)), key=lambda row: row.pk)


def box_of(request: HttpRequest, game: str) -> BoxDocument:
    """The player's box, which may be empty."""
    return merged(game, (read_box(row.content) for row in own_rows(request, game)))


def marking_box(request: HttpRequest, game: str) -> BoxDocument | None:
    """The box by which the editor marks offers; None without one, and where the player does not want it."""
    box = box_of(request, game) if request.COOKIES.get(MARKS) == ON else None
    return box if box and box.models else None


def marked(loaded: LoadedRoster, groups: Iterable[OfferGroup], box: BoxDocument) -> list[OfferGroup]:
    """The groups with those offers marked that need a model more than the box has."""
    models = Matcher(box, loaded.catalogue)
    now = models.missing(loaded.document)

    def lacks(offer: Offer) -> bool:
        try:
            return models.missing(perform(loaded, offer.command, {})) > now
        except BadEdit:
            return False

    return [
        replace(group, offers=tuple(replace(offer, lacking=lacks(offer)) for offer in group.offers)) for group in groups
    ]


@transaction.atomic
def change_box(request: HttpRequest, game: str, change: Callable[[BoxDocument], BoxDocument]) -> None:
    """Store the box as `change` makes it; several rows become one. Raises `Refused` where it has no room."""
    rows = own_rows(request, game)
    row = Box.objects.select_for_update().get(pk=rows[0].pk) if rows else Box(game=game)
    before = merged(game, (read_box(own.content) for own in (row, *rows[1:]) if own.content))
    row.content, row.before = change(before).require_room().data, before.data
    row.save()
    browser_of(request).grant(BoxGrant, row)
    browser_of(request).grants(BoxGrant, box__in=rows[1:]).delete()


@transaction.atomic
def undo_change(request: HttpRequest, game: str) -> None:
    """What was in the box before the last change; done once more, what was in it after that."""
    for own in own_rows(request, game)[:1]:
        row = Box.objects.select_for_update().get(pk=own.pk)
        row.content, row.before = row.before, row.content
        row.save()


def tidy_boxes(_now: datetime, dry_run: bool = False) -> int:
    """Erase the boxes that nobody can open any more. Returns how many."""
    return erase_each(Box.objects.filter(grants=None), dry_run)
