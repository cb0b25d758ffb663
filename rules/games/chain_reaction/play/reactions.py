"""The tests of "Gestion des tests", of cars, mortars and grenades: their dice, exact chances, what follows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from rules.games.chain_reaction.analysis import ZOMBIE
from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.odds import good_faces, passes
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.book import Branch, Test
from rules.games.chain_reaction.play.figure_roll import NOBODY, FigureRoll, figure_action
from rules.games.chain_reaction.play.figures import (
    CHARACTER,
    GRENADE,
    LUCKY,
    THROWER,
    TOUGH,
    Figure,
    can_act,
    enemies,
    has_attribute,
    rides,
    stunned,
)
from rules.play.actions import Action, Attempt, Choice, Outcome, Proposal, Reason, Words
from rules.play.battle import ACTIVATED, OTHERS, Battle, side_of_path
from rules.play.circumstances import changed
from rules.play.dice import Dice
from rules.play.dice_book import modifier
from rules.play.entries import Effect, Modifier, befell, each_left_out
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import Reads, Roll, Row, beside
from rules.text import Message, _

BORN_LEADER, BRAVE, COWARDLY = "chef-ne", "courageux", "lache"
SHOT_AT, IN_SIGHT, CHARGE, CHARGED, FOCUS, LEADER_LOST, THROW = (
    "pris-pour-cible",
    "ennemi-en-vue",
    "charge",
    "recevoir-une-charge",
    "focus",
    "perte-du-chef",
    "grenade-throw",
)
FAST, FAST_MOUNTED = "mouvement-rapide", "mouvement-rapide-a-cheval"
FALLS, DIVES, CHARGES, TESTS_AGAIN, CHANCE_TARGET = "falls", "dives", "charges", "tests-again", "chance-target"
FOCUSED, SHOOTS = ("any-target", "nearest", CHANCE_TARGET), "shoot?kind=active"
ROLLED, MOST_TARGETS, TESTS_TELL = "-", 12, ("by", "target")
FELL = -1  # the figure of a double that makes the clumsy fall
MOVES = (Choice("normal", _("normal move")), Choice("fast", _("fast move")), Choice("still", _("standing still")))


@lru_cache(maxsize=64)
def pass_reader(rep: int, most: int = 2, falls: bool = False) -> Reads:
    """How dice are read: as passes against a REP, so many at the most; the clumsy fall on a double of the first two."""

    def reads(thrown: Sequence[int]) -> int:
        return FELL if falls and len({*thrown[:2]}) < len(thrown[:2]) else min(most, passes(rep, thrown))

    return reads


@dataclass(frozen=True)
class PassRoll(Roll):
    """Dice read as passes; `on_rep`: what is added to the REP, `most`, `falls`: what attributes change of passes."""

    rep: int = 0
    on_rep: Sequence[Modifier] = ()
    most: int = 2
    falls: bool = False

    @property
    def total_rep(self) -> int:
        return self.rep + sum(change.figure for change in self.on_rep)

    def fitted(self) -> "PassRoll":
        return replace(self, reads=pass_reader(self.total_rep, self.most, self.falls), shows=beside)

    def without_each(self) -> Iterator[tuple[Reason, Roll]]:
        for change, others in each_left_out(self.on_rep):
            yield change.reason(), replace(self, on_rep=others).fitted()
        yield from super().without_each()


class TestForm(FigureRoll):
    """A test of a figure as it is chosen so far: what is so, its branches, its dice."""

    def __init__(self, figure: Figure, form: ActionForm, slug: str) -> None:
        super().__init__(figure, form)
        self.test: Test = self.play.tests[slug]
        table = self.catalogue.tables[self.test.table]
        self.row: Any = table.rows.get(slug, table)
        self.figures: Mapping[str, Any] = getattr(self.row, "figures", {})
        self.changes = [*figure.changes(slug)]
        self.facts: dict[str, int] = dict.fromkeys(figure.attributes, 1) | {TOUGH: int(figure.has_unused(TOUGH))}
        self.by, self.refuses, self.leader, self.targets, self.purpose = "", False, False, 1, ""

    # --- what is asked ---------------------------------------------------------------------------------------------

    @property
    def needs(self) -> set[str]:
        """The facts that its branches read."""
        rows = [self.play.situations[slug] for branch in self.test.branches for slug in branch.when]
        return {fact for row in rows for fact in (*row.when, *row.unless)}

    def ask_all(self) -> None:
        """Its fields, in the order in which the table knows the answers."""
        needs, form = self.needs, self.form
        if "outgunned" in needs or self.test.slug in (IN_SIGHT, CHARGE):
            self.by = self.chosen_enemy()
        self.facts |= {f"asks-{fact}": 1 for fact in needs} | {key: self.figure.marked(key) for key in ("cover",)}
        self.facts["asks-shelter"] = int(any("sheltered" in branch.when for branch in self.test.branches))
        self.facts["outgunned"] = int(self.is_outgunned())
        self.ask_table("tests")
        self.facts["outgunned"] |= int(self.is_always_outgunned())
        if "fast" in needs:
            usual = "fast" if self.figure.marked("fast") else "normal"
            self.facts[form.choice("move", _("Move"), MOVES, usual)] = 1
        self.ask_table("moving")
        self.refuses = any(change.refuses for _row, change in self.changes) and form.flag("refuses", _("Need not dive"))
        self.leader = self.has_leader_die() and form.flag("leader", _("Leader die, within 4″ of the leader"))
        if self.test.slug == FOCUS:
            self.purpose = form.choice("purpose", _("To"), self.purposes)
            self.targets = form.number("targets", _("Targets seen"), 2, 1, MOST_TARGETS, folded=True)

    @property
    def purposes(self) -> list[Choice]:
        """What a focus is for: a shot, or a charge of whom the game does not play (ruling cr-48)."""
        charges = self.figure.takes(CHARGE)
        return [Choice(SHOOTS, _("shoot")), *([Choice(CHARGE, _("charge"))] if charges else [])]

    def ask_table(self, table: str) -> None:
        """What its branches read, as facts."""
        for _modifier in self.circumstances(self.facts).modifiers(table):
            raise ValueError(table)  # conditions of tests give no dice

    def chosen_enemy(self) -> str:
        """Who shoots, passes, charges, or is charged."""
        paths = enemies(self.battle, self.figure.path)
        if (sent := self.form.sent.get("by", "")) in self.battle.units_by_path and sent not in paths:
            paths.append(sent)  # a friend's blast, or somebody who fell since
        charges = self.test.slug == CHARGE
        name, label = ("target", _("Charges")) if charges else ("by", _("Because of"))
        return self.form.choice(name, label, self.choices(paths, _("nobody chosen"))).removeprefix(NOBODY)

    @property
    def other(self) -> Figure | None:
        return self.figure.other(self.by) if self.by else None

    def is_outgunned(self) -> bool:
        return bool(self.other and self.other.outguns(self.figure)) or self.is_always_outgunned()

    def is_always_outgunned(self) -> bool:
        return any(change.outgunned for _row, change in self.changes)

    def has_leader_die(self) -> bool:
        """Whether the test takes the leader's die: of a side that has one."""
        number = side_of_path(self.figure.path)
        has_leader = number is not None and "leader" in self.battle.sides[number].facts
        return bool(self.figures.get("leader")) and has_leader and not self.is_burdened

    @property
    def is_burdened(self) -> bool:
        """Whether it makes a fast move with a casualty, on its own two dice alone."""
        return self.test.slug in (FAST, FAST_MOUNTED) and self.figure.marked("carries") > 0

    # --- branches --------------------------------------------------------------------------------------------------

    def holds(self, branch: Branch) -> bool:
        return all(self.play.situations[slug].holds(self.facts) for slug in branch.when)

    def effect(self, number: int) -> Effect:
        """What so many passes lead to; who refuses to dive takes the next of the same cell, or stays (cr-66)."""
        held = [branch.effect for branch in self.test.branches if branch.passes == number and self.holds(branch)]
        for slug in held:
            effect = next(changed(self.catalogue, "reactions", self.facts, [self.play.effects[slug]]))
            if not (self.refuses and DIVES in (slug, effect.slug)):
                return effect
        return self.play.effects["stays"]

    @property
    def effects(self) -> dict[int, Effect]:
        """By passes, the most first."""
        numbers = sorted({branch.passes for branch in self.test.branches}, reverse=True)
        return {number: self.effect(number) for number in numbers}

    # --- dice ------------------------------------------------------------------------------------------------------

    @property
    def rep(self) -> int:
        return self.figure.rep

    def roll(self) -> PassRoll:
        rows, falls = [*self.rows()], any(change.falls for _row, change in self.changes)
        if falls:
            rows.append(self.result(FELL, self.play.effects[FALLS]))
        most = min([2, *(change.most for _row, change in self.changes if change.most)])
        own, dice = self.pass_roll(rows, self.test.dice), [*self.modifiers()]
        return replace(own, modifiers=dice, on_rep=[*self.on_rep()], most=most, falls=falls).fitted()

    def pass_roll(self, rows: Sequence[Row], number: int = 2) -> PassRoll:
        return PassRoll(rows, str(self.row.cite), number, rep=self.rep).fitted()

    def rows(self) -> Iterator[Row]:
        for number, effect in self.effects.items():
            row = self.result(number, effect)
            if effect.slug == TESTS_AGAIN:
                again = self.pass_roll([self.result(passed, self.effect(passed)) for passed in (2, 0)])
                row = replace(row, follows=again)
            yield row

    def modifiers(self) -> Iterator[Modifier]:
        for row, change in self.changes:
            if change.dice:
                more = Modifier.of(row, change.dice)
                yield more.ignored(self.catalogue.tables["distances"].rows["blesse"].name) if self.is_burdened else more
            if change.single and self.test.dice > 1:
                yield Modifier.of(row, 1 - self.test.dice)
        if self.leader:
            yield modifier(self.catalogue, "leader")
        yield from self.form.free_modifier()

    def on_rep(self) -> Iterator[Modifier]:
        foes = self.other.changes(self.test.slug) if self.other else ()
        for changes, of_foes in ((self.changes, False), (foes, True)):
            for row, change in changes:
                if change.rep and change.foes == of_foes:
                    yield Modifier(0, row.name, str(row.cite), figure=change.rep)

    # --- what follows ----------------------------------------------------------------------------------------------

    def result(self, number: int, effect: Effect) -> Row:
        return Row(number, effect.text, follows=partial(self.outcome, effect))

    def outcome(self, effect: Effect, dice: Dice) -> Outcome:
        """The marks of an effect, and what is done next."""
        lines = [*self.target_by_chance(dice)] if effect.slug == CHANCE_TARGET else []
        lucky = [*self.lucky()] if dice.dice else []
        return Outcome(lines, [*self.proposals(effect), *lucky], self.onward(effect))

    def proposals(self, effect: Effect) -> Iterator[Proposal]:
        for slug in (effect.slug, *self.play.instead.get(effect.slug, ())):
            made, path = self.play.effects[slug], self.figure.path
            commands = [*made.marks_on(path, self.battle.markers_by_path), *self.marks(made)]
            commands += [*self.links(made)] or [*chain.unlink(self.battle, path)]
            if commands:
                yield Proposal(befell(self.figure.name, [made]), commands, made.cite)

    def marks(self, effect: Effect) -> Iterator[Mark]:
        """Marks beside those of the effect: tough as nails used, the activation over of who was moving and is prone."""
        if effect.slug == "toughs-it-out":
            yield from self.figure.mark(self.figure.once(TOUGH))
        if self.test.slug == SHOT_AT and Mark.set("prone") in effect.marks and not self.facts.get("still"):
            yield from self.figure.mark(ACTIVATED)
        if self.test.slug == LEADER_LOST:
            yield from self.figure.mark(chain.LEADER_TEST, 0)

    def links(self, effect: Effect) -> Iterator[Mark]:
        """What is due after it: for who tests, and for who is charged."""
        battle, path = self.battle, self.figure.path
        if effect.slug == CHARGES and self.other:
            yield from chain.charge(battle, path, self.by)
            yield from chain.link(battle, path, "move", 2)
            if can_act(battle, self.by) and self.other.takes(CHARGED):
                yield from chain.link(battle, self.by, f"charged?by={path}")
            if not self.other.is_star:  # who is charged sets a casualty down ("Peut-on transporter ...")
                yield from self.other.mark("carries", 0)
        elif query := self.next_query(effect):
            yield from chain.link(battle, path, query)

    def next_query(self, effect: Effect) -> str:
        query = self.play.follows.get(effect.slug, "")
        aimed = query.startswith("shoot") and self.by in enemies(self.battle, self.figure.path)
        return f"{query}&target={self.by}" if aimed else self.purpose if effect.slug in FOCUSED else query

    def onward(self, effect: Effect) -> Sequence[tuple[str, Words]]:
        slug, _mark, fields = self.next_query(effect).partition("?")
        return [(chain.linked(slug, self.figure.path, fields), effect.text)] if slug else ()

    def lucky(self) -> Iterator[Proposal]:
        """The lucky roll one test of a battle again ("Table des avantages")."""
        if self.figure.has_unused(LUCKY):
            row = self.figure.attribute(LUCKY)
            text = Message(_("{name}: re-roll instead (used)"), {"name": row.name})
            yield Proposal(text, [Mark.set(f"{self.figure.path}/{self.figure.once(LUCKY)}")], str(row.cite))

    def target_by_chance(self, dice: Dice) -> Iterator[Reason]:
        """2D6 for the nearest, 1D6 for each other target: the highest is taken, on a tie the nearest."""
        totals = [sum(dice.several(2)), *dice.several(self.targets - 1)]
        for number, total in enumerate(totals):
            name = Message(_("target {number}"), {"number": number + 1}) if number else _("the nearest")
            taken = totals.index(max(totals)) == number
            yield Reason(str(total), Message(_("{name}: taken"), {"name": name}) if taken else name, str(self.row.cite))

    # --- the action ------------------------------------------------------------------------------------------------

    def attempt(self) -> Attempt:
        self.ask_all()
        if self.figure.is_star and self.figures.get("star") and (effect := self.choice_of_star()):
            return Attempt(self.form.fields, proposals=[*self.proposals(effect)], onward=self.onward(effect))
        roll = self.roll()
        own = [
            Reason(f"{roll.number}D6", self.test.when or self.row.name, roll.cite),
            Reason(f"REP {self.rep}", self.figure.name),
        ]
        return roll.chosen(self.form.fields, f"≤ {good_faces(roll.total_rep)}", own, [*self.notes()])

    def choice_of_star(self) -> Effect | None:
        """What a Star chooses among the results of its row in its situation; None: it rolls."""
        effects = {effect.slug: effect for effect in self.effects.values()}
        options = [Choice(slug, effect.text) for slug, effect in effects.items() if slug != TESTS_AGAIN]
        return effects.get(self.form.choice("star", _("The Star chooses"), [Choice(ROLLED, _("rolls")), *options]))

    def notes(self) -> Iterator[Reason]:
        """What else changes the result, and a born leader whose result friends within 4″ may take (cr-66)."""
        cancelled = {BRAVE, COWARDLY} if {BRAVE, COWARDLY} <= {*self.figure.attributes} else set()
        for row, change in self.changes:
            if change.text and not change.foes and row.slug not in cancelled:
                words = Message(_("{name}: {reason}"), {"name": row.name, "reason": change.text})
                yield Reason("", words, str(row.cite))
        yield from self.reach()
        ruled = str(self.catalogue.rulings["cr-48"].cite)
        if not self.figure.takes(self.test.slug):
            yield Reason("", _("Run by the game: makes no such test."), ruled)
        if self.test.slug == FOCUS and self.figure.side == OTHERS:
            yield Reason("", _("Run by the game: with a choice, takes the nearest."), ruled)
        for born in self.friends():
            if any(row.slug == BORN_LEADER and change.text for row, change in born.changes(self.test.slug)):
                words = Message(_("Within 4″ of {name}: may take that result, after seeing both"), {"name": born.name})
                yield Reason("", words, str(self.catalogue.rulings["cr-66"].cite))

    def reach(self) -> Iterator[Reason]:
        """How far it throws a grenade: farther with an attribute ("Lancer des grenades")."""
        if self.test.slug == THROW:
            grenade = self.catalogue.tables[f"weapons-{GENERIC}"].rows[GRENADE]
            row = self.figure.attribute(THROWER) if THROWER in self.figure.attributes else grenade
            yield Reason(f"≤ {row.figures.get('grenade') or row.figures['range']}″", row.name, str(row.cite))

    def friends(self) -> Iterator[Figure]:
        others = (self.figure.other(path) for path in self.battle.units_by_path if path != self.figure.path)
        return (friend for friend in others if friend.side == self.figure.side and can_act(self.battle, friend.path))


