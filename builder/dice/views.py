"""The page that throws dice again from their seed."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.dice import LONGEST_SEED, Thrown

DICE = re.compile(r"([1-9][0-9]?)?[dD]([1-9][0-9]{0,2})").fullmatch
MOST_DICE = 200


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    """The dice of ?seed= and ?dice= (such as 2D6,1D20), one by one."""
    seed, formula = request.GET.get("seed", "")[:LONGEST_SEED], request.GET.get("dice", "")[:LONGEST_SEED]
    sides, error = parse_dice(formula)
    thrown = Thrown(seed) if seed and sides else None
    rows = [(index, one, thrown.d(one)) for index, one in enumerate(sides)] if thrown else []
    context = {"seed": seed, "words": formula, "rows": rows, "error": error}
    return render(request, "dice/check.html", context, status=400 if error else 200)


def parse_dice(formula: str) -> tuple[list[int], str]:
    """(the sides of each die, "") of a text such as "2D6,1D20", or ([], why it cannot be read)."""
    sides: list[int] = []
    for word in formula.replace(",", " ").split():
        match = DICE(word)
        if not match:
            return [], _("Dice are written as 2D6 or 1D20.")
        sides += [int(match.group(2))] * int(match.group(1) or 1)
    if len(sides) > MOST_DICE:
        return [], _("At most {most} dice at once.").format(most=MOST_DICE)
    return sides, ""
