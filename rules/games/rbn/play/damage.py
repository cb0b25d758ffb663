"""What hits do to vehicles: damage by side and size, breakdowns, accidents, explosions (RBN p. 17 to 19).

Each function here reads dice and returns an `Outcome`; nothing is marked until a player accepts it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from rules.catalogue import Catalogue
from rules.games.rbn.play import state
from rules.games.rbn.play.book import DamageRow, play_of
from rules.games.rbn.play.state import BREAKDOWNS, DESTROYED, OUT_OF_ACTION, STUNNED, WOUNDS
from rules.play.acting_unit import ActingUnit
from rules.play.actions import Choice, Outcome, Proposal, Reason, Words, together
from rules.play.battle import Battle, side_of_path
from rules.play.dice import Dice
from rules.play.dice_book import effect
from rules.play.entries import Effect, EffectRow
from rules.play.marks import Mark
from rules.text import Message, Text, _

BREAKDOWN, ACCIDENT = "breakdown", "accident"
DRIVER_WOUNDED, DRIVER_KILLED = "driver-wounded", "driver-killed"
PASSENGER_WOUNDED, ANYBODY_WOUNDED = "passenger-wounded", "anybody-wounded"
TURN = 60  # degrees from one direction of the accident template to the next (ruling A61)


EffectOf = Callable[[ActingUnit, Dice], Outcome]


def size(battle: Battle, path: str) -> str:
    """The slug of the damage table of a vehicle."""
    return str(battle.units_by_path[path].facts.get("damage", "moyen"))


@dataclass(frozen=True)
class HitRow(DamageRow):
    """A row of a damage table with the book's row in words."""

    text: Text


def table(catalogue: Catalogue, size: str) -> list[HitRow]:
    """The damage table of a size of vehicles."""
    lines = catalogue.reminders[f"degats-{size}"].rows
    rows = zip(play_of(catalogue).damage[size], lines, strict=True)
    return [HitRow(row.side, row.low, row.high, row.effects, line.right) for row, line in rows]


def sides(catalogue: Catalogue, size: str) -> list[Choice]:
    """The sides on which a vehicle of this size may be hit."""
    play = play_of(catalogue)
    return [Choice(slug, play.sides[slug]) for slug in dict.fromkeys(row.side for row in play.damage[size])]


def effect_rows(catalogue: Catalogue, size: str, side: str) -> list[EffectRow]:
    """The rows of a side of vehicles of this size, as effects in words; none for no success."""
    nothing = EffectRow(0, 0, (effect(catalogue, "nothing"),))
    hits = [row for row in table(catalogue, size) if row.side == side]
    return [nothing, *(EffectRow(row.low, row.high, (Effect("", row.text),)) for row in hits)]


def row_for(catalogue: Catalogue, size: str, side: str, successes: int) -> HitRow | None:
    return next((row for row in table(catalogue, size) if row.side == side and row.covers(successes)), None)


def dice_due(acting: ActingUnit, effects: Iterable[str]) -> int:
    """How many dice effects ask for: the mechanic's for a breakdown, those of an accident."""
    due = {BREAKDOWN: int(has_mechanic(acting)), ACCIDENT: acting.rule("accident").dice}
    return sum(due.get(slug, 0) for slug in effects)


def damage(
    acting: ActingUnit, side: str, successes: int, dice: Dice, instead: Mapping[str, EffectOf] = MappingProxyType({})
) -> Outcome:
    """What so many successes on this side of the vehicle do, from its table (RBN p. 17, 18).

    instead -- by what some of its effects are replaced
    """
    which = size(acting.battle, acting.path)
    row = row_for(acting.catalogue, which, side, successes)
    place = str(acting.catalogue.reminders[f"degats-{which}"].cite)
    if row is None:
        return Outcome([Reason(str(successes), _("No damage"), place)])
    line = Outcome([Reason(str(successes), row.text, place)])
    return together(line, *((instead.get(slug) or EFFECTS[slug])(acting, dice) for slug in row.effects))


def has_mechanic(acting: ActingUnit) -> bool:
    side = side_of_path(acting.path)
    return side is not None and acting.battle.sides[side].facts.get("mechanic") == 1


def breakdown(acting: ActingUnit, dice: Dice, explodes: bool = True) -> Outcome:
    """A marker, unless the mechanic's die cancels it (RBN p. 31); out of action already, it explodes (p. 19).

    explodes -- not on the way of the accident that puts it out of action: that is so at its end (p. 18)
    """
    lines = []
    if has_mechanic(acting):
        fell = dice.d()
        rule = acting.rule("mechanic")
        saved = fell >= rule.least
        words = _("The mechanic cancels it") if saved else _("The mechanic doesn’t cancel it")
        lines.append(Reason(str(fell), words, rule.cite))
        if saved:
            return Outcome(lines)
    if explodes and acting.marked(OUT_OF_ACTION):
        return together(Outcome(lines), explosion(acting, dice))
    more = Message(_("{name}: one more breakdown"), {"name": acting.name})
    return Outcome(lines, [Proposal(more, [acting.add(BREAKDOWNS)], acting.rule("breakdowns").cite)])


