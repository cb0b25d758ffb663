"""The battle as its page shows it: sides with their units, the fallen last, each with what its sheet says."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator

from builder.battles import recalls
from builder.battles.access import BattleAccess
from builder.battles.board_parts import (
    MORE,
    POINTS,
    ChecklistOnBoard,
    MarkerOnBoard,
    StepOnBoard,
    UnitOnBoard,
    is_step,
    view_of,
)
from builder.battles.comparing import differences
from builder.battles.recalls import RecallOnPage
from builder.battles.spec import BATTLES, BattleContext, Step
from builder.sheets.building import sheet_of
from builder.sheets.parts import Sheet, SheetUnit, UnitRow
from builder.wording import local
from rules.play.actions import Action, Choice, Notice, Words
from rules.play.battle import ACTIVATED, OTHERS, ROUND, TABLE, BattleUnit, Marker, Value
from rules.text import Text

MOST_SHOWN = 40  # units of a side, or of no list, that one page shows


class BoardQuery(NamedTuple):
    """What the address of a page names: what to show first, which part of its units, or the part with this unit."""

    view: str = ""
    part: str = ""
    unit: str = ""


NO_QUERY = BoardQuery()


class Board:
    """All that the page of a battle shows, worked out when it is asked for."""

    def __init__(
        self, access: BattleAccess, context: BattleContext, query: BoardQuery = NO_QUERY, most: int = MOST_SHOWN
    ) -> None:
        self.access, self.context, self.query, self.most = access, context, query, most
        self.battle = context.battle
        self.spec = BATTLES[self.battle.game]

    def may_mark(self, path: str) -> bool:
        """Whether the reader may mark a unit, or all of an owner, at a path."""
        owner = path.split("/")[0]
        if not self.access.plays:
            return False
        return not owner.isdigit() or self.access.may_mark(int(owner)) or self.access.has_seat(path)

    def on_board(self, path: str, marker: Marker) -> MarkerOnBoard:
        marker = replace(marker, label=self.battle.alike[path]) if path in self.battle.alike else marker
        mine = self.may_mark(path.rpartition("/")[0]) and not self.spec.is_of_pages([path])
        always, folded = marker.key in self.spec.glanced, marker.key in self.spec.folded
        return MarkerOnBoard(path, marker, self.battle.value(path), mine, always, folded)

    @cached_property
    def table(self) -> list[MarkerOnBoard]:
        """The markers of the table; those that begin with "step-" stand in checklists."""
        return [self.on_board(f"{TABLE}/{marker.key}", marker) for marker in self.battle.markers if not is_step(marker)]

    @cached_property
    def sides(self) -> list["SideOnBoard"]:
        return [SideOnBoard(self, number) for number in self.order]

    @property
    def order(self) -> list[int]:
        """The numbers of the sides that have lists, the reader's own first."""
        numbers = [number for number, side in enumerate(self.battle.sides) if not side.run_by_game]
        return sorted(numbers, key=lambda number: number not in self.access.mine)

    def part_of(self, paths: list[str], owner: str) -> Page:
        """The units of an owner that one page shows, the fallen last: those with the unit that the address names."""
        paths = sorted(paths, key=self.battle.is_down)
        if self.query.unit in paths:
            return Paginator(paths, self.most).get_page(paths.index(self.query.unit) // self.most + 1)
        return Paginator(paths, self.most).get_page(self.query.part if view_of(owner) == self.shown else 1)

    @cached_property
    def shown(self) -> str:
        """What a phone shows first: what the address names, else where its unit is, else the first side."""
        views = [*(view_of(str(number)) for number in self.order), TABLE, MORE]
        owner = self.query.unit.split("/")[0]
        wanted = self.query.view, view_of(owner) if owner else ""
        return next((view for view in wanted if view in views), views[0])

    @property
    def shown_side(self) -> "SideOnBoard":
        """The only side whose units the page has."""
        return next((side for side in self.sides if side.view == self.shown), self.sides[0])

    @cached_property
    def values(self) -> dict[str, Value]:
        """What is marked on what the page has: the table, the sides themselves, the units that are shown."""
        shown = {*self.shown_side.part, *self.others_part}
        marks = self.battle.marks.items()
        return {path: value for path, value in marks if path.count("/") < 2 or path.rpartition("/")[0] in shown}

    @property
    def cost(self) -> int:
        """How many units the page has."""
        return len(self.shown_side.part) + len(self.others_part)

    def unit_key(self, path: str) -> tuple[Hashable, ...]:
        """All that the HTML of a unit reads beside the book and the language, as a value.

        What its list says of it is in the key of the set-up; the notes of its player are for that player alone.
        """
        unit, owner = self.battle.units_by_path[path], path.split("/")[0]
        of_no_list = unit.name, unit.kind, unit.line, unit.markers, *sorted(unit.facts.items())
        return (
            path,
            of_no_list if owner == OTHERS else self.access.battle.setup_key,
            tuple(self.battle.value(f"{path}/{marker.key}") for marker in unit.markers),
            tuple(self.actions_of(path)),
            self.may_mark(path),
            owner in map(str, self.access.mine),
            path == self.query.unit,
        )

    def actions_of(self, path: str) -> dict[str, Action]:
        """What a unit may do with dice, by slug."""
        return {slug: action for slug, action in self.spec.actions.items() if action.suits_unit(self.battle, path)}

    def sheet_of_unit(self, path: str) -> Sheet | None:
        """What the list of a unit says of its units; None where no list has it."""
        return next((side.sheet for side in self.sides if path.startswith(f"{side.number}/")), None)

    def unit(self, path: str, sheet: Sheet | None = None) -> UnitOnBoard:
        unit = self.battle.units_by_path[path]
        on_sheet = sheet.units[unit.index] if sheet and unit.index is not None else self.without_list(path, unit)
        card = on_sheet.cards[min(unit.copy, len(on_sheet.cards) - 1)] if on_sheet and on_sheet.cards else None
        return UnitOnBoard(
            path,
            replace(unit, line=self.spelled(unit.line)),
            [self.on_board(f"{path}/{marker.key}", marker) for marker in unit.markers if not is_step(marker)],
            self.battle.is_down(path),
            bool(self.battle.number(f"{path}/{ACTIVATED}")),
            self.may_mark(path),
            on_sheet,
            card,
            self.actions_of(path),
            self.spec.ranks(unit),
        )

    def spelled(self, line: Text) -> Text:
        """The figures of a unit in short, with the names that the book has for their letters: "T 5" is "Shooting 5"."""
        french, english = line.fr, line.en
        for letter, entry in self.context.catalogue.characteristics.items():
            alone = re.compile(rf"(?:(?<=^)|(?<=·\s)){re.escape(letter)}(?=\s)")
            french, english = alone.sub(entry.name.fr, french), alone.sub(entry.name.en, english)
        return Text(french, english)

    def without_list(self, path: str, unit: BattleUnit) -> SheetUnit | None:
        """What a sheet would say of a unit that no list has."""
        card = self.spec.card(self.context, unit) if path.startswith(f"{OTHERS}/") else None
        return SheetUnit(0, unit.kind, local(unit.name), 1, (), UnitRow(), (), (card,)) if card else None

    @cached_property
    def others(self) -> list[UnitOnBoard]:
        """The units that no list has and one page shows, the fallen last."""
        return [self.unit(path) for path in self.others_part]

    @cached_property
    def others_part(self) -> Page:
        return self.part_of([f"{OTHERS}/{key}" for key in self.battle.others], OTHERS)

    @cached_property
    def notices(self) -> list[Notice]:
        """What is due; nothing in a battle that is over."""
        return [] if self.access.battle.ended else list(self.spec.notices(self.battle, self.context.catalogue))

    @cached_property
    def recalls(self) -> list[tuple[int, bool, list[RecallOnPage]]]:
        """The rules that each side of this reader is reminded of: its number, whether it is the reader's own, these."""
        if not self.access.plays:
            return []
        sides = self.access.mine or sorted({seat.side for seat in self.access.seats})
        battle, book, mine = self.battle, self.context.catalogue, self.access.may_mark
        return [(side, mine(side), recalls.of_side(battle, book, side)) for side in sides]

    @cached_property
    def differences(self) -> list[Words]:
        """What of the lists does not fit together."""
        return list(differences(self.spec, self.battle, self.context.lists))

    @cached_property
    def checklists(self) -> dict[str, list[ChecklistOnBoard]]:
        """The checklists by where they stand: "setup", "round" or "others"."""
        groups: dict[str, list[ChecklistOnBoard]] = {"setup": [], "round": [], "others": []}
        for checklist in self.spec.checklists(self.context):
            steps = [self.step(checklist.slug, number, step) for number, step in enumerate(checklist.steps)]
            groups[checklist.where].append(ChecklistOnBoard(checklist, steps))
        return groups

    def step(self, checklist: str, number: int, step: Step) -> StepOnBoard:
        marker = self.battle.markers_by_path.get(step.path)
        return StepOnBoard(checklist, number, step, self.on_board(step.path, marker) if marker else None)

    @property
    def is_first_round(self) -> bool:
        return self.battle.round <= 1

    @cached_property
    def next_step(self) -> StepOnBoard | None:
        """The first step that is not done: of the set-up before the second round, then of the round."""
        lists = [*(self.checklists["setup"] if self.is_first_round else ()), *self.checklists["round"]]
        return next((step for checklist in lists for step in checklist.steps if step.box and not step.done), None)

    @cached_property
    def round(self) -> MarkerOnBoard:
        return self.on_board(ROUND, self.battle.markers_by_path[ROUND])

    @property
    def counters(self) -> list[MarkerOnBoard]:
        """The markers of the table but the round, which the bar shows, and the boxes of steps."""
        elsewhere = {ROUND}
        for checklist in chain(*self.checklists.values()):
            elsewhere |= {step.step.path for step in checklist.steps}
        return [marker for marker in self.table if marker.path not in elsewhere]

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
        return {slug: action for slug, action in self.spec.actions.items() if not action.kinds}


class SideOnBoard:
    """The `number`th side; only the units of `part`, by their paths, are made, where they are asked for.

    view     -- its name in addresses
    standing -- how many of all its units still take part
    role     -- what its role is called; "" where it has none
    """

    def __init__(self, board: Board, number: int) -> None:
        battle, owner = board.battle, str(number)
        self.board, self.number, self.side, self.view = board, number, battle.sides[number], view_of(owner)
        self.part = board.part_of([f"{number}/{unit.key}" for unit in self.side.units], owner)
        self.markers = [
            board.on_board(f"{number}/{marker.key}", marker) for marker in self.side.markers if not is_step(marker)
        ]
        self.mine = board.may_mark(owner)
        self.standing = len(battle.standing(number))
        roles = board.spec.roles(board.context.catalogue, battle.scenario) if self.side.role else ()
        self.role = next((role.name for role in roles if role.slug == self.side.role), "")

    @cached_property
    def units(self) -> list[UnitOnBoard]:
        return [self.board.unit(path, self.sheet) for path in self.part]

    @cached_property
    def sheet(self) -> Sheet | None:
        """What its list says of its units; None where it is gone."""
        loaded = self.board.context.lists[self.number] if self.number < len(self.board.context.lists) else None
        return sheet_of(loaded) if loaded else None

    @property
    def score(self) -> MarkerOnBoard | None:
        """Its points, where they are counted."""
        return next((marker for marker in self.markers if marker.marker.key == POINTS), None)
