"""A gang's sheet, built from its verdict: a page for the gang, a page for each character."""

from dataclasses import replace

from django.utils.translation import gettext

from builder.games.of_the_dead.editor import CREDIT, count_label
from builder.games.of_the_dead.sheet import character as characters
from builder.games.of_the_dead.sheet import gang
from builder.games.of_the_dead.sheet.words import display_name
from builder.lists.gathering_summary import GatheringSummary
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import Sheet
from builder.wording import local
from rules.catalogue import Catalogue
from rules.games.of_the_dead.document import Gang
from rules.verdict import Verdict


def build_sheet(document: Gang, verdict: Verdict) -> Sheet:
    """The printed sheet of a gang."""
    analysis = verdict.analysis
    shared = judged(document, verdict, display_name)
    return Sheet(
        **shared,
        game=local(analysis.context.name),
        name=gang.name(document, analysis),
        subtitle=gang.subtitle(analysis),
        points_word="",
        figures=tuple(gang.figures(analysis)),
        facts=(),
        tracks=tuple(gang.tracks(analysis)),
        brief=tuple(gang.brief(analysis)),
        units=tuple(units(analysis, shared["findings"])),
        totals=tuple(gang.totals(analysis)),
        reference=tuple(gang.reference(analysis)),
        tables=(),
        counted=count_label(len(analysis.units)),
        credit=gettext(CREDIT),
    )


def with_gathering(sheet: Sheet, summary: GatheringSummary, catalogue: Catalogue) -> Sheet:
    """The sheet of a member with the chapters and the vocations of the gang that it is in, in place of its own."""
    return replace(
        sheet,
        figures=tuple(gang.figures_of_gathering(sheet.figures, summary)),
        tracks=tuple(gang.tracks_of_gathering(summary)),
        brief=tuple(gang.brief_of_gathering(sheet.brief, summary, catalogue)),
    )


def units(analysis, findings):
    """A `SheetUnit` for each character, in the order of the list."""
    for index, character in enumerate(analysis.units):
        yield sheet_unit(
            index,
            character,
            display_name(character),
            findings,
            badges=tuple(characters.badges(character)),
            cost=None,
            points=None,
            row=characters.row(character),
            cards=(characters.card(character, alone=len(analysis.units) == 1),),
            format="wide",
        )
