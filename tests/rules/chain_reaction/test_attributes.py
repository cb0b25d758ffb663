"""Attributes: those of the tables, doubles, opposites, phobias."""

import pytest

from tests.rules.chain_reaction import make

ADVANTAGES = [
    "chef-ne",
    "agile",
    "bagarreur",
    "athlete",
    "tireur-d-elite",
    "nerfs-d-acier",
    "lanceur",
    "dur-a-cuire",
    "bon-au-couteau",
    "chanceux",
    "bons-reflexes",
    "discret",
    "courageux",
    "stoique",
    "conducteur",
    "charismatique",
    "fort",
    "dextre",
]
DISADVANTAGES = [
    "peureux",
    "lent",
    "lent-a-reagir",
    "avorton",
    "maladroit",
    "lache",
    "pilleur",
    "tire-au-flanc",
    "malchanceux",
    "mauviette",
    "idiot",
    "phobie",
]
OPPOSITES = [
    ("agile", "maladroit"),
    ("bagarreur", "avorton"),
    ("athlete", "lent"),
    ("chanceux", "malchanceux"),
    ("bons-reflexes", "lent-a-reagir"),
    ("courageux", "lache"),
]


def having(*attributes, **fields):
    return make.broken(make.alone(attributes=attributes, **{"phobia": "araignées"} | fields))


@pytest.mark.parametrize("slug", ADVANTAGES + DISADVANTAGES)
def test_attributes_of_the_tables(slug):
    assert having(slug) == []
    assert make.broken(make.group(star=make.star(attributes=(slug,), phobia="feu"))) == []


@pytest.mark.parametrize("slug", ["deux-fois", "rien", "avantage", "zombie", "chef"])
def test_what_is_no_attribute(slug):
    assert make.found(make.alone(attributes=(slug,))) == [("cr.attr-unknown", 5)]


def test_an_attribute_that_this_edition_has_retired():
    group = make.alone(attributes=("fort", "agile"))
    assert (make.broken(group), make.broken_without(group, "fort")) == ([], ["cr.attr-unknown"])


def test_there_is_no_cap_on_attributes():
    assert having("agile", "bagarreur", "athlete", "fort", "dextre", "discret", "stoique", "idiot") == []


def test_doubles_are_pointed_out():
    assert having("fort", "dextre") == []
    assert having("fort", "fort") == ["cr.attr-duplicate"]
    message = make.messages(make.alone(attributes=("fort", "dextre", "fort")))
    assert message == {"cr.attr-duplicate": "More than once: Strong."}


def test_an_unknown_attribute_twice_is_unknown_only():
    assert having("vif", "vif") == ["cr.attr-unknown"]


@pytest.mark.parametrize(("advantage", "disadvantage"), OPPOSITES)
def test_opposites_are_pointed_out(advantage, disadvantage):
    assert having(disadvantage, advantage) == ["cr.attr-opposite"]


def test_only_the_opposites_are_named():
    group = make.alone(attributes=("agile", "courageux", "lache"))
    assert make.found(group) == [("cr.attr-opposite", 5)]
    assert make.messages(group) == {"cr.attr-opposite": "Opposites: Brave and Cowardly."}


def test_other_pairs_are_no_opposites():
    allowed = [(a, d) for a in ADVANTAGES for d in DISADVANTAGES if (a, d) not in OPPOSITES]
    assert [pair for pair in allowed if having(*pair)] == []


def test_a_phobia_is_written_in():
    assert having("phobie", phobia="le noir") == []
    assert having("phobie", phobia="") == ["cr.phobia-undefined"]
    assert having("phobie", phobia="  ") == ["cr.phobia-undefined"]
    assert having("fort", phobia="") == []
