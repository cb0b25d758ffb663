"""What a game brings to its printed sheets: `SheetSpec`, registered in `SHEETS`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from builder.lists.gathering_summary import GatheringSummary
from builder.registry import Registry
from builder.sheets.kit import KitPage
from builder.sheets.parts import Sheet
from rules.catalogue import Catalogue
from rules.verdict import Verdict


@dataclass(frozen=True)
class SheetSpec:
    """What the sheets of a game say.

    build          -- (document, verdict) -> the printed sheet
    table_kit      -- (document, verdict) -> all pages of its table kit, `needed` or not; None: it has none
    with_gathering -- (sheet, summary of the gathering that the list is in, catalogue) -> the sheet with it
    """

    build: Callable[[Any, Verdict], Sheet]
    table_kit: Callable[[Any, Verdict], tuple[KitPage, ...]] | None = None
    with_gathering: Callable[[Sheet, GatheringSummary, Catalogue], Sheet] | None = None


SHEETS: Registry[SheetSpec] = Registry("SheetSpec")
