"""A gang's sheet, built from its verdict: a page for the gang, a page for each character."""

from dataclasses import replace
from typing import Any, cast

from django.utils.translation import gettext

from builder.games.of_the_dead.editor import CREDIT, count_label
from builder.games.of_the_dead.sheet import character as characters
from builder.games.of_the_dead.sheet import gang
from builder.games.of_the_dead.sheet.words import display_name
from builder.lists.gathering_summary import GatheringSummary
from builder.sheets.common import judged_sheet, play_tables
from builder.sheets.parts import Sheet
from builder.wording import local
from rules.catalogue import Catalogue
from rules.games.of_the_dead.analysis import CharacterAnalysis, GangAnalysis
from rules.games.of_the_dead.document import Gang
from rules.verdict import Verdict


def build_sheet(document: Gang, verdict: Verdict) -> Sheet:
    """The printed sheet of a gang."""
    analysis = cast(GangAnalysis, verdict.analysis)
    return judged_sheet(
        document,
        verdict,
        display_name,
        lambda character: unit_fields(analysis, character),
        game=local(analysis.context.name),
        name=gang.name(document, analysis),
        subtitle=gang.subtitle(analysis),
        figures=tuple(gang.figures(analysis)),
        tracks=tuple(gang.tracks(analysis)),
        brief=tuple(gang.brief(analysis)),
        totals=tuple(gang.totals(analysis)),
        reference=tuple(gang.reference(analysis.catalogue)),
        play=tuple(play_tables(analysis.catalogue, lambda _reminder: True)),
        counted=count_label(len(analysis.units)),
        credit=gettext(CREDIT),
    )


def with_gathering(sheet: Sheet, summary: GatheringSummary, catalogue: Catalogue) -> Sheet:
    """The sheet of a member with the chapters and the vocations of the gang that it is in, in place of its own."""
    return replace(
        sheet,
        figures=tuple(gang.figures_of_gathering(sheet.figures, summary)),
        tracks=(gang.chapters_track(len(summary.played), summary.members),),
        brief=tuple(gang.brief_of_gathering(sheet.brief, summary, catalogue)),
    )


def unit_fields(analysis: GangAnalysis, character: CharacterAnalysis) -> dict[str, Any]:
    """What the game says of a character's `SheetUnit`."""
    index, alone = analysis.units.index(character), len(analysis.units) == 1
    return {
        "badges": tuple(characters.badges(character)),
        "row": characters.row(character),
        "cards": (characters.card(character, alone),),
        "format": "mat",
        "silhouette": characters.silhouette(character),
        "beside": tuple(characters.follower_cards(character, index, display_name(character))),
    }
