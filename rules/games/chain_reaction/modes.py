"""Who enters when the game itself plays: zombies and insurgents, turn by turn ("Zombies Mode", "Insurgés Mode").

Every function takes the catalogue and a source of dice, and raises `BadDice` where typed dice do not fit.
"""

from collections import Counter
from typing import NamedTuple

from rules.catalogue import Catalogue, TableRow
from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.draws import DrawRoll, roll_on
from rules.play.dice import Dice

ZOMBIES, INSURGENTS = "zombies", "insurgents"
ROWS = {ZOMBIES: "zombies", INSURGENTS: "insurges"}  # of the table "modes"
MOST_MARKERS = 40  # of noise


class Arrival(NamedTuple):
    """Who enters this turn: how many (a D6), where (a roll on "entry-point"), and a roll for the weapon of each."""

    number: int
    point: DrawRoll
    weapons: tuple[DrawRoll, ...] = ()

    @property
    def marker(self) -> int | None:
        """The number of the entry marker; None where the players choose."""
        return self.point.row.figures["marker"]

    @property
    def armed(self) -> tuple[tuple[TableRow, int], ...]:
        """The insurgents' weapons as (row of the weapon table, how many), in the order of the table."""
        numbers = Counter(roll.row.slug for roll in self.weapons)
        rows = {roll.row.slug: roll.row for roll in self.weapons}
        return tuple((rows[slug], numbers[slug]) for slug in sorted(rows, key=lambda slug: rows[slug].low or 0))


class Stirring(NamedTuple):
    """A noise marker at the end of a turn, in the variant: its number, its die, and whether a zombie appears there."""

    marker: int
    die: int
    appears: bool


def zombies_enter(catalogue: Catalogue, dice: Dice) -> Arrival:
    """Zombies at the start of a turn: how many, then where."""
    number = dice.d()
    return Arrival(number, roll_on(catalogue.tables["entry-point"], dice))


def insurgents_enter(catalogue: Catalogue, dice: Dice) -> Arrival:
    """Insurgents at the start of a turn: how many, then where, then a die for the weapon of each."""
    arrival = zombies_enter(catalogue, dice)
    weapons = tuple(roll_on(catalogue.tables["insurgent-weapons"], dice) for _each in range(arrival.number))
    return arrival._replace(weapons=weapons)


def zombies_stir(catalogue: Catalogue, level: str, dice: Dice, markers: int) -> tuple[Stirring, ...]:
    """The variant: at the end of a turn a die for each noise marker (ruling cr-56); one appears on the level or less.

    `level` is a slug of the table "infestation".
    """
    most = catalogue.tables["infestation"].rows[level].figures["level"]
    values = dice.several(min(markers, MOST_MARKERS))
    return tuple(Stirring(number, die, die <= most) for number, die in enumerate(values, 1))


def standard_level(catalogue: Catalogue) -> str:
    """The slug of the level that the book calls standard."""
    return next(row.slug for row in catalogue.tables["infestation"].rows.values() if row.figures["standard"])


def weapon_row(catalogue: Catalogue, row: TableRow) -> TableRow:
    """The generic weapon that a row of "insurgent-weapons" names, with its figures."""
    return catalogue.tables[f"weapons-{GENERIC}"].rows[row.figures["weapon"]]
