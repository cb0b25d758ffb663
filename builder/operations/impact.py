"""Which lists a changed book would judge otherwise: those that players keep, and the examples of the tests."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.dispatch import receiver

from builder.lists.book_change import differ
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from rules.catalogue import Catalogue
from rules.shapes import Refused
from rules.signals import impact_asked
from rules.verdict import Verdict, judge

EXAMPLES = settings.BASE_DIR / "tests" / "rosters"


@receiver(impact_asked)
def impact(sender: Any, now: Catalogue, then: Catalogue, **_more: Any) -> list[str]:
    """A line for each list of the game whose verdict differs between two catalogues."""
    return [line for name, data in lists_of(now.game) for line in changed(name, data, now, then)]


def lists_of(game: str) -> Iterator[tuple[str, Any]]:
    """(how it is called, its document) for the stored lists of a game and the documents of tests/rosters."""
    for roster in Roster.objects.filter(game=game, deleted__isnull=True).order_by("pk").iterator(chunk_size=200):
        yield f"list {roster.pk}", roster.document
    for file in sorted((EXAMPLES / game).glob("*.json")):
        if not file.name.endswith(".expected.json"):
            yield str(file.relative_to(settings.BASE_DIR)), json.loads(Path(file).read_text("utf-8"))


def changed(name: str, data: Any, now: Catalogue, then: Catalogue) -> Iterator[str]:
    try:
        loaded = LoadedRoster.from_data(data)
    except Refused:
        return
    if loaded.document.edition in (None, now.edition):
        before, after = (judge(loaded.document, book, loaded.game) for book in (now, then))
        if differ(before, after):
            yield f"{name}: {in_short(before)} → {in_short(after)}"


def in_short(verdict: Verdict) -> str:
    """Such as "302/300 bad rbn.over-budget"."""
    points = "" if verdict.total is None else f"{verdict.total}/{verdict.budget} "
    return " ".join([f"{points}{verdict.state}", *sorted({finding.rule.id for finding in verdict.errors})])
