"""What lies on a dashboard: each rule on both sides of its edge."""

import pytest

from rules.registry import GAMES
from tests.rules.reichbusters import make
from tests.rules.reichbusters.make import broken, found, messages

FIGURES = ("range", "attack_dice", "noise_dice", "vril_dice")


def carrying(*weapons):
    """What a hero with these weapons, and a plain one where that is the only one, breaks."""
    return broken(make.party(weapons=weapons if len(weapons) > 1 else (*weapons, make.weapon())))


@pytest.mark.parametrize(
    ("field", "one", "most", "rule"),
    [
        ("weapons", make.weapon(), 2, "rb.weapons-slots"),
        ("skills", "Discret", 4, "rb.skills-slots"),
        ("objects", make.thing(), 4, "rb.items-slots"),
    ],
)
def test_a_dashboard_has_so_many_places(field, one, most, rule):
    assert found(make.party(**{field: (one,) * most})) == []
    assert found(make.party(**{field: (one,) * (most + 1)})) == [(rule, 0)]


def test_places_are_counted_per_hero():
    full = {"objects": (make.thing(),) * 4}
    assert broken(make.team(make.hero(**full), make.hero("sarge", **full))) == []


@pytest.mark.parametrize("name", ["", "  ", "\u200b"])
def test_a_weapon_has_a_name(name):
    assert carrying(make.weapon(name)) == ["rb.weapon"]


@pytest.mark.parametrize(("kind", "reach", "ids"), [("melee", 0, []), ("ranged", 3, []), ("siege", 3, ["rb.weapon"])])
def test_a_weapon_is_for_melee_or_for_shooting(kind, reach, ids):
    assert carrying(make.weapon(type=kind, range=reach)) == ids


@pytest.mark.parametrize("figure", FIGURES)
def test_no_figure_of_a_weapon_is_below_0(figure):
    assert carrying(make.weapon(**{figure: 0})) == []
    assert carrying(make.weapon(**{figure: -1})) == ["rb.weapon"]


def test_weapons_are_numbered_from_1():
    weapons = (make.weapon(), make.weapon(" "))
    assert messages(make.party(weapons=weapons)) == {"rb.weapon": "Weapon without a name: no. 2."}


def test_a_nameless_weapon_out_of_range_is_a_dash():
    weapons = (make.weapon(" ", range=2), make.weapon())
    assert messages(make.party(weapons=weapons))["rb.weapon-range"] == "–: range 2. Melee has 0, ranged at least 1."


def test_every_fault_of_weapons_is_named():
    weapons = (make.weapon("", attack_dice=-2, range=-1), make.weapon("Sabre"))
    assert found(make.party(weapons=weapons)) == [("rb.weapon", 0), ("rb.weapon", 0)]
    assert messages(make.party(weapons=weapons))["rb.weapon"] == "Weapon values below 0: -1, -2."


@pytest.mark.parametrize(
    ("kind", "reach", "ids"),
    [
        ("melee", 0, []),
        ("melee", 1, ["rb.weapon-range"]),
        ("ranged", 1, []),
        ("ranged", 0, ["rb.weapon-range"]),
        ("ranged", 10**50, []),
        ("ranged", -1, ["rb.weapon"]),
        ("melee", -1, ["rb.weapon"]),
        ("siege", 0, ["rb.weapon"]),
        ("siege", 1, ["rb.weapon"]),
    ],
)
def test_range_fits_the_kind(kind, reach, ids):
    assert carrying(make.weapon(type=kind, range=reach)) == ids


def test_weapons_out_of_range_are_one_finding():
    weapons = (make.weapon("Sabre", range=2), make.weapon("Fusil", "ranged"))
    assert messages(make.party(weapons=weapons)) == {
        "rb.weapon-range": "Sabre, Fusil: range 2, 0. Melee has 0, ranged at least 1."
    }


@pytest.mark.parametrize(
    ("token", "ids"), [(None, []), ("jammed", []), ("discharged", []), ("both", ["rb.token"]), ("none", ["rb.token"])]
)
def test_one_token_or_none(token, ids):
    assert carrying(make.weapon(token=token)) == ids
    assert broken(make.party(objects=(make.thing(token=token),))) == ids


@pytest.mark.parametrize(("defense", "ids"), [(0, []), (3, []), (-1, ["rb.defense"]), (None, ["rb.defense-blank"])])
def test_defence_is_copied_and_not_below_0(defense, ids):
    assert found(make.party(defense=defense)) == [(id, 0) for id in ids]


@pytest.mark.parametrize(("number", "ids"), [(2, []), (1, ["rb.weapons-blank"]), (0, ["rb.weapons-blank"])])
def test_fewer_than_two_weapons_are_mentioned(number, ids):
    assert found(make.party(weapons=(make.weapon(),) * number)) == [(id, 0) for id in ids]


