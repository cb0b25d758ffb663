"""Everything a player can do to a character: what it changes, what it leaves, what it refuses."""

from itertools import product

import pytest

from builder.lists.edits import BadEdit
from rules.games.of_the_dead.document import Character, Follower, Thing, Trauma
from tests.builder.of_the_dead.editing import after, first
from tests.rules.of_the_dead import make

SPLITS = [split for split in product(range(1, 7), repeat=4) if sum(split) == 9]
KEYS = ("physique", "psychique", "reflexes", "combat")


def refusal(document, command, **fields):
    """The message of an edit that is refused."""
    with pytest.raises(BadEdit) as bad:
        after(document, command, **fields)
    return str(bad.value.message)


def test_a_new_character_has_five_points_to_place():
    gang = after(make.gang(), "add-character")
    assert gang.units == (Character(attributes=make.spread(1, 1, 1, 1)),)
    assert make.judge(gang).analysis.units[0].left == 5


def test_a_new_character_may_have_a_vocation():
    assert after(make.gang(), "add-vocation guetteur").units[0].vocation == "guetteur"


@pytest.mark.parametrize("split", SPLITS)
def test_every_split_of_nine_points_can_be_reached(split):
    steps = [
        f"step-attribute 0 {key} more" for key, points in zip(KEYS, split, strict=True) for _one in range(1, points)
    ]
    assert first(after(make.gang(), "add-character"), *steps).attributes == make.spread(*split)


def test_a_tenth_point_is_refused():
    due = "All 9\xa0points are placed. Take one from another attribute first."
    assert refusal(make.alone(), "step-attribute 0 combat more") == due
    moved = first(make.alone(), "step-attribute 0 physique less", "step-attribute 0 combat more")
    assert moved.attributes == make.spread(2, 2, 2, 3)


def test_lasting_changes_are_kept_apart_from_the_base():
    unit = first(make.alone(), "step-modifier 0 combat less", "step-modifier 0 combat less")
    assert (unit.attributes, unit.modifiers) == (make.attributes(), (("combat", -2),))
    assert first(make.alone(), "step-modifier 0 combat less", "step-modifier 0 combat more").modifiers == ()


def test_numbers_have_a_largest_value():
    gang = make.alone(modifiers=(("combat", 9_999),), reputation=10**3_999)
    assert refusal(gang, "step-modifier 0 combat more") == "The largest number is 9999."
    assert refusal(gang, "step-gauge 0 reputation more") == "The largest number is 9999."
    assert first(gang, "step-gauge 0 reputation less").reputation == 10**3_999 - 1


@pytest.mark.parametrize(
    "command",
    [
        "step-attribute 0 moral more",
        "step-attribute 0 combat up",
        "step-modifier 0 x more",
        "step-gauge 0 name more",
        "step-gauge 0 life sideways",
        "step-marker 0 noise more",
        "set-state 0 asleep",
        "set-vocation 1 meneur",
        "change-trauma 0 0",
        "remove-thing 0 0",
        "remove-follower 0 5",
        "step-attribute 0 combat",
        "new-game 0 0",
    ],
)
def test_what_cannot_be_done_is_refused(command):
    assert refusal(make.alone(), command).endswith((".", "?"))


def test_tidy_leaves_only_what_the_game_has():
    strange = make.alone(
        attributes=(("combat", 3), ("force", 2)),
        modifiers=(("combat", 1), ("vue", 1)),
        markers=(("panic", 1), ("peur", 1)),
    )
    unit = first(strange, "tidy 0")
    assert (unit.attributes, unit.modifiers) == (make.attributes(1, 1, 1, 3), (("combat", 1),))
    assert unit.markers == (("panic", 1),)


def test_name_player_and_notes():
    unit = first(make.alone(), "describe 0", name=" Bob ", player="Robert", notes="a\r\nb", count="3")
    assert (unit.name, unit.player, unit.notes, unit.count) == ("Bob", "Robert", "a\nb", 1)
    assert refusal(make.alone(), "describe 0", name="x" * 201) == "Text length: 200 maximum."


