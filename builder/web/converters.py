"""Path converters for addresses: row numbers and keys."""

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter

from builder.web.keys import KEY_PATTERN


class PkConverter(IntConverter):
    """A row number, short enough for every database."""

    regex = "[0-9]{1,18}"


class KeyConverter(StringConverter):
    regex = KEY_PATTERN


register_converter(PkConverter, "pk")
register_converter(KeyConverter, "key")
