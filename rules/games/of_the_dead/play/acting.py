"""One short menu of what a character may do now, by the phase and its states."""

from collections.abc import Mapping

from rules.games.of_the_dead.play import state
from rules.games.of_the_dead.play.figures import Figure
from rules.games.of_the_dead.play.moving import ESCAPE, STUMBLE, is_played
from rules.games.of_the_dead.play.turns import ACT, ACTION, MOVEMENT, PHASE
from rules.play.acting_unit import NOTHING
from rules.play.actions import Action, Attempt, Proposal, Reason
from rules.play.battle import Context
from rules.text import _

IN_PHASE = {  # slugs of actions; without a phase all of them
    MOVEMENT: ("move", ESCAPE, STUMBLE, "leave-stealth"),
    ACTION: (
        *("melee", "shoot", "throw", "flee", "encourage", "recover", "operate"),
        *("hide", "leave-stealth", "stand-up", "shout"),
    ),
}


def act_among(actions: Mapping[str, Action]) -> dict[str, Action]:
    """The page that leads to those of the actions that are not refused, and ends the turn in this phase."""

    def act(context: Context, sent: Mapping[str, str]) -> Attempt:
        battle, path = context.battle, sent.get("unit", "")
        if path not in battle.units_by_path or not is_played(battle, path):
            return NOTHING
        phase, figure = battle.number(PHASE), Figure(battle, context.catalogue, path)
        slugs = dict.fromkeys(slug for own, slugs in IN_PHASE.items() if phase in (0, own) for slug in slugs)
        unit = {"unit": path}
        onward = [(f"{slug}?unit={path}", actions[slug].title) for slug in slugs if may(actions[slug], context, unit)]
        nothing = [Reason("", _("Nothing that its states leave it."), str(context.catalogue.reminders["tour"].cite))]
        done = Proposal(_("Its turn is over"), figure.done())
        return Attempt((), notes=[] if onward else nothing, proposals=[done], onward=onward)

    return {ACT: Action(_("Act"), act, "walk", (state.CHARACTER,), is_played)}


def may(action: Action, context: Context, unit: Mapping[str, str]) -> bool:
    """Whether an action suits a unit, and asks or proposes something: one that is refused only says why."""
    if not action.suits_unit(context.battle, unit["unit"]):
        return False
    attempt = action.attempt(context, unit)
    return bool(attempt.fields or attempt.proposals)
