"""Who enters when the game itself plays: zombies and insurgents, turn by turn ("Zombies Mode", "Insurgés Mode").

Every function takes the catalogue and a source of dice, and raises `BadDice` where typed dice do not fit.
"""

from collections import Counter
from typing import NamedTuple

from rules.catalogue import TableRow
from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.draws import Rolled, roll_on

MARKERS = 5
MOST_MARKERS = 40


class Arrival(NamedTuple):
    """Who enters this turn: how many (a D6), where (a roll on "entry-point"), and a roll for the weapon of each."""

    number: int
    point: Rolled
    weapons: tuple = ()

    @property
    def marker(self):
        """The number of the entry marker; None where the players choose."""
        return self.point.row.figures["marker"]

    @property
    def armed(self):
        """The insurgents' weapons as (row of the weapon table, how many), in the order of the table."""
        counted = Counter(roll.row.slug for roll in self.weapons)
        rows = {roll.row.slug: roll.row for roll in self.weapons}
        return tuple((rows[slug], counted[slug]) for slug in sorted(rows, key=lambda slug: rows[slug].low))


class Stirring(NamedTuple):
    """A marker at the end of a turn, in the variant: its number, its die, and whether a zombie appears there."""

    marker: int
    die: int
    appears: bool


def zombies_enter(catalogue, dice):
    """The `Entry` of zombies at the start of a turn: how many, then where."""
    number = dice.d()
    return Arrival(number, roll_on(catalogue.tables["entry-point"], dice))


def insurgents_enter(catalogue, dice):
    """The `Entry` of insurgents at the start of a turn: how many, then where, then a die for the weapon of each."""
    number = dice.d()
    point = roll_on(catalogue.tables["entry-point"], dice)
    return Arrival(number, point, tuple(roll_on(catalogue.tables["insurgent-weapons"], dice) for _one in range(number)))


def zombies_stir(catalogue, level, dice, markers=MARKERS):
    """The variant: at the end of a turn a die for each marker; a zombie appears on the level (a row's slug) or less."""
    most = catalogue.tables["infestation"].rows[level].figures["level"]
    fell = dice.several(min(markers, MOST_MARKERS))
    return tuple(Stirring(number, die, die <= most) for number, die in enumerate(fell, 1))


def standard_level(catalogue):
    """The slug of the level that the book calls standard."""
    return next(row.slug for row in catalogue.tables["infestation"].rows.values() if row.figures["standard"])


def weapon_row(catalogue, row: TableRow):
    """The generic weapon that a row of "insurgent-weapons" names, with its figures."""
    return catalogue.tables[f"weapons-{GENERIC}"].rows[row.figures["weapon"]]
