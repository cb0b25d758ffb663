"""The editor: a list on one page, one edit a request."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from builder import edits, history
from builder.access import by_grant
from builder.games import DESKS
from builder.models import Revision
from builder.options import spoken
from builder.templatetags.bivouac import local, say
from builder.views.links import forget_key, new_edit_link, share_link
from builder.workbench import Bench

STEPS = {"undo": history.undo, "redo": history.redo}


@require_safe
@never_cache
def roster(request, pk):
    row = by_grant(request, pk)
    bench = history.bench_of(row)
    index = open_index(request.GET.get("unit"), bench)
    if request.htmx and not request.htmx.boosted:
        before = open_index(request.GET.get("closing"), bench)
        stale = request.GET.get("revision") != str(row.revision)
        return answer(request, row, bench, index, changed={index, before} - {None}, whole=stale, same_log=True)
    link = new_edit_link(request, row)
    context = context_of(request, row, bench, index) | {"edit_link": link, "share_link": share_link(request, row)}
    response = render(request, "roster.html", context)
    return forget_key(response, row) if link else response


@require_POST
@never_cache
def roster_do(request, pk):
    row = by_grant(request, pk)
    line, fields = request.POST.get("do", ""), request.POST.dict()
    seen = number_or_none(request.POST.get("revision"))
    try:
        if line in STEPS:
            return stepped(request, row, line, seen)
        done = history.do(row, line, fields, seen)
    except edits.BadEdit as bad:
        return refused(request, row, bad, fields)
    except history.Conflict:
        return conflict(request, row, line, fields, seen)
    index = opened_after(done, number_or_none(fields.get("opened")))
    return answered(request, row, done, index, sentence(DESKS[row.game], done), whole=done.stale)


def number_or_none(word):
    return int(word) if word and word.isascii() and word.isdigit() and len(word) < 10 else None


def open_index(word, bench):
    """The index of the unit to open, or None."""
    index = number_or_none(word)
    return None if index is None or index >= len(bench.list.units) else index


def opened_after(done, index):
    """Which unit is open after an edit: a new one, the one that was open wherever it went, else none."""
    verb, *words = done.line.split()
    units = len(done.after.list.units)
    if units > len(done.before.list.units):
        return int(words[0]) + 1 if verb == "duplicate" else units - 1
    if index is None:
        return None
    if verb == "remove":
        removed = int(words[0])
        index = None if index == removed else index - (index > removed)
    elif verb == "move" and index == int(words[0]):
        index = min(max(0, index + edits.sign(words[1])), units - 1)
    return None if index is None or index >= units else index


def stepped(request, row, step, seen):
    """Undo or redo."""
    done = STEPS[step](row, seen)
    index = open_index(request.POST.get("opened"), done.after)
    said = gettext("Undone") if step == "undo" else gettext("Redone")
    if done.before is done.after:
        said = gettext("Nothing to undo") if step == "undo" else gettext("Nothing to redo")
    return answered(request, row, done, index, said, whole=True)


def sentence(desk, done):
    """What the toast says an edit did."""
    edit, words = edits.asked(desk, done.line)
    before = done.before
    if before.list == done.after.list:
        return gettext("Nothing changed")
    unit = item = ""
    if edit.touches == edits.UNIT and words:
        index = int(words[0])
        unit = (before.list.units[index].name if index < len(before.list.units) else "") or f"#{index + 1}"
    if len(words) > 1:
        item = item_name(before.catalogue, words[-1])
    return gettext(edit.said).format(unit=unit, item=item)


def item_name(catalogue, slug):
    entry = catalogue.named(slug)
    return local(entry.name) if entry else slug


def answered(request, row, done, index, said, whole=False):
    """After an edit: a fragment for htmx, a redirect for everybody else."""
    if not request.htmx:
        messages.success(request, said, extra_tags="undo")
        return redirect(address(row, index))
    before, after = done.before, done.after
    changed, moved = what_changed(before, after)
    renamed = (before.list.name, before.list.notes) != (after.list.name, after.list.notes)
    quiet = spoken(before.verdict.findings) == spoken(after.verdict.findings) == ()
    was_open = open_index(request.POST.get("opened"), done.after)
    changed |= {was_open, index} - {None}
    more = {
        "toast": said,
        "undoable": True,
        "same_title": not renamed,
        "same_findings": quiet,
        "same_log": before.list.log == after.list.log,
    }
    return answer(request, row, after, index, changed, whole or moved, **more)


def what_changed(before, after):
    """The indexes of units whose card reads differently now, and whether the whole list does."""
    old, new = before.survey, after.survey
    if len(old.units) != len(new.units) or before.verdict.survey.terms is not after.verdict.survey.terms:
        return set(), True
    changed = {index for index, (was, now) in enumerate(zip(old.units, new.units, strict=True)) if was is not now}
    if len(changed) > 1:
        return changed, True
    findings, found = before.verdict.by_unit, after.verdict.by_unit
    for index in findings.keys() | found.keys():
        if index is not None and spoken(findings.get(index, ())) != spoken(found.get(index, ())):
            changed.add(index)
    return changed, False


def address(row, index):
    base = reverse("roster", args=[row.pk])
    return base if index is None else f"{base}?unit={index}#unit-{index}"


def answer(request, row, bench, index, changed, whole=False, status=200, **more):
    """The fragments that htmx puts in their places."""
    context = context_of(request, row, bench, index, only=None if whole else changed) | {"whole": whole} | more
    return render(request, "_answer.html", context, status=status)


def refused(request, row, bad, fields):
    bench = history.bench_of(row)
    index = open_index(fields.get("opened"), bench)
    if not request.htmx:
        messages.error(request, say(bad))
        return redirect(address(row, index))
    return answer(request, row, bench, index, set(), status=422, error=bad, same_log=True)


def conflict(request, row, line, fields, seen):
    """Both states, and what was asked for; nothing was saved."""
    row = by_grant(request, row.pk)
    bench = history.bench_of(row)
    index = open_index(fields.get("opened"), bench)
    older = Revision.objects.filter(roster=row, number=seen).first()
    mine = wanted(row, older, line, fields)
    context = context_of(request, row, bench, index) | {"mine": mine, "line": line, "sent": sent(fields), "whole": True}
    return render(
        request, "_answer.html" if request.htmx else "conflict.html", context | {"conflict": True}, status=409
    )


def wanted(row, older, line, fields):
    """The bench that the player would have got on the state that he saw, if there is one."""
    if older is None or line in STEPS:
        return None
    bench = Bench.of_document(older.document)
    try:
        return bench.changed(edits.perform(DESKS[row.game], bench, line, fields))
    except edits.BadEdit:
        return bench


def sent(fields):
    """The player's own fields, to send them again on the newer state."""
    return {key: value for key, value in fields.items() if key not in ("csrfmiddlewaretoken", "revision", "do")}


