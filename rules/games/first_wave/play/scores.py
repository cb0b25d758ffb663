"""What the scenarios count, and the victory points so far (First Wave p. 12)."""

from collections.abc import Iterator, Sequence

from rules.catalogue import Catalogue, TableRow
from rules.games.first_wave.analysis import EVEN
from rules.games.first_wave.play.state import EATEN, PROFILE, credit_key
from rules.play.battle import FLED, Battle, Unit

SCORES, IN_ZONE, CROSSED = "scores", "in-zone", "crossed"


def score_rows(book: Catalogue, scenario: str | None) -> list[TableRow]:
    """What a scenario counts, by the table of scores (p. 12)."""
    return [row for row in book.tables[SCORES].rows.values() if row.figures["scenario"] == scenario]


def scored_by(unit: Unit, row: TableRow) -> bool:
    """Whether an eliminated NPC counts in this row of the table of scores."""
    profiles = str(row.figures.get("npcs", "")).split()
    return profiles == ["all"] or unit.facts.get(PROFILE) in profiles


def scored(battle: Battle, side: int, row: TableRow) -> int:
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


def in_zone(battle: Battle, side: int, worth: str) -> Iterator[bool]:
    """Whether each survivor who is still there stands in the enemy's zone and costs less, or more, than 30 points."""
    for path in battle.standing(side):
        cost = battle.units_by_path[path].points or 0
        counts = cost < EVEN if worth == "under" else cost > EVEN
        yield counts and bool(battle.number(f"{path}/{IN_ZONE}"))


def facing(battle: Battle, side: int) -> list[int]:
    """The numbers of the other sides."""
    return [other for other in range(len(battle.sides)) if other != side]


def marked(battle: Battle, sides: Sequence[int], key: str) -> int:
    """How many units of these sides have this marker."""
    return sum(battle.number(f"{side}/{unit.key}/{key}") for side in sides for unit in battle.sides[side].units)


def victory_points(battle: Battle, catalogue: Catalogue) -> list[int]:
    """The victory points of each side by what is marked."""
    rows = score_rows(catalogue, battle.scenario)
    return [sum(row.figures["points"] * scored(battle, side, row) for row in rows) for side in range(len(battle.sides))]


def is_eliminated(battle: Battle, path: str) -> bool:
    """Whether the survivor at a path is out, and not only gone from the table."""
    unit = battle.units_by_path[path]
    ending = [marker for marker in unit.markers if marker.ends and marker.key not in (FLED, CROSSED)]
    return any(battle.number(f"{path}/{marker.key}") >= marker.most for marker in ending)
