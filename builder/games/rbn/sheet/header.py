"""The head of a convoy's sheet: what it is, its points, what morale and missions count, boxes to tick."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.games.rbn.sheet.fighter import short
from builder.sheets.parts import BOX, SEPARATOR, Fact, Figure, Passage, Total, Track
from rules.games.rbn.survey import SLAVE

BY_FIVE = 5
MORE_THAN_HALF = "l-autoroute-de-l-enfer"
NONE = "–"


def subtitle(survey, language):
    terms = survey.terms
    words = [terms.catalogue.name.into(language)]
    for known, slug in (
        (terms.faction, survey.roster.faction),
        (terms.subfaction, survey.roster.subfaction),
        (terms.activity, survey.roster.activity),
    ):
        if known or slug:
            words.append(known.name.into(language) if known else slug)
    return SEPARATOR.join(words)


def figures(survey):
    """The loud numbers; points are PC."""
    budget = survey.budget
    yield Figure(_("Points"), f"{survey.total}/{NONE if budget is None else budget}", loud=True)
    yield Figure(_("Left"), NONE if budget is None else str(survey.left))
    yield Figure(_("Points in vehicles"), f"{survey.vehicle_points}/{survey.vehicles_due}", _("due: a third"))
    yield Figure(
        _("Fighters"),
        str(survey.fighter_count),
        _("half their points: {points}").format(points=half(survey.fighter_points)),
    )
    yield Figure(_("Morale"), morale(survey), _("losses, slaves aside"))
    yield Figure(_("Chief’s C"), chiefs_c(survey), _("next best: {value}").format(value=next_best_c(survey)))
    yield Figure(_("Vehicles"), str(survey.vehicle_count), vehicles_needed(survey))
    used, allowed = survey.rockets
    yield Figure(_("Rockets"), f"{used}/{NONE if allowed is None else allowed}")


def half(number):
    """Half, rounded up."""
    return -(-number // 2)


def morale(survey):
    """How many losses make the convoy test its morale (p. 23); slaves do not count (p. 26)."""
    if "robots" in survey.terms.advantages:
        return NONE
    return str(half(survey.fighter_count - survey.slave_count))


def free_fighters(survey):
    return [unit for unit in survey.fighters if SLAVE not in unit.marks]


def chiefs_c(survey):
    chief = survey.chief
    return short(chief.unit.stats.C) if chief and SLAVE not in chief.marks else NONE


def next_best_c(survey):
    """The best C once the chief is gone, a slave's never (p. 23, 26)."""
    values = [unit.unit.stats.C for unit in free_fighters(survey) if unit is not survey.chief or unit.count > 1]
    return short(min(values)) if values else NONE


