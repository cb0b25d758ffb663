"""The battle as its page shows it: sides with their units, the fallen last, each with what its sheet says."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from builder.battles.access import BattleAccess
from builder.battles.board_parts import (
    ChecklistOnBoard,
    MarkerOnBoard,
    SideOnBoard,
    StepOnBoard,
    UnitOnBoard,
    is_step,
)
from builder.battles.comparing import differences
from builder.battles.document import (
    ACTIVATED,
    OTHERS,
    ROUND,
    TABLE,
    BattleSide,
    BattleUnit,
    Marker,
)
from builder.battles.spec import Action, BattleContext, BattleSpec, Choice, Notice, Step, Words
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from builder.sheets.building import sheet_of
from builder.sheets.parts import Sheet, SheetUnit, UnitRow


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

    def marked(self, path: str, marker: Marker) -> MarkerOnBoard:
        marker = replace(marker, label=self.battle.alike[path]) if path in self.battle.alike else marker
        return MarkerOnBoard(path, marker, self.battle.value(path), self.may_mark(path.split("/")[0]))

    @cached_property
    def table(self) -> list[MarkerOnBoard]:
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
        return None if card is None else SheetUnit(0, unit.kind, name, 1, (), None, None, UnitRow(), (), (card,))

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
    def round(self) -> MarkerOnBoard:
        return self.marked(ROUND, self.battle.markers_by_path[ROUND])

    @property
    def counters(self) -> list[MarkerOnBoard]:
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
