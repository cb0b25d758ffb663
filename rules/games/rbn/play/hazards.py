"""What fighters do beside shots and melees: fire, falls, jet packs, acid rain, healing (RBN p. 15, 21, 30, 31, 42)."""

from collections.abc import Iterator, Sequence
from functools import partial

from rules.catalogue import Catalogue
from rules.games.rbn.play import state
from rules.games.rbn.play.acting_unit import NOTHING, ActingUnit, unit_action
from rules.games.rbn.play.book import cite_page as cite
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.driving import due, sixths
from rules.games.rbn.play.encounters import KIND as HOSTILE
from rules.games.rbn.play.encounters import event_path
from rules.games.rbn.play.morale import c_of
from rules.games.rbn.play.state import ON_FIRE, PIERCED, STUNNED, WOUNDS
from rules.games.rbn.play.targets import is_on_foot
from rules.play.actions import Action, Attempt, Chance, Choice, Notice, Outcome, Proposal, Reason
from rules.play.battle import Battle, side_of_path
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.text import Message, _

BURNS = 5  # RBN p. 21
CRASHES = 2  # RBN p. 30
FALL_STEP = 10  # centimetres for each wound, begun ones too (RBN p. 15)
JET_PACK, HEALER = "reacteur", "soigneur"
RAIN = 4  # RBN p. 42


