"""News: of a gathering by its members, and of a game by who runs the site and by players."""

from django.contrib import messages
from django.http import Http404, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import idempotent
from builder.accounts.limits import counts_as
from builder.gatherings import permissions, services
from builder.gatherings.context import access_context, spec_or_404, state_context, state_for, try_service
from builder.gatherings.feed import feed_of_game, for_all
from builder.gatherings.forms import NewsForm
from builder.gatherings.models import News
from builder.lists.edits import BadEdit
from builder.web.headers import unlisted
from builder.web.late_page import LatePage
from builder.web.messages import message_with_undo
from builder.wording import say

PAGE = "news"  # of a game


@require_http_methods(["GET", "HEAD", "POST"])
@counts_as("news")
@idempotent()
@never_cache
def news_add(request, pk):
    """Add news. A GET of the address, where a refused form is shown again, redirects to the gathering."""
    there = reverse("gathering", args=[pk]) + "#news"
    access = permissions.access_or_404(request, pk)
    if request.method != "POST":
        return HttpResponseRedirect(there)
    form = NewsForm(request.POST, access.may_write_for_all)
    if form.is_valid():
        try:
            account = access.account if form.cleaned_data.get("for_all") else None
            services.announce(access.gathering, form.cleaned_data["text"], access.writer, account)
            return HttpResponseRedirect(there)
        except BadEdit as bad:
            form.add_error("text", say(bad))
    return LatePage(request, "gatherings/gathering.html", lambda: refused_context(request, pk, form), status=422)


def refused_context(request, pk, form):
    access = permissions.access_or_404(request, pk, documents=True)
    return state_context(state_for(access)) | access_context(access, form)


@require_POST
@never_cache
def news_remove(request, pk, news):
    """Remove news: the organiser any, who can undo it; a member for good what it wrote."""
    access = permissions.access_or_404(request, pk)
    row = get_object_or_404(News, gathering=access.gathering, pk=news, deleted__isnull=True)
    if not access.may_remove(row):
        raise Http404
    if access.organiser:
        services.remove(row)
        message_with_undo(request, gettext("Update deleted."), reverse("news-return", args=[pk, news]))
    else:
        row.delete()
        messages.success(request, gettext("Update deleted."))
    return redirect("gathering", pk)


@require_POST
@never_cache
def news_return(request, pk, news):
    gathering = permissions.organiser_access_or_404(request, pk).gathering
    row = get_object_or_404(News, gathering=gathering, pk=news, deleted__isnull=False)
    try_service(request, services.restore_if_room, row)
    return HttpResponseRedirect(reverse("gathering", args=[pk]) + "#news")


# --- for all players of a game --------------------------------------------------------------------------------------


@never_cache
def game_news(request, game, catalogue):
    """The page of a game's news."""
    context = {"game": game, "catalogue": catalogue, "feed": feed_of_game(game), "account": browser_of(request).account}
    context |= {"labels": spec_or_404(game).labels}
    return unlisted(render(request, "gatherings/game_news.html", context))


@require_POST
@counts_as("report")
@never_cache
def news_report(request, news):
    """Ask who runs the site to look at what a player wrote."""
    row = get_object_or_404(for_all(), pk=news)
    News.objects.filter(pk=news).update(reported=timezone.now())
    messages.success(request, gettext("Reported. Thank you!"))
    return redirect("game-page", row.gathering.game, PAGE)


@require_POST
@never_cache
def news_withdraw(request, news):
    """Delete for good what the account wrote, wherever it stands."""
    row = get_object_or_404(News, pk=news, account=browser_of(request).account or 0)
    game = row.gathering.game
    row.delete()
    messages.success(request, gettext("Update deleted."))
    return redirect("game-page", game, PAGE)
