"""The tests of "Gestion des tests", of cars, mortars and grenades: their dice, exact chances, what follows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from rules.games.chain_reaction.odds import good_faces, passes
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.book import Branch, Test
from rules.games.chain_reaction.play.figures import LUCKY, TOUGH, Figure, can_act, enemies, is_in
from rules.play.acting_unit import ActingUnit, unit_action
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

KINDS, BORN_LEADER = ("star", "npc"), "chef-ne"
SHOT_AT, IN_SIGHT, CHARGE, CHARGED, STUNNED_TEST, FOCUS = (
    "pris-pour-cible",
    "ennemi-en-vue",
    "charge",
    "recevoir-une-charge",
    "recuperation-sonne",
    "focus",
)
MOUNT_LOST = "hit-while-mounted-mount-lost"
FAST, FAST_MOUNTED = "mouvement-rapide", "mouvement-rapide-a-cheval"
FALLS, DIVES, CHARGES, TESTS_AGAIN, CHANCE_TARGET, BLAST = (
    "falls",
    "dives",
    "charges",
    "tests-again",
    "chance-target",
    "blast",
)
NOBODY, ROLLED, MOST_TARGETS = "-", "-", 12
FELL = -1  # the figure of a double that makes the clumsy fall
MOVES = (Choice("normal", _("normal move")), Choice("fast", _("fast move")), Choice("still", _("standing still")))


@lru_cache(maxsize=64)
def pass_reader(rep: int, most: int = 2, falls: bool = False) -> Reads:
    """How dice are read: as passes against a REP, so many at the most; the clumsy fall on a double of the first two."""

    def reads(thrown: Sequence[int]) -> int:
        return FELL if falls and thrown[0] == thrown[1] else min(most, passes(rep, thrown))

    return reads


@dataclass(frozen=True)
class PassRoll(Roll):
    """Dice read as passes; `on_rep`: what is added to the REP, `changes`: what attributes change of passes."""

    rep: int = 0
    on_rep: Sequence[Modifier] = ()
    most: int = 2
    falls: bool = False

    @property
    def total_rep(self) -> int:
        return self.rep + sum(change.figure for change in self.on_rep if change.counts)

    def fitted(self) -> "PassRoll":
        return replace(self, reads=pass_reader(self.total_rep, self.most, self.falls))

    def without_each(self) -> Iterator[tuple[Reason, Roll]]:
        for change, others in each_left_out(self.on_rep):
            yield change.reason(), replace(self, on_rep=others).fitted()
        yield from super().without_each()


class TestForm:
    """A test of a figure as it is chosen so far: what is so, its branches, its dice."""

    def __init__(self, acting: Figure, form: ActionForm, test: Test) -> None:
        self.figure, self.form, self.test = acting, form, test
        self.catalogue, self.play = acting.catalogue, acting.play
        tables = self.catalogue.tables[test.table]
        self.row: Any = tables.rows.get(test.slug, tables)
        self.changes = [*acting.changes(test.slug)]
        self.facts: dict[str, int] = dict.fromkeys(acting.attributes, 1) | {TOUGH: int(acting.has_unused(TOUGH))}
        self.by, self.refuses, self.leader, self.targets = "", False, False, 1

    # --- what is asked ---------------------------------------------------------------------------------------------

    @property
    def needs(self) -> set[str]:
        """The facts that its branches read."""
        rows = [self.play.situations[slug] for branch in self.test.branches for slug in branch.when]
        return {fact for row in rows for fact in (*row.when, *row.unless)}

    def ask(self) -> None:
        """Its fields, in the order in which the table knows the answers."""
        needs, form = self.needs, self.form
        if {"outgunned"} & needs or self.test.slug in (IN_SIGHT, CHARGE):
            self.by = self.chosen_enemy()
        if "cover" in needs:
            self.fact("cover", form.either("cover", _("Cover"), _("in the open"), self.cover, self.usual("cover")))
        if "flank" in needs:
            self.fact("flank", form.flag("flank", _("From flank or rear")))
        if "outgunned" in needs:
            outgunned = form.either(
                "outgunned", _("Outgunned"), _("not outgunned"), _("outgunned"), self.is_outgunned()
            )
            self.fact("outgunned", outgunned or self.is_always_outgunned())
        if "fast" in needs:
            self.fact(form.choice("move", _("Move"), MOVES, "fast" if self.usual("fast") else "normal"), True)
            if all(self.facts.get(fact) for fact in ("outgunned", "fast")) and not self.facts.get("cover"):
                self.fact("near-cover", form.flag("near", _("Cover within 3″")))
        if "seen" in needs:
            self.fact("seen", form.flag("seen", _("Spot in sight, over a wall or through an opening")))
        self.refuses = any(change.refuses for _row, change in self.changes) and form.flag("refuses", _("Need not dive"))
        self.leader = self.has_leader_die() and form.flag("leader", _("Leader die, within 4″ of the leader"))

    @property
    def cover(self) -> Words:
        """What counts as cover: a building, too, where the branches say so ("Se rallier")."""
        own = any("sheltered" in branch.when for branch in self.test.branches)
        return self.play.situations["sheltered"].text if own else _("in cover")

    def fact(self, slug: str, holds: bool) -> None:
        self.facts[slug] = int(holds)

    def usual(self, key: str) -> bool:
        return bool(self.figure.marked(key))

    def chosen_enemy(self) -> str:
        """Who shoots, passes, charges, or is charged."""
        battle = self.figure.battle
        paths = enemies(battle, self.figure.path)
        if (sent := self.form.sent.get("by", "")) in battle.units_by_path and sent not in paths:
            paths.append(sent)  # a friend's blast, or somebody who fell since
        options = [Choice(path, battle.called(path)) for path in paths]
        name = "target" if self.test.slug == CHARGE else "by"
        label = _("Charges") if self.test.slug == CHARGE else _("Because of")
        path = self.form.choice(name, label, [Choice(NOBODY, _("nobody chosen")), *options])
        return "" if path == NOBODY else path

    @property
    def other(self) -> Figure | None:
        return Figure(self.figure.battle, self.catalogue, self.by) if self.by else None

    def is_outgunned(self) -> bool:
        return bool(self.other and self.other.outguns(self.figure)) or self.is_always_outgunned()

    def is_always_outgunned(self) -> bool:
        return any(change.outgunned for _row, change in self.changes)

    def has_leader_die(self) -> bool:
        """Whether the test takes the leader's die: of a side that has one; no fast move of who carries a casualty."""
        number = side_of_path(self.figure.path)
        has_leader = number is not None and "leader" in self.figure.battle.sides[number].facts
        if not (self.has_row and self.row.figures.get("leader") and has_leader):
            return False
        return self.test.slug not in (FAST, FAST_MOUNTED) or not self.usual("carries")

    @property
    def has_row(self) -> bool:
        return hasattr(self.row, "figures")

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

    def effects(self) -> dict[int, Effect]:
        """By passes, the most first."""
        numbers = sorted({branch.passes for branch in self.test.branches}, reverse=True)
        return {number: self.effect(number) for number in numbers}

    # --- dice ------------------------------------------------------------------------------------------------------

    def roll(self) -> PassRoll:
        rows = [*self.rows()]
        falls = any(change.falls for _row, change in self.changes)
        if falls:
            rows.append(self.result(FELL, self.play.effects[FALLS]))
        most = min([2, *(change.most for _row, change in self.changes if change.most)])
        cite, on_rep = str(self.row.cite), [*self.on_rep()]
        modifiers, number = [*self.modifiers()], self.test.dice
        return PassRoll(
            rows, cite, number, modifiers=modifiers, shows=beside, rep=self.rep, on_rep=on_rep, most=most, falls=falls
        ).fitted()

    @property
    def rep(self) -> int:
        return self.figure.rep

    def rows(self) -> Iterator[Row]:
        for number, effect in self.effects().items():
            row = self.result(number, effect)
            if effect.slug == TESTS_AGAIN:
                again = [self.result(2, self.effect(2)), self.result(0, self.effect(0))]
                second = PassRoll(again, str(self.row.cite), 2, shows=beside, rep=self.rep).fitted()
                row = replace(row, follows=second)
            yield row

    def modifiers(self) -> Iterator[Modifier]:
        for row, change in self.changes:
            if change.dice:
                yield Modifier.of(row, change.dice)
            if change.single and self.test.dice > 1:
                yield Modifier.of(row, 1 - self.test.dice)
        if self.leader:
            yield modifier(self.catalogue, "leader")
        yield from self.form.free_modifier()

    def on_rep(self) -> Iterator[Modifier]:
        for row, change in self.changes:
            if change.rep and not change.foes:
                yield Modifier(0, row.name, str(row.cite), figure=change.rep)
        for row, change in self.other.changes(self.test.slug) if self.other else ():
            if change.rep and change.foes:
                yield Modifier(0, row.name, str(row.cite), figure=change.rep)

    # --- what follows ----------------------------------------------------------------------------------------------

    def result(self, number: int, effect: Effect) -> Row:
        return Row(number, effect.text, follows=partial(self.read, effect))

    def read(self, effect: Effect, dice: Dice) -> Outcome:
        """The marks of an effect, and what is done next."""
        lines = [*self.target_by_chance(dice)] if effect.slug == CHANCE_TARGET else []
        lucky = [*self.lucky()] if dice.dice else []
        return Outcome(lines, [*self.proposals(effect), *lucky], self.onward(effect))

    def proposals(self, effect: Effect) -> Iterator[Proposal]:
        battle, path = self.figure.battle, self.figure.path
        for slug in (effect.slug, *self.play.instead.get(effect.slug, ())):
            made = self.play.effects[slug]
            marks = [*made.marks_on(path, battle.markers_by_path), *self.marks(made)]
            due = [*self.links(made)] or [*chain.unlink(battle, path)]
            if marks or due:
                yield Proposal(befell(self.figure.name, [made]), [*marks, *due], made.cite)

    def marks(self, effect: Effect) -> Iterator[Mark]:
        """Marks beside those of the effect: tough as nails used, the activation over of who was moving and is prone."""
        if effect.slug == "toughs-it-out":
            yield from self.figure.set(self.figure.once(TOUGH))
        if self.test.slug == SHOT_AT and Mark.set("prone") in effect.marks and not self.facts.get("still"):
            yield from self.figure.set(ACTIVATED)
        if self.test.slug == "perte-du-chef":
            yield from self.figure.set(chain.LEADER_TEST, 0)

    def links(self, effect: Effect) -> Iterator[Mark]:
        """What is due after it: for who tests, and for who is charged."""
        battle, path = self.figure.battle, self.figure.path
        if effect.slug == CHARGES and self.by:
            yield from chain.charge(battle, path, self.by)
            if can_act(battle, self.by) and Figure(battle, self.catalogue, self.by).takes(CHARGED):
                yield from chain.link(battle, self.by, f"charged?by={path}")
        elif query := self.next_query(effect):
            yield from chain.link(battle, path, query)

    def next_query(self, effect: Effect) -> str:
        query = self.play.follows.get(effect.slug, "")
        aimed = query.startswith("shoot") and self.by in enemies(self.figure.battle, self.figure.path)
        return f"{query}&target={self.by}" if aimed else query

    def onward(self, effect: Effect) -> Sequence[tuple[str, Words]]:
        query = self.next_query(effect)
        if not query:
            return ()
        slug, _mark, fields = query.partition("?")
        return [(chain.linked(slug, self.figure.path, fields), effect.text)]

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
            words = Message(_("{name}: taken"), {"name": name}) if taken else name
            yield Reason(str(total), words, str(self.row.cite))

    # --- the action ------------------------------------------------------------------------------------------------

    def attempt(self) -> Attempt:
        self.ask()
        if self.test.slug == FOCUS:
            self.targets = self.form.number("targets", _("Targets seen"), 2, 1, MOST_TARGETS, folded=True)
        if self.figure.is_star and self.has_row and self.row.figures.get("star") and (effect := self.choice_of_star()):
            return Attempt(self.form.fields, proposals=[*self.proposals(effect)], onward=self.onward(effect))
        roll = self.roll()
        title = self.test.when or self.row.name
        own = [Reason(f"{roll.number}D6", title, roll.cite), Reason(f"REP {self.rep}", self.figure.name, "")]
        return roll.chosen(self.form.fields, f"≤ {good_faces(roll.total_rep)}", own, [*self.notes()])

    def choice_of_star(self) -> Effect | None:
        """What a Star chooses among the results of its row in its situation; None: it rolls."""
        effects = {effect.slug: effect for effect in self.effects().values()}
        options = [Choice(slug, effect.text) for slug, effect in effects.items() if slug != TESTS_AGAIN]
        chosen = self.form.choice("star", _("The Star chooses"), [Choice(ROLLED, _("rolls")), *options])
        return effects.get(chosen)

    def notes(self) -> Iterator[Reason]:
        """What else changes the result, and a born leader whose result friends within 4″ may take (cr-66)."""
        cancelled = {"courageux", "lache"} if {"courageux", "lache"} <= {*self.figure.attributes} else set()
        for row, change in self.changes:
            if change.text and not change.foes and row.slug not in cancelled:
                yield Reason(
                    "", Message(_("{name}: {reason}"), {"name": row.name, "reason": change.text}), str(row.cite)
                )
        if not self.figure.takes(self.test.slug):
            ruling = self.catalogue.rulings["cr-48"]
            yield Reason("", _("Run by the game: makes no such test."), str(ruling.cite))
        if self.test.slug == FOCUS and self.figure.side == OTHERS:
            nearest = self.catalogue.rulings["cr-48"]
            yield Reason("", _("Run by the game: with a choice, takes the nearest."), str(nearest.cite))
        for path in self.friends():
            born = Figure(self.figure.battle, self.catalogue, path)
            if any(row.slug == BORN_LEADER and change.text for row, change in born.changes(self.test.slug)):
                words = Message(_("Within 4″ of {name}: may take that result, after seeing both"), {"name": born.name})
                yield Reason("", words, str(self.catalogue.rulings["cr-66"].cite))

    def friends(self) -> Iterator[str]:
        battle, own = self.figure.battle, self.figure.path
        same = (path for path in battle.units_by_path if path.split("/")[0] == self.figure.side and path != own)
        return (path for path in same if can_act(battle, path))


