"""Every edit that a list offers, as a search tries them: with its sentence, unjudged until somebody asks."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferGroup
from builder.lists.spec import LISTS
from rules.text import Message, _

ADD, GIVE, TAKE, SWITCH, REMOVE, COPIES, HEAD = "add", "give", "take", "switch", "remove", "copies", "head"
WEIGHTS = {HEAD: 6, ADD: 3, COPIES: 2}  # how many things an edit touches, where it is not one
SENTENCES = {
    ADD: _("Add {entry}"),
    GIVE: _("Add {entry} to {unit}"),
    TAKE: _("Remove {entry} from {unit}"),
    SWITCH: _("{unit}: {entry}"),
    REMOVE: _("Remove {unit}"),
    COPIES: _("{unit}: {entry}"),
    HEAD: _("{field}: {entry}"),
}
UNNAMED = "?"
WITHOUT, DUPLICATE, FEWER, MORE = _("no {entry}"), _("another copy"), _("one fewer"), _("one more")


class Move(NamedTuple):
    """An edit that is offered.

    command -- what asks for it
    kind    -- what it does, one of `SENTENCES`
    message -- what it does, as a player reads it before it is done
    entry   -- the `Text` or word of what is added, taken or chosen
    unit    -- the index of its unit; None for the list
    weight  -- how many things of the list it touches
    """

    command: str
    kind: str
    message: Message
    entry: Any
    unit: int | None = None
    weight: int = 1


class Moves:
    """All moves of a loaded list, a group at a time, each group listed when it is first asked for."""

    def __init__(self, loaded: LoadedRoster):
        self.loaded, self.spec = loaded, LISTS[loaded.document.game]
        self.listed: dict[Any, list[Move]] = {}

    def of_list(self) -> list[Move]:
        """The units that may be added."""
        return self.group("list", self.additions)

    def of_unit(self, index: int) -> list[Move]:
        """What may be given to a unit, taken from it or chosen for it; one copy more or less; its removal."""
        return self.group(index, lambda: self.changes(index))

    def of_head(self) -> list[Move]:
        """What the fields of the list's head may be."""
        return self.group("head", lambda: ())

    def everything(self) -> Iterator[Move]:
        yield from self.of_list()
        yield from self.of_head()
        for index in range(len(self.loaded.document.units)):
            yield from self.of_unit(index)

    def group(self, key: Any, listing: Any) -> list[Move]:
        if key not in self.listed:
            self.listed[key] = list({move.command: move for move in listing()}.values())
        return self.listed[key]

    def additions(self) -> Iterator[Move]:
        for offer in offers_in(self.spec.new_units(self.loaded)):
            if self.is_certain(offer.command):
                yield move(offer.command, ADD, name_of(offer.entry))

    def changes(self, index: int) -> Iterator[Move]:
        unit, picker = unit_name(self.loaded, index), self.spec.picker
        yield from self.removals(index)
        for offer in offers_in(self.spec.opened(self.loaded, index)):
            if not offer.taken or offer.command.startswith("toggle-"):
                entry = Message(WITHOUT, {"entry": name_of(offer.entry)}) if offer.taken else name_of(offer.entry)
                yield move(offer.command, SWITCH, entry, unit, index)
        for offer in offers_in(tuple(picker(self.loaded, index)) if picker else ()):
            yield move(offer.command, GIVE, name_of(offer.entry), unit, index)
        yield from self.copies(index)

    def copies(self, index: int) -> Iterator[Move]:
        unit, count = unit_name(self.loaded, index), self.loaded.document.units[index].count
        weight = 2 + size(self.loaded.document.units[index])
        if count > 1:
            yield move(f"step-count {index} less", COPIES, FEWER, unit, index)
        yield move(f"remove {index}", REMOVE, "", unit, index, weight * count)
        if self.loaded.game.copies:
            yield move(f"step-count {index} more", COPIES, MORE, unit, index)
        yield move(f"duplicate {index}", COPIES, DUPLICATE, unit, index)

    def removals(self, index: int) -> Iterator[Move]:
        """Each thing of a unit that an edit takes away by its position."""
        unit = self.loaded.document.units[index]
        for name, edit in self.spec.edits.items():
            if edit.takes == ("unit", "position") and name.startswith("remove-"):
                for position in range(size(unit)):
                    try:
                        after = edit.run(self.loaded.document, index, position)
                    except BadEdit:
                        break
                    entry = self.taken_name(unit, after.units[index], position)
                    yield move(f"{name} {index} {position}", TAKE, entry, unit_name(self.loaded, index), index)

    def taken_name(self, before: Any, after: Any, position: int) -> Any:
        """The name of what a unit has no longer."""
        values = ((getattr(before, field.name), getattr(after, field.name)) for field in fields(before))
        thing = next(was[position] for was, now in values if was != now)
        slug = getattr(thing, "item", None) or getattr(thing, "name", "") or getattr(thing, "post", None) or thing
        entry = self.loaded.catalogue.named(slug) if isinstance(slug, str) else None
        return entry.name if entry else slug if isinstance(slug, str) else UNNAMED

    def is_certain(self, command: str) -> bool:
        """Whether an edit does the same each time: one that throws dice or takes a form does not."""
        return "fields" not in self.spec.edits[command.split()[0]].takes


def move(command: str, kind: str, entry: Any, unit: str = "", index: int | None = None, weight: int = 0) -> Move:
    message = Message(SENTENCES[kind], {"entry": Message(entry) if entry in (FEWER, MORE, DUPLICATE) else entry})
    message.values["unit"] = unit
    return Move(command, kind, message, entry, index, weight or WEIGHTS.get(kind, 1))


def offers_in(shown: Any) -> Iterator[Offer]:
    """Every `Offer` in what a page shows, at any depth."""
    if isinstance(shown, Offer):
        yield shown
    elif isinstance(shown, OfferGroup):
        yield from shown.offers
    elif isinstance(shown, (list, tuple, Mapping)):
        for inner in shown.values() if isinstance(shown, Mapping) else shown:
            yield from offers_in(inner)


def name_of(entry: Any) -> Any:
    return getattr(entry, "name", entry)


def unit_name(loaded: LoadedRoster, index: int) -> str:
    """A unit in a sentence: its number, and its name where it has one."""
    return f"#{index + 1} {loaded.document.units[index].name}".rstrip()


def size(unit: Any) -> int:
    """How many things a unit has in all its lists."""
    values = (getattr(unit, field.name) for field in fields(unit)) if is_dataclass(unit) else ()
    return sum(len(value) for value in values if isinstance(value, tuple))
