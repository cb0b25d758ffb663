"""Red Button's data of play, as its catalogue has it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from rules.catalogue import Band, Catalogue
from rules.games.rbn.play.activation import ActivationBook
from rules.games.rbn.play.campaign import CampaignBook
from rules.games.rbn.play.encounters import EncounterBook, Hostile
from rules.play.battle import Marker
from rules.play.entries import PlayBook
from rules.play.targets import Target
from rules.text import SEPARATOR, Text


@dataclass(frozen=True)
class ItemMark:
    """A state of a weapon or of gear that is marked."""

    name: Text
    cite: str


@dataclass(frozen=True)
class Count:
    """What is counted up to `most`.

    least, more -- of a secondary mission: so many fulfil it, or more than the next count has
    each, sides -- of a scenario: every list has it; it is the number of a list
    """

    key: str
    name: Text
    most: int = 1
    start: int = 0
    least: int = 0
    more: bool = False
    each: bool = False
    sides: bool = False


@dataclass(frozen=True)
class DamageRow:
    """A row of a damage table: the side hit, the fewest and most successes, what they do."""

    side: str
    low: int
    high: int
    effects: tuple[str, ...]

    def covers(self, successes: int) -> bool:
        return self.low <= successes <= self.high


@dataclass(frozen=True)
class CollisionDice:
    """Dice that a vehicle deals to one of the size `into`, and takes from it."""

    into: str
    dealt: int
    taken: int


@dataclass(frozen=True)
class Deployment:
    """How a role deploys in a scenario: not in the step `without`, or with the sons of the sands among the others."""

    scenario: str
    role: str
    without: str = ""
    sands: str = ""


@dataclass(frozen=True)
class TableStep:
    """A step of the set-up, or a phase of a round."""

    slug: str
    name: Text
    cite: str
    text: Text


@dataclass(frozen=True)
class Due:
    """What a scenario asks for from the round `first` to `last` (0: to the end), unless that marker is ticked."""

    scenario: str
    first: int
    last: int
    cite: str
    text: Text
    unless: str = ""


@dataclass(frozen=True)
class KitMarker:
    """A disc that marks a state; `border` tells it from others in black and white."""

    slug: str
    name: Text
    cite: str
    icon: str
    border: str
    text: Text


@dataclass(frozen=True)
class KitToken:
    """Discs that an activity or a scenario (`uses`) puts on the table; `note`: what is measured or rolled."""

    slug: str
    uses: str
    name: Text
    icon: str
    count: int
    note: Text


@dataclass(frozen=True, kw_only=True)
class RedButtonPlay(PlayBook):
    """Its data of play. The keys of mappings are slugs: of markers, activities, sizes of vehicles, scenarios."""

    targets: dict[str, Target]
    marks: dict[str, tuple[Marker, ...]]
    item_marks: dict[str, ItemMark]
    table_marks: tuple[Marker, ...]
    missions: dict[str, tuple[Count, ...]]
    sides: dict[str, Text]
    collisions: dict[str, tuple[CollisionDice, ...]]
    damage: dict[str, tuple[DamageRow, ...]]
    scenario_step: Text
    deployment: tuple[Deployment, ...]
    counters: dict[str, tuple[Count, ...]]
    phases: tuple[TableStep, ...]
    due: tuple[Due, ...]
    encounters: EncounterBook
    activation: ActivationBook
    markers: tuple[KitMarker, ...]
    tokens: tuple[KitToken, ...]
    setup: tuple[TableStep, ...]
    campaign: CampaignBook

    def problems(self) -> Iterator[tuple[str, str]]:
        yield from super().problems()
        yield from (("encounters", reason) for reason in self.encounters.problems())

    def melee_dice(self, hostile: Hostile) -> int:
        """All dice of a hostile element in melee."""
        return self.modifiers["base"].dice + hostile.power + hostile.bonus

    def shot_dice(self, band: Band) -> tuple[int, int]:
        """All dice of a band of its weapon at somebody on foot, and at a vehicle (RBN p. 16)."""
        return self.modifiers["foot"].dice + band.dice, self.modifiers["vehicle"].dice + band.dice

    def shots_in_words(self, hostile: Hostile, language: str) -> str:
        """T and each band of its weapon with all dice."""
        words = Text("{}-{} cm à pied {}D6, véhicule {}D6", "{}-{} cm on foot {}D6, vehicle {}D6").into(language)
        bands = (words.format(band.start, band.end, *self.shot_dice(band)) for band in hostile.bands)
        return SEPARATOR.join((f"T {hostile.T}+", *bands))

    def collision(self, hitting: str, hit: str) -> CollisionDice:
        """Where a vehicle of one size hits one of another (RBN p. 23)."""
        return next(dice for dice in self.collisions[hitting] if dice.into == hit)

    def deployment_of(self, scenario: str | None, role: str | None) -> Deployment:
        """How a role deploys in a scenario; as usual where the book says nothing else."""
        own = (row for row in self.deployment if (row.scenario, row.role) == (scenario, role))
        return next(own, Deployment(scenario or "", role or ""))


def play_of(catalogue: Catalogue) -> RedButtonPlay:
    return cast(RedButtonPlay, catalogue.play)
