"""The organiser's news."""

from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.form_answers import idempotent
from builder.gatherings import permissions, services
from builder.gatherings.context import access_context, state_context, state_for, try_service
from builder.gatherings.forms import NewsForm
from builder.gatherings.models import News
from builder.lists.edits import BadEdit
from builder.web.late_page import LatePage
from builder.web.messages import message_with_undo
from builder.wording import say


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@never_cache
def news_add(request, pk):
    """Add news. A GET of the address, where a refused form is shown again, redirects to the gathering."""
    there = reverse("gathering", args=[pk]) + "#news"
    if request.method != "POST":
        permissions.access_or_404(request, pk)
        return HttpResponseRedirect(there)
    access = permissions.organiser_access_or_404(request, pk)
    form = NewsForm(request.POST)
    if form.is_valid():
        try:
            services.announce(access.gathering, form.cleaned_data["text"])
            return HttpResponseRedirect(there)
        except BadEdit as bad:
            form.add_error("text", say(bad))
    return LatePage(request, "gatherings/gathering.html", lambda: refused_context(request, pk, form), status=422)


def refused_context(request, pk, form):
    access = permissions.organiser_access_or_404(request, pk, documents=True)
    return state_context(state_for(access)) | access_context(access, form)


def news_of(request, pk, news, deleted):
    gathering = permissions.organiser_access_or_404(request, pk).gathering
    return get_object_or_404(News.objects.filter(gathering=gathering, pk=news, deleted__isnull=not deleted))


@require_POST
@never_cache
def news_remove(request, pk, news):
    services.remove(news_of(request, pk, news, deleted=False))
    message_with_undo(request, gettext("Update deleted."), reverse("news-return", args=[pk, news]))
    return redirect("gathering", pk)


@require_POST
@never_cache
def news_return(request, pk, news):
    try_service(request, services.restore_if_room, news_of(request, pk, news, deleted=True))
    return HttpResponseRedirect(reverse("gathering", args=[pk]) + "#news")
