"""Hostile elements and the table they come by (RBN p. 42 to 44), for paper, pages and battles alike."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from rules.catalogue import Band
from rules.games.rbn.play.state import STEP
from rules.play.battle import OTHERS, Battle, Unit
from rules.play.dice import Dice
from rules.play.tables import roll_dice
from rules.text import Text

ARMOUR, HEAVY = "armure", "lourd"
TENS = 10  # of the first die
ONE = "1"  # of those who come alone
CALM = "calme-plat"  # nothing happens
KIND = "hostile"
ROLLED, BOSS_PLACED = f"{STEP}encounter", f"{STEP}boss"
STORM, CLOUD = "tempete-de-sable", "nuage-radioactif"
ZOMBIE = "zombie"


@dataclass(frozen=True, slots=True)
class Hostile:
    """A hostile element.

    T      -- None for one that cannot shoot
    power  -- dice that are added in melee, with those of its body
    bands  -- of its shots
    rules  -- slugs of its `HostileRule`s
    wounds -- on which it is out; the first `free` cost nothing
    left_open -- what the book does not say of it
    """

    slug: str
    name: Text
    cite: str
    move: int
    C: int
    power: int
    T: int | None = None
    bonus: int = 0
    icon: str = ""
    weapon: Text = Text()
    bands: tuple[Band, ...] = ()
    reaction: bool = True
    rules: tuple[str, ...] = ()
    wounds: int = 0
    arrives: Text = Text()
    left_open: Text = Text()

    @property
    def free(self) -> int:
        return int(ARMOUR in self.rules)

    @property
    def heavy(self) -> bool:
        """Whether it takes account of vehicles in melee."""
        return HEAVY in self.rules


@dataclass(frozen=True, slots=True)
class HostileRule:
    """A rule of hostile elements; `at`: what it changes when they act, of "move", "melee" and "shot"."""

    slug: str
    name: Text
    text: Text
    at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Encounter:
    """A row of the table: the rolls from `low` to `high` (11 to 66), who comes and how many, or an event.

    round -- the event ends with the round
    """

    low: int
    high: int
    text: Text
    slug: str = ""
    name: Text = Text()
    hostile: str = ""
    number: str = ONE
    round: bool = False

    @property
    def rolls(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"

    @property
    def ways(self) -> int:
        """Of the 36 rolls those that lead here: within a row the first die is the same."""
        return self.high - self.low + 1


@dataclass(frozen=True, slots=True)
class EncounterRules:
    """What holds for the table in a scenario.

    cite    -- where it says so
    every   -- so many rounds from one roll to the next: 2 for the even rounds (RBN p. 42, ruling A51)
    always  -- the table is not optional
    hostile -- the slug of who every encounter is
    again   -- encounters are rolled again
    without -- the slugs of other rows that are rolled again
    note    -- what else the scenario says
    """

    cite: str
    every: int
    always: bool = False
    hostile: str = ""
    again: bool = False
    without: tuple[str, ...] = ()
    note: Text = Text()

    def due(self, turn: int) -> bool:
        return turn > 0 and turn % self.every == 0

    def rolled_again(self, row: Encounter) -> bool:
        return (self.again and bool(row.hostile)) or row.slug in self.without


@dataclass(frozen=True, slots=True)
class EncounterRoll:
    """A roll on the table: (dice, row) of those that were made again, of the one that counts; how many come."""

    rolls: tuple[tuple[tuple[int, int], Encounter], ...]
    row: Encounter
    number: int = 0
    number_dice: tuple[int, ...] = ()


# --- The book -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class EncounterBook:
    """Who comes and how the table is rolled on.

    usual     -- what holds where the scenario says nothing else
    scenarios -- what holds in those that do, by their slugs
    hostile   -- the ten, in the order of the book; boss: the robot of scenario 10
    rows      -- of the table, in the order of the rolls; those of somebody who comes have his name and slug in `table`
    """

    usual: EncounterRules
    scenarios: dict[str, EncounterRules]
    from_start: Text
    rules: dict[str, HostileRule]
    hostile: tuple[Hostile, ...]
    boss: Hostile
    rows: tuple[Encounter, ...]

    @cached_property
    def bestiary(self) -> dict[str, Hostile]:
        """The ten by their slugs."""
        return {hostile.slug: hostile for hostile in self.hostile}

    @cached_property
    def table(self) -> tuple[Encounter, ...]:
        return tuple(self.named(row) if row.hostile else row for row in self.rows)

    def named(self, row: Encounter) -> Encounter:
        return replace(row, slug=row.hostile, name=self.bestiary[row.hostile].name)

    def problems(self) -> Iterator[str]:
        """What names nothing."""
        for slug in [row.hostile for row in self.rows] + [rules.hostile for rules in self.scenarios.values()]:
            if slug and slug not in self.bestiary:
                yield f"there is no hostile element {slug!r}"
        for slug in (slug for hostile in (*self.hostile, self.boss) for slug in hostile.rules):
            if slug not in self.rules:
                yield f"there is no rule {slug!r}"

    def hostile_of(self, slug: str) -> Hostile | None:
        return self.boss if slug == self.boss.slug else self.bestiary.get(slug)

    def hostile_of_unit(self, unit: Unit) -> Hostile | None:
        """The hostile element that a unit on the table is; None for another one."""
        return self.hostile_of(str(unit.facts.get("hostile", "")))

    def row_of_roll(self, tens: int, units: int) -> Encounter:
        return next(row for row in self.table if row.low <= TENS * tens + units <= row.high)

    def row_of_hostile(self, slug: str) -> Encounter:
        return next(row for row in self.table if row.hostile == slug)

    def row_of_slug(self, slug: str) -> Encounter | None:
        return next((row for row in self.table if row.slug == slug), None)

    def events(self) -> tuple[Encounter, ...]:
        """The rows that change something without anybody coming."""
        return tuple(row for row in self.table if not row.hostile and row.slug != CALM)

    def rules_in(self, scenario: str | None) -> EncounterRules:
        """What holds in a scenario, or without one."""
        return self.scenarios.get(scenario or "", self.usual)

    def may_come(self, scenario: str | None) -> tuple[Hostile, ...]:
        """Who the table may bring: the ten; one where all encounters are alike; nobody where they are rolled again."""
        rules = self.rules_in(scenario)
        if rules.again:
            return ()
        return (self.bestiary[rules.hostile],) if rules.hostile else self.hostile

    # --- Rolls --------------------------------------------------------------------------------------------------------

    def row_that_counts(self, row: Encounter, rules: EncounterRules) -> Encounter:
        """The row that a roll counts as."""
        return self.row_of_hostile(rules.hostile) if row.hostile and rules.hostile else row

    def roll(self, dice: Dice, scenario: str | None = None) -> EncounterRoll:
        """2D6, the first as tens; again for those that the scenario has rolled again; then how many come.

        Raises `BadDice`.
        """
        rules = self.rules_in(scenario)
        rolls = [self.roll_row(dice)]
        while rules.rolled_again(rolls[-1][1]):
            rolls.append(self.roll_row(dice))
        row = self.row_that_counts(rolls[-1][1], rules)
        if not row.hostile:
            return EncounterRoll(tuple(rolls), row)
        number_dice = () if row.number == ONE else roll_dice(dice, row.number)
        return EncounterRoll(tuple(rolls), row, sum(number_dice) or 1, number_dice)

    def roll_row(self, dice: Dice) -> tuple[tuple[int, int], Encounter]:
        tens, units = dice.d(), dice.d()
        return (tens, units), self.row_of_roll(tens, units)

    def chances(self, scenario: str | None = None) -> dict[str, Fraction]:
        """How likely each row is, by its slug, in the order of the table; those that are rolled again left out."""
        rules = self.rules_in(scenario)
        ways: dict[str, int] = {}
        for row in self.table:
            if not rules.rolled_again(row):
                slug = self.row_that_counts(row, rules).slug
                ways[slug] = ways.get(slug, 0) + row.ways
        return {slug: Fraction(number, sum(ways.values())) for slug, number in ways.items()}


# --- On the table ---------------------------------------------------------------------------------------------------


def event_path(slug: str) -> str:
    """The path of the marker that says that an event is in force."""
    return f"{STEP}{slug}"


def on_table(battle: Battle) -> dict[str, Unit]:
    """The hostile elements that still take part, by their paths."""
    paths = {f"{OTHERS}/{key}": unit for key, unit in battle.others.items() if unit.kind == KIND}
    return {path: unit for path, unit in paths.items() if not battle.is_down(path)}


def same(words: str) -> Text:
    """A text that is the same in both languages."""
    return Text(words, words)
