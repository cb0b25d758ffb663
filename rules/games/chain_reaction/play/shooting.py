"""A shot: so many dice and REP at one or several targets, desperate dice, an empty weapon, what hits do ("Tir")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from rules.games.chain_reaction.analysis import TARGETS
from rules.games.chain_reaction.odds import SIDES, good_faces
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.book import Tick
from rules.games.chain_reaction.play.figures import CRACK_SHOT, CarriedWeapon, Figure, can_act, enemies, is_in
from rules.games.chain_reaction.play.reactions import KINDS, NOBODY, SHOT_AT
from rules.games.chain_reaction.play.sight import sight_note
from rules.games.chain_reaction.play.wounds import UNLUCKY, Aftermath, Hits, Victim, beside
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, TABLE, Battle
from rules.play.dice import Dice
from rules.play.dice_book import modifier
from rules.play.entries import Modifier, each_left_out
from rules.play.form import ActionForm
from rules.play.marks import SAY, Mark
from rules.text import Message, Text, _

ACTIVE, FULL, BACK, REFLEX = "active", "full", "back", "reflex"
SHOTS = (
    Choice(ACTIVE, _("when activated")),
    Choice(FULL, _("in reaction, full REP")),
    Choice(BACK, _("shooting back at REP −1")),
    Choice(REFLEX, _("reflex shot")),
)
NOISE = f"{TABLE}/noise"


@dataclass(frozen=True)
class ShotDie:
    """A die of a shot, or the pair of a crack shot of which the better counts (ruling cr-50)."""

    weapon: CarriedWeapon
    faces: int = 1


@dataclass(frozen=True)
class Aim:
    """A target, the dice shot at it, and what makes them miss."""

    victim: Victim
    dice: Sequence[ShotDie]
    ticks: Sequence[Tick]
    suffix: str = ""

    @property
    def figure(self) -> Figure:
        return self.victim.figure

    def misses(self, total: int, but: str = "") -> bool:
        """Whether a die and REP come to a miss; `but`: without this tick."""
        return total < min(TARGETS) or any(total in tick.misses for tick in self.ticks if tick.slug != but)

    def hit_chance(self, face: int, rep: int) -> Fraction:
        """Of a die that shows this face: 1, 0, or the chance of a desperate die (ruling cr-66)."""
        if not self.misses(face + rep):
            return Fraction(1)
        return Fraction(good_faces(rep), SIDES) if self.is_desperate(face, rep) else Fraction(0)

    def is_desperate(self, face: int, rep: int) -> bool:
        """A 6 that only cover stops ("Tir désespéré")."""
        return face == SIDES and self.misses(face + rep) and not self.misses(face + rep, "cover")

    def die_chance(self, die: ShotDie, rep: int) -> Fraction:
        throws = [max(thrown) for thrown in product(range(1, SIDES + 1), repeat=die.faces)]
        return sum((self.hit_chance(face, rep) for face in throws), Fraction(0)) / len(throws)

    def spread(self, rep: int) -> dict[tuple[int, bool], Fraction]:
        """What becomes of the target, exactly."""
        spread = {self.victim.start: Fraction(1)}
        for die in self.dice:
            spread = {**self.victim.after(spread, die.weapon.impact, self.die_chance(die, rep))}
        return spread

    def likely(self, rep: int) -> Fraction:
        """How likely it is hurt, or hit by what bursts."""
        if self.dice and self.dice[0].weapon.blast:
            return self.die_chance(self.dice[0], rep)
        return sum((chance for (fate, _tough), chance in self.spread(rep).items() if fate), Fraction(0))


class Shot:
    """A shot as it is chosen so far."""

    def __init__(self, shooter: Figure, form: ActionForm) -> None:
        self.shooter, self.form = shooter, form
        self.battle, self.play = shooter.battle, shooter.play

    # --- what is asked ---------------------------------------------------------------------------------------------

    def ask(self) -> None:
        self.guns = [*self.chosen_guns()]
        self.kind = self.form.choice("kind", _("Shot"), SHOTS)
        self.own = [*self.ticks_of("shooter", self.shooter, ""), *([self.play.ticks[REFLEX]] * (self.kind == REFLEX))]
        self.on_rep = [*self.rep_modifiers()]
        self.aims = [*self.aimed()]

    def chosen_guns(self) -> Iterator[CarriedWeapon]:
        """One, or two at once; what bursts is shot alone, for its hit has a disc."""
        guns = self.shooter.guns
        key = self.form.choice("weapon", _("Weapon"), [Choice(gun.key, gun.name) for gun in guns])
        first = next(gun for gun in guns if gun.key == key)
        yield first
        others = [gun for gun in guns if gun is not first and not gun.blast and not first.blast]
        if others:
            options = [Choice(NOBODY, _("none")), *(Choice(gun.key, gun.name) for gun in others)]
            second = self.form.choice("second", _("Second weapon"), options, folded=True)
            yield from (gun for gun in others if gun.key == second)

    def ticks_of(self, of: str, figure: Figure, suffix: str) -> Iterator[Tick]:
        """What is so of the shooter or of a target, each asked, as the marks say until somebody says otherwise."""
        for tick in (tick for tick in self.play.ticks.values() if tick.of == of):
            label = Message(_("{target}: {effects}"), {"target": figure.name, "effects": (tick.text,)})
            name = f"{tick.slug}{suffix}"
            usual = bool(tick.usual and figure.marked(tick.usual))
            if self.form.either(name, label, _("no"), _("yes"), usual) and tick.but not in self.shooter.attributes:
                yield tick

    def rep_modifiers(self) -> Iterator[Modifier]:
        """What is added to REP: shooting back, a reflex, two weapons, a casualty (ruling cr-32), the table."""
        carrying = self.form.either(
            "carrying", _("Carries a casualty"), _("no"), _("yes"), self.shooter.marked("carries") > 0
        )
        due = {self.kind: self.kind in (BACK, REFLEX), "two-weapons": len(self.guns) > 1, "carrying": carrying}
        yield from (modifier(self.shooter.catalogue, slug) for slug, counts in due.items() if counts)
        yield from self.form.free_modifier(of_figure=True)

    def shot_dice(self) -> list[ShotDie]:
        crack = CRACK_SHOT in self.shooter.attributes
        return [ShotDie(gun, 2 if crack and not gun.blast else 1) for gun in self.guns for _die in range(gun.dice)]

    def aimed(self) -> Iterator[Aim]:
        """The targets with their dice: the first has those that no other takes."""
        dice, paths = self.shot_dice(), [*self.targets()]
        shares = self.shares(len(dice), len(paths))
        for number, path in enumerate(paths):
            suffix = f"{number + 1}" if number else ""
            figure = replace(self.shooter, path=path)
            order = [self.play.ticks[slug] for slug in ("second", "third")[: min(number, 2)]]
            ticks = [*self.own, *self.ticks_of("target", figure, suffix), *order]
            start = sum(shares[:number])
            victim = Victim(figure, True, self.unlucky_of(path, suffix))
            yield Aim(victim, dice[start : start + shares[number]], ticks, suffix)

    def targets(self) -> Iterator[str]:
        """As many as there are dice: others within rate inches of the first ("Tirer sur plusieurs cibles")."""
        left = [*enemies(self.battle, self.shooter.path)]
        for number in range(sum(gun.dice for gun in self.guns)):
            options = [Choice(path, self.battle.called(path)) for path in left]
            if not options:
                return
            none = [Choice(NOBODY, _("none"))] if number else []
            label = Message(_("Target {number}"), {"number": number + 1})
            path = self.form.choice(
                f"target{number + 1 if number else ''}", label, [*none, *options], folded=number > 0
            )
            if path == NOBODY:
                return
            left.remove(path)
            yield path

    def shares(self, dice: int, targets: int) -> list[int]:
        """The dice of each target: one and what is asked for each but the first, which takes the rest."""
        shares: list[int] = []
        for number in range(1, targets):
            free = dice - sum(shares) - (targets - number)
            label = Message(_("Dice at target {number}"), {"number": number + 1})
            shares.append(self.form.number(f"dice{number + 1}", label, 1, 1, max(1, free)))
        return [dice - sum(shares), *shares]

    def unlucky_of(self, path: str, suffix: str) -> Figure | None:
        """Somebody unlucky within 3 inches of the target ("Malchanceux")."""
        figures = [replace(self.shooter, path=other) for other in self.battle.units_by_path if other != path]
        unlucky = [figure for figure in figures if UNLUCKY in figure.attributes and is_in(self.battle, figure.path)]
        if not unlucky:
            return None
        options = [Choice(NOBODY, _("nobody")), *(Choice(figure.path, figure.name) for figure in unlucky)]
        chosen = self.form.choice(f"unlucky{suffix}", _("Unlucky figure within 3″"), options, folded=True)
        return next((figure for figure in unlucky if figure.path == chosen), None)

    # --- dice ------------------------------------------------------------------------------------------------------

    @property
    def rep(self) -> int:
        return self.shooter.rep + sum(change.figure for change in self.on_rep)

    @property
    def cite(self) -> str:
        return str(self.shooter.catalogue.tables["shooting"].cite)

    @property
    def bursts(self) -> bool:
        return any(gun.blast for gun in self.guns)

    def attempt(self) -> Attempt:
        if not self.shooter.guns:
            return Attempt((), notes=[Reason("", _("This figure can’t shoot."), self.cite)])
        self.ask()
        if not self.aims:
            return Attempt(self.form.fields, notes=[Reason("", _("Nobody to shoot at."), self.cite)])
        number = sum(die.faces for aim in self.aims for die in aim.dice)
        need = max(1, min(TARGETS) - self.rep)
        against = f"{need}+" if need <= SIDES else "–"
        chances = [*self.chances()]
        return Attempt(
            self.form.fields,
            f"{number}D6",
            against,
            [*self.reasons()],
            [*self.notes()],
            chances,
            self.read,
            valued=lambda: [*self.valued()],
        )

    def reasons(self) -> Iterator[Reason]:
        for gun in self.guns:
            faces = sum(die.faces for aim in self.aims for die in aim.dice if die.weapon is gun)
            yield Reason(f"{faces}D6", gun.name, self.cite)
        yield Reason(f"REP {self.shooter.rep}", self.shooter.name)
        yield from (change.reason() for change in self.on_rep)
        yield from (self.tick_reason(aim, tick) for aim in self.aims for tick in aim.ticks)

    def tick_reason(self, aim: Aim, tick: Tick) -> Reason:
        """A tick with the totals that miss because of it."""
        return Reason(" ".join(f"✗{total}" for total in tick.misses), beside(aim.figure.name, tick.text), tick.cite)

    def valued(self) -> Iterator[Reason]:
        """Each with what it changes of the chance that its target is hurt; what is added to REP: the first target."""
        first = self.aims[0]
        for change, others in each_left_out(self.on_rep):
            rest = self.shooter.rep + sum(other.figure for other in others)
            yield replace(change.reason(), worth=first.likely(self.rep) - first.likely(rest))
        for aim in self.aims:
            for tick in aim.ticks:
                without = replace(aim, ticks=[other for other in aim.ticks if other is not tick])
                yield replace(self.tick_reason(aim, tick), worth=aim.likely(self.rep) - without.likely(self.rep))

    def notes(self) -> Iterator[Reason]:
        marked = {gun.empty: gun for gun in self.guns if gun.empty and self.shooter.marked(gun.empty)}
        yield from (
            Reason("", Message(_("{weapon}: empty"), {"weapon": gun.name}), self.cite) for gun in marked.values()
        )
        if self.shooter.marked("no-shot") and self.kind == ACTIVE:
            yield Reason("", _("May not shoot: fast move without a pass, or a weapon loaded again."), self.cite)
        if self.kind == REFLEX and self.rep + SIDES <= max(TARGETS) - 1:
            ruling = self.shooter.catalogue.rulings["cr-52"]
            yield Reason("", _("A reflex shot can’t hit below REP 5."), str(ruling.cite))
        if len(self.aims) > 1:
            rule = self.shooter.catalogue.special_rules["plusieurs-cibles"]
            inches = max(gun.dice for gun in self.guns)
            yield Reason(
                "", Message(_("The other targets: within {inches}″ of the first"), {"inches": inches}), str(rule.cite)
            )
        for slug in dict.fromkeys(tick.ruling for aim in self.aims for tick in aim.ticks if tick.ruling):
            silent = self.shooter.catalogue.rulings[slug]
            yield Reason("", silent.text, str(silent.cite))
        yield from sight_note(self.battle, self.shooter.catalogue)

    def chances(self) -> Iterator[Chance]:
        for number, aim in enumerate(self.aims):
            if self.bursts:
                likely = aim.die_chance(aim.dice[0], self.rep)
                yield Chance(beside(aim.figure.name, HIT), likely, number)
                yield Chance(beside(aim.figure.name, MISS), 1 - likely, number)
            else:
                yield from aim.victim.chances(aim.spread(self.rep), number)
        for gun in (gun for gun in self.guns if gun.empty):
            dice = sum(die.faces for aim in self.aims for die in aim.dice if die.weapon is gun)
            yield Chance(Message(_("{weapon}: empty"), {"weapon": gun.name}), two_ones(dice), None)

    # --- what dice say ---------------------------------------------------------------------------------------------

    def read(self, dice: Dice) -> Outcome:
        """All dice of the shot, then for each target the desperate ones and those of its hits."""
        thrown = {aim.suffix: [(die, dice.several(die.faces)) for die in aim.dice] for aim in self.aims}
        hits = Hits(dice)
        for aim in self.aims:
            self.read_aim(aim, thrown[aim.suffix], hits)
        empty = [gun for gun in self.guns if gun.empty and ones(gun, thrown) > 1]
        words = [beside(gun.name, EMPTY) for gun in empty]
        marks = [*self.marks(), *(mark for gun in empty for mark in self.shooter.set(gun.empty))]
        return self.outcome(hits, words, marks)

    def read_aim(self, aim: Aim, thrown: Sequence[tuple[ShotDie, Sequence[int]]], hits: Hits) -> None:
        landed = []
        for die, faces in thrown:
            face = max(faces)
            hit = not aim.misses(face + self.rep)
            if not hit and aim.is_desperate(face, self.rep):
                desperate = hits.dice.d()
                hit = desperate <= good_faces(self.rep)
                row = self.shooter.catalogue.tables["tests"].rows["tir-desespere"]
                hits.line(aim.figure, desperate, row.name, row.cite)
            landed += [die] * hit
        faces_shown = " ".join(str(face) for _die, faces in thrown for face in faces)
        hits.line(aim.figure, faces_shown, HIT if landed else MISS, self.cite)
        hits.states.setdefault(aim.figure.path, aim.victim.start)
        if self.bursts:
            self.landed = bool(landed)
            return
        for die in landed:
            hits.hit(aim.victim, die.weapon.impact)

    def marks(self) -> Iterator[Mark]:
        """Those of whoever shot: what was due is done, it is activated, a firearm makes a noise."""
        yield from chain.unlink(self.battle, self.shooter.path)
        if self.kind == ACTIVE:
            yield from self.shooter.set(ACTIVATED)
        if any(gun.noise for gun in self.guns):
            yield from noise(self.battle)

    def outcome(self, hits: Hits, words: list[Text], marks: list[Mark]) -> Outcome:
        victims = {aim.figure.path: aim.victim for aim in self.aims}
        outgunned = {path: self.outguns(victim.figure) for path, victim in victims.items()}
        move = "still" if self.kind == ACTIVE else ""
        if self.bursts and self.landed:
            return self.bursting(hits, marks)
        return Aftermath(self.shooter, outgunned, move).outcome(hits, victims, words, marks)

    def bursting(self, hits: Hits, marks: list[Mark]) -> Outcome:
        """What a launcher hits bursts on its target (ruling cr-58)."""
        query = f"weapon={self.guns[0].key}&target={self.aims[0].figure.path}"
        done = [mark for mark in marks if mark.verb != SAY]
        return blast_next(self.shooter, query, hits.lines, done)

    def outguns(self, target: Figure) -> bool:
        """By the highest class of the weapons used ("Peut-on tirer avec plusieurs armes ?")."""
        always = any(change.outgunned for _row, change in target.changes(SHOT_AT))
        highest = max(gun.rate or 0 for gun in self.guns)
        return self.bursts or always or (highest > target.weapon_class and not target.blasts)


HIT, MISS, EMPTY = Text("touché", "hit"), Text("raté", "miss"), Text("vide", "empty")


def noise(battle: Battle) -> Iterator[Mark]:
    """What a firearm or a blast marks where noises are counted."""
    if NOISE in battle.markers_by_path:
        yield Mark.add(NOISE)


def blast_next(figure: Figure, query: str, lines: Sequence[Reason], marks: Sequence[Mark], cite: str = "") -> Outcome:
    """What leads on to who is under the disc; `query`: what the next form begins with."""
    link = [*chain.link(figure.battle, figure.path, f"blast?{query}")]
    proposals = [Proposal(_("Marks, and who is under the disc"), [*marks, *link], cite)]
    return Outcome(lines, proposals, [(chain.linked("blast", figure.path, query), _("Who is under the disc"))])


def ones(gun: CarriedWeapon, thrown: dict[str, list[tuple[ShotDie, tuple[int, ...]]]]) -> int:
    """The 1s among all dice of a weapon; those of a crack shot all count (ruling cr-50)."""
    return sum(faces.count(1) for dice in thrown.values() for die, faces in dice if die.weapon is gun)


def two_ones(dice: int) -> Fraction:
    """How likely at least two of so many dice show a 1."""
    other = Fraction(SIDES - 1, SIDES)
    none, one = other**dice, dice * (1 - other) * other ** max(0, dice - 1)
    return 1 - none - one


def shoot(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A shot of a figure, when activated or in reaction."""
    return Shot(Figure(acting.battle, acting.catalogue, acting.path), form).attempt()


def may_shoot(battle: Battle, path: str) -> bool:
    """Whether a figure may shoot: with what is not a melee weapon; dogs and zombies use none."""
    unit = battle.units_by_path[path]
    return can_act(battle, path) and unit.facts.get("figure") not in ("zombie", "attack-dog", "pet-dog")


SHOT_ACTIONS = {"shoot": Action(_("Shoot"), unit_action(*KINDS)(shoot), "crosshair", KINDS, may_shoot)}
