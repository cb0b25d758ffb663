"""The activation of an infected or a machine, question after question, as the book's chart has them (p. 10)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from builder.accounts.limits import counts_as
from builder.battles import services
from builder.battles.access import BattleAccess
from builder.battles.document import BattleDocument
from builder.battles.loading import context_of
from builder.battles.services import WantedMark
from builder.battles.spec import BattleContext, BattlePage
from builder.games.first_wave.kit import BESTIARY, STEPS
from builder.web.keys import new_key
from rules.catalogue import Table, TableRow
from rules.games.first_wave.play.state import HIDDEN, NPC, PROFILE, STILL, STUNNED, UNCONSCIOUS, gun_key
from rules.play.battle import ACTIVATED, OTHERS, figure
from rules.text import Message, _

PAGE = "npcs"
MOST_MOVES, MOST_FIGHTS = 2, 2  # of its actions (ruling A65)
CONTACT, ARMED, IN_RANGE, SHOT, MOVE, BLOW, END = range(1, 8)  # the steps of the chart
YES, NO = "yes", "no"
LONGEST_WAY = 20  # answers


@dataclass(frozen=True)
class Walk:
    """How far an activation has come: the step that is asked, and what is spent.

    armed   -- it has a ranged weapon that is not out of ammunition
    actions -- that it has: one less for each marker "disoriented"
    """

    armed: bool
    actions: int
    step: int = CONTACT
    moves: int = 0
    fights: int = 0

    @property
    def left(self) -> int:
        """Actions that are left."""
        return max(0, self.actions - self.moves - self.fights)

    @property
    def may_fight(self) -> bool:
        return self.left > 0 and self.fights < MOST_FIGHTS

    @property
    def may_move(self) -> bool:
        return self.left > 0 and self.moves < MOST_MOVES

    @property
    def is_over(self) -> bool:
        return self.step == END

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that the chart leaves at this step: "yes", "no"; "yes-2" where two moves led into contact."""
        if self.is_over:
            return ()
        if self.step == ARMED:  # not a question: its profile and its marks say so
            return (YES if self.armed else NO,)
        if self.step in (SHOT, BLOW) and not replace(self, fights=self.fights + 1).may_fight:
            return (NO,)
        if self.step == MOVE and self.left >= MOST_MOVES and not self.moves:
            return (YES, "yes-2", NO)
        return (YES, NO)


def walk_on(walk: Walk, answer: str, chart: Table) -> Walk:
    """The walk after an answer: what the step did is spent, and the chart leads on."""
    spent = replace(
        walk,
        fights=walk.fights + (walk.step in (SHOT, BLOW)),
        moves=walk.moves + moved(walk, answer),
    )
    row = step_row(chart, walk.step)
    return entered(replace(spent, step=row.figures[NO if answer == NO else YES]))


def moved(walk: Walk, answer: str) -> int:
    """The moves of step 5: as far as it can, unless one is enough."""
    if walk.step != MOVE:
        return 0
    return 1 if answer == YES else min(MOST_MOVES - walk.moves, walk.left)


def entered(walk: Walk) -> Walk:
    """The walk at its step; over where the step asks for an action that is not left."""
    cannot = {SHOT: not walk.may_fight, BLOW: not walk.may_fight, MOVE: not walk.may_move}
    return replace(walk, step=END) if cannot.get(walk.step) else walk


def step_row(chart: Table, step: int) -> TableRow:
    return next(row for row in chart.rows.values() if row.figures["step"] == step)


def start_of(context: BattleContext, path: str) -> Walk:
    """The walk of an NPC as its activation begins: over for who sits it out ("Inconscient / immobilisé")."""
    battle = context.battle
    if sits_out(battle, path):
        return Walk(is_armed(battle, path), 0, END)
    actions = actions_of(context, path)
    return Walk(is_armed(battle, path), actions, CONTACT if actions else END)


def actions_of(context: BattleContext, path: str) -> int:
    """Its actions, one less for each marker "disoriented" (ruling A65)."""
    most = context.catalogue.play.rules["actions"].most
    return max(0, most - context.battle.number(f"{path}/{STUNNED}"))


def sits_out(battle: BattleDocument, path: str) -> bool:
    """Whether it is immobilised or unconscious."""
    return any(battle.number(f"{path}/{key}") for key in (STILL, UNCONSCIOUS))


