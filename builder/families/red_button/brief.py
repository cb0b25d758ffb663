"""The scenario of a battle, and what to have at hand beside it: who sees whom, who is in cover, who shoots where."""

from collections.abc import Callable, Iterable

from django.utils.translation import override

from builder.battles.spec import BattleContext, nothing
from builder.families.red_button.sheet.header import scenario_passage
from builder.sheets.common import passage
from builder.sheets.parts import Passage

AT_HAND = ("lignes-de-vue", "tir", "corps-a-corps", "etats", "tour-de-jeu")  # reminders


def brief(context: BattleContext, more: Callable[[BattleContext], Iterable[Passage]] = nothing) -> list[Passage]:
    """The scenario with the reader's mission marked, what the game says `more` of it, reminders."""
    battle, catalogue = context.battle, context.catalogue
    scenario = catalogue.scenarios.get(battle.scenario or "")
    role = battle.sides[context.side].role if context.side is not None and context.side < len(battle.sides) else None
    with override(context.language):
        own = [scenario_passage(scenario, role)] if scenario else []
        return [*own, *more(context), *(passage(catalogue.reminders[slug]) for slug in AT_HAND)]
