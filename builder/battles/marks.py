"""Pure functions battle -> battle, one for each thing that a player can mark: the only way a battle changes.

A mark is asked for by its command, such as `add 0/3.1/wounds 1`: its name, then its arguments. It comes down to
`Changes`, the values that it leaves; the values before are kept beside them, so that each mark can be taken back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

from builder.lists.edits import BadEdit
from builder.wording import local
from rules.catalogue import Catalogue
from rules.loading import catalogue
from rules.play.battle import (
    LONGEST_INPUT,
    MOST_IN_BATTLE,
    OTHERS,
    ROUND,
    TABLE,
    UNIT,
    WORDS,
    BattleDocument,
    BattleUnit,
    Marker,
    Value,
)
from rules.play.recalling import name_of
from rules.text import _

FILL_IN = "fill-in"
# A player’s last mark, or that of a number; it and those before it, while links of a chain are due; all after a number.
UNDO, UNDO_CHAIN, UNDO_AFTER = "undo", "undo chain", "undo after"
Fields = Mapping[str, str]  # what a form sent
Changes = Mapping[str, Value | BattleUnit | None]  # {path: value after}; {"others/KEY": unit}: put on or taken off
LoggedChanges = dict[str, list[Any]]  # {path: [before, after]} as stored in a `Mark`; None where nothing was marked


@dataclass(frozen=True)
class MarkContext:
    """What a command may read.

    sides   -- the numbers of the sides of the player who marks
    units   -- the paths of single units that are that player's, too
    host    -- that player may mark every side
    fields  -- what a form sent
    book    -- the catalogue; None: that of the battle's edition is read where a command asks for it
    """

    battle: BattleDocument
    sides: tuple[int, ...] = (0,)
    units: tuple[str, ...] = ()
    host: bool = True
    fields: Fields = field(default_factory=dict)
    book: Catalogue | None = None

    def may_mark(self, path: str) -> bool:
        """Whether what a path leads to is this player's, or everybody's."""
        own = path.split("/")[0] in {TABLE, OTHERS, *map(str, self.sides)}
        return own or self.host or path.rpartition("/")[0] in self.units

    @property
    def catalogue(self) -> Catalogue:
        return self.book or catalogue(self.battle.game, self.battle.edition)


Command = Callable[..., Changes]  # (context, *words of the command) -> the changes; raises `BadEdit`


def whole_number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5):
        raise BadEdit(_("Enter a number."))
    return int(word)


def marker_at(battle: BattleDocument, path: str, is_text: bool = False) -> Marker:
    """The marker at a path. Raises `BadEdit`, also for words where a number is wanted and the other way round."""
    marker = battle.markers_by_path.get(path)
    if marker is None:
        raise BadEdit(_("That unit isn’t in this battle."))
    if is_text != (marker.kind == WORDS):
        raise BadEdit(_("Enter a number.") if is_text else _("Enter some text."))
    return marker


def within(marker: Marker, value: int) -> int:
    return max(marker.least, min(marker.most, value))


def set_to(context: MarkContext, path: str, value: str) -> Changes:
    """`set PATH NUMBER`: the marker has this number."""
    return {path: within(marker_at(context.battle, path), whole_number(value))}


def add(context: MarkContext, path: str, by: str) -> Changes:
    """`add PATH NUMBER`: so much more, or less."""
    return {path: within(marker_at(context.battle, path), context.battle.number(path) + whole_number(by))}


def say(context: MarkContext, path: str, *words: str) -> Changes:
    """`say PATH TEXT`: a text, such as who sits on a seat; that of the form's field `text` where there is one."""
    marker_at(context.battle, path, is_text=True)
    return {path: context.fields.get("text", " ".join(words)).strip()[:LONGEST_INPUT]}


def next_round(context: MarkContext) -> Changes:
    """`next-round`: the round counts on, and what is marked for a round is so no more."""
    battle = context.battle
    ended: dict[str, Any] = {
        path: marker.nothing
        for path, marker in battle.markers_by_path.items()
        if marker.each_round and path in battle.marks and battle.marks[path] != marker.nothing
    }
    return ended | {ROUND: within(marker_at(battle, ROUND), battle.round + 1)}


def together_of(commands: Mapping[str, Command]) -> Command:
    """`all COMMAND ; COMMAND ...` of these: several marks of a game's proposal as one, taken back at once."""

    def together(context: MarkContext, *words: str) -> Changes:
        battle = context.battle
        changes: dict[str, Any] = {}
        for command in " ".join(words).split(" ; "):
            name, *arguments = command.split() or [""]
            if name not in commands:
                raise BadEdit(_("Unknown marker."))
            made = run(commands[name], replace(context, battle=battle), arguments)
            changes |= made
            battle = apply_changes(battle, made)
        return changes

    return together


def fill_in(context: MarkContext) -> Changes:
    """`fill-in`: what was ticked on paper, all at once, from the fields `PATH=VALUE THAT THE FORM SHOWED`.

    A field that still says what it showed changes nothing, whatever others marked meanwhile.
    """
    changes: dict[str, Any] = {}
    for name, text in context.fields.items():
        path, shows, shown = name.partition("=")
        marker = context.battle.markers_by_path.get(path) if shows else None
        if marker is None or text.strip() == shown:
            continue
        if marker.kind == WORDS:
            changes[path] = text.strip()[:LONGEST_INPUT]
        elif text.strip():
            changes[path] = within(marker, whole_number(text.strip()))
    return changes


