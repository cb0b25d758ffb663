"""A team's sheet, built from its verdict: the mission at its head, a dashboard for each hero."""

from django.utils.translation import gettext

from builder.games.reichbusters.editor import count_label
from builder.games.reichbusters.sheet import dashboard, header
from builder.games.reichbusters.sheet.words import display_name
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import Sheet
from builder.wording import clean, local
from rules.games.reichbusters.document import Team
from rules.verdict import Verdict


def build_sheet(document: Team, verdict: Verdict) -> Sheet:
    """The printed sheet of a team."""
    analysis = verdict.analysis
    shared = judged(document, verdict, display_name)
    return Sheet(
        **shared,
        game=local(analysis.context.catalogue.name),
        name=clean(document.name) or gettext("Untitled list"),
        subtitle=header.subtitle(analysis),
        points_word="",
        figures=tuple(header.figures(analysis)),
        facts=tuple(header.facts(analysis)),
        tracks=tuple(header.tracks(analysis)),
        writing=tuple(header.writing(analysis)),
        brief=tuple(header.brief(analysis)),
        units=tuple(units(analysis, shared["findings"])),
        totals=tuple(header.totals(analysis)),
        reference=tuple(header.reference(analysis)),
        tables=(),
        counted=count_label(len(analysis.units)),
    )


def units(analysis, findings):
    """A `SheetUnit` for each hero, in the order of the list."""
    for index, hero in enumerate(analysis.units):
        yield sheet_unit(
            index,
            hero,
            display_name(hero),
            findings,
            badges=tuple(dashboard.badges(hero)),
            cost=None,
            points=None,
            row=dashboard.row(hero),
            cards=(dashboard.card(hero),),
            format="wide",
        )
