"""What survivors and robots roll for beside shots and melees: infection, fire, swimming, plating, falls."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.catalogue import Catalogue, Table
from rules.families.red_button.play.falls import fall_roll, wounds_of_fall
from rules.games.first_wave.analysis import ARMOUR
from rules.games.first_wave.play.acting import Sent, chosen_unit, table_action
from rules.games.first_wave.play.state import (
    FIGHTER,
    FIRE,
    INFECTION,
    NPC,
    STILL,
    STUNNED,
    ZOMBIE,
    has_wound,
    is_survivor,
    is_wounded,
    wounds_on,
)
from rules.play.acting_unit import ActingUnit
from rules.play.actions import Action, Attempt, Outcome, Proposal, Reason
from rules.play.battle import Battle, Context, figure
from rules.play.dice import Dice
from rules.play.dice_book import modifier
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.play.rolls import Roll, Row, beside
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


def infection(acting: ActingUnit, form: ActionForm, table: Table) -> Attempt:
    """As the activation of an infected survivor begins: 1D6 and 1 for each marker, lost on 5 or more (p. 11)."""
    number, least = acting.battle.number(f"{acting.path}/{INFECTION}"), acting.rule("infection").least
    rises = rising(acting.battle, acting.catalogue, acting.path)
    rows = [Row(least, _("Lost"), rises.commands, rises.text), Row(0, _("Holds out"))]
    why = Message(_("infection markers: {number}"), {"number": number})
    markers = Modifier(0, why, str(table.cite), figure=number)
    test = Roll(rows, str(table.cite), modifiers=[markers], shows=beside, whole=True).with_free_modifier(form)
    attempt = test.chosen(form.fields, f"{max(1, least - sum(test.gains))}+")
    return replace(attempt, reads=partial(read_infection, test))


def read_infection(test: Roll, dice: Dice) -> Outcome:
    """The sum on a line of its own, before what comes of it."""
    outcome = test.read(dice)
    [line], die = outcome.lines, dice.dice[-1]
    total = die + sum(test.gains)
    values = {"die": die, "number": test.plus().removeprefix(" + "), "total": total}
    counted = Reason(str(total), Message(_("{die} + markers {number} = {total}"), values), line.cite)
    return replace(outcome, lines=[counted, replace(line, value="")])


def rising(battle: Battle, book: Catalogue, path: str) -> Proposal:
    """An infected takes the place of the survivor at a path (p. 11, ruling A75)."""
    values = {"name": battle.units_by_path[path].name, "who": book.named(ZOMBIE).name}
    words = Message(_("{name}: out; in its place: {who}"), values)
    return Proposal(words, (f"rise {path}",), str(book.tables["infection"].cite))


# --- fire, swimming, plating -----------------------------------------------------------------------------------------


def table_test(commands: Commands, acting: ActingUnit, form: ActionForm, table: Table) -> Attempt:
    """A test on a table for one unit."""
    rows = [Row(row.low or 0, row.name, commands(acting, row.slug)) for row in table.rows.values()]
    return Roll(rows, str(table.cite)).attempt(form)


def fire_commands(acting: ActingUnit, slug: str) -> Sequence[str]:
    """As a turn ends, for who has a marker of fire (p. 9)."""
    return wounds_on(acting.battle, acting.path) if slug == "brule" else (f"set {acting.path}/{FIRE} 0",)


def swim_commands(acting: ActingUnit, slug: str) -> Sequence[str]:
    """An action of swimming ("Nage")."""
    bitten = slug == "mordu" or (slug == "mordu-si-blesse" and has_wound(acting.battle, acting.path))
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
    need, wounds = figure(battle.units_by_path[path].facts, "C"), wounds_of_fall(height, rule)
    words = Message(_("Falls: wounds {number}, stunned"), {"number": wounds})
    falls = Row(0, words, [*wounds_on(battle, path, wounds), f"add {path}/{STUNNED} 1"], chance=_("Falls"))
    own = Reason(f"C {need}", context.catalogue.reminders["chute"].rows[0].right, rule.cite)
    roll = fall_roll(falls, need, rule, [*wound_modifier(acting)], dots)
    return roll.attempt(form, against=f"{need}+", more=[own])


def wound_modifier(acting: ActingUnit) -> Iterator[Modifier]:
    """A die less of the wounded; the wound that armour takes does not count (p. 7)."""
    if has_wound(acting.battle, acting.path):
        wounded = modifier(acting.catalogue, "wounded")
        counts = is_wounded(acting.battle, acting.path)
        yield wounded if counts else wounded.ignored(acting.catalogue.equipment[ARMOUR].name)


def dots(thrown: Sequence[int]) -> str:
    return " · ".join(map(str, thrown))


FIGHTERS = (FIGHTER,)
ACTIONS = {
    "infection": Action(
        _("Infection"), table_action("infection", is_infected, infection), "poison-bottle", FIGHTERS, is_infected
    ),
    "fire": Action(
        _("On fire"), table_action("feu", is_burning, partial(table_test, fire_commands)), "flame", FIGHTERS, is_burning
    ),
    "fall": Action(_("Fall test"), fall, "falling", FIGHTERS, is_survivor, tells=("height",)),
    "swim": Action(
        _("Swim"),
        table_action("nage", is_survivor, partial(table_test, swim_commands)),
        "raining",
        FIGHTERS,
        is_survivor,
    ),
    "plating": Action(
        _("Plating"),
        table_action("blindage", is_plated, partial(table_test, plating_commands)),
        "metal-plate",
        (NPC,),
        is_plated,
    ),
}
