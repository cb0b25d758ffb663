"""A melee of two figures: passes compared, and what the winner's weapon does ("Corps à corps")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.odds import SIDES, good_faces
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.facts import OWN
from rules.games.chain_reaction.play.figures import (
    BLADES,
    CAPTURED,
    DEAD,
    GRENADE,
    KNIFE,
    ONE_HAND,
    STUNNED,
    TWO_HANDS,
    CarriedWeapon,
    Figure,
    can_act,
    enemies,
    is_in,
)
from rules.games.chain_reaction.play.reactions import KINDS
from rules.games.chain_reaction.play.wounds import DEAD as KILLED
from rules.games.chain_reaction.play.wounds import OUT, Aftermath, Hits, Victim, settled, wound_chances
from rules.play import chances
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, Battle
from rules.play.dice import Dice
from rules.play.dice_book import modifier
from rules.play.entries import Modifier, each_left_out
from rules.play.form import ActionForm
from rules.text import Message, _

DICE, UNARMED = 2, "-"
MOST_MORE = 2  # passes more than the other's: further ones count as two (ruling cr-25)


@dataclass(frozen=True)
class Fighter:
    """A figure in a melee: what it fights with, its dice, what is added to its REP."""

    figure: Figure
    impact: int
    dice: Sequence[Modifier]
    on_rep: Sequence[Modifier]

    @property
    def number(self) -> int:
        return max(0, DICE + sum(change.dice for change in self.dice))

    @property
    def rep(self) -> int:
        return self.figure.rep + sum(change.figure for change in self.on_rep)

    def passes(self, thrown: Sequence[int]) -> int:
        """All of them: only how many more than the other's has a limit."""
        return sum(face <= good_faces(self.rep) for face in thrown)

    def spread(self) -> chances.Spread:
        return chances.times(chances.die(lambda face: (int(face <= good_faces(self.rep)),)), self.number)

    @property
    def without_each(self) -> "Iterator[tuple[Modifier, Fighter]]":
        for change, others in each_left_out(self.dice):
            yield change, replace(self, dice=others)
        for change, others in each_left_out(self.on_rep):
            yield change, replace(self, on_rep=others)


def fighter(figure: Figure, form: ActionForm, prefix: str) -> Fighter:
    """What a figure of a melee is asked, as its marks say until somebody says otherwise."""
    weapon = chosen_weapon(figure, form, prefix)
    dice = [*attribute_dice(figure, weapon, form, prefix), *casualty(figure, form, prefix)]
    label = Message(_("{name}: first turn at REP −1"), {"name": figure.name})
    unready = form.either(f"{prefix}unready", label, _("no"), _("yes"), bool(figure.marked("unready")))
    on_rep = [modifier(figure.catalogue, "unready")] if unready else []
    return Fighter(figure, weapon.impact if weapon else 0, dice, on_rep)


def melee_weapons(figure: Figure) -> list[CarriedWeapon]:
    """Its weapons with their impact in melee: a firearm is an improvised weapon (ruling cr-49), a grenade is none."""
    rows = figure.catalogue.tables[f"weapons-{GENERIC}"].rows
    weapons = []
    for weapon in (weapon for weapon in figure.weapons if weapon.slug != GRENADE):
        hands = ONE_HAND if weapon.slug in figure.play.one_handed else TWO_HANDS
        impact = rows[hands].figures["impact"] if weapon.noise else weapon.impact
        weapons.append(replace(weapon, impact=impact))
    return weapons


def chosen_weapon(figure: Figure, form: ActionForm, prefix: str) -> CarriedWeapon | None:
    weapons = melee_weapons(figure)
    best = max(weapons, key=lambda weapon: weapon.impact, default=None)
    options = [*(Choice(weapon.key, weapon.name) for weapon in weapons), Choice(UNARMED, _("unarmed"))]
    label = Message(_("Weapon of {name}"), {"name": figure.name})
    key = form.choice(f"{prefix}weapon", label, options, best.key if best else UNARMED, folded=True)
    return next((weapon for weapon in weapons if weapon.key == key), None)


def attribute_dice(figure: Figure, weapon: CarriedWeapon | None, form: ActionForm, prefix: str) -> Iterator[Modifier]:
    for slug in dict.fromkeys(figure.attributes):
        row = figure.attribute(slug)
        if dice := row.figures.get("melee_dice"):
            yield Modifier.of(row, dice)
    if KNIFE in figure.attributes and weapon and has_knife(figure, weapon, form, prefix):
        yield modifier(figure.catalogue, "knife")


