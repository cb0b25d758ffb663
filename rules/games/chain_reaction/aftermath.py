"""Between two games of a campaign, in the order of ruling cr-10: each step sets the limits of the next."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.document import MOST_UNITS, LogEntry, Roll
from rules.games.chain_reaction.analysis import HUMAN, NEW_REP, analyse, draw_tables
from rules.games.chain_reaction.document import GENERIC, Figure, StarGroup
from rules.games.chain_reaction.draws import draw_npc
from rules.games.chain_reaction.odds import passes
from rules.text import Message, _

FINE, OUT, FLED, DEAD, GONE = FATES = ("fine", "out", "fled", "dead", "gone")
NORMAL, WEAKENED = "normal", "weakened"
STAR_CHOICES = (NORMAL, WEAKENED, GONE)
RECOVERY, REP_DOWN, REP_UP, DEPARTURES, RECRUITING = STEPS = (
    "recovery",
    "rep-down",
    "rep-up",
    "departures",
    "recruiting",
)
WORST = 1  # the face that costs a point of REP ("Diminution de la REP")
FLOOR = 3


@dataclass(frozen=True, slots=True)
class Fate:
    """What a game did to a figure.

    fate        -- "fine", "out" (of action), "fled", "dead", or "gone" (for good, such as a captive who is never freed)
    removed     -- taken off the table in the game; who fled counts as removed too
    kill        -- took an enemy out, by shot or in melee
    star_power  -- used a die of Star Power
    """

    fate: str = FINE
    removed: bool = False
    kill: bool = False
    star_power: bool = False

    @property
    def left_play(self):
        """Out of action or removed: what may cost REP, and gains none."""
        return self.removed or self.fate != FINE


@dataclass(frozen=True, slots=True)
class Report:
    """What a game did to a group.

    fates        -- a `Fate` for each unit, in their order; who has none is fine
    lost         -- the game was lost
    star_choice  -- how a Star that was out or fled recovers: "normal", "weakened" (REP -1 for a game) or "gone"
    losses       -- whether there were losses that allow recruiting; None: worked out (ruling cr-9)
    leaving      -- the indexes of NPCs whom the player sends away where too many are left
    draw_on      -- the word of the table on which recruits are drawn; None: the player adds them
    """

    fates: tuple = ()
    lost: bool = False
    star_choice: str = NORMAL
    losses: bool | None = None
    leaving: tuple = ()
    draw_on: str | None = None

    def of(self, index):
        return self.fates[index] if index < len(self.fates) else Fate()


class StepEvent(NamedTuple):
    """What a step did: the message, the index of the unit (in the old list) or None, and the dice that fell for it."""

    message: Message
    unit: int | None = None
    dice: tuple = ()


class Step(NamedTuple):
    """A step, by its row's slug in the table "aftermath", with what it did to whom."""

    slug: str
    lines: tuple


