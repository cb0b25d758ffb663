"""Battles of convoys, made in one line."""

from builder.battles.markers import side_of
from builder.battles.spec import BattleContext
from builder.games.rbn.battle.build import BATTLE
from builder.wording import local, say
from rules.play.battle import BattleDocument, Marker
from rules.text import Text
from tests import make
from tests.builder.test_options import load_roster

ROUND = Marker("round", Text("Tour", "Round"), "counter", 1, 99, start=1)


def side(*units, **header):
    """A convoy's side of a battle, as it joins."""
    return side_of(load_roster(make.convoy(units=units, **header)))


def battle(*sides, scenario=None, marks=None, **fields):
    """A battle of these sides, with what its scenario counts."""
    sides = BATTLE.fit_scenario(make.catalogue(), scenario, sides)
    markers = (ROUND, *BATTLE.table(make.catalogue(), scenario, sides))
    fields = {"game": "rbn", "scenario": scenario, "sides": sides, "markers": markers} | fields
    return BattleDocument(marks=marks or {}, **fields)


def context(played, side=None, language="en"):
    """What a page of this battle reads."""
    return BattleContext(played, make.catalogue(), [None] * len(played.sides), language, side)


def marker_keys(unit):
    """The keys of a unit's own markers, without those that every unit has."""
    return [one.key for one in unit.markers if one.key not in ("activated", "out", "fled")]


def said(words):
    """A text of a page in the reader's language."""
    return local(words) if isinstance(words, Text) else say(words)


def outcome(found):
    """(value and text of each line, text and command of each proposal) of an `Outcome`."""
    lines = [(one.value, said(one.text)) for one in found.lines]
    return lines, [(said(one.text), one.command) for one in found.proposals]
