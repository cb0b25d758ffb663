"""What holds for every document: reading refuses or keeps, writing is canonical, judging never stumbles."""

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.games import GAMES
from rules.roster import decode, read, write
from rules.shapes import Refused
from rules.verdict import answer, limits_broken
from tests import make

BOOK = make.catalogue()
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
STRANGE = st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=1, max_size=3).map("-".join)
INTEGER = st.integers() | st.integers(-3, 12) | st.sampled_from([10**40, -(10**40), 10**3999])
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


def slugs(*shelves):
    """Mostly slugs of the book, now and then one that nobody knows."""
    known = sorted({slug for shelf in shelves for slug in shelf if slug.islower()})
    return st.sampled_from(known) | STRANGE


def several(one, most=4):
    return st.lists(one, max_size=most)


def some(one):
    return st.none() | one


def keys(**optional):
    return st.fixed_dictionaries({}, optional=optional)


ROUNDS = several(slugs(BOOK.ammunition), 3)
WEAPON = slugs(BOOK.weapons) | st.builds(
    lambda item, rounds: {"item": item, "ammunition": rounds}, slugs(BOOK.weapons), ROUNDS
)
OPTION = slugs(BOOK.options) | st.fixed_dictionaries(
    {"item": slugs(BOOK.options, BOOK.weapons)}, optional={"demountable": st.booleans(), "ammunition": ROUNDS}
)
SEAT = st.fixed_dictionaries(
    {"unit": INTEGER}, optional={"copy": INTEGER, "post": st.sampled_from(["driver", "gunner", "passenger"]) | STRANGE}
)
SHARED = {"name": TEXT, "notes": TEXT, "count": st.integers(1, 20), "force": some(STRANGE)}
FIGHTER = st.fixed_dictionaries(
    {"kind": st.just("fighter")},
    optional=SHARED
    | {
        "stats": keys(T=st.sampled_from(["-", 5, 4, 3]) | INTEGER | TEXT, C=st.sampled_from([5, 4, 3]) | INTEGER),
        "slave": st.booleans(),
        "weapons": several(WEAPON),
        "equipment": several(slugs(BOOK.equipment)),
        "abilities": several(slugs(BOOK.abilities)),
    },
)
VEHICLE = st.fixed_dictionaries(
    {"kind": st.just("vehicle")},
    optional=SHARED
    | {"type": slugs(BOOK.unit_types), "flying": st.booleans(), "options": several(OPTION), "crew": several(SEAT)},
)
ROLL = keys(seed=some(INTEGER | TEXT), dice=several(INTEGER) | TEXT, result=some(INTEGER | TEXT | several(INTEGER)))
LOG = keys(date=TEXT, title=TEXT, text=TEXT, units=several(INTEGER), rolls=several(ROLL, 2))
DOCUMENT = st.fixed_dictionaries(
    {"format": st.just("bivouac-roster/1"), "game": st.just("rbn"), "units": several(FIGHTER | VEHICLE, 6)},
    optional={
        "name": TEXT,
        "notes": TEXT,
        "edition": some(TEXT),
        "log": several(LOG, 2),
        "budget": some(INTEGER),
        "scenario": some(slugs(BOOK.scenarios)),
        "role": some(st.sampled_from(["attacker", "defender"]) | STRANGE),
        "bonus": INTEGER,
        "exotic": st.booleans(),
        "faction": some(slugs(BOOK.factions)),
        "subfaction": some(slugs(BOOK.factions)),
        "activity": some(slugs(BOOK.activities)),
        "traits": some(keys(advantage=some(slugs(BOOK.factions)), drawbacks=several(slugs(BOOK.factions)))),
        "prices": keys(**dict.fromkeys(("arme-de-jet", "blindage", "blindage-lourd", "sidecar"), INTEGER)),
    },
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(
    ["format", "game", "units", "kind", "stats", "weapons", "item", "crew", "log", "count", "prices"]
)
ANYTHING = st.recursive(
    PLAIN, lambda inner: several(inner) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=4), max_leaves=20
)
thorough = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
EMPTY = {"format": "bivouac-roster/1", "game": "rbn", "units": []}


