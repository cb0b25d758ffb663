"""A group of survivors with everything worked out that its checks, its page and its sheet read."""

from functools import cached_property

from rules.game import UnitAnalysis, analyse_units
from rules.games.first_wave.register import REGISTER
from rules.games.rbn.analysis import ConvoyAnalysis, context_for
from rules.games.rbn.analysis import FighterAnalysis as Fighter

CHILD, ARMOUR, ANIMAL, CHIEF, SCOUT = "enfant", "armure", "animal", "chef", "eclaireur"
POWER = "pouvoir"  # the scenario that scores fighters by their points
EVEN = 30  # points at which a fighter scores nothing there (p. 12)
UNDER, OVER = 5, 10  # what it scores below and above


class FighterAnalysis(Fighter):
    """A survivor: what it carries, its places, its cost in points line by line (for one copy)."""

    roles = (CHIEF, "soigneur", SCOUT, ANIMAL, CHILD)
    fee = "combattant"

    @property
    def wounds(self):
        """How many wounds eliminate it: 3, a child 2; armour takes one more (p. 7, ruling A27)."""
        whole = self.context.catalogue.unit_types["combattant"].wounds
        return whole - (CHILD in self.tags) + (ARMOUR in self.tags)

    @property
    def score(self):
        """Victory points for ending Power in the enemy's zone: 5 below 30 points, 10 above (p. 12, ruling A46)."""
        if self.cost == EVEN:
            return 0
        return UNDER if self.cost < EVEN else OVER


class VehicleAnalysis(UnitAnalysis):
    """A vehicle, which no group has: it costs nothing."""

    kind = "vehicle"
    type = None
    cost = points = 0
    counted = items = options = ()

    def __init__(self, unit, context):
        self.unit, self.context, self.count = unit, context, unit.count
        self.tags = set()


class SurvivorGroupAnalysis(ConvoyAnalysis):
    """A whole group: its views in the order of the list, and the sums over them. Points count all copies."""

    @cached_property
    def worth(self):
        """How many fighters cost less than 30 points, exactly 30, and more."""
        under, even, over = 0, 0, 0
        for one in self.fighters:
            under += one.count * (one.cost < EVEN)
            even += one.count * (one.cost == EVEN)
            over += one.count * (one.cost > EVEN)
        return under, even, over


def analyse(document, catalogue, analysis_cache=None):
    """The `SurvivorGroupAnalysis` of a `SurvivorGroup`; `analysis_cache` as in `rules.verdict.judge`."""
    context = context_for(document, catalogue, analysis_cache)
    return SurvivorGroupAnalysis(
        document, context, analyse_units(document.units, context, analyse_unit, REGISTER.judge_unit, analysis_cache)
    )


def analyse_unit(unit, context):
    return (FighterAnalysis if unit.kind == "fighter" else VehicleAnalysis)(unit, context)
