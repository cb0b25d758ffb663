"""Between two games of a campaign, in the order of ruling cr-10: each step sets the limits of the next."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rules.catalogue import Catalogue, TableRow
from rules.document import MOST_UNITS, LogEntry, Roll, followed
from rules.games.chain_reaction.analysis import HUMAN, NEW_REP, analyse, draw_tables
from rules.games.chain_reaction.document import GENERIC, Figure, StarGroup
from rules.games.chain_reaction.draws import draw_npc
from rules.games.chain_reaction.odds import dice_of, passes
from rules.play.dice import Dice, TooFewDice
from rules.text import Message, Text, _

FINE, OUT, FLED, DEAD, GONE = ("fine", "out", "fled", "dead", "gone")
NORMAL, WEAKENED = "normal", "weakened"


@dataclass(frozen=True, slots=True)
class Fate:
    """What a game did to a figure.

    fate        -- "fine", "out" (of action), "fled", "dead", or "gone" (for good, such as a captive who is never freed)
    removed     -- taken off the table in the game; a figure that fled counts as removed too
    kill        -- took an enemy out, by shot or in melee
    star_power  -- used a die of Star Power
    """

    fate: str = FINE
    removed: bool = False
    kill: bool = False
    star_power: bool = False

    @property
    def left_play(self) -> bool:
        """Out of action or removed: such a figure may lose REP, and gains none."""
        return self.removed or self.fate != FINE


@dataclass(frozen=True, slots=True)
class Report:
    """What a game did to a group.

    fates        -- a `Fate` for each unit, in their order; units without one are fine
    lost         -- the game was lost
    star_choice  -- how a Star that was out or fled recovers: "normal", "weakened" (REP -1 for a game) or "gone"
    losses       -- whether there were losses that allow recruiting; None: worked out (ruling cr-9)
    leaving      -- the indexes of NPCs whom the player sends away where too many are left
    draw_on      -- the word of the table on which recruits are drawn; None: the player adds them
    """

    fates: tuple[Fate, ...] = ()
    lost: bool = False
    star_choice: str = NORMAL
    losses: bool | None = None
    leaving: tuple[int, ...] = ()
    draw_on: str | None = None

    def fate_of(self, index: int) -> Fate:
        return self.fates[index] if index < len(self.fates) else Fate()


class StepEvent(NamedTuple):
    """What a step did: the message, the index of the unit (in the old list) or None, and the dice thrown for it."""

    message: Message
    unit: int | None = None
    dice: tuple[int, ...] = ()


class AftermathStep(NamedTuple):
    """A step, by its row's slug in the table "aftermath", and what happened in it."""

    slug: str
    lines: tuple[StepEvent, ...]


class DiceRequest(NamedTuple):
    """The dice that a player who types them has to throw next: how many D6, and the message that says for what."""

    number: int
    message: Message

    @property
    def numbers(self) -> range:
        """The dice counted from 1."""
        return range(1, self.number + 1)


