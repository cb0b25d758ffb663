"""Short codes: four letters to say aloud, which for ten minutes lead to where a link and its QR code lead, too.

What guessing is worth: the letters are the 20 consonants, of which no four are a word and none look alike in capitals,
so there are 20**4 = 160,000 codes. A client may be wrong 6 times an hour, all clients together 30 times
(RATE_LIMIT_CODE, RATE_LIMIT_CODE_ALL: 30 at once and 5 more in the ten minutes of a code). So a code is guessed while
it is valid with 35 / 160,000, one of 4,500. Who tries for ever, and finds one code valid at any time, is right every
160,000 / 30 hours, which is seven months. At most 100 codes are valid at once, one for each address, of which a client
makes 20 at once and 3 more in ten minutes (RATE_LIMIT_HANDOVER); while there are so many, a right guess takes two days.
A right guess of a battle or a gathering is a stranger who knocks, and whom the host sends away; of a
handover it is worth nothing, for the device that shows the code asks its player first.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from builder.accounts import handover as handovers
from builder.accounts.limits import require_allowed
from builder.accounts.models import Handover, ShortCode

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH = 4
VALID = handovers.VALID
MOST_VALID = 100


def valid() -> QuerySet[ShortCode]:
    return ShortCode.objects.filter(made__gt=timezone.now() - VALID)


def valid_code(path: str) -> ShortCode | None:
    """The code that leads to this address now."""
    return valid().filter(path=path).order_by("made").last()


def new_code(path: str = "", handover: Handover | None = None) -> ShortCode | None:
    """A code that leads to an address, or to a handover; None while there are too many."""
    while valid().count() < MOST_VALID:
        code = "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))
        about = {"path": path, "handover": handover, "made": timezone.now()}
        row, is_new = ShortCode.objects.get_or_create(code=code, defaults=about)
        if is_new:
            return row
    return None


def ensure_code(request: HttpRequest, path: str) -> None:
    """Have a valid code lead to an address, where there are not too many; a new one counts as a `handover`."""
    if not valid_code(path):
        require_allowed(request, "handover")
        new_code(path)


@transaction.atomic
def path_of(text: str) -> str | None:
    """Where a typed code leads; None where it leads nowhere. One of a handover works once."""
    code = "".join(letter for letter in text.upper() if letter.isalpha())[: LENGTH + 1]
    row = valid().select_for_update(of=("self",)).select_related("handover").filter(code=code).first()
    if row is None or row.handover is None:
        return row.path if row else None
    row.delete()
    return reverse("handover-take", args=[handovers.ask(row.handover)])


def tidy_short_codes(now: datetime, dry_run: bool = False) -> int:
    """Remove the codes that are over. Returns how many."""
    old = ShortCode.objects.filter(made__lte=now - VALID)
    return old.count() if dry_run else old.delete()[0]
