"""Vehicles that hit somebody: figures on foot, other vehicles, scenery (RBN p. 18, 23, 28; FAQ p. 56)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from rules.games.rbn.play import contests, damage, state
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounters import KIND as HOSTILE
from rules.games.rbn.play.state import OUT_OF_ACTION, WOUNDS
from rules.games.rbn.play.targets import is_on_foot, rules_of
from rules.play.acting_unit import NOTHING, ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason, Words, together
from rules.play.battle import Battle, side_of_path
from rules.play.dice import Dice
from rules.play.entries import Modifier, dice_of, spanned, worths
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.pools import Pool, Rolled, words
from rules.text import Message, Text, _

RAM, SPIKES = "belier", "pointes-et-eperons"
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
    size = acting.catalogue.unit_types[state.size_of(acting.battle, acting.path)]
    rule, spiked = acting.rule("run-over"), acting.rule("run-over-with-spikes")
    modifiers = [Modifier(size.ram, size.name, rule.cite), *form.free_modifier()]
    spikes = state.has(acting.battle, acting.path, SPIKES)
    pool = Pool(dice_of(modifiers), (spiked if spikes else rule).least, six=1)
    item, against = acting.catalogue.options[SPIKES], f"{pool.need}+"
    reasons = [
        Reason(f"{size.ram}D6", size.name, rule.cite),
        *([Reason(against, item.name, str(item.cite))] if spikes else []),
        *(modifier.reason() for modifier in modifiers[1:]),
    ]
    return Attempt(
        form.fields,
        f"{pool.number}D6" if pool.number else "",
        against,
        reasons,
        [*acting.circumstances(form, {"no-dice": not pool.number}).notes("run-over")],
        [*wound_chances(pool)],
        partial(read_run_over, acting, target, pool) if pool.number else None,
        valued=lambda: run_over_valued(reasons, modifiers, pool, rule.least),
    )


def run_over_valued(reasons: Sequence[Reason], modifiers: Sequence[Modifier], pool: Pool, least: int) -> list[Reason]:
    """The reasons with what each is worth: by how much it changes the chance of a wound."""
    base, *free = worths(modifiers, lambda number: replace(pool, number=number).any_success)
    gain = pool.any_success - replace(pool, need=least).any_success
    spikes = [replace(reason, worth=gain) for reason in reasons[1 : len(reasons) - len(free)]]
    return [replace(reasons[0], worth=base.worth), *spikes, *free]


def wound_chances(pool: Pool) -> Iterator[Chance]:
    for number in range(pool.number + 1):
        yield Chance(Message(_("Wounds: {number}"), {"number": number}), pool.chance(number, number))


def read_run_over(acting: ActingUnit, target: str, pool: Pool, dice: Dice) -> Outcome:
    rolled = pool.roll(dice)
    text = Message(_("Wounds of {name}: {number}"), {"name": acting.name_of(target), "number": rolled.successes})
    cite = acting.rule("run-over").cite
    wounds = Proposal(text, [Mark.add(f"{target}/{WOUNDS}", rolled.successes)], cite)
    lines = [Reason(words(rolled.fell), text, cite)]
    return Outcome(lines, [wounds] if rolled.successes else [])


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
    whose = contests.side_name(battle, side)
    return Text(f"{name.fr} ({whose.fr})", f"{name.en} ({whose.en})")


def is_giant(battle: Battle, path: str) -> bool:
    """A fighter with a giant body, or a hostile element with one (RBN p. 30, 44)."""
    return state.has(battle, path, "giant") or bool(GIANT_HOSTILE & rules_of(battle.units_by_path[path]))


# --- vehicles -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Impact:
    """What a collision does to a unit.

    side     -- which is hit; "" of a giant body, which has none
    table    -- of chances: 0 of who is hit, 1 of who hits
    explodes -- whether one more breakdown blows up what is out of action; not on the way of its own accident
    """

    hit: ActingUnit
    side: str
    pool: Pool
    table: int
    explodes: bool = True

    def against(self, successes: int) -> Message:
        values = {"name": self.hit.name, "number": successes}
        return Message(_("Successes against {name}: {number}"), values)

    def chances(self) -> Iterator[Chance]:
        """How likely what it may do is, without what no dice reach."""
        for low, high, text in self.spans() if self.pool.number else ():
            if chance := self.pool.chance(low, high):
                yield Chance(text, chance, self.table)

    def spans(self) -> Iterator[tuple[int, int, Words]]:
        """(fewest successes, most, what they do); of a giant body how many there are."""
        if not self.side:
            yield from ((number, number, self.against(number)) for number in range(self.pool.number + 1))
            return
        size = damage.size(self.hit.battle, self.hit.path)
        for row in damage.effect_rows(self.hit.catalogue, size, self.side):
            values = {"target": self.hit.name, "effects": spanned(row.span, row.effects)}
            yield row.low, row.high, Message(_("{target}, {effects}"), values)

    def read(self, rolled: Rolled, dice: Dice) -> Outcome:
        """The dice against it, and what the table of its side says, with the dice that the damage asks for."""
        value = " ".join(map(str, rolled.fell))
        line = Outcome([Reason(value, self.against(rolled.successes), self.hit.rule("collision").cite)])
        if not self.side:
            return line
        instead = {damage.BREAKDOWN: partial(damage.breakdown, explodes=self.explodes)}
        return together(line, damage.damage(self.hit, self.side, rolled.successes, dice, instead))


@unit_action(state.VEHICLE, state.FIGHTER, HOSTILE)
def collide(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Dice by both sizes; each 4 is a success on the table of the side that is hit (RBN p. 23).

    A giant body that comes into contact with a vehicle after its move collides as a medium one (p. 30, 44).
    """
    met = obstacles(acting)
    if not met:
        return NOTHING
    target = form.choice("target", _("Obstacle"), met)
    side = "" if target == SCENERY else chosen_side(acting, form, target, "side", _("Side hit"))
    own_side = chosen_side(acting, form, acting.path, "own", _("Side of this vehicle"))
    reasons = [*collision_reasons(acting, target, side, own_side), *free_dice(form, target)]
    need = acting.rule("collision").least
    pools = [Pool(number, need, six=1) for number in both_dice(reasons)]
    explodes = was_wrecked(acting, form)
    impacts = [Impact(acting, own_side, pools[1], 1, explodes)]
    if target != SCENERY:
        impacts.insert(0, Impact(acting._replace(path=target), side, pools[0], 0))
    number = sum(pool.number for pool in pools)
    about = acting.circumstances(form, collision_facts(acting, target, explodes) | {"no-dice": not number})
    return Attempt(
        form.fields,
        f"{number}D6" if number else "",
        f"{need}+",
        [line for _dealt, _taken, line in reasons],
        [*about.notes("collision")],
        [chance for impact in impacts for chance in impact.chances()],
        partial(read_collision, impacts) if number else None,
        valued=lambda: collision_valued(reasons, pools),
    )


