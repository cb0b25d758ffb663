"""Builds legal groups of survivors in one line."""

from rules.games.first_wave.document import SurvivorGroup
from tests import make

broken, found, messages, judge = make.broken, make.found, make.messages, make.judge
weapon = make.weapon


def fighter(*weapons, T="-", C=5, **fields):  # noqa: N803  (the document's own names)
    """A survivor of 10 points, as in `tests.make`."""
    return make.fighter(*weapons, T=T, C=C, **fields)


def group(*extra, units=None, **header):
    """A legal group of 150 points: a chief (unit 0), then `extra`; `units` replaces all of it."""
    if units is None:
        units = (fighter(abilities="chef"), *extra)
    return SurvivorGroup(**{"budget": 150} | header, units=units)


def fielding(*weapons, header=None, **fields):
    """What a group breaks when such a survivor (unit 1) is in it."""
    return broken(group(fighter(*weapons, **fields), **header or {}))


def catalogue():
    return make.catalogue("first-wave")