def test_a_vocation_is_chosen_and_taken_away():
    assert first(make.alone(), "set-vocation 0 guetteur").vocation == "guetteur"
    assert first(make.alone(), "set-vocation 0 none").vocation is None


def test_only_zombies_keep_a_type():
    zombie = after(make.alone(), "set-state 0 zombie", "set-zombie-type 0 mastard")
    assert (zombie.units[0].state, zombie.units[0].zombie_type) == ("zombie", "mastard")
    assert first(zombie, "set-state 0 zombie").zombie_type == "mastard"
    back = first(zombie, "set-state 0 reincarnated")
    assert (back.state, back.zombie_type) == ("reincarnated", None)
    assert first(zombie, "set-zombie-type 0 none").zombie_type is None


def test_life_and_morale_as_at_the_start_are_not_stored():
    hurt = after(make.alone(), "step-gauge 0 life less", "step-gauge 0 morale more")
    assert (hurt.units[0].life, hurt.units[0].morale) == (5, 5)
    healed = first(hurt, "step-gauge 0 life more", "step-gauge 0 morale less")
    assert (healed.life, healed.morale) == (None, None)


@pytest.mark.parametrize("key", ["life", "morale"])
def test_life_and_morale_do_not_fall_below_0(key):
    assert first(make.alone(**{key: 1}), f"step-gauge 0 {key} less") == make.character(**{key: 0})
    assert refusal(make.alone(**{key: 0}), f"step-gauge 0 {key} less") == "None left."
    assert first(make.alone(**{key: -2}), f"step-gauge 0 {key} more") == make.character(**{key: -1})


def test_reputation_may_fall_below_0():
    assert first(make.alone(), "step-gauge 0 reputation less").reputation == -1
    assert first(make.alone(), "step-gauge 0 survival more").survival == 1


def test_gauges_are_typed():
    unit = first(make.alone(life=2), "set-gauges 0", life="", morale="3", reputation="-4", survival=" 12 ")
    assert (unit.life, unit.morale, unit.reputation, unit.survival) == (None, 3, -4, 12)
    assert first(make.alone(life=2), "set-gauges 0") == make.character(life=2)


@pytest.mark.parametrize("word", ["x", "1.5", "12345", "１", "--1", "1 2"])
def test_a_gauge_is_a_whole_number(word):
    assert refusal(make.alone(), "set-gauges 0", life=word) == "Enter a whole number, four digits at most."


def test_a_huge_number_may_stay():
    huge = 10**3_999
    assert first(make.alone(life=huge), "set-gauges 0", life=str(huge), morale="1").morale == 1


def test_markers_are_counted_and_do_not_fall_below_0():
    gang = after(make.alone(), "step-marker 0 panic more", "step-marker 0 panic more", "step-marker 0 zele more")
    assert gang.units[0].markers == (("panic", 2), ("zele", 1))
    assert first(gang, "step-marker 0 zele less").markers == (("panic", 2),)
    assert refusal(gang, "step-marker 0 stun less") == "None left."


def test_a_new_game_keeps_traumas_and_lasting_changes():
    kept = {"modifiers": (("combat", -1),), "traumas": (make.trauma(permanent=True),), "survival": 3}
    unit = first(make.alone(life=1, morale=0, markers=(("panic", 3),), **kept), "new-game 0")
    assert unit == make.character(**kept)


def test_traumas_are_noted_stay_and_heal():
    gang = after(make.alone(), "add-trauma 0", name="Sourd", domain="mental")
    assert gang.units[0].traumas == (Trauma("Sourd", "mental"),)
    stays = after(gang, "change-trauma 0 0", permanent="on")
    assert stays.units[0].traumas == (Trauma("Sourd", "mental", True),)
    assert first(stays, "change-trauma 0 0", name="Sourde", domain="physical").traumas == (Trauma("Sourde"),)
    assert first(stays, "remove-trauma 0 0").traumas == ()


