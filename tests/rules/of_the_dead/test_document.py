"""The part of the document that is of the dead's: what is refused, what is kept."""

import pytest

from rules.document import FORMAT, read, write
from rules.games.of_the_dead.document import MARKERS
from rules.registry import GAMES
from rules.shapes import Refused

WHOLE = {
    "kind": "character",
    "name": "Ana",
    "notes": "Boite.",
    "player": "Ana",
    "attributes": {"combat": 2, "physique": 3, "psychique": 2, "reflexes": 2},
    "modifiers": {"combat": -1, "vue": 3},
    "vocation": "meneur",
    "state": "zombie",
    "zombie_type": "zonard",
    "traumas": [{"name": "Sourd", "domain": "mental", "permanent": True}],
    "equipment": [{"name": "Sac", "carry": "container", "capacity": 2}],
    "followers": [{"name": "Rex", "type": "animal", "life": 3, "morale": 0, "lifetime": 2}],
    "life": 0,
    "morale": 3,
    "reputation": -2,
    "survival": 7,
    "markers": {"panic": 2, "peur": 1},
}


def document(**fields):
    return {"format": FORMAT, "game": "of-the-dead", "units": [{"kind": "character"} | fields]}


def test_every_key_is_kept():
    whole = document(**WHOLE)
    assert write(read(whole, GAMES), GAMES) == whole


def test_nothing_but_the_kind_is_due():
    assert write(read(document(), GAMES), GAMES) == document()


def test_defaults_are_left_out():
    spelled = document(
        count=1,
        name="",
        player="",
        attributes={},
        vocation=None,
        state="alive",
        traumas=[{"name": "Sourd", "domain": "physical", "permanent": False}],
        equipment=[{"name": "Batte", "carry": "one-hand", "capacity": 0}],
        life=None,
        markers={},
    )
    kept = document(traumas=[{"name": "Sourd"}], equipment=[{"name": "Batte"}])
    assert write(read(spelled, GAMES), GAMES) == kept


def test_markers_as_the_format_prints_them_are_the_default():
    none = dict.fromkeys(MARKERS, 0)
    assert write(read(document(markers=none), GAMES), GAMES) == document()
    for kept in (none | {"panic": 1}, {"panic": 0}):
        assert write(read(document(markers=kept), GAMES), GAMES) == document(markers=kept)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"count": 2}, "/units/0/count"),
        ({"attributes": {"combat": "2"}}, "/units/0/attributes/combat"),
        ({"attributes": {"combat": True}}, "/units/0/attributes/combat"),
        ({"attributes": []}, "/units/0/attributes"),
        ({"markers": {"x" * 201: 1}}, f"/units/0/markers/{'x' * 201}"),
        ({"modifiers": {"a\0": 1}}, "/units/0/modifiers/a\0"),
        ({"vocation": "Meneur"}, "/units/0/vocation"),
        ({"state": None}, "/units/0/state"),
        ({"traumas": [{"nom": "Sourd"}]}, "/units/0/traumas/0/nom"),
        ({"traumas": [{}] * 41}, "/units/0/traumas"),
        ({"equipment": [{"capacity": 1.0}]}, "/units/0/equipment/0/capacity"),
        ({"followers": [{"type": ""}]}, "/units/0/followers/0/type"),
        ({"life": "3"}, "/units/0/life"),
        ({"player": "x" * 201}, "/units/0/player"),
        ({"kind": "fighter"}, "/units/0/kind"),
    ],
)
def test_what_is_refused_and_where(fields, pointer):
    with pytest.raises(Refused) as refused:
        read(document(**fields), GAMES)
    assert refused.value.pointer == pointer


def test_equipment_and_traumas_say_what_they_change():
    modifier = {"combat": 1, "initiative": -2}
    whole = document(
        equipment=[{"name": "Batte", "modifier": modifier}], traumas=[{"name": "Sourd", "modifier": modifier}]
    )
    assert write(read(whole, GAMES), GAMES) == whole
    assert read(whole, GAMES).units[0].equipment[0].modifier == (("combat", 1), ("initiative", -2))


@pytest.mark.parametrize("modifier", [{"moral": 1}, {"combat": 10}, {"combat": "1"}, [], None])
def test_a_modifier_of_something_else_is_refused(modifier):
    with pytest.raises(Refused):
        read(document(equipment=[{"name": "Batte", "modifier": modifier}]), GAMES)
