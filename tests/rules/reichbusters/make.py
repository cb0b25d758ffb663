"""Builds complete teams of Reichbusters in one line."""

from dataclasses import replace

from rules.games.reichbusters.document import Hero, Object, Team, Track, Weapon, WeaponSide
from tests.make import broken, broken_without, found, messages

FIVE = ("brick", "claudine", "sarge", "quentin", "red-hawk")

__all__ = [
    "FIVE",
    "broken",
    "broken_without",
    "found",
    "hero",
    "messages",
    "party",
    "side",
    "team",
    "thing",
    "track",
    "weapon",
]


def weapon(name="Lame", type="melee", range=0, attack_dice=2, noise_dice=0, **fields):  # noqa: A002
    """A melee weapon with every figure that it needs."""
    return Weapon(name, type, range, attack_dice, noise_dice, **fields)


def side(type="melee", range=0, attack_dice=3, noise_dice=0, vril_dice=1, **fields):  # noqa: A002
    """An upgraded side of a weapon with every figure that it needs."""
    return WeaponSide(type, range, attack_dice, noise_dice, vril_dice, **fields)


def thing(name="Trousse", **fields):
    return Object(name, **fields)


def hero(slug="brick", **fields):
    """A hero with nothing left to copy: two weapons, four skills, a defence."""
    complete = {"defense": 2, "weapons": (weapon(), weapon()), "skills": ("A", "B", "C", "D")}
    return Hero(hero=slug, **(complete | fields))


def track(pre=5, post=4):
    return Track(pre, post)


def team(*heroes, **head):
    return Team(units=heroes, **head)


def party(**fields):
    """Two complete heroes, the first of them with these fields."""
    return team(hero("brick", **fields), hero("claudine"))


def crowd(number):
    """So many different heroes: the five, then heroes of other boxes."""
    others = [replace(hero("other"), name=f"Renfort {n}") for n in range(number - len(FIVE))]
    return [hero(slug) for slug in FIVE[:number]] + others
