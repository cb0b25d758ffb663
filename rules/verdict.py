"""judge(): the one evaluator that page, offers, import, command line and sheet use."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.catalogue import Catalogue
from rules.checks import ERROR, Finding
from rules.game import AnalysisCache, Game, RosterAnalysis

OK, TODO, BAD = "ok", "todo", "bad"  # legal; something is missing; something is too much or not allowed


def state_of(errors: int, prohibitions: int | None) -> str:
    """The state of a list with so many errors, so many of which are prohibitions; None: not counted, so all may be."""
    return BAD if (errors if prohibitions is None else prohibitions) else TODO if errors else OK


@dataclass(frozen=True)
class Verdict:
    """Points spent and points to spend (both None in a game without), all findings, and the analysis behind them."""

    total: int | None
    budget: int | None
    findings: tuple[Finding, ...]
    analysis: RosterAnalysis = field(repr=False, compare=False)

    @cached_property
    def legal(self) -> bool:
        return not any(finding.rule.level == ERROR for finding in self.findings)

    @cached_property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.rule.level == ERROR]

    @cached_property
    def prohibitions(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.rule.is_prohibition]

    @property
    def state(self) -> str:
        """OK, TODO or BAD; `builder.wording.verdict_word` says it to players."""
        return state_of(len(self.errors), len(self.prohibitions))

    @cached_property
    def warnings(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.rule.level != ERROR]

    @cached_property
    def by_unit(self) -> dict[int | None, list[Finding]]:
        """Findings by the index of their unit; those of the whole list under None."""
        findings: dict[int | None, list[Finding]] = {}
        for finding in self.findings:
            findings.setdefault(finding.unit, []).append(finding)
        return findings


def judge(document: Any, catalogue: Catalogue, game: Game, analysis_cache: AnalysisCache | None = None) -> Verdict:
    """The `Verdict` on a document: every finding at once, the list's first, then unit by unit.

    With an `AnalysisCache`, judging many variants of one list analyses only the units that differ.
    """
    analysis = game.analyse(document, catalogue, analysis_cache)
    findings = list(game.register.judge_list(analysis))
    for index, unit in enumerate(analysis.units):
        if unit.broken:
            findings.extend(unit.findings(index))
    return Verdict(analysis.total, analysis.budget, tuple(findings), analysis)


BrokenRules = dict[tuple[str, int | None], list[Finding]]  # findings by rule id and unit


def prohibitions_in(analysis: RosterAnalysis, game: Game, head: bool = True) -> BrokenRules:
    """What an analysed list breaks of the prohibitions that refuse options (see `Rule.refuses`), by rule id and unit.

    Without `head`, those that the head of the list breaks alone are left out: adding units changes none of them.
    """
    findings = [*game.register.judge_list(analysis, game.register.prohibiting(head))]
    for index, unit in enumerate(analysis.units):
        if unit.broken:
            findings.extend(unit.findings(index))
    broken: BrokenRules = {}
    for finding in findings:
        if finding.rule.refuses_options:
            broken.setdefault((finding.rule.id, finding.unit), []).append(finding)
    return broken


def answer(verdict: Verdict, language: str, translate: Callable[[str], str]) -> dict[str, Any]:
    """A verdict as the exchange format writes it (a dict for JSON), messages in `language`."""
    return {
        "legal": verdict.legal,
        "total": verdict.total,
        "budget": verdict.budget,
        "findings": [
            {
                "rule": finding.rule.id,
                "level": finding.rule.level,
                "unit": finding.unit,
                "message": finding.message.into(language, translate),
                "cite": str(finding.rule.cite),
            }
            for finding in verdict.findings
        ],
    }
