"""A list's sheet, built from its verdict."""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext

from builder.sheets.common import judged_sheet
from builder.sheets.parts import Passage, Sheet
from builder.wording import clean, local
from rules.families.red_button.document import RedButtonList
from rules.verdict import Verdict


def sheet_of_list(
    document: RedButtonList,
    verdict: Verdict,
    header: Any,
    unit_fields: Callable[[Any], dict[str, Any]],
    **passages: Iterable[Passage],
) -> Sheet:
    """The sheet of a list: `header` is a module with what its head says; `unit_fields` as in `judged_sheet`;
    `passages` by the names of their fields."""
    analysis: Any = verdict.analysis
    brief = tuple(header.brief(analysis))
    return judged_sheet(
        document,
        verdict,
        display_name,
        unit_fields,
        game=local(analysis.context.catalogue.name),
        subtitle=header.subtitle(analysis),
        points_word=gettext("pts"),
        figures=tuple(header.figures(analysis)),
        facts=tuple(header.facts(analysis)),
        tracks=tuple(header.tracks(analysis)),
        brief=brief,
        opponent_brief=brief,
        totals=tuple(header.totals(analysis)),
        **{part: tuple(entries) for part, entries in passages.items()},
    )


def display_name(unit_analysis: Any) -> str:
    """The unit's name as typed, else what it is."""
    if name := clean(unit_analysis.unit.name):
        return name
    if unit_analysis.kind == "fighter":
        return local(unit_analysis.context.catalogue.unit_types["combattant"].name)
    return local(unit_analysis.type.name) if unit_analysis.type else unit_analysis.unit.type
