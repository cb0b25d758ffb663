"""The table kit: what is cut out true to scale, or kept beside the list while it is played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from builder.sheets.parts import SheetCard, SheetUnit, UnitRow


@dataclass(frozen=True, slots=True)
class KitPage:
    """A part of a list's table kit: the next one stands below it where both have room on a page.

    slug     -- names it and what continues it: "explosion"
    title    -- as printed, in one language
    template -- "sheets/kit/<game>/<name>.html", which extends sheets/kit/page.html and fills its block `drawing`:
                194 mm wide, inline SVG whose viewBox counts millimetres and whose width and height say "mm"; "" where
                all that is printed of it are cards
    context  -- what the template reads, as `page`
    cite     -- where the book says it
    needed   -- whether this list or its scenario needs it: printed unless somebody says otherwise
    units    -- who is no unit of the list and has a card behind those of the list
    replaces -- titles of tables of the sheet that are not printed beside it
    former   -- slugs of pages that are parts of this one since: remembered choices and old addresses name them
    """

    slug: str
    title: str
    template: str = ""
    context: Mapping[str, Any] = field(default_factory=dict)
    cite: str = ""
    needed: bool = True
    units: tuple[SheetUnit, ...] = ()
    replaces: tuple[str, ...] = ()
    former: tuple[str, ...] = ()


def with_needs(pages: Iterable[KitPage], needs: Mapping[str, bool]) -> Iterator[KitPage]:
    """The pages, each needed as `needs` says by its slug; always where it says nothing."""
    for page in pages:
        yield replace(page, needed=needs.get(page.slug, True))


def is_printed(page: KitPage, chosen: Sequence[str] | None) -> bool:
    """Whether a page is among the `chosen` slugs; None: whether the list needs it."""
    return page.needed if chosen is None else not {page.slug, *page.former}.isdisjoint(chosen)


def other_units(cards: Iterable[tuple[str, str, Sequence[str], SheetCard]]) -> tuple[SheetUnit, ...]:
    """Units that no list has: (name, icon, what stands under the name, the card) of each."""
    return tuple(
        SheetUnit(-1 - number, "", name, 1, tuple(badges), UnitRow(), (), (card,), silhouette=icon)
        for number, (name, icon, badges, card) in enumerate(cards)
    )


def mm(length: float) -> str:
    """A length for an SVG, which has no decimal comma."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
