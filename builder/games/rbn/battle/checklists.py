"""The set-up and the phases of a round as checklists, each step with what it means for these lists (RBN p. 34)."""

from collections.abc import Iterator

from django.utils.translation import gettext, override

from builder.battles.spec import BattleContext, Checklist, Step
from builder.games.rbn.battle.encounters import encounter_checklists
from builder.games.rbn.battle.scenario import numbered, scenario_of
from builder.games.rbn.battle.step_lines import ONLY_WHERE, OWN_LINES, roles_in_words
from rules.catalogue import Scenario
from rules.games.rbn.play import contests
from rules.games.rbn.play.book import TableStep, play_of
from rules.games.rbn.play.state import STEP
from rules.text import _


def checklists(context: BattleContext) -> list[Checklist]:
    """Set-up, phases of the round, hostile elements."""
    play = play_of(context.catalogue)
    with override(context.language):
        setup = [*setup_steps(context)]
        phases = [book_step(context, row) for row in play.phases]
    return [
        Checklist("setup", _("Setup"), setup, play.rules["setup"].cite, "setup"),
        Checklist("round", _("Turn phases"), phases, play.rules["round"].cite),
        *encounter_checklists(context),
    ]


def setup_steps(context: BattleContext) -> Iterator[Step]:
    """The scenario's own words, then the book's steps."""
    if scenario := scenario_of(context.catalogue, context.battle.scenario):
        yield scenario_step(context, scenario)
    for row in play_of(context.catalogue).setup:
        if row.slug not in ONLY_WHERE or ONLY_WHERE[row.slug](context):
            yield book_step(context, row)


def scenario_step(context: BattleContext, scenario: Scenario) -> Step:
    words = [text.into(context.language) for text in (scenario.table, scenario.deployment)]
    if scenario.brings:
        words.append(gettext("To bring: {things}").format(things=scenario.brings.into(context.language)))
    lines = [*words, *roles_in_words(context, scenario)]
    return Step(f"{STEP}scenario", numbered(scenario), "\n".join(lines), str(scenario.cite))


def book_step(context: BattleContext, row: TableStep) -> Step:
    own = OWN_LINES[row.slug](context) if row.slug in OWN_LINES else ()
    words = "\n".join([row.text.into(context.language), *own])
    return Step(f"{STEP}{row.slug}", row.name, words, row.cite, *contests.roll_of(context, row.slug))
