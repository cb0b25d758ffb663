"""A list of the family with everything worked out that checks, pages and sheets read, but for vehicles."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cached_property
from operator import attrgetter
from typing import Any

from rules.catalogue import Catalogue, Entry, Faction, Item, Limit, Opening, Role, Scenario
from rules.document import Document
from rules.families.red_button.document import Fighter, Option, RedButtonList, Weapon
from rules.game import AnalysisCache, UnitAnalysis
from rules.pricing import CostLine, price_list
from rules.text import Text, _

MERCENARIES = "mercenaires"
GIANT = "corps-gigantesque"
CUMBERSOME = "encombrant"
NO_SHOOTING = "-"  # the T of a fighter who cannot shoot
THIRD = 3
# The types of vehicle that drawbacks leave a list.
TYPES_LEFT = {
    "robots": {"moyen"},
    "sons-of-apocalypse": {"leger", "sidecar"},
    "phantom-squad": {"leger", "moyen", "sidecar"},
}
# Tags of units. Other tags are slugs of the book, which never begin with an @.
SLAVE, FLYING, ROUNDS, UNKNOWN, TWICE = "@slave", "@flying", "@rounds", "@unknown", "@twice"
head_of = attrgetter(*{field.name for field in fields(RedButtonList)} - {field.name for field in fields(Document)})


class RulesContext:
    """What the head of a convoy means: faction, traits in force, prices, budget. Points are PC."""

    def __init__(self, document: RedButtonList, catalogue: Catalogue) -> None:
        self.document, self.catalogue = document, catalogue
        factions = catalogue.factions
        faction, subfaction = factions.get(document.faction or ""), factions.get(document.subfaction or "")
        self.faction: Faction | None = None if faction and faction.parent else faction
        self.subfaction: Faction | None = subfaction if subfaction and subfaction.parent else None
        self.activity: Entry | None = catalogue.activities.get(document.activity or "")
        self.scenario: Scenario | None = catalogue.scenarios.get(document.scenario or "")
        roles: tuple[Role, ...] = self.scenario.roles if self.scenario else ()
        self.role = next((role for role in roles if role.slug == document.role), None)
        self.advantages, self.drawbacks = self.traits_in_force()
        self.traits = tuple(factions[slug].advantage for slug in self.advantages) + tuple(
            factions[slug].drawback for slug in self.drawbacks
        )
        self.tags = {f"@advantage:{slug}" for slug in self.advantages} | {
            f"@drawback:{slug}" for slug in self.drawbacks
        }
        self.prices = price_list(catalogue, self.traits, document.prices)

    @property
    def is_own_subfaction(self) -> bool:
        """The sub-faction is one of the chosen faction's."""
        return self.faction is not None and self.subfaction is not None and self.subfaction.parent == self.faction.slug

    @property
    def is_replaced(self) -> bool:
        """The traits of the sub-faction replace those of its faction: the Sons of Apocalypse, the Phantom Squad."""
        return self.subfaction is not None and self.subfaction.replaces and self.is_own_subfaction

    @property
    def makes_choices(self) -> bool:
        """Mercenaries borrow traits, the Sons of Apocalypse do not (ruling A37)."""
        return self.faction is not None and self.faction.slug == MERCENARIES and not self.is_replaced

    def traits_in_force(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The slugs of the factions whose advantage holds, and of those whose drawback holds."""
        advantages: list[str] = []
        drawbacks: list[str] = []
        if self.makes_choices:
            choices = self.document.traits
            if choices:
                advantages = [slug for slug in (choices.advantage,) if slug and self.may_be_borrowed(slug)]
                drawbacks = [slug for slug in choices.drawbacks if self.may_be_borrowed(slug)]
        elif self.faction and not self.is_replaced:
            advantages, drawbacks = [self.faction.slug], [self.faction.slug]
        if self.subfaction:
            advantages.append(self.subfaction.slug)
            drawbacks.append(self.subfaction.slug)
        return tuple(dict.fromkeys(advantages)), tuple(dict.fromkeys(drawbacks))

    def may_be_borrowed(self, slug: str) -> bool:
        """Traits are borrowed from base factions other than the mercenaries (ruling A35)."""
        faction = self.catalogue.factions.get(slug)
        return faction is not None and not faction.parent and slug != MERCENARIES

    @cached_property
    def agreed(self) -> int | None:
        """The budget before the role's factor, the survivors' fifth and prize points; None where none is known."""
        if self.document.budget is not None and self.document.budget > 0:
            return self.document.budget
        return self.scenario.budget if self.scenario else None

    @property
    def prints_budget(self) -> bool:
        """The scenario prints the agreed budget."""
        return self.scenario is not None and self.scenario.budget is not None

    @cached_property
    def budget(self) -> int | None:
        """The effective budget, prize points included (ruling A8); None where none is known."""
        return None if self.budget_without_prize is None else self.budget_without_prize + self.prize

    @cached_property
    def budget_without_prize(self) -> int | None:
        """The budget that the vehicles' third is of; None where none is known.

        The role's factor comes first, then the survivors' fifth, rounded up (RBN p. 26; rulings A2, A7, A9).
        """
        if self.agreed is None:
            return None
        budget = self.agreed * (self.role.factor if self.role else 1)
        if "survivants" in self.advantages and self.has_vehicles_scenario:
            budget = -(-budget * 6 // 5)
        return budget

    @property
    def prize(self) -> int:
        """The prize points that count: those of the fighters who join in scenario 9 (RBN p. 37)."""
        return self.document.bonus if self.scenario and self.scenario.bonus else 0

    @property
    def has_vehicles_scenario(self) -> bool:
        """False in the first scenario: it is played on foot and gives the survivors no bonus (RBN p. 35)."""
        return self.scenario is None or self.scenario.vehicles

    @property
    def hint_on_foot(self) -> str:
        """What helps with a vehicle where none is played, and no other type does; else empty."""
        return "" if self.has_vehicles_scenario else _("Remove the vehicle.")

    @cached_property
    def vehicles_due(self) -> int:
        """Points due in vehicles: a third of the budget without the prize, rounded up; 0 on foot.

        RBN p. 28; rulings A6, A8.
        """
        if self.budget_without_prize is None or not self.has_vehicles_scenario:
            return 0
        return max(0, -(-self.budget_without_prize // THIRD))

    @property
    def has_secondary_missions(self) -> bool:
        """False in scenarios 9 and 10 (RBN p. 38)."""
        return self.scenario is None or self.scenario.secondary_missions

    @cached_property
    def vehicle_types(self) -> frozenset[str]:
        """The types of vehicle that neither scenario nor faction forbids (RBN p. 27, 35; First Wave p. 13)."""
        if not self.has_vehicles_scenario:
            return frozenset()
        types = {
            slug
            for slug, unit_type in self.catalogue.unit_types.items()
            if unit_type.kind == "vehicle" and (unit_type.opening is None or self.opens(unit_type.opening))
        }
        return frozenset(types).intersection(*[TYPES_LEFT[slug] for slug in self.drawbacks if slug in TYPES_LEFT])

    @property
    def has_animals(self) -> bool:
        """Whether an animal may serve: it has neither armour nor a ranged weapon (ruling A19)."""
        return not {"enfants-du-13", "phantom-squad"} & {*self.advantages, *self.drawbacks}

    @cached_property
    def activities(self) -> tuple[str, ...]:
        """The slugs of the activities open to this list: those of the sub-faction, else of the faction."""
        row = self.subfaction or self.faction
        return row.activities if row else ()

    def has_subfaction(self, slug: str) -> bool:
        return self.subfaction is not None and self.subfaction.slug == slug

    def opens(self, opening: Opening) -> bool:
        """Whether this list may take what is reserved by `opening`."""
        return (
            (self.faction is not None and self.faction.slug in opening.factions)
            or (self.subfaction is not None and self.subfaction.slug in opening.subfactions)
            or not opening.drawbacks.isdisjoint(self.drawbacks)
        )

    def who(self, opening: Opening) -> tuple[Text, ...]:
        """The names of the factions and sub-factions in an `Opening`."""
        factions = self.catalogue.factions
        return tuple(factions[slug].name for slug in sorted(opening.factions | opening.subfactions) if slug in factions)


class FighterAnalysis(UnitAnalysis):
    """A fighter: its items, its weapon places, its cost in PC.

    `cost` is that of one copy, `points` that of all. `roles` are the abilities and equipment that a card shows as
    badges.
    """

    kind = "fighter"
    unit: Fighter
    roles: tuple[str, ...] = ("chef", "mecanicien", "soigneur", "animal", "cavalier", GIANT)

    def __init__(self, unit: Fighter, context: RulesContext) -> None:
        catalogue = context.catalogue
        self.unit, self.context, self.count = unit, context, unit.count
        collection = catalogue.weapons
        self.weapons = [(collection[weapon.item], weapon) for weapon in unit.weapons if weapon.item in collection]
        self.equipment = [catalogue.equipment[slug] for slug in unit.equipment if slug in catalogue.equipment]
        self.abilities = [catalogue.abilities[slug] for slug in unit.abilities if slug in catalogue.abilities]
        self.items: list[Item] = [item for item, _weapon in self.weapons] + self.equipment + self.abilities
        self.tags = context.tags.union(*[item.tags for item in self.items])
        if unit.slave:
            self.tags.add(SLAVE)
        if any([weapon.ammunition for weapon in unit.weapons]):
            self.tags.add(ROUNDS)
        listed = len(unit.weapons) + len(unit.equipment) + len(unit.abilities)
        if listed != len(self.items) or any([item.retired for item in self.items]):
            self.tags.add(UNKNOWN)
        if has_duplicates(unit.equipment) or has_duplicates(unit.abilities):
            self.tags.add(TWICE)
        self.giant = GIANT in self.tags
        self.animal = "animal" in self.tags
        self.ranged = [item for item, _weapon in self.weapons if item.ranged]
        self.melee = [item for item, _weapon in self.weapons if item.melee is not None]
        self.places = sum(item.places for item in self.equipment)
        for item, _weapon in self.weapons:
            self.places += 1 if self.giant else item.places
        self.cost = sum([points for _kind, _slug, points in self.cost_lines()])
        self.points = self.cost * unit.count
        self.limited = self.limits() if "@limited" in self.tags else ()

    def cost_lines(self) -> Iterator[tuple[str, str, int]]:
        """What one copy costs, as (kind, slug, points)."""
        catalogue, prices = self.context.catalogue, self.context.prices
        unit, stats = self.unit, self.unit.stats
        yield "unit_type", self.unit_type, prices.unit_type[self.unit_type]
        for slug, value in (("T", stats.T), ("C", stats.C)):
            yield "characteristic", slug, catalogue.characteristics[slug].costs.get(value, 0)
        for weapon in unit.weapons:
            yield "weapon", weapon.item, prices.weapon.get(weapon.item, 0)
            for slug in weapon.ammunition:
                yield "ammunition", slug, prices.ammunition.get(slug, 0)
        for slug in unit.equipment:
            yield "equipment", slug, prices.equipment.get(slug, 0)
        for slug in unit.abilities:
            yield "ability", slug, prices.ability.get(slug, 0)

    @property
    def unit_type(self) -> str:
        """The slug of the unit type whose base cost it pays."""
        return "esclave" if self.unit.slave else "combattant"

    @property
    def can_drive(self) -> bool:
        """Animals do not drive, riders do not board (RBN p. 31)."""
        return not self.animal and "cavalier" not in self.tags

    @cached_property
    def one_handed(self) -> list[Item]:
        """Its one-handed melee weapons: those not cumbersome, and all of a giant body (ruling A60)."""
        return [item for item in self.melee if self.giant or CUMBERSOME not in item.rules]

    @property
    def shot_at_the_wheel(self) -> list[Item]:
        """The weapons that it can fire while driving (RBN p. 20)."""
        if self.unit.stats.T == NO_SHOOTING:
            return []
        return [item for item in self.ranged if item.ranged and item.ranged.pilot is not None]

    @property
    def exotics(self) -> list[Text]:
        """The names of its exotic weapons and rounds (RBN p. 46)."""
        names = [item.name for item, _weapon in self.weapons if item.exotic]
        return names + exotic_ammunition(self.unit.weapons, self.context.catalogue)

    @property
    def lines(self) -> list[CostLine]:
        return [CostLine(*line) for line in self.cost_lines()]

    @property
    def seats_taken(self) -> int:
        """A giant body takes three seats (RBN p. 30)."""
        return 3 if self.giant else 1

    def limits(self) -> Sequence[tuple[Limit, Text, int]]:
        """What it has that is limited per list or per points: (limit, name, number in all copies)."""
        abilities = {item.slug: item for item in self.abilities}
        items = [*[item for item, _weapon in self.weapons], *self.equipment, *abilities.values()]
        return [(item.limit, item.name, self.count) for item in items if item.limit and item.limit.scope != "unit"]


def has_duplicates(slugs: Sequence[str]) -> bool:
    return len(slugs) > 1 and len(set(slugs)) < len(slugs)


def exotic_ammunition(carriers: Iterable[Weapon | Option], catalogue: Catalogue) -> list[Text]:
    """The names of the exotic rounds bought for some weapons or options."""
    collection = catalogue.ammunition
    rounds = [collection[slug] for carrier in carriers for slug in carrier.ammunition if slug in collection]
    return [item.name for item in rounds if item.exotic]


class RedButtonAnalysis:
    """A whole list: the analyses of its units in the order of the list, and sums over them.

    Points are PC. All numbers count copies.
    """

    def __init__(self, document: RedButtonList, context: RulesContext, units: Sequence[Any]) -> None:
        self.document, self.context, self.units = document, context, units
        self.fighters: list[FighterAnalysis] = [unit for unit in units if unit.kind == "fighter"]
        self.vehicles: list[Any] = [unit for unit in units if unit.kind == "vehicle"]
        self.budget = context.budget
        self.vehicle_points = sum([unit.points for unit in self.vehicles])
        self.fighter_points = sum([unit.points for unit in self.fighters])
        self.total: int | None = self.vehicle_points + self.fighter_points
        self.fighter_count = sum([unit.count for unit in self.fighters])
        self.vehicle_count = sum([unit.count for unit in self.vehicles])

    @property
    def left(self) -> int | None:
        return None if self.budget is None else self.budget - self.vehicle_points - self.fighter_points

    @property
    def vehicles_due(self) -> int:
        return self.context.vehicles_due

    def fighters_with(self, tag: str) -> int:
        """How many fighters have an item or another tag."""
        return sum([unit.count for unit in self.fighters if tag in unit.tags])

    @property
    def slave_count(self) -> int:
        return self.fighters_with(SLAVE)

    @cached_property
    def shooter_count(self) -> int:
        return sum([unit.count for unit in self.fighters if unit.ranged])

    @property
    def limited(self) -> list[tuple[Limit, tuple[Text, ...], int]]:
        """What is limited per list or per points, by rule: (limit, names, number)."""
        by_rule: dict[str, tuple[Limit, tuple[Text, ...], int]] = {}
        for unit in self.units:
            for limit, name, number in unit.limited:
                first, names, before = by_rule.get(limit.rule, (limit, (), 0))
                by_rule[limit.rule] = (first, names if name in names else (*names, name), before + number)
        return list(by_rule.values())

    @property
    def chief(self) -> FighterAnalysis | None:
        return next((unit for unit in self.fighters if "chef" in unit.tags), None)


def context_for(
    document: RedButtonList, catalogue: Catalogue, analysis_cache: AnalysisCache | None = None
) -> RulesContext:
    """The `RulesContext` of a list: that of the cache where the head of its list is the same, else a new one."""
    context = None if analysis_cache is None else analysis_cache.context
    if context is None or context.catalogue is not catalogue or head_of(context.document) != head_of(document):
        context = RulesContext(document, catalogue)
    return context
