"""The rolls for a session of play (time of day, weather) as the list's log keeps them."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from rules.catalogue import Catalogue, TableRow
from rules.document import Roll
from rules.games.chain_reaction.clock import TIMES, WEATHER, Clock, clock_of
from rules.games.chain_reaction.document import Draw, StarGroup
from rules.games.chain_reaction.odds import dice_of, half
from rules.play.dice import Thrown

VERBS = {TIMES: "roll-time", WEATHER: "roll-weather"}  # the edits that roll on the tables of a session


def latest_rolls(document: StarGroup, catalogue: Catalogue) -> dict[str, tuple[TableRow | None, Any]]:
    """The newest roll on each table: {table's slug: (row, `Roll`)}, two None where nothing was rolled."""
    latest: dict[str, tuple[TableRow | None, Any]] = dict.fromkeys(VERBS, (None, None))
    for roll in (roll for entry in document.log for roll in entry.rolls if isinstance(roll.result, str)):
        for slug in VERBS:
            if row := catalogue.tables[slug].rows.get(roll.result):
                latest[slug] = (row, roll)
    return latest


def session_tables(document: StarGroup, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """What the editor shows of each table: {slug, verb (the edit that rolls on it), table, row, roll, proof}."""
    for slug, (row, roll) in latest_rolls(document, catalogue).items():
        table = catalogue.tables[slug]
        yield {"slug": slug, "verb": VERBS[slug], "table": table, "row": row, "roll": roll, "proof": proof(roll)}


def proof(roll: Roll | Draw | None) -> str:
    """The query of the page that throws the D6 of a roll or a draw again; "" where its seed does not give them."""
    if roll is None or roll.seed is None or not isinstance(roll.dice, tuple) or not roll.dice:
        return ""
    number = len(roll.dice)
    proved = Thrown(roll.seed).several(number) == roll.dice
    return urlencode({"seed": roll.seed, "dice": f"{number}D6"}) if proved else ""


def proof_of_draw(document: StarGroup, draw: Draw) -> str:
    """The same for a figure's draw, whose dice may be some in the middle of a roll that the log keeps."""
    rolls = (roll for entry in document.log for roll in entry.rolls)
    in_log = (roll for roll in rolls if roll.seed == draw.seed and is_within(draw.dice, roll))
    return proof(draw) or next(filter(None, map(proof, in_log)), "")


def is_within(dice: tuple, roll: Roll) -> bool:
    """Whether dice fell one after the other among those of a roll."""
    rolled = roll.dice if isinstance(roll.dice, tuple) else ()
    return any(rolled[end - len(dice) : end] == dice for end in range(len(dice), len(rolled) + 1))


def session_clock(document: StarGroup, catalogue: Catalogue) -> Clock | None:
    """The `Clock` that a game with the newest rolls starts with; None where one of them is missing."""
    rolls = latest_rolls(document, catalogue)
    (moment, roll), (weather, _roll) = rolls[TIMES], rolls[WEATHER]
    if not moment or not weather:
        return None
    left = moment.figures["turns"]
    number, _sides = dice_of(catalogue.tables[TIMES])
    if moment.figures["half_die"] and isinstance(roll.dice, tuple) and len(roll.dice) == number + 1:
        left += half(roll.dice[-1])
    return clock_of(catalogue, moment.slug, left, weather.slug)