def accident(acting: ActingUnit, dice: Dice) -> Outcome:
    """Direction and distance; then it is out of action and all aboard are stunned (RBN p. 18)."""
    rule = acting.rule("accident")
    way, length = dice.d(), rule.reach + dice.d() + dice.d()
    template = Message(_("Direction {way}: {degrees}° clockwise"), {"way": way, "degrees": TURN * (way - 1)})
    lines = [
        Reason(str(way), template, str(acting.catalogue.rulings["A61"].cite)),
        Reason(f"{length} cm", _("Its move; it stops at the table edge"), rule.cite),
    ]
    stunned = list(state.aboard(acting.battle, acting.path).values())
    marks = [acting.set(OUT_OF_ACTION), *(Mark.add(f"{rider}/{STUNNED}") for rider in stunned)]
    names = tuple(acting.name_of(rider) for rider in stunned)
    words = Message(_("{name}: out of action"), {"name": acting.name})
    if names:
        words = Message(_("{name}: out of action; stunned: {names}"), {"name": acting.name, "names": names})
    return Outcome(lines, [Proposal(words, marks, rule.cite)], [*after_accident(acting, bool(names))])


def after_accident(acting: ActingUnit, aboard: bool) -> Iterator[tuple[str, Words]]:
    """What it may run into on its way, and who may get out (RBN p. 18, 19)."""
    yield f"collision?unit={acting.path}", _("Collision on the way")
    yield f"run-over?unit={acting.path}", _("Figure hit on the way")
    if aboard:
        yield f"get-out?unit={acting.path}", _("Emergency exit")


def explosion(acting: ActingUnit, _dice: Dice) -> Outcome:
    """It is destroyed, and all aboard are out of the battle (RBN p. 19)."""
    lost = list(state.aboard(acting.battle, acting.path).values())
    marks = [acting.set(DESTROYED), *(Mark.set(f"{rider}/out") for rider in lost)]
    words = Message(_("{name}: destroyed"), {"name": acting.name})
    if lost:
        names = tuple(acting.name_of(rider) for rider in lost)
        words = Message(_("{name}: destroyed; out: {names}"), {"name": acting.name, "names": names})
    cite = acting.rule("explosion").cite
    return Outcome([Reason("", _("Explosion"), cite)], [Proposal(words, marks, cite)])


def driver_killed(acting: ActingUnit, _dice: Dice) -> Outcome:
    driver = state.pilot(acting.battle, acting.path)
    if driver is None:
        return NOBODY
    words = Message(_("{name}: out"), {"name": acting.name_of(driver)})
    return Outcome([], [Proposal(words, [Mark.set(f"{driver}/out")], acting.rule("driver-killed").cite)])


def drivers(battle: Battle, path: str) -> list[str]:
    driver = state.pilot(battle, path)
    return [driver] if driver else []


def anybody(battle: Battle, path: str) -> list[str]:
    return list(state.aboard(battle, path).values())


def wounded(who: Callable[[Battle, str], list[str]], acting: ActingUnit, _dice: Dice, stuns: bool = False) -> Outcome:
    """A proposal for each of those who may be wounded: the vehicle's owner chooses one (RBN p. 18).

    stuns -- whoever is wounded is stunned too
    """
    paths = who(acting.battle, acting.path)
    if not paths:
        return NOBODY
    choose = [Reason("", _("Owner’s choice"), acting.rule("owner-chooses").cite)] if len(paths) > 1 else []
    words = _("{name}: one wound, stunned") if stuns else _("{name}: one wound")
    marks = (WOUNDS, STUNNED) if stuns else (WOUNDS,)
    return Outcome(
        choose,
        [
            Proposal(Message(words, {"name": acting.name_of(path)}), [Mark.add(f"{path}/{mark}") for mark in marks])
            for path in paths
        ],
    )


NOBODY = Outcome([Reason("", _("Nobody in that seat"))])
MAY_BE_WOUNDED = {DRIVER_WOUNDED: drivers, PASSENGER_WOUNDED: state.passengers, ANYBODY_WOUNDED: anybody}
EFFECTS: dict[str, EffectOf] = {
    BREAKDOWN: breakdown,
    ACCIDENT: accident,
    DRIVER_KILLED: driver_killed,
    **{slug: partial(wounded, who) for slug, who in MAY_BE_WOUNDED.items()},
}
STUNNING: dict[str, EffectOf] = {slug: partial(wounded, who, stuns=True) for slug, who in MAY_BE_WOUNDED.items()}
