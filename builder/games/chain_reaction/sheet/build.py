"""A group's sheet, built from its verdict."""

from collections.abc import Iterable
from typing import Any, cast

from django.utils.translation import ngettext

from builder.games.chain_reaction.reactions import REACTIONS
from builder.games.chain_reaction.sheet import figure as figures
from builder.games.chain_reaction.sheet import header, reference
from builder.sheets.common import judged_sheet
from builder.sheets.parts import Sheet
from builder.wording import clean, local
from rules.games.chain_reaction.analysis import FigureAnalysis, StarGroupAnalysis
from rules.games.chain_reaction.document import StarGroup
from rules.text import Text
from rules.verdict import Verdict


def build_sheet(document: StarGroup, verdict: Verdict) -> Sheet:
    """The printed sheet of a group."""
    analysis = cast(StarGroupAnalysis, verdict.analysis)
    return judged_sheet(
        document,
        verdict,
        figures.display_name,
        lambda figure: unit_fields(figure, figure is analysis.leader, analysis.posts(figure)),
        game=local(analysis.context.catalogue.name),
        subtitle=header.subtitle(analysis),
        figures=tuple(header.figures(analysis)),
        facts=tuple(header.facts(analysis)),
        brief=(*header.crews(analysis), reference.table_of_tests(analysis)),
        opponent_brief=(reference.table_of_tests(analysis, REACTIONS),),
        brief_cards=tuple(reference.tests_cards(analysis)),
        writing=(header.writing(analysis),),
        tracks=tuple(header.tracks(analysis)),
        totals=tuple(header.totals(analysis)),
        rules=tuple(reference.own_rules(analysis)),
        reference=tuple(reference.reference(analysis)),
        gear=tuple(reference.gear(analysis)),
        play=tuple(reference.play(analysis)),
        counted=count_label(len(analysis.units)),
    )


def count_label(number: int) -> str:
    """How large a group is, in words."""
    return ngettext("{n} figure", "{n} figures", number).format(n=number)


def unit_fields(figure: FigureAnalysis, leads: bool, posts: Iterable[Text]) -> dict[str, Any]:
    """What the game says of a figure's `SheetUnit`; `posts`: the mortars that it serves, the cars that it is in."""
    slugs = {*figure.tags, figure.unit.figure, *(weapon.entry.slug for weapon in figure.weapons if weapon.entry)}
    roles = [figures.STAR] * figure.is_star + [figures.LEADER] * leads
    return {
        "badges": (*figures.badges(figure, leads), *(clean(local(post)) for post in posts)),
        "made": tuple(figures.made(figure)),
        "row": figures.row(figure),
        "cards": (figures.card(figure),),
        "silhouette": figure.context.catalogue.play.silhouette(slugs.union(roles)),
    }
