"""The head of a list's sheet, as far as the books of the family say the same."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from builder.sheets.common import effect, in_groups
from builder.sheets.parts import BOX, Fact, LabelledFigure, Passage, Track
from builder.wording import local
from rules.catalogue import Scenario
from rules.families.red_button.analysis import RedButtonAnalysis
from rules.text import Text

USUAL_TURNS = 6
NONE = "–"


def points_and_left(analysis: RedButtonAnalysis) -> Iterator[LabelledFigure]:
    """What the list costs of its budget, and what is left of it."""
    budget = analysis.budget
    yield LabelledFigure(_("Points"), f"{analysis.total}/{NONE if budget is None else budget}", loud=True)
    yield LabelledFigure(_("Left"), NONE if budget is None else str(analysis.left))


def scenario_fact(analysis: RedButtonAnalysis) -> Iterator[Fact]:
    scenario, slug = analysis.context.scenario, analysis.document.scenario
    if slug:
        yield Fact(_("Scenario"), scenario_name(scenario) if scenario else slug)


def by_five(number: int) -> str:
    """Boxes in groups of five."""
    return in_groups(BOX * number, 5)


def turns_track(analysis: RedButtonAnalysis) -> Track:
    scenario = analysis.context.scenario
    turns = (scenario and scenario.turns) or USUAL_TURNS
    return Track(_("Turns"), BOX * turns, names=tuple(map(str, range(1, turns + 1))))


def scenario_passage(scenario: Scenario, role: str | None) -> Passage:
    """A scenario; an arrow marks the missions of `role`."""
    rows: list[tuple[str, str | Text]] = []
    if scenario.turns:
        rows.append((_("Length"), ngettext("{n} turn", "{n} turns", scenario.turns).format(n=scenario.turns)))
    rows += [(_("Table"), scenario.table), (_("Deployment"), scenario.deployment)]
    names = {entry.slug: local(entry.name) for entry in scenario.roles}
    for mission in scenario.missions:
        title = _("Mission")
        if mission.role:
            title = f"{title}, {names.get(mission.role, mission.role)}"
        rows.append((f"{title} ←" if role and mission.role == role else title, mission.text))
    rows += [
        (_("To bring"), scenario.brings),
        (_("Special"), scenario.special),
        (_("Follow-up"), scenario.influence),
    ]
    texts = tuple((left, right if isinstance(right, str) else local(right)) for left, right in rows if right)
    return Passage(scenario_name(scenario), effect(scenario), texts, str(scenario.cite))


def scenario_name(scenario: Scenario) -> str:
    return f"{scenario.number}. {local(scenario.name)}"
