"""A gathering on one page: members, roles, chapters, votes, news; founding one, and its name and notes."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder import access
from builder.gatherings import acts, keys, votes
from builder.gatherings.assembly import Company
from builder.gatherings.feed import feed
from builder.gatherings.forms import HeadForm, NewsForm, sent
from builder.gatherings.once import once, token
from builder.history import Conflict
from builder.limits import limited
from builder.models import Chapter, News
from builder.templatetags.bivouac import isolated, say
from builder.views.editor import number_or_none
from builder.views.gatherings.links import carry, forget_key, new_organiser_link
from builder.views.new import desk_or_404
from builder.views.start import games

MOST_REMOVED = 50  # chapters, and news, that are offered to be brought back


def desk_of(game):
    """The desk of a game that has gatherings, or 404."""
    desk, _catalogue = desk_or_404(game)
    if desk.gathering is None:
        raise Http404
    return desk


def company_of(seat):
    """The `Company` as this browser sees it; the seat has read the documents."""
    return Company(seat.gathering, desk_of(seat.gathering.game), seat.memberships, mine=seat.mine)


def shown(company):
    """What every page about a gathering reads."""
    desk = company.desk
    return {
        "gathering": company.gathering,
        "desk": desk,
        "words": desk.gathering.words,
        "company": company,
        "bench": company.bench,
        "verdict": company.verdict,
        "feed": feed(company),
        "votes": votes.chapter_votes([one.pk for one in company.memberships if one.current], company.planned),
    }


def about_seat(seat, form):
    """What the page of a gathering reads about whoever looks; what was removed is for who may bring it back."""
    about = {"seat": seat, "form": form, "once": token()}
    if seat.organiser:
        for name, kind in (("removed_chapters", Chapter), ("removed_news", News)):
            rows = kind.objects.filter(gathering=seat.gathering, deleted__isnull=False)
            about[name] = rows.order_by("-deleted", "-pk")[:MOST_REMOVED]
    return about


@require_safe
@never_cache
def gatherings(request):
    """Those of this browser."""
    founding = [one["desk"] for one in games() if one["desk"].gathering]
    context = {"mine": keys.mine(request), "removed": keys.removed(request), "founding": founding}
    return render(request, "gatherings/mine.html", context)


@require_safe
@never_cache
def gathering(request, pk):
    seat = keys.seat(request, pk, documents=True)
    link = new_organiser_link(request, seat.gathering) if seat.organiser else None
    context = shown(company_of(seat)) | about_seat(seat, NewsForm()) | {"organiser_link": link}
    response = render(request, "gatherings/gathering.html", context)
    return forget_key(response, seat.gathering) if link else response


@require_http_methods(["GET", "HEAD", "POST"])
@once
@limited("create")
@never_cache
def gathering_new(request, game):
    """Found one, at once with a roster of one's own where the address or the form names it."""
    desk = desk_of(game)
    roster = first_member(request, game)
    form = HeadForm(sent(request))
    context = {"desk": desk, "words": desk.gathering.words, "form": form, "roster": roster, "once": token()}
    context["with_it"] = request.method != "POST" or "roster" in request.POST
    if request.method != "POST":
        return render(request, "gatherings/new.html", context)
    if not form.is_valid():
        return render(request, "gatherings/new.html", context, status=422)
    try:
        row, key = founded(game, form.cleaned_data, roster if context["with_it"] else None)
    except acts.BadEdit as bad:
        return render(request, "gatherings/new.html", context | {"refused": bad, "with_it": False}, status=422)
    keys.grant(request, row)
    return carry(redirect("gathering", row.pk), row, key)


@transaction.atomic
def founded(game, head, roster):
    """A new gathering with its organiser's key, and the roster in it if one is given. Raises `BadEdit`."""
    row, key = acts.found(game, **head)
    if roster:
        acts.join(row, roster)
    return row, key


def first_member(request, game):
    """The roster of one's own that founds a gathering, or None."""
    pk = number_or_none(request.POST.get("roster") or request.GET.get("roster"))
    if pk is None:
        return None
    row = access.by_grant(request, pk)
    if row.game != game:
        raise Http404
    return row


@require_http_methods(["GET", "HEAD", "POST"])
@once
@never_cache
def gathering_edit(request, pk):
    seat = keys.organiser_seat(request, pk)
    row, desk = seat.gathering, desk_of(seat.gathering.game)
    form = HeadForm(sent(request), initial={"name": row.name, "notes": row.notes})
    context = {"gathering": row, "desk": desk, "words": desk.gathering.words, "form": form, "once": token()}
    if request.method != "POST":
        return render(request, "gatherings/edit.html", context | {"revision": row.revision})
    if not form.is_valid():
        return render(request, "gatherings/edit.html", context | {"revision": seen(request)}, status=422)
    try:
        acts.save(row, seen(request), **form.cleaned_data)
    except Conflict:
        row.refresh_from_db()
        context |= {"conflict": True, "revision": row.revision}
        return render(request, "gatherings/edit.html", context, status=409)
    return redirect("gathering", pk)


def seen(request):
    """The state that a form was filled in for; 0, which no row is in, where it names none."""
    return number_or_none(request.POST.get("revision")) or 0


@require_POST
def gathering_remove(request, pk):
    row = keys.organiser_seat(request, pk).gathering
    acts.put_away(row)
    said(request, gettext("{name} removed.").format(name=isolated(row)), reverse("gathering-return", args=[pk]))
    return redirect("gatherings")


@require_POST
def gathering_return(request, pk):
    row = keys.organiser_seat(request, pk, deleted=True).gathering
    acts.bring_back(row)
    return redirect("gathering", pk)


def said(request, sentence, undo):
    """A toast that offers to undo what was done, by a POST to the address `undo`."""
    messages.success(request, sentence, extra_tags=f"return {undo}")


def done(request, act, *about):
    """Whether `act` was done; where it may not be, the reason is said on the next page."""
    try:
        act(*about)
    except acts.BadEdit as bad:
        messages.error(request, say(bad))
        return False
    return True
