"""What is drawn with dice before a game: NPCs, attributes, the time of day and the weather.

Every function takes the catalogue and a source of dice (`rules.dice`), and raises `BadDice` where they were
typed and do not fit.
"""

from typing import NamedTuple

from rules.catalogue import Table, TableRow
from rules.games.chain_reaction.analysis import draw_tables
from rules.games.chain_reaction.document import Draw
from rules.games.chain_reaction.odds import dice_of, half

MOST_ATTRIBUTES = 40  # as many as a document's list holds


class Rolled(NamedTuple):
    """A roll on a table: the dice as they fell and the row they led to; `kept` is False where it was drawn again."""

    table: Table
    dice: tuple
    row: TableRow
    kept: bool = True


class DrawnNpc(NamedTuple):
    """An NPC that was drawn: all rolls in their order, the last one kept, and the draw as the document keeps it."""

    rolls: tuple
    draw: Draw

    @property
    def row(self):
        return self.rolls[-1].row

    @property
    def rep(self):
        return self.row.figures["rep"]

    @property
    def rejected(self):
        """The rolls that gave a REP above the Star's, in their order."""
        return tuple(roll for roll in self.rolls if not roll.kept)


class DrawnAttributes(NamedTuple):
    """Attributes that were drawn: their slugs, and every roll that led there."""

    slugs: tuple
    rolls: tuple


class Moment(NamedTuple):
    """A time of day: its row in the table "time-of-day", how many turns it lasts, and the half die in that, if any."""

    row: TableRow
    turns: int
    half_die: int | None = None

    @property
    def night(self):
        return self.row.figures["night"]


def roll_on(table, dice):
    """A `Rolled` on a `Table` that has dice."""
    fell = dice.several(*dice_of(table))
    return Rolled(table, fell, table.row(sum(fell)))


def draw_npc(catalogue, word, dice, cap=None):
    """A `DrawnNpc` on the table that documents call `word` (see `survey.draw_tables`).

    cap -- the REP of a Star in a campaign: what is above it is drawn again (ruling cr-7). A cap below all that the
           table holds is no cap, for then every draw would be in vain.
    """
    table = draw_tables(catalogue)[word]
    lowest = min(row.figures["rep"] for row in table.rows.values())
    rolls = [roll_on(table, dice)]
    while cap is not None and lowest <= cap < rolls[-1].row.figures["rep"]:
        rolls[-1] = rolls[-1]._replace(kept=False)
        rolls.append(roll_on(table, dice))
    return DrawnNpc(tuple(rolls), Draw(word, rolls[-1].dice, dice.seed))


def draw_attributes(catalogue, number, dice):
    """`DrawnAttributes` for so many rolls, 40 at most: a D6 for the table, then its D20 or D12 ("Attributs")."""
    slugs, rolls = [], []
    for _one in range(min(number, MOST_ATTRIBUTES)):
        rolls.append(roll_on(catalogue.tables["attribute-kind"], dice))
        found, fell = attributes_on(catalogue.tables[rolls[-1].row.figures["then"]], dice)
        slugs += found
        rolls += fell
    return DrawnAttributes(tuple(slugs), tuple(rolls))


def attributes_on(table, dice):
    """One roll on a table of attributes; a 19 rolls twice on it again, as often as it falls (ruling cr-13)."""
    slugs, rolls, due = [], [], 1
    while due:
        rolls.append(roll_on(table, dice))
        more = rolls[-1].row.figures.get("rolls")
        if more is None:
            slugs.append(rolls[-1].row.slug)
        due += (more or 0) - 1
    return slugs, rolls


def draw_time(catalogue, dice):
    """The roll for the time of day and the `Moment` it leads to, as a pair."""
    roll = roll_on(catalogue.tables["time-of-day"], dice)
    return roll, moment_of(roll.row, dice)


def moment_of(row, dice):
    """The `Moment` of a row, with its half die where its length takes one."""
    turns = row.figures["turns"]
    if not row.figures["half_die"]:
        return Moment(row, turns)
    die = dice.d()
    return Moment(row, turns + half(die), die)


def draw_weather(catalogue, dice):
    """The roll for the weather."""
    return roll_on(catalogue.tables["weather"], dice)
