"""What the scenarios count: markers of sides and survivors, victory points so far, and the result that they give."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.battles.spec import BattleContext, Condition
from builder.games.first_wave.battle.survivors import about
from rules.catalogue import Catalogue, TableRow
from rules.games.first_wave.analysis import LINEAGE
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.lineage import has_ended_the_line, successor_path
from rules.games.first_wave.play.scores import is_eliminated, score_rows, scored, victory_points
from rules.games.first_wave.play.state import FIGHTER
from rules.play.actions import Reason
from rules.play.battle import COUNTER, DRAWN, LOST, WON, BattleDocument, BattleSide, BattleUnit, Marker, SideResult
from rules.text import Message, Text, _

MOST_SCORED = 99


def rounds(catalogue: Catalogue, scenario: str | None, _sides: Sequence[BattleSide]) -> int | None:
    """The turns of a scenario; None for the third, whose length the book leaves to chance (p. 12)."""
    played = catalogue.scenarios.get(scenario or "")
    return played.turns or None if played else None


def fit_scenario(catalogue: Catalogue, scenario: str | None, sides: Sequence[BattleSide]) -> tuple[BattleSide, ...]:
    """The sides with what a scenario counts of them and of their survivors, in place of what another counted."""
    return tuple(
        replace(
            side,
            markers=tuple(side_markers(catalogue, scenario)),
            units=tuple(fit_unit(catalogue, scenario, unit) for unit in side.units),
        )
        for side in sides
    )


def fit_unit(catalogue: Catalogue, scenario: str | None, unit: BattleUnit) -> BattleUnit:
    marks = play_of(catalogue).scenario_marks
    counted = {row.key for rows in marks.values() for row in rows}
    kept = (marker for marker in unit.markers if marker.key not in counted)
    added = marks.get(scenario or "", ()) if unit.kind == FIGHTER else ()
    return replace(unit, markers=(*added, *kept))


def side_markers(catalogue: Catalogue, scenario: str | None) -> Iterator[Marker]:
    """Counters of what is not counted on a unit; the successor of the other group in the third scenario (p. 12)."""
    for row in score_rows(catalogue, scenario):
        if "for" not in row.figures:
            label = about(_("{thing}, not listed here"), row.name) if "npcs" in row.figures else as_on_sheet(row)
            yield Marker(row.slug, label, COUNTER, most=MOST_SCORED, cite=str(row.cite))
    yield from play_of(catalogue).side_marks.get(scenario or "", ())


def as_on_sheet(row: TableRow) -> Text:
    """What the head of a sheet calls a row of the table of scores."""
    points = row.figures["points"]
    return Text(f"{row.card.fr} ({points})", f"{row.card.en} ({points})")


# --- the result ------------------------------------------------------------------------------------------------------


def condition(context: BattleContext) -> Condition | None:
    """The result that the scenario's mission gives (p. 12); None without a scenario."""
    if context.battle.scenario == LINEAGE:
        return by_lineage(context)
    return by_points(context) if score_rows(context.catalogue, context.battle.scenario) else None


def by_points(context: BattleContext) -> Condition:
    """Whoever scored most has won; nobody has where several scored as much."""
    battle, book = context.battle, context.catalogue
    points = victory_points(battle, book)
    results = tuple(SideResult(outcome(points, number), number) for number in points)
    return Condition(results, tuple(score_lines(battle, book)))


def outcome(points: Sequence[int], own: int) -> str:
    if len(points) < 2:
        return ""
    if own < max(points):
        return LOST
    return WON if points.count(own) == 1 else DRAWN


def score_lines(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Reason]:
    for side in range(len(battle.sides)):
        for row in score_rows(catalogue, battle.scenario):
            if number := scored(battle, side, row):
                points = row.figures["points"]
                words = _("{side}: {what}, {number} × {points}")
                values = {"side": battle.side_name(side), "what": row.name, "number": number, "points": points}
                yield Reason(f"+{number * points}", Message(words, values), str(row.cite))


def by_lineage(context: BattleContext) -> Condition:
    """Whoever eliminated the chief and the named successor of the other group first has won (p. 12)."""
    battle = context.battle
    cite = str(context.catalogue.scenarios[LINEAGE].cite)
    done = [has_ended_the_line(battle, side) for side in range(len(battle.sides))]
    lines = tuple(lineage_lines(battle, cite))
    if sum(done) > 1:
        lines = (*lines, Reason("", _("Done by several: the first one wins."), cite))
    if sum(done) != 1:
        return Condition(tuple(SideResult() for _side in done), lines)
    named = {"side": battle.side_name(done.index(True))}
    who = Message(_("Counts if {side} eliminated both; who did isn’t recorded."), named)
    lines = (*lines, Reason("", who, cite))
    return Condition(tuple(SideResult(WON if is_done else LOST) for is_done in done), lines)


def lineage_lines(battle: BattleDocument, cite: str) -> Iterator[Reason]:
    for side in range(len(battle.sides)):
        if path := successor_path(battle, side):
            out = _("Successor named by {side} ({name}): eliminated.")
            there = _("Successor named by {side} ({name}): not eliminated.")
            values = {"side": battle.side_name(side), "name": battle.units_by_path[path].name}
            yield Reason("", Message(out if is_eliminated(battle, path) else there, values), cite)
