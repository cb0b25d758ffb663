"""The scenario of a battle, and what to have at hand beside it: who sees whom, who is in cover, who shoots where."""

from collections.abc import Iterator

from django.utils.translation import override

from builder.battles.spec import BattleContext
from builder.families.red_button.sheet.header import scenario_passage
from builder.sheets.common import passage
from builder.sheets.parts import Passage

AT_HAND = ("lignes-de-vue", "tir", "corps-a-corps", "etats", "tour-de-jeu")  # reminders


def brief(context: BattleContext) -> list[Passage]:
    """The scenario, then reminders, in the reader's language."""
    with override(context.language):
        return list(passages(context))


def passages(context: BattleContext) -> Iterator[Passage]:
    scenario = context.catalogue.scenarios.get(context.battle.scenario or "")
    if scenario:
        yield scenario_passage(scenario, None)
    yield from (passage(context.catalogue.reminders[slug]) for slug in AT_HAND)
