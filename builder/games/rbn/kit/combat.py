"""The weapons of a list with all dice added up."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet import weapons
from builder.families.red_button.sheet.fighter import FISTS, melee_dice
from builder.families.red_button.sheet.reference import weapons_and_guns
from builder.sheets.kit import KitPage
from builder.sheets.parts import NONE, SEPARATOR
from builder.wording import local


@dataclass(frozen=True, slots=True)
class Gun:
    """A shooting weapon.

    bands -- its reach in the normal and the long band, if it has both; template: instead
    rows  -- (from where, its dice in each band at somebody on foot and at a vehicle)
    """

    name: str
    icon: str
    rules: str
    bands: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    template: str = ""


def combat_page(analysis: Any) -> KitPage:
    context = {"guns": list(guns(analysis)), "blades": list(blades(analysis))}
    cite = str(analysis.context.catalogue.reminders["tir"].cite)
    title, former = _("Shooting and melee: all dice"), ("weapons",)
    return KitPage("combat", title, "sheets/kit/rbn/combat.html", context, cite, former=former)


def by_name(items: Iterable[Any]) -> list[Any]:
    """Each item once, by its name in the language of the page."""
    return sorted({id(item): item for item in items}.values(), key=lambda item: local(item.name))


def guns(analysis: Any) -> Iterator[Gun]:
    for item in by_name(item for item in weapons_and_guns(analysis) if item.ranged):
        yield Gun(
            name=local(item.name),
            icon=item.icon,
            rules=", ".join(weapons.rule_words(item, analysis.context.catalogue)),
            bands=tuple(map(weapons.reach, weapons.bands(item))),
            rows=() if item.ranged.template else tuple(shots(item, analysis)),
            template=local(item.ranged.template),
        )


def shots(item: Any, analysis: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The dice of a gun from everywhere, less what it loses on board, "–" where it is not fired; alike rows are one."""
    from_where: dict[tuple[str, ...], list[str]] = {}
    for words, lost in positions(item, analysis):
        pairs = (weapons.band_dice(item, band, change=lost or 0) for band in weapons.bands(item))
        dice = (NONE if lost is None else number for pair in pairs for number in pair)
        from_where.setdefault(tuple(dice), []).append(words)
    yield from ((", ".join(names), dice) for dice, names in from_where.items())


def positions(item: Any, analysis: Any) -> Iterator[tuple[str, int | None]]:
    """(where a shooter is, dice more or fewer; None: no shot): on board too, where there are vehicles (p. 20)."""
    if item is analysis.context.catalogue.options.get(item.slug):
        yield _("vehicle"), 0
        return
    yield _("on foot"), 0
    if analysis.vehicle_count:
        yield from ((_("driver"), item.ranged.pilot), (_("passenger"), item.ranged.passenger))


def blades(analysis: Any) -> Iterator[tuple[str, str, str, str]]:
    """(icon, name, rules, all dice as on its bearers' cards) of each melee weapon; "4D6 · 5D6" where these differ.

    Last comes who has none.
    """
    catalogue = analysis.context.catalogue
    for item in by_name(item for fighter in analysis.fighters for item in fighter.melee):
        numbers = {melee_dice(fighter, item) for fighter in analysis.fighters if item in fighter.melee}
        yield item.icon, local(item.name), ", ".join(weapons.rule_words(item, catalogue)), dice_of(numbers)
    if unarmed := {melee_dice(fighter, None) for fighter in analysis.fighters if not fighter.melee}:
        yield FISTS, _("Unarmed"), "", dice_of(unarmed)


def dice_of(numbers: Iterable[int]) -> str:
    return SEPARATOR.join(map(weapons.dice, sorted(numbers)))
