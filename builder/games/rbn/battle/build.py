"""What Red Button's Nation brings to its battles, gathered in one `BattleSpec`."""

from collections.abc import Iterator

from builder.battles.document import BattleDocument
from builder.battles.spec import BattleSpec, Notice
from builder.games.rbn.battle import morale
from builder.games.rbn.battle.melee import MELEE
from builder.games.rbn.battle.morale import MORALE_TEST
from builder.games.rbn.battle.shooting import SHOOT
from builder.games.rbn.battle.units import fit_side
from rules.catalogue import Catalogue

ACTIONS = {"morale": MORALE_TEST, "shoot": SHOOT, "melee": MELEE}


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """All that is due."""
    return [*all_notices(battle, catalogue)]


def all_notices(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    yield from morale.notices(battle, catalogue)


BATTLE = BattleSpec(
    fit_side=fit_side,
    notices=notices,
    actions=ACTIONS,
)
