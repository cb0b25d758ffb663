"""The head of a group's sheet: its Star, how many follow, what was rolled for the session, steps after the game."""

from django.utils.translation import gettext as _

from builder.games.chain_reaction import session
from builder.games.chain_reaction.sheet.figure import called, short
from builder.sheets.parts import BOX, SEPARATOR, Fact, Figure, Total, Track

NONE = "–"
BLANK = "_" * 14


def subtitle(survey, language):
    period = survey.terms.period
    words = [survey.terms.catalogue.name.into(language), period.name.into(language) if period else survey.roster.period]
    words.append(_("campaign") if survey.terms.campaign else _("single game"))
    return SEPARATOR.join(words)


def figures(survey, language):
    """The loud numbers."""
    star = survey.star
    yield Figure(_("REP of the Star"), short(star.rep) if star else NONE, loud=True)
    yield Figure(_("Star Power dice"), str(star.star_power) if star else NONE)
    yield Figure(_("NPCs"), f"{len(survey.npcs)}/{short(survey.slots)}")
    yield Figure(_("Open places"), short(survey.open_slots))


def facts(survey, language):
    """Who leads, and what the dice said of day and weather."""
    yield Fact(_("Leader"), called(survey.leader, language) if survey.leader else _("none named"))
    rolled = session.latest(survey.roster, survey.terms.catalogue)
    for title, row in ((_("Time of day"), rolled["time-of-day"]), (_("Weather"), rolled["weather"])):
        yield Fact(title, row.name.into(language) if row else BLANK)
    yield Fact(_("Turns left"), BLANK)
    yield Fact(_("Models"), _("show what they carry"))


def tracks(survey, language):
    """Boxes of the whole group: Star Power, and the steps after the game in their order (ruling cr-10)."""
    if survey.star:
        yield Track(_("Star Power"), BOX * survey.star.star_power)
    yield Track(_("Leader lost"), BOX)
    if survey.terms.campaign:
        yield Track(_("Game lost"), BOX)
        for step in survey.terms.catalogue.tables["aftermath"].rows.values():
            yield Track(step.name.into(language), BOX)


def totals(survey):
    yield Total(_("Star"), len(survey.stars))
    yield Total(_("NPCs"), len(survey.npcs))
