"""The running clock of a day: turns left of the time of day, what follows it, and the weather."""

from dataclasses import dataclass, replace

from rules.catalogue import Catalogue, TableRow
from rules.games.chain_reaction.draws import DrawRoll, draw_time, draw_weather, moment_of, row_of
from rules.games.chain_reaction.odds import SIDES, half
from rules.play.dice import Dice

TIMES, WEATHER = "time-of-day", "weather"


@dataclass(frozen=True, slots=True)
class Clock:
    """A turn of a game.

    moment   -- the slug of the time of day, a row of "time-of-day"
    left     -- turns left of it, this one included
    weather  -- the slug of the weather, a row of "weather"
    turn     -- the number of the turn, from 1
    """

    moment: str
    left: int
    weather: str
    turn: int = 1


def begin(catalogue: Catalogue, dice: Dice) -> tuple[Clock, tuple[DrawRoll, DrawRoll]]:
    """The `Clock` of a game's first turn, with its rolls: time of day, then weather. Raises `BadDice`."""
    time, moment = draw_time(catalogue, dice)
    weather = draw_weather(catalogue, dice)
    return Clock(moment.row.slug, moment.turns, weather.row.slug), (time, weather)


def next_turn(clock: Clock, catalogue: Catalogue, dice: Dice) -> Clock:
    """The `Clock` of the next turn; after the last of a time of day, the one that follows. Raises `BadDice`."""
    turn = clock.turn + 1
    if clock.left > 1:
        return replace(clock, turn=turn, left=clock.left - 1)
    moment = moment_of(following(clock.moment, catalogue), dice)
    return replace(clock, turn=turn, moment=moment.row.slug, left=moment.turns)


def following(slug: str, catalogue: Catalogue) -> TableRow:
    """The row of the time of day that follows the one with this slug."""
    table = catalogue.tables[TIMES]
    return row_of(table, table.rows[slug].figures["next"])


def chain(slug: str, catalogue: Catalogue) -> tuple[TableRow, ...]:
    """The rows that follow a time of day, in their order, each once."""
    rows: list[TableRow] = []
    row = following(slug, catalogue)
    while row not in rows and row.slug != slug:
        rows.append(row)
        row = following(row.slug, catalogue)
    return tuple(rows)


def doubled(clock: Clock, face: int, catalogue: Catalogue) -> Clock:
    """The `Clock` after an activation showed a double of `face`.

    It changes changeable weather only, to the row of the double's sum (ruling cr-17). With two players the double is a
    tie, and is rolled again afterwards; with more, the players decide whether two equal dice count.
    """
    table = catalogue.tables[WEATHER]
    if not table.rows[clock.weather].figures["changeable"]:
        return clock
    return replace(clock, weather=row_of(table, 2 * face).slug)


def is_night(clock: Clock, catalogue: Catalogue) -> bool:
    return catalogue.tables[TIMES].rows[clock.moment].figures["night"]


def sight(clock: Clock, catalogue: Catalogue) -> int | None:
    """How far one sees, in inches: by the weather where it is bad, else 12 by night in the open; None without limit."""
    night = is_night(clock, catalogue)
    figures = catalogue.tables[WEATHER].rows[clock.weather].figures
    inches = figures["night" if night else "day"]
    if inches is None and night:
        return catalogue.tables["sight"].rows["nuit"].figures["sight"]
    return inches


def is_sight_of_the_open(clock: Clock, catalogue: Catalogue) -> bool:
    """Whether sight is shortened in the open alone: by a night without bad weather."""
    return is_night(clock, catalogue) and catalogue.tables[WEATHER].rows[clock.weather].figures["night"] is None


def clock_of(catalogue: Catalogue, moment: str | None, left: int, weather: str | None, turn: int = 1) -> Clock | None:
    """A `Clock` from the words of an address or a log; None where it cannot be one."""
    if moment is None or weather is None:
        return None
    row = catalogue.tables[TIMES].rows.get(moment)
    if row is None or weather not in catalogue.tables[WEATHER].rows:
        return None
    most = row.figures["turns"] + (half(SIDES) if row.figures["half_die"] else 0)
    return Clock(moment, left, weather, turn) if 1 <= left <= most and turn >= 1 else None
