"""The activation of an infected or a machine, question after question, as the book's chart has them (p. 10)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum, auto

from rules.catalogue import Table, TableRow
from rules.games.first_wave.play.state import HIDDEN, NPC, STILL, STUNNED, UNCONSCIOUS, gun_key
from rules.play.actions import Words
from rules.play.battle import ACTIVATED, OTHERS, Battle, Context, figure
from rules.play.marks import Mark, command
from rules.text import Message, Text, _

MOST_MOVES, MOST_FIGHTS = 2, 2  # of somebody on foot, so of an NPC (ruling A65)
YES, YES_TWICE, NO = "yes", "yes-2", "no"
LONGEST_WAY = 20  # answers


class Step(IntEnum):
    """The steps of the chart, as the book numbers them."""

    CONTACT = auto()
    ARMED = auto()
    IN_RANGE = auto()
    SHOT = auto()
    MOVE = auto()
    BLOW = auto()
    END = auto()


FIGHTS = (Step.SHOT, Step.BLOW)


@dataclass(frozen=True)
class Walk:
    """How far an activation has come: the step that is asked, and what is spent.

    armed   -- it has a ranged weapon that is not out of ammunition
    actions -- that it has: one less for each marker "disoriented"
    """

    armed: bool
    actions: int
    step: int = Step.CONTACT
    moves: int = 0
    fights: int = 0

    @property
    def left(self) -> int:
        """Actions that are left."""
        return max(0, self.actions - self.moves - self.fights)

    @property
    def may_act(self) -> bool:
        """Whether the action is left that its step asks for."""
        if self.step in FIGHTS:
            return self.left > 0 and self.fights < MOST_FIGHTS
        return self.step != Step.MOVE or (self.left > 0 and self.moves < MOST_MOVES)

    @property
    def is_over(self) -> bool:
        return self.step == Step.END

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that the chart leaves at this step: "yes", "no"; "yes-2" where two moves led into contact."""
        if self.is_over:
            return ()
        if self.step == Step.ARMED:  # not a question: its profile and its marks say so
            return (YES if self.armed else NO,)
        if self.step in FIGHTS and not replace(self, fights=self.fights + 1).may_act:
            return (NO,)
        if self.step == Step.MOVE and self.left >= MOST_MOVES and not self.moves:
            return (YES, YES_TWICE, NO)
        return (YES, NO)


def walk_on(walk: Walk, answer: str, chart: Table) -> Walk:
    """The walk after an answer: what the step did is spent, the chart leads on, to the end where nothing is left."""
    step = step_row(chart, walk.step).figures[NO if answer == NO else YES]
    fights, moves = walk.fights + (walk.step in FIGHTS), walk.moves + moved(walk, answer)
    walk = replace(walk, step=step, fights=fights, moves=moves)
    return walk if walk.may_act else replace(walk, step=Step.END)


def moved(walk: Walk, answer: str) -> int:
    """The moves of step 5: as far as it can, unless one is enough."""
    if walk.step != Step.MOVE:
        return 0
    return 1 if answer == YES else min(MOST_MOVES - walk.moves, walk.left)


def step_row(chart: Table, step: int) -> TableRow:
    return next(row for row in chart.rows.values() if row.figures["step"] == step)


def start_of(context: Context, path: str) -> Walk:
    """The walk of an NPC as its activation begins: over for who sits it out ("Inconscient / immobilisé")."""
    actions = 0 if sits_out(context.battle, path) else actions_of(context, path)
    return Walk(is_armed(context.battle, path), actions, Step.CONTACT if actions else Step.END)


def actions_of(context: Context, path: str) -> int:
    """Its actions, one less for each marker "disoriented" (ruling A65)."""
    most = context.catalogue.play.rules["actions"].most
    return max(0, most - context.battle.number(f"{path}/{STUNNED}"))


def sits_out(battle: Battle, path: str) -> bool:
    """Whether it is immobilised or unconscious."""
    return any(battle.number(f"{path}/{key}") for key in (STILL, UNCONSCIOUS))


def is_armed(battle: Battle, path: str) -> bool:
    """Whether it has a ranged weapon that is not out of ammunition ("Munitions")."""
    gun = battle.units_by_path[path].facts.get("gun")
    return bool(gun) and not battle.number(f"{path}/{gun_key(str(gun))}")


@dataclass(frozen=True)
class Answered:
    """A step that was answered: its number, its question, the answer; `known`: its profile and marks answer it."""

    step: int
    question: Text
    answer: str
    known: bool = False


def follow(start: Walk, way: str, chart: Table) -> tuple[Walk, list[Answered]]:
    """The walk that answers such as "no.no.yes" lead to, and those of them that the chart allows."""
    walk, trail = start, []
    for answer in way.split(".")[:LONGEST_WAY]:
        if answer not in walk.answers:
            break
        trail.append(Answered(walk.step, step_row(chart, walk.step).name, answer))
        walk = walk_on(walk, answer, chart)
        if walk.step == Step.ARMED:
            [known] = walk.answers
            trail.append(Answered(Step.ARMED, step_row(chart, Step.ARMED).name, known, known=True))
            walk = walk_on(walk, known, chart)
    return walk, trail


def is_npc(battle: Battle, path: str) -> bool:
    unit = battle.units_by_path.get(path)
    return unit is not None and unit.kind == NPC and not battle.is_down(path)


def waiting(battle: Battle) -> Iterator[str]:
    """The paths of the NPCs that are still to be activated in this turn."""
    for key in battle.others:
        path = f"{OTHERS}/{key}"
        if is_npc(battle, path) and not battle.number(f"{path}/{ACTIVATED}"):
            yield path


def hidden(battle: Battle) -> Iterator[str]:
    """The paths of the children whom NPCs do not see (p. 7)."""
    for side in range(len(battle.sides)):
        yield from (path for path in battle.standing(side) if battle.number(f"{path}/{HIDDEN}"))


def cost_of_marks(context: Context, path: str) -> Words:
    """What its markers cost it in this activation."""
    battle = context.battle
    if sits_out(battle, path):
        return _("Immobilised or unconscious: no actions this activation.")
    if battle.number(f"{path}/{STUNNED}"):
        move = figure(battle.units_by_path[path].facts, "move")
        values = {"left": actions_of(context, path), "cm": -(-move // 2)}
        return Message(_("Disoriented, actions left: {left}; {cm}\xa0cm per move, half the usual."), values)
    return ""


def ended(battle: Battle, path: str) -> str:
    """The command that ends the activation: the markers that it sat out are taken off."""
    sat_out = [key for key in (STUNNED, STILL, UNCONSCIOUS) if f"{path}/{key}" in battle.markers_by_path]
    return command([Mark.set(f"{path}/{ACTIVATED}"), *(Mark.set(f"{path}/{key}", 0) for key in sat_out)])
