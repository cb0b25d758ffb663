"""Pages of lists that a worker completes or makes: from wishes, or by chance."""

import secrets
from functools import partial

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import limited, require_allowed_read
from builder.exports.queue import Waiting
from builder.exports.registry import ExportSource
from builder.lists import history
from builder.lists.access import grant_and_open, granted_roster
from builder.lists.loaded import LoadedRoster
from builder.lists.own_box import box_of
from builder.lists.spec import LISTS
from builder.proposals.completing import FEW, MANY
from builder.proposals.moves import GIVE, Moves, name_of, unit_name, within
from builder.proposals.shown import ProposedEdit, proposal_context
from builder.proposals.worker import proposed
from builder.registry import catalogue_or_404
from builder.texts.lines import Role, TextWriter
from builder.web.forms import number_or_none
from builder.wording import in_words, per_cent
from rules.shapes import SLUG

WAITING = "proposals/waiting.html"
LARGEST_BUDGET = 10_000
THINGS_SECONDS = 0.5  # in which a large list says what may be wished for


@require_safe
@never_cache
def roster_complete(request, pk):
    """What a player wishes for; with a `seed` three completed lists, once a worker has made them."""
    roster = granted_roster(request, pk)
    loaded, seed = history.load_roster(roster), number_or_none(request.GET.get("seed"))
    context = {"roster": roster, "loaded": loaded, "spec": LISTS[roster.game]}
    require_allowed_read(request, len(loaded.document.units))
    if seed is None:
        more = {"things": things(loaded), "box": box_of(request, roster.game)}
        return render(request, "proposals/wishes.html", context | more)
    wishes, box = wishes_of(request.GET, loaded), asked_box(request, roster.game)
    units = loaded.document.units
    context["pinned"] = [unit_name(loaded, index) for index in wishes["pinned"] if index < len(units)]
    asked = {"make": "proposals", "document": loaded.data, "seed": seed, "wishes": wishes, "box": box}
    return answered(request, asked, "proposals/completed.html", lambda made: context | completed_context(loaded, made))


def asked_box(request, game):
    """The data of the player's box where the address asks for lists of it."""
    box = box_of(request, game) if "box" in request.GET else None
    return box.data if box and box.models else None


def wishes_of(query, loaded):
    words = {key: [word for word in query.getlist(key) if SLUG(word)] for key in ("having", "without", "kinds")}
    words["kinds"] = [word for word in words["kinds"] if word in LISTS[loaded.document.game].wishes]
    size = query.get("size", "")
    pinned = [index for word in query.getlist("pinned") if (index := number_or_none(word)) is not None]
    return words | {"size": size if size in (MANY, FEW) else "", "pinned": pinned}


def things(loaded):
    """[(slug, name)] of what may be wished for: what units may be given, by name."""
    moves = Moves(loaded, within(THINGS_SECONDS))
    named = {move.command.split()[-1]: in_words(move.entry) for move in moves.of_units() if move.kind == GIVE}
    return sorted(named.items(), key=lambda pair: pair[1])


def completed_context(loaded, made):
    made_edits = [[ProposedEdit(*edit) for edit in edits] for edits in made["proposals"]]
    shown = [proposal_context("complete", loaded, edits) for edits in made_edits]
    return {"proposals": shown, "unlike": per_cent(made["unlike"])}


def answered(request, asked, template, context, keep=None):
    """The page with what a worker made, else one that asks again; `context` makes its own of that.

    keep -- what a POST does with it
    """
    following = request.GET.copy()
    following["seed"] = asked["seed"] + 1
    shown = {"again": f"?{following.urlencode()}"}
    try:
        made = proposed(request, asked)
    except Waiting:
        return redirect(request.get_full_path()) if keep else render(request, WAITING, shown, status=202)
    if made is None:
        return render(request, WAITING, shown | {"failed": True}, status=503)
    return keep(made) if keep else render(request, template, shown | context(made))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent(DOUBLE_CLICK)
@limited("create")
def surprise(request, game):
    """A list that chance makes, by the seed in the address; a POST keeps it."""
    catalogue_or_404(game)
    seed = number_or_none(request.GET.get("seed"))
    budget = number_or_none(request.GET.get("other_budget") or request.GET.get("budget"))
    if seed is None:
        query = {key: word for key in ("faction", "box") if (word := request.GET.get(key))}
        query |= {"budget": budget} if budget else {}
        return redirect(f"{reverse('surprise', args=[game])}?{urlencode(query | {'seed': secrets.randbelow(10**6)})}")
    if budget is not None and not 0 < budget <= LARGEST_BUDGET:
        raise Http404
    faction = request.GET.get("faction", "")
    asked = {"make": "list", "game": game, "seed": seed, "faction": faction if SLUG(faction) else "", "budget": budget}
    asked["box"] = asked_box(request, game)

    def keep(made):
        return grant_and_open(request, *history.create(LoadedRoster.from_data(made), "new"))

    context = partial(surprise_context, request, game, asked)
    return answered(request, asked, "proposals/surprise.html", context, keep if request.method == "POST" else None)


def surprise_context(request, game, asked, made):
    loaded, spec = LoadedRoster.from_data(made), LISTS[game]
    fields = {group.key: group for group in spec.settings(LoadedRoster.empty(game))}
    return {
        "game": game,
        "loaded": loaded.for_reader(),
        "label": spec.label(loaded),
        "asked": asked,
        "box": box_of(request, game),
        "units": units_in_words(loaded),
        "budgets": fields["budget"].values if spec.unit_points else (),
        "factions": [faction_choice(offer) for offer in fields[spec.drawn[0]].offers] if spec.drawn else (),
    }


def units_in_words(loaded):
    """[(heading, lines of what it has)] of each unit."""
    units: list[tuple[str, list[str]]] = []
    for line in TextWriter(loaded, ExportSource(loaded).sheet()).lines():
        if line.role is Role.UNIT:
            units.append((line.text, []))
        elif units and line.text:
            units[-1][1].append(line.text)
    return units


def faction_choice(offer):
    """(slug, name) of a faction or a sub-faction, which stands behind its faction."""
    return offer.value.rpartition("/")[2], in_words(name_of(offer.entry))
