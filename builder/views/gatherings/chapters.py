"""A chapter: planned with what it asks of who comes, then recorded with who took part and what changed for whom."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.access import one
from builder.gatherings import acts, keys, states
from builder.gatherings.forms import LONGEST_CHANGE, ChapterForm, sent
from builder.gatherings.once import once, token
from builder.history import Conflict
from builder.models import Chapter
from builder.templatetags.bivouac import isolated
from builder.views.gatherings.page import desk_of, done, said, seen


@require_http_methods(["GET", "HEAD", "POST"])
@once
@never_cache
def chapter_new(request, pk):
    seat = keys.organiser_seat(request, pk)
    return edited(request, seat, Chapter(gathering=seat.gathering, revision=0))


@require_http_methods(["GET", "HEAD", "POST"])
@once
@never_cache
def chapter(request, pk, chapter):
    """A form for a chapter that was removed meanwhile is answered all the same: it may bring the chapter back."""
    seat = keys.organiser_seat(request, pk)
    return edited(request, seat, chapter_of(seat, chapter, deleted=None if request.method == "POST" else False))


def chapter_of(seat, pk, deleted=False):
    """The chapter of a gathering, or 404; `deleted=None`: whether it was removed or not."""
    rows = Chapter.objects.filter(gathering=seat.gathering, pk=pk)
    return one(rows if deleted is None else rows.filter(deleted__isnull=not deleted))


def edited(request, seat, row):
    form = ChapterForm(sent(request), initial={name: getattr(row, name) for name in ChapterForm.base_fields})
    context = {"chapter": row, "form": form, "came": came_of(request, seat, row), "held": held(request, row)}
    if request.method != "POST":
        return page(request, seat, context | {"revision": row.revision})
    context["revision"] = seen(request)
    if not form.is_valid():
        return page(request, seat, context, status=422)
    values = form.cleaned_data | {"held": held(request, row)}
    came = {line["member"]: line["text"] for line in context["came"] if line["there"]}
    try:
        if row.pk:
            acts.record(row, seen(request), values, came, back=request.POST.get("do") == "return")
        else:
            row = acts.plan(seat.gathering, values, came)
    except acts.BadEdit as bad:
        return page(request, seat, context | {"error": bad}, status=422)
    except Conflict:
        return conflict(request, seat, row, context)
    return redirect(reverse("gathering", args=[seat.gathering.pk]) + f"#chapter-{row.pk}")


def held(request, row):
    """Whether the chapter was held: what the button says that was pressed, else as it was."""
    return {"hold": True, "plan": False}.get(request.POST.get("do"), row.held)


def came_of(request, seat, row):
    """A line for everybody who was ever here: whether they take part and what changed, as sent, else as stored."""
    stored = dict(row.participations.values_list("membership_id", "text")) if row.pk else {}
    lines = []
    for member in seat.memberships:
        there, text = member.pk in stored, stored.get(member.pk, "")
        if request.method == "POST":
            text = " ".join(request.POST.get(f"text-{member.pk}", "").replace("\0", "").split())[:LONGEST_CHANGE]
            there = bool(text) or f"came-{member.pk}" in request.POST
        lines.append({"member": member, "there": there, "text": text})
    return sorted(lines, key=lambda line: not line["member"].current)


def page(request, seat, context, status=200):
    desk, row = desk_of(seat.gathering.game), context["chapter"]
    about = {
        "gathering": seat.gathering,
        "seat": seat,
        "desk": desk,
        "words": desk.gathering.words,
        "once": token(),
        "earlier": states.earlier(row, seat.memberships) if row.pk else [],
    }
    return render(request, "gatherings/chapter.html", about | context, status=status)


def conflict(request, seat, row, context):
    """Somebody saved another state or removed it meanwhile: both are shown, nothing is overwritten."""
    row = chapter_of(seat, row.pk, deleted=None)
    context = context | {"chapter": row, "held": row.held, "revision": row.revision}
    if row.revision != seen(request):
        context["newer"] = states.told(states.present(row), seat.memberships)
    return page(request, seat, context, status=409)


@require_POST
@never_cache
def chapter_remove(request, pk, chapter):
    seat = keys.organiser_seat(request, pk)
    row = chapter_of(seat, chapter)
    acts.put_away(row)
    said(request, gettext("{name} removed.").format(name=isolated(row)), reverse("chapter-return", args=[pk, chapter]))
    return redirect("gathering", pk)


@require_POST
@never_cache
def chapter_return(request, pk, chapter):
    row = chapter_of(keys.organiser_seat(request, pk), chapter, deleted=True)
    done(request, acts.return_chapter, row)
    return redirect(reverse("gathering", args=[pk]) + f"#chapter-{chapter}")
