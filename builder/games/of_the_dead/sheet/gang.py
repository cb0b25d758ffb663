"""The page of a gang: its members, the vocations they cover, its chapters, and what to look up at the table."""

from django.utils.translation import gettext as _

from builder.games.of_the_dead.editor import counted
from builder.games.of_the_dead.sheet.character import marks, summary
from builder.games.of_the_dead.sheet.words import NONE, boxes, called, short
from builder.sheets.parts import SEPARATOR, Figure, Passage, Total, Track, clean


def alone(survey):
    """The only character of a list, whose own page this is; None for a gang."""
    return survey.units[0] if len(survey.units) == 1 else None


def name(roster, survey):
    single = alone(survey)
    return clean(roster.name) or (called(single) if single else _("Gang without a name"))


def subtitle(survey, language):
    single = alone(survey)
    words = marks(single, language) if single else [counted(len(survey.units))]
    return SEPARATOR.join([survey.catalogue.name.into(language), *words])


def figures(survey):
    """The loud numbers: of one character, how it stands; of a gang, how many it is."""
    single = alone(survey)
    if single:
        yield Figure(_("Life"), f"{short(single.life)}/{short(single.first_life)}", loud=True)
        yield Figure(_("Morale"), f"{short(single.morale)}/{short(single.first_morale)}", loud=True)
        yield Figure(_("Initiative"), short(single.initiative))
        yield Figure(_("Reputation"), number(single.unit.reputation))
        yield Figure(_("Survival points"), number(single.unit.survival))
        yield Figure(_("Traumas"), str(len(single.unit.traumas)))
    else:
        yield Figure(_("Members"), str(len(survey.units)), loud=True)
        yield Figure(_("Living"), str(len(survey.living)))
        yield Figure(_("Vocations"), f"{survey.vocations_covered}/{len(survey.covered)}")
    yield Figure(_("Chapters"), str(survey.played))


def tracks(survey):
    """A box for each chapter that a campaign of these characters usually has."""
    if survey.units:
        yield Track(_("Chapters"), boxes(survey.chapters))


def number(value):
    return NONE if value is None else short(value)


def brief(survey, language):
    """The members, what they cover, and the chapters so far."""
    if not alone(survey):
        yield Passage(_("Members"), rows=tuple(members(survey, language)))
        yield vocations(survey, language)
    if survey.roster.log:
        yield Passage(_("Chapters"), rows=tuple(chapters(survey)))


def members(survey, language):
    for view in survey.units:
        yield SEPARATOR.join([called(view), *marks(view, language)]), summary(view, language)


def vocations(survey, language):
    """Each vocation with the living members who have it, and those that nobody has."""
    rows = [
        (row.name.into(language), ", ".join(called(survey.units[index]) for index in holders))
        for row, holders in survey.covered
        if holders
    ]
    if missing := [row.name.into(language) for row in survey.missing]:
        rows.append((_("Nobody has"), ", ".join(missing)))
    table = survey.catalogue.tables["vocations"]
    return Passage(table.name.into(language), rows=tuple(rows), cite=str(table.cite))


def chapters(survey):
    for entry in survey.roster.log:
        took_part = [called(survey.units[index]) for index in entry.units if 0 <= index < len(survey.units)]
        said = [clean(entry.text), ", ".join(took_part)]
        yield clean(f"{entry.date} {entry.title}"), SEPARATOR.join(one for one in said if one)


def totals(survey):
    yield Total(_("Living"), len(survey.living))
    if survey.gone:
        yield Total(_("Dead or zombies"), survey.gone)


def reference(survey, language):
    """The tables of the game; every gang needs all of them."""
    for reminder in survey.catalogue.reminders.values():
        yield passage(reminder, language)


def tables(survey, language):
    """What the pages of the characters say and a list without them needs: what markers and states do."""
    for rule in survey.catalogue.special_rules.values():
        yield Passage(rule.name.into(language), rule.card.into(language), cite=str(rule.cite))


def passage(entry, language):
    rows = tuple((row.left.into(language), row.right.into(language)) for row in entry.rows)
    return Passage(entry.name.into(language), entry.text.into(language), rows, str(entry.cite))
