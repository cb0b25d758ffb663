"""Photos of units on their printed cards."""

from collections.abc import Mapping
from dataclasses import replace

from builder.sheets.parts import Photo, Sheet, SheetUnit


def with_photos(sheet: Sheet, addresses: Mapping[str, str]) -> Sheet:
    """A sheet whose cards begin with the photo of their unit; addresses: those that hold a photo, by its name."""
    return replace(sheet, units=tuple(with_photo(unit, addresses.get(unit.picture, "")) for unit in sheet.units))


def with_photo(unit: SheetUnit, address: str) -> SheetUnit:
    if not address:
        return unit
    cards = tuple(replace(card, lines=(Photo(address), *card.lines)) for card in unit.cards)
    return replace(unit, cards=cards)
