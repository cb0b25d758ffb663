"""A convoy with everything worked out that its checks, its page and its sheet read."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from rules.catalogue import Catalogue, Item, Limit, UnitType
from rules.families.red_button.analysis import (
    FLYING,
    ROUNDS,
    TWICE,
    UNKNOWN,
    FighterAnalysis,
    RedButtonAnalysis,
    RulesContext,
    context_for,
    exotic_ammunition,
    has_duplicates,
)
from rules.families.red_button.document import Fighter, Vehicle
from rules.game import AnalysisCache, UnitAnalysis, analyse_units
from rules.games.rbn.document import Convoy
from rules.games.rbn.register import REGISTER
from rules.pricing import CostLine
from rules.text import Text


class VehicleAnalysis(UnitAnalysis):
    """A vehicle: its type, its options as items, its slots, seats and shooters, its cost in PC.

    `type` is None where the book does not know it. `cost` is that of one copy, `points` that of all.
    """

    kind = "vehicle"
    unit: Vehicle

    def __init__(self, unit: Vehicle, context: RulesContext) -> None:
        catalogue = context.catalogue
        self.unit, self.context, self.count = unit, context, unit.count
        row = catalogue.unit_types.get(unit.type)
        self.type: UnitType | None = row if row and row.kind == "vehicle" else None
        collection = catalogue.options
        self.options = [(collection[option.item], option) for option in unit.options if option.item in collection]
        self.items: list[Item] = [item for item, _option in self.options]
        self.tags = context.tags.union(["@type:" + unit.type], *[item.tags for item in self.items])
        if unit.flying:
            self.tags.update((FLYING, "@exotic"))
        if any([option.demountable or option.ammunition for option in unit.options]):
            self.tags.add(ROUNDS)
        if len(unit.options) != len(self.items) or any([item.retired for item in self.items]):
            self.tags.add(UNKNOWN)
        if has_duplicates([option.item for option in unit.options]):
            self.tags.add(TWICE)
        self.slots = sum([item.slots for item in self.items])
        self.cost = sum([points for _kind, _slug, points in self.cost_lines()])
        self.points = self.cost * unit.count

    def cost_lines(self) -> Iterator[tuple[str, str, int]]:
        """What one vehicle costs, as (kind, slug, points)."""
        unit, prices = self.unit, self.context.prices
        yield "unit_type", unit.type, prices.unit_type[unit.type] if self.type else 0
        if unit.flying:
            yield "modification", "vehicule-volant", prices.modification["vehicule-volant"]
        for option in unit.options:
            yield "option", option.item, prices.option.get(option.item, 0)
            if option.demountable:
                yield "modification", "arme-demontable", prices.modification["arme-demontable"]
            for slug in option.ammunition:
                yield "ammunition", slug, prices.ammunition.get(slug, 0)

    @cached_property
    def seats(self) -> int:
        """Seats, the driver's included; a flying vehicle has one (RBN p. 46)."""
        if self.unit.flying:
            return 1
        return (self.type.seats if self.type else 0) + sum([item.seats for item in self.items])

    @cached_property
    def shooters(self) -> int:
        """How many of the crew may shoot: never more than it has seats."""
        shooters = (self.type.shooters if self.type else 0) + sum([item.shooters for item in self.items])
        return min(shooters, self.seats)

    @property
    def lines(self) -> list[CostLine]:
        return [CostLine(*line) for line in self.cost_lines()]

    @property
    def has_ai(self) -> bool:
        return "intelligence-artificielle" in self.tags

    @property
    def exotics(self) -> list[Text]:
        """The names of its exotic modifications and rounds (RBN p. 46)."""
        modifications = self.context.catalogue.modifications
        names = [modifications["vehicule-volant"].name] if self.unit.flying else []
        if any(option.demountable for option in self.unit.options):
            names.append(modifications["arme-demontable"].name)
        return names + exotic_ammunition(self.unit.options, self.context.catalogue)

    @cached_property
    def limited(self) -> Sequence[tuple[Limit, Text, int]]:
        """As for a fighter: (limit, name, number in all copies)."""
        items = self.items
        if self.unit.flying:
            items = [*items, self.context.catalogue.modifications["vehicule-volant"]]
        return [(item.limit, item.name, self.count) for item in items if item.limit and item.limit.scope != "unit"]


class ConvoyAnalysis(RedButtonAnalysis):
    """A whole convoy. Points are PC."""

    vehicles: list[VehicleAnalysis]

    @cached_property
    def rockets(self) -> tuple[int, int | None]:
        """How many rocket launchers there are, in hand and on vehicles, and how many may be (None without a budget)."""
        rule = "rbn.too-many-rockets"
        number = next((number for limit, _names, number in self.limited if limit.rule == rule), 0)
        limit = self.context.catalogue.weapons["lance-roquettes"].limit
        if self.budget is None or limit is None:
            return number, None
        return number, max(0, self.budget // limit.per) * limit.maximum


def analyse(document: Convoy, catalogue: Catalogue, analysis_cache: AnalysisCache | None = None) -> ConvoyAnalysis:
    """The `ConvoyAnalysis` of a `Convoy`; `analysis_cache` as in `rules.verdict.judge`."""
    context = context_for(document, catalogue, analysis_cache)
    units = analyse_units(document.units, context, analyse_unit, REGISTER.judge_unit, analysis_cache)
    return ConvoyAnalysis(document, context, units)


def analyse_unit(unit: Fighter | Vehicle, context: RulesContext) -> FighterAnalysis | VehicleAnalysis:
    return FighterAnalysis(unit, context) if isinstance(unit, Fighter) else VehicleAnalysis(unit, context)
