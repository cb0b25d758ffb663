"""Who comes to a planned chapter, and the chapter as a calendar file."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder.gatherings import permissions, services
from builder.gatherings.calendars import calendar_of
from builder.gatherings.context import assembled_or_404, head_context, state_for, try_service
from builder.web.forms import number_or_none


def planned(access, pk):
    """A chapter of the gathering that is there, or 404."""
    return get_object_or_404(access.gathering.chapters.filter(pk=pk, deleted__isnull=True))


@require_POST
@never_cache
def chapter_answer(request, pk, chapter):
    """Say for one's own member whether it comes. `answer` is "<pk of the member> <yes, perhaps, no>"."""
    access = permissions.access_or_404(request, pk)
    member, _space, word = request.POST.get("answer", "").partition(" ")
    try_service(request, services.answer, access.own(number_or_none(member)), planned(access, chapter), word)
    return redirect(reverse("gathering", args=[pk]) + f"#chapter-{chapter}")


@require_safe
@never_cache
def chapter_start(request, pk, chapter):
    """With what each of those who come begins a planned chapter: life, traumas, equipment, vocation."""
    access = permissions.access_or_404(request, pk, documents=True)
    state = assembled_or_404(state_for(access))
    row = next((row for row in state.planned if row.pk == chapter), None)
    if row is None:
        raise Http404
    coming = state.coming(row)
    members = [member for member in state.members if member.membership in coming]
    context = head_context(access.gathering) | {"access": access, "state": state, "chapter": row, "members": members}
    return render(request, "gatherings/start.html", context)


@require_safe
@never_cache
def chapter_calendar(request, pk, chapter):
    """The calendar file of a planned chapter with a date, for its members."""
    access = permissions.access_or_404(request, pk)
    row = planned(access, chapter)
    if row.date is None:
        raise Http404
    address = request.build_absolute_uri(reverse("gathering", args=[pk])) + f"#chapter-{chapter}"
    text = calendar_of(row, address, access.gathering.name)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="chapter-{chapter}.ics"'
    return response
