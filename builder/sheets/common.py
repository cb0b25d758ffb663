"""The parts of a `Sheet` that are the same for all games."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from builder.sheets.parts import CardLine, SheetFinding, clean
from rules.checks import ERROR, Finding
from rules.document import Document
from rules.game import Analysis
from rules.verdict import Verdict


def judged(document: Document, verdict: Verdict, language: str, unit_name: Callable[[Any], str]) -> dict[str, Any]:
    """The fields of a `Sheet` that come from the verdict and the notes; `unit_name` names an analysed unit."""
    return {
        "language": language,
        "legal": verdict.legal,
        "verdict": _("Legal") if verdict.legal else _("Illegal"),
        "spent": verdict.total,
        "budget": verdict.budget,
        "findings": tuple(sheet_finding(one, verdict.analysis, language, unit_name) for one in verdict.findings),
        "notes": tuple(paragraphs(document.notes)),
    }


def sheet_finding(finding: Finding, analysis: Analysis, language: str, unit_name: Callable[[Any], str]) -> SheetFinding:
    return SheetFinding(
        rule=finding.rule.id,
        error=finding.rule.level == ERROR,
        text=finding.message.into(language, _),
        cite=str(finding.rule.cite),
        unit=finding.unit,
        about="" if finding.unit is None else f"#{finding.unit + 1} {unit_name(analysis.units[finding.unit])}",
    )


def paragraphs(text: str) -> list[str]:
    """The lines of a text without blank ones."""
    return [clean(part) for part in text.splitlines() if part.strip()]


def note_lines(text: str) -> Iterator[CardLine]:
    """A unit's notes as lines of its card."""
    for number, paragraph in enumerate(paragraphs(text)):
        yield CardLine(_("Notes") if number == 0 else "", paragraph, splits=True)
