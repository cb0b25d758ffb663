"""What bursts: a grenade's throw, who is under the disc, a mortar that is set up, aimed and deviates."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rules.catalogue import TableRow
from rules.games.chain_reaction.odds import good_faces
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figure_roll import (
    FACE,
    NOBODY,
    FigureRoll,
    Part,
    field_of,
    figure_action,
    passes_die,
)
from rules.games.chain_reaction.play.figures import GRENADE, Figure, able, can_act, is_in, manned
from rules.games.chain_reaction.play.reactions import TestForm, reaction_action
from rules.games.chain_reaction.play.shooting import blast_next, noise
from rules.games.chain_reaction.play.wounds import Aftermath, Hits, Victim
from rules.play import chances
from rules.play.actions import Attempt, Chance, Choice, Deviation, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, Battle, listed
from rules.play.chances import Counts, Spread
from rules.play.dice import Dice
from rules.play.entries import Effect
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import beside
from rules.text import Message, Text, _

HIT, DROPPED, BANG = "hit", "dropped", "bang"
CASES = (
    Choice(HIT, _("bursts here")),
    Choice(DROPPED, _("dropped: 1D6 to hit the dirt")),
    Choice(BANG, _("misses: only the bang")),
)


def has_grenade(battle: Battle, path: str) -> bool:
    words = listed(battle.units_by_path[path].facts, "weapons")
    return can_act(battle, path) and any(word.endswith(f"/{GRENADE}") for word in words)


# --- the disc --------------------------------------------------------------------------------------------------------


class Blast(FigureRoll):
    """Whoever is under a disc: each is hit once, no vest helps (ruling cr-55), it outguns everybody (cr-24)."""

    def ask(self) -> Attempt | None:
        cite, arms = str(self.catalogue.tables["wounds"].cite), {key: (name, to) for key, name, to in self.arms()}
        if not arms:
            return self.stopped(_("Nothing bursts here."), cite)
        grenade = next((weapon.key for weapon in self.figure.weapons if weapon.slug == GRENADE), "")
        options = [Choice(key, name) for key, (name, _impact) in arms.items()]
        self.weapon = self.form.choice("weapon", _("Weapon"), options, grenade)
        self.impact = arms[self.weapon][1]
        self.case = self.form.choice("case", _("Burst"), CASES)
        self.under = [Victim(self.figure.other(path)) for path in self.ticked()]
        self.cite, self.dice = cite, f"{len(self.under)}D6"
        if not self.under:
            proposal = Proposal(_("Nobody under the disc"), [*self.marks()], cite)
            return Attempt(self.form.fields, proposals=[proposal])
        if self.case == BANG:
            return Attempt(self.form.fields, proposals=self.read(Dice()).proposals)
        return None

    def arms(self) -> Iterator[tuple[str, Text, int]]:
        """(key, name, impact) of what bursts: its grenades and launchers, and the mortar that it serves."""
        for weapon in (weapon for weapon in self.figure.weapons if weapon.blast):
            yield weapon.key, weapon.name, weapon.impact
        for size, _number in served(self.battle, self.figure.path):
            row = self.catalogue.tables["mortars"].rows[size]
            yield size, row.name, row.figures["impact"]

    def ticked(self) -> Iterator[str]:
        everybody = [path for path in self.battle.units_by_path if is_in(self.battle, path)]
        sent = self.form.sent.get("target", "")
        chosen = self.form.choice("target", _("Hit directly"), self.choices(everybody, _("nobody")), sent)
        if chosen != NOBODY:
            yield chosen
        for path in everybody:
            if path != chosen and self.form.flag(field_of("under", path), self.battle.called(path)):
                yield path

    def parts(self) -> Iterator[Part]:
        yield Reason(self.dice, _("under the disc"), self.cite), None
        yield Reason(f"{self.impact}", _("impact"), self.cite), None

    def chances(self) -> Iterator[Chance]:
        for number, victim in enumerate(self.under):
            safe = passes_die(victim.figure.rep) if self.case == DROPPED else chances.certain((0,))
            yield from victim.chances(chances.then(safe, partial(self.after, victim)), number)

    def after(self, victim: Victim, safe: Counts) -> Spread:
        return chances.certain(victim.start) if safe[0] else victim.hit(victim.start, self.impact)

    def read(self, dice: Dice) -> Outcome:
        """One after the other: where it was dropped, 1D6 up to REP escapes and lies down; else a wound."""
        hits, marks = Hits(dice), [*self.marks()]
        for victim in self.under:
            hits.begin(victim)
            if self.case == DROPPED and self.escapes(victim, hits):
                marks += victim.figure.mark("prone")
            elif self.case != BANG:
                hits.hit(victim, self.impact)
        return Aftermath(self.figure, dict.fromkeys(hits.states, True)).outcome(hits, [], marks)

    def escapes(self, victim: Victim, hits: Hits) -> bool:
        figure, face = victim.figure, hits.dice.d()
        safe = face <= good_faces(figure.rep)
        words = self.play.effects["goes-prone" if safe else DROPPED].text
        hits.line(figure, face, words, self.catalogue.tables["grenade-throw"].cite)
        return safe

    def marks(self) -> Iterator[Mark]:
        yield from chain.unlink(self.battle, self.figure.path)
        yield from self.figure.mark(ACTIVATED)
        if self.weapon not in [gun.key for gun in self.figure.guns]:  # the shot of a launcher has made its noise
            yield from noise(self.battle)


def may_burst(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and bool(battle.units_by_path[path].facts.get("weapons") or serves(battle, path))


# --- mortars ---------------------------------------------------------------------------------------------------------


def mortars(battle: Battle, path: str) -> list[tuple[str, list[str]]]:
    """(size, indexes of the crew) of each mortar of a figure's side."""
    return manned(battle, path, "mortars")


