"""What Red Button's Nation brings to its battles, gathered in one `BattleSpec`."""

from collections.abc import Iterator, Sequence

from builder.battles.spec import BattleSpec
from builder.games.rbn.battle import encounters, following, merc_city, scenario, victory
from builder.games.rbn.battle.checklists import checklists
from builder.games.rbn.battle.hostile import HOSTILE_COMMANDS, card
from builder.games.rbn.battle.units import fit_scenario, fit_side
from rules.catalogue import Catalogue
from rules.games.rbn.play import collisions, driving, encounter_roll, hazards, morale, trials
from rules.games.rbn.play.acting import ACTING_ACTIONS
from rules.games.rbn.play.infection import INFECTION_ACTIONS, infection_notices
from rules.games.rbn.play.melee import MELEE
from rules.games.rbn.play.morale import MORALE_TEST
from rules.games.rbn.play.nets import NET
from rules.games.rbn.play.shooting import SHOOT
from rules.play.actions import Notice
from rules.play.battle import BattleDocument, BattleSide, Marker
from rules.text import _

ACTIONS = {
    "shoot": SHOOT,
    "melee": MELEE,
    "net": NET,
    "morale": MORALE_TEST,
    **driving.ACTIONS,
    **collisions.ACTIONS,
    **hazards.ACTIONS,
    **trials.ACTIONS,
    **encounter_roll.ACTIONS,
    **ACTING_ACTIONS,
    **INFECTION_ACTIONS,
}


def table(catalogue: Catalogue, slug: str | None, sides: Sequence[BattleSide]) -> list[Marker]:
    """What is marked beside units and sides."""
    own = scenario.table(catalogue, slug, sides)
    return [*own, *encounters.encounter_markers(catalogue, slug, sides)]


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """All that is due."""
    return [*all_notices(battle, catalogue)]


def all_notices(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    yield from scenario.notices(battle, catalogue)
    yield from morale.notices(battle, catalogue)
    yield from driving.notices(battle, catalogue)
    yield from hazards.notices(battle, catalogue)
    yield from encounters.encounter_notices(battle, catalogue)
    yield from infection_notices(battle, catalogue)
    yield from merc_city.notices(battle, catalogue)


BATTLE = BattleSpec(
    plan=scenario.plan,
    scenarios=scenario.scenarios,
    roles=scenario.roles,
    fit_side=fit_side,
    fit_scenario=fit_scenario,
    notices=notices,
    table=table,
    rounds=scenario.rounds,
    brief=scenario.brief,
    condition=victory.condition,
    checklists=checklists,
    along=following.along,
    actions=ACTIONS,
    commands=HOSTILE_COMMANDS,
    ranks=lambda unit: [_("Chief")] if unit.facts.get("chief") else (),
    others=encounters.may_be_put_on,
    card=card,
)
