"""What was rolled for a session of play, found again in the list's log."""

from urllib.parse import urlencode

from rules.dice import Thrown
from rules.games.chain_reaction.clock import TIMES, WEATHER, clock_of
from rules.games.chain_reaction.odds import half

TABLES = (TIMES, WEATHER)
VERBS = ("roll-time", "roll-weather")
HALF_DIE_DUE = 3  # dice of a time of day that lasts a half die longer


def latest(document, catalogue):
    """The row of the newest roll on each table of the session, by the table's slug; None where none was rolled."""
    return {slug: row for slug, (row, _roll) in latest_rolls(document, catalogue).items()}


def latest_rolls(document, catalogue):
    """The same with the `Roll`: {table's slug: (row, roll)}."""
    found = dict.fromkeys(TABLES, (None, None))
    for entry in document.log:
        for roll in entry.rolls:
            for slug in TABLES:
                row = catalogue.tables[slug].rows.get(roll.result) if isinstance(roll.result, str) else None
                found[slug] = (row, roll) if row else found[slug]
    return found


def shown(document, catalogue):
    """What the editor shows of each table: {slug, verb (the edit that rolls on it), table, row, roll, proof}."""
    for (slug, (row, roll)), verb in zip(latest_rolls(document, catalogue).items(), VERBS, strict=True):
        table = catalogue.tables[slug]
        yield {"slug": slug, "verb": verb, "table": table, "row": row, "roll": roll, "proof": proof(roll)}


def proof(roll):
    """The query of the page that throws the D6 of a roll (or a draw) again; "" where its seed does not give them."""
    if roll is None or roll.seed is None or not isinstance(roll.dice, tuple) or not roll.dice:
        return ""
    number = len(roll.dice)
    right = Thrown(roll.seed).several(number) == roll.dice
    return urlencode({"seed": roll.seed, "dice": f"{number}D6"}) if right else ""


def proof_of_draw(document, draw):
    """The same for a figure's draw, whose dice may have fallen in the middle of those that the log keeps."""
    kept = (
        roll for entry in document.log for roll in entry.rolls if roll.seed == draw.seed and within(draw.dice, roll)
    )
    return next(filter(None, map(proof, (draw, *kept))), "")


def within(dice, roll):
    """Whether dice fell one after the other among those of a roll."""
    ends = range(len(dice), len(roll.dice) + 1) if isinstance(roll.dice, tuple) else ()
    return any(roll.dice[end - len(dice) : end] == dice for end in ends)


def clock(document, catalogue):
    """The `Clock` that a game with the newest rolls starts with; None where one of them is missing."""
    rolls = latest_rolls(document, catalogue)
    (moment, time), (weather, _roll) = rolls[TIMES], rolls[WEATHER]
    if not moment or not weather:
        return None
    left = moment.figures["turns"]
    if moment.figures["half_die"]:
        left += half(time.dice[-1]) if isinstance(time.dice, tuple) and len(time.dice) == HALF_DIE_DUE else 0
    return clock_of(catalogue, moment.slug, left, weather.slug)
