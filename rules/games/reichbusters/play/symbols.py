"""The symbols of a test as they fell on the table: what they come to, and what each special result is spent on."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.catalogue import Catalogue
from rules.games.reichbusters.play.book import play_of
from rules.games.reichbusters.play.state import EFFECTS
from rules.play.actions import Reason
from rules.play.battle import Battle
from rules.play.entries import PlayRule
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

MOST = 99
BETWEEN = " / "  # the effects of an action that were used


def rule(book: Catalogue, slug: str) -> PlayRule:
    return play_of(book).rules[slug]


class Symbols(NamedTuple):
    """What lies on the table, bonus dice too.

    dice     -- how many were rolled at first
    points   -- symbols that are neither special nor an overload
    stars    -- special results: each counts, and is spent on an effect, on loot, on an overload, else on a bonus die
    bonus    -- bonus dice that were rolled already
    """

    dice: int
    points: int
    stars: int
    overloads: int
    effects: tuple[str, ...]
    loot: int
    cancelled: int
    bonus: int
    gain: int
    face: int

    @property
    def total(self) -> int:
        return self.points + self.gain * self.stars

    @property
    def spent(self) -> int:
        return len(self.effects) + self.loot + self.cancelled

    @property
    def to_roll(self) -> int:
        """Bonus dice that are still to be rolled (ruling rb-38: none for a star that cancels)."""
        return self.stars - self.spent - self.bonus

    @property
    def overloads_left(self) -> int:
        return self.overloads - self.cancelled

    @property
    def is_possible(self) -> bool:
        """Whether so many dice can show it."""
        plain = self.dice + self.bonus - self.stars - self.overloads
        return plain >= 0 and self.points <= self.face * plain and self.to_roll >= 0

    @property
    def is_done(self) -> bool:
        return self.is_possible and not self.to_roll

    def notes(self, book: Catalogue) -> Iterator[Reason]:
        """What is still to be rolled, or why so many dice cannot show this."""
        cite = rule(book, "star").cite
        if self.to_roll < 0:
            yield Reason("", _("More special results are spent than were rolled."), cite)
        elif not self.is_possible:
            yield Reason(
                "",
                Message(_("So many dice ({n}) can’t show that."), {"n": self.dice + self.bonus}),
                rule(book, "face").cite,
            )
        elif self.to_roll:
            words = _("bonus dice to roll, of the same type: add what they show, and count them as rolled")
            yield Reason(f"+{self.to_roll}", words, cite)

    def lines(self, book: Catalogue) -> Iterator[Reason]:
        """The total."""
        words = Message(_("in all: symbols {n}, special results {stars}"), {"n": self.points, "stars": self.stars})
        yield Reason(str(self.total), words, rule(book, "star").cite)


def read_symbols(
    form: ActionForm, book: Catalogue, dice: int, effects: Sequence[str] = (), loot: int = 0, vril: int = 0
) -> Symbols:
    """The fields of a test: symbols, special results, overloads, and what the special results are spent on.

    effects -- those that may be chosen, by their names; loot: how many enemies may drop some;
    vril: how many dice may show an overload (each bonus die comes from one that shows none)
    """
    points = form.number("successes", _("Symbols (1 to 3 on a face)"), 0, 0, MOST)
    stars = form.number("stars", _("Special results"), 0, 0, MOST)
    overloads = form.number("overloads", _("Overloads"), 0, 0, vril) if vril else 0
    chosen: tuple[str, ...] = ()
    dropped, cancelled, bonus = 0, 0, 0
    if stars:
        chosen = tuple(read_effects(form, effects))
        dropped = form.number("loot", _("Special results for loot"), 0, 0, min(loot, stars)) if loot else 0
        most = min(stars, overloads)
        cancelled = form.number("cancelled", _("Overloads cancelled"), 0, 0, most) if most else 0
        left = max(0, stars - len(chosen) - dropped - cancelled)
        bonus = form.number("bonus", _("Bonus dice rolled so far"), 0, 0, left) if left else 0
    rules = rule(book, "star"), rule(book, "face")
    return Symbols(dice, points, stars, overloads, chosen, dropped, cancelled, bonus, rules[0].gain, rules[1].most)


def read_effects(form: ActionForm, effects: Sequence[str]) -> Iterator[str]:
    """The effects that special results are spent on: those of weapon and skills, and another one by its name."""
    for number, name in enumerate(effects):
        if form.flag(f"effect-{number}", Message(_("Effect: {name}"), {"name": name}), folded=False):
            yield name
    if other := form.words("effect", _("Another effect, by its name")):
        yield other


def used_effects(battle: Battle, path: str) -> tuple[str, ...]:
    """The effects that a hero used in the action that goes on: each once an action (ruling rb-40)."""
    return tuple(filter(None, str(battle.value(f"{path}/{EFFECTS}") or "").split(BETWEEN)))


def effects_marked(path: str, used: Sequence[str], goes_on: bool) -> Mark:
    """The mark that notes the effects of an action, or forgets them where it is over."""
    words = BETWEEN.join(used) if goes_on else ""
    return Mark.say(f"{path}/{EFFECTS}", words)
