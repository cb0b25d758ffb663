"""A group's sheet, built from its verdict."""

from django.utils.translation import gettext

from builder.games.first_wave.sheet import fighter as fighters
from builder.games.first_wave.sheet import header, reference
from builder.games.rbn.sheet.build import display_name
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import CardLine, Sheet, SheetCard, UnitRow
from builder.wording import clean, local
from rules.games.first_wave.document import SurvivorGroup
from rules.verdict import Verdict


def build_sheet(document: SurvivorGroup, verdict: Verdict) -> Sheet:
    """The printed sheet of a group."""
    analysis = verdict.analysis
    shared = judged(document, verdict, display_name)
    return Sheet(
        **shared,
        game=local(analysis.context.catalogue.name),
        name=clean(document.name) or gettext("Untitled list"),
        subtitle=header.subtitle(analysis),
        points_word=gettext("pts"),
        figures=tuple(header.figures(analysis)),
        facts=tuple(header.facts(analysis)),
        tracks=tuple(header.tracks(analysis)),
        brief=tuple(header.brief(analysis)),
        units=tuple(units(analysis, shared["findings"])),
        totals=tuple(header.totals(analysis)),
        reference=tuple(reference.reference(analysis)),
        tables=tuple(reference.gear(analysis)),
    )


def units(analysis, findings):
    """A `SheetUnit` for each survivor, in the order of the list; a vehicle, which no group has, says so."""
    for index, fighter in enumerate(analysis.units):
        fights = fighter.kind == "fighter"
        yield sheet_unit(
            index,
            fighter,
            display_name(fighter),
            findings,
            badges=tuple(fighters.badges(fighter)) if fights else (),
            cost=fighter.cost,
            points=fighter.points,
            row=fighters.row(fighter) if fights else UnitRow(words=gettext("Groups have no vehicles.")),
            cards=((fighters.card(fighter) if fights else vehicle_card()),) * fighter.count,
            format="narrow",
        )


def vehicle_card():
    return SheetCard((), (CardLine(gettext("Vehicle"), gettext("Groups have no vehicles.")),), ())
