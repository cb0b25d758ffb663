"""The exchange format: what is refused and where, what is read, and the canonical form."""

import json

import pytest

from rules.document import decode, read, write
from rules.families.red_button.document import Choices, CrewMember, Fighter, Option, Stats, Vehicle, Weapon
from rules.games.rbn.document import Convoy
from rules.registry import GAMES
from rules.shapes import Refused

HEAD = {"format": "bivouac-roster/1", "game": "rbn"}
FIGHTER, VEHICLE = {"kind": "fighter"}, {"kind": "vehicle"}
EMPTY = HEAD | {"units": []}


def listing(*units, **header):
    return HEAD | header | {"units": list(units)}


def refusal(document):
    """Where a document is refused: its pointer."""
    with pytest.raises(Refused) as refused:
        read(document, GAMES)
    assert str(refused.value.message)
    return refused.value.pointer


def refusal_of(text):
    with pytest.raises(Refused) as refused:
        read(decode(text), GAMES)
    assert str(refused.value.message)
    return refused.value.pointer


def canonical(document):
    return write(read(document, GAMES), GAMES)


ENVELOPE = [
    ("format", "bivouac-roster/2"),
    ("format", None),
    ("game", "chess"),
    ("game", None),
    ("game", ["rbn"]),
    ("name", None),
    ("name", 5),
    ("name", "x" * 201),
    ("name", "a\0b"),
    ("name", "\ud83d"),
    ("notes", "x" * 5001),
    ("edition", 2),
    ("log", {}),
    ("log", None),
    ("units", {}),
    ("units", None),
    ("units", "fighter"),
    ("budget", "300"),
    ("budget", 300.0),
    ("budget", True),
    ("scenario", "La Source"),
    ("scenario", ""),
    ("role", 1),
    ("bonus", None),
    ("exotic", 0),
    ("exotic", "true"),
    ("faction", "Mutants"),
    ("faction", "x" * 201),
    ("subfaction", []),
    ("activity", "a b"),
    ("traits", []),
    ("traits", "mutants"),
    ("prices", None),
    ("prices", []),
    ("colour", "red"),
    ("Units", []),
    ("leader", None),
    ("mode", "raid"),
]


@pytest.mark.parametrize(("key", "value"), ENVELOPE)
def test_the_envelope_is_refused_at_its_key(key, value):
    assert refusal(EMPTY | {key: value}) == f"/{key}"


@pytest.mark.parametrize(
    ("header", "pointer"),
    [
        ({"traits": {"advantage": 1}}, "/traits/advantage"),
        ({"traits": {"avantage": None}}, "/traits/avantage"),
        ({"traits": {"drawbacks": ["mutants", "Robots"]}}, "/traits/drawbacks/1"),
        ({"prices": {"sidecar": "20"}}, "/prices/sidecar"),
        ({"prices": {"belier": 20}}, "/prices/belier"),
        ({"log": [{"rolls": [{"dice": [6.5]}]}]}, "/log/0/rolls/0/dice/0"),
        ({"log": [{"day": "mardi"}]}, "/log/0/day"),
        ({"log": [{}, {"text": "x" * 201}]}, "/log/1/text"),
        ({"log": [{"units": ["0"]}]}, "/log/0/units/0"),
    ],
)
def test_what_stands_inside_the_envelope_is_refused_at_its_place(header, pointer):
    assert refusal(EMPTY | header) == pointer