def reads(document):
    """Read a document, or say why it is refused."""
    try:
        return read(document, GAMES)
    except Refused as refused:
        return str(refused)


@thorough
@given(DOCUMENT)
def test_canonical_documents_are_fixed_points(document):
    roster = read(document, GAMES)
    canonical = write(roster, GAMES)
    assert read(canonical, GAMES) == roster
    assert write(read(canonical, GAMES), GAMES) == canonical


@thorough
@given(DOCUMENT)
def test_documents_survive_as_text(document):
    canonical = write(read(document, GAMES), GAMES)
    assert read(decode(json.dumps(canonical)), GAMES) == read(document, GAMES)
    assert decode(json.dumps(canonical, ensure_ascii=False)) == canonical


@thorough
@given(DOCUMENT)
def test_rosters_can_be_hashed(document):
    assert hash(read(document, GAMES)) == hash(read(document, GAMES))


@thorough
@given(ANYTHING)
@example({"format": "bivouac-roster/1", "game": "rbn", "units": [{"kind": {}}]})
@example({"format": [], "game": {}, "units": 1})
def test_reading_anything_refuses_or_reads(document):
    reads(document)


@thorough
@given(DOCUMENT, st.data())
def test_reading_a_spoilt_document_refuses_or_reads(document, data):
    place = document
    while place and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], (dict, list)):
            place[key] = data.draw(ANYTHING)
            break
        place = place[key]
    else:
        if isinstance(place, dict):
            place[data.draw(KEYS)] = data.draw(ANYTHING)
    reads(document)


@thorough
@given(st.binary(max_size=60) | st.text(max_size=60) | ANYTHING.map(lambda value: json.dumps(value)))
@example(b"\xef\xbb\xbf")
@example("[" * 100_000)
def test_decoding_anything_refuses_or_decodes(text):
    try:
        decode(text)
    except Refused as refused:
        str(refused)


@thorough
@given(DOCUMENT)
@example(EMPTY | {"units": [{"kind": "vehicle", "crew": [{"unit": 0}]}]})
@example(EMPTY | {"scenario": "la-source-du-mal", "bonus": -(10**40), "units": [{"kind": "vehicle", "flying": True}]})
def test_judging_never_stumbles(document):
    verdict = make.judge(read(document, GAMES))
    written = answer(verdict, "fr", str)
    assert json.loads(json.dumps(written)) == written
    assert verdict.legal == all(one["level"] == "warning" for one in written["findings"])


@thorough
@given(DOCUMENT)
def test_every_finding_is_about_the_list_or_one_of_its_units(document):
    verdict = make.judge(read(document, GAMES))
    assert {one.unit for one in verdict.findings} <= {None, *range(len(document["units"]))}


@thorough
@given(DOCUMENT)
def test_the_limits_broken_are_the_findings_that_are_limits(document):
    roster = read(document, GAMES)
    limits = {(one.rule.id, one.unit) for one in make.judge(roster).findings if one.rule.is_limit}
    assert set(limits_broken(roster, BOOK, GAMES["rbn"])) == limits


@thorough
@given(st.lists(DOCUMENT, min_size=2, max_size=3))
def test_what_was_surveyed_before_changes_nothing(documents):
    known = {}
    for document in documents:
        roster = read(document, GAMES)
        remembered = make.judged(roster, BOOK, GAMES["rbn"], known)
        assert remembered == make.judge(roster)


@pytest.mark.parametrize("digits", [10, 1_000, 4_000])
def test_figures_of_any_length_are_judged(digits):
    huge = int("9" * digits)
    document = EMPTY | {"budget": huge, "bonus": -huge, "scenario": "la-source-du-mal", "prices": {"sidecar": huge}}
    units = [
        {"kind": "vehicle", "type": "sidecar", "count": 400},
        {"kind": "fighter", "stats": {"T": huge, "C": -huge}},
    ]
    written = answer(make.judge(read(document | {"units": units}, GAMES)), "fr", str)
    assert json.loads(json.dumps(written)) == written
