"""Dice in a battle: an action of a unit or of the table, or a step of a checklist, as a form with its dice."""

import re
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from builder.accounts.limits import counts_as
from builder.battles import recalls, services
from builder.battles.access import access_or_404
from builder.battles.loading import context_of
from builder.battles.markers import LANGUAGES, in_each_language
from builder.battles.models import Mark
from builder.battles.over import refused_when_over, require_open
from builder.battles.responses import back_to, battle_response
from builder.battles.sent_marks import mark_of_form
from builder.battles.services import ACCEPTED, WantedMark
from builder.battles.spec import BATTLES
from builder.web.forms import number_or_none
from builder.web.keys import new_key
from builder.wording import in_words, say
from rules.play.actions import Action, Attempt, Outcome
from rules.play.battle import ASSISTED, HELP, OTHERS, side_of_path
from rules.play.dice import BadDice, Thrown, Typed, new_seed
from rules.play.form import FREE_FIELDS
from rules.shapes import UNWRITABLE
from rules.text import Message, Text, _

MOST_FIELDS, LONGEST_FIELD, LONGEST_TYPED = 40, 100, 300
ACCEPTANCE = re.compile(rf"{ACCEPTED}\d+-(\d{{1,3}})-(\d{{1,3}})").fullmatch
OWN = ("roll", "dice", "accept", "worth", "command", "csrfmiddlewaretoken")  # fields of this page, not of an action


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refused_when_over
def battle_action(request, pk, slug):
    """Something that is done with dice, such as a shot. GET shows the dice for what is chosen; POST rolls them."""
    access = access_or_404(request, pk)
    action = BATTLES[access.battle.game].actions.get(slug)
    if action is None:
        raise Http404
    return roll_page(request, access, context_of(access), action, slug)


@counts_as("mark")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refused_when_over
def battle_step(request, pk, slug, number):
    """A step of a checklist that has dice."""
    access = access_or_404(request, pk)
    context = context_of(access)
    checklists = BATTLES[access.battle.game].checklists(context)
    steps = next((checklist.steps for checklist in checklists if checklist.slug == slug), ())
    if number >= len(steps) or not steps[number].dice:
        raise Http404
    step = steps[number]
    attempt = Attempt((), step.dice, reads=step.reads)
    return roll_page(request, access, context, Action(step.title, lambda *_chosen: attempt, actor=""))


def sent_fields(request):
    """The fields of an address or a form that are not this page's own, bounded."""
    sent = request.POST if request.method == "POST" else request.GET
    fields = [(key, value) for key, value in sent.items() if key not in OWN and not UNWRITABLE(value)]
    return {key: value[:LONGEST_FIELD] for key, value in fields[:MOST_FIELDS]}


def roll_page(request, access, battle_context, action, slug=""):
    """The page of an action (its slug; "" for a step); of the choices of a kept roll, where the address names one."""
    if request.method == "POST":
        require_open(access.battle)
    sent, rolled = sent_fields(request), kept_roll(request, access)
    values = rolled["fields"] if rolled else sent
    attempt = action.attempt(battle_context, values)
    by = values.get(action.actor, "") if action.actor else OTHERS  # what the table does, anybody at it accepts
    fields = declared(action, attempt, values)
    reading = read_dice(request, attempt, rolled)
    unit, refused = fields.get("unit", ""), None
    if request.method == "POST" and attempt.proposals and "accept" in request.POST:
        return accept_without_dice(request, access, attempt, by)
    if request.method == "POST" and "accept" in request.POST:
        refused = accept(request, access, reading, by)
        if refused is None:
            return redirect(f"{request.path}?{urlencode(fields | {'roll': request.GET.get('roll', '')})}#outcome")
    elif request.method == "POST" and "command" in request.POST:
        services.mark(access.battle.pk, access.mine, [mark_of_form(request, request.POST["command"])], access.seats)
        return redirect(f"{request.path}?{urlencode(fields)}")
    elif request.method == "POST":
        about = {"by": by, "words": words_of(action, attempt, battle_context.battle, by)}
        return roll_response(request, access, attempt, fields, about)
    accepted = [number for number, (_turn, stands) in accepted_proposals(request, access).items() if stands]
    context = {
        "title": action.title,
        "attempt": attempt,
        "fields": fields,
        "reasons": attempt.valued() if attempt.valued and "worth" in request.GET else attempt.reasons,
        "acting": battle_context.battle.units_by_path.get(unit),
        "back": reverse("battle", args=[access.battle.pk]) + (f"?{urlencode({'unit': unit})}" if unit else ""),
        "roll_number": number_or_none(request.GET.get("roll")),
        "typed": request.GET.get("dice", "")[:LONGEST_TYPED],
        "accepted": accepted,
        "has_ended": rolled and rolled.get("round", battle_context.battle.round) != battle_context.battle.round,
        "own_dice": battle_context.battle.number(HELP) == ASSISTED,
        "following": following(battle_context) if accepted else (),
        "recalls": recalled(access, battle_context, slug, unit, attempt),
        **reading._asdict(),
        "error": refused or reading.error,
    }
    return battle_response(request, "battles/roll.html", access, context, status=422 if context["error"] else 200)


