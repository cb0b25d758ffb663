"""What a unit of a battle may shoot with, and who fires it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.catalogue import Band, Cite, Item, Ranged
from rules.families.red_button.weapons import NEVER_DRY
from rules.games.rbn.document import Weapon
from rules.games.rbn.play.encounters import Hostile, hostile_of
from rules.play.actions import Words
from rules.play.battle import Context, Unit
from rules.play.entries import signed_dice
from rules.text import Text, _

NET_LAUNCHER = "lance-filet"


@dataclass(frozen=True)
class Gun:
    """A weapon that shoots.

    key     -- its place among those of its unit, from 0, as the form names it
    number  -- the how many'th of its kind it is there, from 1
    rounds  -- the slugs of the rounds bought for it
    mounted -- on a vehicle: fired without what its crew loses on board
    dry     -- may run out of ammunition
    alike   -- its unit has another of its kind
    """

    key: str
    item: Item
    number: int = 1
    rounds: tuple[str, ...] = ()
    mounted: bool = False
    dry: bool = True
    alike: bool = False

    @property
    def name(self) -> Text:
        name = self.item.name
        return name if self.number == 1 else Text(f"{name.fr} {self.number}", f"{name.en} {self.number}")

    @property
    def ranged(self) -> Ranged:
        return self.item.ranged or Ranged()

    def band(self, which: str) -> Band:
        """Its normal or its long band; an empty one where it has none."""
        return getattr(self.ranged, which, None) or Band(0, 0, 0)

    def marker(self, state: str) -> str:
        """The key of its marker for a state: dry, used, reloading."""
        return f"{state}-{self.item.slug}" + (f"-{self.number}" if self.number > 1 else "")


def analysis_of(context: Context, path: str) -> Any:
    """The analysis of the unit at a path in the list that it comes from; None where there is none."""
    unit, owner = context.battle.units_by_path.get(path), path.split("/")[0]
    loaded = context.lists[int(owner)] if owner.isdigit() and int(owner) < len(context.lists) else None
    if unit is None or loaded is None or unit.index is None or unit.index >= len(loaded.analysis.units):
        return None
    return loaded.analysis.units[unit.index]


def guns_of(context: Context, path: str) -> Sequence[Gun]:
    """The weapons that the unit at a path may shoot with, in the order of its list."""
    unit, analysis = context.battle.units_by_path.get(path), analysis_of(context, path)
    if unit is None:
        return ()
    if analysis is None:
        return hostile_guns(context, unit) or remembered_guns(context, path, unit)
    if analysis.kind == "vehicle":
        return counted([(item, option) for item, option in analysis.options if is_gun(item)], mounted=True)
    return counted(
        [(item, weapon) for item, weapon in analysis.weapons if item.ranged],
        dry=NEVER_DRY.isdisjoint(analysis.context.advantages),
    )


def is_gun(item: Item) -> bool:
    """Whether it shoots; nets have a throw of their own."""
    return item.ranged is not None and item.slug != NET_LAUNCHER


def counted(carried: Sequence[tuple[Item, Any]], **fields: Any) -> Sequence[Gun]:
    seen: Counter[str] = Counter()
    total = Counter(item.slug for item, _weapon in carried)
    guns = []
    for key, (item, weapon) in enumerate(carried):
        seen[item.slug] += 1
        alike = total[item.slug] > 1
        guns.append(Gun(str(key), item, seen[item.slug], tuple(weapon.ammunition), alike=alike, **fields))
    return guns


def remembered_guns(context: Context, path: str, unit: Unit) -> Sequence[Gun]:
    """Those that the battle itself remembers, where the list is gone."""
    catalogue, mounted = context.catalogue, unit.kind == "vehicle"
    collection = catalogue.options if mounted else catalogue.weapons
    slugs = str(unit.facts.get("options" if mounted else "weapons", "")).split()
    carried = [
        (collection[slug], Weapon(slug, tuple(str(unit.facts.get(f"{ROUNDS}-{number}", "")).split())))
        for number, slug in enumerate(slugs)
        if slug in collection and is_gun(collection[slug])
    ]
    owner = path.split("/")[0]
    advantages = str(context.battle.sides[int(owner)].facts.get("advantages", "")).split() if owner.isdigit() else ()
    dry = mounted or NEVER_DRY.isdisjoint(advantages)
    return counted(carried, mounted=mounted, dry=dry)


def rounds_facts(carried: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """The rounds bought for weapons or options, by their places, as facts for `remembered_guns`."""
    for number, one in enumerate(carried):
        if one.ammunition:
            yield f"{ROUNDS}-{number}", " ".join(one.ammunition)


def hostile_guns(context: Context, unit: Unit) -> Sequence[Gun]:
    """The ranged weapon of a hostile element (RBN p. 44, 38)."""
    hostile = hostile_of(str(unit.facts.get("hostile", "")))
    return (Gun("0", hostile_item(context, hostile)),) if hostile and hostile.bands else ()


def hostile_item(context: Context, hostile: Hostile) -> Item:
    """A hostile element's weapon as an item: the last band is long where there are two, or where it does not react."""
    bands = [Band(*one) for one in hostile.bands]
    normal = bands[0] if hostile.reaction else None
    long = bands[-1] if len(bands) > 1 or normal is None else None
    place = Cite(context.catalogue.unit_types["combattant"].cite.book, hostile.page)
    return Item(slug=hostile.slug, name=hostile.weapon, cite=place, kind="weapon", ranged=Ranged(normal, long))


def band_words(gun: Gun, which: str) -> Words:
    """A band as a choice: its reach."""
    band = gun.band(which)
    text = f"{band.start}-{band.end} cm ({signed_dice(band.dice)})"
    return Text(text, text)


ROUNDS = "rounds"
PLAIN_ROUNDS = _("Ordinary ammo")
