"""Morale: when a convoy tests it, on which figure, what comes of it, and who withdraws without a test (RBN p. 23)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.catalogue import Catalogue
from rules.families.red_button.traits import has_trait
from rules.games.rbn.play import state
from rules.games.rbn.play.contests import side_name
from rules.games.rbn.play.state import DESTROYED, MORALE
from rules.play.actions import Action, Attempt, Choice, Notice, Reason
from rules.play.battle import FLED, Battle, Context
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.melees import weakest
from rules.play.rolls import Roll, Row
from rules.text import Message, Text, _

FAITHFUL, FEARLESS, SLAVERS = "cultistes", "robots", "esclavagistes"
CHIEF, SLAVE = "chief", "slave"
FLEES = _("The convoy flees")


class Losses(NamedTuple):
    """How many fighters a convoy had and lost; slaves do not count (RBN p. 26)."""

    fighters: int
    lost: int

    @property
    def due(self) -> bool:
        """Half of them are lost, or more (RBN p. 23)."""
        return self.fighters > 0 and 2 * self.lost >= self.fighters


class Figure(NamedTuple):
    """What the die must reach, and whose C that is."""

    need: int
    name: Text
    chief: bool


def losses(battle: Battle, side: int) -> Losses:
    counted = [path for path in state.paths(battle, state.FIGHTER, side) if not state.has(battle, path, SLAVE)]
    return Losses(len(counted), sum(battle.is_down(path) for path in counted))


def chief_stands(battle: Battle, side: int) -> bool:
    return any(state.has(battle, path, CHIEF) for path in state.standing(battle, state.FIGHTER, side))


def is_without_chief(battle: Battle, side: int) -> bool:
    """Whether the side had a chief, who is out."""
    had = any(state.has(battle, path, CHIEF) for path in state.paths(battle, state.FIGHTER, side))
    return had and not chief_stands(battle, side)


def spared(battle: Battle, side: int) -> bool:
    """No test: robots (RBN p. 27), and cultists while their chief lives (p. 26)."""
    if has_trait(battle, side, "advantages", FEARLESS):
        return True
    return has_trait(battle, side, "advantages", FAITHFUL) and chief_stands(battle, side)


def figure(catalogue: Catalogue, battle: Battle, side: int) -> Figure | None:
    """The chief's C, else the best of those who stand; under the slavers' drawback no slave's (RBN p. 23, 26)."""
    no_slaves = has_trait(battle, side, "drawbacks", SLAVERS)
    standing = state.standing(battle, state.FIGHTER, side)
    fit = [path for path in standing if not (no_slaves and state.has(battle, path, SLAVE))]
    chiefs = [path for path in fit if state.has(battle, path, CHIEF)]
    best = min(chiefs or fit, key=lambda path: c_of(catalogue, battle, path), default=None)
    if best is None:
        return None
    return Figure(c_of(catalogue, battle, best), battle.units_by_path[best].name, bool(chiefs))


def c_of(catalogue: Catalogue, battle: Battle, path: str) -> int:
    value = battle.units_by_path[path].facts.get("C")
    return value if isinstance(value, int) else weakest(catalogue)


def has_sono(battle: Battle, side: int) -> list[str]:
    """The paths of a side's vehicles with a sound system: a failed test may be rolled again (RBN p. 29)."""
    return [path for path in state.paths(battle, state.VEHICLE, side) if state.has(battle, path, "sono")]


def plays_sono(battle: Battle, side: int) -> bool:
    """One of them is not destroyed: what the form begins with, as the book says nothing of one that is lost."""
    return any(not battle.number(f"{path}/{DESTROYED}") for path in has_sono(battle, side))


# --- what is due ----------------------------------------------------------------------------------------------------


def notices(battle: Battle, catalogue: Catalogue) -> Iterator[Notice]:
    """The tests that are due, who withdraws without one, and the cultists' rage."""
    for side in range(len(battle.sides)):
        yield from of_side(battle, catalogue, side)


def of_side(battle: Battle, catalogue: Catalogue, side: int) -> Iterator[Notice]:
    if withdrawn := withdrawal(battle, catalogue, side):
        yield withdrawn
        return
    if raging(battle, side):
        reminder = catalogue.reminders["rage-des-cultistes"]
        yield Notice(reminder.rows[0].right, str(reminder.cite), side)
    lost, who = losses(battle, side), figure(catalogue, battle, side)
    if who and lost.due and not spared(battle, side) and not battle.number(f"{side}/{MORALE}"):
        words = _("End-of-turn morale: losses {lost}/{fighters}; {need}+ on the die")
        values = {"lost": lost.lost, "fighters": lost.fighters, "need": who.need}
        yield Notice(Message(words, values), catalogue.play.rules[MORALE].cite, side, "1D6", f"morale?side={side}")


