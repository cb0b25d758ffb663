"""The running clock of a day: turns left of the time of day, what follows it, and the weather."""

from dataclasses import dataclass, replace

from rules.games.chain_reaction.draws import draw_time, draw_weather, moment_of

TIMES, WEATHER = "time-of-day", "weather"
LONGEST_HALF = 3


@dataclass(frozen=True, slots=True)
class Clock:
    """A turn of a game: its number, the row of the time of day and its turns left (this one too), the weather's row."""

    moment: str
    left: int
    weather: str
    turn: int = 1


def begin(catalogue, dice):
    """The `Clock` of a game's first turn, with the rolls that it came from: time of day, then weather."""
    time, moment = draw_time(catalogue, dice)
    weather = draw_weather(catalogue, dice)
    return Clock(moment.row.slug, moment.turns, weather.row.slug), (time, weather)


def next_turn(clock, catalogue, dice):
    """The `Clock` of the next turn; where a time of day is over, the one that follows, with its half die if any."""
    turn = clock.turn + 1
    if clock.left > 1:
        return replace(clock, turn=turn, left=clock.left - 1)
    moment = moment_of(following(clock.moment, catalogue), dice)
    return replace(clock, turn=turn, moment=moment.row.slug, left=moment.turns)


def following(slug, catalogue):
    """The row of the time of day that follows another's slug."""
    table = catalogue.tables[TIMES]
    return table.row(table.rows[slug].figures["next"])


def chain(slug, catalogue):
    """The rows that follow a time of day, in their order, until one comes round again."""
    rows = []
    row = following(slug, catalogue)
    while row not in rows and row.slug != slug:
        rows.append(row)
        row = following(row.slug, catalogue)
    return tuple(rows)


def doubled(clock, face, catalogue):
    """The `Clock` after an activation showed a double of `face`.

    It changes changeable weather only, to the row of the double's sum (ruling cr-17). With two players the double is a
    tie, and is rolled again afterwards; with more, whether two equal dice count is theirs to say.
    """
    table = catalogue.tables[WEATHER]
    if not table.rows[clock.weather].figures["changeable"]:
        return clock
    return replace(clock, weather=table.row(2 * face).slug)


def is_night(clock, catalogue):
    return catalogue.tables[TIMES].rows[clock.moment].figures["night"]


def sight(clock, catalogue):
    """How far one sees, in inches: by the weather where it is bad, else by night 12 in the open; None without limit."""
    night = is_night(clock, catalogue)
    figures = catalogue.tables[WEATHER].rows[clock.weather].figures
    limit = figures["night" if night else "day"]
    if limit is None and night:
        return catalogue.tables["sight"].rows["nuit"].figures["sight"]
    return limit


def clock_of(catalogue, moment, left, weather, turn=1):
    """A `Clock` from what an address or a log says; None where it cannot be one."""
    row = catalogue.tables[TIMES].rows.get(moment)
    if row is None or weather not in catalogue.tables[WEATHER].rows:
        return None
    most = row.figures["turns"] + (LONGEST_HALF if row.figures["half_die"] else 0)
    return Clock(moment, left, weather, turn) if 1 <= left <= most and turn >= 1 else None
