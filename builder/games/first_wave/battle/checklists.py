"""The set-up of a battle and the phases of its turns, by the book's own lines at hand (First Wave p. 10)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from builder.battles.spec import BattleContext, Checklist, Step
from rules.catalogue import Catalogue, Reminder
from rules.games.first_wave.analysis import DIVERSION, LINEAGE, SCOUT
from rules.games.first_wave.play.state import has
from rules.play.actions import Outcome, Reason
from rules.play.battle import TABLE, BattleDocument, BattleSide, Marker
from rules.play.dice import Dice
from rules.text import Message, Text, _

SETTING_UP, TURN, FIRE = "mise-en-place", "tour-de-jeu", "feu"
SCENERY, COVER, RESOURCES, DEPLOYMENT, SCOUTS, NAMING = SETUP_STEPS = (
    "step-scenery",
    "step-cover",
    "step-resources",
    "step-deployment",
    "step-scouts",
    "step-successor",
)
PHASES = ("step-phase-0", "step-phase-1", "step-phase-2", "step-turn-end")


def table(catalogue: Catalogue, _scenario: str | None, _sides: Sequence[BattleSide]) -> list[Marker]:
    """The boxes of the steps; those of a turn begin anew each turn."""
    setup, turn = catalogue.reminders[SETTING_UP], catalogue.reminders[TURN]
    phases = [*(row.left for row in turn.rows), catalogue.tables[FIRE].name]
    return [
        *(Marker(key, setup.name) for key in SETUP_STEPS),
        *(Marker(key, name, each_round=True) for key, name in zip(PHASES, phases, strict=True)),
    ]


def checklists(context: BattleContext) -> list[Checklist]:
    """The set-up, then the phases of a turn."""
    setup, turn = context.catalogue.reminders[SETTING_UP], context.catalogue.reminders[TURN]
    return [
        Checklist("setup", setup.name, tuple(setup_steps(context)), str(setup.cite), where="setup"),
        Checklist("turn", turn.name, tuple(turn_steps(context)), str(turn.cite)),
    ]


def setup_steps(context: BattleContext) -> Iterator[Step]:
    """Scenery, cover, resources, deployment; scouts and the successor where there are any (p. 7, 10, 12)."""
    battle, book = context.battle, context.catalogue
    reminder = book.reminders[SETTING_UP]
    yield line_step(battle, reminder, 0, SCENERY, _("{side} decides who places scenery first."))
    sight = book.reminders["lignes-de-vue"]
    yield Step(path(COVER), sight.name, sight.rows[-1].right, str(sight.cite))
    yield line_step(battle, reminder, 1, RESOURCES)
    yield line_step(battle, reminder, 2, DEPLOYMENT, _("{side} decides who deploys first."))
    if any(has(unit, SCOUT) for side in battle.sides for unit in side.units):
        yield scouts(book, battle.scenario)
    if battle.scenario == LINEAGE:
        scenario = book.scenarios[LINEAGE]
        yield Step(path(NAMING), _("Opponent’s successor"), scenario.special, str(scenario.cite))


def scouts(book: Catalogue, scenario: str | None) -> Step:
    """Where scouts are set up (p. 7); the fourth scenario keeps them in their half of the table (p. 12)."""
    scout = book.abilities[SCOUT]
    if scenario != DIVERSION:
        return Step(path(SCOUTS), scout.name, scout.text, str(scout.cite))
    diversion = book.scenarios[DIVERSION]
    text = Text(f"{scout.text.fr} {diversion.special.fr}", f"{scout.text.en} {diversion.special.en}")
    return Step(path(SCOUTS), scout.name, text, f"{scout.cite} ; {diversion.cite}")


def turn_steps(context: BattleContext) -> Iterator[Step]:
    """Initiative, survivors, NPCs; and what the end of a turn asks for (p. 9, 10)."""
    reminder, fire = context.catalogue.reminders[TURN], context.catalogue.tables[FIRE]
    for row, says in enumerate((_("{side} sets the order of the players."), "", "")):
        yield line_step(context.battle, reminder, row, PHASES[row], says)
    yield Step(path(PHASES[-1]), fire.name, fire.text, str(fire.cite))


def path(key: str) -> str:
    return f"{TABLE}/{key}"


def line_step(battle: BattleDocument, reminder: Reminder, row: int, key: str, says: str = "") -> Step:
    """A line of a reminder as a step; where the highest of a D6 for each player decides, `says` what."""
    line, cite = reminder.rows[row], str(reminder.cite)
    step = Step(path(key), line.left, line.right, cite)
    if not says or len(battle.sides) < 2:
        return step
    return replace(step, dice=f"{len(battle.sides)}D6", reads=partial(highest, battle, says, cite))


def highest(battle: BattleDocument, says: str, cite: str, dice: Dice) -> Outcome:
    """One die for each side: the highest decides; several who show it roll again (ruling A76)."""
    faces = dice.several(len(battle.sides))
    names = [battle.side_name(side) for side in range(len(faces))]
    lines = [Reason(str(face), Message("{side}", {"side": name})) for face, name in zip(faces, names, strict=True)]
    best = [name for face, name in zip(faces, names, strict=True) if face == max(faces)]
    if len(best) > 1:
        return Outcome([*lines, Reason("=", _("Tie: re-roll (A76)."), cite)])
    return Outcome([*lines, Reason("→", Message(says, {"side": best[0]}), cite)])
