"""What a browser says of itself, in words a player knows."""

import re

from django.utils.translation import gettext

# The first pattern that is found counts: most browsers claim to be others too.
BROWSERS = {
    r"Edg(e|A|iOS)?/": "Edge",
    r"OPR/|Opera": "Opera",
    r"SamsungBrowser/": "Samsung Internet",
    r"Firefox/|FxiOS/": "Firefox",
    r"Chromium/": "Chromium",
    r"Chrome/|CriOS/": "Chrome",
    r"Safari/": "Safari",
}
SYSTEMS = {
    r"iPhone|iPod": "iPhone",
    r"iPad": "iPad",
    r"Android": "Android",
    r"CrOS": "ChromeOS",
    r"Windows": "Windows",
    r"Macintosh|Mac OS": "macOS",
    r"Linux|X11": "Linux",
}


def device(user_agent: str) -> str:
    """A device by its User-Agent header, such as "Firefox, Android"."""
    words = [first(BROWSERS, user_agent), first(SYSTEMS, user_agent)]
    return ", ".join(filter(None, words)) or gettext("Unknown device")


def first(names: dict[str, str], user_agent: str) -> str:
    return next((name for pattern, name in names.items() if re.search(pattern, user_agent)), "")