def test_equipment_is_added_changed_and_left():
    gang = after(make.alone(), "add-thing 0", name="Sac", carry="container", capacity="3")
    assert gang.units[0].equipment == (Thing("Sac", "container", 3),)
    worn = first(gang, "change-thing 0 0", carry="worn")
    assert worn.equipment == (Thing("Sac", "worn"),)
    assert first(gang, "change-thing 0 0", name="Musette", capacity="").equipment == (Thing("Musette", "container"),)
    assert first(gang, "remove-thing 0 0").equipment == ()


def test_followers_are_added_changed_and_leave():
    gang = after(make.alone(), "add-follower 0", name="", type="drone")
    assert gang.units[0].followers == (Follower("", "drone"),)
    assert first(gang, "change-follower 0 0", name="Œil", type="libre").followers == (Follower("Œil", "libre"),)
    gauges = {"life": "4", "morale": "0", "lifetime": ""}
    assert first(gang, "change-follower 0 0", **gauges).followers == (Follower("", "drone", 4, 0),)
    assert first(gang, "remove-follower 0 0").followers == ()


@pytest.mark.parametrize(
    ("command", "fields", "message"),
    [
        ("add-trauma 0", {"name": " "}, "Give it a name first."),
        ("add-thing 0", {}, "Give it a name first."),
        ("add-trauma 0", {"name": "x", "domain": "social"}, "Choose from the list."),
        ("add-thing 0", {"name": "x", "carry": "mouth"}, "Choose from the list."),
        ("add-thing 0", {"name": "x", "carry": "container", "capacity": "-1"}, "A container takes 0 objects or more."),
        ("add-follower 0", {"name": "x", "type": "dragon"}, "Choose from the list."),
        ("add-follower 0", {"name": "x"}, "Choose from the list."),
        ("add-thing 0", {"name": "x" * 201}, "Text length: 200 maximum."),
    ],
)
def test_forms_that_cannot_be_read_are_refused(command, fields, message):
    assert refusal(make.alone(), command, **fields) == message


def test_unknown_choices_of_a_document_may_stay():
    strange = make.alone(
        traumas=(Trauma("x", "social"),), equipment=(Thing("y", "mouth"),), followers=(Follower("z", "dragon"),)
    )
    assert first(strange, "change-trauma 0 0", name="X", domain="social").traumas == (Trauma("X", "social"),)
    assert first(strange, "change-thing 0 0", name="Y", carry="mouth").equipment == (Thing("Y", "mouth"),)
    assert first(strange, "change-follower 0 0", name="Z", type="dragon").followers == (Follower("Z", "dragon"),)


def test_nobody_carries_more_than_forty_things():
    full = make.alone(equipment=(make.thing("worn"),) * 40)
    assert refusal(full, "add-thing 0", name="x", carry="worn") == "At most 40 of these per unit."


@pytest.mark.parametrize(
    ("words", "modifier"),
    [
        ("Combat +1, Initiative −2", (("combat", 1), ("initiative", -2))),
        ("réflexes 1;combat 0", (("reflexes", 1),)),
        ("", ()),
    ],
)
def test_a_modifier_is_written_in_words(words, modifier):
    gang = after(make.gang(), "add-character")
    assert first(gang, "add-thing 0", name="Batte", modifier=words).equipment[0].modifier == modifier
    assert first(gang, "add-trauma 0", name="Sourd", modifier=words).traumas[0].modifier == modifier


@pytest.mark.parametrize("words", ["Moral +1", "Combat", "Combat +12", "+1"])
def test_a_modifier_in_other_words_is_refused(words):
    gang = after(make.gang(), "add-character")
    assert refusal(gang, "add-thing 0", name="Batte", modifier=words).startswith("Write a modifier as")