def has_knife(figure: Figure, weapon: CarriedWeapon, form: ActionForm, prefix: str) -> bool:
    """Only some periods list knives: of an improvised weapon and one of the players' own, they say."""
    label = Message(_("{name}: fights with a knife"), {"name": figure.name})
    if weapon.slug in BLADES or weapon.slug not in (ONE_HAND, OWN):
        return weapon.slug in BLADES
    return form.either(f"{prefix}knife", label, _("no"), _("yes"), False)


def casualty(figure: Figure, form: ActionForm, prefix: str) -> Iterator[Modifier]:
    """A Star may fight with a casualty on its back; all others set it down when charged."""
    if figure.is_star and figure.marked("carries") and form.flag(f"{prefix}keeps", _("Keeps the casualty on its back")):
        yield modifier(figure.catalogue, "casualty")


class Melee:
    """A melee as it is chosen so far."""

    def __init__(self, acting: Figure, form: ActionForm) -> None:
        self.acting, self.form = acting, form

    def attempt(self) -> Attempt:
        battle, path = self.acting.battle, self.acting.path
        foes = enemies(battle, path)
        cite = str(self.acting.catalogue.tables["melee"].cite)
        if not foes:
            return Attempt((), notes=[Reason("", _("Nobody to fight."), cite)])
        options = [Choice(foe, battle.called(foe)) for foe in foes]
        foe = replace(self.acting, path=self.form.choice("foe", _("Opponent"), options))
        own, theirs = fighter(self.acting, self.form, ""), fighter(foe, self.form, "foe-")
        own = replace(own, dice=[*own.dice, *self.form.free_modifier()])
        self.sides = own, theirs
        dice = f"{own.number}D6 + {theirs.number}D6"
        likely = [*self.chances()]
        return Attempt(
            self.form.fields,
            dice,
            "",
            [*self.reasons(cite)],
            (),
            likely,
            self.read,
            valued=lambda: [*self.valued(cite)],
        )

    def reasons(self, cite: str) -> Iterator[Reason]:
        for side in self.sides:
            name = side.figure.name
            yield Reason(f"{DICE}D6", name, cite)
            yield Reason(f"REP {side.figure.rep}", name)
            yield from (change.reason(name) for change in (*side.dice, *side.on_rep))

    def valued(self, cite: str) -> Iterator[Reason]:
        """Each with what it changes of the chance that who acts wins."""
        own, theirs = self.sides
        whole = won(own, theirs)
        for change, without in own.without_each:
            yield replace(change.reason(own.figure.name), worth=whole - won(without, theirs))
        for change, without in theirs.without_each:
            yield replace(change.reason(theirs.figure.name), worth=whole - won(own, without))

    def chances(self) -> Iterator[Chance]:
        """What becomes of each of the two; the other stays as it was."""
        for number, (winner, loser) in enumerate((self.sides, self.sides[::-1])):
            victim = Victim(loser.figure)
            sums = {victim.start: Fraction(1)}
            for more, fates in ((1, wound_chances(winner.impact)), (2, finish_chances(winner.impact))):
                likely = by_more(winner, loser, more)
                sums[victim.start] -= likely
                for fate, part in fates.items():
                    state = settled(victim.start, fate)
                    sums[state] = sums.get(state, Fraction(0)) + likely * part
            yield from victim.chances(sums, number)

    def read(self, dice: Dice) -> Outcome:
        own, theirs = self.sides
        thrown = [(side, dice.several(side.number)) for side in self.sides]
        passes = [side.passes(faces) for side, faces in thrown]
        hits = Hits(dice)
        cite = self.acting.catalogue.tables["melee"].cite
        for (side, faces), number in zip(thrown, passes, strict=True):
            words = Message(_("{name}, passes: {number}"), {"name": side.figure.name, "number": number})
            hits.lines.append(Reason(" ".join(map(str, faces)), words, str(cite)))
        winner, loser = (own, theirs) if passes[0] >= passes[1] else (theirs, own)
        more = min(MOST_MORE, abs(passes[0] - passes[1]))
        victim = Victim(loser.figure)
        hits.states[loser.figure.path] = victim.start
        if more == 1:
            hits.hit(victim, winner.impact)
        elif more:
            hits.wound(victim, finish(hits, winner, loser.figure))
        return self.outcome(hits, winner, victim)

    def outcome(self, hits: Hits, winner: Fighter, victim: Victim) -> Outcome:
        """It goes on in the next turn until one is down (ruling cr-63); a first turn at REP -1 is over."""
        fell = hits.states[victim.figure.path][0] > victim.start[0]
        marks = [*chain.unlink(self.acting.battle, self.acting.path), *self.acting.set(ACTIVATED)]
        for side in self.sides:
            marks += [*side.figure.set("unready", 0), *side.figure.set("melee", int(not fell))]
            marks += side.figure.set("charging", 0)
            if not any(change.text == modifier(side.figure.catalogue, "casualty").text for change in side.dice):
                marks += side.figure.set("carries", 0)
        return Aftermath(winner.figure, tests=False).outcome(hits, {victim.figure.path: victim}, [], marks)


