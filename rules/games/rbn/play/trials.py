"""What scenarios 2, 6 and 9 roll for: mines, the broken-down vehicle, the robot's parts (RBN p. 35, 36, 38)."""

from fractions import Fraction
from functools import partial

from rules.games.rbn.play import damage, state
from rules.games.rbn.play.acting_unit import ActingUnit, unit_action
from rules.games.rbn.play.driving import sixths
from rules.games.rbn.play.state import BROKEN_DOWN
from rules.games.rbn.play.targets import is_on_foot
from rules.play.actions import Action, Attempt, Chance, Outcome, Proposal, Reason, Words, together
from rules.play.battle import TABLE, Battle, side_of_path
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.text import _

MINES, DEPARTURE, PARTS = "qui-va-en-voiture", "le-jour-du-grand-depart", "la-source-du-mal"
MINE_GOES_OFF, STARTS, FAKE = 2, 4, 2  # most, least, most of the die
STARTS_BY_ITSELF = 4  # the turn
MOST_FAKES, MOST_REAL, MOST_MINES = 2, 4, 4
VICTIM, OWNER = "player-a", "mandated"


def page_of(acting: ActingUnit) -> str:
    """The page of the scenario that is played; "" where none is: the address of its action was typed."""
    scenario = acting.catalogue.scenarios.get(acting.battle.scenario or "")
    return str(scenario.cite) if scenario else ""


def role_of(battle: Battle, path: str) -> str | None:
    side = side_of_path(path)
    return None if side is None else battle.sides[side].role


def halves(good: Words, bad: Words, chance: Fraction) -> list[Chance]:
    return [Chance(good, chance), Chance(bad, 1 - chance)]


# --- mines ----------------------------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def mine(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """A vehicle of player A comes within 10 cm of a mine during a move: an accident on 1 and 2 (scenario 2)."""
    reason = Reason("1D6", _("within 10\xa0cm of a mine, during a move"), page_of(acting))
    good, bad = _("The mine does not go off"), _("The mine goes off: accident")
    chances = halves(good, bad, sixths(6 - MINE_GOES_OFF))
    return Attempt((), "1D6", reasons=[reason], chances=chances, reads=partial(read_mine, acting))


def read_mine(acting: ActingUnit, dice: Dice) -> Outcome:
    fell = dice.d()
    if fell > MINE_GOES_OFF:
        return Outcome([Reason(str(fell), _("The mine does not go off"), page_of(acting))])
    gone = Proposal(_("Mine removed"), [f"add {TABLE}/mines 1"], page_of(acting))
    said = Outcome([Reason(str(fell), _("The mine goes off: accident"), page_of(acting))], [gone])
    return together(said, damage.accident(acting, dice))


def may_meet_mines(battle: Battle, path: str) -> bool:
    """Also when it is out of action: the move of an accident may set off others."""
    left = battle.number(f"{TABLE}/mines") < MOST_MINES
    there = not state.is_gone(battle, path)
    return battle.scenario == MINES and role_of(battle, path) == VICTIM and left and there


# --- the broken-down vehicle ----------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def start_again(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """From turn 2 on, when it is activated: on 4+; from turn 4 on without a roll (scenario 6)."""
    limit = Reason("10+1D6", _("cm maximum from then on"), page_of(acting))
    runs = Proposal(_("Broken-down vehicle running"), [f"set {TABLE}/running 1"], page_of(acting))
    if acting.battle.round >= STARTS_BY_ITSELF:
        return Attempt((), reasons=[limit], proposals=[runs])
    if acting.battle.round < 2:
        return Attempt((), notes=[Reason("", _("From turn 2"), page_of(acting))])
    reason = Reason("1D6", _("when activated"), page_of(acting))
    chances = halves(_("Starts"), _("Doesn’t start"), sixths(7 - STARTS))
    return Attempt((), "1D6", f"{STARTS}+", [reason, limit], chances=chances, reads=partial(read_start, acting, runs))


def read_start(acting: ActingUnit, runs: Proposal, dice: Dice) -> Outcome:
    fell = dice.d()
    starts = fell >= STARTS
    words = _("Starts") if starts else _("Doesn’t start")
    return Outcome([Reason(str(fell), words, page_of(acting))], [runs] if starts else [])


def is_broken_down(battle: Battle, path: str) -> bool:
    """The vehicle that is marked so, any of the mandated player's where none is."""
    if battle.scenario != DEPARTURE or battle.number(f"{TABLE}/running") or battle.is_down(path):
        return False
    found = broken_down(battle, side_of_path(path))
    return role_of(battle, path) == OWNER and (path in found or not found)


def broken_down(battle: Battle, side: int | None) -> list[str]:
    """The vehicle that is marked so; a side's only one without a mark."""
    own = state.paths(battle, state.VEHICLE, side)
    marked = [one for one in own if battle.number(f"{one}/{BROKEN_DOWN}")]
    return marked or (own if len(own) == 1 else [])


# --- the robot's parts ----------------------------------------------------------------------------------------------


@unit_action(state.FIGHTER)
def examine(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """A fighter on foot less than 5 cm from a part, for no action: a fake on 1 and 2 (scenario 9)."""
    reason = Reason("1D6", _("on foot, under 5\xa0cm from the part, no action spent"), page_of(acting))
    chances = halves(_("Real part"), _("Fake"), sixths(6 - FAKE))
    return Attempt((), "1D6", f"{FAKE + 1}+", [reason], chances=chances, reads=partial(read_part, acting))


def read_part(acting: ActingUnit, dice: Dice) -> Outcome:
    fell = dice.d()
    words, key = (_("Fake"), "fakes") if fell <= FAKE else (_("Real part"), "real")
    known = Proposal(words, [f"add {TABLE}/{key} 1"], page_of(acting))
    return Outcome([Reason(str(fell), words, page_of(acting))], [known])


def may_examine(battle: Battle, path: str) -> bool:
    """Until the 4 real parts or the 2 fakes are known."""
    known = battle.number(f"{TABLE}/fakes") >= MOST_FAKES or battle.number(f"{TABLE}/real") >= MOST_REAL
    return battle.scenario == PARTS and not known and is_on_foot(battle, path)


ACTIONS = {
    "mine": Action(_("Mine"), mine, "rolling-bomb", (state.VEHICLE,), may_meet_mines),
    "start-again": Action(_("Start the broken-down vehicle"), start_again, "spanner", (state.VEHICLE,), is_broken_down),
    "examine": Action(_("Examine a robot part"), examine, "robot-golem", (state.FIGHTER,), may_examine),
}
