"""How many sheets wait to be made, and for how long."""

from dataclasses import dataclass

from django.db.models import Count, Min
from django.utils import timezone

from builder.exports.models import KeptFile


@dataclass(frozen=True)
class Waiting:
    """`number` of sheets that no worker has begun; `seconds` that the oldest waits."""

    number: int = 0
    seconds: float = 0


def waiting_sheets() -> Waiting:
    """What waits in the queue, in one query of an index."""
    waiting = KeptFile.objects.filter(state=KeptFile.State.WAITING).order_by()
    found = waiting.aggregate(number=Count("pk"), oldest=Min("made"))
    if not found["number"]:
        return Waiting()
    return Waiting(found["number"], (timezone.now() - found["oldest"]).total_seconds())


def sheets_by_state() -> dict[str, int]:
    """How many kept sheets there are in each state."""
    counts = KeptFile.objects.order_by().values_list("state").annotate(number=Count("pk"))
    return dict.fromkeys(KeptFile.State.values, 0) | dict(counts)
