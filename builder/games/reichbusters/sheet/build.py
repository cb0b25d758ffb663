"""A team's sheet, built from its verdict: the mission at its head, a dashboard for each hero."""

from django.utils.translation import gettext, override

from builder.games.reichbusters.editor import count_label
from builder.games.reichbusters.sheet import dashboard, header
from builder.games.reichbusters.sheet.words import display_name
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import Sheet
from builder.wording import clean
from rules.games.reichbusters.document import Team
from rules.verdict import Verdict


def build_sheet(document: Team, verdict: Verdict, language: str) -> Sheet:
    """The printed sheet of a team in `language`."""
    analysis = verdict.analysis
    with override(language):
        shared = judged(document, verdict, language, lambda hero: display_name(hero, language))
        return Sheet(
            **shared,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Untitled list"),
            subtitle=header.subtitle(analysis, language),
            points_word="",
            figures=tuple(header.figures(analysis, language)),
            facts=tuple(header.facts(analysis)),
            tracks=tuple(header.tracks(analysis)),
            writing=tuple(header.writing(analysis)),
            brief=tuple(header.brief(analysis, language)),
            units=tuple(units(analysis, shared["findings"], language)),
            totals=tuple(header.totals(analysis)),
            reference=tuple(header.reference(analysis, language)),
            tables=(),
            counted=count_label(len(analysis.units)),
        )


def units(analysis, findings, language):
    """A `SheetUnit` for each hero, in the order of the list."""
    for index, hero in enumerate(analysis.units):
        yield sheet_unit(
            index,
            hero,
            display_name(hero, language),
            findings,
            badges=tuple(dashboard.badges(hero, language)),
            cost=None,
            points=None,
            row=dashboard.row(hero, language),
            cards=(dashboard.card(hero, language),),
            format="wide",
        )
