"""What First Wave brings to its battles, gathered in one `BattleSpec`."""

from builder.battles.spec import BattleSpec

BATTLE = BattleSpec()