class Choice(NamedTuple):
    """A question: the player sends `number` of the `candidates` (indexes in the old list) away."""

    number: int
    candidates: tuple


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What became of a group.

    roster    -- the new list; where `choice` or `over` says that it is not done, the list as it was
    steps     -- the `Step`s that were walked, each with its lines
    choice    -- a `Choice` that the report must still make in `leaving`; the same dice lead here again
    over      -- the Star is dead or gone, or there never was one: the group is at its end (ruling cr-11)
    recruits  -- how many NPCs the player may still add by hand
    rolls     -- the dice as a log keeps them: one `Roll` of all of them in their order, or none
    where     -- old index -> new index, None for who is gone
    """

    document: StarGroup
    steps: tuple
    choice: Choice | None = None
    over: bool = False
    recruits: int = 0
    rolls: tuple = ()
    where: tuple = ()

    @property
    def done(self):
        return self.choice is None and not self.over

    @property
    def lines(self):
        return tuple(line for step in self.steps for line in step.lines)

    def logged(self, date="", title="", text=""):
        """The new list with an entry at the end of its log that holds the rolls and names who took part and is left."""
        units = tuple(new for new in self.where if new is not None)
        entry = LogEntry(date=date, title=title, text=text, units=units, rolls=self.rolls)
        return replace(self.document, log=(*self.document.log, entry))


def aftermath(document, report, dice, catalogue):
    """The `Aftermath` of a game for a group, by its `Report` and a source of dice. Raises `BadDice`."""
    return Walk(document, report, dice, catalogue).walked()


class Walk:
    """The steps between two games, one after the other; what a figure is worth now stands in `rep` by its index."""

    def __init__(self, document, report, dice, catalogue):
        self.document, self.report, self.dice, self.catalogue = document, report, dice, catalogue
        self.figures = analyse(document, catalogue).units
        self.star = next((index for index, figure in enumerate(self.figures) if figure.is_star), None)
        self.rep = {index: figure.rep for index, figure in enumerate(self.figures)}
        self.weakened, self.away, self.lost = set(), set(), 0
        self.steps, self.lines, self.recruited, self.recruits = [], [], (), 0

    def walked(self):
        if self.star is None:
            return self.ended(over=True)
        self.step(RECOVERY, self.recover)
        if self.star in self.away:
            return self.ended(over=True)
        self.step(REP_DOWN, self.lower)
        self.step(REP_UP, self.raise_)
        choice = self.step(DEPARTURES, self.depart)
        if choice:
            return self.ended(choice=choice)
        self.step(RECRUITING, self.recruit)
        return self.ended()

    def step(self, slug, run):
        self.lines = []
        answer = run()
        self.steps.append(Step(slug, tuple(self.lines)))
        return answer

    def say(self, text, unit=None, dice=(), **values):
        if unit is not None:
            values["name"] = self.figures[unit].name
        self.lines.append(StepEvent(Message(text, values), unit, dice))

    @property
    def star_rep(self):
        return NEW_REP if self.star is None else self.rep[self.star]

    def present(self):
        """Who is still there, the Star first."""
        others = [index for index in self.rep if index != self.star and index not in self.away]
        return [index for index in (self.star,) if index not in self.away] + others

    def npcs(self):
        return [index for index in self.present() if not self.figures[index].is_star]

    # Recovery

    def recover(self):
        for index in self.present():
            fate = self.report.of(index).fate
            if fate == DEAD:
                self.leaves(index, _("{name} is dead."))
            elif fate == GONE:
                self.leaves(index, _("{name} is gone for good."))
            elif fate in (OUT, FLED) and index == self.star:
                self.star_recovers(index)
            elif fate in (OUT, FLED):
                self.recovers(index, fate)

    def leaves(self, index, text, dice=(), **values):
        """For good, and as a loss."""
        self.say(text, index, dice, **values)
        self.away.add(index)
        self.lost += not self.figures[index].is_star

    def star_recovers(self, index):
        """A Star chooses its reaction (ruling cr-11)."""
        if self.report.star_choice == GONE:
            self.leaves(index, _("{name} does not come back: the player's choice."))
        elif self.report.star_choice == WEAKENED:
            self.weakened.add(index)
            self.say(_("{name} comes back with REP -1 for the next game: the player's choice."), index)
        else:
            self.say(_("{name} comes back as before: a Star chooses."), index)

    def recovers(self, index, fate):
        """2D6 against its REP as it played in the game that has just ended."""
        rep, dice = self.figures[index].effective_rep, self.dice.several(2)
        passed = passes(rep, dice)
        if passed == 2:
            self.say(_("{name}: 2 passes against REP {rep}, back as before."), index, dice, rep=rep)
        elif passed == 1:
            self.weakened.add(index)
            self.say(_("{name}: 1 pass against REP {rep}, back with REP -1 for the next game."), index, dice, rep=rep)
        elif fate == OUT:
            self.leaves(index, _("{name}: no pass against REP {rep}, dies of the wounds."), dice, rep=rep)
        else:
            self.leaves(index, _("{name}: no pass against REP {rep}, never comes back."), dice, rep=rep)

    # REP down and up

    def lower(self):
        for index in self.present():
            if self.report.lost and self.report.of(index).left_play:
                self.lowers(index)

    def lowers(self, index):
        rep = self.rep[index]
        if rep <= FLOOR:
            self.say(_("{name}: REP {rep} falls no lower."), index, rep=rep)
            return
        die = self.dice.d()
        if die == WORST:
            self.rep[index] = rep - 1
            self.say(_("{name}: REP falls from {rep} to {new}."), index, (die,), rep=rep, new=rep - 1)
        else:
            self.say(_("{name}: REP stays {rep}."), index, (die,), rep=rep)

    def raise_(self):
        """All four conditions hold (ruling cr-6)."""
        for index in self.present():
            fate = self.report.of(index)
            if fate.kill and not fate.left_play and not fate.star_power:
                self.raises(index)

    def raises(self, index):
        rep, cap = self.rep[index], NEW_REP if self.figures[index].is_star else min(NEW_REP, self.star_rep)
        if rep >= cap:
            self.say(_("{name}: REP {rep} rises no higher; the cap is {cap}."), index, rep=rep, cap=cap)
            return
        die = self.dice.d()
        if die >= rep:
            self.rep[index] = rep + 1
            self.say(_("{name}: REP rises from {rep} to {new}."), index, (die,), rep=rep, new=rep + 1)
        else:
            self.say(_("{name}: REP stays {rep}."), index, (die,), rep=rep)

    # Departures and recruiting

    def depart(self):
        """First all above the Star, then whom the player chooses; a `Choice` where the report does not say it."""
        for index in self.npcs():
            if self.rep[index] > self.star_rep:
                self.away.add(index)
                self.say(
                    _("{name} leaves: REP {rep} is above the Star's {star}."),
                    index,
                    rep=self.rep[index],
                    star=self.star_rep,
                )
        npcs = self.npcs()
        due = len(npcs) - self.places
        if due <= 0:
            return None
        chosen = [index for index in npcs if index in self.report.leaving]
        if len(chosen) != due:
            return Choice(due, tuple(npcs))
        for index in chosen:
            self.away.add(index)
            self.say(_("{name} leaves: the Star leads {most} at most."), index, most=self.places)
        return None

    @property
    def places(self):
        """How many NPCs the Star leads: its REP, 5 at most."""
        return max(0, min(self.star_rep, NEW_REP))

    def recruit(self):
        """After losses, 2D6 against the Star's REP (rulings cr-8 and cr-9)."""
        free = min(self.places - len(self.npcs()), MOST_UNITS - len(self.present()))
        losses = self.lost > 0 if self.report.losses is None else self.report.losses
        if not losses:
            self.say(_("No losses: nobody is recruited."))
        elif free <= 0:
            self.say(_("No place is free: nobody is recruited."))
        else:
            self.tests_for_recruits(free)

    def tests_for_recruits(self, free):
        dice = self.dice.several(2)
        passed = passes(self.star_rep, dice)
        number = (0, 1, free)[passed]
        self.say(
            _("Passes against the Star's REP {rep}: {passes}. Recruits: {number}; free places: {free}."),
            dice=dice,
            passes=passed,
            rep=self.star_rep,
            number=number,
            free=free,
        )
        if self.report.draw_on in draw_tables(self.catalogue):
            self.recruited = tuple(self.drawn() for _one in range(number))
        else:
            self.recruits = number

    def drawn(self):
        """A new NPC; what is above the Star is drawn again (ruling cr-7)."""
        drawn = draw_npc(self.catalogue, self.report.draw_on, self.dice, self.star_rep)
        for roll in drawn.rolls:
            text = (
                _("{npc}, REP {rep}, joins the group.")
                if roll.kept
                else _("{npc}, REP {rep}: above the Star, drawn again.")
            )
            self.say(text, dice=roll.dice, npc=self.called(roll.row), rep=roll.row.figures["rep"])
        return Figure(kind="npc", rep=drawn.rep, draw=drawn.draw)

    def called(self, row):
        """The name of a row to draw from; those of the generic table are a REP and no more."""
        generic = self.report.draw_on == GENERIC
        return self.catalogue.tables["figures"].rows[HUMAN].name if generic else row.name

    # The end

    def ended(self, choice=None, over=False):
        dice = self.dice
        rolls = (Roll(seed=dice.seed, dice=tuple(dice.dice)),) if dice.dice else ()
        unfinished = choice is not None or over
        where = tuple(range(len(self.figures))) if unfinished else self.renumbered()
        document = self.document if unfinished else self.left(where)
        return Aftermath(document, tuple(self.steps), choice, over, self.recruits, rolls, where)

    def renumbered(self):
        """Old index -> new index, None for who is away."""
        stays = [index for index in self.rep if index not in self.away]
        return tuple(stays.index(index) if index in stays else None for index in self.rep)

    def left(self, where):
        """The list as the next game finds it; a REP -1 of the game before is over."""
        units = tuple(
            replace(figure.unit, rep=self.rep[index], next_game_rep=-1 if index in self.weakened else 0)
            for index, figure in enumerate(self.figures)
            if where[index] is not None
        )
        log = tuple(replace(entry, units=followed(entry.units, where)) for entry in self.document.log)
        leader = followed((self.document.leader,) if self.document.leader is not None else (), where)
        return replace(self.document, units=(*units, *self.recruited), leader=next(iter(leader), None), log=log)


def followed(indexes, where):
    """Indexes of units in the new list; those who are gone are left out, and so is what never was a unit."""
    return tuple(new for old in indexes if 0 <= old < len(where) and (new := where[old]) is not None)