def recalled(access, context, slug, unit, attempt):
    """The rules that matter for an action, of who acts and of those whom its form names."""
    if not access.plays:
        return []
    found = recalls.at_action(context.battle, context.catalogue, slug, unit, attempt)
    return recalls.on_page(context.battle, found, side_of_path(unit), access.may_mark, but=unit)


def following(context):
    """What is due next of what is done with dice, once the dice of a page are marked: the first alone."""
    notices = BATTLES[context.battle.game].notices(context.battle, context.catalogue)
    return [notice for notice in notices if notice.action][:1]


def words_of(action, attempt, battle, by):
    """{language: who rolls for what, with what and at whom}, for the log."""
    unit = battle.units_by_path.get(by)
    actors = [choice_name(field) for field in attempt.fields if field.name == action.actor]
    who = unit.name if unit else next(iter(actors), "")
    details = [choice_name(field) for field in attempt.fields if field.name in action.tells or is_free(field)]

    def words():
        text = " · ".join(filter(None, map(in_words, (action.title, *details))))
        name = in_words(who)
        return (say(Message(_("{name}: {text}"), {"name": name, "text": text})) if name else text)[:300]

    return dict(zip(LANGUAGES, in_each_language(words), strict=True))


def is_free(field):
    """Whether the table changed the dice by this field, which the log says."""
    return field.name in FREE_FIELDS and field.value != field.quiet


def choice_name(field):
    """What is chosen in a field, as the player reads it; "" where that is nothing."""
    if field.kind == "number":
        return Message(_("{name}: {text}"), {"name": field.label, "text": field.value})
    if field.kind == "text":
        return Text(field.value, field.value)
    return next((option.name for option in field.options if option.slug and option.slug == field.value), "")


def roll_response(request, access, attempt, fields, about):
    """Roll with a new seed, which the battle's log keeps with what it was `about`, and show its dice."""
    if not attempt.dice or attempt.reads is None:
        return redirect(f"{request.path}?{urlencode(fields)}")
    dice = Thrown(new_seed())
    attempt.reads(dice)
    roll = {"seed": dice.seed, "dice": dice.dice, "sides": dice.sides, "path": request.path, "fields": fields} | about
    uid = new_key()
    marking = services.mark(access.battle.pk, access.mine, [WantedMark(uid, services.ROLL, roll=roll)], access.seats)
    for message in marking.refused.values():
        messages.error(request, say(message))
    rolled = {"roll": marking.numbers[uid]} if uid in marking.numbers else {}
    return redirect(f"{request.path}?{urlencode(fields | rolled)}#outcome")


def declared(action, attempt, values):
    """The fields that an action knows: who acts, and those of its form as they are chosen or usual. No other counts."""
    acting = {action.actor: values[action.actor]} if action.actor in values else {}
    return acting | {field.name: field.value for field in attempt.fields}


