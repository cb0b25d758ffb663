"""The path converter for names of exports in addresses."""

from django.urls import register_converter

from builder.exports.registry import EXPORTS, NAME_PATTERN, Export


class ExportConverter:
    regex = NAME_PATTERN

    def to_python(self, value: str) -> Export:
        """The export of this name. `ValueError` makes Django try the next address."""
        if value not in EXPORTS:
            raise ValueError(value)
        return EXPORTS[value]

    def to_url(self, value: Export | str) -> str:
        return value.name if isinstance(value, Export) else value


register_converter(ExportConverter, "export")
