"""A battle without a server: its document as a file is started, marked, played and ended by functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from django.utils.translation import get_language

from builder.battles import document, marks, recalls
from builder.battles.document import LONGEST_LOG
from builder.battles.ending import proposed_result
from builder.battles.marks import MarkContext
from builder.battles.services import changes_of, new_battle, side_in_role, sides_of_game
from builder.battles.spec import BATTLES, BattleContext, Condition
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from rules.document import MOST_BYTES, decode
from rules.loading import catalogue
from rules.play.actions import Action, Attempt, Choice, Field, Outcome, Words
from rules.play.battle import MOST_SIDES, BattleDocument, Result
from rules.play.dice import Typed
from rules.play.form import LONGEST_WORDS
from rules.play.recalling import Recall
from rules.shapes import Refused
from rules.text import _

MOST_BATTLE_BYTES = LONGEST_LOG + (MOST_SIDES + 1) * MOST_BYTES
LOG = "log"  # of an export, which no battle is read from


class NotPossible(Exception):
    """What cannot be done in this battle: `words` to the player say why."""

    def __init__(self, words: Words) -> None:
        super().__init__(str(words))
        self.words = words


# --- starting, reading, marking -------------------------------------------------------------------------------------


def started(
    lists: Sequence[LoadedRoster],
    scenario: str | None,
    roles: Sequence[str] | None,
    against: str = "",
    companions: bool = False,
) -> BattleDocument:
    """A new battle of these lists, each taken along. Raises `BadEdit`.

    roles -- of each list, "" for none; None: those that the lists were built for
    against -- whom the game plays itself; "" for nobody
    companions -- the lists play together
    """
    first = lists[0]
    spec, game = BATTLES[first.document.game], first.document.game
    if any(roster.document.game != game for roster in lists):
        raise BadEdit(_("This list is for another game."))
    if len(lists) > MOST_SIDES:
        raise BadEdit(_("Lists per battle: {most} maximum."), most=MOST_SIDES)
    require_offered(scenario, spec.scenarios(first.catalogue), _("There is no scenario {given}. There is: {offered}"))
    if roles is not None and len(roles) != len(lists):
        raise BadEdit(_("Lists: {lists}, roles: {roles}."), roles=len(roles), lists=len(lists))
    for role in roles or ():
        require_offered(role, spec.roles(first.catalogue, scenario), _("There is no role {given}. There is: {offered}"))
    sides = [side_in_role(roster, role) for roster, role in zip_longest(lists, roles or ())]
    battle = new_battle([*sides, *sides_of_game(first, against)], scenario, first, companions=companions)
    documents = [*(roster.data for roster in lists), *[None] * len(battle.sides)]
    taken = [replace(side, list=data) for side, data in zip(battle.sides, documents, strict=False)]
    return replace(battle, sides=tuple(taken))


def require_offered(slug: str | None, choices: Sequence[Choice], text: str) -> None:
    """Raises `BadEdit` for a slug that is not among the choices; "" and None are no choice at all."""
    slugs = tuple(choice.slug for choice in choices)
    if slug and slug not in slugs:
        raise BadEdit(text, given=slug, offered=slugs or "–")


def read(raw: bytes) -> BattleDocument:
    """The battle of a file. Raises `Refused`."""
    data = decode(raw, MOST_BATTLE_BYTES)
    if isinstance(data, dict):
        data.pop(LOG, None)
    battle = document.read(data)
    if battle.game not in BATTLES:
        raise Refused(_("There is no game {game}."), game=battle.game).inside("game")
    for number, side in enumerate(battle.sides):
        if side.list is not None:
            require_list(side.list, battle.game, number)
    return battle


def require_list(data: Mapping[str, Any], game: str, side: int) -> None:
    """Raises `Refused` where a side's list is none of this game."""
    try:
        if LoadedRoster.from_data(data).document.game != game:
            raise Refused(_("This list is for another game."))
    except Refused as refused:
        raise refused.inside("list").inside(side).inside("sides") from None


def context_of(battle: BattleDocument, language: str) -> BattleContext:
    """What pages read of a battle, for everybody's eyes."""
    lists = [LoadedRoster.from_data(side.list) if side.list else None for side in battle.sides]
    return BattleContext(battle, catalogue(battle.game, battle.edition), lists, language)


def marked(context: BattleContext, commands: Sequence[str]) -> BattleDocument:
    """The battle with what these commands mark, one after the other. Raises `BadEdit`."""
    battle = context.battle
    everybody = tuple(range(len(battle.sides)))
    for command in commands:
        changes = changes_of(MarkContext(battle, everybody, book=context.catalogue), command, of_page=True)
        battle = marks.apply_changes(battle, changes)
    return battle


def begun_alone(loaded: LoadedRoster) -> BattleContext:
    """A battle of this list alone, with nothing marked: its units fresh, as figures count them."""
    return context_of(started([loaded], None, None), get_language() or "fr")


# --- actions --------------------------------------------------------------------------------------------------------


