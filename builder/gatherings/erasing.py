"""Erasing gatherings for good."""

from datetime import datetime

from builder.gatherings.models import Gathering
from builder.lists.erasing import KEPT_REMOVED, erase_each


def tidy_removed_gatherings(now: datetime, dry_run: bool = False) -> int:
    """Erase the gatherings that were broken up 30 days ago; their members keep their lists. Returns how many."""
    return erase_each(Gathering.objects.filter(deleted__lt=now - KEPT_REMOVED), dry_run)
