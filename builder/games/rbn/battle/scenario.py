"""The scenario of a battle: what a list was built for, roles, rounds, counters, what is due (RBN p. 35 to 38)."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext

from builder.battles.spec import BattleContext, Plan
from builder.families.red_button.sheet.header import USUAL_TURNS
from builder.games.rbn.battle.units import MERCHANTS, count_marker
from builder.lists.loaded import LoadedRoster
from builder.sheets.parts import Passage
from rules.catalogue import Catalogue, Scenario
from rules.games.rbn.play.book import Count, Due, play_of
from rules.games.rbn.play.state import BROKEN_DOWN, CARGO
from rules.play.actions import Choice, Notice
from rules.play.battle import COUNTER, TABLE, BattleDocument, BattleSide, Marker
from rules.text import Text, _

FEWEST_SIDES = 2  # whose counters are there from the beginning


def plan(loaded: LoadedRoster) -> Plan:
    """What a convoy was built for; its budget is the agreed one, before roles and the survivors' fifth."""
    context: Any = loaded.analysis
    document = context.document
    return Plan(document.scenario, document.role, context.context.agreed)


def scenario_of(catalogue: Catalogue, slug: str | None) -> Scenario | None:
    return catalogue.scenarios.get(slug or "")


def scenarios(catalogue: Catalogue) -> list[Choice]:
    return [Choice(scenario.slug, numbered(scenario), scenario.text) for scenario in catalogue.scenarios.values()]


def numbered(scenario: Scenario) -> Text:
    return Text(f"{scenario.number}. {scenario.name.fr}", f"{scenario.number}. {scenario.name.en}")


def roles(catalogue: Catalogue, slug: str | None) -> list[Choice]:
    """Those of a scenario, each with its mission."""
    scenario = scenario_of(catalogue, slug)
    if scenario is None:
        return []
    missions = {mission.role: mission.text for mission in scenario.missions}
    return [Choice(role.slug, role.name, missions.get(role.slug, Text())) for role in scenario.roles]


def rounds(catalogue: Catalogue, slug: str | None, _sides: Sequence[BattleSide] = ()) -> int:
    """As many as the scenario has; 6 is the book's usual number (RBN p. 34)."""
    scenario = scenario_of(catalogue, slug)
    return (scenario.turns if scenario else 0) or USUAL_TURNS


# --- what is marked on the table ------------------------------------------------------------------------------------


def table(catalogue: Catalogue, slug: str | None, sides: Sequence[BattleSide]) -> list[Marker]:
    """Initiative, who deploys first, the boxes of the checklists, and what the scenario counts."""
    return [*play_of(catalogue).table_marks, *steps(catalogue), *counters(catalogue, slug, sides)]


def steps(catalogue: Catalogue) -> Iterator[Marker]:
    """The boxes of the set-up, and those of the phases, which begin anew each round."""
    play = play_of(catalogue)
    yield Marker("step-scenario", play.scenario_step)
    for step in play.setup:
        yield Marker(f"step-{step.slug}", step.name, cite=step.cite)
    for phase in play.phases:
        yield Marker(f"step-{phase.slug}", phase.name, cite=phase.cite, each_round=True)


def counters(catalogue: Catalogue, slug: str | None, sides: Sequence[BattleSide]) -> Iterator[Marker]:
    scenario, number = scenario_of(catalogue, slug), max(FEWEST_SIDES, len(sides))
    if scenario is None:
        return
    cite = str(scenario.cite)
    for row in play_of(catalogue).counters.get(scenario.slug, ()):
        if row.each:
            for side in range(number):
                yield count_marker(row, cite, key=f"{row.key}-{side}", label=for_side(row, sides, side))
        elif row.sides:
            yield count_marker(row, cite, kind=COUNTER, most=number)
        else:
            yield count_marker(row, cite)


def for_side(row: Count, sides: Sequence[BattleSide], side: int) -> Text:
    """A counter of one list, by its name or its number."""
    name = sides[side].name if side < len(sides) else ""
    fr, en = name or f"liste {side + 1}", name or f"list {side + 1}"
    return Text(f"{row.name.fr} ({fr})", f"{row.name.en} ({en})")


# --- what is due ----------------------------------------------------------------------------------------------------


def notices(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    for row in play_of(catalogue).due:
        if row.scenario == battle.scenario and is_due(row, battle):
            yield Notice(row.text, row.cite)
    for number, side in enumerate(battle.sides):
        if announces_cargo(battle, number):
            words = _("Start of turn 1: name the medium or heavy vehicle carrying the cargo")
            yield Notice(words, str(catalogue.activities[str(side.facts["activity"])].cite), number)
        if len(vehicles := marked_on(battle, number, BROKEN_DOWN)) > 1 and not any(map(battle.number, vehicles)):
            words = _("Tick which of your vehicles is broken down")
            yield Notice(words, str(catalogue.scenarios[str(battle.scenario)].cite), number)


def marked_on(battle: BattleDocument, side: int, key: str) -> list[str]:
    """The paths of the markers of this kind that units of a side have."""
    paths = [f"{side}/{unit.key}/{key}" for unit in battle.sides[side].units]
    return [path for path in paths if path in battle.markers_by_path]


def is_due(row: Due, battle: BattleDocument) -> bool:
    done = row.unless and battle.number(f"{TABLE}/{row.unless}")
    return row.first <= battle.round <= (row.last or battle.round) and not done


def announces_cargo(battle: BattleDocument, side: int) -> bool:
    """Merchants in turn 1 who have a vehicle for the cargo and did not say which (RBN p. 27)."""
    if battle.round > 1 or battle.sides[side].facts.get("activity") != MERCHANTS:
        return False
    paths = marked_on(battle, side, CARGO)
    return bool(paths) and not any(map(battle.number, paths))


# --- the brief ------------------------------------------------------------------------------------------------------


def missions_and_grades(context: BattleContext) -> Iterator[Passage]:
    """Secondary missions and grades of victory, where the scenario has them."""
    catalogue, battle, language = context.catalogue, context.battle, context.language
    scenario = scenario_of(catalogue, battle.scenario)
    if scenario and not scenario.secondary_missions:
        return
    for side in battle.sides:
        activity = catalogue.activities.get(str(side.facts.get("activity", "")))
        if activity:
            title = gettext("{name}, secondary mission: {activity}")
            title = title.format(name=side.name or side.label.into(language), activity=activity.name.into(language))
            yield Passage(title, activity.text.into(language), cite=str(activity.cite))
    rows = tuple((grade.name.into(language), grade.text.into(language)) for grade in catalogue.victory.values())
    yield Passage(gettext("Victory"), rows=rows, cite=play_of(catalogue).rules["victory"].cite)
