"""The pages to have open during a game: what is rolled for, who comes and what they do, with the dice for it."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.dice import throws
from rules.games.first_wave import rolls

RESOURCES = ("ressources", "amphetamine-ou-robot", "armure-ou-bouclier", "piege-ou-trousse")
ROLLED = (*RESOURCES, "nage", "feu", "empoisonne", "dernier-coup")
ENTRY, INFECTION, PLATING = "entree-des-pnj", "infection", "blindage"
TARGETS = (rolls.INFECTED, rolls.MACHINE, rolls.SURVIVOR)
SHOT, MELEE, FALL = "tir", "melee", "chute"
MOST_DICE, BASE, USUAL = 20, 3, 4


@require_safe
def table(request, game_ui, catalogue):
    """Shots, melees, falls, resources and everything else that is rolled for."""
    if again := throws.redirect_with_seed(request, (*ROLLED, SHOT, MELEE, FALL)):
        return again
    asked = values(request)
    throw = thrown(request, catalogue, asked)
    context = {
        "game_ui": game_ui,
        "catalogue": catalogue,
        "tables": [catalogue.tables[slug] for slug in ROLLED],
        "asked": asked,
        "needs": (3, 4, 5),
        "targets": [catalogue.tables[f"tir-sur-{target}"] for target in TARGETS],
        "throw": throw,
        "result": result(catalogue, throw, asked),
    }
    return render(request, "first-wave/table.html", context)


@require_safe
def bestiary(request, game_ui, catalogue):
    """Who enters, what they are, what they do, and what they do to the bitten."""
    slugs = (ENTRY, INFECTION, PLATING)
    if again := throws.redirect_with_seed(request, slugs):
        return again
    tables = catalogue.tables
    context = {
        "game_ui": game_ui,
        "catalogue": catalogue,
        "beasts": tables["bestiaire"],
        "steps": tables["actions-des-pnj"],
        "tables": [tables[slug] for slug in slugs],
        "base": BASE,
        "throw": throws.requested_throw(request, catalogue, slugs),
    }
    return render(request, "first-wave/bestiary.html", context)


def values(request):
    """What the forms ask for, each within its bounds: dice of both sides, values to reach, the target."""
    target = request.GET.get("target")
    return {
        "n": whole(request, "n", 5, 1, MOST_DICE),
        "t": whole(request, "t", USUAL, 3, 5),
        "na": whole(request, "na", 4, 1, MOST_DICE),
        "ca": whole(request, "ca", USUAL, 3, 5),
        "nd": whole(request, "nd", 4, 1, MOST_DICE),
        "cd": whole(request, "cd", USUAL, 3, 5),
        "c": whole(request, "c", USUAL, 3, 5),
        "target": target if target in TARGETS else TARGETS[0],
    }


def whole(request, key, usual, least, most):
    """A number of the address between `least` and `most`; the usual one where none can be read."""
    word = request.GET.get(key, "")
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else usual
    return max(least, min(most, number))


def thrown(request, catalogue, asked):
    """The `Throw` that the address asks for, on a table or by a form; a false one where it asks for none."""
    runs = {
        SHOT: lambda dice: [rolls.shot(dice, asked["n"], asked["t"])],
        MELEE: lambda dice: [rolls.melee(dice, (asked["na"], asked["ca"]), (asked["nd"], asked["cd"]))],
        FALL: lambda dice: [rolls.fall_test(dice, asked["c"])],
    }
    slug = request.GET.get("roll")
    if slug in runs:
        return throws.run_throw(request, slug, runs[slug])
    return throws.requested_throw(request, catalogue, ROLLED)


def result(catalogue, throw, asked):
    """What a throw of one of the three forms comes to, and the row of the book that says so."""
    if throw.error or throw.slug not in (SHOT, MELEE, FALL):
        return None
    roll = throw.rolls[0]
    row = None
    if throw.slug == SHOT:
        row = rolls.effect(catalogue, asked["target"], roll)
    elif throw.slug == MELEE:
        row = rolls.outcome(catalogue, roll)
    return {"roll": roll, "row": row}
