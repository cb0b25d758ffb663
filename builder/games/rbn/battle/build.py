"""What Red Button's Nation brings to its battles, gathered in one `BattleSpec`."""

from builder.battles.spec import BattleSpec
from builder.games.rbn.battle.units import fit_side

BATTLE = BattleSpec(fit_side=fit_side)