UNITS = [
    ({}, ""),
    ({"kind": "star"}, "/kind"),
    ({"kind": "hero"}, "/kind"),
    ({"kind": None}, "/kind"),
    ("fighter", ""),
    (None, ""),
    (FIGHTER | {"name": "x" * 201}, "/name"),
    (FIGHTER | {"notes": "x" * 5001}, "/notes"),
    (FIGHTER | {"count": 0}, "/count"),
    (FIGHTER | {"count": -1}, "/count"),
    (FIGHTER | {"count": 1.0}, "/count"),
    (FIGHTER | {"count": True}, "/count"),
    (FIGHTER | {"count": None}, "/count"),
    (FIGHTER | {"type": "leger"}, "/type"),
    (FIGHTER | {"slave": 1}, "/slave"),
    (FIGHTER | {"stats": []}, "/stats"),
    (FIGHTER | {"stats": {"T": None}}, "/stats/T"),
    (FIGHTER | {"stats": {"T": 4.5}}, "/stats/T"),
    (FIGHTER | {"stats": {"C": "5"}}, "/stats/C"),
    (FIGHTER | {"stats": {"M": 5}}, "/stats/M"),
    (FIGHTER | {"weapons": "fusil"}, "/weapons"),
    (FIGHTER | {"weapons": ["fusil", "Arc"]}, "/weapons/1"),
    (FIGHTER | {"weapons": [{}]}, "/weapons/0"),
    (FIGHTER | {"weapons": [{"item": "fusil", "ammunition": "poison"}]}, "/weapons/0/ammunition"),
    (FIGHTER | {"weapons": [{"item": "fusil", "demountable": False}]}, "/weapons/0/demountable"),
    (FIGHTER | {"weapons": [None]}, "/weapons/0"),
    (FIGHTER | {"weapons": ["arc"] * 41}, "/weapons"),
    (FIGHTER | {"equipment": [{"item": "armure"}]}, "/equipment/0"),
    (FIGHTER | {"equipment": ["armure"] * 41}, "/equipment"),
    (FIGHTER | {"abilities": ["chef", 3]}, "/abilities/1"),
    (FIGHTER | {"abilities": ["chef"] * 41}, "/abilities"),
    (FIGHTER | {"force": "Attack"}, "/force"),
    (VEHICLE | {"type": None}, "/type"),
    (VEHICLE | {"type": "2 roues"}, "/type"),
    (VEHICLE | {"flying": None}, "/flying"),
    (VEHICLE | {"stats": {}}, "/stats"),
    (VEHICLE | {"options": [{"item": "belier", "demountable": 0}]}, "/options/0/demountable"),
    (VEHICLE | {"options": ["belier"] * 41}, "/options"),
    (VEHICLE | {"options": [{"item": "belier", "ammunition": ["a"] * 41}]}, "/options/0/ammunition"),
    (VEHICLE | {"crew": [{}]}, "/crew/0"),
    (VEHICLE | {"crew": [{"unit": None}]}, "/crew/0/unit"),
    (VEHICLE | {"crew": [{"unit": 0, "copy": 0.5}]}, "/crew/0/copy"),
    (VEHICLE | {"crew": [{"unit": 0, "post": "Driver"}]}, "/crew/0/post"),
    (VEHICLE | {"crew": [{"unit": 0}] * 41}, "/crew"),
]


@pytest.mark.parametrize(("unit", "place"), UNITS)
def test_a_unit_is_refused_at_its_place(unit, place):
    assert refusal(listing(FIGHTER, unit)) == f"/units/1{place}"


def test_missing_keys_are_refused_at_the_object_that_lacks_them():
    assert refusal(HEAD) == ""


@pytest.mark.parametrize("key", ["format", "game"])
def test_a_document_says_its_format_and_its_game(key):
    refusal({one: value for one, value in EMPTY.items() if one != key})


@pytest.mark.parametrize("document", [None, [], "rbn", 5, True])
def test_a_document_is_an_object(document):
    assert refusal(document) == ""


def test_a_list_of_a_unit_holds_40_entries():
    unit = FIGHTER | {"weapons": ["arc"] * 40, "equipment": ["grappin"] * 40, "abilities": ["bond"] * 40}
    assert canonical(listing(unit)) == listing(unit)


def test_lists_outside_units_may_be_longer():
    crowded = EMPTY | {
        "traits": {"drawbacks": ["mutants"] * 41},
        "log": [{"rolls": [{"dice": [6] * 41}], "units": list(range(501))}] * 41,
    }
    assert canonical(crowded) == crowded


def test_a_list_has_500_units():
    assert len(canonical(listing(*[FIGHTER] * 500))["units"]) == 500
    assert refusal(listing(*[FIGHTER] * 501)) == "/units"


