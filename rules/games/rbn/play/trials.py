"""What scenarios 2, 6 and 9 roll for: mines, the broken-down vehicle, the robot's parts (RBN p. 35, 36, 38)."""

from functools import partial

from rules.games.rbn.play import damage, state
from rules.games.rbn.play.state import BROKEN_DOWN
from rules.games.rbn.play.targets import is_on_foot
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Proposal, Reason
from rules.play.battle import TABLE, Battle, side_of_path
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import Roll, Row
from rules.text import _

MINES, DEPARTURE, PARTS = "qui-va-en-voiture", "le-jour-du-grand-depart", "la-source-du-mal"
VICTIM, OWNER = "player-a", "mandated"


def page_of(acting: ActingUnit) -> str:
    """The page of the scenario that is played; "" where none is: the address of its action was typed."""
    scenario = acting.catalogue.scenarios.get(acting.battle.scenario or "")
    return str(scenario.cite) if scenario else ""


def role_of(battle: Battle, path: str) -> str | None:
    side = side_of_path(path)
    return None if side is None else battle.sides[side].role


def is_full(battle: Battle, key: str) -> bool:
    """Whether all that the scenario counts under a key is counted."""
    marker = battle.markers_by_path.get(f"{TABLE}/{key}")
    return marker is not None and battle.number(f"{TABLE}/{key}") >= marker.most


# --- mines ----------------------------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def mine(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A vehicle of player A comes within 10 cm of a mine during a move: an accident on 1 and 2 (scenario 2)."""
    quiet = Row(acting.rule("mine").most + 1, _("The mine does not go off"))
    accident = partial(damage.accident, acting)
    text, gone = _("The mine goes off: accident"), [Mark.add(f"{TABLE}/mines")]
    roll = Roll([quiet, Row(0, text, gone, _("Mine removed"), follows=accident)], page_of(acting))
    return roll.attempt(form, _("within 10\xa0cm of a mine, during a move"))


def may_meet_mines(battle: Battle, path: str) -> bool:
    """Also when it is out of action: the move of an accident may set off others."""
    there = not state.is_gone(battle, path)
    return battle.scenario == MINES and role_of(battle, path) == VICTIM and there and not is_full(battle, "mines")


# --- the broken-down vehicle ----------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def start_again(acting: ActingUnit, form: ActionForm) -> Attempt:
    """From turn 2 on, when it is activated: on 4+; from turn 4 on without a roll (scenario 6)."""
    cite, running = page_of(acting), Mark.set(f"{TABLE}/running")
    limit, runs = Reason("10+1D6", _("cm maximum from then on"), cite), _("Broken-down vehicle running")
    if acting.battle.round >= acting.rule("starts-by-itself").least:
        return Attempt((), reasons=[limit], proposals=[Proposal(runs, [running], cite)])
    if acting.battle.round < acting.rule("starts-from").least:
        return Attempt((), notes=[Reason("", _("From turn 2"), cite)])
    least = acting.rule("starts").least
    roll = Roll([Row(least, _("Starts"), [running], runs), Row(0, _("Doesn’t start"))], cite)
    return roll.attempt(form, _("when activated"), f"{least}+", more=[limit])


def is_broken_down(battle: Battle, path: str) -> bool:
    """The vehicle that is marked so, any of the mandated player's where none is."""
    if battle.scenario != DEPARTURE or battle.number(f"{TABLE}/running") or battle.is_down(path):
        return False
    vehicles = broken_down(battle, side_of_path(path))
    return role_of(battle, path) == OWNER and (path in vehicles or not vehicles)


def broken_down(battle: Battle, side: int | None) -> list[str]:
    """The vehicle that is marked so; a side's only one without a mark."""
    own = state.paths(battle, state.VEHICLE, side)
    marked = [vehicle for vehicle in own if battle.number(f"{vehicle}/{BROKEN_DOWN}")]
    return marked or (own if len(own) == 1 else [])


# --- the robot's parts ----------------------------------------------------------------------------------------------


@unit_action(state.FIGHTER)
def examine(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A fighter on foot less than 5 cm from a part, for no action: a fake on 1 and 2 (scenario 9)."""
    least = acting.rule("part").least
    real = Row(least, _("Real part"), [Mark.add(f"{TABLE}/real")])
    fake = Row(0, _("Fake"), [Mark.add(f"{TABLE}/fakes")])
    words = _("on foot, under 5\xa0cm from the part, no action spent")
    return Roll([real, fake], page_of(acting)).attempt(form, words, f"{least}+")


def may_examine(battle: Battle, path: str) -> bool:
    """Until the 4 real parts or the 2 fakes are known."""
    all_known = is_full(battle, "fakes") or is_full(battle, "real")
    return battle.scenario == PARTS and not all_known and is_on_foot(battle, path)


ACTIONS = {
    "mine": Action(_("Mine"), mine, "rolling-bomb", (state.VEHICLE,), may_meet_mines),
    "start-again": Action(_("Start the broken-down vehicle"), start_again, "spanner", (state.VEHICLE,), is_broken_down),
    "examine": Action(_("Examine a robot part"), examine, "robot-golem", (state.FIGHTER,), may_examine),
}
