"""The head of a convoy's sheet: what it is, its points, what morale and missions count, boxes to tick."""

from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.families.red_button.sheet.fighter import stat
from builder.families.red_button.sheet.header import (
    NONE,
    by_five,
    points_and_left,
    scenario_fact,
    scenario_passage,
    turns_track,
)
from builder.sheets.parts import BOX, SEPARATOR, Fact, LabelledFigure, Passage, Total, Track
from builder.wording import local
from rules.catalogue import Faction
from rules.families.red_button.analysis import SLAVE, FighterAnalysis, RulesContext
from rules.games.rbn.analysis import ConvoyAnalysis

MORE_THAN_HALF = "l-autoroute-de-l-enfer"


def subtitle(analysis: ConvoyAnalysis) -> str:
    context = analysis.context
    words = [local(context.catalogue.name)]
    for row, slug in (
        (context.faction, analysis.document.faction),
        (context.subfaction, analysis.document.subfaction),
        (context.activity, analysis.document.activity),
    ):
        if row or slug:
            words.append(local(row.name) if row else slug)
    return SEPARATOR.join(words)


def figures(analysis: ConvoyAnalysis) -> Iterator[LabelledFigure]:
    """The loud numbers; points are PC."""
    yield from points_and_left(analysis)
    if plays_vehicles(analysis):
        points = f"{analysis.vehicle_points}/{analysis.vehicles_due}"
        yield LabelledFigure(_("Points in vehicles"), points, vehicles_due(analysis))
    yield LabelledFigure(
        _("Fighters"),
        str(analysis.fighter_count),
        _("half their points: {points}").format(points=half(analysis.fighter_points)),
    )
    yield LabelledFigure(
        _("Morale"), morale(analysis), _("losses, slaves aside") if analysis.slave_count else _("losses")
    )
    yield LabelledFigure(
        _("Chief’s C"), chiefs_c(analysis), _("next best: {value}").format(value=next_best_c(analysis))
    )
    if plays_vehicles(analysis):
        yield LabelledFigure(_("Vehicles"), str(analysis.vehicle_count), vehicles_needed(analysis))
    used, allowed = analysis.rockets
    yield LabelledFigure(_("Rockets"), f"{used}/{NONE if allowed is None else allowed}")


def plays_vehicles(analysis: ConvoyAnalysis) -> bool:
    """Whether its scenario has vehicles, or the list has them all the same (p. 35)."""
    return analysis.context.has_vehicles_scenario or analysis.vehicle_count > 0


def vehicles_due(analysis: ConvoyAnalysis) -> str:
    """The share that is due in vehicles; none in a scenario without them (p. 28; rulings A6 and A8)."""
    if not analysis.context.has_vehicles_scenario:
        return ""
    return _("min. a third, prize aside") if analysis.context.prize else _("min. a third")


