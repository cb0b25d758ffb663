"""Plays a case of these files without a server: its lists, what is marked before, one action, dice."""

import json
from dataclasses import replace
from functools import cache

from builder.battles import battle_file, recalls
from builder.battles.markers import side_of
from builder.battles.services import with_scenario
from builder.battles.spec import BATTLES, BattleContext
from builder.lists.loaded import LoadedRoster
from builder.wording import local, say
from rules.play.actions import Attempt
from rules.play.battle import BattleDocument
from rules.play.dice import Typed
from rules.text import Text
from tests import make


@cache
def joined(text):
    """(list with the book of the files, its side of a battle) of a document as JSON: cases share them."""
    roster = LoadedRoster.from_data(json.loads(text))
    roster.catalogue = make.catalogue(roster.document.game)
    return roster, side_of(roster)


def context_of(game, lists, case):
    """The battle of a case as a page reads it, its marks before made one after the other."""
    rosters, sides = zip(*(joined(json.dumps(lists[name])) for name in case.get("lists", [*lists])), strict=True)
    roles = case.get("roles") or [None] * len(sides)
    teams = case.get("teams") or [0] * len(sides)
    sides = tuple(replace(side, role=role, team=team) for side, role, team in zip(sides, roles, teams, strict=True))
    if against := case.get("against"):
        sides = (*sides, BATTLES[game].against(make.catalogue(game))[against])
    battle = with_scenario(
        BattleDocument(game, sides=sides, companions=BATTLES[game].companions), case.get("scenario"), rosters[0]
    )
    context = BattleContext(battle, make.catalogue(game), list(rosters), "en")
    return replace(context, battle=battle_file.marked(context, case.get("marks", ())))


def attempted(context, case):
    """The action of a case with all its fields, or what a step of a checklist rolls; None for a case without either."""
    spec = BATTLES[context.battle.game]
    if "step" in case:
        steps = (step for checklist in spec.checklists(context) for step in checklist.steps)
        step = next(step for step in steps if step.path == case["step"])
        return Attempt((), step.dice, reads=step.reads)
    if "action" not in case:
        return None
    action = spec.actions[case["action"]]
    attempt = action.attempt(context, case["fields"])
    if attempt.fields:
        battle_file.require_fields(context, action, case["fields"], attempt)
    return attempt


def words(text):
    return local(text) if isinstance(text, Text) else say(text)


def before_dice(attempt):
    """What an action says before dice, by the keys of `expect`."""
    return {
        "dice": attempt.dice,
        "against": attempt.against,
        "reasons": sorted([reason.value, reason.cite] for reason in attempt.reasons if reason.counts),
        "ignored": sorted([reason.value, reason.cite] for reason in attempt.reasons if not reason.counts),
        "worth": sorted(worth_of(reason) for reason in (attempt.valued or tuple)() if has_worth(reason)),
        "notes": [[words(note.text), note.cite] for note in attempt.notes],
        "chances": {words(row.text): str(row.chance) for row in attempt.chances if row.chance},
        "commands": commands(attempt),
        "onward": [step for step, _name in attempt.onward],
    }


def has_worth(reason):
    return reason.counts and reason.worth is not None


def worth_of(reason):
    return [reason.value, reason.cite, str(reason.worth)]


def without_action(context):
    """What is due, and how the battle ends by its scenario as it stands, by the keys of `expect`."""
    battle, spec = context.battle, BATTLES[context.battle.game]
    result = spec.condition(context)
    return {
        "due": [[words(one.text), one.cite, one.side] for one in spec.notices(battle, context.catalogue)],
        "end": result and [[one.outcome, one.points] for one in result.sides],
        "lines": result and [[words(one.text), one.cite] for one in result.lines],
    }


def rules(context, case, attempt):
    """The rules to remember, at the present step or for the action: the side at that step, the name, who has it."""
    battle, book = context.battle, context.catalogue
    if attempt and "action" in case:
        found = recalls.at_action(battle, book, case["action"], case["fields"].get("unit", ""), attempt)
        return [[words(rule.name), [*rule.units]] for rule in found]
    sides = range(len(battle.sides))
    return [[n, words(rule.name), [*rule.units]] for n in sides for rule in recalls.at_step(battle, book, n)]


def outcome(attempt, faces):
    """What these dice say, by the keys of a roll; each of them is used."""
    read = attempt.read(Typed(faces))
    return {
        "dice": faces,
        "lines": [[line.value, words(line.text), line.cite] for line in read.lines],
        "commands": commands(read),
        "onward": [step for step, _name in read.onward],
    }


def commands(outcome):
    """The commands of all marks that are proposed, sorted."""
    return sorted(command for proposal in outcome.proposals for command in proposal.commands)
