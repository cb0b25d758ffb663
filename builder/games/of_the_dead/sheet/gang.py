"""The page of a gang: its members, the vocations they cover, its chapters, and what to look up at the table."""

from django.utils.translation import gettext as _

from builder.games.of_the_dead.editor import count_label
from builder.games.of_the_dead.sheet.character import badges, summary
from builder.games.of_the_dead.sheet.words import NONE, boxes, display_name
from builder.sheets.common import effect_passage, passage, short
from builder.sheets.parts import SEPARATOR, LabelledFigure, Passage, Total, Track
from builder.wording import clean


def only_character(analysis):
    """The character of a list of one, whose page this is; None for a gang."""
    return analysis.units[0] if len(analysis.units) == 1 else None


def name(document, analysis):
    single = only_character(analysis)
    return clean(document.name) or (display_name(single) if single else _("Gang without a name"))


def subtitle(analysis, language):
    single = only_character(analysis)
    words = badges(single, language) if single else [count_label(len(analysis.units))]
    return SEPARATOR.join([analysis.catalogue.name.into(language), *words])


def figures(analysis):
    """The loud numbers: of one character its gauges, of a gang how many there are."""
    single = only_character(analysis)
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
    if not only_character(analysis):
        yield Passage(_("Members"), rows=tuple(members(analysis, language)))
        yield vocations(analysis, language)
    if analysis.document.log:
        yield Passage(_("Chapters"), rows=tuple(chapters(analysis)))


def members(analysis, language):
    for character in analysis.units:
        yield SEPARATOR.join([display_name(character), *badges(character, language)]), summary(character, language)


def vocations(analysis, language):
    """Each vocation with the living members who have it, and those that nobody has."""
    rows = [
        (row.name.into(language), ", ".join(display_name(analysis.units[index]) for index in holders))
        for row, holders in analysis.covered
        if holders
    ]
    if missing := [row.name.into(language) for row in analysis.missing]:
        rows.append((_("Nobody has"), ", ".join(missing)))
    table = analysis.catalogue.tables["vocations"]
    return Passage(table.name.into(language), rows=tuple(rows), cite=str(table.cite))


def chapters(analysis):
    for entry in analysis.document.log:
        took_part = [display_name(analysis.units[index]) for index in entry.units if 0 <= index < len(analysis.units)]
        texts = [clean(entry.text), ", ".join(took_part)]
        yield clean(f"{entry.date} {entry.title}"), SEPARATOR.join(filter(None, texts))


def totals(analysis):
    yield Total(_("Living"), len(analysis.living))
    if analysis.gone:
        yield Total(_("Dead or zombies"), analysis.gone)


def reference(analysis, language):
    """The tables of the game; every gang needs all of them."""
    for reminder in analysis.catalogue.reminders.values():
        yield passage(reminder, language)


def tables(analysis, language):
    """What markers and states do, for a layout without the characters' pages."""
    for rule in analysis.catalogue.special_rules.values():
        yield effect_passage(rule, language)
