"""The battle as its page shows it: sides with their units, the fallen last, each with what its sheet says."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from builder.battles.access import BattleAccess
from builder.battles.comparing import differences
from builder.battles.document import (
    ACTIVATED,
    BOXES,
    COUNTER,
    OTHERS,
    ROUND,
    SWITCH,
    TABLE,
    WORDS,
    BattleSide,
    BattleUnit,
    Marker,
    Value,
)
from builder.battles.spec import Action, BattleContext, BattleSpec, Checklist, Choice, Notice, Step, Words
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from builder.sheets.building import sheet_of
from builder.sheets.parts import Sheet, SheetCard, SheetUnit
from builder.sheets.screen import ScreenCard

MOST_BOXES = 7  # in a row of 320 px
FEW_BOXES = 3  # in half a row
MOST_ROWS = 7  # markers of a unit in a row each on a phone; more share rows
POINTS = "points"  # the key of a side's counter that the bar shows


@dataclass(frozen=True)
class Box:
    """A box to tick, the `number`th of its marker, with the command of a tap."""

    number: int
    ticked: bool
    free: bool
    command: str


@dataclass(frozen=True)
class Marked:
    """A marker with its path and what is marked there; `mine`: this reader may mark it."""

    path: str
    marker: Marker
    value: Value
    mine: bool

    @property
    def number(self) -> int:
        return self.value if isinstance(self.value, int) else 0

    @property
    def boxes(self) -> list[Box]:
        """Its boxes in a row; a tap ticks up to that one, or one less where it is the last."""
        ticks = range(1, self.marker.most + 1)
        return [
            Box(n, n <= self.number, n <= self.marker.free, f"set {self.path} {n - 1 if n == self.number else n}")
            for n in ticks
        ]

    @property
    def toggled(self) -> str:
        """The command that turns a switch."""
        return f"set {self.path} {0 if self.value else 1}"

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
        """Whether its boxes take the unit out."""
        return self.marker.ends and self.marker.most > 1

    @property
    def is_glanced(self) -> bool:
        """Whether the strip of a closed unit says it: what is marked, and its life always."""
        return self.is_life or self.value != self.marker.nothing

    @property
    def suggestions(self) -> str:
        """The id of the names that may be chosen where words are marked: those of its side, or of the sides."""
        return f"names-{self.path.split('/')[0]}"

    @property
    def is_text(self) -> bool:
        return self.marker.kind == WORDS

    @property
    def full(self) -> bool:
        return self.number >= self.marker.most


@dataclass
class UnitOnBoard:
    """A unit with its marks.

    sheet, card -- what the sheet says of it and of this copy; None for what no list has
    actions     -- what it may do with dice, by slug
    """

    path: str
    unit: BattleUnit
    markers: list[Marked]
    down: bool
    activated: bool
    mine: bool
    sheet: SheetUnit | None = None
    card: SheetCard | None = None
    actions: dict[str, Action] = field(default_factory=dict)

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
    def is_dense(self) -> bool:
        """Whether its markers share rows, so that a phone shows all of them."""
        return sum(one.is_wide for one in self.markers) > MOST_ROWS

    @property
    def activation(self) -> Marked | None:
        return next((one for one in self.markers if one.marker.key == ACTIVATED), None)

    @property
    def glance(self) -> list[Marked]:
        """What its strip may say while it is closed; what takes it out comes first."""
        said = [one for one in self.markers if not one.is_text and one.marker.key != ACTIVATED]
        return sorted(said, key=lambda one: not one.is_life)

    @property
    def screen(self) -> ScreenCard | None:
        """The card of this copy on a screen."""
        return ScreenCard((replace(self.sheet, cards=(self.card,)),)) if self.sheet and self.card else None


@dataclass
class SideOnBoard:
    """A side with its units, the fallen last; `role`: what its role is called."""

    number: int
    side: BattleSide
    units: list[UnitOnBoard]
    markers: list[Marked]
    mine: bool
    sheet: Sheet | None
    role: Words = ""

    @property
    def standing(self) -> int:
        return sum(not one.down for one in self.units)

    @property
    def view(self) -> str:
        """Its name in addresses."""
        return view_of(str(self.number))

    @property
    def score(self) -> Marked | None:
        """Its points, where they are counted."""
        return next((one for one in self.markers if one.marker.key == POINTS), None)


@dataclass(frozen=True)
class StepOnBoard:
    """The `number`th step of a checklist with its box; None where the battle has no such marker."""

    number: int
    step: Step
    box: Marked | None

    @property
    def done(self) -> bool:
        return bool(self.box and self.box.value)


@dataclass(frozen=True)
class ChecklistOnBoard:
    """A checklist with its steps."""

    checklist: Checklist
    steps: list[StepOnBoard]

    @property
    def done(self) -> int:
        """How many of its steps are done."""
        return sum(one.done for one in self.steps)


class Board:
    """All that the page of a battle shows, worked out when it is asked for."""

    def __init__(self, access: BattleAccess, context: BattleContext) -> None:
        self.access, self.context = access, context
        self.battle = context.battle
        self.spec: BattleSpec = GAME_UIS[self.battle.game].battle

    def may_mark(self, owner: str) -> bool:
        if not self.access.mine:
            return False
        return self.access.may_mark(int(owner)) if owner.isdigit() else True

    def marked(self, path: str, marker: Marker) -> Marked:
        return Marked(path, marker, self.battle.value(path), self.may_mark(path.split("/")[0]))

    @cached_property
    def table(self) -> list[Marked]:
        """The markers of the table; those that begin with "step-" stand in checklists."""
        return [self.marked(f"{TABLE}/{one.key}", one) for one in self.battle.markers if not is_step(one)]

    @cached_property
    def sides(self) -> list[SideOnBoard]:
        """The reader's own sides first."""
        found = [self.side(n) for n in range(len(self.battle.sides))]
        return sorted(found, key=lambda one: (one.number not in self.access.mine, one.number))

    def side(self, number: int) -> SideOnBoard:
        side = self.battle.sides[number]
        loaded = self.context.lists[number] if number < len(self.context.lists) else None
        sheet = self.sheet_of(loaded)
        units = [self.unit(f"{number}/{unit.key}", unit, sheet) for unit in side.units]
        markers = [self.marked(f"{number}/{one.key}", one) for one in side.markers if not is_step(one)]
        units.sort(key=lambda one: one.down)
        return SideOnBoard(number, side, units, markers, self.may_mark(str(number)), sheet, self.role_of(side))

    def role_of(self, side: BattleSide) -> Words:
        """What a side's role is called; "" where it has none."""
        roles = self.spec.roles(self.context.catalogue, self.battle.scenario) if side.role else ()
        return next((one.name for one in roles if one.slug == side.role), "")

    def sheet_of(self, loaded: LoadedRoster | None) -> Sheet | None:
        return None if loaded is None else sheet_of(loaded, self.context.language)

    def unit(self, path: str, unit: BattleUnit, sheet: Sheet | None = None) -> UnitOnBoard:
        on_sheet = sheet.units[unit.index] if sheet and unit.index is not None else self.without_list(path, unit)
        card = on_sheet.cards[min(unit.copy, len(on_sheet.cards) - 1)] if on_sheet and on_sheet.cards else None
        return UnitOnBoard(
            path,
            unit,
            [self.marked(f"{path}/{one.key}", one) for one in unit.markers],
            self.battle.is_down(path),
            bool(self.battle.number(f"{path}/{ACTIVATED}")),
            self.may_mark(path.split("/")[0]),
            on_sheet,
            card,
            {slug: one for slug, one in self.spec.actions.items() if self.offers(one, path, unit)},
        )

    def without_list(self, path: str, unit: BattleUnit) -> SheetUnit | None:
        """What a sheet would say of a unit that no list has."""
        card = self.spec.card(self.context, unit) if path.startswith(f"{OTHERS}/") else None
        name = unit.name.into(self.context.language)
        return None if card is None else SheetUnit(0, unit.kind, name, 1, (), None, None, "", (), (card,))

    def offers(self, action: Action, path: str, unit: BattleUnit) -> bool:
        return unit.kind in action.kinds and (action.suits is None or action.suits(self.battle, path))

    @cached_property
    def others(self) -> list[UnitOnBoard]:
        """The units that no list has, the fallen last."""
        units = [self.unit(f"{OTHERS}/{key}", unit) for key, unit in self.battle.others.items()]
        return sorted(units, key=lambda one: one.down)

    @cached_property
    def notices(self) -> list[Notice]:
        """What is due."""
        return list(self.spec.notices(self.battle, self.context.catalogue))

    @cached_property
    def differences(self) -> list[Notice]:
        """What of the lists does not fit together."""
        return list(differences(self.spec, self.battle, self.context.lists))

    @cached_property
    def checklists(self) -> list[ChecklistOnBoard]:
        return [
            ChecklistOnBoard(one, [self.step(n, step) for n, step in enumerate(one.steps)])
            for one in self.spec.checklists(self.context)
        ]

    def step(self, number: int, step: Step) -> StepOnBoard:
        marker = self.battle.markers_by_path.get(step.path)
        return StepOnBoard(number, step, self.marked(step.path, marker) if marker else None)

    def checklists_for(self, where: str) -> list[ChecklistOnBoard]:
        return [one for one in self.checklists if one.checklist.where == where]

    @property
    def setup(self) -> list[ChecklistOnBoard]:
        return self.checklists_for("setup")

    @property
    def phases(self) -> list[ChecklistOnBoard]:
        return self.checklists_for("round")

    @property
    def other_checklists(self) -> list[ChecklistOnBoard]:
        return self.checklists_for("others")

    @property
    def is_first_round(self) -> bool:
        return self.battle.round <= 1

    @property
    def next_step(self) -> StepOnBoard | None:
        """The first step that is not done: of the set-up before the second round, then of the round."""
        lists = [*(self.setup if self.is_first_round else ()), *self.phases]
        return next((step for one in lists for step in one.steps if step.box and not step.done), None)

    @cached_property
    def round(self) -> Marked:
        return self.marked(ROUND, self.battle.markers_by_path[ROUND])

    @property
    def counters(self) -> list[Marked]:
        """The markers of the table but the round, which the bar shows, and the boxes of steps."""
        taken = {ROUND} | {one.step.path for checklist in self.checklists for one in checklist.steps}
        return [one for one in self.table if one.path not in taken]

    @cached_property
    def addable(self) -> Sequence[tuple[Any, Sequence[BattleUnit]]]:
        """The units that may be put on the table, by groups."""
        return self.spec.others(self.context)

    @cached_property
    def scenarios(self) -> Sequence[Choice]:
        return self.spec.scenarios(self.context.catalogue)

    @cached_property
    def brief(self) -> Sequence[Any]:
        """The passages of the scenario."""
        return self.spec.brief(self.context)

    @property
    def has_actions(self) -> bool:
        return bool(self.table_actions or self.spec.pages)

    @property
    def table_actions(self) -> dict[str, Action]:
        """The actions that no unit does."""
        return {slug: one for slug, one in self.spec.actions.items() if not one.kinds}


def is_step(marker: Marker) -> bool:
    """Whether a marker is the box of a checklist's step."""
    return marker.key.startswith("step-")


def view_of(owner: str) -> str:
    """The part of the page where the marks of an owner stand: "side-0", or "table"."""
    return f"side-{owner}" if owner.isdigit() else TABLE


def anchored(path: str) -> str:
    """A path as a part of an id."""
    return path.replace("/", "-").replace(".", "-")
