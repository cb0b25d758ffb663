"""Dice in a battle: an action of a unit or of the table, or a step of a checklist, as a form with its dice."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from builder.accounts.limits import counts_as
from builder.battles import services
from builder.battles.access import access_or_404
from builder.battles.loading import context_of
from builder.battles.models import Mark
from builder.battles.services import WantedMark
from builder.battles.spec import Attempt, Outcome
from builder.registry import GAME_UIS
from builder.web.forms import number_or_none
from builder.web.keys import new_key
from builder.wording import say
from rules.dice import BadDice, Thrown, Typed, new_seed
from rules.shapes import UNWRITABLE
from rules.text import Message

MOST_FIELDS, LONGEST_FIELD, LONGEST_TYPED = 40, 100, 300
OWN = ("roll", "dice", "accept", "id", "csrfmiddlewaretoken")  # fields of this page, not of an action


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def battle_action(request, pk, slug):
    """Something that is done with dice, such as a shot. GET shows the dice for what is chosen; POST rolls them."""
    access = access_or_404(request, pk)
    action = GAME_UIS[access.battle.game].battle.actions.get(slug)
    if action is None:
        raise Http404
    context = context_of(access, get_language() or "fr")
    attempt = action.attempt(context, chosen_fields(request))
    return roll_page(request, access, context, attempt, action.title)


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def battle_step(request, pk, slug, number):
    """A step of a checklist that has dice."""
    access = access_or_404(request, pk)
    context = context_of(access, get_language() or "fr")
    checklists = GAME_UIS[access.battle.game].battle.checklists(context)
    steps = next((one.steps for one in checklists if one.slug == slug), ())
    if number >= len(steps) or not steps[number].dice:
        raise Http404
    step = steps[number]
    return roll_page(request, access, context, Attempt((), step.dice, reads=step.reads), step.title)


def chosen_fields(request):
    """The fields of an address or a form that belong to the action, bounded."""
    sent = request.POST if request.method == "POST" else request.GET
    kept = [(key, value) for key, value in sent.items() if key not in OWN and not UNWRITABLE(value)]
    return {key: value[:LONGEST_FIELD] for key, value in kept[:MOST_FIELDS]}


def roll_page(request, access, context, attempt, title):
    fields = chosen_fields(request) | {one.name: one.value for one in attempt.fields}  # what was usual stays chosen
    if request.method == "POST":
        answer = accept if "accept" in request.POST else roll
        return answer(request, access, attempt, fields)
    reading = read_dice(request, access, attempt)
    unit = fields.get("unit", "")
    page = {
        "battle": access.battle,
        "access": access,
        "game_ui": GAME_UIS[access.battle.game],
        "title": title,
        "attempt": attempt,
        "fields": fields,
        "acting": context.battle.units_by_path.get(unit),
        "back": back_to(access.battle.pk, unit),
        "number": request.GET.get("roll", ""),
        "typed": request.GET.get("dice", "")[:LONGEST_TYPED],
        **reading._asdict(),
    }
    return render(request, "battles/roll.html", page, status=422 if reading.error else 200)


def roll(request, access, attempt, fields):
    """Roll with a new seed, which the battle's log keeps, and show what fell."""
    if not attempt.dice or attempt.reads is None:
        return redirect(f"{request.path}?{urlencode(fields)}")
    dice = Thrown(new_seed())
    attempt.reads(dice)
    kept = {"seed": dice.seed, "dice": dice.dice, "sides": dice.sides, "path": request.path, "fields": fields}
    uid = new_key()
    marked = services.mark(access.battle.pk, access.mine, [WantedMark(uid, services.ROLL, roll=kept)])
    return redirect(f"{request.path}?{urlencode(fields | {'roll': marked.numbers[uid]})}#outcome")


def accept(request, access, attempt, fields):
    """Mark what a kept roll gives. Its dice can be checked, so it may mark the units of the other side too."""
    rolled = kept_roll(request, access, number_or_none(request.POST.get("roll")))
    number = number_or_none(request.POST.get("accept"))
    proposals = attempt.reads(Thrown(rolled["seed"])).proposals if rolled and attempt.reads else ()
    if number is None or number >= len(proposals):
        raise Http404
    wanted = WantedMark(request.POST.get("id", "")[:40] or new_key(), proposals[number].command)
    marked = services.mark(access.battle.pk, access.mine, [wanted], every_side=True)
    for message in marked.refused.values():
        messages.error(request, say(message))
    return redirect(back_to(access.battle.pk, fields.get("unit", "")))


def back_to(pk, unit):
    return reverse("battle", args=[pk]) + (f"?{urlencode({'unit': unit})}" if unit else "")


class Reading(NamedTuple):
    """Dice as they were read; all empty where none are given.

    fell   -- (value, sides) of each die
    rolled -- the roll that the battle keeps; None for typed dice
    error  -- why typed dice are wrong
    """

    outcome: Outcome | None = None
    fell: tuple[tuple[int, int], ...] = ()
    rolled: dict[str, Any] | None = None
    error: Message | None = None


def read_dice(request, access, attempt):
    """The `Reading` of the dice that an address gives: ?dice=3 5, or ?roll= the number of a mark."""
    typed = request.GET.get("dice", "")[:LONGEST_TYPED].strip()
    rolled = None if typed else kept_roll(request, access, number_or_none(request.GET.get("roll")))
    if attempt.reads is None or not (typed or rolled):
        return Reading()
    try:
        dice = Thrown(rolled["seed"]) if rolled else Typed.read(typed)
        outcome = attempt.reads(dice)
        if isinstance(dice, Typed):
            dice.all_used()
    except BadDice as bad:
        return Reading(error=bad.message)
    return Reading(outcome, tuple(zip(dice.dice, dice.sides, strict=True)), rolled)


def kept_roll(request, access, number):
    """The roll of this very page, with the same choices, that the battle keeps under a number, else None."""
    mark = Mark.objects.filter(battle=access.battle, number=number or 0, roll__isnull=False).first()
    roll = mark.roll if mark else None
    is_same = roll and (roll["path"], roll["fields"]) == (request.path, chosen_fields(request))
    return roll if is_same else None