@unit_action(state.FIGHTER, HOSTILE)
def burn(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """At the end of the turn: 5 and 6 wound and the fire goes on, else it is out (RBN p. 21)."""
    return Attempt(
        (),
        "1D6",
        f"{BURNS}+",
        [Reason("1D6", _("on fire, end of turn"), acting.page(21))],
        chances=[
            Chance(_("Wounded, still on fire"), sixths(7 - BURNS)),
            Chance(_("The fire goes out"), sixths(BURNS - 1)),
        ],
        reads=lambda dice: read_burn(acting, dice),
    )


def read_burn(acting: ActingUnit, dice: Dice) -> Outcome:
    fell = dice.d()
    burns = fell >= BURNS
    words = _("Wounded, still on fire") if burns else _("The fire goes out")
    command = f"add {acting.path}/{WOUNDS} 1" if burns else f"set {acting.path}/{ON_FIRE} 0"
    return Outcome([Reason(str(fell), words, acting.page(21))], [Proposal(words, [command], acting.page(21))])


def is_on_fire(battle: Battle, path: str) -> bool:
    return bool(battle.number(f"{path}/{ON_FIRE}")) and not (battle.is_down(path) or state.has_left(battle, path))


@unit_action(state.FIGHTER)
def fall(acting: ActingUnit, form: ActionForm) -> Attempt:
    """2D6, a fall where both are below C: a wound for each 10 cm begun, and stunned (RBN p. 15)."""
    height = form.number("height", _("Height (cm)"), 10, 1, 200)
    need = c_of(acting.battle, acting.path)
    falls = sixths(need - 1) ** 2
    return Attempt(
        form.fields,
        "2D6",
        f"{need}+",
        [Reason("2D6", _("fall if both are below C"), acting.page(15))],
        chances=[Chance(_("Fall"), falls), Chance(_("No fall"), 1 - falls)],
        reads=lambda dice: read_fall(acting, height, dice),
    )


def read_fall(acting: ActingUnit, height: int, dice: Dice) -> Outcome:
    fell = dice.several(2)
    value = " ".join(map(str, fell))
    if max(fell) >= c_of(acting.battle, acting.path):
        return Outcome([Reason(value, _("No fall"), acting.page(15))])
    wounds = -(-height // FALL_STEP)
    words = Message(_("Stunned; wounds: {number}"), {"number": wounds})
    commands = [f"add {acting.path}/{WOUNDS} {wounds}", f"add {acting.path}/{STUNNED} 1"]
    return Outcome([Reason(value, _("Fall"), acting.page(15))], [Proposal(words, commands, acting.page(15))])


@unit_action(state.FIGHTER)
def land(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """A jet pack's move that ends on difficult ground or in scenery: lost on 1 and 2 (RBN p. 30)."""
    return Attempt(
        (),
        "1D6",
        f"{CRASHES + 1}+",
        [Reason("1D6", _("move ending on difficult ground or in scenery"), acting.page(30))],
        chances=[Chance(_("Landed"), sixths(6 - CRASHES)), Chance(_("Accident, a casualty"), sixths(CRASHES))],
        reads=lambda dice: read_landing(acting, dice),
    )


def read_landing(acting: ActingUnit, dice: Dice) -> Outcome:
    fell = dice.d()
    if fell > CRASHES:
        return Outcome([Reason(str(fell), _("Landed"), acting.page(30))])
    words = _("Accident, a casualty")
    lost = Proposal(words, [f"set {acting.path}/out 1"], acting.page(30))
    return Outcome([Reason(str(fell), words, acting.page(30))], [lost])


def flies_by_jet(battle: Battle, path: str) -> bool:
    return state.has(battle, path, JET_PACK) and is_on_foot(battle, path)


# --- acid rain ------------------------------------------------------------------------------------------------------


@unit_action(state.FIGHTER)
def rained_on(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """At the end of the turn, outside vehicles and scenery: a wound on 4+; fire goes out before its test (p. 42)."""
    reason = Reason("1D6", _("outside vehicles and scenery, end of turn"), rain_page(acting))
    chances = [Chance(_("A wound"), sixths(7 - RAIN)), Chance(_("No wound"), sixths(RAIN - 1))]
    return Attempt((), "1D6", f"{RAIN}+", [reason], chances=chances, reads=partial(read_rain, acting))


def rain_page(acting: ActingUnit) -> str:
    return play_of(acting.catalogue).encounters.usual.cite


def read_rain(acting: ActingUnit, dice: Dice) -> Outcome:
    fell = dice.d()
    wounds = fell >= RAIN
    commands = [f"add {acting.path}/{WOUNDS} 1"] if wounds else []
    if acting.battle.number(f"{acting.path}/{ON_FIRE}"):
        commands.append(f"set {acting.path}/{ON_FIRE} 0")
    words = _("A wound") if wounds else _("No wound")
    lines = [Reason(str(fell), words, rain_page(acting))]
    if f"set {acting.path}/{ON_FIRE} 0" in commands:
        lines.append(Reason("", _("The fire goes out"), rain_page(acting)))
    return Outcome(lines, [Proposal(words, commands, rain_page(acting))] if commands else [])


def stands_in_the_rain(battle: Battle, path: str) -> bool:
    rains = battle.number(event_path("pluies-acides"))
    return bool(rains) and is_on_foot(battle, path)


# --- the healer -----------------------------------------------------------------------------------------------------


@unit_action(state.FIGHTER)
def heal(acting: ActingUnit, form: ActionForm) -> Attempt:
    """2 actions take away a wound of somebody in contact (RBN p. 31)."""
    wounded = patients(acting.battle, acting.path)
    if not wounded:
        return NOTHING
    choices = [Choice(path, acting.name_of(path)) for path in wounded]
    patient = form.choice("patient", _("Patient"), choices)
    words = Message(_("{name}: one fewer wound"), {"name": acting.name_of(patient)})
    reason = Reason("", _("2\xa0actions, in contact"), acting.page(31))
    last = acting.battle.number(f"{patient}/{WOUNDS}") == 1 and acting.battle.number(f"{patient}/{PIERCED}")
    commands = [f"add {patient}/{WOUNDS} -1", *([f"set {patient}/{PIERCED} 0"] if last else [])]
    healed = Proposal(words, commands, acting.page(31))
    return Attempt(form.fields, reasons=[reason], proposals=[healed])


def patients(battle: Battle, path: str) -> list[str]:
    """The paths of those of the healer's side who are wounded and not out; nobody is in contact with themselves."""
    standing = state.standing(battle, state.FIGHTER, side_of_path(path))
    return [one for one in standing if one != path and battle.number(f"{one}/{WOUNDS}")]


def may_heal(battle: Battle, path: str) -> bool:
    able = state.has(battle, path, HEALER) and not battle.is_down(path)
    return able and bool(patients(battle, path))


def burning(battle: Battle) -> list[str]:
    """The paths of all who are on fire, hostile elements too."""
    return [path for kind in (state.FIGHTER, HOSTILE) for path in state.paths(battle, kind) if is_on_fire(battle, path)]


def notices(battle: Battle, catalogue: Catalogue) -> Iterator[Notice]:
    """Who burns at the end of the turn."""
    for path in burning(battle):
        words = Message(_("{name} is on fire: roll at end of turn"), {"name": battle.units_by_path[path].name})
        yield due(path, words, "burn", cite(catalogue, 21))


FIGHTERS: Sequence[str] = (state.FIGHTER,)
ACTIONS = {
    "burn": Action(_("On fire"), burn, "small-fire", (*FIGHTERS, HOSTILE), is_on_fire),
    "fall": Action(_("Fall test"), fall, "falling", FIGHTERS, is_on_foot, tells=("height",)),
    "rain": Action(_("Acid rain"), rained_on, "small-fire", FIGHTERS, stands_in_the_rain),
    "heal": Action(_("Heal"), heal, "medical-pack", FIGHTERS, may_heal),
    "land": Action(_("Landing"), land, "falling", FIGHTERS, flies_by_jet),
}
