"""The battle as its page shows it: sides with their units, the fallen last, each with what its sheet says."""

from dataclasses import dataclass, field
from functools import cached_property

from builder.battles.access import BattleAccess
from builder.battles.comparing import differences
from builder.battles.document import ACTIVATED, OTHERS, TABLE, WORDS, BattleSide, BattleUnit, Marker, Value
from builder.battles.spec import Action, BattleContext, BattleSpec, Checklist, Notice
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from builder.sheets.building import sheet_of
from builder.sheets.parts import Sheet, SheetCard, SheetUnit


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
    def boxes(self) -> list[tuple[int, bool, bool, int]]:
        """For each box: its number from 1, whether it is ticked, whether it is free, the value that a tap leaves."""
        ticks = range(1, self.marker.most + 1)
        return [(n, n <= self.number, n <= self.marker.free, n - 1 if n == self.number else n) for n in ticks]

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
        return "unit-" + self.path.replace("/", "-").replace(".", "-")


@dataclass
class SideOnBoard:
    """A side with its units, the fallen last."""

    number: int
    side: BattleSide
    units: list[UnitOnBoard]
    markers: list[Marked]
    mine: bool
    sheet: Sheet | None

    @property
    def standing(self) -> int:
        return sum(not one.down for one in self.units)


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
        return SideOnBoard(number, side, units, markers, self.may_mark(str(number)), sheet)

    def sheet_of(self, loaded: LoadedRoster | None) -> Sheet | None:
        return None if loaded is None else sheet_of(loaded, self.context.language)

    def unit(self, path: str, unit: BattleUnit, sheet: Sheet | None = None) -> UnitOnBoard:
        on_sheet = sheet.units[unit.index] if sheet and unit.index is not None else None
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
    def checklists(self) -> list[tuple[Checklist, list[tuple[int, object, bool]]]]:
        """Each with its steps: (number, step, whether it is done)."""
        return [
            (one, [(n, step, bool(self.battle.number(step.path))) for n, step in enumerate(one.steps)])
            for one in self.spec.checklists(self.context)
        ]

    @property
    def table_actions(self) -> dict[str, Action]:
        """The actions that no unit does."""
        return {slug: one for slug, one in self.spec.actions.items() if not one.kinds}


def is_step(marker: Marker) -> bool:
    """Whether a marker is the box of a checklist's step."""
    return marker.key.startswith("step-")
