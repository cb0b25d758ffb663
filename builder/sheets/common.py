"""What the sheets of all games say in the same way."""

from django.utils.translation import gettext as _

from builder.sheets.parts import CardLine, SheetFinding, clean


def judged(document, verdict, language, called):
    """What a `Sheet` says of any list and its verdict, by name; `called(view)` names a unit."""
    return {
        "language": language,
        "legal": verdict.legal,
        "verdict": _("Legal") if verdict.legal else _("Illegal"),
        "spent": verdict.total,
        "budget": verdict.budget,
        "findings": tuple(sheet_finding(one, verdict.analysis, language, called) for one in verdict.findings),
        "notes": tuple(paragraphs(document.notes)),
    }


def sheet_finding(finding, analysis, language, called):
    return SheetFinding(
        rule=finding.rule.id,
        error=finding.rule.level == "error",
        text=finding.message.into(language, _),
        cite=str(finding.rule.cite),
        unit=finding.unit,
        about="" if finding.unit is None else f"#{finding.unit + 1} {called(analysis.units[finding.unit])}",
    )


def paragraphs(text):
    """The lines of a text, blank ones left out."""
    return [clean(part) for part in text.splitlines() if part.strip()]


def note_lines(text):
    """A unit's notes as lines of its card."""
    for number, paragraph in enumerate(paragraphs(text)):
        yield CardLine(_("Notes") if number == 0 else "", paragraph, splits=True)
