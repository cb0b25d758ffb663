"""The table kit: pages true to scale to cut out, or to keep beside the list while it is played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class KitPage:
    """One page of a list's table kit.

    slug     -- names it: "explosion"
    title    -- as printed, in one language
    template -- "sheets/kit/<game>/<name>.html", which extends sheets/kit/page.html and fills its block `drawing`:
                194 x 235 mm, inline SVG whose viewBox counts millimetres and whose width and height say "mm"
    context  -- what the template reads, as `page`
    cite     -- where the book says it
    """

    slug: str
    title: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    cite: str = ""
