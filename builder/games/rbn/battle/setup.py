"""The set-up as a checklist that rolls: scenery, mission tokens, deployment by forces (RBN p. 34)."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.utils.translation import gettext, override

from builder.battles.document import BattleSide, BattleUnit
from builder.battles.spec import BattleContext, Checklist, Step
from builder.games.rbn.battle.scenario import STEP, numbered, scenario_of
from builder.sheets.common import passage
from builder.sheets.parts import SEPARATOR
from builder.wording import cited
from rules.games.rbn.play import contests
from rules.games.rbn.play.book import Deployment, TableStep, play_of
from rules.play.actions import Outcome, Proposal, Reason
from rules.play.battle import TABLE, listed
from rules.play.dice import Dice
from rules.text import Message, _

SANDS = "fils-des-sables"
FACES = 6
TOKENS = ("pillards", "archeologues", "marchands", "chasseurs")


def checklist(context: BattleContext) -> Checklist:
    with override(context.language):
        return Checklist("setup", _("Setup"), [*steps(context)], cite(context), "setup")


def cite(context: BattleContext) -> str:
    """Where the set-up stands."""
    return play_of(context.catalogue).rules["setup"].cite


def steps(context: BattleContext) -> Iterator[Step]:
    """The scenario's own words, then the book's steps; each with what it means for these lists."""
    scenario = scenario_of(context.catalogue, context.battle.scenario)
    if scenario:
        words = [one.into(context.language) for one in (scenario.table, scenario.deployment)]
        if scenario.brings:
            words.append(gettext("To bring: {things}").format(things=scenario.brings.into(context.language)))
        lines = [*words, *roles_in_words(context)]
        yield Step(f"{TABLE}/{STEP}scenario", numbered(scenario), "\n".join(lines), str(scenario.cite))
    for row in play_of(context.catalogue).setup:
        if row.slug not in LEFT_OUT or LEFT_OUT[row.slug](context):
            yield book_step(context, row)


def roles_in_words(context: BattleContext) -> Iterator[str]:
    """Who plays which role."""
    for number, side in enumerate(context.battle.sides):
        scenario = scenario_of(context.catalogue, context.battle.scenario)
        role = next((one for one in scenario.roles if one.slug == side.role), None) if scenario else None
        if role:
            name = contests.name_of(context.battle, number).into(context.language)
            yield f"{name}{SEPARATOR}{role.name.into(context.language)}"


def book_step(context: BattleContext, row: TableStep) -> Step:
    own = [*OWN[row.slug](context)] if row.slug in OWN else []
    words = "\n".join([row.text.into(context.language), *own])
    dice, reads = ROLLS[row.slug](context) if row.slug in ROLLS else ("", None)
    path = f"{TABLE}/{STEP}{row.slug}"
    return Step(path, row.name, words, row.cite, dice, reads)


# --- what a step means for these lists ------------------------------------------------------------------------------


def plays_tokens(context: BattleContext) -> bool:
    """Whether some side sets tokens for its secondary mission."""
    scenario = scenario_of(context.catalogue, context.battle.scenario)
    return (scenario is None or scenario.secondary_missions) and bool(with_tokens(context))


def with_tokens(context: BattleContext) -> list[int]:
    """The sides whose secondary mission has tokens."""
    return [n for n, side in enumerate(context.battle.sides) if side.facts.get("activity") in TOKENS]


def has_sands(context: BattleContext) -> bool:
    battle = context.battle
    return any(comes_last(context, side, unit) for side in battle.sides for unit in side.units)


def is_of_the_sands(unit: BattleUnit) -> bool:
    return SANDS in listed(unit.facts, "abilities")


def missions(context: BattleContext) -> Iterator[str]:
    """Each secondary mission that is played, with whose it is."""
    language = context.language
    for slug in dict.fromkeys(str(context.battle.sides[number].facts["activity"]) for number in with_tokens(context)):
        activity = context.catalogue.activities[slug]
        sides = [n for n in with_tokens(context) if context.battle.sides[n].facts["activity"] == slug]
        names = ", ".join(contests.name_of(context.battle, number).into(language) for number in sides)
        yield f"{names}{SEPARATOR}{activity.name.into(language)}. {activity.text.into(language)}"


def before(context: BattleContext) -> Iterator[str]:
    """What to bring and to agree on (p. 14)."""
    entry = passage(context.catalogue.reminders["avant-de-jouer"])
    yield f"{entry.title} ({cited(entry.cite, context.language)})"
    yield from (f"{left}{SEPARATOR}{right}" for left, right in entry.rows)


def vehicles(context: BattleContext) -> Iterator[str]:
    for number, side in enumerate(context.battle.sides):
        name = contests.name_of(context.battle, number).into(context.language)
        yield gettext("{name}, vehicles: {number}").format(name=name, number=side.facts.get("vehicles", 0))


def own_deployment(context: BattleContext, side: BattleSide) -> Deployment:
    """What the scenario says of how this side deploys, where that is not as usual."""
    return play_of(context.catalogue).deployment_of(context.battle.scenario, side.role)


def comes_last(context: BattleContext, side: BattleSide, unit: BattleUnit) -> bool:
    """Whether a unit deploys after all others: a son of the sands, save in scenario 8 the mandated player's (p. 37)."""
    return is_of_the_sands(unit) and own_deployment(context, side).sands != "together"


