"""Pure functions roster -> roster, one per thing a player can do: the only way a roster changes.

An edit is asked for by a line such as `add-weapon 3 fusil`: its name, then its arguments.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils.translation import get_language

from rules.roster import LOG_ENTRY, MOST_COPIES, MOST_UNITS, NAME, NOTES, LogEntry
from rules.shapes import LONGEST_LIST, SLUG, Refused
from rules.text import Message, _

UNIT, LIST, HEAD, LOG = "unit", "list", "head", "log"


class BadEdit(ValueError):
    """An edit that cannot be done: a `Message` to the player says why."""

    def __init__(self, text, **values):
        super().__init__(text)
        self.message = Message(text, values)


@dataclass(frozen=True)
class Edit:
    """One thing a player can do.

    run     -- (list, *arguments) -> list
    takes   -- the kinds of its arguments. From the line: "unit", "place" (an index in one of the unit's lists),
               "slug", "sign", "word". From elsewhere: "fields" (what a form sent, a dict of strings), "head" (the
               cleaned head of a list), "catalogue", "language"
    touches -- what it changes: one UNIT (its first argument), the LIST of units, the HEAD, or the LOG
    said    -- what the toast and the history say
    """

    run: Callable
    takes: tuple
    touches: str
    said: str


def number(word):
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadEdit(_("A number is due there."))
    return int(word)


def slug(word):
    if not SLUG(word) or len(word) > 100:
        raise BadEdit(_("A name of the book is due there."))
    return word


def sign(word):
    if word not in ("up", "down"):
        raise BadEdit(_("Up or down?"))
    return -1 if word == "up" else 1


READ = {"unit": number, "place": number, "slug": slug, "sign": sign, "word": str}


def perform(desk, bench, line, fields):
    """The list after the edit that `line` asks for. Raises `BadEdit`."""
    edit, words = asked(desk, line)
    given = iter(words)
    arguments = []
    try:
        for kind in edit.takes:
            if kind in READ:
                arguments.append(READ[kind](next(given)))
            else:
                arguments.append(ELSEWHERE[kind](desk, bench, fields))
    except StopIteration:
        raise BadEdit(_("This edit is not complete.")) from None
    if next(given, None) is not None:
        raise BadEdit(_("This edit has too many parts."))
    return edit.run(bench.list, *arguments)


def asked(desk, line):
    """The `Edit` and the words after its name."""
    name, *words = line.split() or [""]
    edit = desk.edits.get(name)
    if edit is None:
        raise BadEdit(_("There is no such edit."))
    return edit, words


ELSEWHERE = {
    "fields": lambda desk, bench, fields: fields,
    "head": lambda desk, bench, fields: desk.read_head(bench, fields),
    "catalogue": lambda desk, bench, fields: bench.catalogue,
    "language": lambda desk, bench, fields: get_language() or settings.LANGUAGE_CODE,
}


def unit_at(list_, index):
    if index >= len(list_.units):
        raise BadEdit(_("That unit is no longer in the list."))
    return list_.units[index]


def put_unit(list_, index, unit):
    """The list with another unit in the place of the one at `index`."""
    unit_at(list_, index)
    return replace(list_, units=(*list_.units[:index], unit, *list_.units[index + 1 :]))


def changed(list_, index, **values):
    """The list with some fields of one unit changed."""
    unit = unit_at(list_, index)
    return put_unit(list_, index, replace(unit, **values))


def with_one_more(entries, one):
    if len(entries) >= LONGEST_LIST:
        raise BadEdit(_("A unit holds at most {most} of these."), most=LONGEST_LIST)
    return (*entries, one)


def without(entries, place):
    if place >= len(entries):
        raise BadEdit(_("That is no longer there."))
    return entries[:place] + entries[place + 1 :]


def replaced(entries, place, one):
    if place >= len(entries):
        raise BadEdit(_("That is no longer there."))
    return (*entries[:place], one, *entries[place + 1 :])


def toggled(entries, one):
    """The entries without `one` where it was among them, with it where it was not."""
    return tuple(other for other in entries if other != one) if one in entries else with_one_more(entries, one)


def add_unit(list_, unit):
    """The list with a unit at its end; what is there stays where it is."""
    return fits(replace(list_, units=(*list_.units, unit)))


def fits(list_):
    if len(list_.units) > MOST_UNITS:
        raise BadEdit(_("A list holds at most {most} units."), most=MOST_UNITS)
    if sum(unit.count for unit in list_.units) > MOST_COPIES:
        raise BadEdit(_("A list holds at most {most} copies in all."), most=MOST_COPIES)
    return list_


def words(fields, key, shape, default=""):
    """A text of a form, read as the document reads it; line ends become the ones of Unix."""
    if key not in fields:
        return default
    try:
        return shape.read(fields[key].replace("\r\n", "\n").replace("\0", "").strip())
    except Refused as refused:
        raise BadEdit(refused.message.text, **refused.message.values) from None


def rename(list_, fields):
    return replace(
        list_, name=words(fields, "name", NAME, list_.name), notes=words(fields, "notes", NOTES, list_.notes)
    )


def describe(list_, index, fields):
    """Name, notes and number of copies of a unit."""
    unit = unit_at(list_, index)
    count = number(fields["count"].strip() or "1") if "count" in fields else unit.count
    if not 1 <= count <= MOST_COPIES:
        raise BadEdit(_("Between 1 and {most} copies."), most=MOST_COPIES)
    named = {"name": words(fields, "name", NAME, unit.name), "notes": words(fields, "notes", NOTES, unit.notes)}
    return fits(changed(list_, index, count=count, **named))


# The log of a list: what happened in a game, a chapter or between two games.

EMPTY_ENTRY = LogEntry()
LOG_TEXTS = {key: LOG_ENTRY.fields[key][0] for key in ("date", "title", "text")}


def log_entry(list_, fields, before=EMPTY_ENTRY):
    """A `LogEntry` from a form: date, title, text, and a field `unit-0`, `unit-1` ... for each unit that took part."""
    took_part = tuple(index for index in range(len(list_.units)) if fields.get(f"unit-{index}"))
    words_ = {key: words(fields, key, shape, getattr(before, key)) for key, shape in LOG_TEXTS.items()}
    return replace(before, **words_, units=took_part)


def log_add(list_, fields):
    entry = log_entry(list_, fields)
    if not (entry.title or entry.text):
        raise BadEdit(_("A title or a text is due."))
    return logged(list_, entry)


def logged(list_, entry):
    """The list with an entry at the end of its log."""
    return replace(list_, log=(*list_.log, entry))


def log_change(list_, place, fields):
    if place >= len(list_.log):
        raise BadEdit(_("That is no longer there."))
    return replace(list_, log=replaced(list_.log, place, log_entry(list_, fields, list_.log[place])))


def log_remove(list_, place):
    return replace(list_, log=without(list_.log, place))


def shared(renumber):
    """The edits that every game has; `renumber` is the desk's."""

    def remove_unit(list_, index):
        unit_at(list_, index)
        kept = replace(list_, units=list_.units[:index] + list_.units[index + 1 :])
        return renumbered(kept, lambda old: None if old == index else old - (old > index))

    def duplicate_unit(list_, index):
        unit = unit_at(list_, index)
        more = replace(list_, units=(*list_.units[: index + 1], unit, *list_.units[index + 1 :]))
        return fits(renumbered(more, lambda old: old + (old > index)))

    def move_unit(list_, index, step):
        unit_at(list_, index)
        other = index + step
        if not 0 <= other < len(list_.units):
            return list_
        units = list(list_.units)
        units[index], units[other] = units[other], units[index]
        swap = {index: other, other: index}
        return renumbered(replace(list_, units=tuple(units)), lambda old: swap.get(old, old))

    def renumbered(list_, where):
        log = tuple(replace(entry, units=followed(entry.units, where)) for entry in list_.log)
        return renumber(replace(list_, log=log), where)

    return {
        "rename": Edit(rename, ("fields",), HEAD, _("Name and notes changed")),
        "describe": Edit(describe, ("unit", "fields"), UNIT, _("{unit} described")),
        "remove": Edit(remove_unit, ("unit",), UNIT, _("{unit} removed")),
        "duplicate": Edit(duplicate_unit, ("unit",), UNIT, _("{unit} duplicated")),
        "move": Edit(move_unit, ("unit", "sign"), UNIT, _("{unit} moved")),
        "log-add": Edit(log_add, ("fields",), LOG, _("Entry added to the log")),
        "log-change": Edit(log_change, ("place", "fields"), LOG, _("Entry of the log changed")),
        "log-remove": Edit(log_remove, ("place",), LOG, _("Entry of the log removed")),
    }


def followed(indexes, where):
    """Indexes of units after the units moved; those of removed ones are dropped."""
    return tuple(index for index in map(where, indexes) if index is not None)
