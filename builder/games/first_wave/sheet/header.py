"""The head of a group's sheet: what it is, its points, what its scenario scores, boxes to tick."""

from django.utils.translation import gettext as _

from builder.games.first_wave.head import THROWN
from builder.games.rbn.sheet.header import NONE, by_five, scenario_passage
from builder.sheets.parts import SEPARATOR, Fact, Figure, Total, Track
from rules.games.first_wave.survey import CHILD, POWER, SCOUT

TURNS = 6
MOST_SCORED = 10  # boxes for each thing that scores


def subtitle(survey, language):
    terms = survey.terms
    words = [terms.catalogue.name.into(language)]
    if terms.scenario:
        words.append(terms.scenario.name.into(language))
    return SEPARATOR.join(words)


def figures(survey):
    """The loud numbers."""
    budget = survey.budget
    yield Figure(_("Points"), f"{survey.total}/{NONE if budget is None else budget}", loud=True)
    yield Figure(_("Left"), NONE if budget is None else str(survey.left))
    yield Figure(_("Fighters"), str(survey.fighter_count))
    yield Figure(_("Shooters"), str(survey.shooter_count))
    yield Figure(_("Children"), str(survey.fighters_with(CHILD)))
    yield Figure(_("Scouts"), str(survey.fighters_with(SCOUT)))
    yield Figure(_("Resources"), "3", _("tokens to place"))
    if survey.roster.scenario == POWER:
        under, even, over = survey.worth
        yield Figure(_("Under / over 30"), f"{under}/{over}", _("at 30: {number}").format(number=even))


def facts(survey, language):
    roster, terms = survey.roster, survey.terms
    yield Fact(_("Budget"), NONE if survey.budget is None else str(survey.budget))
    if roster.scenario:
        name = f"{terms.scenario.number}. {terms.scenario.name.into(language)}" if terms.scenario else roster.scenario
        yield Fact(_("Scenario"), name)
    for slug, points in roster.prices:
        if slug == THROWN:
            yield Fact(_("Agreed price"), f"{terms.catalogue.weapons[slug].name.into(language)}: {points}")


def tracks(survey, language):
    """Boxes for turns and losses, and for each thing that the scenario scores."""
    scenario = survey.terms.scenario
    yield Track(_("Turns"), by_five((scenario and scenario.turns) or TURNS))
    if survey.fighter_count:
        yield Track(_("Fighters left"), by_five(survey.fighter_count))
    for row in scored(survey):
        points = row.figures["points"]
        yield Track(f"{row.card.into(language)} ({points})", by_five(MOST_SCORED))


def scored(survey):
    """The rows of the book's scores that the scenario has."""
    rows = survey.terms.catalogue.tables["scores"].rows.values()
    return [row for row in rows if row.figures["scenario"] == survey.roster.scenario]


def totals(survey):
    yield Total(_("Fighters"), survey.fighter_count, survey.fighter_points)


def brief(survey, language):
    """The scenario."""
    if survey.terms.scenario:
        yield scenario_passage(survey.terms.scenario, None, language)
