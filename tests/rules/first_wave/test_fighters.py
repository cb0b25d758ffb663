"""Creating survivors: prices, characteristics, equipment, abilities, children and animals."""

import pytest

from tests.rules.first_wave import make
from tests.rules.first_wave.make import fielding

STATS = [("-", 5, 10), (5, 5, 12), (4, 5, 18), (3, 5, 26), ("-", 4, 14), ("-", 3, 22), (3, 3, 38)]
GEAR = {"armure": 10, "bouclier": 8, "grappin": 1, "enfant": 0}
TALENTS = {"animal": -3, "chef": 0, "combattant-emerite": 10, "eclaireur": 6, "soigneur": 10}


def cost(*weapons, **fields):
    return make.judge(make.group(units=(make.fighter(*weapons, **fields),))).total


@pytest.mark.parametrize(("t", "c", "points"), STATS)
def test_a_survivor_costs_10_and_its_characteristics(t, c, points):
    assert cost(T=t, C=c) == points


@pytest.mark.parametrize(("slug", "points"), GEAR.items())
def test_equipment_costs(slug, points):
    assert cost(equipment=slug) - cost() == points


@pytest.mark.parametrize(("slug", "points"), TALENTS.items())
def test_abilities_cost(slug, points):
    assert cost(abilities=slug) - cost() == points


def test_copies_are_charged_one_by_one():
    assert cost("matraque", count=7) == 84


@pytest.mark.parametrize(("t", "c"), [("-", 3), (5, 5), (4, 4), (3, 5)])
def test_characteristics_of_the_table(t, c):
    assert fielding(T=t, C=c) == []


@pytest.mark.parametrize(("t", "c"), [(2, 5), (6, 5), (0, 5), ("x", 5), (10**4000, 5), (5, 2), (5, 6), (5, -1)])
def test_other_characteristics(t, c):
    assert fielding(T=t, C=c) == ["fw.bad-stats"]


def test_equipment_and_abilities_of_the_book():
    assert fielding(equipment=tuple(GEAR)) == []
    assert fielding(equipment="banniere") == ["fw.unknown-equipment"]
    assert fielding(abilities=("combattant-emerite", "eclaireur", "soigneur")) == []
    assert fielding(abilities="mecanicien") == ["fw.unknown-ability"]


def test_equipment_and_abilities_are_taken_once():
    assert fielding(equipment=("grappin", "grappin")) == ["fw.dup-equipment"]
    assert fielding(abilities=("eclaireur", "eclaireur")) == ["fw.dup-ability"]


@pytest.mark.parametrize("slug", ["fusil-de-sniper", "batte", "hache-a-deux-mains", "lance", "tronconneuse"])
def test_a_child_carries_nothing_cumbersome(slug):
    assert fielding(slug, T=5) == []
    assert fielding(slug, T=5, equipment="enfant") == ["fw.child-cumbersome"]


def test_a_child_carries_what_is_light():
    assert fielding("pistolet", "grenade", "epee", T=5, equipment="enfant") == []


def test_a_child_may_bear_armour_and_shield():
    assert fielding("matraque", equipment=("enfant", "armure", "bouclier")) == []


@pytest.mark.parametrize(
    ("equipment", "wounds"), [((), 3), (("armure",), 4), (("enfant",), 2), (("enfant", "armure"), 3)]
)
def test_wounds(equipment, wounds):
    group = make.group(make.fighter(equipment=equipment))
    assert make.judge(group).analysis.units[1].wounds == wounds


def test_an_animal_has_jaws_only():
    assert fielding("machoire", abilities="animal") == []
    assert fielding("matraque", abilities="animal") == ["fw.animal-weapon"]
    assert fielding("bazooka", abilities="animal") == ["fw.animal-weapon", "fw.unknown-weapon"]


def test_jaws_are_for_everybody():
    assert fielding("machoire") == []


def test_an_animal_may_have_equipment_and_abilities():
    assert fielding("machoire", equipment="armure", abilities=("animal", "combattant-emerite")) == []


def test_an_animal_chief_is_a_warning():
    group = make.group(units=(make.fighter("machoire", abilities=("animal", "chef")),))
    assert make.broken(group) == ["fw.animal-chef"]
    assert make.judge(group).legal


@pytest.mark.parametrize(("jaws", "ids"), [(1, []), (2, ["fw.animal-jaws"]), (3, ["fw.animal-jaws"])])
def test_a_second_pair_of_jaws_is_a_warning(jaws, ids):
    assert fielding(*["machoire"] * jaws, abilities="animal") == ids
    assert fielding(*["machoire"] * jaws) == []


def test_jaws_are_counted():
    animal = make.fighter("machoire", "machoire", "machoire", abilities="animal")
    assert make.messages(make.group(animal)) == {
        "fw.animal-jaws": "3 sets of jaws: only one counts, the rest is wasted."
    }


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_ruling_says_why_a_second_grapnel_is_refused(language):
    ruling = make.catalogue().rulings["A21"]
    assert {"fr": "grappin", "en": "grapnel"}[language] in ruling.text.into(language)
    assert fielding(equipment=("grappin", "grappin")) == ["fw.dup-equipment"]
