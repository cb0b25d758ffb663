"""A team's sheet, built from its verdict: the mission at its head, a dashboard for each hero."""

from typing import Any, cast

from builder.games.reichbusters.editor import count_label
from builder.games.reichbusters.sheet import dashboard, header
from builder.games.reichbusters.sheet.words import display_name
from builder.sheets.common import judged_sheet
from builder.sheets.parts import Sheet
from builder.wording import local
from rules.games.reichbusters.analysis import HeroAnalysis, TeamAnalysis
from rules.games.reichbusters.document import Team
from rules.verdict import Verdict


def build_sheet(document: Team, verdict: Verdict) -> Sheet:
    """The printed sheet of a team."""
    analysis = cast(TeamAnalysis, verdict.analysis)
    return judged_sheet(
        document,
        verdict,
        display_name,
        unit_fields,
        game=local(analysis.context.catalogue.name),
        subtitle=header.subtitle(analysis),
        figures=tuple(header.figures(analysis)),
        facts=tuple(header.facts(analysis)),
        tracks=tuple(header.tracks(analysis)),
        writing=tuple(header.writing(analysis)),
        brief=tuple(header.brief(analysis)),
        totals=tuple(header.totals(analysis)),
        reference=tuple(header.reference(analysis)),
        play=tuple(header.play(analysis)),
        counted=count_label(len(analysis.units)),
        has_opponent=False,
    )


def unit_fields(hero: HeroAnalysis) -> dict[str, Any]:
    """What the game says of a hero's `SheetUnit`."""
    return {
        "badges": tuple(dashboard.badges(hero)),
        "row": dashboard.row(hero),
        "cards": (dashboard.card(hero),),
        "format": "quarter",
        "silhouette": hero.row.icon if hero.row else "",
    }
