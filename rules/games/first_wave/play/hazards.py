"""What survivors and robots roll for beside shots and melees: infection, fire, swimming, plating, falls."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from rules.catalogue import Catalogue, Table
from rules.families.red_button.play.falls import fall_roll, wounds_of_fall
from rules.games.first_wave.play.acting import Sent, chosen_unit, table_action
from rules.games.first_wave.play.state import (
    ARMOUR_WOUND,
    FIGHTER,
    FIRE,
    INFECTION,
    NPC,
    STILL,
    STUNNED,
    WOUNDS,
    ZOMBIE,
    is_survivor,
    is_wounded,
    wounds_on,
)
from rules.play.acting_unit import ActingUnit
from rules.play.actions import Action, Attempt, Outcome, Proposal, Reason
from rules.play.battle import Battle, Context, figure
from rules.play.dice import Dice
from rules.play.dice_book import modifier
from rules.play.form import ActionForm
from rules.play.rolls import Roll, Row
from rules.play.tables import chances, roll
from rules.text import Message, _

TALLEST = 300  # cm of a fall that the form takes

Commands = Callable[[ActingUnit, str], Sequence[str]]  # (who rolls, slug of the row that came) -> the marks


def is_infected(battle: Battle, path: str) -> bool:
    return is_survivor(battle, path) and battle.number(f"{path}/{INFECTION}") > 0


def is_burning(battle: Battle, path: str) -> bool:
    return is_survivor(battle, path) and battle.number(f"{path}/{FIRE}") > 0


def is_plated(battle: Battle, path: str) -> bool:
    unit = battle.units_by_path.get(path)
    return unit is not None and bool(unit.facts.get("plating")) and not battle.is_down(path)


# --- infection -------------------------------------------------------------------------------------------------------


def infection(acting: ActingUnit, table: Table) -> Attempt:
    """As the activation of an infected survivor begins: 1D6 and 1 for each marker, lost on 5 or more (p. 11)."""
    number, least = acting.battle.number(f"{acting.path}/{INFECTION}"), acting.rule("infection").least
    rises = rising(acting.battle, acting.catalogue, acting.path)
    rows = [Row(least, _("Lost"), rises.commands, rises.text), Row(0, _("Holds out"))]
    test = Roll(rows, str(table.cite), added=number, whole=True)
    why = Message(_("infection markers: {number}"), {"number": number})
    reasons = [Reason(f"+{number}", why, test.cite)]
    reads = partial(read_infection, test)
    return Attempt((), table.dice, f"{max(1, least - number)}+", reasons, chances=[*test.chances()], reads=reads)


def read_infection(test: Roll, dice: Dice) -> Outcome:
    """The sum on a line of its own, before what comes of it."""
    outcome = test.read(dice)
    [line], die = outcome.lines, dice.dice[-1]
    values = {"die": die, "number": test.added, "total": die + test.added}
    total = replace(line, text=Message(_("{die} + markers {number} = {total}"), values))
    return replace(outcome, lines=[total, replace(line, value="")])


def rising(battle: Battle, book: Catalogue, path: str) -> Proposal:
    """An infected takes the place of the survivor at a path (p. 11, ruling A75)."""
    values = {"name": battle.units_by_path[path].name, "who": book.named(ZOMBIE).name}
    words = Message(_("{name}: out; in its place: {who}"), values)
    return Proposal(words, (f"rise {path}",), str(book.tables["infection"].cite))


# --- fire, swimming, plating -----------------------------------------------------------------------------------------


def table_roll(commands: Commands, acting: ActingUnit, table: Table) -> Attempt:
    """A roll on a table for one unit."""

    def read(dice: Dice) -> Outcome:
        rolled = roll(table, dice)
        marks = commands(acting, rolled.row.slug)
        return Outcome([rolled.reason], [Proposal(rolled.row.name, marks, str(rolled.row.cite))] if marks else ())

    return Attempt((), table.dice, chances=chances(table), reads=read)


def fire_commands(acting: ActingUnit, slug: str) -> Sequence[str]:
    """As a turn ends, for who has a marker of fire (p. 9)."""
    return wounds_on(acting.battle, acting.path) if slug == "brule" else (f"set {acting.path}/{FIRE} 0",)


def swim_commands(acting: ActingUnit, slug: str) -> Sequence[str]:
    """An action of swimming ("Nage")."""
    wounded = any(acting.battle.number(f"{acting.path}/{key}") for key in (WOUNDS, ARMOUR_WOUND))
    bitten = slug == "mordu" or (slug == "mordu-si-blesse" and wounded)
    return wounds_on(acting.battle, acting.path) if bitten else ()


def plating_commands(acting: ActingUnit, slug: str) -> Sequence[str]:
    """A plated robot is immobilised: on 4 or more it is only disoriented (p. 11)."""
    if slug == "immobilise":
        return (f"set {acting.path}/{STILL} 1",)
    return (f"set {acting.path}/{STILL} 0", f"add {acting.path}/{STUNNED} 1")


# --- falls -----------------------------------------------------------------------------------------------------------


def fall(context: Context, sent: Sent) -> Attempt:
    """2D6, both below C: a wound for each 10 cm begun, and stunned ("Test de chute"); 1D6 of the wounded (A101)."""
    form, rule = ActionForm(sent), context.catalogue.play.rules["fall"]
    acting = chosen_unit(context, form, is_survivor)
    height = form.number("height", _("Fall height (cm)"), rule.reach, 1, TALLEST)
    if acting is None:
        return Attempt(form.fields)
    battle, path = acting.battle, acting.path
    need, hurt, wounds = (
        figure(battle.units_by_path[path].facts, "C"),
        is_wounded(battle, path),
        wounds_of_fall(height, rule),
    )
    words = Message(_("Falls: wounds {number}, stunned"), {"number": wounds})
    falls = Row(0, words, [*wounds_on(battle, path, wounds), f"add {path}/{STUNNED} 1"], chance=_("Falls"))
    test = fall_roll(falls, need, rule, int(hurt), dots)
    reasons = [Reason(f"C {need}", context.catalogue.reminders["chute"].rows[0].right, rule.cite)]
    reasons += [modifier(context.catalogue, "wounded").reason()] if hurt else []
    return Attempt(form.fields, test.dice, f"{need}+", reasons, chances=[*test.chances()], reads=test.read)


def dots(thrown: Sequence[int]) -> str:
    return " · ".join(map(str, thrown))


FIGHTERS = (FIGHTER,)
ACTIONS = {
    "infection": Action(
        _("Infection"), table_action("infection", is_infected, infection), "poison-bottle", FIGHTERS, is_infected
    ),
    "fire": Action(
        _("On fire"), table_action("feu", is_burning, partial(table_roll, fire_commands)), "flame", FIGHTERS, is_burning
    ),
    "fall": Action(_("Fall test"), fall, "falling", FIGHTERS, is_survivor, tells=("height",)),
    "swim": Action(
        _("Swim"),
        table_action("nage", is_survivor, partial(table_roll, swim_commands)),
        "raining",
        FIGHTERS,
        is_survivor,
    ),
    "plating": Action(
        _("Plating"),
        table_action("blindage", is_plated, partial(table_roll, plating_commands)),
        "metal-plate",
        (NPC,),
        is_plated,
    ),
}