def finish(hits: Hits, winner: Fighter, loser: Figure) -> int:
    """Two passes more: dead on the impact or less, else out of action."""
    face = hits.dice.d()
    fate = KILLED if face <= winner.impact else OUT
    effect = loser.play.effects[DEAD if fate == KILLED else "out"]
    hits.line(loser, face, effect.text, loser.catalogue.tables["melee"].cite)
    return fate


def finish_chances(impact: int) -> dict[int, Fraction]:
    dead = Fraction(min(impact, SIDES), SIDES)
    return {KILLED: dead, OUT: 1 - dead}


def by_more(winner: Fighter, loser: Fighter, more: int) -> Fraction:
    """How likely one has so many passes more than the other; two or more where that is the most."""
    both = chances.beside(winner.spread(), loser.spread())
    return chances.chance(both, lambda counts: min(MOST_MORE, counts[0] - counts[1]) == more)


def won(own: Fighter, theirs: Fighter) -> Fraction:
    return by_more(own, theirs, 1) + by_more(own, theirs, 2)


def fight(acting: ActingUnit, form: ActionForm) -> Attempt:
    return Melee(Figure(acting.battle, acting.catalogue, acting.path), form).attempt()


# --- without dice ----------------------------------------------------------------------------------------------------


def finish_off(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Who is active and in contact kills or captures somebody stunned, without a test."""
    battle = acting.battle
    figure = Figure(battle, acting.catalogue, acting.path)
    stunned = [path for path in enemies(battle, acting.path) if battle.number(f"{path}/{STUNNED}")]
    cite = str(acting.catalogue.tables["wounds"].cite)
    if not stunned:
        return Attempt((), notes=[Reason("", _("No enemy is stunned."), cite)])
    path = form.choice("foe", _("Stunned, in contact"), [Choice(path, battle.called(path)) for path in stunned])
    foe = replace(figure, path=path)
    kill = Message(_("{name}: killed"), {"name": foe.name})
    capture = Message(_("{name}: captured"), {"name": foe.name})
    done = [*figure.set(ACTIVATED)]
    proposals = [
        Proposal(kill, [*foe.set(DEAD), *foe.set(STUNNED, 0), *figure.set("took-somebody-out"), *done], cite),
        Proposal(capture, [*foe.set(CAPTURED), *done], cite),
    ]
    return Attempt(form.fields, proposals=proposals)


def break_off(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """Back an inch at least; who breaks off tests enemy in sight at once (ruling cr-63)."""
    figure = Figure(acting.battle, acting.catalogue, acting.path)
    cite = str(acting.catalogue.tables["melee"].cite)
    marks = [*figure.set("melee", 0)]
    if figure.takes("ennemi-en-vue"):
        marks += chain.link(acting.battle, acting.path, "in-sight")
    text = Message(_("{name}: breaks off, at least 1″ back"), {"name": figure.name})
    return Attempt((), proposals=[Proposal(text, marks, cite)])


def is_fighting(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and bool(battle.number(f"{path}/melee"))


def may_finish(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and any(battle.number(f"{foe}/{STUNNED}") for foe in enemies(battle, path))


MELEE_ACTIONS = {
    "melee": Action(_("Melee"), unit_action(*KINDS)(fight), "crossed-swords", KINDS, is_in),
    "finish": Action(_("Kill or capture"), unit_action(*KINDS)(finish_off), "handcuffed", KINDS, may_finish),
    "break-off": Action(_("Break off"), unit_action(*KINDS)(break_off), "footsteps", KINDS, is_fighting),
}
