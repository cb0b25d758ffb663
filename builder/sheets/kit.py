"""The table kit: pages true to scale to cut out, or to keep beside the list while it is played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class KitPage:
    """One page of a list's table kit.

    slug     -- names it and what continues it: "explosion"
    title    -- as printed, in one language
    template -- "sheets/kit/<game>/<name>.html", which extends sheets/kit/page.html and fills its block `drawing`:
                194 x 235 mm, inline SVG whose viewBox counts millimetres and whose width and height say "mm"
    context  -- what the template reads, as `page`
    cite     -- where the book says it
    needed   -- whether this list or its scenario needs it: printed unless somebody says otherwise
    """

    slug: str
    title: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    cite: str = ""
    needed: bool = True


def with_needs(pages: Iterable[KitPage], needs: Mapping[str, bool]) -> Iterator[KitPage]:
    """The pages, each needed as `needs` says by its slug; always where it says nothing."""
    for page in pages:
        yield replace(page, needed=needs.get(page.slug, True))


def is_printed(page: KitPage, chosen: Sequence[str] | None) -> bool:
    """Whether a page is among the `chosen` slugs; None: whether the list needs it."""
    return page.needed if chosen is None else page.slug in chosen


def mm(length: float) -> str:
    """A length for an SVG, which has no decimal comma."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
