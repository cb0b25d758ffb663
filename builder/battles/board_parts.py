"""What the page of a battle shows: units, sides and steps with their marks."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from builder.battles.spec import Checklist, Step
from builder.sheets.parts import SheetCard, SheetUnit
from builder.sheets.screen import ScreenCard
from builder.wording import in_words
from rules.play.actions import Action, Words
from rules.play.battle import ACTIVATED, BOXES, COUNTER, OTHERS, STEP, SWITCH, TABLE, WORDS, BattleUnit, Marker, Value
from rules.play.marks import Mark

MOST_BOXES = 7  # in a row of 320 px
FEW_BOXES = 3  # in half a row
MOST_ROWS = 7  # markers of a unit in a row each on a phone; more share rows
MORE = "more"  # the part of the page for what is not played: links, scenario, what to have at hand
POINTS = "points"  # the key of a side's counter that the bar shows


@dataclass(frozen=True)
class MarkerBox:
    """A box to tick, the `number`th of its marker, with the command of a tap."""

    number: int
    ticked: bool
    free: bool
    command: str


@dataclass(frozen=True)
class MarkerOnBoard:
    """A marker with its path and what is marked there; `mine`: this reader may mark it.

    always -- the strip of a closed unit says it, whatever is marked
    folded -- the card of an opened unit keeps it behind a line
    """

    path: str
    marker: Marker
    value: Value
    mine: bool
    always: bool = False
    folded: bool = False

    @property
    def number(self) -> int:
        return self.value if isinstance(self.value, int) else 0

    @property
    def boxes(self) -> list[MarkerBox]:
        """Its boxes in a row; a tap ticks up to that one, or one less where it is the last."""
        ticks = range(1, self.marker.most + 1)
        return [
            MarkerBox(
                n, n <= self.number, n <= self.marker.free, str(Mark.set(self.path, n - 1 if n == self.number else n))
            )
            for n in ticks
        ]

    @property
    def toggled(self) -> str:
        """The command that turns a switch."""
        return str(Mark.set(self.path, 0 if self.value else 1))

    @property
    def anchor(self) -> str:
        """What its elements are called in ids."""
        return anchored(self.path)

    @property
    def has_boxes(self) -> bool:
        """Whether its boxes fit a phone in one row; a counter stands for more."""
        return self.marker.kind == BOXES and self.marker.most <= MOST_BOXES

    @property
    def has_few_boxes(self) -> bool:
        """Whether its boxes fit half a row."""
        return self.marker.kind == BOXES and self.marker.most <= FEW_BOXES

    @property
    def of(self) -> int | None:
        """How many boxes a counter stands for."""
        return self.marker.most if self.marker.kind == BOXES else None

    @property
    def is_wide(self) -> bool:
        """Whether it takes a line of its own."""
        return self.marker.kind in (BOXES, COUNTER)

    @property
    def is_chip(self) -> bool:
        """Whether it is a button among others; that a unit is activated stands on its strip."""
        return self.marker.kind == SWITCH and self.marker.key != ACTIVATED

    @property
    def is_life(self) -> bool:
        """Whether its boxes take the unit out, or it is what counts as life."""
        return self.always or (self.marker.ends and self.marker.most > 1)

    @property
    def is_glanced(self) -> bool:
        """Whether the strip of a closed unit says it: what is marked, and its life always."""
        return self.is_life or self.value != self.marker.nothing

    @property
    def suggestions(self) -> str:
        """The id of the names that may be chosen where words are marked: those of its side, or of the sides."""
        return f"names-{self.path.split('/')[0]}"


@dataclass
class UnitOnBoard:
    """A unit with its marks.

    sheet, card -- what the sheet says of it and of this copy; None for what no list has
    actions     -- what it may do with dice, by slug
    ranks       -- what it is: chief, Star ...
    """

    path: str
    unit: BattleUnit
    markers: list[MarkerOnBoard]
    down: bool
    activated: bool
    mine: bool
    sheet: SheetUnit | None = None
    card: SheetCard | None = None
    actions: dict[str, Action] = field(default_factory=dict)
    ranks: Sequence[Words] = ()

    @property
    def anchor(self) -> str:
        """The id of its element."""
        return f"unit-{anchored(self.path)}"

    @property
    def owner(self) -> str:
        """The number of its side, or "others"."""
        return self.path.split("/")[0]

    @property
    def is_other(self) -> bool:
        """Whether no list has it."""
        return self.path.startswith(f"{OTHERS}/")

    @property
    def shown(self) -> list[MarkerOnBoard]:
        """The markers of its opened card."""
        return [marker for marker in self.markers if not marker.folded]

    @property
    def folded(self) -> list[MarkerOnBoard]:
        """Those behind a line."""
        return [marker for marker in self.markers if marker.folded]

    @property
    def is_dense(self) -> bool:
        """Whether its markers share rows, so that a phone shows all of them."""
        return sum(marker.is_wide for marker in self.shown) > MOST_ROWS

    @property
    def activation(self) -> MarkerOnBoard | None:
        return next((marker for marker in self.markers if marker.marker.key == ACTIVATED), None)

    @property
    def glance(self) -> list[MarkerOnBoard]:
        """What its strip may say while it is closed; what takes it out comes first."""
        shown = [marker for marker in self.markers if marker.marker.kind != WORDS and marker.marker.key != ACTIVATED]
        return sorted(shown, key=lambda marker: not marker.is_life)

    @property
    def screen(self) -> ScreenCard | None:
        """The card of this copy on a screen."""
        return ScreenCard((replace(self.sheet, cards=(self.card,)),)) if self.sheet and self.card else None


@dataclass(frozen=True)
class StepOnBoard:
    """The `number`th step of a checklist (a slug) with its box; None where the battle has no such marker."""

    checklist: str
    number: int
    step: Step
    box: MarkerOnBoard | None

    @property
    def done(self) -> bool:
        return bool(self.box and self.box.value)

    @property
    def words(self) -> tuple[str, str, str]:
        """What it is called, what it asks and what its button says, in the active language."""
        return in_words(self.step.title), in_words(self.step.text), in_words(self.step.does)


@dataclass(frozen=True)
class ChecklistOnBoard:
    """A checklist with its steps."""

    checklist: Checklist
    steps: list[StepOnBoard]

    @property
    def done(self) -> int:
        """How many of its steps are done."""
        return sum(step.done for step in self.steps)


def is_step(marker: Marker) -> bool:
    """Whether a marker is the box of a checklist's step."""
    return marker.key.startswith(STEP)


def view_of(owner: str) -> str:
    """The part of the page where the marks of an owner stand: "side-0", or "table"."""
    return f"side-{owner}" if owner.isdigit() else TABLE


def anchored(path: str) -> str:
    """A path as a part of an id."""
    return path.replace("/", "-").replace(".", "-")
