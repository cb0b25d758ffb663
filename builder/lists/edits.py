"""Pure functions document -> document, one for each thing a player can do: the only way a list changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from typing import Any, TypeVar

from builder.lists.silhouettes import SILHOUETTES
from rules.document import LOG_ENTRY, MOST_COPIES, MOST_UNITS, NAME, NOTES, Document, LogEntry, NewIndex, Unit, followed
from rules.shapes import LONGEST_LIST, SLUG, Flag, Integer, Refused, Shape, String
from rules.text import MessageError, _

D = TypeVar("D", bound=Document)
T = TypeVar("T")
Fields = Mapping[str, str]  # what a form sent
Form = dict[str, Any]  # the `Shape` of each field of a form; a name that ends in "-" stands for name-0, name-1 ...

UNIT, LIST, HEAD, LOG, EVERYTHING = "unit", "list", "head", "log", "everything"


class BadEdit(MessageError):
    """An edit that cannot be done."""


@dataclass(frozen=True)
class Edit:
    """One thing a player can do.

    run     -- (document, *arguments) -> document; raises `BadEdit`
    takes   -- the kinds of its arguments. From the command: "unit", "position" (an index in one of the unit's lists),
               "slug", "sign", "word". From elsewhere: "fields" (what a form sent, a dict of strings), "head" (the
               list's head as a form sent it), "setting" (the head as it is, but for the fields sent),
               "series" (the list after several commands), "catalogue"
    touches -- what it changes: one UNIT (its first argument), the LIST of units, the HEAD, the LOG, or EVERYTHING
    message -- what toast and history say, a marked text with {unit} and {item}
    names_units -- what a form sends for it holds indexes of units
    opens   -- a unit that it adds is opened, for it is to be filled in
    form    -- what the form takes that it reads; its fields may stand in the command too, as `name=value`
    """

    run: Callable[..., Any]
    takes: tuple[str, ...]
    touches: str
    message: str
    names_units: bool = False
    opens: bool = True
    form: Form = field(default_factory=dict)

    @property
    def means_the_same_later(self) -> bool:
        """Whether it may be sent again as it is for a newer state: it names nothing by an index."""
        return self.touches in (LIST, HEAD) and not self.names_units and not {"unit", "position"} & {*self.takes}


def number(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadEdit(_("Enter a number."))
    return int(word)


def slug(word: str) -> str:
    if not SLUG(word) or len(word) > 100:
        raise BadEdit(_("Choose a name from the list."))
    return word


def sign(word: str) -> int:
    if word not in ("up", "down"):
        raise BadEdit(_("Up or down?"))
    return -1 if word == "up" else 1


def unit_at(document: Document, index: int) -> Any:
    if index >= len(document.units):
        raise BadEdit(_("That unit isn’t in the list any more."))
    return document.units[index]


def with_units(document: D, units: tuple) -> D:
    """The list with other units, in half the time of `replace`: each offer of a page makes one."""
    kind: Any = type(document)
    other: D = object.__new__(kind)
    for slot in slots(kind):
        slot.__set__(other, slot.__get__(document))
    object.__setattr__(other, "units", units)
    return other


@cache
def slots(cls: type) -> list[Any]:
    return [getattr(cls, field.name) for field in fields(cls)]


def put_unit(document: D, index: int, unit: Unit) -> D:
    """The list with another unit in the place of the one at `index`."""
    unit_at(document, index)
    return with_units(document, (*document.units[:index], unit, *document.units[index + 1 :]))


def change_unit(document: D, index: int, **values: Any) -> D:
    """The list with some fields of one unit changed."""
    unit = unit_at(document, index)
    return put_unit(document, index, replace(unit, **values))


def entry_at(entries: tuple[T, ...], position: int) -> T:
    if position >= len(entries):
        raise BadEdit(_("That’s no longer there."))
    return entries[position]


def with_one_more(entries: tuple[T, ...], entry: T) -> tuple[T, ...]:
    if len(entries) >= LONGEST_LIST:
        raise BadEdit(_("At most {most} of these per unit."), most=LONGEST_LIST)
    return (*entries, entry)


def without(entries: tuple[T, ...], position: int) -> tuple[T, ...]:
    entry_at(entries, position)
    return entries[:position] + entries[position + 1 :]


def replaced(entries: tuple[T, ...], position: int, entry: T) -> tuple[T, ...]:
    entry_at(entries, position)
    return (*entries[:position], entry, *entries[position + 1 :])


def toggled(entries: tuple[T, ...], entry: T) -> tuple[T, ...]:
    """The entries without `entry` where it was among them, with it where it was not."""
    return tuple(other for other in entries if other != entry) if entry in entries else with_one_more(entries, entry)


def field_edit(unit_of: Callable[[Any, int], Any], field: str, change: Callable[..., Any]) -> Callable[..., Any]:
    """An edit of one field of a unit: `change` makes its new value of the old one and of the edit's arguments.

    unit_of -- (document, index) -> the unit; raises `BadEdit` where it is of a kind without such a field
    """

    def run(document: D, index: int, *arguments: Any) -> D:
        value = change(getattr(unit_of(document, index), field), *arguments)
        return change_unit(document, index, **{field: value})

    return run


of_unit = partial(field_edit, unit_at)


def of_list(field: str, change: Callable[..., Any]) -> Callable[..., Any]:
    """The same of one field of the list."""
    return lambda document, *arguments: replace(document, **{field: change(getattr(document, field), *arguments)})


def set_head(document: D, fields: dict[str, Any]) -> D:
    """The list with another head: only the keys that `fields` (typed, from the form) holds."""
    return replace(document, **fields)


def head_edits(message: str, form: Form) -> dict[str, Edit]:
    """The edits of a list's head: all of its form, and some fields of it."""
    return {
        "set-head": Edit(set_head, ("head",), HEAD, message, form=form),
        "set": Edit(set_head, ("setting",), HEAD, message, form=form),
    }


def add_unit(document: D, unit: Unit) -> D:
    """The list with a unit at its end; what is there stays where it is."""
    return fits(with_units(document, (*document.units, unit)))


def fits(document: D) -> D:
    """The same document. Raises `BadEdit` where it holds more units or copies than the format allows."""
    if len(document.units) > MOST_UNITS:
        raise BadEdit(_("Units: {most} maximum."), most=MOST_UNITS)
    if sum(unit.count for unit in document.units) > MOST_COPIES:
        raise BadEdit(_("Total number: {most} maximum."), most=MOST_COPIES)
    return document


def words(fields: Fields, key: str, shape: Shape, default: str = "") -> str:
    """A text of a form, read as the document reads it; line ends become the ones of Unix."""
    if key not in fields:
        return default
    try:
        return shape.read(fields[key].replace("\r\n", "\n").replace("\0", "").strip())
    except Refused as refused:
        raise BadEdit(refused.message.text, **refused.message.values) from None


def whole_number(
    fields: Fields, key: str, before: int | None = None, *, shape: Callable[[str], object], refusal: str
) -> int | None:
    """A whole number of a form, None where it is blank; `before` may stay, however large. Raises `BadEdit`.

    shape   -- whether a word is a number that may be typed here
    refusal -- a marked text for one that may not
    """
    if key not in fields:
        return before
    word = fields[key].strip().replace("−", "-")
    if not word or word == str(before):
        return before if word else None
    if not shape(word):
        raise BadEdit(refusal)
    return int(word)


def more_or_less(word: str) -> int:
    """1 for "more", −1 for "less"."""
    if word not in ("less", "more"):
        raise BadEdit(_("One more or one fewer?"))
    return 1 if word == "more" else -1


def rename(document: D, fields: Fields) -> D:
    return replace(
        document, name=words(fields, "name", NAME, document.name), notes=words(fields, "notes", NOTES, document.notes)
    )


def describe(document: D, index: int, fields: Fields) -> D:
    """Name, notes and number of copies of a unit."""
    unit = unit_at(document, index)
    count = number(fields["count"].strip() or "1") if "count" in fields else unit.count
    if not 1 <= count <= MOST_COPIES:
        raise BadEdit(_("Number: 1 to {most}."), most=MOST_COPIES)
    named = {"name": words(fields, "name", NAME, unit.name), "notes": words(fields, "notes", NOTES, unit.notes)}
    return fits(change_unit(document, index, count=count, **named))


def slug_or_none(_old: object, slug: str) -> str | None:
    """The new value of a field; None for "none"."""
    return None if slug == "none" else slug


def set_silhouette(document: D, index: int, icon: str) -> D:
    """The icon that shows a unit on paper, one of `SILHOUETTES`; "none": that of the book's data."""
    if icon not in SILHOUETTES | {"none": ""}:
        raise BadEdit(_("Choose a name from the list."))
    return change_unit(document, index, silhouette=None if icon == "none" else icon)


def step_count(document: D, index: int, step: str) -> D:
    """One copy of a unit less, or one more."""
    change = more_or_less(step)
    count = unit_at(document, index).count + change
    return describe(document, index, {"count": str(max(count, 1))})


SERIES_NAMES = ("mend", "complete")
SERIES: Form = {"edits": String()}  # commands, a line each


def set_all(_document: D, after: D) -> D:
    """The list after a series of edits, which are one step to undo."""
    return after


# The log of a list: what happened in a game, a chapter or between two games.

EMPTY_ENTRY = LogEntry()
LOG_TEXTS = {key: LOG_ENTRY.fields[key].shape for key in ("date", "title", "text")}
LOG_FORM: Form = LOG_TEXTS | {"unit-": Flag()}
NAMED: Form = {"name": NAME, "notes": NOTES}


def log_entry(document: Document, fields: Fields, before: LogEntry = EMPTY_ENTRY) -> LogEntry:
    """A `LogEntry` from a form: date, title, text, and a field `unit-0`, `unit-1` ... for each unit that took part."""
    took_part = tuple(index for index in range(len(document.units)) if fields.get(f"unit-{index}"))
    texts: dict[str, Any] = {key: words(fields, key, shape, getattr(before, key)) for key, shape in LOG_TEXTS.items()}
    return replace(before, **texts, units=took_part)


def log_add(document: D, fields: Fields) -> D:
    entry = log_entry(document, fields)
    if not (entry.title or entry.text):
        raise BadEdit(_("Enter a title or a text."))
    return logged(document, entry)


def logged(document: D, entry: LogEntry) -> D:
    """The list with an entry at the end of its log."""
    return replace(document, log=(*document.log, entry))


def log_change(document: D, position: int, fields: Fields) -> D:
    entry = log_entry(document, fields, entry_at(document.log, position))
    return replace(document, log=replaced(document.log, position, entry))


def shared_edits(renumber: Callable[[Any, NewIndex], Any] = lambda document, _where: document) -> dict[str, Edit]:
    """The edits that every game has.

    renumber -- (document, where) -> document: mends what the game's document says about indexes of units, if anything.
                `where` maps an old index to the new one, None for a removed unit.
    """

    def remove_unit(document: D, index: int) -> D:
        unit_at(document, index)
        kept = replace(document, units=document.units[:index] + document.units[index + 1 :])
        return renumbered(kept, after_removal(index))

    def duplicate_unit(document: D, index: int) -> D:
        unit = unit_at(document, index)
        more = replace(document, units=(*document.units[: index + 1], unit, *document.units[index + 1 :]))
        return fits(renumbered(more, after_duplicate(index)))

    def move_unit(document: D, index: int, step: int) -> D:
        return move_unit_to(document, index, max(0, index + step))

    def move_unit_to(document: D, index: int, place: int) -> D:
        unit = unit_at(document, index)
        place = min(place, len(document.units) - 1)
        units = list(without(document.units, index))
        units.insert(place, unit)
        return renumbered(replace(document, units=tuple(units)), after_move(index, place))

    def renumbered(document: D, where: NewIndex) -> D:
        log = tuple(replace(entry, units=followed(entry.units, where)) for entry in document.log)
        return renumber(replace(document, log=log), where)

    return {
        "rename": Edit(rename, ("fields",), HEAD, _("Name and notes changed"), form=NAMED),
        "describe": Edit(
            describe,
            ("unit", "fields"),
            UNIT,
            _("{unit}: details changed"),
            form=NAMED | {"count": Integer(1, MOST_COPIES)},
        ),
        "set-silhouette": Edit(set_silhouette, ("unit", "slug"), UNIT, _("{unit}: silhouette changed")),
        "set-picture": Edit(of_unit("picture", slug_or_none), ("unit", "slug"), UNIT, _("{unit}: photo changed")),
        "step-count": Edit(step_count, ("unit", "word"), UNIT, _("{unit}: details changed")),
        "remove": Edit(remove_unit, ("unit",), UNIT, _("{unit} removed")),
        "duplicate": Edit(duplicate_unit, ("unit",), UNIT, _("{unit} duplicated")),
        "move": Edit(move_unit, ("unit", "sign"), UNIT, _("{unit} moved")),
        "move-to": Edit(move_unit_to, ("unit", "position"), UNIT, _("{unit} moved"), names_units=True),
        "log-add": Edit(log_add, ("fields",), LOG, _("Log entry added"), names_units=True, form=LOG_FORM),
        "log-change": Edit(
            log_change, ("position", "fields"), LOG, _("Log entry changed"), names_units=True, form=LOG_FORM
        ),
        "log-remove": Edit(of_list("log", without), ("position",), LOG, _("Log entry removed")),
        "mend": Edit(set_all, ("series",), EVERYTHING, _("Mended: {item}"), form=SERIES),
        "complete": Edit(set_all, ("series",), EVERYTHING, _("Completed: {item}"), form=SERIES),
    }


# Where units are after an edit that moves them.


def after_removal(index: int) -> NewIndex:
    return lambda old: None if old == index else old - (old > index)


def after_duplicate(index: int) -> NewIndex:
    return lambda old: old + (old > index)


def after_move(index: int, place: int) -> NewIndex:
    return lambda old: place if old == index else old - (old > index) + (old - (old > index) >= place)


def where_units_went(command: str, units: int) -> NewIndex | None:
    """Where each of so many units is after a command of `shared_edits`; None where it moves none."""
    match command.split():
        case ["remove", index]:
            return after_removal(int(index))
        case ["duplicate", index]:
            return after_duplicate(int(index))
        case ["move", index, way]:
            return after_move(int(index), min(max(0, int(index) + sign(way)), units - 1))
        case ["move-to", index, place]:
            return after_move(int(index), min(int(place), units - 1))
    return None
