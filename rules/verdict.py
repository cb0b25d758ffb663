"""judge(): the one evaluator behind page, options, import, command line and sheet."""

from dataclasses import dataclass, field
from functools import cached_property

from rules.checks import ERROR


@dataclass(frozen=True)
class Verdict:
    """What a judgement found: points spent and to spend (None without points), all findings, and the survey behind."""

    total: int | None
    budget: int | None
    findings: tuple
    survey: object = field(repr=False, compare=False)

    @cached_property
    def legal(self):
        return not any(finding.rule.level == ERROR for finding in self.findings)

    @cached_property
    def errors(self):
        return [finding for finding in self.findings if finding.rule.level == ERROR]

    @cached_property
    def warnings(self):
        return [finding for finding in self.findings if finding.rule.level != ERROR]

    @cached_property
    def by_unit(self):
        """Findings by the index of their unit; those of the whole list under None."""
        found: dict[int | None, list] = {}
        for finding in self.findings:
            found.setdefault(finding.unit, []).append(finding)
        return found


def judge(roster, catalogue, game, known=None):
    """The `Verdict` on a roster: every finding at once, list first, then unit by unit.

    `known` is a dict that carries surveyed units from one judgement to the next, so that
    judging many variants of one list surveys only the units that differ.
    """
    survey = game.survey(roster, catalogue, known)
    findings = list(game.register.judge_list(survey))
    for index, unit in enumerate(survey.units):
        if unit.broken:
            findings.extend(unit.findings(index))
    return Verdict(survey.total, survey.budget, tuple(findings), survey)


def limits_broken(roster, catalogue, game, known=None, head=True):
    """The limits that a roster breaks: {(rule id, unit): Finding}. What `options` asks.

    Without `head`, those that the head of the list breaks alone are left out: adding units changes none of them.
    """
    survey = game.survey(roster, catalogue, known)
    found = [*game.register.judge_list(survey, game.register.limiting(head))]
    for index, unit in enumerate(survey.units):
        if unit.broken:
            found.extend(unit.findings(index))
    return {(one.rule.id, one.unit): one for one in found if one.rule.is_limit}


def answer(verdict, language, translate):
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
