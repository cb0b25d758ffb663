"""A group's sheet, built from its verdict."""

from django.utils.translation import gettext, override

from builder.games.first_wave.sheet import fighter as fighters
from builder.games.first_wave.sheet import header, reference
from builder.games.rbn.sheet.build import display_name
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import CardLine, Sheet, SheetCard, UnitRow
from builder.wording import clean
from rules.games.first_wave.document import SurvivorGroup
from rules.verdict import Verdict


def build_sheet(document: SurvivorGroup, verdict: Verdict, language: str) -> Sheet:
    """The printed sheet of a group in `language`."""
    analysis = verdict.analysis
    with override(language):
        shared = judged(document, verdict, language, lambda fighter: display_name(fighter, language))
        return Sheet(
            **shared,
            game=analysis.context.catalogue.name.into(language),
            name=clean(document.name) or gettext("Untitled list"),
            subtitle=header.subtitle(analysis, language),
            points_word=gettext("pts"),
            figures=tuple(header.figures(analysis)),
            facts=tuple(header.facts(analysis, language)),
            tracks=tuple(header.tracks(analysis, language)),
            brief=tuple(header.brief(analysis, language)),
            units=tuple(units(analysis, shared["findings"], language)),
            totals=tuple(header.totals(analysis)),
            reference=tuple(reference.reference(analysis, language)),
            tables=tuple(reference.gear(analysis, language)),
        )


def units(analysis, findings, language):
    """A `SheetUnit` for each survivor, in the order of the list; a vehicle, which no group has, says so."""
    for index, fighter in enumerate(analysis.units):
        fights = fighter.kind == "fighter"
        yield sheet_unit(
            index,
            fighter,
            display_name(fighter, language),
            findings,
            badges=tuple(fighters.badges(fighter, language)) if fights else (),
            cost=fighter.cost,
            points=fighter.points,
            row=fighters.row(fighter, language) if fights else UnitRow(words=gettext("Groups have no vehicles.")),
            cards=((fighters.card(fighter, language) if fights else vehicle_card()),) * fighter.count,
            format="narrow",
        )


def vehicle_card():
    return SheetCard((), (CardLine(gettext("Vehicle"), gettext("Groups have no vehicles.")),), ())