def half(number: int) -> int:
    """Half, rounded up."""
    return -(-number // 2)


def morale(analysis: ConvoyAnalysis) -> str:
    """How many losses make the convoy test its morale (p. 23); slaves do not count (p. 26; ruling A83)."""
    if "robots" in analysis.context.advantages:
        return NONE
    return str(half(analysis.fighter_count - analysis.slave_count))


def testing_fighters(analysis: ConvoyAnalysis) -> list[FighterAnalysis]:
    """Those whose C may serve for morale: under the slavers' drawback no slave's does (p. 26)."""
    if "esclavagistes" not in analysis.context.drawbacks:
        return analysis.fighters
    return [unit for unit in analysis.fighters if SLAVE not in unit.tags]


def chiefs_c(analysis: ConvoyAnalysis) -> str:
    chief = analysis.chief
    return stat(chief.unit.stats.C) if chief in testing_fighters(analysis) else NONE


def next_best_c(analysis: ConvoyAnalysis) -> str:
    """The best C once the chief is gone (p. 23)."""
    values = [unit.unit.stats.C for unit in testing_fighters(analysis) if unit is not analysis.chief or unit.count > 1]
    return stat(min(values)) if values else NONE


def vehicles_needed(analysis: ConvoyAnalysis) -> str:
    """How many vehicles make the half that missions count; one mission wants more than half (p. 37)."""
    scenario = analysis.context.scenario
    if scenario and scenario.slug == MORE_THAN_HALF:
        return _("more than half: {number}").format(number=analysis.vehicle_count // 2 + 1)
    return _("half: {number}").format(number=half(analysis.vehicle_count))


def facts(analysis: ConvoyAnalysis) -> Iterator[Fact]:
    document, context = analysis.document, analysis.context
    yield Fact(_("Budget"), budget_words(analysis))
    yield from scenario_fact(analysis)
    if document.role:
        yield Fact(_("Role"), role_name(context, document.role))
    if context.makes_choices:
        yield from choices(context)
    yield Fact(_("Points in fighters"), str(analysis.fighter_points))
    yield Fact(_("Shooting dice"), _("on foot/vehicle"))
    yield Fact(
        _("Exotic equipment"),
        pgettext("exotic equipment", "agreed") if document.exotic else pgettext("exotic equipment", "not agreed"),
    )
    for slug, points in document.prices:
        item = context.catalogue.options.get(slug) or context.catalogue.unit_types.get(slug)
        yield Fact(_("Agreed price"), f"{local(item.name) if item else slug}: {points}")


def role_name(context: RulesContext, slug: str) -> str:
    """The role in words, those of another scenario where this one has none of that name."""
    roles = (role for scenario in context.catalogue.scenarios.values() for role in scenario.roles if role.slug == slug)
    role = context.role or next(roles, None)
    return local(role.name) if role else slug


def budget_words(analysis: ConvoyAnalysis) -> str:
    """The agreed budget, and the effective one where they differ."""
    agreed, budget = analysis.context.agreed, analysis.budget
    if budget is None:
        return NONE
    words = (
        _("{agreed} agreed, {budget} effective").format(agreed=agreed, budget=budget)
        if agreed != budget
        else str(budget)
    )
    if analysis.document.bonus:
        words += SEPARATOR + _("prize points: {points}").format(points=analysis.document.bonus)
    return words


def choices(context: RulesContext) -> Iterator[Fact]:
    """The traits that mercenaries borrow."""
    factions, borrowed = context.catalogue.factions, context.document.traits
    advantage = borrowed.advantage if borrowed else None
    drawbacks = borrowed.drawbacks if borrowed else ()
    yield Fact(_("Advantage borrowed"), trait_names(factions, (advantage,), "advantage"))
    yield Fact(_("Drawbacks borrowed"), trait_names(factions, drawbacks, "drawback"))


def trait_names(factions: Mapping[str, Faction], slugs: Iterable[str | None], side: str) -> str:
    """The traits of factions by name; `side` is "advantage" or "drawback"."""
    words = []
    for slug in filter(None, slugs):
        if slug in factions:
            words.append(f"{local(getattr(factions[slug], side).name)} ({local(factions[slug].name)})")
        else:
            words.append(slug)
    return ", ".join(words) or NONE


def tracks(analysis: ConvoyAnalysis) -> Iterator[Track]:
    yield turns_track(analysis)
    if free := analysis.fighter_count - analysis.slave_count:
        yield losses(analysis, free)
    if analysis.slave_count:
        yield Track(_("Slaves left"), by_five(analysis.slave_count))
    if analysis.vehicle_count:
        yield Track(_("Vehicles left"), by_five(analysis.vehicle_count))


def losses(analysis: ConvoyAnalysis, fighters: int) -> Track:
    """A box for each fighter that may be lost; from the black one on morale is tested (p. 23)."""
    threshold = morale(analysis)
    effect = ""
    if threshold != NONE:
        words = _("from {number}, at each end of turn 1D6 ≥ {c} (chief out: ≥ {next}), or the convoy flees")
        effect = words.format(number=threshold, c=chiefs_c(analysis), next=next_best_c(analysis))
    numbers = tuple(map(str, range(1, fighters + 1)))
    return Track(_("Losses"), BOX * fighters, effect=effect, names=numbers, fatal=int(threshold) if effect else 0)


def totals(analysis: ConvoyAnalysis) -> Iterator[Total]:
    yield Total(_("Fighters"), analysis.fighter_count, analysis.fighter_points)
    yield Total(_("Vehicles"), analysis.vehicle_count, analysis.vehicle_points)


def brief(analysis: ConvoyAnalysis) -> Iterator[Passage]:
    """The scenario, the activity's mission and the victory grades."""
    context = analysis.context
    if context.scenario:
        yield scenario_passage(context.scenario, analysis.document.role)
    if context.activity and not (context.scenario and not context.scenario.secondary_missions):
        title = _("Secondary mission: {activity}").format(activity=local(context.activity.name))
        yield Passage(title, local(context.activity.text), cite=str(context.activity.cite))
    grades = context.catalogue.victory.values()
    if context.scenario and grades:
        rows = tuple((local(grade.name), local(grade.text)) for grade in grades)
        yield Passage(_("Victory"), rows=rows, cite=str(next(iter(grades)).cite))
