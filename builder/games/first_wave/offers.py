"""What a group may still take: survivors for the list, gear for a survivor, and freedom for a slave."""

from collections.abc import Iterator
from dataclasses import replace

from builder.families.red_button.offers import blank_fighter, fighter_groups, fighter_values
from builder.games.first_wave import edits
from builder.lists.commands import offer
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Effect, Offer, OfferChecker, OfferGroup
from rules.checks import Finding
from rules.games.first_wave.analysis import ANIMAL, CHILD, analyse_unit
from rules.text import _

NEVER = {"fw.child-cumbersome", "fw.animal-weapon"}  # who a fighter is forbids it, whatever else it puts down


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """What may be added to the list: a blank survivor, a child, an animal."""
    checker, catalogue, context = OfferChecker.of(loaded), loaded.catalogue, loaded.analysis.context
    others = (
        checker.offer(command, entry, edit, cost=analyse_unit(unit, context).cost)
        for command, entry, edit, unit in (
            ("add-child", catalogue.equipment[CHILD], edits.add_child, edits.child()),
            ("add-animal", catalogue.abilities[ANIMAL], edits.add_animal, edits.animal()),
        )
    )
    return [OfferGroup("fighters", _("Survivors"), (blank_fighter(loaded), *others))]


def of_fighter(loaded: LoadedRoster, index: int) -> list[OfferGroup]:
    """What the survivor at `index` could take, as for a convoy's fighter."""
    return [
        replace(group, offers=tuple(map(lasting_reason, group.offers)))
        for group in fighter_groups(loaded, index)
        if group.offers
    ]


def lasting_reason(offer: Offer) -> Offer:
    """What is refused for good is refused for that alone: a child need not put down its shield for a bat."""

    def check() -> Effect:
        never = tuple(reason for reason in offer.refusal if isinstance(reason, Finding) and reason.rule.id in NEVER)
        return offer.effect._replace(refusal=never) if never else offer.effect

    return replace(offer, check=check)


def values(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """What the survivor at `index` may be beside what it may take; a vehicle, which no group has, is left as it is."""
    if loaded.document.units[index].kind == "fighter":
        yield OfferGroup("switches", _("Details"), switches(loaded, index))
        yield from fighter_values(loaded, index)


def switches(loaded: LoadedRoster, index: int) -> tuple[Offer, ...]:
    """A slave can be freed; nobody can be made one."""
    unit = loaded.document.units[index]
    if unit.kind != "fighter" or not unit.slave:
        return ()
    entry = loaded.catalogue.unit_types["combattant"]
    return (offer(loaded, "toggle-slave", entry, index),)
