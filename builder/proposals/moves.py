"""Every edit that a list offers, as a search tries them, each with its sentence."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from django.utils.translation import gettext

from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.wording import in_words, isolated
from rules.text import _

ADD, GIVE, TAKE, SWITCH, UNSET = "add", "give", "take", "switch", "unset"
REMOVE, COPIES, FORM, HEAD = "remove", "copies", "form", "head"
SENTENCES = {
    ADD: _("Add {entry}"),
    GIVE: _("Add {entry} to {unit}"),
    TAKE: _("Remove {entry} from {unit}"),
    SWITCH: _("{unit}: {field} {entry}"),
    UNSET: _("{unit}: {field} {entry}"),
    FORM: _("{unit}: {field} {entry}"),
    REMOVE: _("Remove {unit}"),
    COPIES: _("{unit}: {entry}"),
    HEAD: _("{field}: {entry}"),
}
UNNAMED = "?"
SWITCHES = "switches"  # the group whose entries say themselves what they are


class Move(NamedTuple):
    """An edit that is offered.

    command -- what asks for it
    kind    -- what it does, one of `SENTENCES`
    entry   -- the name of what is added, taken or chosen: a `Text`, a message or a word
    unit    -- the index of its unit; None for the list
    name    -- that unit in a sentence
    group   -- the key of the group that it is offered in
    title   -- the title of that group
    weight  -- how many things of the list it touches
    """

    command: str
    kind: str
    entry: Any
    unit: int | None = None
    name: str = ""
    group: str = ""
    title: Any = ""
    weight: int = 1

    @property
    def sentence(self) -> str:
        """What it does, as a player reads it before it is done."""
        entry, field = (in_words(str(words) if isinstance(words, int) else words) for words in (self.entry, self.title))
        if self.kind == UNSET:
            entry = gettext("no {entry}").format(entry=entry)
        field = "" if entry.startswith(field) else field
        text = gettext(SENTENCES[self.kind]).format(entry=entry, unit=isolated(self.name), field=field)
        return " ".join(text.split())


@dataclass(frozen=True)
class Limits:
    """What a search leaves alone.

    pinned   -- units that stay as they are
    without  -- slugs that nothing may bring
    kept     -- fields of the head that stay as they are
    warnings -- whether a new warning counts as a new finding
    holds    -- whether a list may be so at all; None: any may
    trials   -- how many edits are tried at most: twenty take a millisecond
    deadline -- when nothing more is listed or tried, by the monotonic clock
    """

    pinned: tuple[Any, ...] = ()
    without: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    warnings: bool = True
    holds: Callable[[LoadedRoster], bool] | None = None
    trials: int = 4_000
    deadline: float = inf

    @property
    def over(self) -> bool:
        return monotonic() > self.deadline

    def allow(self, move: Move, units: tuple) -> bool:
        pinned = move.unit is not None and any(units[move.unit] is unit for unit in self.pinned)
        return not pinned and (move.kind == TAKE or not {*move.command.split()[1:]} & {*self.without})


NO_LIMITS = Limits()


def within(seconds: float) -> Limits:
    """The limits of a search that a page waits for."""
    return Limits(deadline=monotonic() + seconds)


class Moves:
    """All moves of a loaded list, a group at a time, each listed when it is first asked for; none once time is over."""

    def __init__(self, loaded: LoadedRoster, limits: Limits = NO_LIMITS):
        self.limits = limits
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
        return self.group("head", self.settings)

    def of_units(self) -> Iterator[Move]:
        for index in range(len(self.loaded.document.units)):
            yield from self.of_unit(index)

    def group(self, key: Any, listing: Callable[[], Iterator[Move]]) -> list[Move]:
        if key not in self.listed:
            if self.limits.over:
                return []
            units, allow = self.loaded.document.units, self.limits.allow
            self.listed[key] = list({move.command: move for move in listing() if allow(move, units)}.values())
        return self.listed[key]

    def additions(self) -> Iterator[Move]:
        for group in self.spec.new_units(self.loaded):
            for offer in group.offers:
                if self.is_certain(offer.command):
                    yield Move(offer.command, ADD, name_of(offer.entry), group=group.key, weight=3)

    def settings(self) -> Iterator[Move]:
        for group in self.spec.settings(self.loaded):
            for offer in group.offers:
                if not offer.taken:
                    yield Move(offer.command, HEAD, name_of(offer.entry), None, "", group.key, group.title)

    def changes(self, index: int) -> Iterator[Move]:
        name, picker = unit_name(self.loaded, index), self.spec.picker
        yield from self.removals(index)
        for group in self.spec.values(self.loaded, index):
            for offer in group.offers:
                if not offer.taken or offer.command.startswith("toggle-"):
                    kind = FORM if "=" in offer.command else UNSET if offer.taken else SWITCH
                    title = "" if group.key == SWITCHES else group.title
                    yield Move(offer.command, kind, name_of(offer.entry), index, name, group.key, title)
        for group in picker(self.loaded, index) if picker else ():
            for offer in group.offers:
                yield Move(offer.command, GIVE, name_of(offer.entry), index, name, group.key)
        yield from self.copies(index)

    def copies(self, index: int) -> Iterator[Move]:
        unit, name = self.loaded.document.units[index], unit_name(self.loaded, index)
        yield Move(f"remove {index}", REMOVE, "", index, name, weight=(2 + size(unit)) * unit.count)
        yield Move(f"duplicate {index}", COPIES, _("another copy"), index, name, weight=2)
        if self.loaded.game.copies:
            yield Move(f"step-count {index} more", COPIES, _("one more"), index, name, weight=2)
        if unit.count > 1:
            yield Move(f"step-count {index} less", SWITCH, _("one fewer"), index, name)

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
                    yield Move(f"{name} {index} {position}", TAKE, entry, index, unit_name(self.loaded, index))

    def taken_name(self, before: Any, after: Any, position: int) -> Any:
        """The name of what a unit has no longer."""
        values = ((getattr(before, field.name), getattr(after, field.name)) for field in fields(before))
        thing = next(was[position] for was, now in values if was != now)
        slug = getattr(thing, "item", None) or getattr(thing, "name", "") or getattr(thing, "post", None) or thing
        entry = self.loaded.catalogue.named(slug) if isinstance(slug, str) else None
        return entry.name if entry else slug if isinstance(slug, str) else UNNAMED

    def is_certain(self, command: str) -> bool:
        """Whether an edit does the same each time: one that throws dice does not."""
        return "fields" not in self.spec.edits[command.split()[0]].takes or "=" in command


def name_of(entry: Any) -> Any:
    return getattr(entry, "name", entry)


def unit_name(loaded: LoadedRoster, index: int) -> str:
    """A unit in a sentence: its number, and its name where it has one."""
    return f"#{index + 1} {loaded.document.units[index].name}".rstrip()


def size(unit: Any) -> int:
    """How many things a unit has in all its lists."""
    values = (getattr(unit, field.name) for field in fields(unit)) if is_dataclass(unit) else ()
    return sum(len(value) for value in values if isinstance(value, tuple))
