"""What the editor of a character offers, and why some of it is refused."""

import pytest

from builder.games.of_the_dead import editor
from builder.lists.spec import LISTS
from rules.text import Text
from tests.builder.of_the_dead.editing import load_roster, opened
from tests.rules.of_the_dead import make


def rules(offer):
    return [reason.rule.id for reason in offer.refusal]


def attribute(key, **fields):
    return next(attribute for attribute in opened(make.alone(**fields))["attributes"] if attribute.row.slug == key)


def test_a_point_that_is_left_may_be_placed():
    assert attribute("combat", attributes=make.spread(2, 2, 2, 2)).more.open
    assert not attribute("combat").more.open


def test_the_last_point_stays():
    assert attribute("physique").less.open
    assert rules(attribute("psychique", attributes=make.spread(3, 1, 3, 2)).less) == ["otd.attr-min"]


def test_base_change_and_value_are_shown_apart():
    one = attribute("combat", modifiers=(("combat", 1),))
    assert (one.base, one.modifier, one.current) == (2, 1, 3)


def refused_ways(**fields):
    """The ways of carrying one object more that are refused, with their rules."""
    return {way.entry.slug: rules(way) for way in opened(make.alone(**fields))["carries"] if way.refusal}


def test_free_hands_take_what_they_can():
    assert refused_ways() == {"stowed": ["otd.stowed"]}
    assert refused_ways(equipment=make.things("one-hand", "pocket")) == {
        "two-hands": ["otd.hands"],
        "pocket": ["otd.pocket"],
        "stowed": ["otd.stowed"],
    }


def test_a_bag_with_room_takes_more():
    bag = make.thing("container", 1)
    assert refused_ways(equipment=(bag,)) == {}
    assert refused_ways(equipment=(bag, make.thing("stowed"))) == {"stowed": ["otd.stowed"]}


def test_a_zombie_with_a_type_may_become_anything():
    assert all(offer.open for offer in opened(make.alone(state="zombie", zombie_type="zonard"))["states"])


def test_zombie_types_are_offered_to_zombies():
    assert opened(make.alone())["zombie_types"] == ()
    assert len(opened(make.alone(state="zombie"))["zombie_types"]) == 6


def test_vocations_say_who_has_them():
    gang = make.gang(make.character(), make.character("Bob", "guetteur"), make.character("", "guetteur", state="dead"))
    offers = {offer.entry.slug: (offer.taken, offer.facts) for offer in opened(gang)["vocations"]}
    assert (offers["meneur"], offers["guetteur"]) == ((True, ()), (False, ("Bob",)))


def test_a_gang_lacks_what_no_living_member_has():
    gang = make.gang(make.character(), make.character("Bob", "guetteur", state="dead"))
    _blank, lacking = LISTS["of-the-dead"].new_units(load_roster(gang))
    commands = [offer.command for offer in lacking.offers]
    assert (len(commands), "add-vocation guetteur" in commands, "add-vocation meneur" in commands) == (9, True, False)


def test_nothing_is_lacking_where_all_ten_are_there():
    gang = make.gang(*[make.character(vocation=slug) for slug in make.catalogue_rows("vocations")])
    assert [group.key for group in LISTS["of-the-dead"].new_units(load_roster(gang))] == ["characters"]


@pytest.mark.parametrize(
    ("fields", "foreign"),
    [
        ({}, False),
        ({"attributes": ()}, True),
        ({"modifiers": (("vue", 1),)}, True),
        ({"markers": (("peur", 0),)}, True),
        ({"markers": (("panic", 1),), "modifiers": (("combat", 1),)}, False),
    ],
)
def test_foreign_attributes_and_markers_are_pointed_out(fields, foreign):
    assert opened(make.alone(**fields))["foreign"] is foreign


def test_the_label_is_the_vocation_of_a_single_character_or_a_gang():
    assert editor.label(load_roster(make.alone())) == Text("Meneur", "Meneur")
    assert editor.label(load_roster(make.alone(vocation="roi"))) == Text()
    assert editor.label(load_roster(make.gang(make.character(), make.character("Bob")))) == editor.A_GANG


def test_a_new_gang_begins_with_the_character_that_its_form_names():
    empty = load_roster(make.gang())
    (unit,) = LISTS["of-the-dead"].read_head(empty, {"character": " Ana ", "player": "A."})["units"]
    assert (unit.name, unit.player, unit.attributes) == ("Ana", "A.", make.spread(1, 1, 1, 1))
    assert LISTS["of-the-dead"].read_head(load_roster(make.alone()), {"character": "Bob"}) == {}
