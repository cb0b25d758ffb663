"""Vehicles that hit somebody: figures on foot, other vehicles, scenery (RBN p. 18, 23, 28; FAQ p. 56)."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from rules.catalogue import Catalogue
from rules.games.rbn.play import contests, damage, state
from rules.games.rbn.play.acting_unit import NOTHING, ActingUnit, unit_action
from rules.games.rbn.play.encounters import KIND as HOSTILE
from rules.games.rbn.play.state import OUT_OF_ACTION, WOUNDS
from rules.games.rbn.play.targets import is_on_foot, rules_of
from rules.play import chances
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason, Words, together
from rules.play.battle import Battle, side_of_path
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.play.shots import spanned
from rules.text import Message, Text, _

SUCCESS, WITH_SPIKES = 4, 3  # RBN p. 23, 29
RAM, SPIKES = "belier", "pointes-et-eperons"
SIZES = ("leger", "moyen", "lourd")
SCENERY = "scenery"
SCENERY_SIZE = "moyen"  # RBN p. 18
FRONT = "front"
GIANT_HOSTILE = {"corps-gigantesque", "corps-gigantesque-equipement"}


# --- figures on foot ------------------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def run_over(acting: ActingUnit, form: ActionForm) -> Attempt:
    """2, 3 or 5 dice by its size; each 4 is a wound, each 3 with spikes (RBN p. 23, 29)."""
    targets = on_foot(acting)
    if not targets:
        return NOTHING
    target = form.choice("target", _("Figure hit"), targets)
    number = acting.catalogue.unit_types[state.size_of(acting.battle, acting.path)].ram
    need = WITH_SPIKES if state.has(acting.battle, acting.path, SPIKES) else SUCCESS
    return Attempt(
        form.fields,
        f"{number}D6",
        f"{need}+",
        list(run_over_reasons(acting, number, need)),
        list(run_over_notes(acting)),
        list(wound_chances(number, need)),
        lambda dice: read_run_over(acting, target, number, need, dice),
    )


def on_foot(acting: ActingUnit) -> list[Choice]:
    """Who may be run over: fighters in no vehicle and what no list has; a giant body counts as a vehicle (p. 30)."""
    battle = acting.battle
    return choices(
        acting,
        [
            path
            for path, unit in battle.units_by_path.items()
            if unit.kind != state.VEHICLE and is_on_foot(battle, path) and not is_giant(battle, path)
        ],
    )


def choices(acting: ActingUnit, paths: Sequence[str]) -> list[Choice]:
    """Units to choose from, each with whose it is; those of the own side last."""
    own = side_of_path(acting.path)
    ordered = sorted(paths, key=lambda path: side_of_path(path) == own)
    return [Choice(path, with_side(acting.battle, path)) for path in ordered]


def with_side(battle: Battle, path: str) -> Text:
    """The name of a unit and of its list, where there are several lists."""
    name, side = battle.units_by_path[path].name, side_of_path(path)
    if side is None or len(battle.sides) < 2:
        return name
    whose = contests.name_of(battle, side)
    return Text(f"{name.fr} ({whose.fr})", f"{name.en} ({whose.en})")


def is_giant(battle: Battle, path: str) -> bool:
    """A fighter with a giant body, or a hostile element with one (RBN p. 30, 44)."""
    return state.has(battle, path, "giant") or bool(GIANT_HOSTILE & rules_of(battle.units_by_path[path]))


def run_over_reasons(acting: ActingUnit, number: int, need: int) -> Iterator[Reason]:
    kind = acting.catalogue.unit_types[state.size_of(acting.battle, acting.path)].name
    yield Reason(f"{number}D6", kind, acting.page(23))
    if need == WITH_SPIKES:
        item = acting.catalogue.options[SPIKES]
        yield Reason(f"{need}+", item.name, str(item.cite))


def run_over_notes(acting: ActingUnit) -> Iterator[Reason]:
    yield Reason("", _("The vehicle keeps moving"), acting.page(56))


def wound_chances(number: int, need: int) -> Iterator[Chance]:
    for (wounds,), chance in sorted(successes_of(number, need).items()):
        yield Chance(Message(_("Wounds: {number}"), {"number": wounds}), chance)


def successes_of(number: int, need: int) -> chances.Spread:
    return chances.times(chances.die(lambda face: (int(face >= need),)), number)


def read_run_over(acting: ActingUnit, target: str, number: int, need: int, dice: Dice) -> Outcome:
    fell = dice.several(number, worth=lambda face: face >= need)
    wounds = sum(one >= need for one in fell)
    values = {"name": acting.name_of(target), "number": wounds}
    words = Message(_("Wounds of {name}: {number}"), values)
    lines = [Reason(" ".join(map(str, fell)), words, acting.page(23))]
    return Outcome(lines, [Proposal(words, [f"add {target}/{WOUNDS} {wounds}"], acting.page(23))] if wounds else [])


# --- vehicles -------------------------------------------------------------------------------------------------------


def collision_rows(catalogue: Catalogue, hitting: str) -> list[tuple[int, int]]:
    """(dice dealt, dice taken) of a vehicle of this size that hits a light, a medium and a heavy one (p. 23)."""
    reminder = catalogue.reminders.get("choc-entre-vehicules")
    if reminder is None:
        return []
    first = SIZES.index(hitting) * len(SIZES)
    rows = reminder.rows[first : first + len(SIZES)]
    numbers = [re.findall(r"(\d+)D6", row.right.en) for row in rows]
    return [(int(dealt), int(taken)) for dealt, taken, *_more in numbers]


class Impact(NamedTuple):
    """A collision: who hits whom, on which side of either, and the dice dealt and taken.

    explodes -- who hits may: it was out of action before the accident that moves it
    """

    acting: ActingUnit
    target: str
    side: str
    own_side: str
    dealt: int
    taken: int
    explodes: bool

    @property
    def other(self) -> ActingUnit:
        return self.acting._replace(path=self.target)


@unit_action(state.VEHICLE, state.FIGHTER, HOSTILE)
def collide(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Dice by both sizes; each 4 is a success on the table of the side that is hit (RBN p. 23).

    A giant body that comes into contact with a vehicle after its move collides as a medium one (p. 30, 44).
    """
    met = obstacles(acting)
    if not met:
        return NOTHING
    target = form.choice("target", _("Obstacle"), met)
    side = ""
    if target != SCENERY and not is_giant(acting.battle, target):
        side = form.choice("side", _("Side hit"), sides_of(acting, target))
    own_side = ""
    if not is_giant(acting.battle, acting.path):
        own_side = form.choice("own", _("Side of this vehicle"), sides_of(acting, acting.path), FRONT)
    reasons = list(collision_reasons(acting, target, side, own_side))
    dealt, taken = dice_of(reasons)
    explodes = was_wrecked(acting, form)
    impact = Impact(acting, target, side, own_side, dealt, taken, explodes)
    return Attempt(
        form.fields,
        f"{dealt + taken}D6" if dealt + taken else "",
        f"{SUCCESS}+",
        [line for _dealt, _taken, line in reasons],
        [*collision_notes(acting, target), *accident_notes(acting, explodes)],
        list(collision_chances(impact)),
        lambda dice: read_collision(impact, dice),
    )


