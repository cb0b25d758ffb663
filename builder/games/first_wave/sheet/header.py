"""The head of a group's sheet: what it is, its points, what its scenario scores, boxes to tick."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.header import (
    NONE,
    by_five,
    points_and_left,
    scenario_fact,
    scenario_passage,
    turns_track,
)
from builder.games.first_wave.head import THROWN
from builder.sheets.common import listed
from builder.sheets.parts import SEPARATOR, Fact, LabelledFigure, Passage, Total, Track
from builder.wording import local
from rules.catalogue import TableRow
from rules.games.first_wave.analysis import CHILD, POWER, SCOUT, SurvivorGroupAnalysis

SCORE_BOXES, MOST_BOXES = 10, 20  # for each thing that scores


def subtitle(analysis: SurvivorGroupAnalysis) -> str:
    context = analysis.context
    words = [local(context.catalogue.name)]
    if context.scenario:
        words.append(local(context.scenario.name))
    return SEPARATOR.join(words)


def figures(analysis: SurvivorGroupAnalysis) -> Iterator[LabelledFigure]:
    """The loud numbers."""
    yield from points_and_left(analysis)
    yield LabelledFigure(_("Fighters"), str(analysis.fighter_count))
    yield LabelledFigure(_("Shooters"), str(analysis.shooter_count))
    yield LabelledFigure(_("Children"), str(analysis.fighters_with(CHILD)))
    yield LabelledFigure(_("Scouts"), str(analysis.fighters_with(SCOUT)))
    yield LabelledFigure(_("Resources"), "3", _("tokens to place"))
    if analysis.document.scenario == POWER:
        under, even, over = analysis.counts_by_cost
        yield LabelledFigure(_("Under / over 30"), f"{under}/{over}", _("at 30: {number}").format(number=even))


def facts(analysis: SurvivorGroupAnalysis) -> Iterator[Fact]:
    yield Fact(_("Budget"), NONE if analysis.budget is None else str(analysis.budget))
    yield from scenario_fact(analysis)
    for slug, points in analysis.document.prices:
        if slug == THROWN:
            yield Fact(_("Agreed price"), f"{local(analysis.context.catalogue.weapons[slug].name)}: {points}")


def tracks(analysis: SurvivorGroupAnalysis) -> Iterator[Track]:
    """Boxes for turns and losses, and for each thing that the scenario scores."""
    yield turns_track(analysis)
    if analysis.fighter_count:
        yield Track(_("Fighters left"), by_five(analysis.fighter_count))
    for row in score_rows(analysis):
        points, boxes = row.figures["points"], score_boxes(row, analysis)
        if boxes:
            yield Track(f"{local(row.card)} ({points})", by_five(boxes))


def score_boxes(row: TableRow, analysis: SurvivorGroupAnalysis) -> int:
    """How often a row of the table of scores may score: as often as there are fighters for it, else ten boxes."""
    under, _even, over = analysis.counts_by_cost
    most = {"under": under, "over": over, "fighters": analysis.fighter_count}
    return min(most.get(row.figures.get("for", ""), SCORE_BOXES), MOST_BOXES)


def score_rows(analysis: SurvivorGroupAnalysis) -> list[TableRow]:
    """The rows of the book's table of scores for the scenario."""
    rows = analysis.context.catalogue.tables["scores"].rows.values()
    return [row for row in rows if row.figures["scenario"] == analysis.document.scenario]


def totals(analysis: SurvivorGroupAnalysis) -> Iterator[Total]:
    yield Total(_("Fighters"), analysis.fighter_count, analysis.fighter_points)


def brief(analysis: SurvivorGroupAnalysis) -> Iterator[Passage]:
    """The scenario: how to set it up, below it its mission."""
    if analysis.context.scenario:
        whole = scenario_passage(analysis.context.scenario, None)
        mission = [label for label, _text in whole.rows].index(_("Mission"))
        setting = SEPARATOR.join(listed(label, [text]) for label, text in whole.rows[:mission])
        yield replace(whole, text=f"{whole.text} {setting}", rows=whole.rows[mission:])