def tested(slug: str) -> Callable[[ActingUnit, ActionForm], Attempt]:
    def attempt(acting: ActingUnit, form: ActionForm) -> Attempt:
        acts = Figure(acting.battle, acting.catalogue, acting.path)
        return TestForm(acts, form, acts.play.tests[slug]).attempt()

    return attempt


Suits = Callable[[Battle, str], bool]


def reaction_action(title: str, icon: str, slug: str, suits: Suits = can_act) -> Action:
    tells = ("by", "target")
    return Action(title, unit_action(*KINDS)(tested(slug)), icon, KINDS, suits, tells=tells)


def is_stunned(battle: Battle, path: str) -> bool:
    return is_in(battle, path) and bool(battle.number(f"{path}/stunned"))


def flees(battle: Battle, path: str) -> bool:
    """Whether a figure is to be rallied: it flees, or keeps its head down ("Tête baissée")."""
    return can_act(battle, path) and any(battle.number(f"{path}/{key}") for key in ("fled", "heads-down"))


def with_attribute(slug: str) -> Suits:
    def suits(battle: Battle, path: str) -> bool:
        return can_act(battle, path) and slug in battle.units_by_path[path].facts.get("attributes", ())  # type: ignore[operator]

    return suits


def rides(battle: Battle, path: str) -> bool:
    unit = battle.units_by_path[path]
    return can_act(battle, path) and bool(unit.facts.get("mounted")) and not battle.number(f"{path}/{MOUNT_LOST}")


def walks(battle: Battle, path: str) -> bool:
    return (
        can_act(battle, path) and not rides(battle, path) and battle.units_by_path[path].facts.get("figure") != "zombie"
    )


REACTION_ACTIONS: Mapping[str, Action] = {
    "fast": reaction_action(_("Fast move"), "sprint", FAST, walks),
    "gallop": reaction_action(_("Fast mounted move"), "horse-head", FAST_MOUNTED, rides),
    "in-sight": reaction_action(_("Enemy in sight"), "binoculars", IN_SIGHT),
    "shot-at": reaction_action(_("Shot at"), "bullets", SHOT_AT),
    "charge": reaction_action(_("Charge"), "run", CHARGE),
    "charged": reaction_action(_("Being charged"), "shield", CHARGED),
    "recover": reaction_action(_("Recovery of the stunned"), "heart-plus", STUNNED_TEST, is_stunned),
    "rally": reaction_action(_("Rally"), "rally-the-troops", "ralliement", flees),
    "focus": reaction_action(_("Focus"), "crosshair", FOCUS),
    "leader-lost": reaction_action(_("Leader lost"), "rank-3", "perte-du-chef"),
    "idiot": reaction_action(_("Idiot"), "brain-leak", "idiot", with_attribute("idiot")),
}