def is_armed(battle: BattleDocument, path: str) -> bool:
    """Whether it has a ranged weapon that is not out of ammunition ("Munitions")."""
    gun = battle.units_by_path[path].facts.get("gun")
    return bool(gun) and not battle.number(f"{path}/{gun_key(str(gun))}")


@dataclass(frozen=True)
class Answered:
    """A step that was answered: its number, its question, the answer; `known`: its profile and marks answer it."""

    step: int
    question: Any
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
        if walk.step == ARMED:
            [known] = walk.answers
            trail.append(Answered(ARMED, step_row(chart, ARMED).name, known, known=True))
            walk = walk_on(walk, known, chart)
    return walk, trail


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, access: BattleAccess) -> HttpResponse:
    """Which NPC is next, and for one of them the questions of the chart; POST ends the activation of one."""
    context = context_of(access)
    battle = context.battle
    path = request.GET.get("unit", "")
    if request.method == "POST":
        return end(request, access, battle)
    shown = {
        "battle": access.battle,
        "document": battle,
        "game": battle.game,
        "steps": context.catalogue.tables[STEPS],
        "waiting": [(one, battle.units_by_path[one]) for one in waiting(battle)],
        "hidden": [battle.units_by_path[one] for one in hidden(battle)],
    }
    if is_npc(battle, path):
        shown |= one_npc(context, path, request.GET.get("way", ""))
    return render(request, "first-wave/battle_npcs.html", shown)


def end(request: HttpRequest, access: BattleAccess, battle: BattleDocument) -> HttpResponse:
    """Mark that the NPC that the form names was activated."""
    path = request.POST.get("unit", "")
    if is_npc(battle, path):
        wanted = WantedMark(new_key(), ended(battle, path))
        services.mark(access.battle.pk, access.mine, [wanted])
    return redirect("battle-page", access.battle.pk, PAGE)


def is_npc(battle: BattleDocument, path: str) -> bool:
    unit = battle.units_by_path.get(path)
    return unit is not None and unit.kind == NPC and not battle.is_down(path)


def waiting(battle: BattleDocument) -> Iterator[str]:
    """The paths of the NPCs that are still to be activated in this turn."""
    for key in battle.others:
        path = f"{OTHERS}/{key}"
        if is_npc(battle, path) and not battle.number(f"{path}/{ACTIVATED}"):
            yield path


def hidden(battle: BattleDocument) -> Iterator[str]:
    """The paths of the children whom NPCs do not see (p. 7)."""
    for side in range(len(battle.sides)):
        yield from (path for path in battle.standing(side) if battle.number(f"{path}/{HIDDEN}"))


def one_npc(context: BattleContext, path: str, way: str) -> dict[str, Any]:
    """What the page shows of the NPC at a path after the answers of `way`."""
    battle, chart = context.battle, context.catalogue.tables[STEPS]
    unit = battle.units_by_path[path]
    walk, trail = follow(start_of(context, path), way, chart)
    profile = context.catalogue.tables[BESTIARY].rows.get(str(unit.facts.get(PROFILE)))
    kept = ".".join(one.answer for one in trail if not one.known)
    return {
        "path": path,
        "unit": unit,
        "profile": profile,
        "walk": walk,
        "trail": trail,
        "question": step_row(chart, walk.step).name,
        "answers": [(one, f"{kept}.{one}" if kept else one, ANSWERS[one]) for one in walk.answers],
        "state": state(context, path),
    }


ANSWERS = {YES: _("Yes"), NO: _("No"), "yes-2": _("Yes, with two moves")}


def state(context: BattleContext, path: str) -> Message | str:
    """What its markers cost it in this activation."""
    battle = context.battle
    if sits_out(battle, path):
        return _("Immobilised or unconscious: no actions this activation.")
    if battle.number(f"{path}/{STUNNED}"):
        move = figure(battle.units_by_path[path].facts, "move")
        values = {"left": actions_of(context, path), "cm": -(-move // 2)}
        return Message(_("Disoriented, actions left: {left}; {cm}\xa0cm per move, half the usual."), values)
    return ""


def ended(battle: BattleDocument, path: str) -> str:
    """The command that ends the activation: the markers that it sat out are taken off."""
    sat_out = [key for key in (STUNNED, STILL, UNCONSCIOUS) if f"{path}/{key}" in battle.markers_by_path]
    return " ; ".join([f"all set {path}/{ACTIVATED} 1", *(f"set {path}/{key} 0" for key in sat_out)])


ACTIVATION = BattlePage(_("NPC actions"), page, "eye")
