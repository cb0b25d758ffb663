"""Battles of First Wave without a database: lists, what is marked, what dice say."""

from builder.battles import marks
from builder.battles.markers import side_of
from builder.battles.marks import MarkContext
from builder.battles.services import with_scenario
from builder.battles.spec import BATTLES, BattleContext
from builder.lists.loaded import LoadedRoster
from rules.play.battle import BattleDocument
from rules.play.dice import Typed
from tests.rules.first_wave import make


def loaded(group):
    """A group as a loaded roster, with the book of the files."""
    one = LoadedRoster(group)
    one.catalogue = make.catalogue()
    return one


def chief(*weapons, **fields):
    return make.fighter(*weapons, abilities="chef", **{"name": "Chef"} | fields)


def group(*others, name="", **head):
    """A chief and others."""
    return make.group(units=(chief(), *others), name=name, **head)


def battle(*groups, scenario=None):
    """A battle of these groups, in which nothing is marked."""
    groups = groups or (group(),)
    lists = [loaded(one) for one in groups]
    bare = BattleDocument("first-wave", sides=tuple(side_of(one) for one in lists))
    return with_scenario(bare, scenario, lists[0])


def marked(battle, *commands, **context):
    """The battle after these commands."""
    for command in commands:
        spec = BATTLES["first-wave"]
        battle = marks.apply_changes(battle, marks.perform(spec.all_commands, MarkContext(battle, **context), command))
    return battle


def context(battle, language="en", lists=()):
    return BattleContext(battle, make.catalogue(), lists, language)


def outcome(attempt, *dice):
    """What dice that fell at the table say; all of them are used."""
    typed = Typed(dice)
    read = attempt.reads(typed)
    typed.all_used()
    return read


def accepted(battle, outcome):
    """The battle with all that was proposed."""
    return marked(battle, *(one.command for one in outcome.proposals))


def said(words):
    """Words of a notice or a reason in English."""
    return words.into("en", str) if hasattr(words, "values") else words.into("en") if hasattr(words, "into") else words
