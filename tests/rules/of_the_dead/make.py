"""Builds legal gangs of of the dead in one line."""

from rules.games.of_the_dead.analysis import analyse
from rules.games.of_the_dead.document import ATTRIBUTES, Character, Follower, Gang, Thing, Trauma
from tests.make import broken, catalogue, found, judge, messages

GAME = "of-the-dead"

__all__ = [
    "alone",
    "attributes",
    "broken",
    "character",
    "found",
    "gang",
    "judge",
    "messages",
    "thing",
    "trauma",
]


def pairs(**numbers):
    return tuple(sorted(numbers.items()))


def attributes(physique=3, psychique=2, reflexes=2, combat=2):
    """The four attributes: 9 points by themselves."""
    return pairs(physique=physique, psychique=psychique, reflexes=reflexes, combat=combat)


def spread(*points):
    """The attributes in the order of the book, as many as there are points."""
    return tuple(sorted(zip(ATTRIBUTES, points, strict=False)))


def thing(carry="one-hand", capacity=0, name="Chose"):
    return Thing(name, carry, capacity)


def things(*carries):
    return tuple(thing(carry) for carry in carries)


def trauma(name="Sourd", **fields):
    return Trauma(name, **fields)


def follower(kind="drone", name=""):
    return Follower(name, kind)


def character(name="Ana", vocation="meneur", **fields):
    """A character who breaks nothing."""
    return Character(**{"name": name, "vocation": vocation, "attributes": attributes()} | fields)


def gang(*characters, **head):
    return Gang(units=characters, **head)


def alone(**fields):
    """A gang of one character with these fields."""
    return gang(character(**fields))


def analysed(**fields):
    """The analysis of a character with these fields."""
    return analyse(alone(**fields), catalogue(GAME)).units[0]


def catalogue_rows(table):
    """The slugs of a table of the book."""
    return list(catalogue(GAME).tables[table].rows)
