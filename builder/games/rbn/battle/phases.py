"""A round in its phases 0 to 5, with whose turn it is in each (RBN p. 34; FAQ p. 56)."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.utils.translation import gettext, override

from builder.battles.document import BattleDocument
from builder.battles.spec import BattleContext, Checklist, Step
from builder.games.rbn.battle.scenario import STEP
from builder.sheets.parts import SEPARATOR
from rules.games.rbn.play import contests, driving, hazards, morale, state
from rules.games.rbn.play.book import TableStep, play_of
from rules.play.actions import Proposal
from rules.play.battle import ACTIVATED, OTHERS, TABLE
from rules.text import Message, _

INITIATIVE = f"{TABLE}/initiative"


def checklist(context: BattleContext) -> Checklist:
    with override(context.language):
        steps = [phase(context, row) for row in play_of(context.catalogue).phases]
    return Checklist("round", _("Turn phases"), steps, play_of(context.catalogue).rules["round"].cite)


def phase(context: BattleContext, row: TableStep) -> Step:
    slug = row.slug
    own = OWN[slug](context) if slug in OWN else ()
    words = "\n".join([row.text.into(context.language), *own])
    path, page = f"{TABLE}/{STEP}{slug}", row.cite
    if slug != "initiative":
        return Step(path, row.name, words, page)
    gains = contests.initiative_gains(context)
    reads = partial(contests.highest, context, gains, page, partial(wins_initiative, context))
    return Step(path, row.name, words, page, f"{len(context.battle.sides)}D6", reads)


def wins_initiative(context: BattleContext, side: int) -> list[Proposal]:
    words = Message(_("{name} has the initiative"), {"name": contests.name_of(context.battle, side)})
    commands = [f"say {INITIATIVE} {contests.in_command(context, side)}", f"set {TABLE}/{STEP}initiative 1"]
    return [Proposal(words, commands, play_of(context.catalogue).rules["initiative"].cite)]


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


def names(context: BattleContext, paths: list[str]) -> str:
    return ", ".join(context.battle.units_by_path[path].name.into(context.language) for path in paths)


def by_side(context: BattleContext, paths_of: Any) -> Iterator[str]:
    """A line for each side that `paths_of(side)` has units of."""
    for side in range(len(context.battle.sides)):
        if paths := paths_of(side):
            name = contests.name_of(context.battle, side).into(context.language)
            yield f"{name}{SEPARATOR}{names(context, paths)}"


def vehicles(context: BattleContext) -> Iterator[str]:
    return by_side(context, lambda side: next_vehicles(context.battle, side))


def fighters(context: BattleContext) -> Iterator[str]:
    """How many each side has still to activate."""
    for side in range(len(context.battle.sides)):
        number = len(waiting(context.battle, state.FIGHTER, side))
        name = contests.name_of(context.battle, side).into(context.language)
        yield gettext("{name}, to activate: {number}").format(name=name, number=number)


def hostile(context: BattleContext) -> Iterator[str]:
    battle = context.battle
    paths = [path for path in battle.units_by_path if path.startswith(f"{OTHERS}/") and not battle.is_down(path)]
    if left := [path for path in paths if not battle.number(f"{path}/{ACTIVATED}")]:
        yield names(context, left)


def effects(context: BattleContext) -> Iterator[str]:
    """Who burns, and whose vehicles mend themselves (RBN p. 21, 26)."""
    battle = context.battle
    if burning := hazards.burning(battle):
        yield gettext("On fire: {names}").format(names=names(context, burning))
    if mending := [path for path in state.standing(battle, state.VEHICLE) if driving.repairs(battle, path)]:
        yield gettext("Living machines, 1D6 per breakdown: {names}").format(names=names(context, mending))


def tests(context: BattleContext) -> Iterator[str]:
    """Who tests morale."""
    for notice in morale.notices(context.battle, context.catalogue):
        if notice.action and notice.side is not None:
            yield contests.name_of(context.battle, notice.side).into(context.language)


OWN = {"vehicles": vehicles, "fighters": fighters, "hostile": hostile, "effects": effects, "morale": tests}
