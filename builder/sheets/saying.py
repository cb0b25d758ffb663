"""What the sheets of all games say in the same way."""

from django.utils.translation import gettext as _

from builder.sheets.parts import Found, Line, clean


def judged(roster, verdict, language, called):
    """What a `Sheet` says of any list and its verdict, by name; `called(view)` names a unit."""
    return {
        "language": language,
        "legal": verdict.legal,
        "verdict": _("Legal") if verdict.legal else _("Illegal"),
        "spent": verdict.total,
        "budget": verdict.budget,
        "findings": tuple(found(one, verdict.survey, language, called) for one in verdict.findings),
        "notes": tuple(paragraphs(roster.notes)),
    }


def found(finding, survey, language, called):
    return Found(
        rule=finding.rule.id,
        error=finding.rule.level == "error",
        text=finding.message.into(language, _),
        cite=str(finding.rule.cite),
        unit=finding.unit,
        about="" if finding.unit is None else f"#{finding.unit + 1} {called(survey.units[finding.unit])}",
    )


def paragraphs(text):
    """The lines of a text, blank ones left out."""
    return [clean(part) for part in text.splitlines() if part.strip()]


def note_lines(text):
    """A unit's notes as lines of its card."""
    for number, paragraph in enumerate(paragraphs(text)):
        yield Line(_("Notes") if number == 0 else "", paragraph, splits=True)
