"""What exports forget about a list that is erased."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from builder.exports.storing import forget
from builder.lists.models import Roster


@receiver(pre_delete, sender=Roster)
def forget_sheets(instance: Roster, **_signal: Any) -> None:
    """The kept files of a list go with it."""
    forget(f"roster {instance.pk}")
