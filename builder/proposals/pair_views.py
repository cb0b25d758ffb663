"""The page of two fair lists from one box, which are kept, or played against each other."""

import secrets
from functools import partial

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from builder.accounts.form_answers import DOUBLE_CLICK, idempotent
from builder.accounts.limits import limited
from builder.figures.comparing import compared
from builder.figures.spec import FIGURES
from builder.lists import history
from builder.lists.access import grant, grant_and_open
from builder.lists.loaded import LoadedRoster
from builder.lists.own_box import box_of
from builder.lists.spec import LISTS
from builder.proposals.completion_views import LARGEST_BUDGET, answered
from builder.registry import catalogue_or_404
from builder.web.forms import number_or_none
from builder.wording import per_cent

BUDGET, BATTLE = 300, "battle"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@idempotent(DOUBLE_CLICK)
@limited("create")
def pair(request, game):
    """Asks for a budget; then two lists by the seed in the address. A POST keeps one of them, or plays both."""
    catalogue_or_404(game)
    box, seed = box_of(request, game), number_or_none(request.GET.get("seed"))
    budget = number_or_none(request.GET.get("budget")) or BUDGET
    context = {"game": game, "box": box, "budget": min(budget, LARGEST_BUDGET), "has_budget": LISTS[game].unit_points}
    if seed is None or not box.models:
        return render(request, "proposals/pair.html", context | {"seed": secrets.randbelow(10**6)})
    asked = {"make": "pair", "box": box.data, "seed": seed, "budget": context["budget"]}
    keep = partial(keep_pair, request) if request.method == "POST" else None
    return answered(request, asked, "proposals/pair.html", lambda made: context | pair_context(game, made), keep)


def pair_context(game, made):
    lists = [LoadedRoster.from_data(data) for data in made.get("lists", ())]
    return {
        "made": True,
        "lists": [(loaded.for_reader(), LISTS[game].label(loaded)) for loaded in lists],
        "differ": per_cent(made.get("differ", 0)),
        "tables": [*compared(*map(FIGURES[game], lists))] if lists and game in FIGURES else (),
    }


def keep_pair(request, made):
    """One of the lists as one's own, by its `take`; or both, and the form that starts their battle."""
    lists, take = [LoadedRoster.from_data(data) for data in made.get("lists", ())], request.POST.get("take", "")
    if take == BATTLE and lists:
        (one, _key), (other, _key) = (history.create(loaded, "new") for loaded in lists)
        grant(request, one)
        grant(request, other)
        return redirect(f"{reverse('battle-new', args=[one.pk])}?{urlencode({'others': other.pk})}")
    number = number_or_none(take)
    if number is None or number >= len(lists):
        return redirect(request.get_full_path())
    return grant_and_open(request, *history.create(lists[number], "new"))
