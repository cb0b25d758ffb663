"""What steps of the set-up and phases of a round mean for the lists that are played (RBN p. 14, 34; FAQ p. 56)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from django.utils.translation import gettext

from builder.battles.spec import BattleContext
from builder.games.rbn.battle.scenario import scenario_of
from builder.sheets.common import passage
from builder.sheets.parts import SEPARATOR
from builder.wording import cited
from rules.catalogue import Scenario
from rules.games.rbn.play import contests, driving, hazards, morale, state
from rules.games.rbn.play.book import Deployment, play_of
from rules.games.rbn.play.encounters import on_table
from rules.play.battle import ACTIVATED, BattleDocument, BattleSide, BattleUnit, listed
from rules.text import _

SANDS = "fils-des-sables"

Lines = Iterator[str]


def side_name(context: BattleContext, side: int) -> str:
    return contests.side_name(context.battle, side).into(context.language)


def unit_names(context: BattleContext, paths: Sequence[str]) -> str:
    return ", ".join(context.battle.units_by_path[path].name.into(context.language) for path in paths)


def by_side(context: BattleContext, words_of: Callable[[int], str]) -> Lines:
    """A line for each side that there are words for."""
    for side in range(len(context.battle.sides)):
        if words := words_of(side):
            yield f"{side_name(context, side)}{SEPARATOR}{words}"


def numbers_of_sides(context: BattleContext, text: str, number_of: Callable[[int], object]) -> Lines:
    """A line for each side, with its name and its number."""
    for side in range(len(context.battle.sides)):
        yield gettext(text).format(name=side_name(context, side), number=number_of(side))


# --- the set-up -----------------------------------------------------------------------------------------------------


def roles_in_words(context: BattleContext, scenario: Scenario) -> Lines:
    """Who plays which role."""
    names: dict[str | None, str] = {role.slug: role.name.into(context.language) for role in scenario.roles}
    return by_side(context, lambda side: names.get(context.battle.sides[side].role, ""))


def before(context: BattleContext) -> Lines:
    """What to bring and to agree on (p. 14)."""
    if reminder := context.catalogue.reminders.get("avant-de-jouer"):  # none in a book stored before it was there
        entry = passage(reminder)
        yield f"{entry.title} ({cited(entry.cite, context.language)})"
        yield from (f"{left}{SEPARATOR}{right}" for left, right in entry.rows)


def plays_tokens(context: BattleContext) -> bool:
    """Whether some side sets tokens for its secondary mission."""
    scenario = scenario_of(context.catalogue, context.battle.scenario)
    return (scenario is None or scenario.secondary_missions) and bool(contests.with_tokens(context.battle))


def missions(context: BattleContext) -> Lines:
    """Each secondary mission that is played, with whose it is."""
    sides: dict[str, list[str]] = {}
    for number in contests.with_tokens(context.battle):
        sides.setdefault(str(context.battle.sides[number].facts["activity"]), []).append(side_name(context, number))
    for slug, names in sides.items():
        activity = context.catalogue.activities[slug]
        words = f"{activity.name.into(context.language)}. {activity.text.into(context.language)}"
        yield f"{', '.join(names)}{SEPARATOR}{words}"


def vehicles_of_sides(context: BattleContext) -> Lines:
    sides = context.battle.sides
    return numbers_of_sides(context, _("{name}, vehicles: {number}"), lambda n: sides[n].facts.get("vehicles", 0))


def deployment(context: BattleContext, side: BattleSide) -> Deployment:
    """What the scenario says of how this side deploys, where that is not as usual."""
    return play_of(context.catalogue).deployment_of(context.battle.scenario, side.role)


def comes_last(context: BattleContext, side: BattleSide, unit: BattleUnit) -> bool:
    """Whether a unit deploys after all others: a son of the sands, save in scenario 8 the mandated player's (p. 37)."""
    return SANDS in listed(unit.facts, "abilities") and deployment(context, side).sands != "together"


def is_in_force(force: str, context: BattleContext, side: BattleSide, unit: BattleUnit) -> bool:
    """Whether a unit is noted in a force; not the ambush's vehicles, which arrive in turn 2 (p. 35)."""
    later = deployment(context, side).without == force or comes_last(context, side, unit)
    return unit.facts.get("force") == force and not later


Deploys = Callable[[BattleContext, BattleSide, BattleUnit], bool]


def deployed(deploys: Deploys, context: BattleContext) -> Lines:
    """The units of each side that deploy so."""

    def names(number: int) -> str:
        side = context.battle.sides[number]
        return unit_names(context, [f"{number}/{unit.key}" for unit in side.units if deploys(context, side, unit)])

    return by_side(context, names)


# --- whose turn it is -----------------------------------------------------------------------------------------------


def waiting(battle: BattleDocument, kind: str, side: int) -> list[str]:
    """The paths of those who are on the table and were not activated in this round."""
    standing = [path for path in state.standing(battle, kind, side) if not state.has_left(battle, path)]
    return [path for path in standing if not battle.number(f"{path}/{ACTIVATED}")]


def next_vehicles(battle: BattleDocument, side: int) -> list[str]:
    """Those that a side may activate now: its light ones, then its medium ones, then its heavy ones."""
    paths = waiting(battle, state.VEHICLE, side)
    rank = {path: state.SIZES.index(state.size_of(battle, path)) for path in paths}
    return [path for path in paths if rank[path] == min(rank.values())]


def vehicles(context: BattleContext) -> Lines:
    return by_side(context, lambda side: unit_names(context, next_vehicles(context.battle, side)))


def fighters(context: BattleContext) -> Lines:
    """How many each side has still to activate."""
    left = partial(waiting, context.battle, state.FIGHTER)
    return numbers_of_sides(context, _("{name}, to activate: {number}"), lambda side: len(left(side)))


def hostile(context: BattleContext) -> Lines:
    if left := [path for path in on_table(context.battle) if not context.battle.number(f"{path}/{ACTIVATED}")]:
        yield unit_names(context, left)


def effects(context: BattleContext) -> Lines:
    """Who burns, and whose vehicles mend themselves (RBN p. 21, 26)."""
    battle = context.battle
    if burning := hazards.burning(battle):
        yield gettext("On fire: {names}").format(names=unit_names(context, burning))
    if mending := [path for path in state.standing(battle, state.VEHICLE) if driving.repairs(battle, path)]:
        yield gettext("Living machines, 1D6 per breakdown: {names}").format(names=unit_names(context, mending))


def tests(context: BattleContext) -> Lines:
    """Who tests morale."""
    for notice in morale.notices(context.battle, context.catalogue):
        if notice.action and notice.side is not None:
            yield side_name(context, notice.side)


sands = partial(deployed, comes_last)
OWN_LINES: dict[str, Callable[[BattleContext], Lines]] = {
    "decors": before,
    "pions": missions,
    "jet": vehicles_of_sides,
    "attaque": partial(deployed, partial(is_in_force, "attack")),
    "reserve": partial(deployed, partial(is_in_force, "reserve")),
    SANDS: sands,
    "vehicles": vehicles,
    "fighters": fighters,
    "hostile": hostile,
    "effects": effects,
    "morale": tests,
}
ONLY_WHERE = {"pions": plays_tokens, SANDS: lambda context: any(sands(context))}  # steps that only some lists have
