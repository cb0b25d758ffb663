"""What an action costs a hero: one of two base actions, or an action card; and the noise that is due after it."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.games.reichbusters.play import state
from rules.play.acting_unit import ActingUnit
from rules.play.actions import Choice, Reason
from rules.play.battle import Battle
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

BASE, CARD = "base", "card"


class Paid(NamedTuple):
    """How an action is paid: the marks that mark it, what is to be minded, whether it is a base action."""

    marks: Sequence[Mark] = ()
    notes: Sequence[Reason] = ()
    base: bool = False


def pays(acting: ActingUnit, form: ActionForm, once: str = "") -> Paid:
    """As a base action where one is left, and this one was not taken yet where it is taken once a turn; else a card.

    once -- the key of its marker
    """
    why_not = refused(acting, once)
    options = (
        [Choice(CARD, _("Action card or object"))]
        if why_not
        else [Choice(BASE, _("Base action")), Choice(CARD, _("Action card or object"))]
    )
    if form.choice("as", _("Taken as"), options) == CARD:
        return Paid(notes=why_not)
    mark = [acting.set(once)] if f"{acting.path}/{once}" in acting.battle.markers_by_path else []
    return Paid([acting.add(state.BASE), *mark], base=True)


def refused(acting: ActingUnit, once: str) -> list[Reason]:
    """Why no base action can be taken for it (p. 9)."""
    base, path = acting.rule("base-actions"), acting.path
    if once and acting.battle.number(f"{path}/{once}"):
        return [Reason("", _("Already taken as a base action this turn: once only."), base.cite)]
    if acting.battle.number(f"{path}/{state.BASE}") >= base.most:
        return [Reason("", Message(_("Both base actions are taken ({n})."), {"n": base.most}), base.cite)]
    return []


def noise_marked(battle: Battle, path: str, noise: int) -> list[Mark]:
    """The mark that leaves a noise test to be made: an action has one, that of its highest noise (p. 12)."""
    due = max(noise, battle.number(f"{path}/{state.NOISE}"))
    return [Mark.set(f"{path}/{state.NOISE}", due)] if noise else []
