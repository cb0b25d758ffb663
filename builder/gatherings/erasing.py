"""Erasing gatherings for good, and what a gathering forgets about a list that is erased or has a new secret key."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone

from builder.exports.storing import forget
from builder.gatherings.models import Gathering, Membership, News
from builder.gatherings.permissions import in_trash
from builder.lists.access import edit_key_renewed
from builder.lists.erasing import KEPT_REMOVED, erase_each
from builder.lists.models import Roster, RosterGrant


def tidy_removed_gatherings(now: datetime, dry_run: bool = False) -> int:
    """Erase the gatherings that were broken up 30 days ago; their members keep their lists. Returns how many."""
    return erase_each(in_trash().filter(deleted__lt=now - KEPT_REMOVED), dry_run)


@receiver(pre_delete, sender=Gathering)
def forget_gathering_sheets(instance: Gathering, **_signal: Any) -> None:
    """The kept files of a gathering go with it, and those of its members that show it."""
    forget(f"gathering {instance.pk}")


@receiver(pre_delete, sender=Roster)
def forget_memberships(instance: Roster, **_signal: Any) -> None:
    """The memberships of a list that is erased end and lose its name; sheets that show it and its news go."""
    memberships = Membership.objects.filter(roster=instance)
    for gathering in set(memberships.values_list("gathering", flat=True)):
        forget(f"gathering {gathering}")
    News.objects.filter(writer__in=memberships).delete()
    memberships.filter(left__isnull=True).update(left=timezone.now())
    memberships.update(name="", account=None)


@receiver(edit_key_renewed)
def forget_account(roster: Roster, **_signal: Any) -> None:
    """The name of an account that the new secret key has shut out is shown no more, even if it comes back."""
    grants = RosterGrant.objects.filter(roster=roster, generation=roster.generation, account=OuterRef("account"))
    Membership.objects.filter(~Exists(grants), roster=roster, account__isnull=False).update(account=None)
