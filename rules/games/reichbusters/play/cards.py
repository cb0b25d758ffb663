"""A hero's action cards: drawing them, and what an empty deck brings (p. 20, 27)."""

from typing import NamedTuple

from rules.games.reichbusters.play import state
from rules.play.acting_unit import ActingUnit
from rules.play.actions import Reason
from rules.play.battle import Battle
from rules.play.marks import Mark
from rules.text import Message, _

KEYS = ("hand", "deck", "discards", "removed")


class Cards(NamedTuple):
    """How many cards a hero has where."""

    hand: int
    deck: int
    discards: int
    removed: int

    @classmethod
    def of(cls, battle: Battle, path: str) -> "Cards":
        return cls(*(battle.number(f"{path}/{key}") for key in KEYS))

    def drawn(self, number: int) -> "Cards":
        """After so many draws; an empty deck is shuffled anew when one is due, less its top card (ruling rb-35)."""
        cards = self
        for _draw in range(number):
            if not cards.deck and cards.discards:
                cards = cards._replace(deck=cards.discards - 1, discards=0, removed=cards.removed + 1)
            if cards.deck:
                cards = cards._replace(hand=cards.hand + 1, deck=cards.deck - 1)
        return cards

    def marks(self, path: str, after: "Cards") -> list[Mark]:
        """The marks that make these cards those."""
        pairs = zip(KEYS, self, after, strict=True)
        return [Mark.set(f"{path}/{key}", new) for key, old, new in pairs if old != new]


def drawing(acting: ActingUnit, number: int) -> tuple[list[Mark], list[Reason]]:
    """(the marks of so many draws, what they bring) for the hero who acts."""
    before = Cards.of(acting.battle, acting.path)
    after = before.drawn(number)
    lines = [Reason(f"+{after.hand - before.hand}", _("action cards in hand"), acting.rule("draw").cite)]
    if after.removed > before.removed:
        words = Message(
            _("deck empty: shuffle the discards, cards out of the game: {n} (rb-35)"),
            {"n": after.removed - before.removed},
        )
        lines.append(Reason("", words, acting.rule("shuffle").cite))
    return before.marks(acting.path, after), lines


def end_of_round(battle: Battle, number: int, below: int) -> list[Mark]:
    """Everybody with fewer cards in hand draws so many, also who is down or captured (ruling rb-39)."""
    marks: list[Mark] = []
    for path in state.heroes(battle):
        cards = Cards.of(battle, path)
        marks += cards.marks(path, cards.drawn(number)) if cards.hand < below else []
    return marks
