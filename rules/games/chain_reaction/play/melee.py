"""A melee of two figures: passes compared, and what the winner's weapon does ("Corps à corps")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.odds import good_faces
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.facts import OWN
from rules.games.chain_reaction.play.figure_roll import NOBODY, FigureRoll, Part, figure_action, passes_die
from rules.games.chain_reaction.play.figures import (
    BLADES,
    CAPTURED,
    DEAD,
    GRENADE,
    ONE_HAND,
    STUNNED,
    TWO_HANDS,
    CarriedWeapon,
    Figure,
    can_act,
    enemies,
    is_in,
)
from rules.games.chain_reaction.play.wounds import DEAD as KILLED
from rules.games.chain_reaction.play.wounds import FATES, OUT, UNHARMED, Aftermath, Hits, State, Victim, settled, wounds
from rules.play import chances
from rules.play.actions import Attempt, Chance, Choice, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, Battle
from rules.play.chances import Counts, Spread
from rules.play.dice import Dice
from rules.play.entries import Modifier, each_left_out
from rules.play.form import ActionForm
from rules.play.rolls import beside
from rules.text import Message, _

DICE, UNARMED = 2, NOBODY
MOST_MORE = 2  # passes more than the other's: further ones count as two (ruling cr-25)
UNHURT = chances.certain((UNHARMED,))
CASUALTY = "keeps"  # the field of a Star that fights with a casualty on its back


@dataclass(frozen=True)
class Fighter:
    """A figure in a melee: the impact of what it fights with, and what changes its dice and its REP."""

    figure: Figure
    impact: int
    modifiers: Sequence[Modifier]
    keeps: bool = False

    @property
    def number(self) -> int:
        return max(0, DICE + sum(change.dice for change in self.modifiers))

    @property
    def rep(self) -> int:
        return self.figure.rep + sum(change.figure for change in self.modifiers)

    def passes(self, thrown: Sequence[int]) -> int:
        """All of them: only how many more than the other's has a limit."""
        return sum(face <= good_faces(self.rep) for face in thrown)

    @property
    def spread(self) -> Spread:
        return chances.times(passes_die(self.rep), self.number)

    def more(self, other: "Fighter") -> Spread:
        """By how many passes it beats another: 0 where it does not, 2 at the most."""
        spread = chances.beside(self.spread, other.spread)
        return chances.mapped(spread, lambda counts: (max(0, min(MOST_MORE, counts[0] - counts[1])),))

    def wins(self, other: "Fighter") -> Fraction:
        return chances.chance(self.more(other), lambda more: more[0] > 0)

    def finish(self, face: int) -> int:
        """With two passes more: dead on the impact or less, else out of action."""
        return KILLED if face <= self.impact else OUT

    def fates(self, more: Counts) -> Spread:
        """What so many passes more do to the other."""
        return [UNHURT, wounds(self.impact), chances.die(lambda face: (self.finish(face),))][more[0]]


def after_fate(state: State, fate: Counts) -> State:
    return settled(state, fate[0])


def melee_weapons(figure: Figure) -> Iterator[CarriedWeapon]:
    """Its weapons with their impact in melee: a firearm is an improvised weapon (ruling cr-49), a grenade is none."""
    rows = figure.catalogue.tables[f"weapons-{GENERIC}"].rows
    for weapon in (weapon for weapon in figure.weapons if weapon.slug != GRENADE):
        hands = ONE_HAND if weapon.slug in figure.play.one_handed else TWO_HANDS
        yield replace(weapon, impact=rows[hands].figures["impact"]) if weapon.noise else weapon


def attribute_dice(figure: Figure) -> Iterator[Modifier]:
    rows = map(figure.attribute, dict.fromkeys(figure.attributes))
    return (Modifier.of(row, row.figures["melee_dice"]) for row in rows if row.figures.get("melee_dice"))