def force(slug: str, context: BattleContext) -> Iterator[str]:
    """The units of each side that are noted in a force; not the ambush's vehicles, which arrive in turn 2 (p. 35)."""

    def wanted(side: BattleSide, unit: BattleUnit) -> bool:
        later = own_deployment(context, side).without == slug or comes_last(context, side, unit)
        return unit.facts.get("force") == slug and not later

    return named(context, wanted)


def sands(context: BattleContext) -> Iterator[str]:
    return named(context, partial(comes_last, context))


def named(context: BattleContext, wanted: Callable[[BattleSide, BattleUnit], bool]) -> Iterator[str]:
    for number, side in enumerate(context.battle.sides):
        names = [unit.name.into(context.language) for unit in side.units if wanted(side, unit)]
        if names:
            yield f"{contests.name_of(context.battle, number).into(context.language)}{SEPARATOR}{', '.join(names)}"


OWN: dict[str, Callable[[BattleContext], Iterator[str]]] = {
    "decors": before,
    "pions": missions,
    "jet": vehicles,
    "attaque": partial(force, "attack"),
    "reserve": partial(force, "reserve"),
    SANDS: sands,
}
LEFT_OUT = {"pions": plays_tokens, SANDS: has_sands}  # steps that only some lists have


# --- what it rolls --------------------------------------------------------------------------------------------------


def of_all(context: BattleContext) -> str:
    return f"{len(context.battle.sides)}D6"


def scenery_roll(context: BattleContext) -> tuple[str, Any]:
    """The highest decides who begins to place scenery."""
    page = cite(context)
    return of_all(context), partial(contests.highest, context, contests.no_gains(context), page, scenery_done)


def scenery_done(_winner: int) -> list[Proposal]:
    return [Proposal(_("Scenery placed"), [f"set {TABLE}/{STEP}decors 1"])]


def tokens_roll(context: BattleContext) -> tuple[str, Any]:
    """Whose tokens are placed first; nothing is rolled where only one side has tokens."""
    sides = with_tokens(context)
    return ("1D6", partial(read_tokens, context, sides)) if len(sides) > 1 else ("", None)


def read_tokens(context: BattleContext, sides: list[int], dice: Dice) -> Outcome:
    """The book says that a D6 tells whose come first: its faces are shared out in the order of the lists."""
    fell = dice.d()
    first = sides[(fell - 1) * len(sides) // FACES]
    words = Message(_("{name}: tokens placed first"), {"name": contests.name_of(context.battle, first)})
    placed = Proposal(_("Mission tokens placed"), [f"set {TABLE}/{STEP}pions 1"])
    shared = Reason("", _("Die faces shared out in list order"))
    return Outcome([Reason(str(fell), words, cite(context)), shared], [placed])


def deployment_roll(context: BattleContext) -> tuple[str, Any]:
    """2 more for who has fewer vehicles; the highest decides who deploys first."""
    gains = contests.fewest_vehicles(context)
    page = cite(context)
    return of_all(context), partial(contests.highest, context, gains, page, partial(first_to_deploy, context))


def first_to_deploy(context: BattleContext, _winner: int) -> list[Proposal]:
    """Each side, for the winner decides."""
    return [
        Proposal(
            Message(_("{name} deploys first"), {"name": contests.name_of(context.battle, side)}),
            [f"say {TABLE}/first-deploys {contests.in_command(context, side)}", f"set {TABLE}/{STEP}jet 1"],
            cite(context),
        )
        for side in range(len(context.battle.sides))
    ]


ROLLS = {"decors": scenery_roll, "pions": tokens_roll, "jet": deployment_roll}
