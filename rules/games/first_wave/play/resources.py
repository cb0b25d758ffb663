"""Resources that are picked up, and who enters for them (First Wave "Ramasser une ressource", p. 10)."""

from collections.abc import Iterator
from functools import partial

from rules.catalogue import Table
from rules.games.first_wave.analysis import ANIMAL
from rules.games.first_wave.play.acting import Sent, marks_of_row, table_action, table_note
from rules.games.first_wave.play.state import has, is_survivor
from rules.play.acting_unit import ActingUnit
from rules.play.actions import Action, Attempt, Outcome, Proposal, Reason
from rules.play.battle import Battle, Context
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.tables import NUMBER, chances, roll, roll_through
from rules.text import Message, _

RESOURCE, ENTRY, RESOURCE_SCORE = "ressources", "entree-des-pnj", "score-ressource"
ACTIVATED, ROBOT = "mise-en-service", "robot-domestique"


def may_pick_up(battle: Battle, path: str) -> bool:
    """An animal picks up nothing (p. 7)."""
    return is_survivor(battle, path) and not has(battle.units_by_path[path], ANIMAL)


def resource(acting: ActingUnit, _form: ActionForm, table: Table) -> Attempt:
    """A resource is picked up: 1D6, and what it leads to ("Ramasser une ressource", rulings A57)."""
    return Attempt((), table.dice, chances=chances(table), reads=partial(read_resource, acting))


def read_resource(acting: ActingUnit, dice: Dice) -> Outcome:
    rolls = roll_through(acting.catalogue, RESOURCE, dice)
    row, cite = rolls[-1].row, str(rolls[-1].row.cite)
    marks = [*resource_marks(acting, row.slug)]
    proposals = [Proposal(row.name, marks, cite)] if marks else []
    if row.slug == ACTIVATED:
        proposals.append(Proposal(_("Place a household robot in contact"), [Mark("put-on", ROBOT, 1)], cite))
    entry = Reason("2D6", _("Roll for NPC entry too."), str(acting.catalogue.tables[ENTRY].cite))
    return Outcome([*(rolled.reason for rolled in rolls), entry], proposals)


def resource_marks(acting: ActingUnit, slug: str) -> Iterator[Mark]:
    """What a resource brought, and that its side has one more where the scenario counts them."""
    yield from marks_of_row(acting, slug)
    counter = f"{acting.path.split('/')[0]}/{RESOURCE_SCORE}"
    if counter in acting.battle.markers_by_path:
        yield Mark.add(counter)


def entry(context: Context, _sent: Sent) -> Attempt:
    """Who enters: 2D6 for each resource picked up and each room entered for the first time (p. 10)."""
    table = context.catalogue.tables[ENTRY]
    reads = partial(read_entry, context)
    return Attempt((), table.dice, notes=[table_note(table)], chances=chances(table), reads=reads)


def read_entry(context: Context, dice: Dice) -> Outcome:
    rolled = roll(context.catalogue.tables[ENTRY], dice)
    who, cite = rolled.row.figures.get("who"), str(rolled.row.cite)
    if who is None:
        return Outcome([rolled.reason])
    number = rolled.count or 1
    numbers = [Reason(str(number), str(rolled.row.figures[NUMBER]), cite)] if rolled.number else []
    words = Message(_("Place: {number} × {name}"), {"number": number, "name": context.catalogue.named(who).name})
    return Outcome([rolled.reason, *numbers], [Proposal(words, [Mark("put-on", who, number)], cite)])


ACTIONS = {
    "entry": Action(_("NPC entry"), entry, "shambling-zombie", actor=""),
    "resource": table_action(_("Pick up a resource"), "cargo-crate", RESOURCE, may_pick_up, resource),
}
