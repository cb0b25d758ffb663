"""What is rolled for in a battle beside shots and melees: resources, who enters, infection, fire, plating, falls."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from builder.battles.document import BattleDocument
from builder.battles.spec import BattleContext
from builder.games.first_wave.battle.npcs import ZOMBIE
from builder.games.first_wave.kit import CHANGED
from builder.games.first_wave.play import ENTRY, PLATING
from rules.books import DICE
from rules.catalogue import Catalogue, Table
from rules.games.first_wave import rolls
from rules.games.first_wave.analysis import ANIMAL
from rules.games.first_wave.play.state import (
    AMPHETAMINE,
    FIGHTER,
    FIRE,
    FOUND_ARMOUR,
    FOUND_SHIELD,
    FRESH,
    INFECTION,
    KIT,
    NPC,
    STILL,
    STUNNED,
    has,
    is_wounded,
    wounds_on,
)
from rules.play.actions import Action, Attempt, Chance, Choice, Field, Outcome, Proposal, Reason
from rules.play.battle import figure
from rules.play.dice import Dice
from rules.play.dice_book import modifier
from rules.play.tables import TableRoll, roll, roll_through
from rules.text import Message, _

Fields = Mapping[str, str]
Suits = Callable[[BattleDocument, str], bool]
RESOURCE, RESOURCE_SCORE = "ressources", "score-ressource"
ROBOT = "robot-domestique"
TALLEST = 300  # cm of a fall that the form takes


# --- who acts, and how likely it is ----------------------------------------------------------------------------------


def is_survivor(battle: BattleDocument, path: str) -> bool:
    return f"{path}/{INFECTION}" in battle.markers_by_path and not battle.is_down(path)


def is_infected(battle: BattleDocument, path: str) -> bool:
    return is_survivor(battle, path) and battle.number(f"{path}/{INFECTION}") > 0


def is_burning(battle: BattleDocument, path: str) -> bool:
    return is_survivor(battle, path) and battle.number(f"{path}/{FIRE}") > 0


def may_pick_up(battle: BattleDocument, path: str) -> bool:
    """An animal picks up nothing (p. 7)."""
    return is_survivor(battle, path) and not has(battle.units_by_path[path], ANIMAL)


def is_plated(battle: BattleDocument, path: str) -> bool:
    unit = battle.units_by_path.get(path)
    return unit is not None and bool(unit.facts.get("plating")) and not battle.is_down(path)


def chosen(context: BattleContext, fields: Fields, suits: Suits) -> tuple[str, list[Field]]:
    """The path of the unit that acts, "" until one is chosen, and the field that chooses it."""
    battle = context.battle
    paths = [path for path in battle.units_by_path if suits(battle, path)]
    path = fields.get("unit", "")
    path = path if path in paths else ""
    units = tuple(Choice(one, battle.units_by_path[one].name) for one in paths)
    return path, [Field("unit", _("Unit"), units, path)]


def chances(table: Table) -> tuple[Chance, ...]:
    """How likely each row of a table of dice is."""
    match = DICE(table.dice)
    if match is None:
        raise ValueError(table.slug)
    number, sides = map(int, match.groups())
    totals = Counter(map(sum, product(range(1, sides + 1), repeat=number)))
    every = sides**number
    return tuple(
        Chance(row.name, Fraction(sum(times for total, times in totals.items() if row.covers(total)), every))
        for row in table.rows.values()
    )


def said(rolled: TableRoll) -> Reason:
    """A roll on a table: the total and what it brings."""
    return Reason(str(rolled.total), rolled.row.name, str(rolled.row.cite))


# --- resources and who enters ----------------------------------------------------------------------------------------


def resource(context: BattleContext, fields: Fields) -> Attempt:
    """A resource is picked up: 1D6, and what it leads to ("Ramasser une ressource", rulings A57)."""
    path, asked = chosen(context, fields, may_pick_up)
    table = context.catalogue.tables[RESOURCE]
    notes = (Reason("", table.text, str(table.cite)),)
    if not path:
        return Attempt(asked, notes=notes)
    return Attempt(asked, table.dice, notes=notes, chances=chances(table), reads=partial(read_resource, context, path))


def read_resource(context: BattleContext, path: str, dice: Dice) -> Outcome:
    found = roll_through(context.catalogue, RESOURCE, dice)
    commands = [*find_commands(context.battle, path, found[-1].row.slug)]
    counter = f"{path.split('/')[0]}/{RESOURCE_SCORE}"
    if counter in context.battle.markers_by_path:
        commands.append(f"add {counter} 1")
    name, cite = found[-1].row.name, str(found[-1].row.cite)
    proposals = [Proposal(name, tuple(commands), cite)] if commands else []
    if found[-1].row.slug == "mise-en-service":
        proposals.append(Proposal(_("Place a household robot in contact"), (f"put-on {ROBOT} 1",), cite))
    entry = context.catalogue.tables[ENTRY]
    lines = [*map(said, found), Reason("2D6", _("Roll for NPC entry too."), str(entry.cite))]
    return Outcome(lines, proposals)


def find_commands(battle: BattleDocument, path: str, slug: str) -> Sequence[str]:
    """The commands that mark what a resource brought."""
    if slug == "piege":
        return wounds_on(battle, path)
    things = {
        "munition-neuve": FRESH,
        "amphetamine": AMPHETAMINE,
        "armure": FOUND_ARMOUR,
        "bouclier": FOUND_SHIELD,
        "trousse-de-soin": KIT,
    }
    return (f"set {path}/{things[slug]} 1",) if slug in things else ()


def entry(context: BattleContext, _fields: Fields) -> Attempt:
    """Who enters: 2D6 for each resource picked up and each room entered for the first time (p. 10)."""
    table = context.catalogue.tables[ENTRY]
    notes = (Reason("", table.text, str(table.cite)),)
    return Attempt((), table.dice, notes=notes, chances=chances(table), reads=partial(read_entry, context))


def read_entry(context: BattleContext, dice: Dice) -> Outcome:
    rolled = roll(context.catalogue.tables[ENTRY], dice)
    who, cite = rolled.row.figures.get("who"), str(rolled.row.cite)
    if who is None:
        return Outcome((said(rolled),))
    number = rolled.count or 1
    name = context.catalogue.named(who).name
    lines = (said(rolled), *([Reason(str(number), "1D3", cite)] if rolled.number else []))
    words = Message(_("Place: {number} × {name}"), {"number": number, "name": name})
    return Outcome(lines, (Proposal(words, (f"put-on {who} {number}",), cite),))


# --- infection, fire, plating ----------------------------------------------------------------------------------------


def infection(context: BattleContext, fields: Fields) -> Attempt:
    """As the activation of an infected survivor begins: 1D6 and 1 for each marker, lost on 5 or more (p. 11)."""
    path, asked = chosen(context, fields, is_infected)
    table = context.catalogue.tables["infection"]
    notes = (Reason("", table.text, str(table.cite)),)
    if not path:
        return Attempt(asked, notes=notes)
    number = context.battle.number(f"{path}/{INFECTION}")
    need = max(1, CHANGED - number)
    why = Message(_("infection markers: {number}"), {"number": number})
    lost = Fraction(7 - need, 6)
    return Attempt(
        asked,
        table.dice,
        f"{need}+",
        (Reason(f"+{number}", why, str(table.cite)),),
        notes,
        (Chance(_("Lost"), lost), Chance(_("Holds out"), 1 - lost)),
        partial(read_infection, context, path, number),
    )


def read_infection(context: BattleContext, path: str, number: int, dice: Dice) -> Outcome:
    die, cite = dice.d(), str(context.catalogue.tables["infection"].cite)
    total = Message(_("{die} + markers {number} = {total}"), {"die": die, "number": number, "total": die + number})
    if die + number < CHANGED:
        return Outcome((Reason(str(die + number), total, cite), Reason("", _("Holds out"), cite)))
    lines = (Reason(str(die + number), total, cite), Reason("", _("Lost"), cite))
    return Outcome(lines, (rising(context.battle, context.catalogue, path),))


def rising(battle: BattleDocument, book: Catalogue, path: str) -> Proposal:
    """An infected takes the place of the survivor at a path (p. 11, ruling A75)."""
    values = {"name": battle.units_by_path[path].name, "who": book.named(ZOMBIE).name}
    words = Message(_("{name}: out; in its place: {who}"), values)
    return Proposal(words, (f"rise {path}",), str(book.tables["infection"].cite))


def fire(context: BattleContext, fields: Fields) -> Attempt:
    """As a turn ends, for who has a marker of fire (p. 9)."""
    return on_table(context, fields, "feu", is_burning, fire_commands)


def fire_commands(battle: BattleDocument, path: str, slug: str) -> Sequence[str]:
    return wounds_on(battle, path) if slug == "brule" else (f"set {path}/{FIRE} 0",)


def swim(context: BattleContext, fields: Fields) -> Attempt:
    """An action of swimming ("Nage")."""
    return on_table(context, fields, "nage", is_survivor, swim_commands)


def swim_commands(battle: BattleDocument, path: str, slug: str) -> Sequence[str]:
    bitten = slug == "mordu" or (slug == "mordu-si-blesse" and has_wounds(battle, path))
    return wounds_on(battle, path) if bitten else ()


def has_wounds(battle: BattleDocument, path: str) -> bool:
    return any(battle.number(f"{path}/{key}") > 0 for key in ("wounds", "armour-wound"))


def plating(context: BattleContext, fields: Fields) -> Attempt:
    """A plated robot is immobilised: on 4 or more it is only disoriented (p. 11)."""
    return on_table(context, fields, PLATING, is_plated, plating_commands)


def plating_commands(_battle: BattleDocument, path: str, slug: str) -> Sequence[str]:
    if slug == "immobilise":
        return (f"set {path}/{STILL} 1",)
    return (f"set {path}/{STILL} 0", f"add {path}/{STUNNED} 1")


def on_table(
    context: BattleContext,
    fields: Fields,
    slug: str,
    suits: Suits,
    commands: Callable[[BattleDocument, str, str], Sequence[str]],
) -> Attempt:
    """A roll on a table for one unit; `commands` (battle, path, slug of the row) mark what comes of it."""
    path, asked = chosen(context, fields, suits)
    table = context.catalogue.tables[slug]
    notes = (Reason("", table.text, str(table.cite)),)
    if not path:
        return Attempt(asked, notes=notes)

    def read(dice: Dice) -> Outcome:
        rolled = roll(table, dice)
        marks = tuple(commands(context.battle, path, rolled.row.slug))
        return Outcome((said(rolled),), [Proposal(rolled.row.name, marks, str(rolled.row.cite))] if marks else ())

    return Attempt(asked, table.dice, notes=notes, chances=chances(table), reads=read)


# --- falls -----------------------------------------------------------------------------------------------------------


def fall(context: BattleContext, fields: Fields) -> Attempt:
    """2D6, both below C: a wound for each 10 cm begun, and stunned ("Test de chute"); 1D6 of the wounded (A101)."""
    path, asked = chosen(context, fields, is_survivor)
    height = height_of(context, fields)
    asked = [*asked, Field("height", _("Fall height (cm)"), (), str(height), "number", 1, TALLEST)]
    if not path:
        return Attempt(asked)
    reminder = context.catalogue.reminders["chute"]
    need, hurt = figure(context.battle.units_by_path[path].facts, "C"), is_wounded(context.battle, path)
    lost = Fraction(need - 1, 6) ** (1 if hurt else 2)
    reasons = [Reason(f"C {need}", reminder.rows[0].right, str(reminder.cite))]
    if hurt:
        reasons.append(modifier(context.catalogue, "wounded").reason())
    return Attempt(
        asked,
        "1D6" if hurt else "2D6",
        f"{need}+",
        reasons,
        chances=(Chance(_("Falls"), lost), Chance(_("No fall"), 1 - lost)),
        reads=partial(read_fall, context, path, height),
    )


def height_of(context: BattleContext, fields: Fields) -> int:
    word = fields.get("height", "")
    number = (
        int(word) if word.isascii() and word.isdigit() and len(word) < 4 else context.catalogue.play.rules["fall"].reach
    )
    return max(1, min(TALLEST, number))


def read_fall(context: BattleContext, path: str, height: int, dice: Dice) -> Outcome:
    need, hurt = figure(context.battle.units_by_path[path].facts, "C"), is_wounded(context.battle, path)
    fell = rolls.fall_test(dice, need, wounded=hurt)
    cite = str(context.catalogue.reminders["chute"].cite)
    shown = " · ".join(map(str, fell.dice))
    if not fell.falls:
        return Outcome((Reason(shown, _("No fall"), cite),))
    wounds = -(-height // context.catalogue.play.rules["fall"].reach)
    words = Message(_("Falls: wounds {number}, stunned"), {"number": wounds})
    commands = (*wounds_on(context.battle, path, wounds), f"add {path}/{STUNNED} 1")
    return Outcome((Reason(shown, words, cite),), (Proposal(words, commands, cite),))


ACTIONS = {
    "entry": Action(_("NPC entry"), entry, "shambling-zombie", actor=""),
    "resource": Action(_("Pick up a resource"), resource, "cargo-crate", (FIGHTER,), may_pick_up),
    "infection": Action(_("Infection"), infection, "poison-bottle", (FIGHTER,), is_infected),
    "fire": Action(_("On fire"), fire, "flame", (FIGHTER,), is_burning),
    "fall": Action(_("Fall test"), fall, "falling", (FIGHTER,), is_survivor, tells=("height",)),
    "swim": Action(_("Swim"), swim, "raining", (FIGHTER,), is_survivor),
    "plating": Action(_("Plating"), plating, "metal-plate", (NPC,), is_plated),
}
