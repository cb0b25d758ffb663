"""The book in memory: frozen dataclasses with every figure that checks, pages and sheets read.

A field whose type `rules.books.PLAIN` lists (numbers, flags, texts, lists of words) is read, stored and loaded by its
name. To add one: a field here, a column in `rules.models` and its migration.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any

from rules.play.entries import PlayBook
from rules.text import Text

Count = Annotated[int, "0 or more"]
Positive = Annotated[int, "1 or more"]
Slug = Annotated[str, "words of letters and figures, joined by hyphens"]
Slugs = frozenset[str]

# The collections of a catalogue that hold an `Item`, and its kind in each.
ITEM_KINDS = {
    "weapons": "weapon",
    "equipment": "equipment",
    "abilities": "ability",
    "options": "option",
    "ammunition": "ammunition",
    "modifications": "modification",
}


@dataclass(frozen=True, slots=True)
class Cite:
    """The place in a book: its short title and the page, or the heading where no page is known."""

    book: str
    page: int | None = None
    heading: str = ""

    @property
    def place(self) -> str:
        """The page or the heading, without the book."""
        return f"p. {self.page}" if self.page else f"«\u202f{self.heading}\u202f»" if self.heading else ""

    def __str__(self) -> str:
        """In French, as the exchange format has it; `builder.wording.cited` writes it for a reader."""
        return f"{self.book}, {self.place}" if self.place else self.book


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What every entry of a book has. `text` is a reminder in our own words, `card` a shorter one for paper."""

    slug: Slug
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
    """A shooting weapon: its bands (None where the table has none), its template, and the D6 that a pilot or a
    passenger adds (None where he cannot shoot it)."""

    normal: Band | None = None
    long: Band | None = None
    template: Text = Text()
    pilot: int | None = None
    passenger: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `maximum` in a unit, in a list, or per full `per` points of the effective budget (`scope`).

    `rule` is the id of the rule that reports it.
    """

    scope: str
    maximum: int
    rule: str
    per: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """Who may take a thing: factions, sub-factions, or lists under a faction's drawback. `rule` is the rule's id."""

    rule: str
    factions: Slugs = frozenset()
    subfactions: Slugs = frozenset()
    drawbacks: Slugs = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Entry):
    """A weapon, equipment, ability, vehicle option, ammunition or modification.

    `also` are the other names that the book gives it. `cost` is what is charged; `printed` is False where no book
    prints it. `places` are a fighter's weapon places, `slots` a vehicle's. `melee_page`: of its melee dice, where they
    stand elsewhere. `types` are the unit types it is open to (empty: all). `needs` is the equipment it needs. `tags`
    are its slug and, behind an @, what a check is registered for.
    """

    kind: str
    also: Text = Text()
    cost: int = 0
    printed: bool = True
    places: Count = 0
    slots: Count = 0
    rules: tuple[str, ...] = ()
    ranged: Ranged | None = None
    melee: int | None = None
    melee_page: Positive | None = None
    arc: str = ""
    weapon: bool = False
    exotic: bool = False
    repeatable: bool = False
    demountable: bool = False
    seats: Count = 0
    shooters: Count = 0
    types: Slugs = frozenset()
    ammunition: Slugs = frozenset()
    opening: Opening | None = None
    limit: Limit | None = None
    needs: str = ""
    needs_rule: str = ""
    tags: Slugs = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tags = {"@reserved": self.opening, "@exotic": self.exotic, "@limited": self.limit, "@needing": self.needs}
        object.__setattr__(self, "tags", frozenset([self.slug, *[tag for tag, applies in tags.items() if applies]]))

    @property
    def melee_cite(self) -> Cite:
        """Where its melee dice stand: a spear is in two arsenals."""
        return replace(self.cite, page=self.melee_page) if self.melee_page else self.cite


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitType(Entry):
    """A kind of fighter or vehicle: cost, places or slots, seats, shooters, moves in cm per terrain, D6 of a ram."""

    kind: str
    cost: int
    printed: bool = True
    places: Count = 0
    wounds: Count = 0
    seats: Count = 0
    shooters: Count = 0
    slots: Count = 0
    road: Count = 0
    clear: Count = 0
    hard: Count = 0
    ram: Count = 0
    opening: Opening | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristic(Entry):
    """T or C: `costs` maps each value that may be bought to its points."""

    costs: dict[int | str, int] = field(default_factory=dict)


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
    text: Text
    prices: tuple[PriceChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction(Entry):
    """A faction, or a sub-faction of its `parent`. `replaces`: its traits replace its parent's."""

    advantage: Trait
    drawback: Trait
    parent: str = ""
    replaces: bool = False
    activities: tuple[str, ...] = ()
    activities_printed: bool = True

    @property
    def base(self) -> str:
        """The slug of its parent, or its own."""
        return self.parent or self.slug


