"""Dice in a battle: an action of a unit or of the table, or a step of a checklist, as a form with its dice."""

from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from builder.accounts.limits import counts_as
from builder.battles import services
from builder.battles.access import access_or_404
from builder.battles.loading import context_of
from builder.battles.models import Mark
from builder.battles.services import WantedMark
from builder.battles.spec import Attempt
from builder.registry import GAME_UIS
from builder.web.forms import number_or_none
from builder.web.keys import new_key
from rules.dice import BadDice, Thrown, Typed, new_seed
from rules.shapes import UNWRITABLE

MOST_FIELDS, LONGEST_FIELD, LONGEST_TYPED = 30, 100, 300
OWN = ("roll", "dice", "csrfmiddlewaretoken")  # fields of this page, not of an action


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
        return roll(request, access, attempt, fields)
    outcome, rolled, error = read_dice(request, access, attempt)
    page = {
        "battle": access.battle,
        "access": access,
        "document": context.battle,
        "game_ui": GAME_UIS[access.battle.game],
        "title": title,
        "attempt": attempt,
        "fields": fields,
        "outcome": outcome,
        "rolled": rolled,
        "error": error,
        "typed": request.GET.get("dice", "")[:LONGEST_TYPED],
        "uid": new_key(),
    }
    return render(request, "battles/roll.html", page, status=422 if error else 200)


def roll(request, access, attempt, fields):
    """Roll with a new seed, which the battle's log keeps, and show what fell."""
    if not attempt.dice or attempt.reads is None:
        return redirect(f"{request.path}?{urlencode(fields)}")
    dice = Thrown(new_seed())
    attempt.reads(dice)
    kept = {"seed": dice.seed, "dice": dice.dice, "sides": dice.sides, "path": request.path, "fields": fields}
    uid = new_key()
    marked = services.mark(access.battle.pk, access.side, access.host, [WantedMark(uid, services.ROLL, roll=kept)])
    return redirect(f"{request.path}?{urlencode(fields | {'roll': marked.numbers[uid]})}#outcome")


def read_dice(request, access, attempt):
    """(what the dice say, the roll that the battle keeps, why typed dice are wrong), each None where it is not so."""
    typed = request.GET.get("dice", "")[:LONGEST_TYPED].strip()
    number = number_or_none(request.GET.get("roll"))
    if attempt.reads is None or not (typed or number):
        return None, None, None
    try:
        if typed:
            dice = Typed.read(typed)
            outcome = attempt.reads(dice)
            dice.all_used()
            return outcome, None, None
        kept = Mark.objects.filter(battle=access.battle, number=number or 0, roll__isnull=False).first()
        roll = kept.roll if kept else None
        if roll is None or roll.get("fields") != chosen_fields(request) or roll.get("path") != request.path:
            return None, None, None
        return attempt.reads(Thrown(roll["seed"])), roll, None
    except BadDice as bad:
        return None, None, bad.message
