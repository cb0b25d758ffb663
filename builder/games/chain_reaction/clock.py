"""The running clock of a day and its weather.

Its whole state is in the address (moment, turns left, weather, turn): a reload, the browser's back button and whoever
was sent the address see the same clock, and no list is needed.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from builder.dice.throws import LONGEST_TYPED, source
from builder.web.forms import number_or_none
from rules.catalogue import Catalogue
from rules.games.chain_reaction import clock as clocks
from rules.games.chain_reaction.clock import Clock
from rules.play.dice import LONGEST_SEED, BadDice, Dice, Thrown, Typed
from rules.text import _

LONGEST_NUMBER = 6
BEGIN, NEXT, DOUBLE, SET = "begin", "next", "double", "set"
FACES = range(1, 7)  # of a D6
MOST_DICE = 6  # of one step


@require_safe
def clock_page(request: HttpRequest, game: str, catalogue: Catalogue) -> HttpResponse:
    """The clock of the address. With ?action= it takes a step and redirects to the address of the clock after it."""
    clock, error = clock_of_address(request, catalogue), None
    try:
        if query := query_after_step(request, catalogue, clock):
            return redirect(f"{request.path}?{urlencode(query)}")
    except BadDice as bad:
        error = bad.message
    context = {"game": game, "catalogue": catalogue, "clock": clock, "error": error, "faces": FACES}
    return render(request, "chain-reaction/clock.html", context | clock_context(clock, catalogue) | dice_of(request))


def clock_of_address(request: HttpRequest, catalogue: Catalogue) -> Clock | None:
    """The `Clock` of an address; None where it has none, or one that cannot be."""
    query = request.GET
    left, turn = number(query.get("left")), number(query.get("turn", "1"))
    if left is None or turn is None:
        return None
    return clocks.clock_of(catalogue, query.get("moment"), left, query.get("weather"), turn)


def number(word: str | None) -> int | None:
    """A whole number of an address; None for anything else, and for more than six digits."""
    return number_or_none(word) if word and len(word) <= LONGEST_NUMBER else None


def query_after_step(request: HttpRequest, catalogue: Catalogue, clock: Clock | None) -> dict[str, Any] | None:
    """The query of the clock after the step that ?action= asks for; None without such a step. Raises `BadDice`."""
    action = request.GET.get("action")
    if action == BEGIN:
        return query_after_dice(request, lambda dice: clocks.begin(catalogue, dice)[0])
    if action == SET:
        return query_set_by_hand(request, catalogue)
    if clock and action == NEXT:
        return query_after_dice(request, lambda dice: clocks.next_turn(clock, catalogue, dice))
    face = number(request.GET.get("face"))
    if clock and action == DOUBLE and face is not None and face in FACES:
        return asdict(clocks.doubled(clock, face, catalogue))
    return None


def query_after_dice(request: HttpRequest, step: Callable[[Dice], Clock]) -> dict[str, Any]:
    """The query of the clock that `step(dice)` returns; with the seed or the typed dice where any fell."""
    dice = source(request) if request.GET.get("dice", "").strip() else Thrown()
    query = asdict(step(dice))
    if isinstance(dice, Typed):
        dice.all_used()
        return query | ({"fell": " ".join(map(str, dice.dice))} if dice.dice else {})
    return query | ({"seed": dice.seed, "thrown": len(dice.dice)} if dice.dice else {})


def query_set_by_hand(request: HttpRequest, catalogue: Catalogue) -> dict[str, Any]:
    """A time of day and a weather that were agreed on, or rolled elsewhere. Raises `BadDice` where that cannot be."""
    query = request.GET
    clock = clocks.clock_of(catalogue, query.get("moment"), number(query.get("left")) or 0, query.get("weather"))
    if clock is None:
        raise BadDice(_("That time of day has fewer turns."))
    return asdict(clock)


def clock_context(clock: Clock | None, catalogue: Catalogue) -> dict[str, Any]:
    """What the page says of a clock: its rows, whether it is night, how far one sees, what the day goes on to."""
    if clock is None:
        return {}
    return {
        "moment": catalogue.tables[clocks.TIMES].rows[clock.moment],
        "weather": catalogue.tables[clocks.WEATHER].rows[clock.weather],
        "night": clocks.is_night(clock, catalogue),
        "sight": clocks.sight(clock, catalogue),
        "chain": clocks.chain(clock.moment, catalogue),
    }


def dice_of(request: HttpRequest) -> dict[str, Any]:
    """The dice that led to this clock: thrown by the seed in the address, or as they were typed in."""
    seed, thrown = request.GET.get("seed", "")[:LONGEST_SEED], number(request.GET.get("thrown"))
    if seed and thrown and thrown <= MOST_DICE:
        proof = urlencode({"seed": seed, "dice": f"{thrown}D6"})
        return {"seed": seed, "dice": Thrown(seed).several(thrown), "proof": proof}
    return {"dice": request.GET.get("fell", "")[:LONGEST_TYPED].split()}