def served(battle: Battle, path: str) -> Iterator[tuple[str, int]]:
    """(size, number) of the mortars whose crew a figure is of."""
    index = str(battle.units_by_path[path].index)
    return ((size, number) for number, (size, crew) in enumerate(mortars(battle, path)) if index in crew)


def serves(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and any(True for _mortar in served(battle, path))


class Mortar(FigureRoll):
    """A mortar with its crew: the lowest REP counts (ruling cr-57).

    2D6, or 1D6 at the same observed spot, less that REP: so many inches off, and 1D6 says where to.
    """

    def __init__(self, figure: Figure, form: ActionForm) -> None:
        super().__init__(figure, form)
        sizes = {number: size for size, number in served(self.battle, figure.path)}
        rows = self.catalogue.tables["mortars"].rows
        options = [Choice(str(number), rows[size].name) for number, size in sizes.items()]
        self.number = int(form.choice("mortar", _("Mortar"), options))
        self.row, indexes = rows[sizes[self.number]], mortars(self.battle, figure.path)[self.number][1]
        self.crew = [figure.other(path) for path in able(self.battle, figure.path, indexes)]
        self.lowest = min(self.crew, key=lambda figure: figure.rep)

    def key(self, name: str) -> str:
        return f"{self.figure.side}/mortar-{self.number}-{name}"

    @property
    def crew_row(self) -> TableRow | None:
        """The row of the largest crew that it has hands for."""
        rows = self.catalogue.tables["mortar-crews"].rows.values()
        own = (row for row in rows if row.figures["mortar"] == self.row.slug)
        fitting = [row for row in own if row.figures["crew"] <= len(self.crew)]
        return max(fitting, key=lambda row: row.figures["crew"], default=None)

    @property
    def every(self) -> int:
        """How many activations its crew needs for a shot; 0: it can't shoot."""
        return (self.crew_row.figures["fires_every"] or 0) if self.crew_row else 0

    def notes(self) -> Iterator[Reason]:
        """What its crew can do, and what stands in the way."""
        least = {"inches": self.row.figures["least_range"]}
        yield Reason("", Message(_("More than {inches}″ away"), least), str(self.row.cite))
        if crew := self.crew_row:
            often = _("{crew}: shoots at every activation"), _("{crew}: shoots every {every} activations")
            text = often[self.every > 1] if self.every else _("{crew}: can’t shoot")
            yield Reason("", Message(text, {"crew": crew.name, "every": self.every}), str(crew.cite))
        yield from self.bars()

    def bars(self) -> Iterator[Reason]:
        """Why it can't shoot now, beside its crew."""
        if not self.battle.number(self.key("up")):
            yield Reason("", _("Not set up: it can’t shoot."), str(self.row.cite))
        yield from self.served_before()

    def served_before(self) -> Iterator[Reason]:
        """That its crew served it in this activation, or still serve its last shot."""
        if (until := self.battle.number(self.key("busy"))) >= self.battle.round:
            yield Reason("", Message(_("Served again from turn {n} on."), {"n": until + 1}), str(self.row.cite))

    def handling(self) -> Iterator[Reason]:
        """How far its crew can move it."""
        if (crew := self.crew_row) and (most := crew.figures["most"]):
            text = _("{crew}: moves it {inches}″ at most")
            yield Reason("", Message(text, {"crew": crew.name, "inches": most}), str(crew.cite))

    def unhandled(self) -> Iterator[Reason]:
        """Why its crew can't set it up or take it down now."""
        if (crew := self.crew_row) and not crew.figures["moves"]:
            text = _("{crew}: can’t set it up, take it down or move it")
            yield Reason("", Message(text, {"crew": crew.name}), str(crew.cite))
        yield from self.served_before()

    def busy(self, turns: int = 1) -> Iterator[Mark]:
        """The marks of a crew that has served it: all are activated, and it rests for so many turns, this one too."""
        if (path := self.key("busy")) in self.battle.markers_by_path:
            yield Mark.set(path, self.battle.round + turns - 1)
        for figure in self.crew:
            yield from figure.mark(ACTIVATED)

    def ask(self) -> Attempt | None:
        if not self.every or any(True for _bar in self.bars()):
            return Attempt(self.form.fields, notes=[*self.notes()])
        seen = _("same spot, seen by one of the crew, or by a friend within 6″ of them or with a radio")
        aimed = bool(self.battle.number(self.key("aimed")))
        self.aiming = 1 if self.form.either("again", _("Same spot"), _("new spot"), seen, aimed) else 2
        self.dice = f"{self.aiming}D6 + 1D6"
        return None

    def parts(self) -> Iterator[Part]:
        yield Reason(f"{self.aiming}D6", self.row.name, str(self.row.cite)), None
        yield Reason(f"−{self.lowest.rep}", self.lowest.name, str(self.row.cite)), None

    def off(self, total: int) -> int:
        """The deviation in inches; below 0 it is 0 (ruling cr-57)."""
        return max(0, total - self.lowest.rep)

    def chances(self) -> Iterator[Chance]:
        spread = chances.mapped(chances.times(FACE, self.aiming), lambda total: (self.off(total[0]),))
        return (Chance(Message(_("{inches}″ off"), {"inches": off}), spread[off,]) for (off,) in sorted(spread))

    def read(self, dice: Dice) -> Outcome:
        thrown, direction = dice.several(self.aiming), dice.d()
        off, cite = self.off(sum(thrown)), str(self.row.cite)
        values = {"inches": off, "direction": direction}
        words = Message(_("{inches}″ off, direction {direction}"), values) if off else _("on the spot")
        line = Reason(beside((*thrown, direction)), words, cite)
        marks = [Mark.set(self.key("aimed")), *self.busy(self.every)]
        outcome = blast_next(self.figure, f"weapon={self.row.slug}", [line], marks, cite)
        return replace(outcome, deviation=Deviation(off, direction, self.row.figures["blast"]))


class SetUp(TestForm):
    """Setting a mortar up or taking it down: a test of its crew's lowest REP, with nobody's attributes."""

    def __init__(self, figure: Figure, form: ActionForm, slug: str) -> None:
        self.mortar = Mortar(figure, form)
        super().__init__(figure, form, slug)
        self.changes = []

    @property
    def rep(self) -> int:
        return self.mortar.lowest.rep

    def attempt(self) -> Attempt:
        bars = [*self.mortar.unhandled()]
        return Attempt(self.form.fields, notes=bars) if bars else super().attempt()

    def notes(self) -> Iterator[Reason]:
        yield from self.mortar.handling()

    def links(self, effect: Effect) -> Iterator[Mark]:
        if effect.slug != "not-done":
            up = self.mortar.key("up")
            yield Mark.set(up, int(not self.battle.number(up)))
            yield Mark.set(self.mortar.key("aimed"), 0)
        if effect.slug != "done-at-once":
            yield from self.mortar.busy()


BLAST_ACTIONS = {
    "throw": reaction_action(_("Throw a grenade"), "grenade", "grenade-throw", has_grenade),
    "blast": figure_action(_("Under the disc"), "mesh-ball", Blast.attempted, may_burst),
    "mortar-set-up": reaction_action(_("Set up or take down the mortar"), "mortar", "mortar-set-up", serves, SetUp),
    "mortar": figure_action(_("Mortar shot"), "mortar", Mortar.attempted, serves),
}