def accept(request, access, reading, by):
    """Mark what a kept roll proposes; each proposal once, until it is taken back. Returns why not, or None.

    By their own unit's dice, or those of what no list has, players mark what befell another's too.
    """
    number = number_or_none(request.POST["accept"])
    proposals = reading.outcome.proposals if reading.rolled and reading.outcome else ()
    if number is None or number >= len(proposals) or not access.is_player:
        raise Http404
    turn, stands = accepted_proposals(request, access).get(number, (0, False))
    uid = f"{accept_name(request)}{number}-{turn if stands else turn + 1}"
    wanted = WantedMark(
        uid, proposals[number].command, proposed=is_own(access, by), of_round=reading.rolled.get("round")
    )
    return services.mark(access.battle.pk, access.mine, [wanted], access.seats).refused.get(uid)


def accept_without_dice(request, access, attempt, by):
    """Mark what an action proposes without dice, worked out anew here: what one's own unit does marks another's too."""
    number = number_or_none(request.POST["accept"])
    if number is None or number >= len(attempt.proposals) or not access.is_player:
        raise Http404
    wanted = replace(mark_of_form(request, attempt.proposals[number].command), proposed=is_own(access, by))
    marking = services.mark(access.battle.pk, access.mine, [wanted], access.seats)
    for reason in marking.refused.values():
        messages.error(request, say(reason))
    return redirect(back_to(request, access.battle.pk, marking.battle))


def is_own(access, by):
    """Whether who acts is this player's, or no list's."""
    return by.split("/")[0] in (OTHERS, *map(str, access.mine)) or access.has_seat(by)


def accept_name(request):
    """How the ids of marks begin that accept what a kept roll proposes; the proposal's number and the turn follow."""
    return f"{ACCEPTED}{number_or_none(request.GET.get('roll')) or 0}-"


def accepted_proposals(request, access):
    """{number of a proposal that was accepted: (how often, whether it stands)}."""
    accepted: dict[int, tuple[int, bool]] = {}
    marks = Mark.objects.filter(battle=access.battle, uid__startswith=accept_name(request)).order_by("number")
    for uid, undone in marks.values_list("uid", "undone"):
        if match := ACCEPTANCE(uid):
            accepted[int(match[1])] = int(match[2]), not undone
    return accepted


class Reading(NamedTuple):
    """Dice as they were read; all empty where none are given.

    faces  -- (value, successes that it counts) of each die
    rolled -- the roll that the battle keeps; None for typed dice
    error  -- why typed dice are wrong
    """

    outcome: Outcome | None = None
    faces: tuple[tuple[int, int], ...] = ()
    rolled: dict[str, Any] | None = None
    error: Message | None = None


def read_dice(request, attempt, rolled):
    """The `Reading` of the dice that an address gives: ?dice=3 5, or those of a kept roll."""
    typed = "" if rolled else request.GET.get("dice", "")[:LONGEST_TYPED].strip()
    if attempt.reads is None or not (typed or rolled):
        return Reading()
    try:
        dice = Thrown(rolled["seed"]) if rolled else Typed.read(typed)
        outcome = attempt.read(dice)
    except BadDice as bad:
        return Reading(error=bad.message)
    return Reading(outcome, tuple(zip(dice.dice, dice.successes, strict=True)), rolled)


def kept_roll(request, access):
    """The roll of this page and these choices that the battle keeps under the number in the address, else None.

    An address may leave out what the table adds, where it adds nothing.
    """
    number = number_or_none(request.GET.get("roll")) or 0
    if not number or request.GET.get("dice", "").strip():
        return None
    mark = Mark.objects.filter(battle=access.battle, number=number, roll__isnull=False).first()
    roll = mark.roll if mark else None
    sent = FREE_FIELDS | sent_fields(request)
    return roll if roll and roll.get("path") == request.path and roll["fields"].items() <= sent.items() else None
