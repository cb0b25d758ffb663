"""Acid rain, an event of the table of encounters: what each figure without shelter rolls for (RBN p. 42)."""

from builder.battles.action_form import ActionForm
from builder.battles.document import BattleDocument
from builder.battles.spec import Action, Attempt, Chance, Outcome, Proposal, Reason
from builder.games.rbn.battle import state
from builder.games.rbn.battle.driving import sixths
from builder.games.rbn.battle.hostile import event_path
from builder.games.rbn.battle.scene import Scene, of_unit
from builder.games.rbn.battle.units import ON_FIRE, WOUNDS
from rules.dice import Dice
from rules.text import _

RAIN = event_path("pluies-acides")
WOUNDS_ON, PAGE = 4, 42


@of_unit(state.FIGHTER)
def suffer(scene: Scene, _form: ActionForm) -> Attempt:
    """At the end of the turn, on foot and not in scenery: 4 or more wounds; its fire goes out before its test."""
    return Attempt(
        (),
        "1D6",
        f"{WOUNDS_ON}+",
        [Reason("1D6", _("acid rain: at the end of the turn, neither in a vehicle nor in scenery"), scene.page(PAGE))],
        chances=[Chance(_("A wound"), sixths(7 - WOUNDS_ON)), Chance(_("Nothing"), sixths(WOUNDS_ON - 1))],
        reads=lambda dice: read_rain(scene, dice),
    )


def read_rain(scene: Scene, dice: Dice) -> Outcome:
    fell = dice.d()
    wounded, burns = fell >= WOUNDS_ON, bool(scene.battle.number(f"{scene.path}/{ON_FIRE}"))
    lines = [Reason(str(fell), _("A wound") if wounded else _("Nothing"), scene.page(PAGE))]
    commands = [f"add {scene.path}/{WOUNDS} 1"] if wounded else []
    if burns:
        lines.append(Reason("", _("The rain puts its fire out."), scene.page(PAGE)))
        commands.append(f"set {scene.path}/{ON_FIRE} 0")
    return Outcome(lines, [Proposal(_("Mark it"), commands, scene.page(PAGE))] if commands else [])


def is_rained_on(battle: BattleDocument, path: str) -> bool:
    return bool(battle.number(RAIN)) and not battle.is_down(path)


RAIN_ACTIONS = {"acid-rain": Action(_("Acid rain"), suffer, "raining", (state.FIGHTER,), is_rained_on)}
