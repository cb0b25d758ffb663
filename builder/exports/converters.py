"""The path converters for names of exports and for several lists in addresses."""

from collections.abc import Iterable

from django.urls import register_converter

from builder.exports.registry import EXPORTS, NAME_PATTERN, Export
from builder.lists.selection import format_pks, parse_pks


class ExportConverter:
    regex = NAME_PATTERN

    def to_python(self, value: str) -> Export:
        """The export of this name. `ValueError` makes Django try the next address."""
        if value not in EXPORTS:
            raise ValueError(value)
        return EXPORTS[value]

    def to_url(self, value: Export | str) -> str:
        return value.name if isinstance(value, Export) else value


class PksConverter:
    """The numbers of several lists, such as 7-12-3."""

    regex = "[0-9]{1,9}(?:-[0-9]{1,9}){0,199}"

    def to_python(self, value: str) -> list[int]:
        return parse_pks(value)

    def to_url(self, value: Iterable[int]) -> str:
        return format_pks(value)


register_converter(ExportConverter, "export")
register_converter(PksConverter, "pks")
