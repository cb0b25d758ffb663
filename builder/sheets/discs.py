"""Tokens and markers to cut out of a table kit along straight lines."""

from collections.abc import Sequence
from dataclasses import dataclass

SHORT = 7  # letters of a label that has room on a small disc in large print, too


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle inside a disc that is drawn 20 mm wide, by which kinds differ in black and white: lengths for an SVG."""

    radius: str
    width: str
    dashes: str = "none"


RINGS = {
    "plain": Ring("9.2", ".3"),
    "full": Ring("9", "1.6"),
    "dashed": Ring("9", "1", "3 1.5"),
    "double": Ring("8.8", ".7"),
    "dotted": Ring("9", "1", "1 1"),
}


@dataclass(frozen=True, slots=True)
class Disc:
    """What stands on a disc; note: what a player measures or rolls; icon: a letter of the icons' font."""

    label: str
    icon: str
    ring: Ring
    note: str = ""


@dataclass(frozen=True, slots=True)
class DiscGroup:
    """Discs of 20 mm (in large print of 26 where a label is long) or large ones of 30, with what uses them."""

    discs: Sequence[Disc]
    title: str = ""
    cite: str = ""
    large: bool = False

    @property
    def has_long_labels(self) -> bool:
        return any(len(disc.label) > SHORT for disc in self.discs)

    @property
    def large_letters(self) -> str:
        """The size of letters in large print, in units of the drawing: 12 points."""
        return "2.85" if self.large else "3.27" if self.has_long_labels else "4.25"
