"""What is drawn with dice before a game: NPCs, attributes, the time of day and the weather.

Every function takes the catalogue and a source of dice, and raises `BadDice` where typed dice do not fit.
"""

from typing import NamedTuple

from rules.catalogue import Catalogue, Table, TableRow
from rules.games.chain_reaction.analysis import draw_tables
from rules.games.chain_reaction.document import Draw
from rules.games.chain_reaction.odds import dice_of, half
from rules.play.dice import Dice

MOST_ATTRIBUTES = 40  # as many as a document's list holds


class DrawRoll(NamedTuple):
    """A roll on a table: the dice as they fell and the row they led to; `kept` is False where it was drawn again."""

    table: Table
    dice: tuple[int, ...]
    row: TableRow
    kept: bool = True


class DrawnNpc(NamedTuple):
    """An NPC that was drawn: all rolls in their order, the last one kept, and the draw as the document keeps it."""

    rolls: tuple[DrawRoll, ...]
    draw: Draw

    @property
    def row(self) -> TableRow:
        return self.rolls[-1].row

    @property
    def rep(self) -> int:
        return self.row.figures["rep"]

    @property
    def rejected(self) -> tuple[DrawRoll, ...]:
        """The rolls that gave a REP above the Star's, in their order."""
        return tuple(roll for roll in self.rolls if not roll.kept)


class DrawnAttributes(NamedTuple):
    """Attributes that were drawn: their slugs, and every roll that led there."""

    slugs: tuple[str, ...]
    rolls: tuple[DrawRoll, ...]


class Moment(NamedTuple):
    """A time of day: its row in "time-of-day", how many turns it lasts, and the half die that it took, if any."""

    row: TableRow
    turns: int
    half_die: int | None = None

    @property
    def night(self) -> bool:
        return self.row.figures["night"]


def roll_on(table: Table, dice: Dice) -> DrawRoll:
    """A roll on a table that has dice."""
    values = dice.several(*dice_of(table))
    return DrawRoll(table, values, row_of(table, sum(values)))


def row_of(table: Table, total: int) -> TableRow:
    """The row that a total leads to. Raises `ValueError` for a total that the dice cannot make."""
    row = table.row(total)
    if row is None:
        raise ValueError(f"{table.slug} has no row for {total}")
    return row


def draw_npc(catalogue: Catalogue, word: str, dice: Dice, cap: int | None = None) -> DrawnNpc:
    """A `DrawnNpc` on the table that documents call `word` (see `analysis.draw_tables`).

    cap -- the REP of a Star in a campaign: what is above it is drawn again (ruling cr-7). Where the whole table is
           above the cap there is none, for no draw would ever be kept.
    """
    table = draw_tables(catalogue)[word]
    lowest = min(row.figures["rep"] for row in table.rows.values())
    rolls = [roll_on(table, dice)]
    while cap is not None and lowest <= cap < rolls[-1].row.figures["rep"]:
        rolls[-1] = rolls[-1]._replace(kept=False)
        rolls.append(roll_on(table, dice))
    return DrawnNpc(tuple(rolls), Draw(word, rolls[-1].dice, dice.seed))


def draw_attributes(catalogue: Catalogue, number: int, dice: Dice) -> DrawnAttributes:
    """`DrawnAttributes` for so many rolls, 40 at most: a D6 for the table, then its D20 or D12 ("Attributs")."""
    slugs: list[str] = []
    rolls: list[DrawRoll] = []
    for _number in range(min(number, MOST_ATTRIBUTES)):
        rolls.append(roll_on(catalogue.tables["attribute-kind"], dice))
        drawn = attributes_on(catalogue.tables[rolls[-1].row.figures["then"]], dice)
        slugs += drawn.slugs
        rolls += drawn.rolls
    return DrawnAttributes(tuple(slugs), tuple(rolls))


def attributes_on(table: Table, dice: Dice) -> DrawnAttributes:
    """One roll on a table of attributes; a 19 gives two more on it, however often it falls (ruling cr-13)."""
    slugs, rolls, due = [], [], 1
    while due:
        roll = roll_on(table, dice)
        rolls.append(roll)
        extra = roll.row.figures.get("rolls")  # 2 for a 19, 0 for a 20, None for an attribute
        if extra is None:
            slugs.append(roll.row.slug)
        due += (extra or 0) - 1
    return DrawnAttributes(tuple(slugs), tuple(rolls))


def draw_time(catalogue: Catalogue, dice: Dice) -> tuple[DrawRoll, Moment]:
    """The roll for the time of day and the `Moment` it leads to."""
    roll = roll_on(catalogue.tables["time-of-day"], dice)
    return roll, moment_of(roll.row, dice)


def moment_of(row: TableRow, dice: Dice) -> Moment:
    """The `Moment` of a row, with its half die where its length takes one."""
    turns = row.figures["turns"]
    if not row.figures["half_die"]:
        return Moment(row, turns)
    die = dice.d()
    return Moment(row, turns + half(die), die)


def draw_weather(catalogue: Catalogue, dice: Dice) -> DrawRoll:
    return roll_on(catalogue.tables["weather"], dice)