@dataclass(frozen=True, slots=True)
class Role:
    """A side in a scenario; `factor` multiplies the agreed budget."""

    slug: Slug
    name: Text
    factor: Positive = 1


@dataclass(frozen=True, slots=True)
class Mission:
    """What wins a scenario, for one role or (role "") for all."""

    text: Text
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario(Entry):
    """A scenario's brief: length in turns, budget in points (None: agreed), table, roles, missions and the rest."""

    number: Count
    budget: Positive | None = None
    turns: Count = 0
    vehicles: bool = True
    secondary_missions: bool = True
    table: Text = Text()
    deployment: Text = Text()
    brings: Text = Text()
    special: Text = Text()
    influence: Text = Text()
    roles: tuple[Role, ...] = ()
    missions: tuple[Mission, ...] = ()
    bonus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile(Entry):
    """A ready-made unit of the book, as in a document, with the cost that the book prints.

    `printed_otherwise` is its cost for the faction `printed_for`.
    """

    unit: dict[str, Any]
    printed: int
    printed_for: str = ""
    printed_otherwise: int | None = None


@dataclass(frozen=True, slots=True)
class ReminderRow:
    """A line of a reminder, in two columns."""

    left: Text
    right: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Entry):
    """A table of the book to have at hand; `uses` says for which lists ("always", "vehicle", "faction:robots" ...)."""

    uses: str = "always"
    rows: tuple[ReminderRow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Entry):
    """A decision of this project where the book is silent, the reason, and the ids of the rules it decides."""

    reason: Text
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(Entry):
    """A row of a table: its figures by name (numbers, words, True or False; None where the book prints a dash).

    On a dice table the totals from `low` to `high` lead to it.
    """

    figures: dict[str, Any] = field(default_factory=dict)
    low: int | None = None
    high: int | None = None

    def covers(self, total: int) -> bool:
        return self.low is not None and self.high is not None and self.low <= total <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Entry):
    """A table of the book: its rows by slug and, where it is rolled on, its `dice`, such as "2D6"."""

    dice: str = ""
    rows: dict[str, TableRow] = field(default_factory=dict)

    def row(self, total: int) -> TableRow | None:
        """The row that a total of the dice leads to; None for a total that the dice cannot make."""
        return next((row for row in self.rows.values() if row.covers(total)), None)


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """An edition in memory: every kind of entry by slug, in the order of the printed book."""

    game: str
    edition: Slug
    revision: int
    name: Text
    title: Text
    dated: str
    unit_types: dict[str, UnitType]
    characteristics: dict[str, Characteristic]
    special_rules: dict[str, Entry]
    weapons: dict[str, Item]
    equipment: dict[str, Item]
    abilities: dict[str, Item]
    options: dict[str, Item]
    ammunition: dict[str, Item]
    modifications: dict[str, Item]
    factions: dict[str, Faction]
    activities: dict[str, Entry]
    scenarios: dict[str, Scenario]
    profiles: dict[str, Profile]
    reminders: dict[str, Reminder]
    victory: dict[str, Entry]
    tables: dict[str, Table]
    rulings: dict[str, Ruling]
    play: PlayBook = field(default_factory=PlayBook)

    @cached_property
    def collections(self) -> dict[str, dict[str, Any]]:
        """Everything that has a price: kind -> slug -> entry."""
        return {"unit_type": self.unit_types} | {kind: getattr(self, name) for name, kind in ITEM_KINDS.items()}

    @cached_property
    def price_lists(self) -> dict[Any, Any]:
        """The price lists worked out so far, by traits and agreed prices (see `rules.pricing`)."""
        return {}

    @cached_property
    def ready_made(self) -> dict[str, Any]:
        """The profiles' units as typed objects, by slug, as far as they were asked for."""
        return {}

    @cached_property
    def profile_names(self) -> dict[str, Text]:
        """The names of the ready-made profiles, by each of their spellings."""
        return {
            name: profile.name
            for profile in self.profiles.values()
            for name in (profile.name.fr, profile.name.en)
            if name
        }

    @property
    def rolls(self) -> list[TableRow]:
        """The rolls that the dice page offers: the rows of the table "rolls", whose figures are fields of its form."""
        return list(self.tables["rolls"].rows.values()) if "rolls" in self.tables else []

    def named(self, slug: str) -> Any:
        """The first entry with a price, or row of a table, that has this slug; None where nothing has."""
        collections = (*self.collections.values(), *(table.rows for table in self.tables.values()))
        return next((collection[slug] for collection in collections if slug in collection), None)

    def subfactions(self, faction: str) -> list[Faction]:
        return [entry for entry in self.factions.values() if entry.parent == faction]

    def base_factions(self) -> list[Faction]:
        return [faction for faction in self.factions.values() if not faction.parent]
