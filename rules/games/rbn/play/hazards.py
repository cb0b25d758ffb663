"""What fighters do beside shots and melees: fire, falls, jet packs, acid rain, healing (RBN p. 15, 21, 30, 31, 42)."""

from collections.abc import Iterator, Sequence

from rules.catalogue import Catalogue
from rules.families.red_button.play.falls import fall_roll, wounds_of_fall
from rules.games.rbn.play import state
from rules.games.rbn.play.driving import due
from rules.games.rbn.play.encounters import KIND as HOSTILE
from rules.games.rbn.play.encounters import event_path
from rules.games.rbn.play.morale import c_of
from rules.games.rbn.play.state import ON_FIRE, PIERCED, STUNNED, WOUNDS
from rules.games.rbn.play.targets import is_on_foot
from rules.play.acting_unit import NOTHING, ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Choice, Notice, Proposal, Reason
from rules.play.battle import Battle, side_of_path
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import Roll, Row
from rules.text import Message, _

TALLEST = 200  # cm of a fall that the form takes
JET_PACK, HEALER = "reacteur", "soigneur"


@unit_action(state.FIGHTER, HOSTILE)
def burn(acting: ActingUnit, form: ActionForm) -> Attempt:
    """At the end of the turn: 5 and 6 wound and the fire goes on, else it is out (RBN p. 21)."""
    rule = acting.rule("burn")
    burns = Row(rule.least, _("Wounded, still on fire"), [acting.add(WOUNDS)])
    goes_out = Row(0, _("The fire goes out"), [acting.set(ON_FIRE, 0)])
    return Roll([burns, goes_out], rule.cite).attempt(form, _("on fire, end of turn"), f"{rule.least}+")


def is_on_fire(battle: Battle, path: str) -> bool:
    return bool(battle.number(f"{path}/{ON_FIRE}")) and not (battle.is_down(path) or state.has_left(battle, path))


@unit_action(state.FIGHTER)
def fall(acting: ActingUnit, form: ActionForm) -> Attempt:
    """2D6, a fall where both are below C: a wound for each 10 cm begun, and stunned (RBN p. 15)."""
    rule, need = acting.rule("fall"), c_of(acting.catalogue, acting.battle, acting.path)
    height = form.number("height", _("Height (cm)"), rule.reach, 1, TALLEST)
    wounds = wounds_of_fall(height, rule)
    words = Message(_("Stunned; wounds: {number}"), {"number": wounds})
    falls = Row(0, _("Fall"), [acting.add(WOUNDS, wounds), acting.add(STUNNED)], words)
    return fall_roll(falls, need, rule).attempt(form, _("fall if both are below C"), f"{need}+")


@unit_action(state.FIGHTER)
def land(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A jet pack's move that ends on difficult ground or in scenery: lost on 1 and 2 (RBN p. 30)."""
    rule = acting.rule("land")
    lost = Row(0, _("Accident, a casualty"), [acting.set("out")])
    roll = Roll([Row(rule.least, _("Landed")), lost], rule.cite)
    return roll.attempt(form, _("move ending on difficult ground or in scenery"), f"{rule.least}+")


def flies_by_jet(battle: Battle, path: str) -> bool:
    return state.has(battle, path, JET_PACK) and is_on_foot(battle, path)


# --- acid rain ------------------------------------------------------------------------------------------------------


@unit_action(state.FIGHTER)
def rained_on(acting: ActingUnit, form: ActionForm) -> Attempt:
    """At the end of the turn, outside vehicles and scenery: a wound on 4+; fire goes out before its test (p. 42)."""
    rule, burns = acting.rule("acid-rain"), acting.marked(ON_FIRE)
    lines = [Reason("", _("The fire goes out"), rule.cite)] if burns else []
    out = [acting.set(ON_FIRE, 0)] if burns else []
    wound = Row(rule.least, _("A wound"), [acting.add(WOUNDS), *out], lines=lines)
    roll = Roll([wound, Row(0, _("No wound"), out, lines=lines)], rule.cite)
    return roll.attempt(form, _("outside vehicles and scenery, end of turn"), f"{rule.least}+")


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
    cite = acting.rule("heal").cite
    words = Message(_("{name}: one fewer wound"), {"name": acting.name_of(patient)})
    reason = Reason("", _("2\xa0actions, in contact"), cite)
    last = acting.battle.number(f"{patient}/{WOUNDS}") == 1 and acting.battle.number(f"{patient}/{PIERCED}")
    marks = [Mark.add(f"{patient}/{WOUNDS}", -1), *([Mark.set(f"{patient}/{PIERCED}", 0)] if last else [])]
    healed = Proposal(words, marks, cite)
    return Attempt(form.fields, reasons=[reason], proposals=[healed])


def patients(battle: Battle, path: str) -> list[str]:
    """The paths of those of the healer's side who are wounded and not out; nobody is in contact with themselves."""
    standing = state.standing(battle, state.FIGHTER, side_of_path(path))
    return [fighter for fighter in standing if fighter != path and battle.number(f"{fighter}/{WOUNDS}")]


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
        yield due(path, words, "burn", catalogue.play.rules["burn"].cite)


FIGHTERS: Sequence[str] = (state.FIGHTER,)
ACTIONS = {
    "burn": Action(_("On fire"), burn, "small-fire", (*FIGHTERS, HOSTILE), is_on_fire),
    "fall": Action(_("Fall test"), fall, "falling", FIGHTERS, is_on_foot, tells=("height",)),
    "rain": Action(_("Acid rain"), rained_on, "small-fire", FIGHTERS, stands_in_the_rain),
    "heal": Action(_("Heal"), heal, "medical-pack", FIGHTERS, may_heal),
    "land": Action(_("Landing"), land, "falling", FIGHTERS, flies_by_jet),
}
