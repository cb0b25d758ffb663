"""Builds legal groups of Chain Reaction in one line."""

from rules.games.chain_reaction.document import Draw, Figure, OwnWeapon, StarGroup, Weapon
from rules.play.dice import Typed
from tests import make

ARMED = (Weapon("generic", "fusil-d-assaut"),)
BOOK = make.catalogue("chain-reaction")


def weapon(item, period="generic"):
    return Weapon(period, item)


def own(**figures):
    return OwnWeapon(**{"name": "Sarbacane", "range": 4, "rate": 1, "impact": 1} | figures)


def draw(table, *dice):
    return Draw(table, dice)


def star(**fields):
    return Figure(**{"kind": "star", "weapons": ARMED} | fields)


def npc(rep=4, **fields):
    return Figure(**{"kind": "npc", "rep": rep, "weapons": ARMED} | fields)


STAR = star()


def group(*npcs, star=STAR, fill=True, **head):
    """A group that breaks nothing: a Star who leads it and, unless `fill` is off, as many NPCs as its REP.

    `npcs` replace the last of these; with star=None there is no Star.
    """
    due = star.rep if star else 5
    others = (npc(rep=min(4, due)),) * max(0, due - len(npcs)) if fill else ()
    stars = (star,) if star else ()
    return StarGroup(**{"leader": 0, "units": (*stars, *others, *npcs)} | head)


def alone(**fields):
    """A group whose last NPC has these fields."""
    return group(npc(**fields))


def figure(figure, **head):
    """The analysis of a figure at the end of a group."""
    return make.judge(group(figure, **head)).analysis.units[-1]


def typed(*dice):
    return Typed(dice)


broken, found, messages = make.broken, make.found, make.messages
broken_without = make.broken_without
