"""Values of a document as selections of a roster of BattleScribe, and back, by ids that say what each is.

The id of a selection is that of the one that it lies in, "/", then the keys of the document and what is chosen there,
joined by ".": "fighter/weapons.fusil" is a fighter's rifle, "list/faction.mutants" the list's faction.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from builder.texts.elements import attribute, below, whole
from builder.texts.values import INTEGER, Unreadable, head_key, record_of, shown
from builder.texts.words import Words
from builder.texts.writer import same
from rules.shapes import LONGEST_LIST, Either, Exactly, Flag, Integer, Maybe, Position, Record, Several, Slug

OURS = "bivouac-"  # begins the id of a game's system
LIST = "list"  # the selection that has what the list's head says
CHOICE = re.compile(r"-|[a-z0-9]+(?:-[a-z0-9]+)*").fullmatch  # what an id may say after its keys


def id_within(above: str, *keys: str) -> str:
    return f"{above}/{'.'.join(keys)}"


class Selections:
    """Writes and reads those of one game's lists; names are in `language`."""

    def __init__(self, words: Words, language: str) -> None:
        self.words, self.language = words, language

    # --- writing ---

    def field(self, record: Record, key: str, value: Any, above: str) -> list[Element]:
        """The selections that say a value under a key, in the selection `above`. Raises `Unreadable` where none can."""
        shape = record.fields[key].shape
        elements = list(self.value(shape, value, above, (key,)))
        read: dict[str, Any] = {}
        for element in elements:
            self.read(record, read, element)
        if not elements or not same(read.get(key), value, shape):
            raise Unreadable(key)
        return elements

    def value(self, shape: Any, value: Any, above: str, keys: tuple[str, ...]) -> Iterator[Element]:
        shape = shape.shape if isinstance(shape, Maybe) else shape
        if isinstance(shape, Flag):
            yield self.element(above, keys, self.words.label(keys[-1], self.language))
        elif isinstance(shape, Several):
            for entry in value:
                yield self.item(shape.shape, entry, above, keys)
        elif isinstance(shape, Record):
            for key, inner in shown(shape, value).items():
                yield from self.value(shape.fields[key].shape, inner, above, (*keys, key))
        elif isinstance(shape, (Slug, Exactly, Either, Integer)) and not isinstance(shape, Position):
            yield self.choice(value, above, keys)
        else:
            raise Unreadable(value)

    def item(self, shape: Any, entry: Any, above: str, keys: tuple[str, ...]) -> Element:
        """An entry of a list; what a record has besides its head lies within."""
        record = record_of(shape, entry) if isinstance(entry, dict) else None
        if record is None:
            return self.choice(entry, above, keys)
        head = head_key(record)
        element = self.choice(entry.get(head, ""), above, keys)
        for key, value in entry.items():
            if key != head:
                inner = self.value(record.fields[key].shape, value, element.get("entryId", ""), (key,))
                selections_of(element).extend([*inner])
        return element

    def choice(self, value: Any, above: str, keys: tuple[str, ...]) -> Element:
        text = str(value)
        if isinstance(value, dict) or not CHOICE(text):
            raise Unreadable(text)
        element = self.element(above, (*keys, text), self.name(value, keys))
        element.set("entryGroupId", id_within(above, *keys))
        return element

    def name(self, value: Any, keys: tuple[str, ...]) -> str:
        """What a player reads of a choice: an entry's name, or a label with a figure."""
        if isinstance(value, int) or value == "-":
            return f"{self.words.label(keys[-1], self.language)} {value}"
        name = next(iter(self.words.names(value, keys)), None)
        if name is None:
            raise Unreadable(value)
        return name.into(self.language)

    def element(self, above: str, keys: tuple[str, ...], name: str) -> Element:
        return selection(id_within(above, *keys), name)

    # --- reading ---

    def read(self, record: Record, data: dict[str, Any], element: Element, copies: int = 1) -> None:
        """Put what a selection says into the data of a record. Raises `Unreadable`.

        copies -- how many of what it lies in there are, each with its share
        """
        keys = attribute(element, "entryId").rpartition("/")[2].split(".")
        while len(keys) > 1 and keys[0] in record.fields and isinstance(inner_record(record, keys[0]), Record):
            record, data, keys = inner_record(record, keys[0]), data.setdefault(keys[0], {}), keys[1:]
        key, choice = keys[0], ".".join(keys[1:])
        if key not in record.fields:
            raise Unreadable(key)
        shape = inner_record(record, key)
        if isinstance(shape, Several) and choice:
            number = min(max(whole(element, "number", 1) // max(copies, 1), 1), LONGEST_LIST + 1)
            data.setdefault(key, []).extend(self.read_item(shape.shape, choice, element) for _copy in range(number))
        elif isinstance(shape, Flag) and not choice:
            data[key] = True
        elif choice and not isinstance(shape, (Flag, Several)):
            data[key] = int(choice) if INTEGER(choice) else choice
        else:
            raise Unreadable(key)

    def read_item(self, shape: Any, choice: str, element: Element) -> Any:
        inner = below(element, "selections", "selection")
        record = next((record for record in getattr(shape, "choices", (shape,)) if isinstance(record, Record)), None)
        if record is None or not inner:
            return choice
        item: dict[str, Any] = {head_key(record): choice}
        for child in inner:
            self.read(record, item, child, whole(element, "number", 1))
        return item


def inner_record(record: Record, key: str) -> Any:
    """The shape under a key, with or without a value."""
    shape = record.fields[key].shape
    return shape.shape if isinstance(shape, Maybe) else shape


def selection(
    entry: str,
    name: str,
    kind: str = "upgrade",
    number: int = 1,
    notes: Sequence[Element] = (),
    inner: Sequence[Element] = (),
) -> Element:
    """A selection with what lies within, in the order of the schema."""
    element = Element("selection", {"name": name, "entryId": entry, "number": str(number), "type": kind})
    element.extend(notes)
    if inner:
        selections_of(element).extend(inner)
    return element


def selections_of(element: Element) -> Element:
    """Where the selections within a selection go."""
    inner = element.find("selections")
    return SubElement(element, "selections") if inner is None else inner
