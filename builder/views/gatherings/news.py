"""What the organiser tells everybody."""

from django.contrib import messages
from django.http import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from builder.access import one
from builder.gatherings import acts, keys
from builder.gatherings.forms import NewsForm
from builder.models import News
from builder.templatetags.bivouac import say
from builder.views.gatherings.page import company_of, said, shown


@require_POST
@never_cache
def news_add(request, pk):
    seat = keys.organiser_seat(request, pk, documents=True)
    form = NewsForm(request.POST)
    if not form.is_valid():
        context = shown(company_of(seat)) | {"seat": seat, "form": form}
        return render(request, "gatherings/gathering.html", context, status=422)
    try:
        acts.announce(seat.gathering, form.cleaned_data["text"])
    except acts.BadEdit as bad:
        messages.error(request, say(bad))
    return HttpResponseRedirect(reverse("gathering", args=[pk]) + "#news")


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
    acts.bring_back(news_of(request, pk, news, deleted=True))
    return redirect("gathering", pk)
