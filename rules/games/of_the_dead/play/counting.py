"""Symbols that a table counts on its dice (ruling otd-27): successes, criticals and fiascos of two pools."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.catalogue import Cite
from rules.games.of_the_dead.play import state
from rules.games.of_the_dead.play.figures import Figure, team_changes
from rules.play.actions import Reason, Words
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

MOST_DICE, MOST_ON_CARD = 40, 20
FOE = "foe-"


class Counts(NamedTuple):
    """Symbols of a pool: plain successes, criticals, and fiascos that show the same."""

    successes: int
    criticals: int
    fiascos: int

    @property
    def total(self) -> int:
        """Criticals are successes too (ruling otd-28)."""
        return self.successes + self.criticals


class Left(NamedTuple):
    """The successes that are left after cancelling, and how many of them are criticals."""

    total: int
    criticals: int


def left_of(own: Counts, other: Counts) -> Left:
    """Each success of the other pool cancels one, criticals first ("Phase d'action"; ruling otd-38)."""
    return Left(max(0, own.total - other.total), max(0, own.criticals - other.total))


def asked(form: ActionForm, whose: str, name: Words, fiascos: bool = True) -> Counts:
    """The symbols that a form asks for of a pool; `whose`: before the names of its fields."""
    labels = {
        "successes": _("{name}: successes without criticals"),
        "criticals": _("{name}: criticals"),
        "fiascos": _("{name}: identical fiascos"),
    }
    wanted = [key for key in labels if fiascos or key != "fiascos"]
    numbers = {key: form.number(whose + key, Message(labels[key], {"name": name}), 0, 0, MOST_DICE) for key in wanted}
    return Counts(**{"fiascos": 0} | numbers)


class Pool:
    """The dice of one side of a roll, and what is counted on them."""

    def __init__(self, name: Words, modifiers: Iterable[Modifier]) -> None:
        self.name, self.modifiers = name, [*modifiers]
        self.discards: list[Mark] = []
        self.more = 0  # successes that Prudence makes
        self.notes: list[Reason] = []

    @property
    def dice(self) -> int:
        return max(0, sum(modifier.dice + modifier.figure for modifier in self.modifiers if modifier.counts))

    def reasons(self) -> Iterator[Reason]:
        """Each with whose it is, the whole pool first."""
        yield Reason(f"{self.dice}D", self.name)
        for modifier in self.modifiers:
            value = modifier.dice + modifier.figure
            sign = "−" if value < 0 else "+"
            text = Message(_("{target}: {reason}"), {"target": self.name, "reason": modifier.text})
            yield Reason(f"{sign}{abs(value)}D", text, modifier.cite, modifier.counts)

    def uses_prudence(self, form: ActionForm, figure: Figure, whose: str) -> None:
        """Ask whether Prudence is discarded: one die becomes a plain success (ruling otd-29)."""
        word = figure.catalogue.special_rules["prudence"]
        label = Message(_("{name}: discard Prudence (one more success)"), {"name": self.name})
        if figure.marked(state.PRUDENCE) and form.flag(whose + state.PRUDENCE, label):
            self.discards.append(figure.set(state.PRUDENCE, 0))
            self.more = 1
            self.says("+1", _("{name}: a die becomes a success"), word.cite)

    def uses_zele(self, form: ActionForm, figure: Figure, whose: str, must: bool) -> None:
        """A Zèle re-rolls a die before counting, and goes: of whom it must, or who wants it (ruling otd-31)."""
        word = figure.catalogue.special_rules["zele"]
        label = Message(_("{name}: re-roll one die with a Zèle"), {"name": self.name})
        if figure.marked(state.ZELE) and (must or form.flag(whose + state.ZELE, label)):
            self.discards.append(figure.add(state.ZELE, -1))
            self.says("", _("{name}: one die is re-rolled before counting"), word.cite)

    def says(self, value: str, text: str, cite: Cite) -> None:
        self.notes.append(Reason(value, Message(text, {"name": self.name}), str(cite)))

    def counted(self, form: ActionForm, whose: str, fiascos: bool = True) -> Counts:
        counts = asked(form, whose, self.name, fiascos)
        return counts._replace(successes=counts.successes + self.more)


def fortune(figure: Figure, counts: Counts, notes: list[Reason]) -> list[Mark]:
    """What luck and setback mark of a whole team, read before cancelling (ruling otd-29); said in `notes`."""
    marks: list[Mark] = []
    rules = figure.catalogue.special_rules
    for slug, word, number in (
        ("luck", "chance-de-pendu", counts.criticals),
        ("setback", "revers-de-medaille", counts.fiascos),
    ):
        rule = figure.rule(slug)
        if number >= rule.least:
            marks += team_changes(figure, rule.gain)
            text = Message(
                _("{name}: {rule}, morale {n} for the team"),
                {"name": figure.called, "rule": rules[word].name, "n": f"{rule.gain:+}".replace("-", "−")},
            )
            notes.append(Reason(str(number), text, str(rules[word].cite)))
    return marks


def is_lucky(figure: Figure, counts: Counts) -> bool:
    return counts.criticals >= figure.rule("luck").least


def number_pool(name: Words, number: int, cite: str) -> Pool:
    """A pool of so many dice that nobody's attribute gives: a structure, paces, panic, attackers."""
    return Pool(name, [Modifier(number, name, cite)])
