"""What pilots and passengers shoot with, all dice added up."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet import weapons
from builder.games.rbn.sheet.build import shot_on_board
from builder.sheets.kit import KitPage
from builder.wording import local


@dataclass(frozen=True, slots=True)
class Gun:
    """A shooting weapon.

    bands -- its reach in the normal and the long band, if it has both
    rows  -- (from where, its dice in each band at somebody on foot and at a vehicle)
    """

    name: str
    icon: str
    bands: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def combat_page(analysis: Any) -> KitPage:
    cite = str(analysis.context.catalogue.reminders["tir"].cite)
    title, context, former = _("Shooting on board: all dice"), {"guns": list(guns(analysis))}, ("weapons",)
    return KitPage("combat", title, "sheets/kit/rbn/combat.html", context, cite, former=former)


def by_name(items: Iterable[Any]) -> list[Any]:
    """Each item once, by its name in the language of the page."""
    return sorted({id(item): item for item in items}.values(), key=lambda item: local(item.name))


def guns(analysis: Any) -> Iterator[Gun]:
    """Each weapon that fighters fire on board, where there are vehicles (p. 20); cards say what it does elsewhere."""
    for item in by_name(item for fighter in analysis.fighters for item in shot_on_board(fighter)):
        if analysis.vehicle_count and not item.ranged.template and (rows := tuple(shots(item))):
            yield Gun(local(item.name), item.icon, tuple(map(weapons.reach, weapons.bands(item))), rows)


def shots(item: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The dice of a gun at the wheel and as a passenger, less what it loses there; alike rows are one."""
    from_where: dict[tuple[str, ...], list[str]] = {}
    for words, lost in ((_("driver"), item.ranged.pilot), (_("passenger"), item.ranged.passenger)):
        if lost is not None:
            pairs = (weapons.band_dice(item, band, change=lost) for band in weapons.bands(item))
            from_where.setdefault(tuple(number for pair in pairs for number in pair), []).append(words)
    yield from ((", ".join(names), dice) for dice, names in from_where.items())
