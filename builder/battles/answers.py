"""Actions and their outcomes as values for JSON, in the active language: what the command line and the API answer."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import get_language, gettext

from builder.battles.battle_file import NotPossible, Played
from builder.lists.edits import BadEdit
from rules.play.actions import Field, Outcome, Reason, Words
from rules.play.dice import BadDice
from rules.play.recalling import Recall
from rules.shapes import Refused
from rules.text import Message, Text

Json = dict[str, Any]


def sentence(refused: BadEdit | BadDice | NotPossible | Refused) -> str:
    """Why something cannot be, in the active language, with the place in the document where it has one."""
    pointer = getattr(refused, "pointer", "")
    words = plain(refused.words if isinstance(refused, NotPossible) else refused.message)
    return f"{pointer}: {words}" if pointer else words


def plain(words: Words) -> str:
    """A marked text, a `Message` or a `Text` of the book in the active language."""
    if isinstance(words, Text):
        return words.into(get_language())
    return words.into(get_language(), gettext) if isinstance(words, Message) else words and gettext(words)


def action_answer(played: Played) -> Json:
    """An action with what is chosen of it, as it is printed."""
    attempt = played.attempt
    return {
        "action": played.slug,
        "fields": [field_answer(field) for field in attempt.fields],
        "dice": attempt.dice,
        "against": attempt.against,
        "reasons": [
            {"value": reason.value, "text": plain(reason.text), "cite": reason.cite, "counts": reason.counts}
            | {"worth": None if reason.worth is None else str(reason.worth)}
            for reason in (attempt.valued() if attempt.valued else attempt.reasons)
        ],
        "notes": lines(attempt.notes),
        "chances": [{"text": plain(row.text), "chance": str(row.chance)} for row in attempt.chances],
        "outcome": played.outcome and outcome_answer(played.outcome),
        "rules": [rule_answer(rule) for rule in played.rules],
    }


def rule_answer(rule: Recall) -> Json:
    """A rule to remember, with the paths of the units that have it; none where it is their side's."""
    return {
        "key": rule.key,
        "name": plain(rule.name),
        "text": plain(rule.text),
        "cite": rule.cite,
        "units": [*rule.units],
    }


def field_answer(field: Field) -> Json:
    options = [{"slug": option.slug, "name": plain(option.name)} for option in field.options]
    return {
        "name": field.name,
        "label": plain(field.label),
        "kind": field.kind,
        "value": field.value,
        "options": options,
    }


def outcome_answer(outcome: Outcome) -> Json:
    return {
        "lines": lines(outcome.lines),
        "proposals": [
            {"text": plain(proposal.text), "commands": [*proposal.commands]} for proposal in outcome.proposals
        ],
        "onward": [{"action": step, "text": plain(name)} for step, name in outcome.onward],
    }


def lines(reasons: Sequence[Reason]) -> list[Json]:
    return [{"value": reason.value, "text": plain(reason.text), "cite": reason.cite} for reason in reasons]
