"""The document of Chain Reaction: what it reads, what it refuses, and its canonical form."""

import jsonschema
import pytest

from rules.document import read, write
from rules.games.chain_reaction.document import Draw, OwnWeapon, Weapon
from rules.registry import GAMES
from rules.shapes import Refused
from tests import make as every

HEAD = {"format": "bivouac-roster/1", "game": "chain-reaction"}
FULL = HEAD | {
    "period": "old-west",
    "campaign": True,
    "leader": 1,
    "units": [
        {"kind": "star", "name": "Ana", "rep": 4, "vest": True, "mounted": True, "next_game_rep": -1},
        {
            "kind": "npc",
            "figure": "attack-dog",
            "rep": 3,
            "draw": {"table": "military", "dice": [3, 4], "seed": "abc"},
            "weapons": [
                {"period": "generic", "item": "revolver"},
                {"name": "Lasso", "range": 6, "class": 1, "impact": 0},
                {"name": "Fouet"},
                {},
            ],
            "attributes": ["phobie"],
            "phobia": "les serpents",
        },
    ],
}


def unit(**fields):
    return HEAD | {"units": [{"kind": "npc"} | fields]}


def refused(document):
    with pytest.raises(Refused) as caught:
        read(document, GAMES)
    return str(caught.value)


def test_a_full_document_reads_and_writes_as_itself():
    assert write(read(FULL, GAMES), GAMES) == FULL


def test_what_is_left_out_has_its_default():
    figure = read(unit(), GAMES).units[0]
    assert (figure.figure, figure.rep, figure.draw, figure.weapons, figure.count) == ("human", 5, None, (), 1)


def test_defaults_are_left_out_again():
    spelled = unit(figure="human", rep=5, draw=None, weapons=[], phobia="", vest=False, next_game_rep=0, count=1)
    assert write(read(spelled, GAMES), GAMES) == unit()


def test_weapons_and_draws_are_typed():
    figure = read(FULL, GAMES).units[1]
    assert figure.draw == Draw("military", (3, 4), "abc")
    assert figure.weapons == (
        Weapon("generic", "revolver"),
        OwnWeapon("Lasso", 6, 1, 0),
        OwnWeapon("Fouet"),
        OwnWeapon(),
    )


def test_a_weapon_without_a_period_is_generic_and_says_so():
    assert write(read(unit(weapons=[{"item": "revolver"}]), GAMES), GAMES) == unit(
        weapons=[{"period": "generic", "item": "revolver"}]
    )


def test_an_own_weapon_without_figures_leaves_them_out():
    blank = unit(weapons=[{"name": "Fouet", "range": None, "class": None, "impact": 1}])
    assert write(read(blank, GAMES), GAMES) == unit(weapons=[{"name": "Fouet", "impact": 1}])


@pytest.mark.parametrize("seed", [None, "abc", 7])
def test_a_seed_is_a_text_or_a_number(seed):
    assert read(unit(draw={"seed": seed}), GAMES).units[0].draw == Draw("generic", (), seed)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"count": 2}, "count"),
        ({"rep": "5"}, "rep"),
        ({"rep": True}, "rep"),
        ({"rep": 4.0}, "rep"),
        ({"figure": None}, "figure"),
        ({"points": 3}, "points"),
        ({"vest": 1}, "vest"),
        ({"attributes": ["Chef né"]}, "attributes/0"),
        ({"weapons": ["revolver"]}, "weapons/0"),
        ({"weapons": [{"period": "generic"}]}, "weapons/0"),
        ({"weapons": [{"period": "generic", "item": "revolver", "name": "x"}]}, "weapons/0/name"),
        ({"weapons": [{"name": "x", "class": "3", "impact": 1}]}, "weapons/0/class"),
        ({"weapons": [{"name": "x", "rate": 3, "impact": 1}]}, "weapons/0/rate"),
        ({"weapons": [{"name": "x", "impact": None}]}, "weapons/0/impact"),
        ({"weapons": [{"name": "x" * 201, "impact": 1}]}, "weapons/0/name"),
        ({"weapons": [{}] * 41}, "weapons"),
        ({"draw": {"dice": ["3"]}}, "draw/dice/0"),
        ({"draw": {"dice": [1] * 41}}, "draw/dice"),
        ({"draw": {"seed": [1]}}, "draw/seed"),
        ({"phobia": "x" * 201}, "phobia"),
    ],
)
def test_what_is_refused_and_where(fields, pointer):
    assert refused(unit(**fields)).startswith(f"/units/0/{pointer}: ")


@pytest.mark.parametrize("document", [HEAD, HEAD | {"units": [{"kind": "fighter"}]}, FULL | {"budget": 300}])
def test_other_games_units_and_keys_are_refused(document):
    assert refused(document)


@pytest.mark.parametrize("rep", [0, -3, 10**3999])
def test_any_integer_is_read(rep):
    assert write(read(unit(rep=rep), GAMES), GAMES) == unit(rep=rep)
    assert every.judge(read(unit(rep=rep), GAMES)).legal is False


def test_the_schema_takes_what_the_reader_takes():
    schema = GAMES["chain-reaction"].shape.schema()
    jsonschema.validate(FULL, schema)
    jsonschema.validate(unit(weapons=[{"item": "revolver"}]), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(unit(weapons=["revolver"]), schema)
