"""The running clock of a day and its weather.

Its whole state is in the address (moment, turns left, weather, turn), so it survives a reload, goes back with the
browser's own button, works for whoever was sent it and asks for no list.
"""

from dataclasses import asdict
from urllib.parse import urlencode

from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from builder.dice.throws import LONGEST_TYPED, source
from rules.dice import LONGEST_SEED, BadDice, Thrown, Typed
from rules.games.chain_reaction import clock as clocks
from rules.text import _

LONGEST_NUMBER = 6
BEGIN, NEXT, DOUBLE, SET = "begin", "next", "double", "set"
DICE = 6


@require_safe
def page(request, game_ui, catalogue):
    """The clock as the address has it. With ?action= it takes a step, and goes on to the address of what comes of it."""
    clock, error = read(request, catalogue), None
    try:
        if step := stepped(request, catalogue, clock):
            return redirect(f"{request.path}?{urlencode(step)}")
    except BadDice as bad:
        error = bad.message
    context = {"game_ui": game_ui, "catalogue": catalogue, "clock": clock, "error": error, "faces": range(1, DICE + 1)}
    return render(request, "chain-reaction/clock.html", context | about(clock, catalogue) | fell(request))


def read(request, catalogue):
    """The `Clock` of an address; None where it has none, or one that cannot be."""
    given = request.GET
    left, turn = number(given.get("left")), number(given.get("turn", "1"))
    if left is None or turn is None:
        return None
    return clocks.clock_of(catalogue, given.get("moment"), left, given.get("weather"), turn)


def number(word):
    right = word and word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER
    return int(word) if right else None


def stepped(request, catalogue, clock):
    """The query after the step that ?action= asks for; None where there is none to take. Raises `BadDice`."""
    verb = request.GET.get("action")
    if verb == BEGIN:
        return rolled(request, lambda dice: clocks.begin(catalogue, dice)[0])
    if verb == SET:
        return set_by_hand(request, catalogue)
    if clock and verb == NEXT:
        return rolled(request, lambda dice: clocks.next_turn(clock, catalogue, dice))
    face = number(request.GET.get("face"))
    if clock and verb == DOUBLE and face in range(1, DICE + 1):
        return asdict(clocks.doubled(clock, face, catalogue))
    return None


def rolled(request, run):
    """The query of what `run(dice)` makes of the dice; the seed goes with it where one fell."""
    dice = source(request) if request.GET.get("dice", "").strip() else Thrown()
    made = asdict(run(dice))
    if isinstance(dice, Typed):
        dice.all_used()
        return made | ({"fell": " ".join(map(str, dice.dice))} if dice.dice else {})
    return made | ({"seed": dice.seed, "thrown": len(dice.dice)} if dice.dice else {})


def set_by_hand(request, catalogue):
    """A time of day and a weather that were agreed on, or rolled elsewhere. Raises `BadDice` where that cannot be."""
    given = request.GET
    left = number(given.get("left"))
    clock = clocks.clock_of(catalogue, given.get("moment"), left or 0, given.get("weather"))
    if clock is None:
        raise BadDice(_("That time of day does not last so many turns."))
    return asdict(clock)


def about(clock, catalogue):
    """What a clock comes to: its rows, how far one sees, and what the day goes on to."""
    if clock is None:
        return {}
    return {
        "moment": catalogue.tables[clocks.TIMES].rows[clock.moment],
        "weather": catalogue.tables[clocks.WEATHER].rows[clock.weather],
        "night": clocks.is_night(clock, catalogue),
        "sight": clocks.sight(clock, catalogue),
        "chain": clocks.chain(clock.moment, catalogue),
    }


def fell(request):
    """The dice that led to this clock: thrown by the seed in the address, or as they were typed in."""
    seed, thrown = request.GET.get("seed", "")[:LONGEST_SEED], number(request.GET.get("thrown"))
    if seed and thrown and thrown <= DICE:
        proof = urlencode({"seed": seed, "dice": f"{thrown}D6"})
        return {"seed": seed, "dice": Thrown(seed).several(thrown), "proof": proof}
    return {"dice": request.GET.get("fell", "")[:LONGEST_TYPED].split()}
