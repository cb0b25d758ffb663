"""What First Wave brings to its battles, gathered in one `BattleSpec`."""

from builder.battles.spec import BattleSpec
from builder.families.red_button.brief import brief
from builder.games.first_wave.battle import activation, successor
from builder.games.first_wave.battle.cards import card
from builder.games.first_wave.battle.checklists import checklists, table
from builder.games.first_wave.battle.notices import notices
from builder.games.first_wave.battle.npcs import COMMANDS, groups
from builder.games.first_wave.battle.scenarios import condition, fit_scenario, rounds
from builder.games.first_wave.battle.survivors import fit_side, plan, scenarios
from rules.games.first_wave.analysis import CHIEF
from rules.games.first_wave.play import hazards, resources
from rules.games.first_wave.play.lineage import SEAL, SEAL_KEY, SUCCESSOR
from rules.games.first_wave.play.melee import MELEE
from rules.games.first_wave.play.shooting import SHOOT
from rules.games.first_wave.play.state import has
from rules.text import _

BATTLE = BattleSpec(
    plan=plan,
    scenarios=scenarios,
    fit_side=fit_side,
    fit_scenario=fit_scenario,
    table=table,
    rounds=rounds,
    checklists=checklists,
    notices=notices,
    actions={"shoot": SHOOT, "melee": MELEE, **resources.ACTIONS, **hazards.ACTIONS},
    commands=COMMANDS,
    ranks=lambda unit: [_("Chief")] if has(unit, CHIEF) else (),
    others=groups,
    card=card,
    pages={activation.PAGE: activation.ACTIVATION, successor.PAGE: successor.NAMING},
    of_pages=(SUCCESSOR, SEAL, SEAL_KEY),
    brief=brief,
    condition=condition,
)
