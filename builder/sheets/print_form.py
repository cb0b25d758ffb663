"""What the print form offers, and what of it is chosen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import get_language

from builder.sheets.choices import CROWD, MIX, MOST_BLANK, PARTS, PRESETS, SIDES, SIZES, SOME, PrintChoices
from builder.sheets.kit import KitPage, is_printed
from builder.sheets.paper import PAPERS
from builder.sheets.parts import Sheet, SheetUnit
from rules.text import _

LAYOUT_WORDS = {
    "play": (_("To play"), _("List, cards and tables.")),
    "sleeves": (_("Sleeves"), "63 × 88\xa0mm"),
    "opponent": (_("For the opponent"), _("Without your notes.")),
    "cards": (_("Cards"), ""),
    "roster": (_("Compact list"), ""),
    MIX: (_("Custom"), ""),
}
PART_WORDS = {
    "head": _("Summary and briefing"),
    "cards": _("Cards"),
    "roster": _("Compact list"),
    "reference": _("Rules reminder"),
    "findings": _("Checks"),
    "kit": _("Tables and templates"),
}
SIDE_WORDS = {
    "single": _("Single-sided"),
    "double": _("Double-sided (long edge), rules on the backs"),
    "fold": _("To fold"),
}
SLEEVE_WORD, CROWD_WORD, BLANK_WORD = _("Cards in sleeve size"), _("Group cards"), _("Blank cards")
BESIDE_WORD, PHOTOS_WORD = _("Followers on cards of their own"), _("Photos on cards")
UNITS_WORD, KIT_WORD, INK_WORD, LARGE_WORD = _("Some units"), _("Choose pages"), _("Save ink"), _("Large print")
FIELDS = {field.name for field in fields(PrintChoices)} | {"language"}  # of an address that says how to print


@dataclass(frozen=True, slots=True)
class Option:
    """A button or box of the form; label and about are marked texts."""

    value: str
    label: str
    chosen: bool
    about: str = ""


@dataclass(frozen=True, slots=True)
class UnitOption:
    """A unit of the list with a box for each copy, or one box where there is one copy."""

    name: str
    copies: tuple[Option, ...]


def print_query(choices: PrintChoices, language: str) -> str:
    """All that is chosen, as the fields of an address, which are never empty."""
    return urlencode({"layout": choices.layout} | choices.query | {"language": language}, safe=",")


def is_chosen(query: QueryDict) -> bool:
    """Whether an address says how to print."""
    return not FIELDS.isdisjoint(query)


def form_context(
    choices: PrintChoices,
    language: str,
    paper: str,
    sheet: Sheet | None = None,
    kit: Sequence[KitPage] | None = None,
) -> dict[str, Any]:
    """What sheets/_print_form.html reads.

    paper -- that of the reader's country
    sheet -- of the list, if only one is printed; kit: the pages of its table kit, None: those of several lists
    """
    crew = [unit_option(choices, unit) for unit in sheet.units] if sheet else []
    return {
        "layouts": layout_options(choices, sheet, PRESETS),
        "further_layouts": layout_options(choices, sheet, LAYOUT_WORDS.keys() - PRESETS.keys()),
        "parts": part_options(choices, sheet, kit),
        "kit_pages": kit_options(choices, kit or ()),
        "sides": options(SIDE_WORDS, [choices.sides]),
        "blanks": [Option(str(number), str(number), number == choices.blank) for number in range(MOST_BLANK + 1)],
        "papers": options({paper.slug: paper.name for paper in PAPERS.values()}, [choices.paper]),
        "languages": [Option(code, name, code == language) for code, name in settings.LANGUAGES],
        "crew": crew if sum(len(unit.copies) for unit in crew) > 1 else [],
        "boxes": boxes(choices, crew, sheet),
        "chosen": chosen_under_more(choices, language, paper),
    }


def boxes(choices: PrintChoices, crew: Sequence[UnitOption], sheet: Sheet | None) -> dict[str, list[Option]]:
    """The boxes that stand alone by their names; none for what changes nothing."""
    may_crowd = any(len(unit.copies) >= CROWD for unit in crew)
    has_others = sheet is None or any(unit.beside for unit in sheet.units)
    has_photos = sheet is None or any(unit.picture for unit in sheet.units)
    return {
        "crew": [Option(SOME, UNITS_WORD, choices.units is not None)],
        "pages": [Option(SOME, KIT_WORD, choices.kit is not None)],
        "crowd": [Option("1", CROWD_WORD, choices.crowd)] if may_crowd else [],
        "beside": [Option("1", BESIDE_WORD, choices.beside)] if has_others else [],
        "photos": [Option("1", PHOTOS_WORD, choices.photos)] if has_photos else [],
        "ink_saver": [Option("1", INK_WORD, choices.ink_saver)],
        "large_print": [Option("1", LARGE_WORD, choices.large_print)],
    }


def chosen_layout(choices: PrintChoices) -> str:
    """The button that is chosen: a preset, a layout, or `MIX`."""
    is_layout = (choices.parts, choices.size) == (None, SIZES[0])
    return choices.preset or (choices.layout if is_layout else MIX)


def chosen_under_more(choices: PrintChoices, language: str, paper: str) -> list[str]:
    """Marked texts for what is chosen and not shown until "More" is opened."""
    has_cards, layout = choices.prints("cards"), chosen_layout(choices)
    chosen = {
        LAYOUT_WORDS[layout][0]: layout not in PRESETS,
        UNITS_WORD: choices.units is not None,
        PART_WORDS["kit"]: choices.prints("kit") and choices.kit is not None,
        SIDE_WORDS[choices.sides]: has_cards and choices.sides != SIDES[0],
        CROWD_WORD: has_cards and choices.crowd,
        BLANK_WORD: has_cards and choices.blank > 0,
        BESIDE_WORD: has_cards and choices.beside,
        PHOTOS_WORD: has_cards and choices.photos,
        PAPERS[choices.paper].name: choices.paper != paper,
        INK_WORD: choices.ink_saver,
        LARGE_WORD: choices.large_print,
        language.upper(): language != get_language(),
    }
    return [word for word, is_chosen in chosen.items() if is_chosen]


def options(words: dict[str, str], chosen: Any) -> list[Option]:
    return [Option(value, label, value in chosen) for value, label in words.items()]


def layout_options(choices: PrintChoices, sheet: Sheet | None, offered: Collection[str]) -> list[Option]:
    """Those of the offered ones that the game has a use for; the chosen one in any case, as of an old address."""
    chosen = chosen_layout(choices)
    needless = {"opponent"} - {chosen} if sheet and not sheet.has_opponent else set()
    slugs = [slug for slug in LAYOUT_WORDS if slug in offered and slug not in needless]
    return [Option(slug, LAYOUT_WORDS[slug][0], slug == chosen, LAYOUT_WORDS[slug][1]) for slug in slugs]


def part_options(choices: PrintChoices, sheet: Sheet | None, kit: Sequence[KitPage] | None) -> list[Option]:
    """The parts that are not empty, and behind "cards" whether they are as large as sleeves."""
    having = {"reference": sheet.passages, "findings": sheet.checks} if sheet else {}
    empty = {name for name, entries in having.items() if not entries}
    empty |= set() if kit is None or kit else {"kit"}
    parts = [part for part in options(PART_WORDS, choices.printed_parts) if part.value not in empty]
    parts.insert(1 + PARTS.index("cards"), Option("sleeve", SLEEVE_WORD, choices.size == "sleeve"))
    return parts


def kit_options(choices: PrintChoices, kit: Sequence[KitPage]) -> list[Option]:
    """A box for each page of the table kit; none where there is no other page to choose."""
    titles: dict[str, KitPage] = {}
    for page in kit:
        titles.setdefault(page.slug, page)
    boxes = [Option(slug, page.title, is_printed(page, choices.kit)) for slug, page in titles.items()]
    return boxes if len(boxes) > 1 else []


def unit_option(choices: PrintChoices, unit: SheetUnit) -> UnitOption:
    values = [f"{unit.index}.{copy}" for copy in range(unit.count)] if unit.count > 1 else [str(unit.index)]
    copies = (Option(value, str(copy + 1), choices.prints_copy(unit.index, copy)) for copy, value in enumerate(values))
    return UnitOption(unit.name, tuple(copies))
