"""What a convoy comes to: what all lists of the family do, and how fast its vehicles are."""

from collections.abc import Iterator

from builder.families.red_button import figures as family
from builder.figures.spec import FigureTable
from builder.games.rbn.sheet.vehicle import speeds
from builder.lists.loaded import LoadedRoster
from rules.games.rbn.play.melee import RbnMelee
from rules.games.rbn.play.shooting import RbnShot
from rules.games.rbn.play.targets import FIGHTER_BY_HAND
from rules.text import _

TARGETS = ("on-foot", "moyen")  # named by hand
GROUNDS = (_("road"), _("clear"), _("difficult"))


class Shot(family.ByHand, RbnShot):
    """A shot of a convoy's unit."""


def figures(loaded: LoadedRoster) -> Iterator[FigureTable]:
    yield from family.figures(loaded, Shot, RbnMelee, TARGETS, FIGHTER_BY_HAND)
    yield mobility(loaded)


def mobility(loaded: LoadedRoster) -> FigureTable:
    """Centimetres of the fastest and of the slowest vehicle on each ground."""
    vehicles = [speed for unit in loaded.analysis.units if unit.kind == "vehicle" and (speed := speeds(unit))]
    grounds = [*zip(*vehicles, strict=True)]
    rows = ((_("Fastest vehicle"), tuple(map(max, grounds))), (_("Slowest vehicle"), tuple(map(min, grounds))))
    return FigureTable(_("Speed, cm"), GROUNDS, rows if vehicles else ())
