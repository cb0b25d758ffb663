"""The page of a gang: its members, the vocations they cover, its chapters, and what to look up at the table."""

from django.utils.translation import gettext as _

from builder.games.of_the_dead.editor import count_label
from builder.games.of_the_dead.sheet.character import badges, summary
from builder.games.of_the_dead.sheet.words import NONE, boxes, called, short
from builder.sheets.parts import SEPARATOR, LabelledFigure, Passage, Total, Track, clean


def alone(analysis):
    """The only character of a list, whose own page this is; None for a gang."""
    return analysis.units[0] if len(analysis.units) == 1 else None


def name(document, analysis):
    single = alone(analysis)
    return clean(document.name) or (called(single) if single else _("Gang without a name"))


def subtitle(analysis, language):
    single = alone(analysis)
    words = badges(single, language) if single else [count_label(len(analysis.units))]
    return SEPARATOR.join([analysis.catalogue.name.into(language), *words])


def figures(analysis):
    """The loud numbers: of one character, how it stands; of a gang, how many it is."""
    single = alone(analysis)
    if single:
        yield LabelledFigure(_("Life"), f"{short(single.life)}/{short(single.first_life)}", loud=True)
        yield LabelledFigure(_("Morale"), f"{short(single.morale)}/{short(single.first_morale)}", loud=True)
        yield LabelledFigure(_("Initiative"), short(single.initiative))
        yield LabelledFigure(_("Reputation"), number(single.unit.reputation))
        yield LabelledFigure(_("Survival points"), number(single.unit.survival))
        yield LabelledFigure(_("Traumas"), str(len(single.unit.traumas)))
    else:
        yield LabelledFigure(_("Members"), str(len(analysis.units)), loud=True)
        yield LabelledFigure(_("Living"), str(len(analysis.living)))
        yield LabelledFigure(_("Vocations"), f"{analysis.vocations_covered}/{len(analysis.covered)}")
    yield LabelledFigure(_("Chapters"), str(analysis.played))


def tracks(analysis):
    """A box for each chapter that a campaign of these characters usually has."""
    if analysis.units:
        yield Track(_("Chapters"), boxes(analysis.chapters))


def number(value):
    return NONE if value is None else short(value)


def brief(analysis, language):
    """The members, what they cover, and the chapters so far."""
    if not alone(analysis):
        yield Passage(_("Members"), rows=tuple(members(analysis, language)))
        yield vocations(analysis, language)
    if analysis.document.log:
        yield Passage(_("Chapters"), rows=tuple(chapters(analysis)))


def members(analysis, language):
    for character in analysis.units:
        yield SEPARATOR.join([called(character), *badges(character, language)]), summary(character, language)


def vocations(analysis, language):
    """Each vocation with the living members who have it, and those that nobody has."""
    rows = [
        (row.name.into(language), ", ".join(called(analysis.units[index]) for index in holders))
        for row, holders in analysis.covered
        if holders
    ]
    if missing := [row.name.into(language) for row in analysis.missing]:
        rows.append((_("Nobody has"), ", ".join(missing)))
    table = analysis.catalogue.tables["vocations"]
    return Passage(table.name.into(language), rows=tuple(rows), cite=str(table.cite))


def chapters(analysis):
    for entry in analysis.document.log:
        took_part = [called(analysis.units[index]) for index in entry.units if 0 <= index < len(analysis.units)]
        said = [clean(entry.text), ", ".join(took_part)]
        yield clean(f"{entry.date} {entry.title}"), SEPARATOR.join(one for one in said if one)


def totals(analysis):
    yield Total(_("Living"), len(analysis.living))
    if analysis.gone:
        yield Total(_("Dead or zombies"), analysis.gone)


def reference(analysis, language):
    """The tables of the game; every gang needs all of them."""
    for reminder in analysis.catalogue.reminders.values():
        yield passage(reminder, language)


def tables(analysis, language):
    """What the pages of the characters say and a list without them needs: what markers and states do."""
    for rule in analysis.catalogue.special_rules.values():
        yield Passage(rule.name.into(language), rule.card.into(language), cite=str(rule.cite))


def passage(entry, language):
    rows = tuple((row.left.into(language), row.right.into(language)) for row in entry.rows)
    return Passage(entry.name.into(language), entry.text.into(language), rows, str(entry.cite))
