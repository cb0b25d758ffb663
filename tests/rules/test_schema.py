"""The published JSON Schema: it is valid, and accepts what the reader reads."""

import json

import jsonschema
import pytest

from rules.document import read, schema
from rules.registry import GAMES
from rules.shapes import Refused
from tests import make
from tests.rules.test_document import EMPTY, ENVELOPE, UNITS, VEHICLE, WELL_FORMED, listing

SCHEMA = schema(GAMES)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
# A schema cannot say these: it knows no difference between 300 and 300.0, and its texts are any texts.
BEYOND_A_SCHEMA = [("budget", 300.0), ("name", "a\0b"), ("name", "\ud83d")]


def fraction(unit):
    return isinstance(unit, dict) and isinstance(unit.get("count"), float)


def is_read(document):
    try:
        read(document, GAMES)
    except Refused:
        return False
    return True


def test_it_is_a_valid_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_it_is_plain_json():
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("header", [{}, *WELL_FORMED])
def test_it_accepts_what_is_read(header):
    document = EMPTY | header
    assert (is_read(document), VALIDATOR.is_valid(document)) == (True, True)


@pytest.mark.parametrize(("key", "value"), [case for case in ENVELOPE if case not in BEYOND_A_SCHEMA])
def test_it_refuses_what_is_refused_in_the_envelope(key, value):
    document = EMPTY | {key: value}
    assert (is_read(document), VALIDATOR.is_valid(document)) == (False, False)


@pytest.mark.parametrize("unit", [unit for unit, _place in UNITS if not fraction(unit)])
def test_it_refuses_what_is_refused_in_a_unit(unit):
    document = listing(unit)
    assert (is_read(document), VALIDATOR.is_valid(document)) == (False, False)


@pytest.mark.parametrize("document", [None, [], "rbn", 5, {}, {"format": "bivouac-roster/1"}, {"units": []}])
def test_it_refuses_what_is_no_document(document):
    assert (is_read(document), VALIDATOR.is_valid(document)) == (False, False)


@pytest.mark.parametrize(("units", "fits"), [(500, True), (501, False)])
def test_it_counts_units(units, fits):
    document = listing(*[VEHICLE] * units)
    assert (is_read(document), VALIDATOR.is_valid(document)) == (fits, fits)


def test_it_accepts_what_the_tests_build():
    convoy = make.document(
        make.fighter(make.weapon("fusil", "balles-non-letales"), T=5), make.vehicle("moyen", crew=[(0, 0, "driver")])
    )
    assert VALIDATOR.is_valid(convoy)
