"""What a player chooses on the print page: the one place that reads it from an address and writes it there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.http import QueryDict

from builder.sheets.paper import DEFAULT_LAYOUT, DEFAULT_PAPER, LAYOUTS, PAPERS

PARTS = ("head", "cards", "roster", "reference", "findings", "kit")  # in the order of the form
SIZES = ("auto", "sleeve")  # as large as its text asks, or 63 x 88 mm
SIDES = ("single", "double", "fold")  # fold: front and back side by side
MOST_BLANK = 12
MOST_UNITS, MOST_PAGES = 500, 50  # of an address
PAGE = re.compile(r"[a-z0-9-]{1,40}")  # a slug of a page of a table kit
CROWD = 5  # copies from which one card may show them all
SEVERAL = ("parts", "units", "kit")  # choices of several values
MIX, SOME = "mix", "some"  # what the print form calls what a player picks himself
OF_PRESETS = ("layout", "parts", "size")  # the choices that a preset makes


@dataclass(frozen=True, slots=True)
class PrintChoices:
    """How a list is printed.

    layout      -- a key of `LAYOUTS`: what is printed where `parts` is None
    parts       -- some of `PARTS`; head: the head of the list with its brief
    units       -- "2" for the unit of index 2, "2.0" for its first copy; None: all of them
    size, sides -- one of `SIZES`, of `SIDES`
    blank       -- the number of cards without a figure
    crowd       -- from `CROWD` copies on a unit has one card with a row for each copy
    beside      -- followers and the like have cards of their own
    photos      -- each card has the photo of its unit, but for those in sleeves
    ink_saver   -- no black areas; large_print: nothing smaller than 12 points
    kit         -- slugs of pages of the table kit; None: those that the list needs
    """

    layout: str = DEFAULT_LAYOUT
    paper: str = DEFAULT_PAPER
    parts: tuple[str, ...] | None = None
    units: tuple[str, ...] | None = None
    size: str = SIZES[0]
    sides: str = SIDES[0]
    blank: int = 0
    crowd: bool = False
    beside: bool = False
    photos: bool = False
    ink_saver: bool = False
    large_print: bool = False
    kit: tuple[str, ...] | None = None

    @property
    def printed_parts(self) -> tuple[str, ...]:
        return LAYOUTS[self.layout].parts if self.parts is None else self.parts

    def prints(self, part: str) -> bool:
        return part in self.printed_parts

    @property
    def for_opponent(self) -> bool:
        return self.layout == "opponent"

    @property
    def in_sleeves(self) -> bool:
        """Whether cards are as large as sleeves: 12 points have no room there."""
        return self.size == "sleeve" and not self.large_print

    def prints_copy(self, index: int, copy: int) -> bool:
        """Whether the copy (from 0) of the unit of this index is printed; one that is none of the list's always is."""
        return self.units is None or index < 0 or str(index) in self.units or f"{index}.{copy}" in self.units

    @property
    def data(self) -> dict[str, Any]:
        """As JSON stores it: what differs from the default."""
        default = type(self)()
        return {name: value for name, value in asdict(self).items() if value != getattr(default, name)}

    @property
    def preset(self) -> str:
        """The preset whose pages are printed; "" for others."""
        same = (name for name, preset in PRESETS.items() if preset.of_preset == self.of_preset)
        return next(same, "")

    @property
    def of_preset(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in OF_PRESETS)

    @property
    def query(self) -> dict[str, str]:
        """As fields of an address: the preset, and what differs from the default."""
        preset = {"layout": self.preset} if self.preset else {}
        said = OF_PRESETS if preset else ()
        return preset | {
            name: ",".join(value) if isinstance(value, tuple) else str(int(value) if value is True else value)
            for name, value in self.data.items()
            if name not in said
        }

    @classmethod
    def from_query(cls, query: QueryDict) -> "PrintChoices":
        """From an address, where several values stand in one field with commas or in several fields."""
        data: dict[str, Any] = {name: query.get(name, "") for name in query}
        data |= {name: ",".join(query.getlist(name)).split(",") for name in SEVERAL if name in query}
        return cls.from_data(data | of_form(query))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "PrintChoices":
        """From stored data or a form's fields, which may be of any kind; what is not offered is the default.

        The layout may be a preset, which other fields change.
        """
        known = {field.name for field in fields(cls)} & data.keys()
        preset = next((chosen for name, chosen in PRESETS.items() if name == data.get("layout")), cls())
        return replace(preset, **{name: READERS[name](data[name]) for name in known})


def of_form(query: QueryDict) -> dict[str, Any]:
    """What boxes of the print form say: "part" with the layout `MIX`, "unit" and "page" where `SOME` are picked."""
    picked = {"parts": ("layout", MIX, "part"), "units": ("crew", SOME, "unit"), "kit": ("pages", SOME, "page")}
    boxes = {name: query.getlist(boxes) for name, (field, value, boxes) in picked.items() if query.get(field) == value}
    return boxes | ({"size": "sleeve"} if "sleeve" in boxes.get("parts", ()) else {})


def one_of(offered: Iterable[str]) -> Any:
    """(value) -> the value if it is offered, else the first that is."""
    names = tuple(offered)
    return lambda value: value if value in names else names[0]


def some_of(offered: Sequence[str]) -> Any:
    """(values or None) -> those that are offered, in their order; None stays None."""
    return lambda values: None if values is None else tuple(name for name in offered if name in values)


def unit_copies(values: Any) -> tuple[str, ...] | None:
    """The well-formed names of units and copies, each once, in order."""
    if values is None:
        return None
    parted = {tuple(str(value).split(".")) for value in list(values)[:MOST_UNITS]}
    numbers = sorted(
        tuple(map(int, parts))
        for parts in parted
        if len(parts) <= 2 and all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts)
    )
    return tuple(".".join(map(str, parts)) for parts in numbers)


def kit_pages(values: Any) -> tuple[str, ...] | None:
    """The well-formed slugs of pages, each once, in order."""
    if values is None:
        return None
    return tuple(sorted({str(value) for value in list(values)[:MOST_PAGES] if PAGE.fullmatch(str(value))}))


def blank_cards(value: Any) -> int:
    number = int(value) if str(value).isascii() and str(value).isdigit() and len(str(value)) <= 4 else 0
    return min(number, MOST_BLANK)


def flag(value: Any) -> bool:
    """Whether a box is ticked: an address writes 1 for it."""
    return value not in ("", "0", None, False)


READERS: dict[str, Any] = {
    "layout": one_of(LAYOUTS),
    "paper": one_of(PAPERS),
    "parts": some_of(PARTS),
    "units": unit_copies,
    "kit": kit_pages,
    "size": one_of(SIZES),
    "sides": one_of(SIDES),
    "blank": blank_cards,
    "crowd": flag,
    "beside": flag,
    "photos": flag,
    "ink_saver": flag,
    "large_print": flag,
}

# What most players want. The large buttons of the print page; where an address, a form or a command has a layout.
PRESETS = {
    "play": PrintChoices(parts=PARTS),
    "sleeves": PrintChoices(parts=("cards",), size="sleeve"),
    "opponent": PrintChoices("opponent"),
}