class DepartureChoice(NamedTuple):
    """What the player has to decide: `number` of the `candidates` (indexes in the old list) leave."""

    number: int
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What became of a group.

    document     -- the new list; the old one where `due`, `choice` or `over` is set
    steps        -- the steps up to where it ended
    due          -- the dice of the last of these steps that are still to be typed in
    choice       -- what the report must still decide in `leaving`; the same dice lead here again
    over         -- the Star is dead or gone, or there never was one: the group is at its end (ruling cr-11)
    recruits     -- how many NPCs the player may still add by hand
    rolls        -- the dice as a log keeps them: one `Roll` of all of them in their order, or none
    new_indexes  -- the new index of each old unit, None where it left
    """

    document: StarGroup
    steps: tuple[AftermathStep, ...]
    due: DiceRequest | None = None
    choice: DepartureChoice | None = None
    over: bool = False
    recruits: int = 0
    rolls: tuple[Roll, ...] = ()
    new_indexes: tuple[int | None, ...] = ()

    @property
    def done(self) -> bool:
        return self.due is None and self.choice is None and not self.over

    def logged(self, date: str = "", title: str = "", text: str = "") -> StarGroup:
        """The new list with a last log entry that has the rolls and the old units that are still there."""
        units = tuple(new for new in self.new_indexes if new is not None)
        entry = LogEntry(date=date, title=title, text=text, units=units, rolls=self.rolls)
        return replace(self.document, log=(*self.document.log, entry))


def aftermath(document: StarGroup, report: Report, dice: Dice, catalogue: Catalogue) -> Aftermath:
    """The `Aftermath` of a game for a group, by its `Report` and a source of dice; typed ones may be due.

    Raises `BadDice` for a die that cannot have fallen.
    """
    return AftermathRun(document, report, dice, catalogue).run()


class AftermathRun:
    """The steps between two games, one after the other.

    rep       -- the current REP of each unit, by its index in the old list; so are the next two
    weakened  -- units that play the next game at REP -1
    away      -- units that left
    lost      -- how many NPCs were lost in recovery
    """

    def __init__(self, document: StarGroup, report: Report, dice: Dice, catalogue: Catalogue) -> None:
        self.document, self.report, self.dice, self.catalogue = document, report, dice, catalogue
        self.rows = catalogue.tables["aftermath"].rows
        self.figures = analyse(document, catalogue).units
        self.star = next((index for index, figure in enumerate(self.figures) if figure.is_star), None)
        self.rep = {index: figure.rep for index, figure in enumerate(self.figures)}
        self.weakened: set[int] = set()
        self.away: set[int] = set()
        self.lost = self.recruits = 0
        self.recruited: tuple[Figure, ...] = ()
        self.steps: list[AftermathStep] = []
        self.events: list[StepEvent] = []
        self.due: DiceRequest | None = None
        self.choice: DepartureChoice | None = None

    def run(self) -> Aftermath:
        try:
            return self.walk()
        except TooFewDice:
            return self.result()

    def walk(self) -> Aftermath:
        if self.star is None:
            return self.result(over=True)
        self.step("recovery", self.recover)
        if self.star in self.away:
            return self.result(over=True)
        self.step("rep-down", self.lower_rep)
        self.step("rep-up", self.raise_rep)
        self.step("departures", self.depart)
        if self.choice is None:
            self.step("recruiting", self.recruit)
        return self.result()

    def step(self, slug: str, run: Callable[[], None]) -> None:
        self.events = []
        try:
            run()
        finally:
            self.steps.append(AftermathStep(slug, tuple(self.events)))

    def note(self, text: str, unit: int | None = None, dice: tuple[int, ...] = (), **values: Any) -> None:
        """Add an event to the step; the message knows the unit as {name}."""
        self.events.append(StepEvent(self.message(text, unit, **values), unit, dice))

    def message(self, text: str, unit: int | None = None, **values: Any) -> Message:
        named = {} if unit is None else {"name": self.figures[unit].numbered(unit)}
        return Message(text, values | named)

    @contextmanager
    def asking(self, number: int, text: str, unit: int | None = None, **values: Any) -> Iterator[Dice]:
        """The dice, for a roll of so many; where typed ones run out, `due` says with `text` what they are for."""
        before = len(self.dice.dice)
        try:
            yield self.dice
        except TooFewDice:
            missing = number - (len(self.dice.dice) - before) % number
            self.due = DiceRequest(missing, self.message(text, unit, **values))
            raise

    @property
    def star_rep(self) -> int:
        return NEW_REP if self.star is None else self.rep[self.star]

    def present(self) -> list[int]:
        """The indexes of the units that have not left, the Star's first."""
        return sorted(self.rep.keys() - self.away, key=lambda index: (index != self.star, index))

    def npcs(self) -> list[int]:
        return [index for index in self.present() if not self.figures[index].is_star]

    # Recovery

    def recover(self) -> None:
        for index in self.present():
            fate = self.report.fate_of(index).fate
            if fate == DEAD:
                self.lose(index, _("{name} died."))
            elif fate == GONE:
                self.lose(index, _("{name} never comes back."))
            elif fate in (OUT, FLED) and index == self.star:
                self.recover_star(index)
            elif fate in (OUT, FLED):
                self.recover_npc(index, fate)

    def lose(self, index: int, text: str, dice: tuple[int, ...] = (), **values: Any) -> None:
        """The figure leaves for good; an NPC is a loss."""
        self.note(text, index, dice, **values)
        self.away.add(index)
        self.lost += not self.figures[index].is_star

    def recover_star(self, index: int) -> None:
        """A Star chooses how it recovers (ruling cr-11)."""
        if self.report.star_choice == GONE:
            self.lose(index, _("{name} doesn’t come back: player’s choice."))
        elif self.report.star_choice == WEAKENED:
            self.weakened.add(index)
            self.note(_("{name} comes back at REP −1 for the next battle: player’s choice."), index)
        else:
            self.note(_("{name} comes back as before: a Star chooses."), index)

    def recover_npc(self, index: int, fate: str) -> None:
        """2D6 against its REP as it played in the game that has just ended."""
        rep = self.figures[index].effective_rep
        with self.asking(2, _("{name}: 2D6 against REP {rep}."), index, rep=rep) as source:
            dice = source.several(2)
        passed = passes(rep, dice)
        if passed == 2:
            self.note(_("{name}: 2 passes against REP {rep}, back as before."), index, dice, rep=rep)
        elif passed == 1:
            self.weakened.add(index)
            self.note(_("{name}: 1 pass against REP {rep}, back at REP −1 for the next battle."), index, dice, rep=rep)
        elif fate == OUT:
            self.lose(index, _("{name}: 0 passes against REP {rep}, dies of wounds."), dice, rep=rep)
        else:
            self.lose(index, _("{name}: 0 passes against REP {rep}, never comes back."), dice, rep=rep)

    # REP down and up

    def lower_rep(self) -> None:
        """After a lost game, a D6 for each figure that left play: REP may fall, but not below the floor."""
        for index in self.present():
            if self.report.lost and self.report.fate_of(index).left_play:
                self.lower_rep_of(index)

    def lower_rep_of(self, index: int) -> None:
        rep, figures = self.rep[index], self.rows["rep-down"].figures
        if rep <= figures["floor"]:
            self.note(_("{name}: REP {rep} can’t drop further."), index, rep=rep)
            return
        with self.asking(1, _("{name}: 1D6; on a 1, REP {rep} drops."), index, rep=rep) as source:
            die = source.d()
        if die == figures["on"]:
            self.rep[index] = rep - 1
            self.note(_("{name}: REP drops from {rep} to {new}."), index, (die,), rep=rep, new=rep - 1)
        else:
            self.note(_("{name}: REP stays at {rep}."), index, (die,), rep=rep)

    def raise_rep(self) -> None:
        """A D6 for each figure of whom all four conditions hold (ruling cr-6): REP rises on its REP or more."""
        for index in self.present():
            fate = self.report.fate_of(index)
            if fate.kill and not fate.left_play and not fate.star_power:
                self.raise_rep_of(index)

    def raise_rep_of(self, index: int) -> None:
        """Up to a cap, which for an NPC is the Star's REP too."""
        rep, most = self.rep[index], self.rows["rep-up"].figures["cap"]
        cap = most if self.figures[index].is_star else min(most, self.star_rep)
        if rep >= cap:
            self.note(_("{name}: REP {rep} can’t rise above {cap}."), index, rep=rep, cap=cap)
            return
        with self.asking(1, _("{name}: 1D6; on {rep} or more, REP rises."), index, rep=rep) as source:
            die = source.d()
        if die >= rep:
            self.rep[index] = rep + 1
            self.note(_("{name}: REP rises from {rep} to {new}."), index, (die,), rep=rep, new=rep + 1)
        else:
            self.note(_("{name}: REP stays at {rep}."), index, (die,), rep=rep)

    # Departures and recruiting

    def depart(self) -> None:
        """First all NPCs above the Star leave, then those whom the player chose; sets `choice` where that is open."""
        star = self.star_rep
        for index in self.npcs():
            if self.rep[index] > star:
                self.away.add(index)
                self.note(
                    _("{name} leaves: REP {rep}, above the Star’s {star}."), index, rep=self.rep[index], star=star
                )
        npcs = self.npcs()
        due = len(npcs) - self.places
        leaving = [index for index in npcs if index in self.report.leaving]
        if due > 0 and len(leaving) != due:
            self.choice = DepartureChoice(due, tuple(npcs))
        elif due > 0:
            for index in leaving:
                self.away.add(index)
                self.note(_("{name} leaves: the Star leads {most} at most."), index, most=self.places)

    @property
    def places(self) -> int:
        """How many NPCs the Star leads: its REP, 5 at most."""
        return max(0, min(self.star_rep, NEW_REP))

    def recruit(self) -> None:
        """After losses, a test of the Star (rulings cr-8 and cr-9)."""
        free = min(self.places - len(self.npcs()), MOST_UNITS - len(self.present()))
        losses = self.lost > 0 if self.report.losses is None else self.report.losses
        if not losses:
            self.note(_("No losses, no recruiting."))
        elif free <= 0:
            self.note(_("No free places, no recruiting."))
        else:
            self.test_for_recruits(free)

    def test_for_recruits(self, free: int) -> None:
        """Two passes fill all free places, one gives one recruit; born leader and stoic add a die (ruling cr-62)."""
        number = 2 if self.star is None else self.figures[self.star].recruiting_dice
        text = _("{dice} against the Star’s REP {rep}.")
        with self.asking(number, text, dice=f"{number}D6", rep=self.star_rep) as source:
            dice = source.several(number)
        passed = passes(self.star_rep, dice)
        recruits = (0, 1, free)[passed]
        self.note(
            _("Passes against the Star’s REP {rep}: {passes}. Recruits: {number}; free places: {free}."),
            dice=dice,
            passes=passed,
            rep=self.star_rep,
            number=recruits,
            free=free,
        )
        word = self.report.draw_on
        if word in draw_tables(self.catalogue):
            self.recruited = tuple(self.draw_recruit(word) for _number in range(recruits))
        else:
            self.recruits = recruits

    def draw_recruit(self, word: str) -> Figure:
        """An NPC drawn on the table `word`; what is above the Star is drawn again (ruling cr-7)."""
        table = draw_tables(self.catalogue)[word]
        text = _("A recruit: {dice} on the table {table}; re-roll if REP is above the Star’s.")
        with self.asking(dice_of(table)[0], text, dice=table.dice, table=table.name) as source:
            drawn = draw_npc(self.catalogue, word, source, self.star_rep)
        for roll in drawn.rolls:
            text = (
                _("{npc}, REP {rep}, joins the group.")
                if roll.kept
                else _("{npc}, REP {rep}: above the Star, re-rolled.")
            )
            self.note(text, dice=roll.dice, npc=self.name_of(roll.row, word), rep=roll.row.figures["rep"])
        return Figure(kind="npc", rep=drawn.rep, draw=drawn.draw)

    def name_of(self, row: TableRow, word: str) -> Text:
        """The name of a row of a draw table; the rows of the generic one have none: "Human"."""
        return self.catalogue.tables["figures"].rows[HUMAN].name if word == GENERIC else row.name

    # The end

    def result(self, over: bool = False) -> Aftermath:
        dice = self.dice
        rolls = (Roll(seed=dice.seed, dice=tuple(dice.dice)),) if dice.dice else ()
        done = self.due is None and self.choice is None and not over
        new_indexes = self.new_indexes() if done else tuple(self.rep)
        document = self.next_document(new_indexes) if done else self.document
        return Aftermath(document, tuple(self.steps), self.due, self.choice, over, self.recruits, rolls, new_indexes)

    def new_indexes(self) -> tuple[int | None, ...]:
        """The new index of each old unit, None where it left."""
        staying = [index for index in self.rep if index not in self.away]
        return tuple(staying.index(index) if index in staying else None for index in self.rep)

    def next_document(self, new_indexes: tuple[int | None, ...]) -> StarGroup:
        """The list for the next game; a REP -1 of the game before is over."""
        units = tuple(
            replace(figure.unit, rep=self.rep[index], next_game_rep=-1 if index in self.weakened else 0)
            for index, figure in enumerate(self.figures)
            if new_indexes[index] is not None
        )
        where = dict(enumerate(new_indexes)).get
        log = tuple(replace(entry, units=followed(entry.units, where)) for entry in self.document.log)
        return replace(self.document.renumbered(where), units=(*units, *self.recruited), log=log)