class Melee(FigureRoll):
    """A melee as it is chosen so far."""

    def ask(self) -> Attempt | None:
        foes, cite = enemies(self.battle, self.figure.path), str(self.catalogue.tables["melee"].cite)
        if not foes:
            return self.stopped(_("Nobody to fight."), cite)
        foe = self.figure.other(self.form.choice("foe", _("Opponent"), self.choices(foes)))
        own, theirs = self.fighter(self.figure, ""), self.fighter(foe, "foe-")
        own = replace(own, modifiers=[*own.modifiers, *self.form.free_modifier()])
        self.sides, self.cite = (own, theirs), cite
        self.dice = f"{own.number}D6 + {theirs.number}D6"
        return None

    def fighter(self, figure: Figure, prefix: str) -> Fighter:
        """What a figure of a melee is asked, as its marks say until somebody says otherwise."""
        weapon = self.weapon(figure, prefix)
        marks = ("carries", "unready")
        facts = dict.fromkeys(figure.attributes, 1) | {key: figure.marked(key) for key in marks}
        facts |= {"star": int(figure.is_star), "blade": 0, "knifelike": 0}
        if weapon:  # only some periods list knives: of an improvised weapon and one of the players' own, they say
            facts |= {"blade": int(weapon.slug in BLADES), "knifelike": int(weapon.slug in (ONE_HAND, OWN))}
        conditions = [*self.circumstances(facts, figure, prefix).modifiers("melee")]
        keeps = bool(facts.get(CASUALTY))
        return Fighter(figure, weapon.impact if weapon else 0, [*attribute_dice(figure), *conditions], keeps)

    def weapon(self, figure: Figure, prefix: str) -> CarriedWeapon | None:
        weapons = {weapon.key: weapon for weapon in melee_weapons(figure)}
        best = max(weapons.values(), key=lambda weapon: weapon.impact, default=None)
        options = [*(Choice(key, weapon.name) for key, weapon in weapons.items()), Choice(UNARMED, _("unarmed"))]
        label = Message(_("Weapon of {name}"), {"name": figure.name})
        return weapons.get(
            self.form.choice(f"{prefix}weapon", label, options, best.key if best else UNARMED, folded=True)
        )

    def parts(self) -> Iterator[Part]:
        own, theirs = self.sides
        for side in self.sides:
            name = side.figure.name
            yield Reason(f"{DICE}D6", name, self.cite), None
            yield Reason(f"REP {side.figure.rep}", name), None
            for change, others in each_left_out(side.modifiers):
                without = replace(side, modifiers=others)
                pair = (without, theirs) if side is own else (own, without)
                yield change.reason(name), partial(self.worth, *pair)

    def worth(self, own: Fighter, theirs: Fighter) -> Fraction:
        """How much likelier who acts wins than so."""
        return Fighter.wins(*self.sides) - own.wins(theirs)

    def chances(self) -> Iterator[Chance]:
        """What becomes of each of the two; the other stays as it was."""
        for number, (winner, loser) in enumerate((self.sides, self.sides[::-1])):
            victim = Victim(loser.figure)
            fate = chances.then(winner.more(loser), winner.fates)
            state = chances.mapped(fate, partial(after_fate, victim.start))
            yield from victim.chances(state, number)

    def read(self, dice: Dice) -> Outcome:
        own, theirs = self.sides
        hits, passed = Hits(dice), []
        for side, faces in [(side, dice.several(side.number)) for side in self.sides]:
            passed.append(side.passes(faces))
            words = Message(_("{name}, passes: {number}"), {"name": side.figure.name, "number": passed[-1]})
            hits.lines.append(Reason(beside(faces), words, self.cite))
        winner, loser = (own, theirs) if passed[0] >= passed[1] else (theirs, own)
        more = min(MOST_MORE, abs(passed[0] - passed[1]))
        victim = Victim(loser.figure)
        hits.begin(victim)
        if more == 1:
            hits.hit(victim, winner.impact)
        elif more:
            face = dice.d()
            fate = winner.finish(face)
            hits.line(loser.figure, face, self.play.effects[FATES[fate]].text, self.cite)
            hits.settle(loser.figure, fate)
        return self.outcome(hits, winner, victim)

    def outcome(self, hits: Hits, winner: Fighter, victim: Victim) -> Outcome:
        """It goes on in the next turn until one is down (ruling cr-63); a first turn at REP -1 is over."""
        fell = hits.states[victim.figure.path][0] > victim.start[0]
        marks = [*chain.unlink(self.battle, self.figure.path), *self.figure.mark(ACTIVATED)]
        for side in self.sides:
            after = {"unready": 0, "melee": int(not fell), "charging": 0} | ({} if side.keeps else {"carries": 0})
            for key, value in after.items():
                marks += side.figure.mark(key, value)
        return Aftermath(winner.figure, tests=False).outcome(hits, [], marks)


# --- without dice ----------------------------------------------------------------------------------------------------


def finish_off(figure: Figure, form: ActionForm) -> Attempt:
    """Who is active and in contact kills or captures somebody stunned, without a test."""
    battle, cite = figure.battle, str(figure.catalogue.tables["wounds"].cite)
    options = [Choice(path, battle.called(path)) for path in stunned_enemies(battle, figure.path)]
    if not options:
        return Attempt((), notes=[Reason("", _("No enemy is stunned."), cite)])
    foe, done = figure.other(form.choice("foe", _("Stunned, in contact"), options)), [*figure.mark(ACTIVATED)]
    fates = {
        _("{name}: killed"): [*foe.mark(DEAD), *foe.mark(STUNNED, 0), *figure.mark("took-somebody-out")],
        _("{name}: captured"): [*foe.mark(CAPTURED)],
    }
    proposals = [Proposal(Message(words, {"name": foe.name}), [*made, *done], cite) for words, made in fates.items()]
    return Attempt(form.fields, proposals=proposals)


def break_off(figure: Figure, form: ActionForm) -> Attempt:
    """Back an inch at least; who breaks off tests enemy in sight at once (ruling cr-63)."""
    battle, tests = figure.battle, figure.takes("ennemi-en-vue")
    foes = [path for path in enemies(battle, figure.path) if battle.number(f"{path}/melee")]
    options = [Choice(path, battle.called(path)) for path in foes]
    foe = figure.other(form.choice("foe", _("Opponent"), options)) if options else figure
    marks = [*figure.mark("melee", 0), *(foe.mark("melee", 0) if foe != figure else ())]
    marks += chain.link(battle, figure.path, "in-sight") if tests else ()
    text = Message(_("{name}: breaks off, at least 1″ back"), {"name": figure.name})
    cite = str(figure.catalogue.tables["melee"].cite)
    return Attempt(form.fields, proposals=[Proposal(text, marks, cite)])


def stunned_enemies(battle: Battle, path: str) -> list[str]:
    return [foe for foe in enemies(battle, path) if battle.number(f"{foe}/{STUNNED}")]


def is_fighting(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and bool(battle.number(f"{path}/melee"))


def may_finish(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and bool(stunned_enemies(battle, path))


MELEE_ACTIONS = {
    "melee": figure_action(_("Melee"), "crossed-swords", Melee.attempted, is_in),
    "finish": figure_action(_("Kill or capture"), "handcuffed", finish_off, may_finish),
    "break-off": figure_action(_("Break off"), "footsteps", break_off, is_fighting),
}
