"""A report is made of what its player sees, and written as the two files of a test."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.utils import timezone

from builder.battles.models import Battle
from builder.error_reports.models import ErrorReport
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from rules.document import write
from rules.registry import GAMES


def report(
    roster: Roster, revision: int, loaded: LoadedRoster, expected: str, battle: Battle | None = None
) -> ErrorReport:
    """Store that a state of a list is judged wrongly, or a battle in which it is played goes wrong."""
    return ErrorReport.objects.create(
        roster=roster,
        revision=revision,
        document=without_notes(loaded).data,
        verdict=expected_verdict(loaded),
        book_revision=loaded.catalogue.revision,
        battle=battle,
        mark=battle.revision if battle else None,
        expected=expected,
    )


def without_notes(loaded: LoadedRoster) -> LoadedRoster:
    units = tuple(replace(unit, notes="") for unit in loaded.document.units)
    return LoadedRoster(replace(loaded.document, notes="", log=(), units=units))


def without_names(loaded: LoadedRoster) -> LoadedRoster:
    """The list without what identifies its player."""
    units = tuple(replace(unit, name="", picture=None) for unit in loaded.document.units)
    return LoadedRoster(replace(loaded.document, name="", units=units))


def expected_verdict(loaded: LoadedRoster) -> dict[str, Any]:
    """A verdict as `.expected.json` says it: {legal, total, budget, findings: [[rule id, unit or None]]}."""
    verdict = loaded.verdict
    findings = [[finding.rule.id, finding.unit] for finding in verdict.findings]
    findings.sort(key=lambda finding: (finding[0], -1 if finding[1] is None else finding[1]))
    return {"legal": verdict.legal, "total": verdict.total, "budget": verdict.budget, "findings": findings}


def write_test(report: ErrorReport, folder: Path) -> Path:
    """Write the list and the verdict of today as a test, whose verdict is to be put right. Returns the list's file."""
    loaded = without_names(LoadedRoster.from_data(report.document))
    file = folder / loaded.document.game / f"report-{report.pk}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    verdict = expected_verdict(loaded)
    findings = ",\n".join(f"    {json.dumps(finding)}" for finding in verdict.pop("findings"))
    head = json.dumps(verdict, indent=2).removesuffix("\n}")
    file.write_text(json.dumps(write(loaded.document, GAMES), indent=2, ensure_ascii=False) + "\n", "utf-8")
    text = f'{head},\n  "findings": [{findings and chr(10) + findings + chr(10) + "  "}]\n}}\n'
    file.with_suffix(".expected.json").write_text(text, "utf-8")
    report.used = timezone.now()
    report.save(update_fields=["used"])
    return file
