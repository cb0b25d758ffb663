"""What a game brings to its battles: `BattleSpec`, and what it speaks of. Everything has a default but the units.

Texts are marked ones, `Message`s or `Text`s of the book; a page says them in the reader's language (`wording.say`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http.response import HttpResponseBase

from builder.battles.marks import SHARED_COMMANDS, Changes, Command
from builder.lists.loaded import LoadedRoster
from builder.registry import Registry
from builder.sheets.parts import Passage, SheetCard
from rules.catalogue import Catalogue
from rules.play.actions import Action, Choice, Notice, Outcome, Reason, Words
from rules.play.battle import STEP, TABLE, BattleDocument, BattleSide, BattleUnit, Marker, SideResult, Value
from rules.play.dice import Dice
from rules.text import _


@dataclass(frozen=True)
class BattleContext:
    """What a page of a battle reads.

    lists    -- the list of each side as it joined; None where it is erased or can no longer be read
    language -- of the reader
    side     -- the number of the reader's side; None for a watcher
    """

    battle: BattleDocument
    catalogue: Catalogue
    lists: Sequence[LoadedRoster | None]
    language: str
    side: int | None = None


@dataclass(frozen=True)
class Plan:
    """What a list was built for, to be compared with the others; None where it does not say.

    role -- its slug and name, such as attacker
    """

    scenario: str | None = None
    role: str | None = None
    budget: int | None = None


@dataclass(frozen=True)
class Step:
    """A step of a checklist; done when `path` is marked.

    path  -- of the marker that its box ticks, such as "table/step-terrain"
    dice  -- what it rolls, such as "1D6"; "" if nothing
    reads -- (dice that fell) -> what they say, and marks to accept
    mark  -- a command that its button does, with `does`, what the button says
    """

    path: str
    title: Words
    text: Words = ""
    cite: str = ""
    dice: str = ""
    reads: Callable[[Dice], "Outcome"] | None = None
    mark: str = ""
    does: Words = ""


@dataclass(frozen=True)
class Checklist:
    """Steps in order, such as the set-up or the phases of a round. Markers that begin anew each round are `each_round`.

    slug  -- unique within the battle
    where -- "setup" (before the first round), "round", or "others" (beside the units that no list has)
    """

    slug: str
    title: Words
    steps: Sequence[Step]
    cite: str = ""
    where: str = "round"
    text: Words = ""


@dataclass(frozen=True)
class BattlePage:
    """A page of one game's battles: view(request, access) where `access` is a `BattleAccess`.

    at_head -- its link stands at the head of the board, one tap away
    """

    title: Words
    view: Callable[..., HttpResponseBase]
    icon: str = "book"
    at_head: bool = False


@dataclass(frozen=True)
class Condition:
    """What a scenario counts for its result: a line of the page that ends a battle.

    sides -- the `SideResult` that is proposed for each side from what is marked
    lines -- how it comes about, with citations
    """

    sides: Sequence[SideResult]
    lines: Sequence[Reason] = ()


def nothing(*_arguments: Any) -> tuple:
    return ()


def ticked_step(battle: BattleDocument) -> str:
    """The first of a round's steps that is not ticked, by its slug; "" after the last."""
    steps = (marker.key for marker in battle.markers if marker.each_round and marker.key.startswith(STEP))
    undone = (key for key in steps if not battle.number(f"{TABLE}/{key}"))
    return next(undone, "").removeprefix(STEP)