def take_off(context: MarkContext, key: str) -> Changes:
    """`take-off KEY`: a unit that no list has leaves the table, with its marks."""
    path = f"{OTHERS}/{key}"
    if key not in context.battle.others:
        raise BadEdit(_("That unit isn’t in this battle."))
    gone = {mark: None for mark in context.battle.marks if mark.startswith(f"{path}/")}
    return gone | {path: None}


def put_on(battle: BattleDocument, *units: BattleUnit) -> dict[str, BattleUnit]:
    """The changes that put these units on the table, each under the next free number. For commands of games."""
    require_room(len(battle.units_by_path) + len(units))
    free = max((int(key) for key in battle.others if key.isdigit()), default=0) + 1
    free = max(free, battle.number(f"{TABLE}/put-on") + 1)
    return {f"{OTHERS}/{free + n}": replace(unit, key=str(free + n)) for n, unit in enumerate(units)}


def require_room(units: int) -> None:
    """Refuse what would give a battle so many units, where that is too many. Raises `BadEdit`."""
    if units > MOST_IN_BATTLE:
        raise BadEdit(_("Too many units: {units}, maximum {most}."), most=MOST_IN_BATTLE, units=units)


def silence(context: MarkContext, side: str, key: str) -> Changes:
    """`silence SIDE KEY`: a rule of its units is recalled no more in this battle; the mark says its name."""
    if not (side.isdecimal() and int(side) < len(context.battle.sides)):
        raise BadEdit(_("Unknown marker."))
    name = name_of(context.battle, context.catalogue, int(side), key)
    if name is None:
        raise BadEdit(_("Unknown marker."))
    return {f"{side}/{key}": local(name)}


SIMPLE: dict[str, Command] = {"set": set_to, "add": add, "say": say}
SHARED_COMMANDS: dict[str, Command] = SIMPLE | {
    "next-round": next_round,
    "all": together_of(SIMPLE),
    "take-off": take_off,
    "silence": silence,
    FILL_IN: fill_in,
}


def perform(commands: Mapping[str, Command], context: MarkContext, command: str) -> Changes:
    """The changes that a command asks for. Raises `BadEdit`; also where it marks what the player may not."""
    name, *words = command.split() or [""]
    if name not in commands:
        raise BadEdit(_("Unknown marker."))
    changes = run(commands[name], context, words)
    if not all(map(context.may_mark, changes)):
        raise BadEdit(_("That’s another player’s."))
    return changes


def run(command: Command, context: MarkContext, words: Sequence[str]) -> Changes:
    """The changes of a command with these words. Raises `BadEdit`, also where there are too few or too many."""
    try:
        signature(command).bind(context, *words)
    except TypeError:
        raise BadEdit(_("We couldn’t read this change.")) from None
    return command(context, *words)


def apply_changes(battle: BattleDocument, changes: Changes) -> BattleDocument:
    """The battle with these values."""
    marks, others = dict(battle.marks), dict(battle.others)
    for path, value in changes.items():
        into: dict[str, Any] = others if is_unit(path) else marks
        key = path.removeprefix(f"{OTHERS}/") if is_unit(path) else path
        if value is None:
            into.pop(key, None)
        else:
            into[key] = value
    return battle.with_state(marks, others)


def is_unit(path: str) -> bool:
    """Whether a path is that of a unit on the table that no list has."""
    return path.startswith(f"{OTHERS}/") and path.count("/") == 1


def logged_changes(battle: BattleDocument, changes: Changes) -> LoggedChanges:
    """What these changes do to the battle, for its log; what stays as it is is left out."""
    made: LoggedChanges = {}
    for path, after in changes.items():
        if is_unit(path):
            before: Any = battle.others.get(path.removeprefix(f"{OTHERS}/"))
            if before != after:
                made[path] = [before and UNIT.write(before), after and UNIT.write(after)]  # type: ignore[arg-type]
        elif battle.value(path) != after:
            made[path] = [battle.marks.get(path), after]
    return made


def undo_changes(battle: BattleDocument, made: LoggedChanges) -> Changes:
    """The changes that undo what a mark did, and keep what others marked since.

    A number goes back by as much as it had gone; a text and a unit only where they still are as the mark left them.
    """
    changes: dict[str, Any] = {}
    for path, (before, after) in made.items():
        if is_unit(path):
            changes[path] = None if before is None else UNIT.read(before)
        elif isinstance(after, int) and isinstance(before, int | None):
            changes[path] = number_back(battle, path, before, after)
        elif battle.marks.get(path) == after:
            changes[path] = before
    return changes


def still_stands(battle: BattleDocument, made: LoggedChanges) -> bool:
    """Whether all that a mark did is as it left it, so that it can be taken back alone."""
    return all(
        (path.removeprefix(f"{OTHERS}/") in battle.others) == (after is not None)
        if is_unit(path)
        else battle.marks.get(path) == after
        for path, (_before, after) in made.items()
    )


def number_back(battle: BattleDocument, path: str, before: int | None, after: int) -> int | None:
    marker = battle.markers_by_path.get(path)
    if marker is None or battle.number(path) == after:
        return before
    nothing = marker.start if before is None else before
    return within(marker, battle.number(path) + nothing - after)
