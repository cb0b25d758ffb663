"""The pages to have open during a game: what is rolled for, who comes and what they do, with the dice for it."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.dice import throws
from builder.web.forms import number_or_none
from rules.catalogue import Catalogue
from rules.families.red_button.play.falls import fall_roll
from rules.families.red_button.weapons import MELEE_BASE
from rules.games.first_wave.play.state import INFECTED, MACHINE, SURVIVOR
from rules.play.dice import Dice
from rules.play.dice_book import modifier
from rules.play.melees import Lead
from rules.play.pools import Pool, Rolled, has_more_ones
from rules.play.rolls import Roll, Row
from rules.text import _

RESOURCES = ("ressources", "amphetamine-ou-robot", "armure-ou-bouclier", "piege-ou-trousse")
TABLES = (*RESOURCES, "nage", "feu", "empoisonne", "dernier-coup")
ENTRY, INFECTION, PLATING = "entree-des-pnj", "infection", "blindage"
TARGETS = (INFECTED, MACHINE, SURVIVOR)
SHOT, MELEE, FALL = FORMS = ("tir", "melee", "chute")
MOST_DICE, USUAL = 20, 4
USUAL_DICE = {"n": 5, "na": 4, "nd": 4}  # by the field of a form


@require_safe
def table(request: HttpRequest, game: str, catalogue: Catalogue) -> HttpResponse:
    """Shots, melees, falls, resources and everything else that is rolled for."""
    if response := throws.redirect_with_seed(request, (*TABLES, *FORMS)):
        return response
    values = form_values(request)
    throw = run_form(request, catalogue, values)
    context = {
        "game": game,
        "catalogue": catalogue,
        "tables": [catalogue.tables[slug] for slug in TABLES],
        "values": values,
        "needs": (3, 4, 5),
        "targets": [catalogue.tables[f"tir-sur-{target}"] for target in TARGETS],
        "throw": throw,
        "result": result(catalogue, throw, values),
    }
    return render(request, "first-wave/table.html", context)


@require_safe
def bestiary(request: HttpRequest, game: str, catalogue: Catalogue) -> HttpResponse:
    """Who enters, what they are, what they do, and what they do to the bitten."""
    slugs = (ENTRY, INFECTION, PLATING)
    if response := throws.redirect_with_seed(request, slugs):
        return response
    tables = catalogue.tables
    context = {
        "game": game,
        "catalogue": catalogue,
        "beasts": tables["bestiaire"],
        "steps": tables["actions-des-pnj"],
        "tables": [tables[slug] for slug in slugs],
        "base": MELEE_BASE,
        "throw": throws.requested_throw(request, catalogue, slugs),
    }
    return render(request, "first-wave/bestiary.html", context)


def form_values(request: HttpRequest) -> dict[str, Any]:
    """What the forms hold, each within its bounds.

    n, t         -- a shot: dice and the shooter's T; `target` is the slug of what is shot at
    na, ca       -- a melee: the attacker's dice and C; nd, cd: the defender's
    c            -- a fall test: C; `hurt`: of somebody wounded, who rolls 1D6 (ruling A101)
    """
    target = request.GET.get("target")
    numbers = {key: bounded(request, key, usual, 1, MOST_DICE) for key, usual in USUAL_DICE.items()}
    values = {key: bounded(request, key, USUAL, 3, 5) for key in ("t", "ca", "cd", "c")}
    others = {"hurt": bool(request.GET.get("hurt")), "target": target if target in TARGETS else TARGETS[0]}
    return numbers | values | others


def bounded(request: HttpRequest, key: str, usual: int, least: int, most: int) -> int:
    """A number of the address between `least` and `most`; the usual one where none can be read."""
    word = request.GET.get(key, "")
    number = number_or_none(word) if len(word) < 4 else None
    return max(least, min(most, usual if number is None else number))


def run_form(request: HttpRequest, catalogue: Catalogue, values: dict[str, Any]) -> throws.Throw:
    """The `Throw` that the address asks for, on a table or by a form; a false one where it asks for none."""
    runs: dict[str, Callable[[Dice], Iterable[Any]]] = {
        SHOT: lambda dice: [Pool(values["n"], values["t"]).roll(dice)],
        MELEE: lambda dice: [Pool(values[n], values[c]).roll(dice) for n, c in (("na", "ca"), ("nd", "cd"))],
        FALL: lambda dice: [fall_test(catalogue, values["c"], values["hurt"]).read(dice)],
    }
    slug = request.GET.get("roll")
    if slug in runs:
        return throws.run_throw(request, slug, runs[slug])
    return throws.requested_throw(request, catalogue, TABLES)


def fall_test(catalogue: Catalogue, need: int, wounded: bool) -> Roll:
    falls = Row(0, _("Falls"))
    modifiers = [modifier(catalogue, "wounded")] if wounded else []
    return fall_roll(falls, need, catalogue.play.rules["fall"], modifiers, stays=_("Holds on"))


def result(catalogue: Catalogue, throw: throws.Throw, values: dict[str, Any]) -> dict[str, Any] | None:
    """What the dice of one of the three forms come to, and the row of the book for it (none for a fall test)."""
    if throw.error or throw.slug not in FORMS:
        return None
    if throw.slug == SHOT:
        return shot_result(catalogue, values["target"], *throw.rolls)
    return melee_result(catalogue, *throw.rolls) if throw.slug == MELEE else {"fall": throw.rolls[0]}


def shot_result(catalogue: Catalogue, target: str, roll: Rolled) -> dict[str, Any]:
    row = catalogue.tables[f"tir-sur-{target}"].row(roll.successes)
    return {"roll": roll, "dry": has_more_ones([roll]), "row": row}


def melee_result(catalogue: Catalogue, attacker: Rolled, defender: Rolled) -> dict[str, Any]:
    lead = Lead(attacker.successes - defender.successes)
    row = catalogue.tables["effet-corps-a-corps"].row(lead.difference)
    return {"attacker": attacker, "defender": defender, "lead": lead, "row": row}
