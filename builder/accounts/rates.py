"""How often something may be done, as settings write it: 30/h, 100/20s."""

import re
from functools import cache
from typing import NamedTuple

SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_RATE = re.compile(r"(\d{1,9})/(\d{0,5})(s|min|h|d)")


class Rate(NamedTuple):
    """So many times at once, and as often again in each `seconds`."""

    number: int
    seconds: int


@cache
def rate(text: str) -> Rate:
    """A `Rate` from its text. Raises ValueError."""
    match = _RATE.fullmatch(text.strip())
    seconds = int(match[2] or 1) * SECONDS[match[3]] if match else 0
    if not match or not seconds:
        raise ValueError("say a number per s, min, h or d, such as 30/h or 100/20s")
    return Rate(int(match[1]), seconds)
