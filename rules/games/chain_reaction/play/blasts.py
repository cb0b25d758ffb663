"""What bursts: a grenade's throw, who is under the disc, a mortar that is set up, aimed and deviates."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rules.catalogue import TableRow
from rules.games.chain_reaction.odds import SIDES, good_faces
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figures import GRENADE, Figure, can_act, is_in
from rules.games.chain_reaction.play.reactions import KINDS, TestForm, reaction_action
from rules.games.chain_reaction.play.shooting import blast_next, noise
from rules.games.chain_reaction.play.wounds import Aftermath, Hits, Victim
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, Battle, listed, side_of_path
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import faces
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


class Blast:
    """Whoever is under a disc: each is hit once, no vest helps (ruling cr-55), it outguns everybody (cr-24)."""

    def __init__(self, acting: ActingUnit, form: ActionForm) -> None:
        self.thrower = Figure(acting.battle, acting.catalogue, acting.path)
        self.form, self.battle = form, acting.battle

    def attempt(self) -> Attempt:
        cite = str(self.thrower.catalogue.tables["wounds"].cite)
        arms = [*self.arms()]
        if not arms:
            return Attempt((), notes=[Reason("", _("Nothing bursts here."), cite)])
        grenade = next((slug for slug, name, _impact in arms if slug == self.grenade), arms[0][0])
        options = [Choice(slug, name) for slug, name, _impact in arms]
        self.slug = slug = self.form.choice("weapon", _("Weapon"), options, grenade)
        self.impact = next(impact for other, _name, impact in arms if other == slug)
        self.case = self.form.choice("case", _("Burst"), CASES)
        self.under = [Victim(replace(self.thrower, path=path)) for path in self.ticked()]
        fields = self.form.fields
        if not self.under:
            return Attempt(fields, proposals=[Proposal(_("Nobody under the disc"), [*self.marks()], cite)])
        if self.case == BANG:
            return Attempt(fields, proposals=self.read(Dice()).proposals)
        dropped = self.case == DROPPED
        dice = f"{len(self.under)}D6"
        reasons = [Reason(dice, _("under the disc"), cite), Reason(f"{self.impact}", _("impact"), cite)]
        likely = [row for number, victim in enumerate(self.under) for row in self.chances(victim, number, dropped)]
        return Attempt(fields, dice, "", reasons, (), likely, self.read)

    @property
    def grenade(self) -> str:
        return next((weapon.key for weapon in self.thrower.weapons if weapon.slug == GRENADE), "")

    def arms(self) -> Iterator[tuple[str, Text, int]]:
        """(key, name, impact) of what bursts: its grenades and launchers, and the mortar that it serves."""
        for weapon in self.thrower.weapons:
            if weapon.blast:
                yield weapon.key, weapon.name, weapon.impact
        for size, _number in served(self.battle, self.thrower.path):
            row = self.thrower.catalogue.tables["mortars"].rows[size]
            yield size, row.name, row.figures["impact"]

    def ticked(self) -> Iterator[str]:
        target = self.form.sent.get("target", "")
        label = _("Hit directly")
        everybody = [path for path in self.battle.units_by_path if is_in(self.battle, path)]
        options = [Choice("-", _("nobody")), *(Choice(path, self.battle.called(path)) for path in everybody)]
        chosen = self.form.choice("target", label, options, target)
        if chosen != "-":
            yield chosen
        for path in everybody:
            name = f"under-{path.replace('/', '-').replace('.', '-')}"
            if path != chosen and self.form.flag(name, self.battle.called(path)):
                yield path

    def chances(self, victim: Victim, number: int, dropped: bool) -> Iterator[Chance]:
        likely = 1 - Fraction(good_faces(victim.figure.rep), SIDES) if dropped else Fraction(1)
        return victim.chances(victim.after({victim.start: Fraction(1)}, self.impact, likely), number)

    def read(self, dice: Dice) -> Outcome:
        """One after the other: where it was dropped, 1D6 up to REP escapes and lies down; else a wound."""
        hits, marks = Hits(dice), [*self.marks()]
        for victim in self.under:
            figure = victim.figure
            hits.states.setdefault(figure.path, victim.start)
            if self.case == DROPPED and self.escapes(victim, hits):
                marks += figure.set("prone")
            elif self.case != BANG:
                hits.hit(victim, self.impact)
        everybody = {victim.figure.path: victim for victim in self.under}
        return Aftermath(self.thrower, dict.fromkeys(everybody, True)).outcome(hits, everybody, [], marks)

    def escapes(self, victim: Victim, hits: Hits) -> bool:
        figure, face = victim.figure, hits.dice.d()
        table = figure.catalogue.tables["grenade-throw"]
        safe = face <= good_faces(figure.rep)
        hits.line(figure, face, figure.play.effects["goes-prone" if safe else DROPPED].text, table.cite)
        return safe

    def marks(self) -> Iterator[Mark]:
        yield from chain.unlink(self.battle, self.thrower.path)
        yield from self.thrower.set(ACTIVATED)
        launchers = [gun.key for gun in self.thrower.guns]  # whose shot made it
        if self.slug not in launchers:
            yield from noise(self.battle)


def burst(acting: ActingUnit, form: ActionForm) -> Attempt:
    return Blast(acting, form).attempt()


def may_burst(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and bool(battle.units_by_path[path].facts.get("weapons") or serves(battle, path))


# --- mortars ---------------------------------------------------------------------------------------------------------


def served(battle: Battle, path: str) -> Iterator[tuple[str, int]]:
    """(size, number) of the mortars whose crew a figure is of."""
    side = side_of_path(path)
    index = battle.units_by_path[path].index
    for number, words in enumerate(listed(battle.sides[side].facts, "mortars") if side is not None else ()):
        size, _slash, crew = words.partition("/")
        if index is not None and str(index) in crew.split(","):
            yield size, number


def crew_of(battle: Battle, path: str, number: int) -> list[str]:
    """The paths of a mortar's crew who can serve it: neither stunned nor out of the fight."""
    side = side_of_path(path)
    words = listed(battle.sides[side].facts, "mortars")[number] if side is not None else "/"
    indexes = words.partition("/")[2].split(",")
    units = battle.sides[side].units if side is not None else ()
    paths = [f"{side}/{unit.key}" for unit in units if str(unit.index) in indexes]
    return [other for other in paths if can_act(battle, other)]


