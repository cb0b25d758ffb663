"""Dice: thrown from a seed, so that anybody can throw the same again, or typed in as they fell on the table."""

import hashlib
import secrets
from collections.abc import Callable, Iterable
from typing import Self

from rules.text import MessageError, _

SEED_BYTES = 8
LONGEST_SEED = 100
HALVED = 3  # the die that is a D6 on the table


class BadDice(MessageError):
    """Typed dice that cannot have fallen."""


class TooFewDice(BadDice):
    """Another die is due, and none is left of those that were typed in."""


def new_seed() -> str:
    """A fresh seed: 16 hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def die(seed: str, index: int, sides: int) -> int:
    """The die number `index` (from 0) that a seed gives, from 1 to `sides`.

    The SHA-256 digest of "seed/index" in UTF-8, read as a big-endian number, modulo `sides`, plus 1.
    """
    digest = hashlib.sha256(f"{seed}/{index}".encode()).digest()
    return int.from_bytes(digest, "big") % sides + 1


def nothing(_face: int) -> int:
    """What a face counts where no successes are counted."""
    return 0


class Dice:
    """A source of dice: those that fell so far in `dice`, what each was in `sides`, what it counts in `successes`."""

    seed: str | None = None

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.sides: list[int] = []
        self.successes: list[int] = []

    def d(self, sides: int = 6, worth: Callable[[int], int] = nothing) -> int:
        """The next die, from 1 to `sides`; each face counts for `worth` successes."""
        value = self.next(sides)
        self.dice.append(value)
        self.sides.append(sides)
        self.successes.append(int(worth(value)))
        return value

    def several(self, number: int, sides: int = 6, worth: Callable[[int], int] = nothing) -> tuple[int, ...]:
        """The next dice, as a tuple."""
        return tuple(self.d(sides, worth) for _number in range(number))

    def next(self, sides: int) -> int:
        raise NotImplementedError

    def all_used(self) -> None:
        """Nothing is left of dice that are thrown as they are asked for."""


class Thrown(Dice):
    """Dice that the seed gives, one after the other; a new seed where none is given."""

    def __init__(self, seed: object = None) -> None:
        super().__init__()
        self.seed: str = new_seed() if seed is None else str(seed)[:LONGEST_SEED]

    def next(self, sides: int) -> int:
        return die(self.seed, len(self.dice), sides)


class Typed(Dice):
    """Dice that a player typed in, in the order they are asked for. Raises `BadDice`; after the last, `TooFewDice`.

    For a D3 the face of a D6 is typed, and read halved and rounded up: no table has a die of three sides.
    """

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__()
        self.values = list(values)

    @classmethod
    def read(cls, words: str) -> Self:
        """From a text such as "3 5" or "3, 5"."""
        parts = words.replace(",", " ").replace("+", " ").split()
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise BadDice(_("Enter whole numbers, such as 3 5."))
        return cls(int(part) for part in parts)

    def next(self, sides: int) -> int:
        faces = 2 * sides if sides == HALVED else sides
        if len(self.dice) >= len(self.values):
            raise TooFewDice(_("One more die needed: a D{sides}."), sides=faces)
        value = self.values[len(self.dice)]
        if not 1 <= value <= faces:
            raise BadDice(_("A D{sides} can’t show {value}."), sides=faces, value=value)
        return (value + 1) // 2 if sides == HALVED else value

    def all_used(self) -> None:
        """Raises `BadDice` where more dice were typed in than asked for."""
        if len(self.values) > len(self.dice):
            raise BadDice(_("Too many dice: {given} instead of {due}."), due=len(self.dice), given=len(self.values))
