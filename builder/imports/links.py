"""Links in pasted texts: the lists behind the view links of this site, of which no copy is stored."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from django.http import Http404

from builder.imports.files import TextFile
from builder.imports.reading import JSON, ImportedList
from builder.lists.access import shared_roster
from builder.lists.models import Roster
from builder.lists.sharing import state_for_all
from builder.web.forms import number_or_none
from builder.web.keys import KEY_PATTERN, LinkReplaced
from rules.text import Message, _

LONGEST_LINE = 500
LINK = r"https?://[^\s,;|<>()\"]+"
ENDS_WITH_LINK = re.compile(rf"(?:.*[\s,;|<(\"])?({LINK})[>)\".]*").fullmatch
VIEW_LINK = re.compile(rf"(?:/.*)?/s/({KEY_PATTERN})(?:/.*)?").fullmatch


def links_apart(file: TextFile) -> Iterator[TextFile]:
    """A text of which each line ends with a link as a text for each link; any other as it is."""
    lines = [] if JSON(file.text) else [line.strip() for line in file.text.splitlines() if line.strip()]
    matches = [ENDS_WITH_LINK(line) if len(line) <= LONGEST_LINE else None for line in lines]
    if lines and all(matches):
        yield from (TextFile(link, link) for link in dict.fromkeys(match[1] for match in matches if match))
    else:
        yield file


def is_link(text: str) -> bool:
    return len(text) <= LONGEST_LINE and bool(re.fullmatch(LINK, text))


def list_behind(link: str, host: str) -> tuple[ImportedList, Roster | None]:
    """(what is read, the stored list) of a view link of this site (its host)."""
    try:
        parts = urlsplit(link)
    except ValueError:  # such as a host in half a pair of brackets
        return ImportedList(link, problem=Message(_("This is no view link of a list."))), None
    if parts.netloc.casefold() != host.casefold():
        return ImportedList(link, problem=Message(_("Only links of this site are read: paste the list’s text."))), None
    match = VIEW_LINK(parts.path)
    if match is None:
        return ImportedList(link, problem=Message(_("This is no view link of a list."))), None
    number = number_or_none(parse_qs(parts.query).get("revision", [""])[0])
    try:
        roster = shared_roster(match[1])
        return ImportedList(link, state_for_all(roster, number).data), roster
    except LinkReplaced:
        return ImportedList(link, problem=Message(_("This link was replaced by a newer one."))), None
    except Http404:
        return ImportedList(link, problem=Message(_("Behind this link there is no list."))), None
