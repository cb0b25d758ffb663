"""A shot: so many dice and REP at one or several targets, desperate dice, an empty weapon, what hits do ("Tir")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from rules.games.chain_reaction.analysis import TARGETS
from rules.games.chain_reaction.odds import SIDES, good_faces
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.book import Tick
from rules.games.chain_reaction.play.figure_roll import (
    FACE,
    NOBODY,
    FigureRoll,
    Part,
    beside,
    figure_action,
    passes_die,
)
from rules.games.chain_reaction.play.figures import CarriedWeapon, Figure, can_act, enemies, is_in, shoots_at_all
from rules.games.chain_reaction.play.moving import sight_note, sight_of
from rules.games.chain_reaction.play.reactions import SHOT_AT
from rules.games.chain_reaction.play.wounds import UNLUCKY, Aftermath, Hits, Victim
from rules.play import chances
from rules.play.actions import Attempt, Chance, Choice, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, TABLE, Battle
from rules.play.chances import Counts, Spread
from rules.play.dice import Dice
from rules.play.entries import Modifier
from rules.play.marks import SAY, Mark
from rules.play.rolls import beside as dice_words
from rules.text import Message, Text, _

ACTIVE, FULL, BACK, REFLEX = "active", "full", "back", "reflex"
SHOTS = (
    Choice(ACTIVE, _("when activated")),
    Choice(FULL, _("in reaction, full REP")),
    Choice(BACK, _("shooting back at REP −1")),
    Choice(REFLEX, _("reflex shot")),
)
NOISE, MOST_INCHES = f"{TABLE}/noise", 99
HIT, MISS, EMPTY = Text("touché", "hit"), Text("raté", "miss"), Text("vide", "empty")


@dataclass(frozen=True)
class ShotDie:
    """A die of a shot, or the pair of a crack shot of which the better counts (ruling cr-50)."""

    weapon: CarriedWeapon
    faces: int = 1

    @property
    def spread(self) -> Spread:
        """The face that counts."""
        return chances.rolled_together(FACE, FACE, max) if self.faces > 1 else FACE


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

    def of(self, gun: CarriedWeapon) -> list[ShotDie]:
        return [die for die in self.dice if die.weapon is gun]

    def misses(self, total: int, but: str = "") -> bool:
        """Whether a die and REP come to a miss; `but`: without this tick."""
        return total < min(TARGETS) or any(total in tick.misses for tick in self.ticks if tick.slug != but)

    def is_desperate(self, face: int, rep: int) -> bool:
        """A 6 that only cover stops ("Tir désespéré")."""
        return face == SIDES and self.misses(face + rep) and not self.misses(face + rep, "cover")

    def hits(self, die: ShotDie, rep: int) -> Spread:
        """Whether a die hits, with its desperate die (ruling cr-66)."""

        def of_face(face: Counts) -> Spread:
            hit = not self.misses(face[0] + rep)
            return passes_die(rep) if not hit and self.is_desperate(face[0], rep) else chances.certain((int(hit),))

        return chances.then(die.spread, of_face)

    def hit_chance(self, rep: int) -> Fraction:
        """Of its first die."""
        return chances.chance(self.hits(self.dice[0], rep), lambda hit: hit[0] > 0)

    def spread(self, rep: int) -> Spread:
        """What becomes of the target, exactly."""
        spread = chances.certain(self.victim.start)
        for die in self.dice:
            spread = chances.then(spread, partial(self.after, die, self.hits(die, rep)))
        return spread

    def after(self, die: ShotDie, hits: Spread, state: Counts) -> Spread:
        hurt = self.victim.hit(state, die.weapon.impact)
        return chances.then(hits, lambda hit: hurt if hit[0] else chances.certain(state))

    def likely(self, rep: int) -> Fraction:
        """How likely it is hurt, or hit by what bursts."""
        if self.dice and self.dice[0].weapon.blast:
            return self.hit_chance(rep)
        return chances.chance(self.spread(rep), lambda state: state[0] > 0)


class Shot(FigureRoll):
    """A shot as it is chosen so far."""

    landed = False  # what bursts has hit

    # --- what is asked ---------------------------------------------------------------------------------------------

    def ask(self) -> Attempt | None:
        self.cite = str(self.catalogue.tables["shooting"].cite)
        if not self.figure.guns:
            return self.stopped(_("This figure can’t shoot."), self.cite)
        self.loaded = [gun for gun in self.figure.guns if not (gun.empty and self.figure.marked(gun.empty))]
        if not self.loaded:
            return self.stopped(_("Empty: it must be loaded again first."), self.cite)
        self.guns = [*self.chosen_guns()]
        self.kind = self.form.choice("kind", _("Shot"), SHOTS)
        self.own = [*self.ticks_of("shooter", self.figure, ""), *([self.play.ticks[REFLEX]] * (self.kind == REFLEX))]
        self.on_rep = [*self.rep_modifiers()]
        self.aims = [*self.aimed()]
        if not self.aims:
            return self.stopped(_("Nobody to shoot at."), self.cite)
        if bar := self.bar():
            return Attempt(self.form.fields, notes=[*bar, *self.notes()])
        need = max(1, min(TARGETS) - self.rep)
        self.dice = f"{sum(die.faces for aim in self.aims for die in aim.dice)}D6"
        self.against = f"{need}+" if need <= SIDES else "–"
        return None

    def bar(self) -> list[Reason]:
        """Why there is no such shot: out of reach, where the table measured, or one that may not shoot."""
        label = _("Distance in inches, 0: not measured")
        inches = self.form.number("inches", label, 0, 0, MOST_INCHES, folded=True)
        bars, limit = [], sight_of(self.battle, self.catalogue)
        reach = min(gun.range or 0 for gun in self.guns)
        if inches > (reach if limit is None else min(reach, limit)):
            bars.append(Reason(f"{inches}″", _("out of reach or sight"), self.cite))
        if self.figure.marked("no-shot") and self.kind == ACTIVE:
            words = _("May not shoot: fast move without a pass, or a weapon loaded again.")
            bars.append(Reason("", words, self.cite))
        return bars

    def chosen_guns(self) -> Iterator[CarriedWeapon]:
        """One, or two at once; what bursts is shot alone, for its hit has a disc."""
        guns = {gun.key: gun for gun in self.loaded}
        first = guns[self.form.choice("weapon", _("Weapon"), [Choice(key, gun.name) for key, gun in guns.items()])]
        yield first
        others = [gun for gun in guns.values() if gun is not first and not gun.blast and not first.blast]
        if others:
            options = [Choice(NOBODY, _("none")), *(Choice(gun.key, gun.name) for gun in others)]
            second = self.form.choice("second", _("Second weapon"), options, folded=True)
            yield from (gun for gun in others if gun.key == second)

    def ticks_of(self, of: str, figure: Figure, suffix: str) -> Iterator[Tick]:
        """What is so of the shooter or of a target, each asked, as the marks say until somebody says otherwise."""
        for tick in (tick for tick in self.play.ticks.values() if tick.of == of):
            label = Message(_("{target}: {effects}"), {"target": figure.name, "effects": (tick.text,)})
            usual = bool(tick.usual and figure.marked(tick.usual))
            is_so = self.form.either(f"{tick.slug}{suffix}", label, _("no"), _("yes"), usual)
            if is_so and tick.but not in self.figure.attributes:
                yield tick

    def rep_modifiers(self) -> Iterator[Modifier]:
        """What is added to REP: shooting back, a reflex, two weapons, a casualty (ruling cr-32), the table."""
        facts = {self.kind: 1, "two-weapons": int(len(self.guns) > 1), "carries": self.figure.marked("carries")}
        yield from self.circumstances(facts).modifiers("shot")
        yield from self.form.free_modifier(of_figure=True)

    def aimed(self) -> Iterator[Aim]:
        """The targets with their dice: the first has those that no other takes."""
        dice = [ShotDie(gun, self.figure.pair(gun)) for gun in self.guns for _die in range(gun.dice)]
        paths = [*self.targets(len(dice))]
        shares = self.shares(len(dice), len(paths))
        for number, path in enumerate(paths):
            suffix = f"{number + 1}" if number else ""
            figure, start = self.figure.other(path), sum(shares[:number])
            order = [self.play.ticks[slug] for slug in ("second", "third")[: min(number, 2)]]
            ticks = [*self.own, *self.ticks_of("target", figure, suffix), *order]
            victim = Victim(figure, True, self.unlucky_of(path, suffix))
            yield Aim(victim, dice[start : start + shares[number]], ticks, suffix)

    def targets(self, dice: int) -> Iterator[str]:
        """As many as there are dice: others within rate inches of the first ("Tirer sur plusieurs cibles")."""
        left = enemies(self.battle, self.figure.path)
        for number in range(min(dice, len(left))):
            label = Message(_("Target {number}"), {"number": number + 1})
            options = self.choices(left, _("none") if number else "")
            name = f"target{number + 1 if number else ''}"
            if (path := self.form.choice(name, label, options, folded=number > 0)) == NOBODY:
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
        figures = (self.figure.other(other) for other in self.battle.units_by_path if other != path)
        unlucky = [near.path for near in figures if UNLUCKY in near.attributes and is_in(self.battle, near.path)]
        if not unlucky:
            return None
        options = self.choices(unlucky, _("nobody"))
        chosen = self.form.choice(f"unlucky{suffix}", _("Unlucky figure within 3″"), options, folded=True)
        return None if chosen == NOBODY else self.figure.other(chosen)

    # --- dice ------------------------------------------------------------------------------------------------------

    @property
    def rep(self) -> int:
        return self.figure.rep + sum(change.figure for change in self.on_rep)

    @property
    def bursts(self) -> bool:
        return any(gun.blast for gun in self.guns)

    def parts(self) -> Iterator[Part]:
        """Each with the chance that its target is hurt without it; what is added to REP: the first target."""
        for gun in self.guns:
            faces = sum(die.faces for aim in self.aims for die in aim.of(gun))
            yield Reason(f"{faces}D6", gun.name.followed_by(f" (≤ {gun.range}″)"), self.cite), None
        yield Reason(f"REP {self.figure.rep}", self.figure.name), None
        for change in self.on_rep:
            yield change.reason(), partial(self.worth, self.aims[0], self.aims[0], self.rep - change.figure)
        for aim in self.aims:
            for tick in aim.ticks:
                words = beside(aim.figure.name, tick.text)
                without = replace(aim, ticks=[other for other in aim.ticks if other is not tick])
                reason = Reason(" ".join(f"✗{total}" for total in tick.misses), words, tick.cite)
                yield reason, partial(self.worth, aim, without, self.rep)

    def worth(self, aim: Aim, without: Aim, rep: int) -> Fraction:
        """How much likelier its target is hurt than where it is shot at so at this REP."""
        return aim.likely(self.rep) - without.likely(rep)

    def notes(self) -> Iterator[Reason]:
        rulings = self.catalogue.rulings
        if self.kind == REFLEX and self.rep + SIDES < max(TARGETS):
            yield Reason("", _("A reflex shot can’t hit below REP 5."), str(rulings["cr-52"].cite))
        if len(self.aims) > 1:
            words = _("The other targets: within {inches}″ of the first")
            inches, rule = max(gun.dice for gun in self.guns), self.catalogue.special_rules["plusieurs-cibles"]
            yield Reason("", Message(words, {"inches": inches}), str(rule.cite))
        for slug in dict.fromkeys(tick.ruling for aim in self.aims for tick in aim.ticks if tick.ruling):
            yield Reason("", rulings[slug].text, str(rulings[slug].cite))
        yield from sight_note(self.battle, self.catalogue)

    def chances(self) -> Iterator[Chance]:
        for number, aim in enumerate(self.aims):
            if self.bursts:
                likely = aim.hit_chance(self.rep)
                yield Chance(beside(aim.figure.name, HIT), likely, number)
                yield Chance(beside(aim.figure.name, MISS), 1 - likely, number)
            else:
                yield from aim.victim.chances(aim.spread(self.rep), number)
        for gun in (gun for gun in self.guns if gun.empty):
            faces = sum(die.faces for aim in self.aims for die in aim.of(gun))
            ones = chances.times(chances.die(lambda face: (int(face == 1),)), faces)
            yield Chance(beside(gun.name, EMPTY), chances.chance(ones, lambda counts: counts[0] > 1), None)

    # --- what dice say ---------------------------------------------------------------------------------------------

    def read(self, dice: Dice) -> Outcome:
        """All dice of the shot, then for each target the desperate ones and those of its hits."""
        thrown = [[(die, dice.several(die.faces)) for die in aim.dice] for aim in self.aims]
        hits = Hits(dice)
        for aim, faces in zip(self.aims, thrown, strict=True):
            self.read_aim(aim, faces, hits)
        pairs = [pair for faces in thrown for pair in faces]
        ones = {gun.key: sum(faces.count(1) for die, faces in pairs if die.weapon is gun) for gun in self.guns}
        empty = [gun for gun in self.guns if gun.empty and ones[gun.key] > 1]  # those of a crack shot all count (cr-50)
        marks = [*self.marks(), *(mark for gun in empty for mark in self.figure.mark(gun.empty))]
        return self.outcome(hits, [beside(gun.name, EMPTY) for gun in empty], marks)

    def read_aim(self, aim: Aim, thrown: Sequence[tuple[ShotDie, tuple[int, ...]]], hits: Hits) -> None:
        landed = []
        for die, faces in thrown:
            hit = not aim.misses(max(faces) + self.rep)
            if not hit and aim.is_desperate(max(faces), self.rep):
                desperate, row = hits.dice.d(), self.catalogue.tables["tests"].rows["tir-desespere"]
                hit = desperate <= good_faces(self.rep)
                hits.line(aim.figure, desperate, row.name, row.cite)
            landed += [die] * hit
        shown = dice_words([face for _die, faces in thrown for face in faces])
        hits.line(aim.figure, shown, HIT if landed else MISS, self.cite)
        hits.begin(aim.victim)
        self.landed = bool(landed) and self.bursts
        for die in () if self.bursts else landed:
            hits.hit(aim.victim, die.weapon.impact)

    def marks(self) -> Iterator[Mark]:
        """Those of whoever shot: what was due is done, it is activated, a firearm makes a noise."""
        yield from chain.unlink(self.battle, self.figure.path)
        if self.kind == ACTIVE:
            yield from self.figure.mark(ACTIVATED)
        if any(gun.noise for gun in self.guns):
            yield from noise(self.battle)

    def outcome(self, hits: Hits, words: list[Text], marks: list[Mark]) -> Outcome:
        """What a launcher hits bursts on its target (ruling cr-58); bullets have done what they do."""
        if self.landed:
            query = f"weapon={self.guns[0].key}&target={self.aims[0].figure.path}"
            done = [mark for mark in marks if mark.verb != SAY]
            return blast_next(self.figure, query, hits.lines, done)
        outgunned = {aim.figure.path: self.outguns(aim.figure) for aim in self.aims}
        return Aftermath(self.figure, outgunned, "still" if self.kind == ACTIVE else "").outcome(hits, words, marks)

    def outguns(self, target: Figure) -> bool:
        """By the highest class of the weapons used ("Peut-on tirer avec plusieurs armes ?")."""
        always = any(change.outgunned for _row, change in target.changes(SHOT_AT))
        highest = max(gun.rate or 0 for gun in self.guns)
        return self.bursts or always or (highest > target.weapon_class and not target.blasts)


def noise(battle: Battle) -> Iterator[Mark]:
    """What a firearm or a blast marks where noises are counted."""
    if NOISE in battle.markers_by_path:
        yield Mark.add(NOISE)


def blast_next(figure: Figure, query: str, lines: Sequence[Reason], marks: Sequence[Mark], cite: str = "") -> Outcome:
    """What leads on to who is under the disc; `query`: what the next form begins with."""
    link = [*chain.link(figure.battle, figure.path, f"blast?{query}")]
    proposals = [Proposal(_("Marks, and who is under the disc"), [*marks, *link], cite)]
    return Outcome(lines, proposals, [(chain.linked("blast", figure.path, query), _("Who is under the disc"))])


def may_shoot(battle: Battle, path: str) -> bool:
    """Whether a figure may shoot: with what is not a melee weapon; dogs and zombies use none."""
    return can_act(battle, path) and shoots_at_all(battle, path)


SHOT_ACTIONS = {"shoot": figure_action(_("Shoot"), "crosshair", Shot.attempted, may_shoot)}