def withdrawal(battle: Battle, catalogue: Catalogue, side: int) -> Notice | None:
    """Slavers of whom only slaves are left (RBN p. 26); vehicles with AI without any fighter (p. 29)."""
    standing = state.standing(battle, state.FIGHTER, side)
    slaves = [path for path in standing if state.has(battle, path, SLAVE)]
    if slaves == standing and slaves and has_trait(battle, side, "drawbacks", SLAVERS):
        reminder = catalogue.reminders["esclaves-sans-maitres"]
        return Notice(reminder.rows[1].right, str(reminder.cite), side)
    if not standing and any(state.has(battle, path, "ai") for path in state.standing(battle, state.VEHICLE, side)):
        reminder = catalogue.reminders["vehicules-a-ia"]
        return Notice(reminder.text, str(reminder.cite), side)
    return None


def raging(battle: Battle, side: int) -> bool:
    """The cultists' chief is out and others still stand (RBN p. 26)."""
    lost = is_without_chief(battle, side)
    return lost and has_trait(battle, side, "drawbacks", FAITHFUL) and bool(battle.standing(side))


# --- the test -------------------------------------------------------------------------------------------------------


def attempt(context: Context, sent: Mapping[str, str]) -> Attempt:
    """The test of a side, `sent["side"]`, else of the reader's."""
    battle, form = context.battle, ActionForm(sent)
    if not battle.sides:
        return Attempt(())
    side = int(form.choice("side", _("Convoy"), list(sides(battle)), str(context.side or 0)))
    sono = bool(has_sono(battle, side)) and form.either(
        "sono", _("Sound system"), no=_("silent"), yes=_("playing"), usual=plays_sono(battle, side)
    )
    who = figure(context.catalogue, battle, side)
    if who is None:
        note = Reason("", _("No usable C left"), context.catalogue.play.rules[MORALE].cite)
        return Attempt(form.fields, notes=[note])
    test = Test(context, side, who, sono)
    return test.roll.attempt(form, against=f"{who.need}+", more=[test.reason], notes=test.notes)


def sides(battle: Battle) -> Iterator[Choice]:
    for number, side in enumerate(battle.sides):
        yield Choice(str(number), side_name(battle, number) if side.name else _("Untitled list"))


class Test(NamedTuple):
    """A morale test with all that it needs."""

    context: Context
    side: int
    who: Figure
    sono: bool

    def cite(self, rule: str) -> str:
        return self.context.catalogue.play.rules[rule].cite

    @property
    def reason(self) -> Reason:
        whose = _("chief’s C ({name})") if self.who.chief else _("best C in the convoy ({name})")
        return Reason(f"{self.who.need}+", Message(whose, {"name": self.who.name}), self.cite(MORALE))

    @property
    def notes(self) -> list[Reason]:
        """Why no test is due."""
        battle = self.context.battle
        lost = losses(battle, self.side)
        if spared(battle, self.side):
            slug = "moral-robots" if has_trait(battle, self.side, "advantages", FEARLESS) else "moral-cultistes"
            return [Reason("", _("This convoy doesn’t test"), str(self.context.catalogue.reminders[slug].cite))]
        if not lost.due:
            words = Message(_("Losses {lost}/{fighters}: no test"), lost._asdict())
            return [Reason("", words, self.cite(MORALE))]
        return []

    @property
    def roll(self) -> Roll:
        """The sound system rolls a failed test again."""
        tested = [Mark.set(f"{self.side}/{MORALE}")]
        holds = Row(self.who.need, _("The convoy fights on"), tested, _("Morale tested this turn"))
        name = {"name": side_name(self.context.battle, self.side)}
        leaves = Message(_("{name}: the whole convoy leaves the table"), name)
        again = Reason("1D6", _("re-roll of a failed test, the second roll counts"), self.cite("sound-system"))
        flees = Row(0, FLEES, self.gone, leaves, again=again if self.sono else None)
        return Roll([holds, flees], self.cite(MORALE))

    @property
    def gone(self) -> list[Mark]:
        battle = self.context.battle
        return [Mark.set(f"{path}/{FLED}") for path in battle.standing(self.side) if not state.has_left(battle, path)]


MORALE_TEST = Action(_("Morale test"), attempt, icon="flag-objective", actor="side")