def test_a_list_has_500_copies():
    assert canonical(listing(FIGHTER | {"count": 499}, VEHICLE))
    assert refusal(listing(FIGHTER | {"count": 499}, VEHICLE, FIGHTER)) == "/units/2/count"
    assert refusal(listing(FIGHTER | {"count": 10**100})) == "/units/0/count"


def test_texts_are_counted_in_characters():
    unit = FIGHTER | {"name": "é" * 200, "notes": "🚗" * 5000}
    assert canonical(listing(unit, name="é" * 200, notes="ß" * 5000)) == listing(unit, name="é" * 200, notes="ß" * 5000)


WELL_FORMED = [
    {"budget": -1},
    {"budget": 10**60},
    {"bonus": 7},
    {"scenario": "une-autre-histoire"},
    {"role": "spectator"},
    {"faction": "nains"},
    {"traits": {"advantage": "nains", "drawbacks": ["elfes"]}},
    {"traits": {}},
    {"prices": {"arme-de-jet": 2, "blindage": -5, "blindage-lourd": 10**20, "sidecar": 25}},
    {"edition": "v1"},
    {
        "log": [
            {
                "date": "21/11/2026",
                "title": "Victoire",
                "text": "De peu.",
                "units": [0, -3],
                "rolls": [{"seed": 7, "dice": [1, 6], "result": 7}],
            }
        ]
    },
    {"units": [FIGHTER | {"stats": {"T": "x", "C": -9}}]},
    {"units": [FIGHTER | {"stats": {"T": 10**30}, "force": "reserve", "slave": True}]},
    {"units": [FIGHTER | {"weapons": ["hallebarde", {"item": "fusil", "ammunition": ["argent"]}]}]},
    {
        "units": [
            VEHICLE
            | {"type": "char", "flying": True, "options": [{"item": "x", "demountable": True, "ammunition": ["y"]}]}
        ]
    },
    {"units": [VEHICLE | {"crew": [{"unit": -5, "copy": 99, "post": "cook"}]}]},
]


@pytest.mark.parametrize("header", WELL_FORMED)
def test_what_is_well_formed_is_read_and_kept(header):
    document = EMPTY | header
    assert canonical(document) == document


def test_the_canonical_form_omits_defaults():
    spelt = EMPTY | {
        "name": "", "notes": "", "edition": None, "log": [], "budget": None, "scenario": None, "role": None, "bonus": 0,
        "exotic": False, "faction": None, "subfaction": None, "activity": None, "traits": None, "prices": {},
    }  # fmt: skip
    assert canonical(spelt) == EMPTY


def test_the_canonical_form_of_units_omits_defaults():
    same = {"name": "", "notes": "", "count": 1, "force": None}
    fighter = (
        FIGHTER | same | {"stats": {"T": "-", "C": 5}, "slave": False, "weapons": [], "equipment": [], "abilities": []}
    )
    vehicle = (
        VEHICLE
        | same
        | {"type": "leger", "flying": False, "options": [], "crew": [{"unit": 0, "copy": 0, "post": "driver"}]}
    )
    assert canonical(listing(fighter, vehicle)) == listing(FIGHTER, VEHICLE | {"crew": [{"unit": 0}]})


def test_a_plain_item_is_written_as_its_slug():
    long = listing(
        FIGHTER | {"weapons": [{"item": "arc", "ammunition": []}]},
        VEHICLE | {"options": [{"item": "sono", "demountable": False}]},
    )
    assert canonical(long) == listing(FIGHTER | {"weapons": ["arc"]}, VEHICLE | {"options": ["sono"]})


def test_half_a_characteristic_is_written_alone():
    assert canonical(listing(FIGHTER | {"stats": {"T": 5, "C": 5}})) == listing(FIGHTER | {"stats": {"T": 5}})
    assert canonical(listing(FIGHTER | {"stats": {"T": "-", "C": 3}})) == listing(FIGHTER | {"stats": {"C": 3}})


