"""How many sheets wait to be made, and for how long."""

from dataclasses import dataclass

from django.apps import apps
from django.db.models import Count, Min
from django.utils import timezone


@dataclass(frozen=True)
class Waiting:
    """`number` of tasks in the queue; `seconds` that the oldest waits."""

    number: int = 0
    seconds: float = 0


def waiting_sheets() -> Waiting:
    """The kept sheets that no sheet worker has begun, in one query of an index."""
    try:
        sheets = apps.get_model("builder", "KeptSheet")
    except LookupError:  # not there yet
        return Waiting()
    waiting = sheets.objects.filter(state="waiting").order_by()
    found = waiting.aggregate(number=Count("pk"), oldest=Min("made"))
    if not found["number"]:
        return Waiting()
    return Waiting(found["number"], (timezone.now() - found["oldest"]).total_seconds())
