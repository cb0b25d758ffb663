"""What of the dead brings to its battles: life, morale and panic as numbers, what is due, its tables."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import override

from builder.battles.markers import with_markers
from builder.battles.spec import BattleContext, BattleSpec
from builder.games.of_the_dead.sheet.gang import reference
from builder.lists.loaded import LoadedRoster
from builder.sheets.common import play_tables
from builder.sheets.parts import Passage
from rules.catalogue import Catalogue
from rules.play.actions import Notice
from rules.play.battle import COUNTER, BattleDocument, BattleSide, BattleUnit, Marker
from rules.text import Message, _

LIFE, MORALE, PANIC, STUN = "life", "morale", "panic", "stun"  # keys of markers
MOST = 99
EACH_ROUND = ("prudence", "sprint")  # taken off at the end of a turn ("Dénouement", ruling otd-31)


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The gang, with life, morale and panic as they are now; fire and flight may bring more panic than morale."""
    units = loaded.analysis.units

    def fit(unit: BattleUnit, marker: Marker) -> Marker:
        character = units[unit.index or 0]
        panic = character.markers.get(PANIC, 0)  # type: ignore[attr-defined]
        now = {LIFE: character.life, MORALE: character.morale, PANIC: panic}  # type: ignore[attr-defined]
        if marker.key in now:
            start = max(0, min(MOST, now[marker.key]))
            return replace(marker, kind=COUNTER, most=MOST, free=0, start=start)
        return replace(marker, each_round=marker.each_round or marker.key in EACH_ROUND)

    return with_markers(side, fit)


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """Who has no life left, and who has as much panic as morale."""
    return [one for number in range(len(battle.sides)) for one in of_side(battle, catalogue, number)]


def of_side(battle: BattleDocument, catalogue: Catalogue, number: int) -> Iterator[Notice]:
    for unit in battle.sides[number].units:
        path, named = f"{number}/{unit.key}", {"name": unit.name}
        if battle.is_down(path) or f"{path}/{LIFE}" not in battle.markers_by_path:
            continue
        if battle.number(f"{path}/{LIFE}") <= 0:
            cite = str(catalogue.rulings["otd-10"].cite)
            yield Notice(Message(_("{name} has no life left. If dead, tap “Out”."), named), cite, number)
        elif battle.number(f"{path}/{STUN}"):
            continue
        elif 0 < battle.number(f"{path}/{PANIC}") >= battle.number(f"{path}/{MORALE}"):
            cite = str(catalogue.special_rules["panique"].cite)
            words = _("{name}: panic at or above morale; stunned if it was lower before (otd-39).")
            yield Notice(Message(words, named), cite, number)


def brief(context: BattleContext) -> list[Passage]:
    """The tables of the game."""
    loaded = next((one for one in context.lists if one is not None), None)
    if loaded is None:
        return []
    with override(context.language):
        catalogue = loaded.catalogue
        return [*play_tables(catalogue, lambda _reminder: True), *reference(catalogue)]


BATTLE = BattleSpec(
    fit_side=fit_side, notices=notices, brief=brief, companions=True, rivals=True, evening=_("Join the gang’s evening")
)