def was_wrecked(acting: ActingUnit, form: ActionForm) -> bool:
    """Whether who hits was out of action before this accident: only an accident moves what is (RBN p. 18, 19)."""
    if not acting.battle.number(f"{acting.path}/{OUT_OF_ACTION}"):
        return False
    before = Message(_("State of {name} before the accident"), {"name": acting.name})
    return form.either("wreck", before, _("running"), _("already out of action"), usual=False)


def obstacles(acting: ActingUnit) -> list[Choice]:
    """Other vehicles that are not destroyed and giant bodies; scenery, which an accident may run into (p. 18).

    For a giant body vehicles alone: two figures have a melee, and only vehicles have accidents.
    """
    battle = acting.battle
    by_giant = is_giant(battle, acting.path)
    paths = [
        path
        for path, unit in battle.units_by_path.items()
        if path != acting.path
        and (not battle.is_down(path) or state.is_wreck(battle, path))
        and (unit.kind == state.VEHICLE or (is_giant(battle, path) and not by_giant))
    ]
    return choices(acting, paths) if by_giant else [*choices(acting, paths), Choice(SCENERY, _("Scenery (accident)"))]


def sides_of(acting: ActingUnit, path: str) -> list[Choice]:
    return damage.sides(acting.catalogue, damage.size(acting.battle, path))


Dealt = tuple[int, int, Reason]  # dice dealt, dice taken, why


def collision_reasons(acting: ActingUnit, target: str, side: str, own_side: str) -> Iterator[Dealt]:
    """From the table by sizes; a ram deals one more and takes one less where its front hits or is hit (p. 28, 56)."""
    if target == SCENERY:
        taken, _back = table_dice(acting.catalogue, SCENERY_SIZE, state.size_of(acting.battle, acting.path))
        yield 0, taken, Reason(f"{taken}D6", _("taken, as from a medium vehicle"), acting.page(18))
        return
    sizes = [state.size_of(acting.battle, path) for path in (acting.path, target)]
    dealt, taken = table_dice(acting.catalogue, *sizes)
    words = Message(_("dealt to {name}"), {"name": acting.name_of(target)})
    yield dealt, 0, Reason(f"{dealt}D6", words, acting.page(23))
    yield 0, taken, Reason(f"{taken}D6", Message(_("taken by {name}"), {"name": acting.name}), acting.page(23))
    if own_side == FRONT and state.has(acting.battle, acting.path, RAM):
        yield from ram(acting, acting.path, 1)
    if side == FRONT and state.has(acting.battle, target, RAM):
        yield from ram(acting, target, -1)