def vehicles_needed(survey):
    """How many vehicles make the half that missions count; one mission wants more than half (p. 37)."""
    scenario = survey.terms.scenario
    if scenario and scenario.slug == MORE_THAN_HALF:
        return _("more than half: {number}").format(number=survey.vehicle_count // 2 + 1)
    return _("half: {number}").format(number=half(survey.vehicle_count))


def facts(survey, language):
    roster, terms = survey.roster, survey.terms
    yield Fact(_("Budget"), budget_words(survey))
    if roster.scenario:
        name = f"{terms.scenario.number}. {terms.scenario.name.into(language)}" if terms.scenario else roster.scenario
        yield Fact(_("Scenario"), name)
    if roster.role:
        yield Fact(_("Role"), terms.role.name.into(language) if terms.role else roster.role)
    if terms.makes_choices:
        yield from choices(terms, language)
    yield Fact(_("Points in fighters"), str(survey.fighter_points))
    yield Fact(
        _("Exotic equipment"),
        pgettext("exotic equipment", "agreed") if roster.exotic else pgettext("exotic equipment", "not agreed"),
    )
    for slug, points in roster.prices:
        item = terms.catalogue.options.get(slug) or terms.catalogue.unit_types.get(slug)
        yield Fact(_("Agreed price"), f"{item.name.into(language) if item else slug}: {points}")


def budget_words(survey):
    """The agreed budget, and the effective one where they differ."""
    agreed, budget = survey.terms.agreed, survey.budget
    if budget is None:
        return NONE
    words = (
        _("{agreed} agreed, {budget} effective").format(agreed=agreed, budget=budget)
        if agreed != budget
        else str(budget)
    )
    if survey.roster.bonus:
        words += SEPARATOR + _("prize points: {points}").format(points=survey.roster.bonus)
    return words


def choices(terms, language):
    """What mercenaries borrow."""
    factions, borrowed = terms.catalogue.factions, terms.roster.traits
    advantage = borrowed.advantage if borrowed else None
    drawbacks = borrowed.drawbacks if borrowed else ()
    yield Fact(_("Advantage borrowed"), named(factions, (advantage,), "advantage", language))
    yield Fact(_("Drawbacks borrowed"), named(factions, drawbacks, "drawback", language))


def named(factions, slugs, side, language):
    words = []
    for slug in slugs:
        if slug in factions:
            words.append(f"{getattr(factions[slug], side).name.into(language)} ({factions[slug].name.into(language)})")
        elif slug:
            words.append(slug)
    return ", ".join(words) or NONE


def by_five(number):
    """Boxes in groups of five."""
    full, rest = divmod(number, BY_FIVE)
    return " ".join([BOX * BY_FIVE] * full + [BOX * rest] * bool(rest))


def tracks(survey):
    scenario = survey.terms.scenario
    if scenario and scenario.turns:
        yield Track(_("Turns"), by_five(scenario.turns))
    else:
        yield Track(_("Turns"), by_five(6))
    if free := survey.fighter_count - survey.slave_count:
        yield Track(_("Fighters left"), by_five(free))
    if survey.slave_count:
        yield Track(_("Slaves left"), by_five(survey.slave_count))
    if survey.vehicle_count:
        yield Track(_("Vehicles left"), by_five(survey.vehicle_count))


def totals(survey):
    yield Total(_("Fighters"), survey.fighter_count, survey.fighter_points)
    yield Total(_("Vehicles"), survey.vehicle_count, survey.vehicle_points)


def brief(survey, language):
    """The scenario, the activity's mission and the victory grades."""
    terms = survey.terms
    if terms.scenario:
        yield scenario_passage(terms.scenario, survey.roster.role, language)
    if terms.activity and not (terms.scenario and not terms.scenario.secondary_missions):
        title = _("Secondary mission: {activity}").format(activity=terms.activity.name.into(language))
        yield Passage(title, terms.activity.text.into(language), cite=str(terms.activity.cite))
    grades = terms.catalogue.victory.values()
    if terms.scenario and grades:
        rows = tuple((grade.name.into(language), grade.text.into(language)) for grade in grades)
        yield Passage(_("Victory"), rows=rows, cite=str(next(iter(grades)).cite))


def scenario_passage(scenario, role, language):
    rows = []
    if scenario.turns:
        rows.append((_("Length"), _("turns: {turns}").format(turns=scenario.turns)))
    rows += [(_("Table"), scenario.table), (_("Deployment"), scenario.deployment)]
    names = {one.slug: one.name.into(language) for one in scenario.roles}
    for mission in scenario.missions:
        title = _("Mission")
        if mission.role:
            title = f"{title}, {names.get(mission.role, mission.role)}"
        rows.append((f"{title} ←" if role and mission.role == role else title, mission.text))
    rows += [
        (_("To bring"), scenario.brings),
        (_("Special"), scenario.special),
        (_("What it brings"), scenario.influence),
    ]
    spoken = tuple((left, right if isinstance(right, str) else right.into(language)) for left, right in rows if right)
    return Passage(
        f"{scenario.number}. {scenario.name.into(language)}", scenario.text.into(language), spoken, str(scenario.cite)
    )