def context_of(request, row, bench, index, only=None):
    """Everything the editor's templates read. `only`: the indexes of the cards that are drawn."""
    desk = DESKS[row.game]
    verdict = bench.verdict
    cards = cards_of(bench, index, only)
    opened = next((one for one in cards if one.open), None)
    return {
        "roster": row,
        "desk": desk,
        "parts": desk.parts,
        "bench": bench,
        "survey": bench.survey,
        "verdict": verdict,
        "cards": cards,
        "open_index": index,
        "opened": desk.opened(bench, index) | {"card": opened} if opened else None,
        "adding": desk.new_units(bench),
        "findings": verdict.findings,
        "head": desk.head(bench.catalogue, bench.list) if only is None else None,
        "head_open": "head" in request.GET,
    }


@dataclass(frozen=True)
class Card:
    """A unit as the editor shows it. `signature` is all a closed card reads beside the `book`, so it is drawn once."""

    index: int
    view: object
    findings: tuple
    open: bool
    last: bool
    book: object
    head: object

    @property
    def unit(self):
        return self.view.unit

    @property
    def first(self):
        return self.index == 0

    @property
    def errors(self):
        return [one for one in self.findings if one.rule.level == "error"]

    @property
    def signature(self):
        return self.index, self.open, self.last, self.unit, self.head, spoken(self.findings)


def cards_of(bench, open_index, only):
    """The cards of the units at the indexes `only` (None: all)."""
    head, views = history.head_of(bench.list), bench.survey.units
    found = bench.verdict.by_unit
    return [
        Card(
            index=index,
            view=views[index],
            findings=tuple(found.get(index, ())),
            open=index == open_index,
            last=index == len(views) - 1,
            book=bench.catalogue,
            head=head,
        )
        for index in (range(len(views)) if only is None else sorted(only))
    ]