@dataclass(frozen=True)
class BattleSpec:
    """How a game is played, for its battles.

    plan       -- (list) -> scenario, role and budget that it was built for
    scenarios  -- (catalogue) -> those to choose from
    roles      -- (catalogue, scenario) -> those to choose from
    fit_side   -- (side made from the list's sheet, list) -> the side with the game's own units, markers and facts
    fit_scenario -- (catalogue, scenario, sides) -> the sides with what a scenario counts of them and of their units
    table      -- (catalogue, scenario, sides) -> markers of the table: what the scenario counts; rounds are shared
    rounds     -- (catalogue, scenario, sides) -> how many rounds a battle has; None: until it ends
    checklists -- (context) -> set-up, phases ...
    notices    -- (battle, catalogue) -> what is due; asked after each mark, so it reads the battle alone
    along      -- (battle, changes) -> what the game marks along with them, such as what an activation takes
    actions    -- slug -> `Action`
    commands   -- name -> `Command`: the game's own marks
    in_chain   -- (battle) -> whether links of a chain are due; `undo chain` takes marks back until none is
    glanced    -- keys of markers that the strip of a closed unit always says, such as wounds
    folded     -- keys of markers that the card of an opened unit keeps behind one line: rarely marked by hand
    ranks      -- (unit) -> what its name says it is: chief, Star ...
    helps      -- how much help a table may want; their slugs are the numbers of the table's marker for it
    against    -- (catalogue) -> sides that the game plays itself, by the word that `battles start --against` takes
    others     -- (context) -> units that may be put on the table, by groups (title, units)
    card       -- (context, unit that no list has) -> its figures and its rules with their pages; None: its line does
    pages      -- slug -> `BattlePage`
    of_pages   -- keys of markers that these pages alone mark, and that nobody takes back
    brief      -- (context) -> passages of the scenario (`sheets.parts.Passage`)
    reference  -- (battle, catalogue) -> passages that the sheets of its lists have beside their own
    follows    -- (battle, number of a side) -> what the head of its sheet shows that other marks say: (marker, value)
    afterwards -- (list) -> slug of the list's page on which the players go on when the battle is over; "" for none
    condition  -- (context) -> the result that the scenario's conditions give; None: players say it
    companions -- its lists play together, against the game; `rivals`: a second team may play against them
    evening    -- what its companions are asked to join
    turn       -- what its book calls a round; `next_turn`: the button that begins one
    step       -- (battle) -> where its round is, as the moments of its book name steps
    round_end  -- slug of the action to which this button leads, where the end of a round has steps; "": it begins one
    """

    plan: Callable[[LoadedRoster], Plan] = lambda _loaded: Plan()
    scenarios: Callable[[Catalogue], Sequence[Choice]] = nothing
    roles: Callable[[Catalogue, str | None], Sequence[Choice]] = nothing
    fit_side: Callable[[BattleSide, LoadedRoster], BattleSide] = lambda side, _loaded: side
    fit_scenario: Callable[[Catalogue, str | None, tuple[BattleSide, ...]], tuple[BattleSide, ...]] = (
        lambda _catalogue, _scenario, sides: sides
    )
    table: Callable[[Catalogue, str | None, Sequence[BattleSide]], Sequence[Marker]] = nothing
    rounds: Callable[[Catalogue, str | None, Sequence[BattleSide]], int | None] = lambda *_arguments: None
    checklists: Callable[[BattleContext], Sequence[Checklist]] = nothing
    notices: Callable[[BattleDocument, Catalogue], Sequence[Notice]] = nothing
    along: Callable[[BattleDocument, Changes], Changes] = lambda *_arguments: {}
    actions: Mapping[str, Action] = field(default_factory=dict)
    commands: Mapping[str, Command] = field(default_factory=dict)
    in_chain: Callable[[BattleDocument], bool] = lambda _battle: False
    glanced: Collection[str] = ()
    folded: Collection[str] = ()
    ranks: Callable[[BattleUnit], Sequence[Words]] = nothing
    helps: Sequence[Choice] = ()
    against: Callable[[Catalogue], Mapping[str, BattleSide]] = lambda _catalogue: {}
    others: Callable[[BattleContext], Sequence[tuple[Words, Sequence[BattleUnit]]]] = nothing
    card: Callable[[BattleContext, BattleUnit], SheetCard | None] = lambda *_arguments: None
    pages: Mapping[str, BattlePage] = field(default_factory=dict)
    of_pages: Collection[str] = ()
    brief: Callable[[BattleContext], Sequence[Any]] = nothing
    reference: Callable[[BattleDocument, Catalogue], Iterable[Passage]] = nothing
    follows: Callable[[BattleDocument, int], Iterable[tuple[Marker, Value]]] = nothing
    afterwards: Callable[[LoadedRoster], str] = lambda _loaded: ""
    condition: Callable[[BattleContext], Condition | None] = lambda _context: None
    companions: bool = False
    rivals: bool = False
    evening: str = _("Join the evening")
    turn: str = _("Turn")
    next_turn: str = _("Next turn")
    round_end: str = ""
    step: Callable[[BattleDocument], str] = ticked_step

    @cached_property
    def all_commands(self) -> dict[str, Command]:
        """The commands that every game has and its own."""
        return SHARED_COMMANDS | dict(self.commands)

    def is_of_pages(self, paths: Iterable[str]) -> bool:
        """Whether one of these paths leads to what the game's own pages alone mark."""
        return any(path.rpartition("/")[2] in self.of_pages for path in paths)


BATTLES: Registry[BattleSpec] = Registry("BattleSpec", BattleSpec())
