"""A report: a list in the state that somebody saw, what the site said of it, and what should have been."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from builder.battles.models import Battle
from builder.lists.compression import PackedJSONField
from builder.lists.models import Roster

KEPT = timedelta(days=365)
KEPT_USED = timedelta(days=30)


class ErrorReport(models.Model):
    """Erased with its list, and with its battle. Who sent it is not kept.

    revision      -- of the list
    document      -- of that state, without notes and log
    verdict       -- what the site said, as the files `.expected.json` of tests/rosters say it
    book_revision -- of the book by which it said so
    battle, mark  -- the battle that it is about, if any, and the number of its last mark
    expected      -- what should have been, in the player's words
    used          -- when it became a test
    """

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="error_reports")
    revision = models.PositiveIntegerField()
    document = PackedJSONField()
    verdict = models.JSONField()
    book_revision = models.PositiveIntegerField()
    battle = models.ForeignKey(Battle, models.CASCADE, null=True, blank=True, related_name="error_reports")
    mark = models.PositiveIntegerField(null=True, blank=True)
    expected = models.TextField()
    made = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made", "-pk"]

    def __str__(self) -> str:
        return f"{self.roster} @ {self.revision}"


def tidy_reports(now: datetime, dry_run: bool = False) -> int:
    """Erase reports that had their time. Returns how many."""
    rows = ErrorReport.objects.filter(Q(made__lt=now - KEPT) | Q(used__lt=now - KEPT_USED))
    return rows.count() if dry_run else rows.delete()[0]
