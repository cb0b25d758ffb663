"""What the engine reads of a battle and of its lists: `builder.battles` fits these protocols, tests may too."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.catalogue import Catalogue
from rules.text import Text

OUT, FLED, ACTIVATED = "out", "fled", "activated"  # keys of the markers that every unit has
TABLE, OTHERS = "table", "others"  # owners of markers beside the numbers of the sides


Fact = int | str | tuple[str, ...]


class Marker(Protocol):
    """Something that players mark; `free`: so many of its boxes cost nothing yet."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> Text: ...
    @property
    def most(self) -> int: ...
    @property
    def free(self) -> int: ...


class Unit(Protocol):
    """A copy of a unit on the table; `index`: where it stands in its list, None for what no list has."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> Text: ...
    @property
    def kind(self) -> str: ...
    @property
    def index(self) -> int | None: ...
    @property
    def points(self) -> int | None: ...
    @property
    def markers(self) -> Sequence[Marker]: ...
    @property
    def facts(self) -> Mapping[str, Fact]: ...


class Side(Protocol):
    """A list in the battle, as it was when it joined."""

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> Text: ...
    @property
    def role(self) -> str | None: ...
    @property
    def units(self) -> Sequence[Unit]: ...
    @property
    def facts(self) -> Mapping[str, Fact]: ...


class Battle(Protocol):
    """A battle and what is marked. A path is that of a unit ("0/3.1", "others/2") or of a marker ("0/3.1/wounds")."""

    @property
    def game(self) -> str: ...
    @property
    def scenario(self) -> str | None: ...
    @property
    def sides(self) -> Sequence[Side]: ...
    @property
    def others(self) -> Mapping[str, Unit]: ...
    @property
    def round(self) -> int: ...
    @property
    def units_by_path(self) -> Mapping[str, Unit]: ...
    @property
    def markers_by_path(self) -> Mapping[str, Marker]: ...
    def number(self, path: str) -> int: ...
    def value(self, path: str) -> int | str: ...
    def is_down(self, path: str) -> bool: ...
    def called(self, path: str) -> Text: ...
    def standing(self, side: int) -> list[str]: ...


class Context(Protocol):
    """A battle, its book, and the list of each side as it joined: None where it can no longer be read.

    language, side -- of the reader; side: None for a watcher
    """

    @property
    def battle(self) -> Battle: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def lists(self) -> Sequence[Any]: ...
    @property
    def language(self) -> str: ...
    @property
    def side(self) -> int | None: ...


def side_of_path(path: str) -> int | None:
    """The number of the side that a unit belongs to; None for what no list has."""
    owner = path.split("/")[0]
    return int(owner) if owner.isdigit() else None


def listed(facts: Mapping[str, Fact], name: str) -> tuple[str, ...]:
    """The slugs that a fact lists; battles of before have them as one text with blanks between."""
    value = facts.get(name, ())
    return value if isinstance(value, tuple) else tuple(str(value).split())


def figure(facts: Mapping[str, Fact], name: str, usual: int = 0) -> int:
    """The number that a fact is; `usual` where there is none."""
    value = facts.get(name)
    return value if isinstance(value, int) else usual
