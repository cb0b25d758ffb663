"""What a unit of a convoy, or a hostile element, may shoot with (RBN p. 38, 44)."""

from collections.abc import Sequence

from rules.catalogue import Cite, Item, Ranged
from rules.families.red_button import guns
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounters import Hostile
from rules.play.battle import Context
from rules.play.guns import Gun


def guns_of(context: Context, path: str) -> Sequence[Gun]:
    """The weapons that the unit at a path may shoot with, in the order of its list."""
    unit = context.battle.units_by_path.get(path)
    hostile = play_of(context.catalogue).encounters.hostile_of_unit(unit) if unit else None
    return hostile_guns(hostile) if hostile else guns.guns_of(context, path)


def hostile_guns(hostile: Hostile) -> Sequence[Gun]:
    """The ranged weapon of a hostile element: the last band is long where there are two, or it does not react."""
    if not hostile.bands:
        return ()
    bands = hostile.bands
    normal = bands[0] if hostile.reaction else None
    long = bands[-1] if len(bands) > 1 or normal is None else None
    item = Item(
        slug=hostile.slug, name=hostile.weapon, cite=Cite(hostile.cite), kind="weapon", ranged=Ranged(normal, long)
    )
    return [Gun("0", item)]
