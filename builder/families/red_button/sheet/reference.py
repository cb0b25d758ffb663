"""Special rules that a list's sheet explains."""

from collections.abc import Iterator

from builder.families.red_button.sheet.fighter import ignored
from rules.catalogue import Item
from rules.families.red_button.analysis import RedButtonAnalysis

FIRE, FLAMES = "incendiaire", "gabarit-de-flammes"


def weapons_and_guns(analysis: RedButtonAnalysis) -> Iterator[Item]:
    """Every weapon and gun of the list."""
    for fighter in analysis.fighters:
        for item, _weapon in fighter.weapons:
            yield item
    for vehicle in analysis.vehicles:
        for item, _option in vehicle.options:
            yield item


def rules_used(analysis: RedButtonAnalysis) -> set[str]:
    """The slugs of the special rules that its weapons and guns have, that hold for a bearer in play."""
    used = {rule for vehicle in analysis.vehicles for item, _option in vehicle.options for rule in item.rules}
    for fighter in analysis.fighters:
        rules = {rule for item, _weapon in fighter.weapons for rule in item.rules}
        used |= rules.difference(ignored(fighter))
    if any(item.ranged and item.ranged.template and FIRE in item.rules for item in weapons_and_guns(analysis)):
        used.add(FLAMES)
    return used.difference(analysis.context.catalogue.play.building)
