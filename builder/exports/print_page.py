"""The print page, of one list and of several: its form, and the preview that shows what the form has chosen."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from builder.exports.preview import EXPORT, Preview, picture_response
from builder.exports.registry import EXPORTS
from builder.exports.responses import begun_with, chosen_language, paper_of, print_choices
from builder.exports.several import granted_rosters, rosters_subject, subject_name
from builder.exports.subjects import roster_subject, without_document
from builder.lists.access import granted_roster, requested_state
from builder.lists.placing import listed_rosters
from builder.lists.selection import MOST_PRINTED
from builder.sheets.building import kit_of, sheet_of
from builder.sheets.print_form import form_context


@require_safe
@never_cache
def roster_print(request, pk):
    """The print page of a list. The sheet of what it shows as chosen is begun."""
    roster = granted_roster(request, pk)
    loaded, _revision = requested_state(request, roster)
    choices, language = begun_with(request, roster.printed_as)
    context = {
        "roster": roster,
        "loaded": loaded,
        "verdict": loaded.verdict,
        "preview": preview_of_roster(request, roster, choices, language),
        **form_context(choices, language, paper_of(request), sheet_of(loaded), kit_of(loaded)),
    }
    return render(request, "sheets/print.html", context)


@require_safe
@never_cache
def roster_preview(request, pk):
    """The preview anew, after a choice or while its sheet is made."""
    roster = granted_roster(request, pk, rosters=without_document)
    preview = preview_of_roster(request, roster, print_choices(request), chosen_language(request))
    return preview.response()


def preview_of_roster(request, roster, choices, language):
    subject = roster_subject(request, roster, EXPORTS[EXPORT])
    return Preview(request, subject, choices, language, reverse("roster-preview", args=[roster.pk]))


@require_safe
def roster_picture(request, pk, key, number):
    """The picture of a page of a list's sheet."""
    roster = granted_roster(request, pk, rosters=without_document)
    return picture_response(f"roster {roster.pk}", key, number)


# --- several lists --------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def rosters_print(request, pks):
    """The print page of several lists."""
    rosters = granted_rosters(request, pks, MOST_PRINTED)
    choices, language = begun_with(request)
    context = {
        "rosters": rosters,
        "pks": [roster.pk for roster in rosters],
        "illegal": any(roster.errors for roster in rosters),
        "preview": preview_of_rosters(request, rosters, choices, language),
    }
    return render(request, "exports/several.html", context | form_context(choices, language, paper_of(request)))


@require_safe
@never_cache
def rosters_preview(request, pks):
    rosters = granted_rosters(request, pks, MOST_PRINTED)
    preview = preview_of_rosters(request, rosters, print_choices(request), chosen_language(request))
    return preview.response()


@require_safe
@never_cache
def all_rosters_print(request):
    """All my lists but those in the archive: the print page of one file, or which of several files."""
    shown = [row for row in listed_rosters(request) if not (row.deleted or row.archived)]
    pks = [row.pk for row in sorted(shown, key=lambda row: (row.game, row.name.casefold(), row.pk))]
    files = [pks[start : start + MOST_PRINTED] for start in range(0, len(pks), MOST_PRINTED)]
    if not files:
        return redirect("my-lists")
    if len(files) == 1:
        return redirect("rosters-print", files[0])
    return render(request, "exports/all_lists.html", {"files": numbered(files)})


def numbered(files):
    """(numbers of the first and of the last list, their keys) for each file."""
    return [(at * MOST_PRINTED + 1, at * MOST_PRINTED + len(pks), pks) for at, pks in enumerate(files)]


def preview_of_rosters(request, rosters, choices, language):
    path = reverse("rosters-preview", args=[[roster.pk for roster in rosters]])
    return Preview(request, rosters_subject(request, rosters), choices, language, path)


@require_safe
def rosters_picture(request, pks, key, number):
    rosters = granted_rosters(request, pks, MOST_PRINTED)
    return picture_response(subject_name(rosters), key, number)
