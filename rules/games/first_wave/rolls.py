"""The fall test of First Wave."""

from dataclasses import dataclass

from rules.play.dice import Dice


@dataclass(frozen=True)
class Fall:
    """Two D6 against C, one of the wounded: the fighter falls where all are below it (heading Test de chute; A101)."""

    dice: tuple[int, ...]
    need: int

    @property
    def falls(self) -> bool:
        return all(die < self.need for die in self.dice)


def fall_test(dice: Dice, need: int, *, wounded: bool = False) -> Fall:
    return Fall(dice.several(1 if wounded else 2), need)
