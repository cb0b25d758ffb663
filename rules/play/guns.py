"""What a unit may shoot with."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.catalogue import Band, Item, Ranged
from rules.play.actions import Words
from rules.play.entries import signed_dice
from rules.text import Text


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
    rounds: Sequence[str] = ()
    mounted: bool = False
    dry: bool = True
    alike: bool = False

    @property
    def name(self) -> Text:
        return self.item.name if self.number == 1 else self.item.name.followed_by(f" {self.number}")

    @property
    def ranged(self) -> Ranged:
        return self.item.ranged or Ranged()

    @property
    def bands(self) -> list[str]:
        """normal, long; none of a template."""
        return [which for which in ("normal", "long") if getattr(self.ranged, which)]

    def band(self, which: str) -> Band:
        """Its normal or its long band; an empty one where it has none."""
        return getattr(self.ranged, which, None) or Band(0, 0, 0)

    def band_words(self, which: str) -> Words:
        """A band as a choice: its reach."""
        band = self.band(which)
        text = f"{band.start}-{band.end} cm ({signed_dice(band.dice)})"
        return Text(text, text)


def numbered(carried: Iterable[tuple[Item, Sequence[str]]], mounted: bool = False, dry: bool = True) -> list[Gun]:
    """(weapon, rounds bought for it) of a unit as its guns, those of a kind numbered."""
    carried, seen = list(carried), Counter[str]()
    total = Counter(item.slug for item, _rounds in carried)
    guns = []
    for key, (item, rounds) in enumerate(carried):
        seen[item.slug] += 1
        guns.append(Gun(str(key), item, seen[item.slug], tuple(rounds), mounted, dry, total[item.slug] > 1))
    return guns
