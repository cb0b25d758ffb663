"""The box of models that a player owns: its page and its file, and what a list needs beyond it."""

from collections import Counter
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.browsers import browser_of
from builder.accounts.limits import counts_as, require_allowed_read
from builder.lists import history
from builder.lists.access import granted_roster
from builder.lists.boxes import FORMAT, MOST_MODELS, BoxDocument, Matcher, kinds_of, read_box
from builder.lists.models import Roster
from builder.lists.own_box import MARKS, ON, box_of, change_box, undo_change
from builder.lists.spec import LISTS
from builder.registry import catalogue_or_404
from builder.texts.spec import TEXTS
from builder.texts.words import words_of
from builder.web.forms import number_or_none
from builder.web.messages import message_with_undo
from builder.web.page_cookie import set_page_cookie
from builder.wording import in_words, local, say
from rules import document as documents
from rules.shapes import Refused
from rules.text import _

MOST_LISTS = 50  # from which models are taken
REMEMBERED = 400 * 24 * 3600  # seconds


@require_http_methods(["GET", "HEAD", "POST"])
@counts_as("edit")
@never_cache
def box(request, game):
    """What is in the box, and what `take` would add to it; a POST changes it, by its `action`."""
    catalogue = catalogue_or_404(game)
    if request.method == "POST":
        return changed(request, game, catalogue)
    own = box_of(request, game)
    take = lacked_by(own, asked_rosters(request, game), catalogue) if "take" in request.GET else None
    context = {
        "game": game,
        "catalogue": catalogue,
        "models": shown_models(own.models, catalogue),
        "kinds": [(kind, local(words_of(catalogue).text(kind))) for kind in kinds_of(game)],
        "things": things(game, catalogue),
        "take": None if take is None else shown_models(BoxDocument.of(game, take).models, catalogue),
        "taking": request.GET.get("take", ""),
        "marks": request.COOKIES.get(MARKS) == ON,
        "spec": LISTS[game],
    }
    return render(request, "proposals/box.html", context)


@require_safe
@never_cache
def box_json(request, game):
    catalogue_or_404(game)
    response = JsonResponse(box_of(request, game).data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{game}-box.json"'
    return response


@require_safe
@never_cache
def roster_box(request, pk):
    """For each unit of a list the models that stand for it, and how many are missing."""
    roster = granted_roster(request, pk)
    loaded = history.load_roster(roster).for_reader()
    require_allowed_read(request, len(loaded.document.units))
    own, catalogue = box_of(request, roster.game), loaded.catalogue
    models = Matcher(own, catalogue)
    shown = shown_models(own.models, catalogue)
    context = {
        "roster": roster,
        "game": roster.game,
        "units": [
            (unit, [(shown[n], taken.count(n)) for n in dict.fromkeys(taken) if n is not None], taken.count(None))
            for unit, taken in zip(loaded.document.units, models.match(loaded.document.units), strict=True)
        ],
        "take": shown_models(BoxDocument.of(roster.game, models.lacked(loaded.document)).models, catalogue),
        "taking": pk,
        "spec": LISTS[roster.game],
    }
    return render(request, "proposals/roster_box.html", context)


# --- what is shown ------------------------------------------------------------------------------------------------


def shown_models(models, catalogue):
    """[(model, the kind of its units, what may be seen on it)] in words; None: anything."""
    words = words_of(catalogue)
    return [
        (
            model,
            local(words.text(model.kind)),
            None if model.items is None else ", ".join(name_of(slug, catalogue) for slug in model.items),
        )
        for model in models
    ]


def name_of(slug, catalogue):
    entry = catalogue.named(slug)
    return in_words(entry.name) if entry else slug


def things(game, catalogue):
    """[(title, [(slug, name)])] of what may be seen on models, by the field of units that has it."""
    words, entries = words_of(catalogue), TEXTS[game].entries
    for field in LISTS[game].modelled:
        rows = entries[field](catalogue) if field in entries else words.entries[field].values()
        named = {row.slug: in_words(row.name) for row in rows if not getattr(row, "retired", False)}
        yield local(words.text(field)), sorted(named.items(), key=lambda pair: pair[1])


# --- what is changed ----------------------------------------------------------------------------------------------


def changed(request, game, catalogue):
    action = request.POST.get("action", "")
    response = redirect("box", game)
    if action == "marks":
        return set_page_cookie(response, MARKS, ON if request.POST.get("marks") == ON else "0", "/", REMEMBERED)
    if "undo" in request.GET:
        undo_change(request, game)
    elif change := CHANGES.get(action):
        try:
            change_box(request, game, partial(change, request, catalogue))
        except Refused as refused:
            messages.error(request, say(refused))
            return response
        if action != "step":
            message_with_undo(request, gettext("Box changed"), f"{reverse('box', args=[game])}?undo=1")
    return response if MARKS in request.COOKIES else set_page_cookie(response, MARKS, ON, "/", REMEMBERED)


def stepped(request, _catalogue, box):
    """One model more or fewer of those that are alike."""
    tally = box.tally
    for model in [model for model in tally if model.key == request.POST.get("model")]:
        tally[model] += -1 if request.POST.get("by") == "less" else 1
    return BoxDocument.of(box.game, tally)


def with_new(request, _catalogue, box):
    """What the form describes, too."""
    fields = request.POST
    items = None if "anything" in fields else fields.getlist("items")
    model = {"kind": fields.get("kind"), "name": fields.get("name", "").strip(), "items": items}
    count = number_or_none(fields.get("count")) or 1
    added = read_box({"format": FORMAT, "game": box.game, "models": [model | {"count": count}]})
    return BoxDocument.of(box.game, box.tally + added.tally)


def with_lacked(request, catalogue, box):
    """What lists need beyond the box, too."""
    return BoxDocument.of(box.game, box.tally + lacked_by(box, asked_rosters(request, box.game), catalogue))


def imported(request, _catalogue, box):
    """What a file has, instead."""
    file = request.FILES.get("file")
    read = read_box(documents.decode(file.read(documents.MOST_BYTES + 1) if file else b""))
    if read.game != box.game:
        raise Refused(_("Only “{word}” is allowed here."), word=box.game).inside("game")
    return read


CHANGES = {"step": stepped, "add": with_new, "take": with_lacked, "import": imported}


def asked_rosters(request, game):
    """The list that `take` names, else all of the player's lists of the game, up to `MOST_LISTS`."""
    pk = number_or_none((request.POST if request.method == "POST" else request.GET).get("take"))
    if pk:
        return [granted_roster(request, pk)]
    rows = browser_of(request).opened(Roster.objects.filter(game=game, deleted=None))
    return rows[:MOST_LISTS]


def lacked_by(box, rosters, catalogue):
    """What each of some lists needs beyond the box, one after the other: models that one needs serve the next.

    Lists are left out once there are more models than a box may hold.
    """
    lacked: Counter[Any] = Counter()
    for roster in rosters:
        grown = BoxDocument.of(box.game, box.tally + lacked)
        if grown.tally.total() > MOST_MODELS:
            break
        lacked += Matcher(grown, catalogue).lacked(history.load_roster(roster).document)
    return lacked