def actions(battle: BattleDocument, unit: str | None = None) -> list[tuple[str, Action, list[str]]]:
    """(slug, action, paths of the units that may do it) of each that can be done, those of the table without paths.

    unit -- the path of the only unit that is asked for. Raises `NotPossible`.
    """
    paths = [*battle.units_by_path] if unit is None else [existing(battle, unit)]
    offered = [
        (slug, action, [path for path in paths if action.suits_unit(battle, path)])
        for slug, action in BATTLES[battle.game].actions.items()
    ]
    return [row for row in offered if row[2] or (unit is None and not row[1].kinds)]


def existing(battle: BattleDocument, path: str) -> str:
    if path not in battle.units_by_path:
        raise BadEdit(_("There is no unit {path} in this battle."), path=path or "–")
    return path


@dataclass(frozen=True)
class Played:
    """An action as its fields say, with the rules to remember.

    outcome -- what dice mean, or what there is without any; None while some are due
    """

    slug: str
    attempt: Attempt
    outcome: Outcome | None
    rules: Sequence[Recall] = ()


def play(context: BattleContext, slug: str, fields: Mapping[str, str], dice: str | None = None) -> Played:
    """An action with these fields and typed dice. Raises `BadEdit`, `BadDice` and `NotPossible`."""
    attempt = attempted(context, slug, fields)
    rules = recalls.at_action(context.battle, context.catalogue, slug, fields.get("unit", ""), attempt)
    if dice is not None:
        if not attempt.dice or attempt.reads is None:
            raise NotPossible(attempt.notes[0].text if attempt.notes else _("No dice are rolled for this."))
        return Played(slug, attempt, attempt.read(Typed.read(dice)), rules)
    free = Outcome((), attempt.proposals, attempt.onward) if attempt.proposals or attempt.onward else None
    return Played(slug, attempt, free, rules)


def attempted(context: BattleContext, slug: str, fields: Mapping[str, str]) -> Attempt:
    """An action as these fields choose it; each of them must be one of its form. Raises `BadEdit` and `NotPossible`."""
    battle = context.battle
    offered = BATTLES[battle.game].actions
    if slug not in offered:
        raise BadEdit(_("There is no action {given}. There is: {offered}"), given=slug, offered=tuple(offered))
    action, path = offered[slug], fields.get("unit", "")
    if action.kinds or path:
        existing(battle, path)
    if action.kinds and not action.suits_unit(battle, path):
        raise BadEdit(_("{unit} can’t do that."), unit=battle.called(path))
    attempt = action.attempt(context, fields)
    if not (attempt.fields or attempt.reasons or attempt.dice or attempt.proposals or attempt.onward):
        raise NotPossible(attempt.notes[0].text if attempt.notes else _("That can’t be done here."))
    require_fields(context, action, fields, attempt)
    return attempt


def require_fields(context: BattleContext, action: Action, fields: Mapping[str, str], attempt: Attempt) -> None:
    """Raises `BadEdit` where a form did not read these fields as they were sent."""
    declared = {field.name: field for field in attempt.fields}
    for name, value in fields.items():
        field = declared.get(name)
        acts = name == action.actor and (field is None or action.kinds)
        if not acts and not is_read(field, value) and not was_pressed(context, action, fields, name):
            raise not_offered(name, value, field, tuple(declared))


def is_read(field: Field | None, value: str) -> bool:
    slugs = [option.slug for option in field.options] if field else []
    return field is not None and field.value == value and (not slugs or value in slugs)


def was_pressed(context: BattleContext, action: Action, fields: Mapping[str, str], name: str) -> bool:
    """Whether a value is a button of the form as it was before; a chart's buttons add a letter to those before."""
    value = fields[name]
    before = [action.attempt(context, {**fields, name: earlier}) for earlier in {"", value[:-1]}]
    buttons = (field for attempt in before for field in attempt.fields if field.kind == "buttons")
    return any(option.slug == value for field in buttons if field.name == name for option in field.options)


def not_offered(name: str, sent: str, field: Field | None, names: Sequence[str]) -> BadEdit:
    """Why a field was not read as it was sent; `names`: of the form's fields."""
    if field is None:
        return BadEdit(_("There is no field {given}. There is: {offered}"), given=name, offered=names or "–")
    if field.kind == "number":
        return BadEdit(_("{name}: from {least} to {most}."), name=name, least=field.least, most=field.most)
    if field.kind == "text":
        return BadEdit(_("{name}: too long, maximum {most}."), name=name, most=LONGEST_WORDS)
    offered = ("1",) if field.kind == "flag" else tuple(option.slug or '""' for option in field.options)
    return BadEdit(_("{name} can’t be {given}. It can be: {offered}"), name=name, given=sent or '""', offered=offered)


# --- the end --------------------------------------------------------------------------------------------------------


def ending(context: BattleContext) -> tuple[Result, Condition | None]:
    """The result that is proposed as the battle stands, and the conditions that it follows from."""
    condition = BATTLES[context.battle.game].condition(context)
    return proposed_result(context.battle, condition), condition