@pytest.mark.parametrize(
    ("skills", "ids"),
    [
        ("ABCD", []),
        ("ABC", ["rb.skills-blank"]),
        ("", ["rb.skills-blank"]),
        (("A", "B", "C", " "), ["rb.skills-blank"]),
        (("A", "B", "C", "\u200b"), ["rb.skills-blank"]),
        (("A", "", "B", " ", "C", "\u200b", "D"), []),
        (("A", "B", "C", "D", "", "E"), ["rb.skills-slots"]),
    ],
)
def test_four_skills_are_written_in_and_blank_ones_are_none(skills, ids):
    assert found(make.party(skills=tuple(skills))) == [(id, 0) for id in ids]


@pytest.mark.parametrize(
    ("fields", "ids"),
    [
        ({"attack_dice": None}, ["rb.weapon-values-blank"]),
        ({"noise_dice": None}, ["rb.weapon-values-blank"]),
        ({"range": None}, []),
        ({"type": "ranged", "range": None}, ["rb.weapon-values-blank"]),
        ({"type": "ranged", "range": 1}, []),
        ({"upgraded": True}, ["rb.weapon-values-blank"]),
        ({"upgraded": True, "vril_dice": 1}, []),
        ({"vril_dice": None}, []),
    ],
)
def test_figures_to_copy_are_mentioned(fields, ids):
    """Melee has range 0 anyway, and plain weapons roll no dice of vril."""
    assert carrying(make.weapon(**fields)) == ids


def test_the_same_name_twice_is_nobodys_business():
    assert broken(make.party(weapons=(make.weapon("Vickers"),) * 2, skills=("Agile",) * 4)) == []


# The two sides of a token

UPGRADED = make.side("ranged", 3, 5, 3, 1)


def test_both_sides_of_a_token_may_be_written_in():
    for upgraded in (False, True):
        assert carrying(make.weapon(improved=UPGRADED, upgraded=upgraded)) == []


@pytest.mark.parametrize(
    ("side", "ids"),
    [
        (make.side("siege"), ["rb.weapon"]),
        (make.side(attack_dice=-1), ["rb.weapon"]),
        (make.side("ranged", 0), ["rb.weapon-range"]),
        (make.side("melee", 1), ["rb.weapon-range"]),
    ],
)
def test_the_upgraded_side_is_judged_as_the_first_one(side, ids):
    assert carrying(make.weapon(improved=side)) == ids
    assert carrying(make.weapon(improved=side, upgraded=True, vril_dice=1)) == ids


@pytest.mark.parametrize(
    ("first", "other", "upgraded", "ids"),
    [
        ({}, {"attack_dice": None}, False, []),
        ({}, {"attack_dice": None}, True, ["rb.weapon-values-blank"]),
        ({}, {"vril_dice": None}, True, ["rb.weapon-values-blank"]),
        ({"attack_dice": None}, {}, True, []),
        ({"attack_dice": None}, {}, False, ["rb.weapon-values-blank"]),
    ],
)
def test_figures_to_copy_are_those_of_the_side_that_is_up(first, other, upgraded, ids):
    assert carrying(make.weapon(**first, upgraded=upgraded, improved=make.side(**other))) == ids


# Jammed and discharged


def spent(number):
    """Two heroes whose weapons and objects hold so many tokens, some jammed and some discharged."""
    tokens = [("jammed", "discharged")[n % 2] if n < number else None for n in range(14)]
    return make.team(
        make.hero(weapons=(make.weapon(token=tokens[0]), make.weapon(token=tokens[1])), objects=held(tokens[2:8])),
        make.hero("sarge", objects=held(tokens[8:])),
    )


def held(tokens):
    return tuple(make.thing(token=token) for token in tokens)


@pytest.mark.parametrize(("number", "ids"), [(0, []), (12, []), (13, ["rb.token-supply"])])
def test_there_are_twelve_jammed_or_discharged_tokens_in_all(number, ids):
    assert [id for id in broken(spent(number)) if id != "rb.items-slots"] == ids


def test_the_tokens_of_all_heroes_are_counted():
    assert ("rb.token-supply", None) in found(spent(14))
    assert messages(spent(14))["rb.token-supply"] == "Jammed/discharged tokens in the team: 14; there are 12."


def test_what_the_rulebook_does_not_say_is_not_said():
    told = messages(make.party(weapons=(), skills=()))
    assert (told["rb.weapons-blank"], told["rb.skills-blank"]) == (
        "Weapons entered: 0 of 2.",
        "Skills entered: 0 of 4.",
    )
    rules = GAMES["reichbusters"].register.rules
    said = " ".join(rules[id].demand + rules[id].hint for id in ("rb.solo", "rb.weapons-blank", "rb.skills-blank"))
    assert [word for word in ("usually", "team card", "mission says", "mission decides") if word in said] == []
