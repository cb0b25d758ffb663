"""What a battle knows for the page after the game: the fields of its form, read from marks and result."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import override

from builder.battles.loading import document_of
from builder.battles.models import Battle, BattleRoster
from builder.games.chain_reaction.battle.build import DEAD, REMOVED, STAR_POWER, was_lost
from builder.games.chain_reaction.battle.story import story
from builder.games.chain_reaction.sheet.figure import display_name
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.web.forms import number_or_none
from builder.wording import in_words
from rules.games.chain_reaction import aftermath
from rules.games.chain_reaction.analysis import FigureAnalysis
from rules.play.battle import FLED, OUT, BattleDocument, BattleUnit

CAPTURED, KILL, POWER_USED = "captured", "took-somebody-out", "star-power-used"
USED_BEFORE = "used"  # the key that battles of before have for it
FATES = {DEAD: aftermath.DEAD, CAPTURED: aftermath.GONE, OUT: aftermath.OUT, FLED: aftermath.FLED}


class BattleReport(NamedTuple):
    """The battle that a report begins with, its fields, and whether the list has changed since it joined."""

    battle: Battle
    fields: dict[str, str]
    changed: bool


def report_of_battle(roster: Roster, loaded: LoadedRoster, number: str | None) -> BattleReport | None:
    """What a battle of the list knows: the one that is `asked` for, else the last one since the list was changed."""
    rows = BattleRoster.objects.filter(roster=roster).select_related("battle")
    if number is None:
        rows = rows.filter(revision=roster.revision, battle__ended__isnull=False).order_by("-battle__ended")
    else:
        rows = rows.filter(battle=number_or_none(number))
    row = rows.first()
    if row is None:
        return None
    battle = document_of(row.battle)
    fields = dict(fields_of(battle, row.number, loaded.analysis.units))
    fields["story"] = "\n".join(map(in_words, story(battle, row.number, loaded.catalogue)))
    return BattleReport(row.battle, fields, row.revision != roster.revision)


def fields_of(battle: BattleDocument, number: int, figures: Sequence[FigureAnalysis]) -> Iterator[tuple[str, str]]:
    """The fields of the form: `fate-0`, `kill-0` ... of the figures that are still there, and `lost`."""
    if was_lost(battle, number):
        yield "lost", "on"
    with override("fr"):
        names = [display_name(figure) for figure in figures]
    for unit in battle.sides[number].units:
        index, path = index_now(unit, names), f"{number}/{unit.key}"
        if index is not None:
            yield f"fate-{index}", fate_of(battle, path)
            ticked = {
                "removed": battle.number(f"{path}/{REMOVED}"),
                "kill": battle.number(f"{path}/{KILL}"),
                "power": figures[index].is_star and used_star_power(battle, number, path),
            }
            yield from ((f"{box}-{index}", "on") for box, value in ticked.items() if value)


def index_now(unit: BattleUnit, names: Sequence[str]) -> int | None:
    """Where a unit of the battle stands in the list: where it stood, else where the only one of its name does."""
    name = unit.name.fr
    if unit.index is not None and names[unit.index : unit.index + 1] == [name]:
        return unit.index
    return names.index(name) if names.count(name) == 1 else None


def fate_of(battle: BattleDocument, path: str) -> str:
    return next((fate for key, fate in FATES.items() if battle.number(f"{path}/{key}")), aftermath.FINE)


def used_star_power(battle: BattleDocument, number: int, path: str) -> bool:
    """Whether a die was thrown: spent, lost, or noted as used though it came back."""
    owners = [f"{path}/{key}" for key in (STAR_POWER, POWER_USED, USED_BEFORE)]
    return any(battle.number(path) for path in (*owners, f"{number}/{STAR_POWER}"))
