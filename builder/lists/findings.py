"""How the editor shows findings: those of one rule together, and what is missing with the place where it is given."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from builder.lists.loaded import LoadedRoster
from rules.checks import Finding, Rule
from rules.game import UnitAnalysis
from rules.verdict import BAD, OK, TODO

Units = Mapping[int, UnitAnalysis]  # by their index in the list
HEAD, ADDING, UNIT = "head", "adding", "unit"
MIND = "mind"


def any_unit(_unit: UnitAnalysis) -> bool:
    return True


@dataclass(frozen=True)
class Remedy:
    """Where a player gives what a requirement misses.

    label     -- what its button says, a marked text
    at        -- HEAD: the form of the list's head; ADDING: the units that may be added; UNIT: a unit's open card
    field     -- the id of the element there; {unit} stands for the index of the unit
    fits      -- which units can be mended so: a finding of the whole list opens the first of them, one of a unit that
                 does not fit has no button; ADDING: no button where a unit of the list does not fit
    otherwise -- the id of the element among the units that may be added, where no unit fits
    """

    label: str
    at: str
    field: str = ADDING
    fits: Callable[[Any], bool] = any_unit
    otherwise: str = ADDING

    def address(self, units: Units, unit: int | None) -> str:
        """The address of the field, within the editor of a list with these units, for a finding at `unit`; else ""."""
        if self.at == HEAD:
            return f"?head#{self.field}"
        if self.at == ADDING:
            return f"#{self.field}" if all(map(self.fits, units.values())) else ""
        if unit is not None and not self.fits(units[unit]):
            return ""
        if unit is None:
            unit = next((index for index, analysis in units.items() if self.fits(analysis)), None)
        return f"#{self.otherwise}" if unit is None else f"?unit={unit}#{self.field.format(unit=unit)}"


class Place(NamedTuple):
    """Where something was found: the index of a unit, None for the list; `mended` is its remedy's address, or ""."""

    unit: int | None
    mended: str


@dataclass(frozen=True)
class FindingGroup:
    """The findings of one rule, which a player reads as one."""

    rule: Rule
    findings: tuple[Finding, ...]
    places: tuple[Place, ...]
    remedy: Remedy | None

    @property
    def level(self) -> str:
        """BAD for a prohibition, TODO for a requirement, MIND for a warning."""
        return TODO if self.rule.requirement else BAD if self.rule.is_prohibition else MIND

    @property
    def hint(self) -> str:
        """What the player can do, where it is the same for all findings; else empty."""
        hints = {finding.rule.hint for finding in self.findings}
        return hints.pop() if len(hints) == 1 else ""

    @property
    def mends(self) -> bool:
        """Whether a button leads to where one of the findings is mended."""
        return any(place.mended for place in self.places)

    @property
    def message(self) -> Any:
        """What all findings say alike; else None, and what the rule demands stands for them."""
        first = self.findings[0].message
        alike = all(
            (finding.message.text, finding.message.values) == (first.text, first.values) for finding in self.findings
        )
        return self.findings[0] if alike else None


@dataclass(frozen=True)
class FindingGroups:
    """All findings of a list or a unit, as the editor shows and counts them."""

    all: tuple[FindingGroup, ...]

    @cached_property
    def prohibitions(self) -> list[FindingGroup]:
        return [group for group in self.all if group.level == BAD]

    @cached_property
    def requirements(self) -> list[FindingGroup]:
        return [group for group in self.all if group.level == TODO]

    @cached_property
    def warnings(self) -> list[FindingGroup]:
        return [group for group in self.all if group.level == MIND]

    @property
    def state(self) -> str:
        """The worst that was found: BAD, TODO, or OK (there may be warnings)."""
        return BAD if self.prohibitions else TODO if self.requirements else OK

    @property
    def worst(self) -> str:
        """The same, but MIND where there are only warnings."""
        return MIND if self.state == OK and self.warnings else self.state


def grouped_findings(loaded: LoadedRoster, remedies: Mapping[str, Remedy], without: int | None = None) -> FindingGroups:
    """What was found in a list; the findings of one rule are one. without -- the index of a unit that is left out"""
    findings = [finding for finding in loaded.verdict.findings if without is None or finding.unit != without]
    return group_findings(findings, remedies, dict(enumerate(loaded.analysis.units)))


def group_findings(
    findings: Iterable[Finding], remedies: Mapping[str, Remedy], units: Units | None = None
) -> FindingGroups:
    """Findings, those of one rule together, in the order in which the rules come first."""
    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        by_rule.setdefault(finding.rule.id, []).append(finding)
    return FindingGroups(tuple(together(tuple(ones), remedies.get(id), units or {}) for id, ones in by_rule.items()))


def together(findings: tuple[Finding, ...], remedy: Remedy | None, units: Units) -> FindingGroup:
    places = tuple(Place(finding.unit, remedy.address(units, finding.unit) if remedy else "") for finding in findings)
    return FindingGroup(findings[0].rule, findings, places, remedy)
