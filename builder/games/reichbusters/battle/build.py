"""What Reichbusters brings to its battles: lasting wounds, what is done once a turn, its clock, reminders."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import override

from builder.battles.markers import bilingual
from builder.battles.marks import Changes, apply_changes
from builder.battles.spec import BattleContext, BattleSpec
from builder.lists.loaded import LoadedRoster
from builder.sheets.common import passage
from builder.sheets.parts import Passage
from rules.catalogue import Catalogue
from rules.games.reichbusters.analysis import DOWN_AT
from rules.play.actions import Notice
from rules.play.battle import COUNTER, ROUND, BattleDocument, BattleSide, BattleUnit, Marker, Value
from rules.text import Message, _

WOUNDS, DOWN = "lasting-wounds", "down"
BEFORE, ALARM, AFTER = "before-the-alarm", "alarm", "after-the-alarm"
FIRST = 1  # the space of the round marker at the start
MOST = 99
AT_HAND = (  # reminders
    *("round", "fin-du-round", "bruit", "cartes-action", "nettoye", "patrouilles"),
    *("tour-des-ennemis", "defense-et-blessures", "capture"),
)


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The team with its wounds, counted once, and its round marker on the first space (ruling rb-31)."""
    markers = tuple(replace(one, start=FIRST) if one.key == BEFORE else one for one in side.markers)
    return replace(side, markers=markers, units=tuple(fit_hero(unit, loaded) for unit in side.units))


def fit_hero(unit: BattleUnit, loaded: LoadedRoster) -> BattleUnit:
    """A hero; what may be done once a turn is free again in each round, wounds may be more than put a hero down."""
    hero = loaded.analysis.units[unit.index or 0]
    cite = str(loaded.catalogue.reminders["defense-et-blessures"].cite)
    start = max(0, min(MOST, hero.unit.wounds))  # type: ignore[attr-defined]
    wounds = Marker(WOUNDS, bilingual(_("Lasting wounds")), COUNTER, most=MOST, start=start, cite=cite)
    once = once_a_turn(loaded.catalogue)
    markers = (replace(marker, each_round=marker.each_round or marker.key in once) for marker in unit.markers)
    return replace(unit, markers=(wounds, *markers))


def once_a_turn(catalogue: Catalogue) -> set[str]:
    """The slugs of the actions that a hero has once a turn."""
    rows = (row for slug in ("actions-de-base", "actions-bonus") for row in catalogue.tables[slug].rows.values())
    return {row.slug for row in rows if row.figures.get("once")}


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """Heroes who are down by their wounds, and the ends of the tracks before and after the alarm."""
    return [one for number in range(len(battle.sides)) for one in of_team(battle, catalogue, number)]


def of_team(battle: BattleDocument, catalogue: Catalogue, number: int) -> Iterator[Notice]:
    wounds, end = (str(catalogue.reminders[slug].cite) for slug in ("defense-et-blessures", "fin-du-round"))
    for unit in battle.sides[number].units:
        path = f"{number}/{unit.key}"
        if battle.number(f"{path}/{WOUNDS}") >= DOWN_AT and not battle.number(f"{path}/{DOWN}"):
            words = Message(_("{name}, lasting wounds: {wounds}. Down."), {"name": unit.name, "wounds": DOWN_AT})
            yield Notice(words, wounds, number)
    if is_over(battle, f"{number}/{BEFORE}") and not battle.number(f"{number}/{ALARM}"):
        yield Notice(_("Last space before the alarm: it goes off when the round marker leaves."), end, number)
    if is_over(battle, f"{number}/{AFTER}"):
        last = _("Last space after the alarm: the mission is lost when the round marker leaves.")
        yield Notice(last, end, number)


def is_over(battle: BattleDocument, path: str) -> bool:
    """Whether all rounds of a track are ticked, where the list says how many it has for sure."""
    marker = battle.markers_by_path.get(path)
    return marker is not None and not marker.free and battle.number(path) >= marker.most


def along(battle: BattleDocument, changes: Changes) -> dict[str, Value]:
    """The round and the round marker of the track are one clock: whichever is marked moves the other."""
    marks: dict[str, Value] = {}
    later = apply_changes(battle, changes)
    for number in range(len(battle.sides)):
        before, alarm, after = (f"{number}/{key}" for key in (BEFORE, ALARM, AFTER))
        track = battle.markers_by_path.get(before)
        if track is None or track.start != FIRST:  # a battle of before
            continue
        if ROUND in changes:
            step = later.round - battle.round
            if later.number(alarm) or later.number(before) + step > track.most:
                most = battle.markers_by_path[after].most
                marks |= {alarm: 1, after: min(most, later.number(after) + step)}
            else:
                marks[before] = later.number(before) + step
        elif before in changes or after in changes:
            marks[ROUND] = max(FIRST, later.number(before) + later.number(after))
    return marks


def brief(context: BattleContext) -> list[Passage]:
    """The reminders of a round."""
    with override(context.language):
        reminders = context.catalogue.reminders
        return [passage(reminders[slug]) for slug in AT_HAND]


BATTLE = BattleSpec(
    fit_side=fit_side,
    notices=notices,
    along=along,
    brief=brief,
    companions=True,
    evening=_("Join the team’s evening"),
    turn=_("Round"),
    next_turn=_("Next round"),
)
