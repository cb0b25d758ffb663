"""The book in memory: frozen dataclasses with every figure that a judgement or a sheet reads."""

from dataclasses import dataclass, field
from functools import cached_property

from rules.text import Text


@dataclass(frozen=True, slots=True)
class Cite:
    """Where a thing stands: the book's short title and its page, or its heading where no page is known."""

    book: str
    page: int | None = None
    heading: str = ""

    def __str__(self):
        place = f"p. {self.page}" if self.page else f"« {self.heading} »" if self.heading else ""
        return f"{self.book}, {place}" if place else self.book


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What every row of a book has. `text` is a reminder in our own words, `card` the same squeezed for paper."""

    slug: str
    name: Text
    cite: Cite
    text: Text = Text()
    card: Text = Text()
    icon: str = ""
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """A range band: from and to in centimetres, and the D6 that it adds."""

    start: int
    end: int
    dice: int


@dataclass(frozen=True, slots=True)
class Ranged:
    """A shooting weapon: its bands (None where the table has none), its template, and what a
    pilot or a passenger adds to the dice (None where he cannot shoot it)."""

    normal: Band | None = None
    long: Band | None = None
    template: Text = Text()
    pilot: int | None = None
    passenger: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `maximum` in a unit, in a list, or per full `per` points of the effective budget."""

    scope: str
    maximum: int
    rule: str
    per: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """Who may take a thing: factions, sub-factions, or lists under a faction's drawback; `rule` says so."""

    rule: str
    factions: frozenset = frozenset()
    subfactions: frozenset = frozenset()
    drawbacks: frozenset = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Entry):
    """A weapon, equipment, ability, vehicle option, ammunition or modification.

    `cost` is what is charged; `printed` is False where no book prints it. `places` are a
    fighter's weapon places, `slots` a vehicle's. `types` are the unit types it is open to (empty: all).
    `marks` are its slug and, behind an @, what a check looks out for.
    """

    kind: str
    cost: int = 0
    printed: bool = True
    places: int = 0
    slots: int = 0
    rules: tuple = ()
    ranged: Ranged | None = None
    melee: int | None = None
    arc: str = ""
    weapon: bool = False
    exotic: bool = False
    repeatable: bool = False
    demountable: bool = False
    seats: int = 0
    shooters: int = 0
    types: frozenset = frozenset()
    ammunition: frozenset = frozenset()
    opening: Opening | None = None
    limit: Limit | None = None
    needs: str = ""
    needs_rule: str = ""
    tags: frozenset = field(init=False, repr=False, compare=False)

    def __post_init__(self):
        traits = {"@reserved": self.opening, "@exotic": self.exotic, "@limited": self.limit, "@needing": self.needs}
        object.__setattr__(self, "tags", frozenset([self.slug, *[tag for tag, has in traits.items() if has]]))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitType(Entry):
    """A kind of fighter or vehicle: cost, places or slots, seats, shooters, moves in cm per terrain, D6 of a ram."""

    kind: str
    cost: int
    printed: bool = True
    places: int = 0
    wounds: int = 0
    seats: int = 0
    shooters: int = 0
    slots: int = 0
    road: int = 0
    clear: int = 0
    hard: int = 0
    ram: int = 0
    opening: Opening | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristic(Entry):
    """T or C: `costs` maps each value that may be bought to its points."""

    costs: dict = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PriceChange:
    """What a trait does to one price: sets it to `cost`, or adds `change`."""

    kind: str
    slug: str
    cost: int | None = None
    change: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Entry):
    """An advantage or a drawback (`side`) with the prices it changes."""

    side: str
    prices: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction(Entry):
    """A faction or sub-faction (`parent`). `replaces`: its traits stand instead of its parent's."""

    advantage: Trait
    drawback: Trait
    parent: str = ""
    replaces: bool = False
    activities: tuple = ()
    activities_printed: bool = True


@dataclass(frozen=True, slots=True)
class Role:
    """A side in a scenario; `factor` multiplies the agreed budget."""

    slug: str
    name: Text
    factor: int = 1


@dataclass(frozen=True, slots=True)
class Mission:
    """What wins a scenario, for one role or (role "") for all."""

    role: str
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Entry):
    """A scenario's brief: length in turns, budget in points (None: agreed), table, roles, missions and the rest."""

    number: int
    budget: int | None = None
    turns: int = 0
    vehicles: bool = True
    secondary_missions: bool = True
    table: Text = Text()
    deployment: Text = Text()
    brings: Text = Text()
    special: Text = Text()
    influence: Text = Text()
    roles: tuple = ()
    missions: tuple = ()
    bonus: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile(Entry):
    """A ready-made unit of the book, as a unit document, with the cost that the book prints."""

    unit: dict
    printed: int
    printed_for: str = ""
    printed_otherwise: int | None = None


@dataclass(frozen=True, slots=True)
class ReminderRow:
    left: Text
    right: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Entry):
    """A table of the book to have at hand; `uses` says for which lists ("always", "vehicle", "faction:robots" ...)."""

    uses: str = "always"
    rows: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Entry):
    """What this project decided where the book is silent, why, and the rules it decides."""

    reason: Text = Text()
    rules: tuple = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(Entry):
    """A row of a table: its figures by name (numbers, words, True or False; None where the book prints a dash).

    On a dice table the totals from `low` to `high` lead to it.
    """

    figures: dict = field(default_factory=dict)
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Entry):
    """A table of the book: its rows by slug and, where it is rolled on, its `dice`, such as "2D6"."""

    dice: str = ""
    rows: dict = field(default_factory=dict)

    def row(self, total):
        """The `TableRow` that a total of the dice leads to; None for a total that the dice cannot make."""
        return next((row for row in self.rows.values() if row.low is not None and row.low <= total <= row.high), None)


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """An edition in memory: every kind of entry by slug, in the order of the printed book."""

    game: str
    edition: str
    revision: int
    name: Text
    title: str
    dated: str
    unit_types: dict
    characteristics: dict
    special_rules: dict
    weapons: dict
    equipment: dict
    abilities: dict
    options: dict
    ammunition: dict
    modifications: dict
    factions: dict
    activities: dict
    scenarios: dict
    profiles: dict
    reminders: dict
    victory: dict
    tables: dict
    rulings: dict

    @cached_property
    def collections(self):
        """Everything that has a price: kind -> slug -> entry."""
        return {
            "unit_type": self.unit_types,
            "weapon": self.weapons,
            "equipment": self.equipment,
            "ability": self.abilities,
            "option": self.options,
            "ammunition": self.ammunition,
            "modification": self.modifications,
        }

    @cached_property
    def price_lists(self):
        """Price lists made so far, by the traits and the agreed prices that they rest on (see `rules.pricing`)."""
        return {}

    @cached_property
    def ready_made(self):
        """The profiles' units as typed objects, by slug, as far as they were asked for."""
        return {}

    def named(self, slug):
        """The first thing with a price, or row of a table, that has this slug; None where nothing has."""
        collections = (*self.collections.values(), *(table.rows for table in self.tables.values()))
        return next((collection[slug] for collection in collections if slug in collection), None)

    def subfactions(self, faction):
        return [one for one in self.factions.values() if one.parent == faction]

    def base_factions(self):
        return [one for one in self.factions.values() if not one.parent]
