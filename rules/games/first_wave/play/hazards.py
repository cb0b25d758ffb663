"""What survivors and robots roll for beside shots and melees: infection, fire, swimming, plating, falls."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.catalogue import Catalogue, Table
from rules.families.red_button.play.falls import fall_roll, wounds_of_fall
from rules.games.first_wave.analysis import ARMOUR
from rules.games.first_wave.play.acting import Sent, chosen_unit, marks_of_row, table_action
from rules.games.first_wave.play.state import (
    FIGHTER,
    FIRE,
    INFECTION,
    NPC,
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
from rules.play.marks import Mark
from rules.play.rolls import Roll, Row, beside
from rules.text import Message, _

TALLEST = 300  # cm of a fall that the form takes


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
    number, least = acting.marked(INFECTION), acting.rule("infection").least
    rises = rising(acting.battle, acting.catalogue, acting.path)
    rows = [Row(least, _("Lost"), rises.marks, rises.text), Row(0, _("Holds out"))]
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
    return Proposal(words, [Mark("rise", path)], str(book.tables["infection"].cite))


# --- fire, swimming, plating -----------------------------------------------------------------------------------------


def table_test(acting: ActingUnit, form: ActionForm, table: Table) -> Attempt:
    """A test on a table for one unit: fire as a turn ends (p. 9), swimming ("Nage"), plating of a robot (p. 11)."""
    rows = [Row(row.low or 0, row.name, [*marks_of_row(acting, row.slug)]) for row in table.rows.values()]
    return Roll(rows, str(table.cite)).attempt(form)


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
    falls = Row(0, words, [*wounds_on(battle, path, wounds), acting.add(STUNNED)], chance=_("Falls"))
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


ACTIONS = {
    "infection": table_action(_("Infection"), "poison-bottle", "infection", is_infected, infection),
    "fire": table_action(_("On fire"), "flame", "feu", is_burning, table_test),
    "fall": Action(_("Fall test"), fall, "falling", (FIGHTER,), is_survivor, tells=("height",)),
    "swim": table_action(_("Swim"), "raining", "nage", is_survivor, table_test),
    "plating": table_action(_("Plating"), "metal-plate", "blindage", is_plated, table_test, kinds=(NPC,)),
}
