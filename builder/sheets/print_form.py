"""What the print form offers, and what of it is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import QueryDict

from builder.sheets.choices import CROWD, MIX, MOST_BLANK, PARTS, SIDES, SIZES, PrintChoices
from builder.sheets.paper import DEFAULT_PAPER, LAYOUTS, PAPERS
from builder.sheets.parts import SheetUnit
from builder.sheets.spec import SHEETS
from rules.text import _

LAYOUT_WORDS = {
    "cards": (_("Cards"), _("With boxes to tick.")),
    "roster": (_("Compact list"), _("Fewer pages.")),
    "opponent": (_("Opponent’s page"), _("Without your notes.")),
    MIX: (_("Custom"), ""),
}
PART_WORDS = {
    "head": _("Summary and briefing"),
    "cards": _("Cards"),
    "roster": _("Compact list"),
    "reference": _("Rules reminder"),
    "findings": _("Checks"),
    "kit": _("Cut-out templates and tokens"),
}
SIZE_WORDS = {"auto": _("Size to fit"), "sleeve": _("Sleeves, 63 × 88\xa0mm")}
SIDE_WORDS = {
    "single": _("Single-sided"),
    "double": _("Double-sided, flip on long edge"),
    "fold": _("To fold"),
}
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
    choices: PrintChoices, language: str, units: Sequence[SheetUnit] = (), game: str | None = None
) -> dict[str, Any]:
    """What sheets/_print_form.html reads; the units and the game of the list, if only one is printed."""
    offered, crew = offered_parts(game), [unit_option(choices, unit) for unit in units]
    return {
        "choices": choices,
        "layouts": layout_options(choices),
        "parts": [part for part in options(PART_WORDS, choices.printed_parts) if part.value in offered],
        "sizes": options({size: SIZE_WORDS[size] for size in SIZES}, [choices.size]),
        "sides": options({sides: SIDE_WORDS[sides] for sides in SIDES}, [choices.sides]),
        "blanks": [Option(str(number), str(number), number == choices.blank) for number in range(MOST_BLANK + 1)],
        "papers": options({paper.slug: paper.name for paper in PAPERS.values()}, [choices.paper]),
        "languages": [Option(code, code, code == language) for code, _name in settings.LANGUAGES],
        "is_set_up": (choices.size, choices.sides, choices.blank, choices.crowd) != (SIZES[0], SIDES[0], 0, False),
        "is_on_other_paper": (choices.paper, choices.ink_saver, choices.large_print) != (DEFAULT_PAPER, False, False),
        "crew": crew if sum(len(unit.copies) for unit in crew) > 1 else [],
        "may_crowd": any(len(unit.copies) >= CROWD for unit in crew),
    }


def options(words: dict[str, str], chosen: Any) -> list[Option]:
    return [Option(value, label, value in chosen) for value, label in words.items()]


def layout_options(choices: PrintChoices) -> list[Option]:
    chosen = choices.layout if choices.parts is None else MIX
    return [Option(slug, *LAYOUT_WORDS[slug][:1], slug == chosen, LAYOUT_WORDS[slug][1]) for slug in (*LAYOUTS, MIX)]


def offered_parts(game: str | None) -> tuple[str, ...]:
    """The parts that there are: a table kit only where the game of the list, or one of several, brings one."""
    has_kit = any(spec.table_kit for spec in ([SHEETS[game]] if game else SHEETS.values()))
    return tuple(part for part in PARTS if part != "kit" or has_kit)


def unit_option(choices: PrintChoices, unit: SheetUnit) -> UnitOption:
    values = [f"{unit.index}.{copy}" for copy in range(unit.count)] if unit.count > 1 else [str(unit.index)]
    copies = (Option(value, str(copy + 1), choices.prints_copy(unit.index, copy)) for copy, value in enumerate(values))
    return UnitOption(unit.name, tuple(copies))
