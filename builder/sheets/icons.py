"""Icons on paper: letters of static/print/icons.woff2, by the names that books and pages use for them."""

import re
from functools import cache

from django.conf import settings

FIRST = 0xE000  # as in scripts/print_icons.py


@cache
def icon_letters() -> dict[str, str]:
    """{name of an icon: its letter}; the emblem of a game is "emblem-" and its slug."""
    static = settings.STATICFILES_DIRS[0]
    names = re.findall(r'<symbol id="([^"]+)"', (static / "icons.svg").read_text("utf-8"))
    names += sorted(f"emblem-{file.stem}" for file in (static / "emblems").glob("*.svg"))
    return {name: chr(FIRST + number) for number, name in enumerate(names)}


def icon_letter(name: str) -> str:
    """The letter of an icon, "" for one that there is not."""
    return icon_letters().get(name, "")
