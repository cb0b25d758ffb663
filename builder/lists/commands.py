"""The text that asks for an edit, such as `add-weapon 3 fusil`: the edit's name, its arguments, fields of its form."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext

from builder.lists import edits
from builder.lists.copying import where_after_copies
from builder.lists.edits import BadEdit, Edit, Fields, number, sign, slug
from builder.lists.forms import field_word, fields_in, sent
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Effect, Offer, OfferChecker, OfferGroup
from builder.lists.spec import LISTS
from builder.wording import local
from rules.catalogue import Catalogue
from rules.shapes import Integer
from rules.text import _

FROM_COMMAND: dict[str, Callable[[str], Any]] = {
    "unit": number,
    "position": number,
    "slug": slug,
    "sign": sign,
    "word": str,
}
MOST_IN_SERIES = 1_000
STEPS = {"less": "−1", "more": "+1"}
NOTHING = "–"  # the name of an offer that empties a field


def setting(loaded: LoadedRoster, fields: Fields) -> dict[str, Any]:
    """The fields of the list's head as they are, but for those of its form that were sent. Raises `BadEdit`."""
    spec = LISTS[loaded.document.game]
    changed = {name: word for name, word in fields.items() if name in spec.edits["set"].form}
    if not changed:
        raise BadEdit(_("Something is missing; try again."))
    return spec.read_head(loaded, sent(spec.head_values(loaded.document)) | changed)


def after_series(loaded: LoadedRoster, fields: Fields) -> Any:
    """The document after several commands, each a line of the field `edits`. Raises `BadEdit`."""
    for command in fields.get("edits", "").splitlines()[:MOST_IN_SERIES]:
        if "series" in parse_command(loaded.document.game, command)[0].takes:
            raise BadEdit(_("Unknown change. Reload the page."))
        loaded = loaded.with_document(perform(loaded, command, {}))
    return loaded.document


FROM_ELSEWHERE: dict[str, Callable[[LoadedRoster, Fields], Any]] = {
    "fields": lambda loaded, fields: fields,
    "head": lambda loaded, fields: LISTS[loaded.document.game].read_head(loaded, fields),
    "setting": setting,
    "catalogue": lambda loaded, fields: loaded.catalogue,
    "series": after_series,
}


def perform(loaded: LoadedRoster, command: str, fields: Fields) -> Any:
    """The document after the edit that `command` asks for. Raises `BadEdit`."""
    edit, words = parse_command(loaded.document.game, command)
    words, named = fields_in(edit.form, words)
    given, fields = iter(words), {**fields, **named}
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
    return Offer(command, entry, lambda: effect(loaded, command), **shown)


def effect(loaded: LoadedRoster, command: str) -> Effect:
    """What the edit that `command` asks for would do."""
    try:
        after = perform(loaded, command, {})
    except BadEdit as bad:
        return Effect((bad,))
    where = where_after_copies(loaded.document, after, command)
    return OfferChecker.of(loaded, head=command.startswith("set ")).effect_of(after, where)


def setting_offers(
    loaded: LoadedRoster,
    key: str,
    title: Any,
    choices: Iterable[tuple[Any, ...]] = (),
    empty: bool = False,
    **shown: Any,
) -> OfferGroup:
    """The values that a field of the list's head may take, of which one is taken.

    choices -- (value, entry, facts ...) of an `Offer` each
    empty   -- whether it may be empty
    shown   -- other fields of the offers
    """
    spec = LISTS[loaded.document.game]
    shape, now = spec.edits["set"].form[key], sent(spec.head_values(loaded.document)).get(key, "")
    blank = [("", NOTHING)] if empty else []
    offers = tuple(
        offer(loaded, "set", entry, field_word(key, value), taken=now == str(value), facts=tuple(facts), **shown)
        for value, entry, *facts in (*blank, *choices)
    )
    bounded = isinstance(shape, Integer) and shape.least is not None
    return OfferGroup(key, title, offers, (shape.least, shape.most) if bounded else None)


def copies(loaded: LoadedRoster, index: int) -> OfferGroup:
    """One of the unit at `index` less, or one more."""
    offers = (offer(loaded, "step-count", sign, index, word) for word, sign in STEPS.items())
    return OfferGroup("count", _("Number"), tuple(offers))


def parse_command(game: str, command: str) -> tuple[Edit, list[str]]:
    """The `Edit` of a game and the words after its name. Raises `BadEdit`."""
    name, *words = command.split() or [""]
    edit = LISTS[game].edits.get(name)
    if edit is None:
        raise BadEdit(_("Unknown change. Reload the page."))
    return edit, words


def series(name: str, commands: Iterable[str]) -> str:
    """The command of the edit that does several, such as "mend"."""
    return f"{name} {field_word('edits', chr(10).join(commands))}"


def sentence(command: str, names: Sequence[str], catalogue: Catalogue) -> str:
    """What the edit of this command did to a list whose units had these names. Raises `BadEdit`."""
    edit, words = parse_command(catalogue.game, command)
    words, fields = fields_in(edit.form, words)
    unit = item = ""
    if "series" in edit.takes:
        item = gettext("; ").join(sentences(fields.get("edits", ""), names, catalogue))
    if edit.touches == edits.UNIT and words:
        index = int(words[0])
        unit = (names[index] if index < len(names) else "") or f"#{index + 1}"
    if len(words) > 1 or (edit.touches == edits.LIST and words):
        entry = catalogue.profiles.get(words[-1]) if edit.touches == edits.LIST else None
        entry = entry or catalogue.named(words[-1])
        item = local(entry.name) if entry else words[-1]
    return gettext(edit.message).format(unit=unit, item=item)


def sentences(commands: str, names: Sequence[str], catalogue: Catalogue) -> Iterator[str]:
    """What each of several edits did; `names` are those of the units before the first."""
    for command in commands.splitlines():
        yield sentence(command, names, catalogue)
        if where := edits.where_units_went(command, len(names)):
            moved = {where(index): name for index, name in enumerate(names)}
            names = [moved.get(index, "") for index in range(len(names) + 1)]
