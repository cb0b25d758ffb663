"""What the organiser tells everybody."""

from django.http import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.access import one
from builder.gatherings import acts, keys
from builder.gatherings.forms import NewsForm
from builder.gatherings.once import once
from builder.models import News
from builder.templatetags.bivouac import say
from builder.views.gatherings.page import about_seat, company_of, done, said, shown


@require_http_methods(["GET", "HEAD", "POST"])
@once
@never_cache
def news_add(request, pk):
    """Tell everybody; the address of the form shown again leads back to the gathering."""
    there = reverse("gathering", args=[pk]) + "#news"
    if request.method != "POST":
        keys.seat(request, pk)
        return HttpResponseRedirect(there)
    seat = keys.organiser_seat(request, pk, documents=True)
    form = NewsForm(request.POST)
    if form.is_valid():
        try:
            acts.announce(seat.gathering, form.cleaned_data["text"])
            return HttpResponseRedirect(there)
        except acts.BadEdit as bad:
            form.add_error("text", say(bad))
    context = shown(company_of(seat)) | about_seat(seat, form)
    return render(request, "gatherings/gathering.html", context, status=422)


def news_of(request, pk, news, deleted):
    gathering = keys.organiser_seat(request, pk).gathering
    return one(News.objects.filter(gathering=gathering, pk=news, deleted__isnull=not deleted))


@require_POST
@never_cache
def news_remove(request, pk, news):
    acts.put_away(news_of(request, pk, news, deleted=False))
    said(request, gettext("The news is removed."), reverse("news-return", args=[pk, news]))
    return redirect("gathering", pk)


@require_POST
@never_cache
def news_return(request, pk, news):
    done(request, acts.return_news, news_of(request, pk, news, deleted=True))
    return HttpResponseRedirect(reverse("gathering", args=[pk]) + "#news")