def ram(acting: ActingUnit, path: str, gain: int) -> Iterator[Dealt]:
    words = Message(_("front ram of {name}: +1 die dealt, −1 taken"), {"name": acting.name_of(path)})
    yield gain, -gain, Reason("±1D6", words, acting.page(28))


def table_dice(catalogue: Catalogue, hitting: str, hit: str) -> tuple[int, int]:
    """(dice dealt, dice taken) where a vehicle of one size hits one of another (RBN p. 23; ruling A49)."""
    return collision_rows(catalogue, hitting)[SIZES.index(hit)]


def dice_of(reasons: Sequence[Dealt]) -> tuple[int, int]:
    return max(0, sum(one[0] for one in reasons)), max(0, sum(one[1] for one in reasons))


def collision_notes(acting: ActingUnit, target: str) -> Iterator[Reason]:
    if target == SCENERY:
        return
    yield Reason("", _("Dice dealt first, then dice taken"))
    yield Reason("", _("Move ends"), acting.page(56))
    if is_giant(acting.battle, target) or is_giant(acting.battle, acting.path):
        words = _("Giant body: counts as a medium vehicle; the book gives no effect for successes against it")
        yield Reason("", words, acting.page(30))


def accident_notes(acting: ActingUnit, explodes: bool) -> Iterator[Reason]:
    if acting.battle.number(f"{acting.path}/{OUT_OF_ACTION}") and not explodes:
        words = _("Out of action only after its move: a breakdown on the way can’t make it explode")
        yield Reason("", words, acting.page(18))


def collision_chances(impact: Impact) -> Iterator[Chance]:
    """What befalls whom: a table for the dice dealt, one for those taken."""
    dealt, taken = (impact.dealt, impact.other, impact.side), (impact.taken, impact.acting, impact.own_side)
    for table, (number, hit, side) in enumerate((dealt, taken)):
        likely = successes_of(number, SUCCESS)
        for low, high, words in spans(hit, side, number) if number else ():
            chance = sum((one for counts, one in likely.items() if low <= counts[0] <= high), Fraction(0))
            if chance:
                yield Chance(words, chance, table)


def spans(acting: ActingUnit, side: str, number: int) -> Iterator[tuple[int, int, Words]]:
    """(fewest successes, most, what they do); of a giant body, which has no side, how many there are."""
    if not side:
        for successes in range(number + 1):
            yield successes, successes, against(acting, successes)
        return
    for row in damage.effect_rows(acting.catalogue, damage.size(acting.battle, acting.path), side):
        text = spanned(row.span, row.effects)
        yield row.low, row.high, Message(_("{target}, {effects}"), {"target": acting.name, "effects": text})


def against(acting: ActingUnit, successes: int) -> Message:
    return Message(_("Successes against {name}: {number}"), {"name": acting.name, "number": successes})


def read_collision(impact: Impact, dice: Dice) -> Outcome:
    """Dice dealt, then dice taken, then those that the damage asks for."""
    acting = impact.acting
    dealt, taken = (dice.several(number, worth=is_success) for number in (impact.dealt, impact.taken))
    found = []
    if impact.target != SCENERY:
        found.append(fallen(impact.other, dealt))
        if impact.side:
            found.append(damage.damage(impact.other, impact.side, successes(dealt), dice))
    found.append(fallen(acting, taken))
    if impact.own_side:
        instead = {damage.BREAKDOWN: partial(damage.breakdown, explodes=impact.explodes)}
        found.append(damage.damage(acting, impact.own_side, successes(taken), dice, instead))
    return together(*found)


def successes(fell: Sequence[int]) -> int:
    return sum(map(is_success, fell))


def is_success(face: int) -> bool:
    return face >= SUCCESS


def fallen(acting: ActingUnit, fell: Sequence[int]) -> Outcome:
    """The dice against somebody, and how many of them are successes."""
    return Outcome([Reason(" ".join(map(str, fell)), against(acting, successes(fell)), acting.page(23))])


def may_collide(battle: Battle, path: str) -> bool:
    """Each vehicle, one in an accident too; whoever has a giant body, while it takes part."""
    if battle.units_by_path[path].kind == state.VEHICLE:
        return True
    return is_giant(battle, path) and is_on_foot(battle, path)


VEHICLES: Sequence[str] = (state.VEHICLE,)
ACTIONS = {
    "run-over": Action(_("Run over a figure"), run_over, "truck", VEHICLES),
    "collision": Action(_("Collision"), collide, "truck", (*VEHICLES, state.FIGHTER, HOSTILE), may_collide),
}