def chosen_side(acting: ActingUnit, form: ActionForm, path: str, name: str, label: Words) -> str:
    """The side of a vehicle that is hit, its own front by itself; "" of a giant body, which has none."""
    if is_giant(acting.battle, path):
        return ""
    options = damage.sides(acting.catalogue, damage.size(acting.battle, path))
    return form.choice(name, label, options, FRONT if path == acting.path else "")


def was_wrecked(acting: ActingUnit, form: ActionForm) -> bool:
    """Whether who hits was out of action before this accident: only an accident moves what is (RBN p. 18, 19)."""
    if not acting.marked(OUT_OF_ACTION):
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


Dealt = tuple[int, int, Reason]  # dice dealt, dice taken, why


def collision_reasons(acting: ActingUnit, target: str, side: str, own_side: str) -> Iterator[Dealt]:
    """From the table by sizes; a ram deals one more and takes one less where its front hits or is hit (p. 28, 56)."""
    play, size = play_of(acting.catalogue), state.size_of(acting.battle, acting.path)
    if target == SCENERY:
        taken = play.collision(SCENERY_SIZE, size).dealt
        yield 0, taken, Reason(f"{taken}D6", _("taken, as from a medium vehicle"), acting.rule("scenery").cite)
        return
    dice, cite = play.collision(size, state.size_of(acting.battle, target)), acting.rule("collision").cite
    words = Message(_("dealt to {name}"), {"name": acting.name_of(target)})
    yield dice.dealt, 0, Reason(f"{dice.dealt}D6", words, cite)
    words = Message(_("taken by {name}"), {"name": acting.name})
    yield 0, dice.taken, Reason(f"{dice.taken}D6", words, cite)
    if own_side == FRONT and state.has(acting.battle, acting.path, RAM):
        yield from ram(acting, acting.path, 1)
    if side == FRONT and state.has(acting.battle, target, RAM):
        yield from ram(acting, target, -1)


def ram(acting: ActingUnit, path: str, gain: int) -> Iterator[Dealt]:
    words = Message(_("front ram of {name}: +1 die dealt, −1 taken"), {"name": acting.name_of(path)})
    yield gain, -gain, Reason("±1D6", words, acting.rule("ram").cite)


def free_dice(form: ActionForm, target: str) -> Iterator[Dealt]:
    """The dice of the table count among those dealt, against scenery among those taken."""
    for modifier in form.free_modifier():
        dealt, taken = (0, modifier.dice) if target == SCENERY else (modifier.dice, 0)
        yield dealt, taken, modifier.reason()


def both_dice(reasons: Sequence[Dealt]) -> tuple[int, int]:
    """(dice dealt, dice taken)."""
    return max(0, sum(reason[0] for reason in reasons)), max(0, sum(reason[1] for reason in reasons))


def collision_valued(reasons: Sequence[Dealt], pools: Sequence[Pool]) -> list[Reason]:
    """The reasons with what each is worth: the chance of a success against who is hit, of dice taken against who hits.

    That with these dice, less that without it.
    """

    def worth(without: Dealt) -> Fraction:
        which = 0 if without[0] else 1
        number = both_dice([reason for reason in reasons if reason is not without])[which]
        return pools[which].any_success - replace(pools[which], number=number).any_success

    return [replace(reason[2], worth=worth(reason)) for reason in reasons]


def collision_facts(acting: ActingUnit, target: str, explodes: bool) -> dict[str, int]:
    battle, path = acting.battle, acting.path
    return {
        SCENERY: target == SCENERY,
        "giant": is_giant(battle, path) or (target != SCENERY and is_giant(battle, target)),
        "runs": battle.number(f"{path}/{OUT_OF_ACTION}") and not explodes,
    }


def read_collision(impacts: Sequence[Impact], dice: Dice) -> Outcome:
    """Dice dealt, then dice taken, then those that the damage asks for."""
    rolled = [impact.pool.roll(dice) for impact in impacts]
    return together(*(impact.read(pool, dice) for impact, pool in zip(impacts, rolled, strict=True)))


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
