"""A group's sheet, built from its verdict."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from builder.families.red_button.sheet.build import sheet_of_list
from builder.games.first_wave.sheet import fighter as fighters
from builder.games.first_wave.sheet import header, reference
from builder.sheets.parts import CardLine, Sheet, SheetCard, UnitRow
from rules.games.first_wave.analysis import SurvivorAnalysis
from rules.games.first_wave.document import SurvivorGroup
from rules.verdict import Verdict

FIGHTER = "combattant"  # the type of unit


def build_sheet(document: SurvivorGroup, verdict: Verdict) -> Sheet:
    """The printed sheet of a group."""
    analysis: Any = verdict.analysis
    return sheet_of_list(
        document,
        verdict,
        header,
        unit_fields,
        rules=reference.rules(analysis),
        reference=reference.reference(analysis),
        gear=reference.gear(analysis),
        play=reference.play(analysis),
    )


def unit_fields(fighter: SurvivorAnalysis) -> dict[str, Any]:
    """What the game says of a survivor's `SheetUnit`; a vehicle, which no group has, says so."""
    fights = fighter.kind == "fighter"
    return {
        "badges": tuple(fighters.badges(fighter)) if fights else (),
        "cost": fighter.cost,
        "points": fighter.points,
        "row": row(fighter) if fights else UnitRow(words=gettext("Groups have no vehicles.")),
        "silhouette": fighter.context.catalogue.play.silhouette({*fighter.tags, FIGHTER}) if fights else "",
        "cards": ((fighters.card(fighter) if fights else vehicle_card()),) * fighter.count,
    }


def row(fighter: SurvivorAnalysis) -> UnitRow:
    return replace(fighters.row(fighter), life=next(fighters.tracks(fighter)))


def vehicle_card() -> SheetCard:
    return SheetCard((), (CardLine(gettext("Vehicle"), gettext("Groups have no vehicles.")),), ())
