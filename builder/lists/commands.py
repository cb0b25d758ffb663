"""The text that asks for an edit, such as `add-weapon 3 fusil`: the edit's name, then its arguments."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext

from builder.lists import edits
from builder.lists.edits import BadEdit, Edit, Fields, number, sign, slug
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker
from builder.lists.spec import LISTS
from builder.wording import local
from rules.catalogue import Catalogue
from rules.text import _

FROM_COMMAND: dict[str, Callable[[str], Any]] = {
    "unit": number,
    "position": number,
    "slug": slug,
    "sign": sign,
    "word": str,
}
FROM_ELSEWHERE: dict[str, Callable[[LoadedRoster, Fields], Any]] = {
    "fields": lambda loaded, fields: fields,
    "head": lambda loaded, fields: LISTS[loaded.document.game].read_head(loaded, fields),
    "catalogue": lambda loaded, fields: loaded.catalogue,
}


def perform(loaded: LoadedRoster, command: str, fields: Fields) -> Any:
    """The document after the edit that `command` asks for. Raises `BadEdit`."""
    edit, words = parse_command(loaded.document.game, command)
    given = iter(words)
    arguments = []
    try:
        for kind in edit.takes:
            if kind in FROM_COMMAND:
                arguments.append(FROM_COMMAND[kind](next(given)))
            else:
                arguments.append(FROM_ELSEWHERE[kind](loaded, fields))
    except StopIteration:
        raise BadEdit(_("Something is missing; try again.")) from None
    if next(given, None) is not None:
        raise BadEdit(_("Too many parts in one change."))
    return edit.run(loaded.document, *arguments)


def offer(loaded: LoadedRoster, name: str, entry: Any, *words: Any, **shown: Any) -> Offer:
    """An `Offer` of the edit of this name with these words of its command; `shown` are its other fields."""
    command = " ".join(map(str, (name, *words)))
    return OfferChecker.of(loaded).offer(command, entry, lambda _document: perform(loaded, command, {}), **shown)


def parse_command(game: str, command: str) -> tuple[Edit, list[str]]:
    """The `Edit` of a game and the words after its name. Raises `BadEdit`."""
    name, *words = command.split() or [""]
    edit = LISTS[game].edits.get(name)
    if edit is None:
        raise BadEdit(_("Unknown change. Reload the page."))
    return edit, words


def sentence(command: str, names: Sequence[str], catalogue: Catalogue) -> str:
    """What the edit of this command did to a list whose units had these names. Raises `BadEdit`."""
    edit, words = parse_command(catalogue.game, command)
    unit = item = ""
    if edit.touches == edits.UNIT and words:
        index = int(words[0])
        unit = (names[index] if index < len(names) else "") or f"#{index + 1}"
    if len(words) > 1 or (edit.touches == edits.LIST and words):
        entry = catalogue.profiles.get(words[-1]) if edit.touches == edits.LIST else None
        entry = entry or catalogue.named(words[-1])
        item = local(entry.name) if entry else words[-1]
    return gettext(edit.message).format(unit=unit, item=item)
