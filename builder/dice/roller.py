"""A roll of the dice page: so many dice, what each must show, what is rolled again, and the exact chances."""

from dataclasses import dataclass
from fractions import Fraction

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.play import chances
from rules.play.chances import Spread
from rules.play.dice import Dice

MOST_DICE = 40
SIDES = (3, 6, 10, 20, 100)
MOST_ROWS = 61  # of chances that are shown; a sum of more dice has none
LEAST, MOST = "least", "most"
ONES, MISSES = "ones", "misses"


@dataclass(frozen=True)
class Roll:
    """So many dice of so many `sides`.

    need  -- what a die must show to be a success; None: the dice are added up
    way   -- "least": at least that; "most": at most that
    twice -- the highest face, where it is a success, counts as two
    again -- "ones" or "misses" are rolled once more, and the second roll holds; "" for none
    """

    number: int = 2
    sides: int = 6
    need: int | None = None
    way: str = LEAST
    twice: bool = False
    again: str = ""

    def worth(self, face: int) -> int:
        """The successes of a face, or what it adds to the sum."""
        if self.need is None:
            return face
        if (face < self.need) if self.way == LEAST else (face > self.need):
            return 0
        return 2 if self.twice and face == self.sides else 1

    def goes_again(self, face: int) -> bool:
        return face == 1 if self.again == ONES else self.again == MISSES and not self.worth(face)

    def roll(self, dice: Dice) -> "RollResult":
        """Takes the dice, then those that are rolled again, in the order of the first."""
        first = dice.several(self.number, self.sides, self.worth)
        second = [dice.d(self.sides, self.worth) if self.goes_again(face) else None for face in first]
        return RollResult(self, first, tuple(second))

    def spread(self) -> Spread:
        """The chances of each number of successes, or of each sum."""
        plain = chances.die(lambda face: (self.worth(face),), self.sides)
        faces = chances.die(lambda face: (face,), self.sides)
        die = chances.then(
            faces, lambda face: plain if self.goes_again(*face) else chances.certain((self.worth(*face),))
        )
        return chances.times(die, self.number)

    def rows(self) -> list[tuple[int, Fraction, Fraction]]:
        """[(successes or sum, its chance, the chance of so many or more)]; empty where there would be too many."""
        if self.number * self.sides > MOST_ROWS and self.need is None:
            return []
        spread = sorted((counts[0], chance) for counts, chance in self.spread().items())
        at_least = [sum((more for _value, more in spread[at:]), Fraction(0)) for at in range(len(spread))]
        return [(value, chance, more) for (value, chance), more in zip(spread, at_least, strict=True)]


@dataclass(frozen=True)
class RollResult:
    """The dice of a `Roll`: what each showed first, and what it shows where it was rolled again, else None."""

    roll: Roll
    first: tuple[int, ...]
    second: tuple[int | None, ...]

    @property
    def faces(self) -> list[tuple[int, int | None, int]]:
        """(the first face, the second or None, what it counts in the end) of each die."""
        pairs = zip(self.first, self.second, strict=True)
        return [(face, again, self.roll.worth(face if again is None else again)) for face, again in pairs]

    @property
    def total(self) -> int:
        return sum(worth for _first, _second, worth in self.faces)

    @property
    def ones(self) -> int:
        return [face if again is None else again for face, again, _worth in self.faces].count(1)


class RollForm(forms.Form):
    """The fields of an address that make a `Roll`; what is missing is as a `Roll` has it."""

    number = forms.IntegerField(label=_("Dice"), min_value=1, max_value=MOST_DICE, initial=2)
    sides = forms.TypedChoiceField(
        label=pgettext_lazy("of a die", "Sides"), coerce=int, choices=[(side, f"D{side}") for side in SIDES], initial=6
    )
    way = forms.ChoiceField(label=_("Success on"), choices=[(LEAST, _("at least")), (MOST, _("at most"))])
    need = forms.IntegerField(label=_("Value"), min_value=1, max_value=max(SIDES), required=False)
    again = forms.ChoiceField(
        label=_("Re-roll"),
        choices=[("", _("nothing")), (ONES, _("each 1, once")), (MISSES, _("each miss, once"))],
        required=False,
    )
    twice = forms.BooleanField(label=_("Highest face counts double"), required=False)

    def clean_need(self) -> int | None:
        need, sides = self.cleaned_data["need"], self.cleaned_data.get("sides")
        if need and sides and need > sides:
            raise forms.ValidationError(_("That number isn’t on the die."))
        return need

    @property
    def roll(self) -> Roll:
        return Roll(**self.cleaned_data)
