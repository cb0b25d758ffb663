"""A group of survivors with everything worked out that its checks, its page and its sheet read."""

from functools import cached_property

from rules.catalogue import Catalogue
from rules.families.red_button.analysis import FighterAnalysis, RedButtonAnalysis, RulesContext, context_for
from rules.families.red_button.document import Fighter, Vehicle
from rules.game import AnalysisCache, UnitAnalysis, analyse_units
from rules.games.first_wave.document import SurvivorGroup
from rules.games.first_wave.register import REGISTER

CHILD, ARMOUR, ANIMAL, CHIEF, SCOUT = "enfant", "armure", "animal", "chef", "eclaireur"
POWER = "pouvoir"  # the scenario that scores fighters by their points
DIVERSION = "diversion"  # the scenario that scores who gets across
LINEAGE = "assassinat-de-la-ligne"  # the scenario that is won over the chief and a successor
EVEN = 30  # points at which a fighter scores nothing in it (First Wave p. 12)
UNDER, OVER = 5, 10  # victory points of a fighter below and above


class SurvivorAnalysis(FighterAnalysis):
    """A survivor: as a fighter of Red Button's Nation, with wounds and victory points; costs are points."""

    roles = (CHIEF, "soigneur", SCOUT, ANIMAL, CHILD)
    unit_type = "combattant"

    @property
    def wounds(self) -> int:
        """How many wounds eliminate it: 3, a child 2; armour takes one more (First Wave p. 7, ruling A27)."""
        printed: int = self.context.catalogue.unit_types["combattant"].wounds
        return printed - (CHILD in self.tags) + (ARMOUR in self.tags)

    @property
    def score(self) -> int:
        """Victory points for ending Power in the enemy's zone: 5 below 30 points, 10 above (p. 12, ruling A46)."""
        if self.cost == EVEN:
            return 0
        return UNDER if self.cost < EVEN else OVER


class ForbiddenVehicleAnalysis(UnitAnalysis):
    """A vehicle, which no group may have: it costs nothing."""

    kind = "vehicle"
    type = None
    cost = points = 0
    limited = items = options = ()

    def __init__(self, unit: Vehicle, context: RulesContext) -> None:
        self.unit, self.context, self.count = unit, context, unit.count
        self.tags = set()


class SurvivorGroupAnalysis(RedButtonAnalysis):
    """A whole group: the analyses of its units in the order of the list, and sums over them, copies limited."""

    @cached_property
    def counts_by_cost(self) -> tuple[int, int, int]:
        """How many fighters cost less than 30 points, exactly 30, and more."""
        under = sum(fighter.count for fighter in self.fighters if fighter.cost < EVEN)
        even = sum(fighter.count for fighter in self.fighters if fighter.cost == EVEN)
        return under, even, self.fighter_count - under - even

    @property
    def successors(self) -> list[tuple[int, SurvivorAnalysis]]:
        """The fighters that the opponent may name successor, with their numbers in the list, from 1 (p. 12)."""
        return [
            (number, unit)
            for number, unit in enumerate(self.units, start=1)
            if unit.kind == "fighter" and not {CHIEF, ANIMAL} & unit.tags
        ]


def analyse(
    document: SurvivorGroup, catalogue: Catalogue, analysis_cache: AnalysisCache | None = None
) -> SurvivorGroupAnalysis:
    """The `SurvivorGroupAnalysis` of a `SurvivorGroup`; `analysis_cache` as in `rules.verdict.judge`."""
    context = context_for(document, catalogue, analysis_cache)
    units = analyse_units(document.units, context, analyse_unit, REGISTER.judge_unit, analysis_cache)
    return SurvivorGroupAnalysis(document, context, units)


def analyse_unit(unit: Fighter | Vehicle, context: RulesContext) -> SurvivorAnalysis | ForbiddenVehicleAnalysis:
    return SurvivorAnalysis(unit, context) if isinstance(unit, Fighter) else ForbiddenVehicleAnalysis(unit, context)