Suits = Callable[[Battle, str], bool]


def reaction_action(
    title: str, icon: str, slug: str, suits: Suits = can_act, form_of: type[TestForm] = TestForm
) -> Action:
    """The `Action` of a test."""
    return figure_action(title, icon, lambda figure, form: form_of(figure, form, slug).attempt(), suits, TESTS_TELL)


def flees(battle: Battle, path: str) -> bool:
    """Whether a figure is to be rallied: it flees, or keeps its head down ("Tête baissée")."""
    return can_act(battle, path) and any(battle.number(f"{path}/{key}") for key in ("fled", "heads-down"))


def is_idiot(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and has_attribute(battle, path, "idiot")


def gallops(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and rides(battle, path)


def runs(battle: Battle, path: str) -> bool:
    is_zombie = battle.units_by_path[path].facts.get(CHARACTER) == ZOMBIE
    return can_act(battle, path) and not rides(battle, path) and not is_zombie


REACTION_ACTIONS: Mapping[str, Action] = {
    "fast": reaction_action(_("Fast move"), "sprint", FAST, runs),
    "gallop": reaction_action(_("Fast mounted move"), "horse-head", FAST_MOUNTED, gallops),
    "in-sight": reaction_action(_("Enemy in sight"), "binoculars", IN_SIGHT),
    "shot-at": reaction_action(_("Shot at"), "bullets", SHOT_AT),
    "charge": reaction_action(_("Charge"), "run", CHARGE),
    "charged": reaction_action(_("Being charged"), "shield", CHARGED),
    "recover": reaction_action(_("Recovery of the stunned"), "heart-plus", "recuperation-sonne", stunned),
    "rally": reaction_action(_("Rally"), "rally-the-troops", "ralliement", flees),
    "focus": reaction_action(_("Focus"), "crosshair", FOCUS),
    "leader-lost": reaction_action(_("Leader lost"), "rank-3", LEADER_LOST),
    "idiot": reaction_action(_("Idiot"), "brain-leak", "idiot", is_idiot),
}
