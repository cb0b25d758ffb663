"""A convoy with everything worked out that its checks, its page and its sheet read."""

from functools import cached_property
from operator import attrgetter

from rules.game import UnitAnalysis, analyse_units
from rules.games.rbn.register import REGISTER
from rules.pricing import CostLine, price_list

MERCENARIES = "mercenaires"
GIANT = "corps-gigantesque"
NO_SHOOTING = "-"
THIRD = 3
SLAVE, FLYING, ROUNDS, UNKNOWN, TWICE = "@slave", "@flying", "@rounds", "@unknown", "@twice"
HEADER = attrgetter(
    "budget", "scenario", "role", "bonus", "exotic", "faction", "subfaction", "activity", "traits", "prices"
)


class RulesContext:
    """What the head of a convoy means: faction, traits in force, prices, budget. Points are PC."""

    def __init__(self, document, catalogue):
        self.document, self.catalogue = document, catalogue
        factions = catalogue.factions
        self.faction = factions.get(document.faction)
        if self.faction and self.faction.parent:
            self.faction = None
        self.subfaction = factions.get(document.subfaction)
        if self.subfaction and not self.subfaction.parent:
            self.subfaction = None
        self.activity = catalogue.activities.get(document.activity)
        self.scenario = catalogue.scenarios.get(document.scenario)
        self.role = (
            next((role for role in self.scenario.roles if role.slug == document.role), None) if self.scenario else None
        )
        self.advantages, self.drawbacks = self.traits_in_force()
        self.traits = tuple(factions[slug].advantage for slug in self.advantages) + tuple(
            factions[slug].drawback for slug in self.drawbacks
        )
        self.tags = {f"@advantage:{slug}" for slug in self.advantages} | {
            f"@drawback:{slug}" for slug in self.drawbacks
        }
        self.prices = price_list(catalogue, self.traits, document.prices)

    @property
    def is_own_subfaction(self):
        return bool(self.faction and self.subfaction and self.subfaction.parent == self.faction.slug)

    @property
    def is_replaced(self):
        """The sub-faction's traits stand instead of its faction's (Sons, Phantom)."""
        return self.is_own_subfaction and self.subfaction.replaces

    @property
    def makes_choices(self):
        """Mercenaries borrow traits, the Sons of Apocalypse do not (ruling A37)."""
        return bool(self.faction) and self.faction.slug == MERCENARIES and not self.is_replaced

    def traits_in_force(self):
        """The factions whose advantage holds and those whose drawback holds, as tuples of slugs."""
        advantages, drawbacks = [], []
        if self.makes_choices:
            choices = self.document.traits
            if choices:
                advantages = [slug for slug in (choices.advantage,) if self.may_be_borrowed(slug)]
                drawbacks = [slug for slug in choices.drawbacks if self.may_be_borrowed(slug)]
        elif self.faction and not self.is_replaced:
            advantages, drawbacks = [self.faction.slug], [self.faction.slug]
        if self.subfaction:
            advantages.append(self.subfaction.slug)
            drawbacks.append(self.subfaction.slug)
        return tuple(dict.fromkeys(advantages)), tuple(dict.fromkeys(drawbacks))

    def may_be_borrowed(self, slug):
        """Base factions only, and not the mercenaries themselves (ruling A35)."""
        faction = self.catalogue.factions.get(slug)
        return faction is not None and not faction.parent and slug != MERCENARIES

    @cached_property
    def agreed(self):
        """The budget before the scenario's factor, the survivors' fifth and prize points; None where nobody says."""
        if self.document.budget is not None and self.document.budget > 0:
            return self.document.budget
        return self.scenario.budget if self.scenario else None

    @cached_property
    def budget(self):
        """The effective budget (rulings A2, A7, A8, A9), None where none is known.

        RBN p. 26: the survivors' fifth is rounded up; the scenario's factor comes first, prize points last.
        """
        if self.agreed is None:
            return None
        budget = self.agreed * (self.role.factor if self.role else 1)
        if "survivants" in self.advantages and self.has_vehicles_scenario:
            budget = -(-budget * 6 // 5)
        if self.scenario and self.scenario.bonus:
            budget += self.document.bonus
        return budget

    @property
    def has_vehicles_scenario(self):
        """All scenarios but the first, which is played on foot and gives the survivors nothing more."""
        return self.scenario is None or self.scenario.vehicles

    @cached_property
    def vehicles_due(self):
        """Points due in vehicles: a third of the effective budget, rounded up; 0 on foot (ruling A6)."""
        if self.budget is None or not self.has_vehicles_scenario:
            return 0
        return max(0, -(-self.budget // THIRD))

    @cached_property
    def activities(self):
        """The activities open to this list; a sub-faction's row stands instead of its faction's."""
        row = self.subfaction or self.faction
        return row.activities if row else ()

    def opens(self, opening):
        return (
            (self.faction is not None and self.faction.slug in opening.factions)
            or (self.subfaction is not None and self.subfaction.slug in opening.subfactions)
            or not opening.drawbacks.isdisjoint(self.drawbacks)
        )

    def who(self, opening):
        """The names of those an `Opening` is for."""
        factions = self.catalogue.factions
        return tuple(factions[slug].name for slug in sorted(opening.factions | opening.subfactions) if slug in factions)


class FighterAnalysis(UnitAnalysis):
    """A fighter: what it carries as items, its places, its cost in PC line by line (for one copy).

    `roles` are the abilities and the equipment to tell at a glance.
    """

    kind = "fighter"
    roles: tuple = ("chef", "mecanicien", "soigneur", "animal", "cavalier", GIANT)

    def __init__(self, unit, context):
        catalogue = context.catalogue
        self.unit, self.context, self.count = unit, context, unit.count
        collection = catalogue.weapons
        self.weapons = [(collection[weapon.item], weapon) for weapon in unit.weapons if weapon.item in collection]
        self.equipment = [catalogue.equipment[slug] for slug in unit.equipment if slug in catalogue.equipment]
        self.abilities = [catalogue.abilities[slug] for slug in unit.abilities if slug in catalogue.abilities]
        self.items = [item for item, _weapon in self.weapons] + self.equipment + self.abilities
        self.tags = context.tags.union(*[item.tags for item in self.items])
        if unit.slave:
            self.tags.add(SLAVE)
        if any([weapon.ammunition for weapon in unit.weapons]):
            self.tags.add(ROUNDS)
        listed = len(unit.weapons) + len(unit.equipment) + len(unit.abilities)
        if listed != len(self.items) or any([item.retired for item in self.items]):
            self.tags.add(UNKNOWN)
        if has_twins(unit.equipment) or has_twins(unit.abilities):
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

    def cost_lines(self):
        """What one copy costs: (kind, slug, points) a line."""
        catalogue, prices = self.context.catalogue, self.context.prices
        unit, stats = self.unit, self.unit.stats
        yield "unit_type", self.fee, prices.unit_type[self.fee]
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
    def fee(self):
        """The unit type whose cost it pays to begin with."""
        return "esclave" if self.unit.slave else "combattant"

    @property
    def can_drive(self):
        """Animals drive nothing, riders board nothing (p. 31)."""
        return not self.animal and "cavalier" not in self.tags

    @property
    def exotics(self):
        """The exotic things it has, as names."""
        found = [item.name for item, _weapon in self.weapons if item.exotic]
        return found + exotic_ammunition(self.unit.weapons, self.context.catalogue)

    @property
    def lines(self):
        return [CostLine(*line) for line in self.cost_lines()]

    @property
    def seats_taken(self):
        return 3 if self.giant else 1

    @cached_property
    def counted(self):
        """The things that a list may hold only so many of: (limit, name, number in all copies)."""
        if "@limited" not in self.tags:
            return ()
        things = [item for item, _weapon in self.weapons] + [*{item.slug: item for item in self.abilities}.values()]
        return [(one.limit, one.name, self.count) for one in things if one.limit and one.limit.scope != "unit"]


class VehicleAnalysis(UnitAnalysis):
    """A vehicle: its type, its options as items, its slots, seats, shooters and cost in PC (for one copy)."""

    kind = "vehicle"

    def __init__(self, unit, context):
        catalogue = context.catalogue
        self.unit, self.context, self.count = unit, context, unit.count
        kind = catalogue.unit_types.get(unit.type)
        self.type = kind if kind and kind.kind == "vehicle" else None
        collection = catalogue.options
        self.options = [(collection[option.item], option) for option in unit.options if option.item in collection]
        self.items = [item for item, _option in self.options]
        self.tags = context.tags.union(["@type:" + unit.type], *[item.tags for item in self.items])
        if unit.flying:
            self.tags.update((FLYING, "@exotic"))
        if any([option.demountable or option.ammunition for option in unit.options]):
            self.tags.add(ROUNDS)
        if len(unit.options) != len(self.items) or any([item.retired for item in self.items]):
            self.tags.add(UNKNOWN)
        if has_twins([option.item for option in unit.options]):
            self.tags.add(TWICE)
        self.slots = sum([item.slots for item in self.items])
        self.cost = sum([points for _kind, _slug, points in self.cost_lines()])
        self.points = self.cost * unit.count

    def cost_lines(self):
        """What one vehicle costs: (kind, slug, points) a line."""
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
    def seats(self):
        """Seats with the pilot's; a flyer has one (p. 46)."""
        if self.unit.flying:
            return 1
        return (self.type.seats if self.type else 0) + sum([item.seats for item, _option in self.options])

    @cached_property
    def shooters(self):
        shooters = (self.type.shooters if self.type else 0) + sum([item.shooters for item, _option in self.options])
        return min(shooters, self.seats)

    @property
    def lines(self):
        return [CostLine(*line) for line in self.cost_lines()]

    @property
    def has_ai(self):
        return "intelligence-artificielle" in self.tags

    @property
    def exotics(self):
        modifications = self.context.catalogue.modifications
        found = [modifications["vehicule-volant"].name] if self.unit.flying else []
        if any(option.demountable for option in self.unit.options):
            found.append(modifications["arme-demontable"].name)
        return found + exotic_ammunition(self.unit.options, self.context.catalogue)

    @cached_property
    def counted(self):
        things = self.items
        if self.unit.flying:
            things = [*things, self.context.catalogue.modifications["vehicule-volant"]]
        return [(one.limit, one.name, self.count) for one in things if one.limit and one.limit.scope != "unit"]


def has_twins(slugs):
    return len(slugs) > 1 and len(set(slugs)) < len(slugs)


def exotic_ammunition(carriers, catalogue):
    collection = catalogue.ammunition
    return [
        collection[slug].name
        for one in carriers
        for slug in one.ammunition
        if slug in collection and collection[slug].exotic
    ]


class ConvoyAnalysis:
    """A whole convoy: its views in the order of the list, and the sums over them. Points are PC, copies counted."""

    def __init__(self, document, context, units):
        self.document, self.context, self.units = document, context, units
        self.fighters = [unit for unit in units if unit.kind == "fighter"]
        self.vehicles = [unit for unit in units if unit.kind == "vehicle"]
        self.budget = context.budget
        self.vehicle_points = sum([unit.points for unit in self.vehicles])
        self.fighter_points = sum([unit.points for unit in self.fighters])
        self.total = self.vehicle_points + self.fighter_points
        self.fighter_count = sum([unit.count for unit in self.fighters])
        self.vehicle_count = sum([unit.count for unit in self.vehicles])

    @property
    def left(self):
        return None if self.budget is None else self.budget - self.total

    @property
    def vehicles_due(self):
        return self.context.vehicles_due

    def fighters_with(self, tag):
        """How many fighters, copies counted, have the item or mark."""
        return sum([unit.count for unit in self.fighters if tag in unit.tags])

    @cached_property
    def slave_count(self):
        return self.fighters_with(SLAVE)

    @cached_property
    def shooter_count(self):
        return sum([unit.count for unit in self.fighters if unit.ranged])

    @cached_property
    def counted(self):
        """What rows limit per list or per points: (limit, names, number) for each rule."""
        found: dict[str, tuple] = {}
        for unit in self.units:
            for limit, name, n in unit.counted:
                limit_, names, before = found.get(limit.rule, (limit, (), 0))
                found[limit.rule] = (limit_, names if name in names else (*names, name), before + n)
        return list(found.values())

    @property
    def chief(self):
        return next((unit for unit in self.fighters if "chef" in unit.tags), None)

    @cached_property
    def rockets(self):
        """Rocket launchers in hand and on vehicles, and how many are allowed (None without a budget)."""
        rule = "rbn.too-many-rockets"
        n = next((n for limit, _names, n in self.counted if limit.rule == rule), 0)
        limit = self.context.catalogue.weapons["lance-roquettes"].limit
        return n, None if self.budget is None else max(0, self.budget // limit.per) * limit.maximum


def context_for(document, catalogue, analysis_cache=None):
    """The `Terms` of a list, those of the judgement before where its head is the same."""
    context = None if analysis_cache is None else analysis_cache.context
    if context is None or context.catalogue is not catalogue or HEADER(context.document) != HEADER(document):
        context = RulesContext(document, catalogue)
    return context


def analyse(document, catalogue, analysis_cache=None):
    """The `ConvoyAnalysis` of a `Convoy`; `analysis_cache` as in `rules.verdict.judge`."""
    context = context_for(document, catalogue, analysis_cache)
    unit_analyses = analyse_units(document.units, context, analyse_unit, REGISTER.judge_unit, analysis_cache)
    return ConvoyAnalysis(document, context, unit_analyses)


def analyse_unit(unit, context):
    return (FighterAnalysis if unit.kind == "fighter" else VehicleAnalysis)(unit, context)
