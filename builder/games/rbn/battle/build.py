"""What Red Button's Nation brings to its battles, gathered in one `BattleSpec`."""

from collections.abc import Sequence
from functools import partial

from builder.battles.spec import BattleSpec
from builder.families.red_button.brief import brief
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
    return [*scenario.table(catalogue, slug, sides), *encounters.table_markers(catalogue, slug)]


NOTICES = (
    scenario.notices,
    morale.notices,
    driving.notices,
    hazards.notices,
    encounters.encounter_notices,
    infection_notices,
    merc_city.notices,
)


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """All that is due."""
    return [notice for notices_of in NOTICES for notice in notices_of(battle, catalogue)]


BATTLE = BattleSpec(
    plan=scenario.plan,
    scenarios=scenario.scenarios,
    roles=scenario.roles,
    fit_side=fit_side,
    fit_scenario=fit_scenario,
    notices=notices,
    table=table,
    rounds=scenario.rounds,
    brief=partial(brief, more=scenario.missions_and_grades),
    condition=victory.condition,
    checklists=checklists,
    along=following.along,
    actions=ACTIONS,
    commands=HOSTILE_COMMANDS,
    ranks=lambda unit: [_("Chief")] if unit.facts.get("chief") else (),
    others=encounters.may_be_put_on,
    card=card,
)
