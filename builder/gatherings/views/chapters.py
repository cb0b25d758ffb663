"""A chapter: planned with its requirements, then recorded with its participants and what changed for them."""

from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from builder.accounts.form_answers import idempotent
from builder.gatherings import chapter_revisions, permissions, services
from builder.gatherings.context import campaign_or_404, head_context, state_for, try_service
from builder.gatherings.forms import LONGEST_CHANGE, ChapterForm
from builder.gatherings.models import Chapter
from builder.gatherings.stage_form import ChapterInput, choice_context, stage_input, wanted_stage
from builder.lists.edits import BadEdit
from builder.lists.history import Conflict
from builder.web.forms import form_data, submitted_revision
from builder.web.late_page import LatePage
from builder.web.messages import message_with_undo
from builder.wording import isolated


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@never_cache
def chapter_new(request, pk):
    access = permissions.organiser_access_or_404(request, pk, documents=True)
    return chapter_form(request, access, Chapter(gathering=access.gathering, revision=0))


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@never_cache
def chapter(request, pk, chapter):
    """A chapter's form. A POST is accepted for a chapter that was removed meanwhile: it may restore the chapter."""
    access = permissions.organiser_access_or_404(request, pk, documents=True)
    return chapter_form(
        request, access, chapter_of(access, chapter, deleted=None if request.method == "POST" else False)
    )


def chapter_of(access, pk, deleted=False):
    """A chapter of the gathering, or 404. deleted -- whether it is removed; None: either."""
    rows = Chapter.objects.filter(gathering=access.gathering, pk=pk)
    return get_object_or_404(rows if deleted is None else rows.filter(deleted__isnull=not deleted))


def chapter_form(request, access, chapter):
    if not permissions.assembles(access.gathering.game):
        state = campaign_or_404(state_for(access))
        wanted = wanted_stage(request, state, chapter)
        if wanted is None:
            return render(request, "gatherings/stage_choice.html", choice_context(access, state, chapter))
        return chapter_response(request, access, chapter, stage_input(request, state, chapter, wanted))
    return chapter_response(request, access, chapter, attendance_input(request, access, chapter))


def chapter_response(request, access, chapter, entered):
    """The form of a chapter as it was `entered`, or what saving it comes to."""
    context = {"chapter": chapter, "form": entered.form, "held": held(request, chapter)} | entered.context
    if request.method != "POST":
        return chapter_page(request, access, context | {"revision": chapter.revision})
    context["revision"] = submitted_revision(request)
    if not entered.form.is_valid():
        return chapter_page(request, access, context, status=422)
    values = entered.form.cleaned_data | entered.values | {"held": held(request, chapter)}
    try:
        entered.check()
        if chapter.pk:
            bring_back = request.POST.get("action") == "return"
            revision = submitted_revision(request)
            services.record(chapter, revision, values, entered.participants, bring_back, entered.revisions)
        else:
            chapter = services.plan(access.gathering, values, entered.participants, entered.revisions)
    except BadEdit as bad:
        return chapter_page(request, access, context | {"error": bad}, status=422)
    except Conflict:
        return conflict(request, access, chapter, context)
    return redirect(reverse("gathering", args=[access.gathering.pk]) + f"#chapter-{chapter.pk}")


def held(request, chapter):
    """Whether the chapter was played: by the button that was pressed, else as stored."""
    return {"hold": True, "plan": False}.get(request.POST.get("action"), chapter.held)


def attendance_input(request, access, chapter):
    form = ChapterForm(form_data(request), initial={name: getattr(chapter, name) for name in ChapterForm.base_fields})
    rows = attendance(request, access, chapter)
    return ChapterInput(
        form,
        {"attendance": rows},
        {row["member"]: row["text"] for row in rows if row["there"]},
    )


def attendance(request, access, chapter):
    """[{member, there (took part), text (what changed)}] for all members ever, from the POST, else as stored."""
    stored = dict(chapter.participations.values_list("membership_id", "text")) if chapter.pk else {}
    rows = []
    for member in access.memberships:
        there, text = member.pk in stored, stored.get(member.pk, "")
        if request.method == "POST":
            text = " ".join(request.POST.get(f"text-{member.pk}", "").replace("\0", "").split())[:LONGEST_CHANGE]
            there = bool(text) or f"came-{member.pk}" in request.POST
        rows.append({"member": member, "there": there, "text": text})
    return sorted(rows, key=lambda row: not row["member"].current)


def chapter_page(request, access, context, status=200):
    template = "gatherings/stage.html" if "scenario" in context else "gatherings/chapter.html"
    return LatePage(request, template, lambda: page_context(access, context), status=status)


def page_context(access, context):
    chapter, state = context["chapter"], context.get("state")
    earlier = chapter_revisions.earlier(chapter, access.memberships) if chapter.pk else []
    if state:
        for state_shown in [*earlier, *filter(None, [context.get("newer")])]:
            state_shown["view"] = state.earlier(state_shown)
    return head_context(access.gathering) | {"access": access, "earlier": earlier} | context


def conflict(request, access, chapter, context):
    """409 where the chapter was saved or removed meanwhile: the form and the newer state, nothing is overwritten."""
    chapter = chapter_of(access, chapter.pk, deleted=None)
    context = context | {"chapter": chapter, "held": chapter.held, "revision": chapter.revision}
    if chapter.revision != submitted_revision(request):
        context["newer"] = chapter_revisions.readable_state(chapter_revisions.stored_state(chapter), access.memberships)
    return chapter_page(request, access, context, status=409)


@require_POST
@never_cache
def chapter_remove(request, pk, chapter):
    removed = chapter_of(permissions.organiser_access_or_404(request, pk), chapter)
    services.remove(removed)
    text = gettext("{name} moved to the trash.").format(name=isolated(removed))
    message_with_undo(request, text, reverse("chapter-return", args=[pk, chapter]))
    return redirect("gathering", pk)


@require_POST
@never_cache
def chapter_return(request, pk, chapter):
    removed = chapter_of(permissions.organiser_access_or_404(request, pk), chapter, deleted=True)
    try_service(request, services.restore_if_room, removed)
    return redirect(reverse("gathering", args=[pk]) + f"#chapter-{chapter}")
