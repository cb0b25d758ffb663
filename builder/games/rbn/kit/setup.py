"""The checklist before the first turn, with this list's own figures, and the table of victory."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from builder.families.red_button.sheet.build import display_name
from builder.families.red_button.sheet.header import scenario_name
from builder.games.rbn.kit.tokens import plays_secondary
from builder.sheets.common import passage
from builder.sheets.kit import KitPage
from builder.wording import local
from rules.games.rbn.analysis import ConvoyAnalysis
from rules.games.rbn.play.book import Deployment, play_of

SANDS = "fils-des-sables"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step to tick; `own` is what it means for this list."""

    name: str
    text: str
    cite: str
    own: str = ""


def setup_page(analysis: Any) -> KitPage:
    before = analysis.context.catalogue.reminders.get("avant-de-jouer")  # none in a book stored before it was there
    texts = [passage(before)] if before else []
    context = {"steps": list(steps(analysis)), "victory": victory(analysis), "texts": texts}
    cite = play_of(analysis.context.catalogue).rules["setup"].cite
    replaces = tuple(text.title for text in texts)
    return KitPage("setup", _("Setup and victory"), "sheets/kit/rbn/setup.html", context, cite, replaces=replaces)


def steps(analysis: Any) -> Iterator[SetupStep]:
    """What the scenario says, then the book's steps that this list and its scenario have."""
    scenario = analysis.context.scenario
    if scenario:
        own = _("To bring: {things}").format(things=local(scenario.brings)) if scenario.brings else ""
        text = f"{local(scenario.table)}. {local(scenario.deployment)}"
        yield SetupStep(scenario_name(scenario), text, str(scenario.cite), own)
    for step in play_of(analysis.context.catalogue).setup:
        of_list = OWN.get(step.slug, nothing)(analysis)
        if of_list is not None:
            yield SetupStep(local(step.name), local(step.text), step.cite, of_list)


def nothing(analysis: ConvoyAnalysis) -> str:
    return ""


def activity_tokens(analysis: ConvoyAnalysis) -> str | None:
    """The activity, whose text stands beside its tokens; None where the scenario plays no secondary missions."""
    context = analysis.context
    if not plays_secondary(context.scenario):
        return None
    return local(context.activity.name) if context.activity else ""


def vehicles(analysis: ConvoyAnalysis) -> str:
    number = analysis.vehicle_count
    return ngettext("This convoy: {number} vehicle", "This convoy: {number} vehicles", number).format(number=number)


def own_deployment(analysis: ConvoyAnalysis) -> Deployment:
    """What the scenario says of how the list's role deploys, where that is not as usual (p. 35, 37)."""
    document = analysis.document
    return play_of(analysis.context.catalogue).deployment_of(document.scenario, document.role)


def attack(analysis: ConvoyAnalysis) -> str:
    """The attack force; nobody for the attacker of scenario 3, whose vehicles come in turn 2 (p. 35)."""
    return "" if own_deployment(analysis).without == "attack" else force("attack")(analysis)


def force(name: str) -> Callable[[Any], str]:
    """The units whose force is noted so; the step is there for lists that note none, too."""
    return lambda analysis: units_with(analysis, lambda unit: unit.unit.force == name)


def sands(analysis: ConvoyAnalysis) -> str | None:
    """The sons of the sands; None where the list has none, and in scenario 8 of the mandated player's (p. 37)."""
    if own_deployment(analysis).sands == "together":
        return None
    return units_with(analysis, lambda unit: SANDS in unit.tags) or None


def units_with(analysis: ConvoyAnalysis, wanted: Callable[[Any], bool]) -> str:
    """By name, with the number of those that are alike."""
    units = [(display_name(unit), unit.count) for unit in analysis.units if wanted(unit)]
    return ", ".join(f"{name} × {count}" if count > 1 else name for name, count in units)


OWN = {
    "pions": activity_tokens,
    "jet": vehicles,
    "attaque": attack,
    "reserve": force("reserve"),
    "fils-des-sables": sands,
}


def victory(analysis: Any) -> dict[str, Any] | None:
    """The grades by name, for the table; None where the scenario plays no secondary missions."""
    if not plays_secondary(analysis.context.scenario):
        return None
    grades = analysis.context.catalogue.victory
    names = {slug.replace("-", "_"): local(grade.name) for slug, grade in grades.items()}
    return names | {"cite": str(next(iter(grades.values())).cite)}
