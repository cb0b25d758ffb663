"""The shapes one by one: what each reads, refuses with its place, and writes."""

from dataclasses import dataclass

import pytest

from rules.shapes import Either, Exactly, Flag, Integer, Map, Maybe, Record, Refused, Several, Slug, String, Tagged


@dataclass(frozen=True)
class Arrow:
    item: str
    dice: int = 0


@dataclass(frozen=True)
class Shot:
    kind: str = "shot"
    rate: int = 1


INNER = Record(Arrow, {"item": Slug(), "dice": Integer()}, short="item")
SHOT = Record(Shot, {"kind": Slug(), "class": Integer()}, required=("kind",), names={"class": "rate"})
READ = [
    (Integer(), 0),
    (Integer(), -(10**50)),
    (Integer(1, 3), 3),
    (Flag(), True),
    (String(3), "été"),
    (Slug(), "fusil-d-assaut"),
    (Slug(), "e13"),
    (Slug(), "a" * 200),
    (Exactly("rbn"), "rbn"),
    (Maybe(Integer()), None),
    (Either({int: Integer(), str: String()}, "?"), "-"),
]
REFUSED = [
    (Integer(), True, ""),
    (Integer(), 1.0, ""),
    (Integer(), "1", ""),
    (Integer(), None, ""),
    (Integer(1, 3), 0, ""),
    (Integer(1, 3), 4, ""),
    (Flag(), 1, ""),
    (Flag(), None, ""),
    (String(3), "four", ""),
    (String(), 5, ""),
    (String(), "a\0b", ""),
    (String(), "\ud800", ""),
    (String(), "\udfff", ""),
    (Slug(), "", ""),
    (Slug(), "Fusil", ""),
    (Slug(), "épée", ""),
    (Slug(), "fusil_d_assaut", ""),
    (Slug(), "fusil--long", ""),
    (Slug(), "-fusil", ""),
    (Slug(), "fusil-", ""),
    (Slug(), "fusil\n", ""),
    (Slug(), "a" * 201, ""),
    (Slug(), ["fusil"], ""),
    (Exactly("rbn"), "rbN", ""),
    (Maybe(Integer()), "x", ""),
    (Either({int: Integer(), str: String()}, "?"), True, ""),
    (Several(Integer(), most=2), [1, 2, 3], ""),
    (Several(Integer()), [1, "2"], "/1"),
    (Several(Integer()), (1, 2), ""),
    (Several(INNER), ["a", {"item": "B"}], "/1/item"),
    (Map(("a/b", "c~d"), Integer()), {"a/b": 1, "c~d": "x"}, "/c~0d"),
    (Map(("a/b",), Integer()), {"a/b": None}, "/a~1b"),
    (Map(("a",), Integer()), {"b": 1}, "/b"),
    (Map(("a",), Integer()), [], ""),
    (INNER, {}, ""),
    (INNER, {"item": "a", "m": 1}, "/m"),
    (INNER, 5, ""),
    (INNER, None, ""),
    (Tagged("kind", {"a": INNER}), {"kind": "b"}, "/kind"),
    (Tagged("kind", {"a": INNER}), {"kind": []}, "/kind"),
    (Tagged("kind", {"a": INNER}), {}, ""),
]


@pytest.mark.parametrize(("shape", "value"), READ)
def test_plain_values_are_read_and_written_as_they_are(shape, value):
    assert shape.read(value) == value
    assert shape.write(shape.read(value)) == value


@pytest.mark.parametrize(("shape", "value", "pointer"), REFUSED)
def test_everything_else_is_refused_with_its_place(shape, value, pointer):
    with pytest.raises(Refused) as refused:
        shape.read(value)
    assert refused.value.pointer == pointer


def test_a_list_is_full_at_its_most():
    assert Several(Integer(), most=2).read([1, 2]) == (1, 2)


def test_a_map_is_read_in_the_order_of_its_keys():
    shape = Map(("a", "b"), Integer())
    assert shape.read({"b": 2, "a": 1}) == (("a", 1), ("b", 2))
    assert shape.write((("a", 1), ("b", 2))) == {"a": 1, "b": 2}


def test_a_record_takes_its_defaults_from_its_dataclass():
    assert INNER.read({"item": "arc"}) == INNER.read("arc") == Arrow("arc", 0)
    assert INNER.write(Arrow("arc", 0)) == "arc"
    assert INNER.write(Arrow("arc", 2)) == {"item": "arc", "dice": 2}


def test_a_key_may_be_required_or_named_otherwise():
    assert SHOT.read({"kind": "shot", "class": 3}) == Shot("shot", 3)
    assert SHOT.write(Shot("shot", 3)) == {"kind": "shot", "class": 3}
    assert SHOT.write(Shot()) == {"kind": "shot"}
    with pytest.raises(Refused):
        SHOT.read({"class": 3})


def test_a_record_has_a_key_for_every_field():
    with pytest.raises(TypeError, match="Arrow"):
        Record(Arrow, {"item": Slug()})


def test_a_refusal_says_why_and_where():
    with pytest.raises(Refused) as refused:
        Several(Integer(1)).read([1, 0])
    assert str(refused.value) == "/1: Minimum: 1."
