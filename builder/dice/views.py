"""Thrown dice, to be thrown again by whoever doubts them."""

import re

from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.dice import LONGEST_SEED, Thrown

DICE = re.compile(r"([1-9][0-9]?)?[dD]([1-9][0-9]{0,2})").fullmatch
MOST_DICE = 200


@require_safe
def dice(request):
    """`?seed=` and `?dice=` (such as 2D6,1D20): what the seed gives, die by die."""
    seed, words = request.GET.get("seed", "")[:LONGEST_SEED], request.GET.get("dice", "")[:LONGEST_SEED]
    sides, error = parse_dice(words)
    thrown = Thrown(seed) if seed and sides else None
    rows = [(index, one, thrown.d(one)) for index, one in enumerate(sides)] if thrown else []
    context = {"seed": seed, "words": words, "rows": rows, "error": error}
    return render(request, "dice/check.html", context, status=400 if error else 200)


def parse_dice(words):
    """The sides of each die that words such as "2D6,1D20" ask for, and what is wrong with the words."""
    sides = []
    for word in words.replace(",", " ").split():
        found = DICE(word)
        if not found:
            return [], _("Dice are written as 2D6 or 1D20.")
        sides += [int(found.group(2))] * int(found.group(1) or 1)
    if len(sides) > MOST_DICE:
        return [], _("At most {most} dice at once.").format(most=MOST_DICE)
    return sides, ""
