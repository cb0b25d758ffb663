"""The dice page: a roller with the games' own rolls, and beneath it the check of a throw by its seed."""

import re
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from builder.dice.roller import RollForm
from builder.dice.throws import proof_query
from builder.registry import games_with_books
from rules.play.dice import LONGEST_SEED, Thrown, new_seed

DICE = re.compile(r"([1-9][0-9]?)?[dD]([1-9][0-9]{0,2})").fullmatch
MOST_DICE = 200


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    """The roll of the address, thrown with ?roll=SEED; and the dice of ?seed= and ?dice= (such as 2D6,1D20)."""
    if request.GET.get("roll") == "":
        return redirect(f"{request.path}?{urlencode(request.GET.dict() | {'roll': new_seed()})}#rolled")
    games = games_with_books()
    chosen = next((game for game in games if game["slug"] == request.GET.get("game")), None)
    rows = chosen["catalogue"].rolls if chosen else []
    usual = rows[0].figures if rows else {"number": 2, "sides": 6, "way": "least"}
    form = RollForm(request.GET if "number" in request.GET else usual)
    seed, formula = (request.GET.get(name, "")[:LONGEST_SEED] for name in ("seed", "dice"))
    sides, error = parse_dice(formula)
    thrown = Thrown(seed)
    context = roll_context(form, request.GET.get("roll", "")[:LONGEST_SEED]) | {
        "games": games,
        "chosen": chosen,
        "rolls": [(row, urlencode({"game": chosen["slug"]} | row.figures)) for row in rows] if chosen else [],
        "seed": seed,
        "words": formula,
        "rows": [(index, side, thrown.d(side)) for index, side in enumerate(sides)] if seed else [],
        "error": error,
    }
    return render(request, "dice/dice.html", context, status=400 if error or form.errors else 200)


def roll_context(form: RollForm, seed: str) -> dict[str, Any]:
    """What a page says of a roll, and of its dice where a seed is given; nothing of a form that is wrong."""
    if not form.is_valid():
        return {"form": form}
    thrown = Thrown(seed) if seed else None
    rolled = form.roll.roll(thrown) if thrown else None
    proof = thrown and proof_query(seed, thrown.sides)
    return {"form": form, "roll": form.roll, "chances": form.roll.rows(), "rolled": rolled, "proof": proof}


def parse_dice(formula: str) -> tuple[list[int], str]:
    """(the sides of each die, "") of a text such as "2D6,1D20", or ([], why it cannot be read)."""
    sides: list[int] = []
    for word in formula.replace(",", " ").split():
        match = DICE(word)
        if not match:
            return [], _("Write dice as 2D6 or 1D20.")
        sides += [int(match.group(2))] * int(match.group(1) or 1)
    if len(sides) > MOST_DICE:
        return [], _("Dice: {most} maximum.").format(most=MOST_DICE)
    return sides, ""
