"""What the scenarios count: markers of sides and survivors, victory points so far, and the result that they give."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.battles.spec import BattleContext, Condition
from builder.games.first_wave.battle.npcs import score_rows, scored_by
from builder.games.first_wave.battle.survivors import about
from rules.catalogue import Catalogue, TableRow
from rules.games.first_wave.analysis import ANIMAL, CHIEF, EVEN, LINEAGE
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.state import EATEN, FIGHTER, credit_key, has
from rules.play.actions import Reason
from rules.play.battle import (
    COUNTER,
    DRAWN,
    FLED,
    LOST,
    WON,
    BattleDocument,
    BattleSide,
    BattleUnit,
    Marker,
    SideResult,
)
from rules.text import Message, Text, _

IN_ZONE, CROSSED = "in-zone", "crossed"
SUCCESSOR = "successor"
SEAL, SEAL_KEY = "step-seal", "step-seal-key"  # of a step of the set-up: not among the counters of a page
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


# --- victory points --------------------------------------------------------------------------------------------------


def scored(battle: BattleDocument, side: int, row: TableRow) -> int:
    """How often a row of the table of scores counts for a side."""
    match row.figures.get("for"):
        case "under" | "over" as worth:
            return sum(in_zone(battle, side, worth))
        case "fighters":
            return marked(battle, [side], CROSSED)
        case "eaten":
            return marked(battle, facing(battle, side), EATEN)
    credited = [key for key in battle.others if battle.number(f"others/{key}/{credit_key(side)}")]
    return battle.number(f"{side}/{row.slug}") + sum(scored_by(battle.others[key], row) for key in credited)


def in_zone(battle: BattleDocument, side: int, worth: str) -> Iterator[bool]:
    """Whether each survivor who is still there stands in the enemy's zone and costs less, or more, than 30 points."""
    for path in battle.standing(side):
        cost = battle.units_by_path[path].points or 0
        counts = cost < EVEN if worth == "under" else cost > EVEN
        yield counts and bool(battle.number(f"{path}/{IN_ZONE}"))


def facing(battle: BattleDocument, side: int) -> list[int]:
    """The numbers of the other sides."""
    return [other for other in range(len(battle.sides)) if other != side]


def marked(battle: BattleDocument, sides: Sequence[int], key: str) -> int:
    """How many units of these sides have this marker."""
    return sum(battle.number(f"{side}/{unit.key}/{key}") for side in sides for unit in battle.sides[side].units)


def victory_points(battle: BattleDocument, catalogue: Catalogue) -> list[int]:
    """The victory points of each side by what is marked."""
    rows = score_rows(catalogue, battle.scenario)
    return [sum(row.figures["points"] * scored(battle, side, row) for row in rows) for side in range(len(battle.sides))]


def scores_by_points(catalogue: Catalogue, scenario: str | None) -> bool:
    return bool(score_rows(catalogue, scenario))


def side_name(battle: BattleDocument, side: int) -> str:
    """What a side is called: its name, else its player, else its number."""
    owner = battle.sides[side]
    return owner.name or owner.player or f"#{side + 1}"


# --- the result ------------------------------------------------------------------------------------------------------


def condition(context: BattleContext) -> Condition | None:
    """The result that the scenario's mission gives (p. 12); None without a scenario."""
    if context.battle.scenario == LINEAGE:
        return by_lineage(context)
    return by_points(context) if scores_by_points(context.catalogue, context.battle.scenario) else None


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
                values = {"side": side_name(battle, side), "what": row.name, "number": number, "points": points}
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
    named = {"side": side_name(battle, done.index(True))}
    who = Message(_("Counts if {side} eliminated both; who did isn’t recorded."), named)
    lines = (*lines, Reason("", who, cite))
    return Condition(tuple(SideResult(WON if is_done else LOST) for is_done in done), lines)


def has_ended_the_line(battle: BattleDocument, side: int) -> bool:
    successor = successor_path(battle, side)
    chief = chief_path(battle, successor.split("/")[0]) if successor else None
    return bool(successor and chief and is_eliminated(battle, successor) and is_eliminated(battle, chief))


def lineage_lines(battle: BattleDocument, cite: str) -> Iterator[Reason]:
    for side in range(len(battle.sides)):
        if path := successor_path(battle, side):
            out = _("Successor named by {side} ({name}): eliminated.")
            there = _("Successor named by {side} ({name}): not eliminated.")
            values = {"side": side_name(battle, side), "name": battle.units_by_path[path].name}
            yield Reason("", Message(out if is_eliminated(battle, path) else there, values), cite)


def is_eliminated(battle: BattleDocument, path: str) -> bool:
    """Whether the survivor at a path is out, and not only gone from the table."""
    unit = battle.units_by_path[path]
    ending = [marker for marker in unit.markers if marker.ends and marker.key not in (FLED, CROSSED)]
    return any(battle.number(f"{path}/{marker.key}") >= marker.most for marker in ending)


def chief_path(battle: BattleDocument, side: int | str) -> str | None:
    """The path of the chief of a side; None where its list has none."""
    units = battle.sides[int(side)].units
    return next((f"{side}/{unit.key}" for unit in units if has(unit, CHIEF)), None)


def successor_path(battle: BattleDocument, side: int) -> str | None:
    """The path of the survivor whom a side revealed as successor; None as long as it has not."""
    name = battle.value(f"{side}/{SUCCESSOR}")
    return next((path for path in candidates(battle, side) if candidate_name(battle, path) == name), None)


def candidates(battle: BattleDocument, side: int) -> list[str]:
    """The survivors whom a side may name: of another side, neither chief nor animal (p. 12)."""
    return [
        f"{other}/{unit.key}"
        for other in facing(battle, side)
        for unit in battle.sides[other].units
        if unit.kind == FIGHTER and not (has(unit, CHIEF) or has(unit, ANIMAL))
    ]


def candidate_name(battle: BattleDocument, path: str) -> str:
    """What a survivor is called as a successor: the name, and the number on the sheet."""
    unit = battle.units_by_path[path]
    return f"{unit.name.fr[:190]} (#{(unit.index or 0) + 1})"