def test_a_document_becomes_typed_objects():
    document = listing(
        FIGHTER | {"stats": {"T": 4}, "weapons": ["arc", {"item": "fusil", "ammunition": ["balles-non-letales"]}]},
        VEHICLE
        | {"type": "moyen", "options": ["sono", {"item": "belier", "demountable": True}], "crew": [{"unit": 0}]},
        budget=300,
        traits={"advantage": "robots", "drawbacks": ["mutants"]},
    )
    assert read(document, GAMES) == Convoy(
        budget=300,
        traits=Choices("robots", ("mutants",)),
        units=(
            Fighter(stats=Stats(4, 5), weapons=(Weapon("arc"), Weapon("fusil", ("balles-non-letales",)))),
            Vehicle(type="moyen", options=(Option("sono"), Option("belier", True)), crew=(CrewMember(0, 0, "driver"),)),
        ),
    )


# What JSON itself may bring.


def text_of(**header):
    return json.dumps(EMPTY | header)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_no_number_is_infinite_or_none_at_all(word):
    assert refusal_of(text_of(budget="?").replace('"?"', word)) == "/budget"
    assert refusal_of(f'{{"a": {{"b/c": [1, {word}]}}}}') == "/a/b~1c/1"


@pytest.mark.parametrize("number", ["1e400", "300.0", "3e2", "1.5"])
def test_fractions_are_no_integers(number):
    assert refusal_of(text_of(budget="?").replace('"?"', number)) == "/budget"


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"name": "a", "name": "a"}', "/name"),
        ('{"units": [{"kind": "fighter"}, {"kind": "fighter", "kind": "vehicle"}]}', "/units/1/kind"),
        ('{"a": {"b": 1, "c": 2, "b": 3}}', "/a/b"),
        ('[{"x": 0, "\\u0078": 0}]', "/0/x"),
    ],
)
def test_no_key_stands_twice(text, pointer):
    assert refusal_of(text) == pointer


@pytest.mark.parametrize("escape", ["\\u0000", "\\ud800", "\\udc00", "\\udc00\\ud800"])
def test_no_text_holds_nul_or_half_a_character(escape):
    assert refusal_of(text_of(name="?").replace("?", escape)) == "/name"


def test_a_whole_pair_of_surrogates_is_a_character():
    assert read(decode(text_of(name="🚗")), GAMES).name == "🚗"


@pytest.mark.parametrize("raw", [b'"\xff"', b"\xed\xa0\x80", "{}".encode("utf-16"), "\ud800"])
def test_a_document_is_utf_8(raw):
    assert refusal_of(raw) == ""


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[1,]", "{'a': 1}", "nul", '{"a": 1} {"b": 2}', "\0", '{"a": "\n"}', "01"]
)
def test_a_document_is_json(text):
    assert refusal_of(text) == ""


def test_a_byte_order_mark_is_passed_over():
    assert read(decode(b"\xef\xbb\xbf" + text_of().encode()), GAMES) == Convoy()
    assert read(decode("\ufeff" + text_of()), GAMES) == Convoy()


def padded(size):
    """A document of exactly so many bytes."""
    text = text_of()
    return text + " " * (size - len(text))


def test_a_document_has_a_million_bytes():
    assert read(decode(padded(1_000_000)), GAMES) == Convoy()
    assert refusal_of(padded(1_000_001)) == ""
    assert refusal_of(padded(10_000_000).encode()) == ""


def test_bytes_are_counted_and_not_characters():
    assert refusal_of('"' + "é" * 500_000 + '"') == ""


@pytest.mark.parametrize(
    "text", ["[" * 400_000, "[" * 400_000 + "]" * 400_000, '{"a":' * 150_000 + "1" + "}" * 150_000]
)
def test_deep_nesting_is_refused(text):
    assert refusal_of(text) == ""


@pytest.mark.parametrize("sign", ["", "-"])
def test_huge_numbers_are_kept_or_refused_but_never_an_accident(sign):
    thousand = sign + "9" * 1_000
    assert write(read(decode(text_of(budget="?").replace('"?"', thousand)), GAMES), GAMES)["budget"] == int(thousand)
    assert refusal_of(text_of(budget="?").replace('"?"', sign + "9" * 900_000)) == "/budget"


def test_an_integer_may_be_minus_zero():
    assert read(decode(text_of(budget="?").replace('"?"', "-0")), GAMES).budget == 0
