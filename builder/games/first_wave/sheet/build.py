"""A group's sheet, built from its verdict."""

from django.utils.translation import gettext

from builder.games.first_wave.sheet import fighter as fighters
from builder.games.first_wave.sheet import header, reference
from builder.games.rbn.sheet.build import display_name, sheet_of_list
from builder.sheets.common import sheet_unit
from builder.sheets.parts import CardLine, Sheet, SheetCard, UnitRow
from rules.games.first_wave.document import SurvivorGroup
from rules.verdict import Verdict


def build_sheet(document: SurvivorGroup, verdict: Verdict) -> Sheet:
    """The printed sheet of a group."""
    analysis = verdict.analysis
    return sheet_of_list(document, verdict, header, units, reference.reference(analysis), reference.gear(analysis))


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