def serves(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and any(True for _mortar in served(battle, path))


class Mortar:
    """A mortar with its crew: the lowest REP counts (ruling cr-57)."""

    def __init__(self, acting: ActingUnit, form: ActionForm) -> None:
        self.acting, self.form, self.battle = Figure(acting.battle, acting.catalogue, acting.path), form, acting.battle
        mortars = [*served(acting.battle, acting.path)]
        rows = acting.catalogue.tables["mortars"].rows
        options = [Choice(str(number), rows[size].name) for size, number in mortars]
        self.number = int(form.choice("mortar", _("Mortar"), options))
        self.row = next(rows[size] for size, number in mortars if number == self.number)
        crew = crew_of(acting.battle, acting.path, self.number)
        self.crew = len(crew)
        self.lowest = min((replace(self.acting, path=path) for path in crew), key=lambda figure: figure.rep)

    def key(self, name: str) -> str:
        return f"{self.acting.side}/mortar-{self.number}-{name}"

    def notes(self) -> Iterator[Reason]:
        """What its crew can do, and what stands in the way."""
        cite, figures = str(self.row.cite), self.row.figures
        yield Reason("", Message(_("More than {inches}″ away"), {"inches": figures["least_range"]}), cite)
        if crew := self.crew_row:
            every = crew.figures["fires_every"]
            often = (
                _("{crew}: shoots at every activation") if every == 1 else _("{crew}: shoots every {every} activations")
            )
            text = often if every else _("{crew}: can’t shoot")
            yield Reason("", Message(text, {"crew": crew.name, "every": every}), str(crew.cite))
        if not self.battle.number(self.key("up")):
            yield Reason("", _("Not set up: it can’t shoot."), cite)

    def handling(self) -> Iterator[Reason]:
        """Whether its crew can set it up, take it down and move it, and how far."""
        if (crew := self.crew_row) and not crew.figures["moves"]:
            text = _("{crew}: can’t set it up, take it down or move it")
            yield Reason("", Message(text, {"crew": crew.name}), str(crew.cite))
        elif crew and (most := crew.figures["most"]):
            text = _("{crew}: moves it {inches}″ at most")
            yield Reason("", Message(text, {"crew": crew.name, "inches": most}), str(crew.cite))

    @property
    def crew_row(self) -> TableRow | None:
        """The row of the largest crew that it has hands for."""
        fitting = [row for row in self.rows if row.figures["crew"] <= self.crew]
        return max(fitting, key=lambda row: row.figures["crew"], default=None)

    @property
    def rows(self) -> list[TableRow]:
        rows = self.acting.catalogue.tables["mortar-crews"].rows.values()
        return [row for row in rows if row.figures["mortar"] == self.row.slug]

    def shot(self) -> Attempt:
        """2D6, or 1D6 at the same observed spot, less the crew's REP: so many inches off, 1D6 says where to."""
        again = self.form.either(
            "again",
            _("Same spot"),
            _("new spot"),
            _("same spot, seen by one of the crew, or by a friend within 6″ of them or with a radio"),
            bool(self.battle.number(self.key("aimed"))),
        )
        dice, rep, cite = 1 if again else 2, self.lowest.rep, str(self.row.cite)
        ways = faces(dice, sum)
        inches: dict[int, int] = {}
        for total, times in ways.items():
            inches[deviation(total, rep)] = inches.get(deviation(total, rep), 0) + times
        rows = [
            Chance(Message(_("{inches}″ off"), {"inches": number}), Fraction(times, SIDES**dice))
            for number, times in sorted(inches.items())
        ]
        reasons = [Reason(f"{dice}D6", self.row.name, cite), Reason(f"−{rep}", self.lowest.name, cite)]
        reads = partial(self.read, dice)
        return Attempt(self.form.fields, f"{dice}D6 + 1D6", "", reasons, [*self.notes()], rows, reads)

    def read(self, number: int, dice: Dice) -> Outcome:
        thrown, direction = dice.several(number), dice.d()
        off = deviation(sum(thrown), self.lowest.rep)
        cite = str(self.row.cite)
        values = {"inches": off, "direction": direction}
        words = Message(_("{inches}″ off, direction {direction}"), values) if off else _("on the spot")
        line = Reason(" ".join(map(str, (*thrown, direction))), words, cite)
        return blast_next(self.acting, f"weapon={self.row.slug}", [line], [Mark.set(self.key("aimed"))], cite)


def deviation(total: int, rep: int) -> int:
    """In inches; below 0 it is 0 (ruling cr-57)."""
    return max(0, total - rep)


def mortar_shot(acting: ActingUnit, form: ActionForm) -> Attempt:
    return Mortar(acting, form).shot()


class SetUp(TestForm):
    """Setting a mortar up or taking it down: a test of its crew's lowest REP, with nobody's attributes."""

    mortar: Mortar

    @property
    def rep(self) -> int:
        return self.mortar.lowest.rep

    def notes(self) -> Iterator[Reason]:
        yield from self.mortar.handling()

    def links(self, effect: object) -> Iterator[Mark]:
        up = f"{self.mortar.key('up')}"
        slug = getattr(effect, "slug", "")
        if slug in ("done", "done-at-once"):
            now = self.figure.battle.number(up)
            yield Mark.set(up, int(not now))
            yield Mark.set(self.mortar.key("aimed"), 0)
            if slug == "done":
                yield from self.figure.set(ACTIVATED)


def set_up(acting: ActingUnit, form: ActionForm) -> Attempt:
    mortar = Mortar(acting, form)
    test = SetUp(mortar.acting, form, mortar.acting.play.tests["mortar-set-up"])
    test.mortar, test.changes = mortar, []
    return test.attempt()


BLAST_ACTIONS = {
    "throw": reaction_action(_("Throw a grenade"), "grenade", "grenade-throw", has_grenade),
    "blast": Action(_("Under the disc"), unit_action(*KINDS)(burst), "mesh-ball", KINDS, may_burst),
    "mortar-set-up": Action(_("Set up or take down the mortar"), unit_action(*KINDS)(set_up), "mortar", KINDS, serves),
    "mortar": Action(_("Mortar shot"), unit_action(*KINDS)(mortar_shot), "mortar", KINDS, serves),
}
