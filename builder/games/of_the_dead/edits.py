"""What a player can do to a gang and its characters beside what every list allows."""

import re
from dataclasses import replace

from builder.lists.edits import (
    LIST,
    UNIT,
    BadEdit,
    Edit,
    add_unit,
    changed,
    replaced,
    unit_at,
    with_one_more,
    without,
    words,
)
from rules.document import NAME, NOTES
from rules.games.of_the_dead.analysis import LEAST, POINTS, CharacterAnalysis
from rules.games.of_the_dead.document import (
    ATTRIBUTES,
    CARRIES,
    CHARACTER,
    DOMAINS,
    MARKERS,
    STATES,
    Character,
    Follower,
    Thing,
    Trauma,
)
from rules.shapes import SLUG, String
from rules.text import _

LARGEST = 9_999
NUMBER = re.compile(r"[+-]?[0-9]{1,4}").fullmatch
STEPS = {"more": 1, "less": -1}
BLANK = tuple(sorted((key, LEAST) for key in ATTRIBUTES))
NOTHING = "none"  # the slug that takes a vocation or a zombie type away
DESCRIPTION = {"name": NAME, "player": CHARACTER.fields["player"][0], "notes": NOTES}
TEXT = String()


# --- the gang -------------------------------------------------------------------------------------------------------


def add_character(document):
    """A character with a point in each attribute, and the others still to place."""
    return add_unit(document, Character(attributes=BLANK))


def add_vocation(document, slug):
    """A character who has this vocation."""
    return add_unit(document, Character(attributes=BLANK, vocation=slug))


# --- who a character is ---------------------------------------------------------------------------------------------


def describe(document, index, fields):
    """Name, player and notes of a character; a list that is called as its only character is renamed with it."""
    unit = unit_at(document, index)
    texts = {key: words(fields, key, shape, getattr(unit, key)) for key, shape in DESCRIPTION.items()}
    if len(document.units) == 1 and unit.name and document.name == unit.name and texts["name"]:
        document = replace(document, name=texts["name"])
    return changed(document, index, **texts)


def step_of(word):
    """1 for "more", −1 for "less"."""
    if word not in STEPS:
        raise BadEdit(_("One more or one fewer?"))
    return STEPS[word]


def stepped(number, word):
    """A number one higher or lower, up to `LARGEST`; a larger one may only shrink. Raises `BadEdit`."""
    value = number + step_of(word)
    if abs(value) > max(LARGEST, abs(number)):
        raise BadEdit(_("The largest number is {most}."), most=LARGEST)
    return value


def with_number(pairs, key, number, keep_zero=False):
    """Sorted pairs of (key, number) with another number for `key`; without it where that is 0, unless `keep_zero`."""
    numbers = dict(pairs) | {key: number}
    if not number and not keep_zero:
        del numbers[key]
    return tuple(sorted(numbers.items()))


def one_of(word, allowed):
    """The word, where it is one of those that are allowed. Raises `BadEdit`."""
    if word not in allowed:
        raise BadEdit(_("Choose from the list."))
    return word


def step_attribute(document, index, key, word):
    """A point more or less in the base of an attribute; no more points are placed than there are."""
    pairs = unit_at(document, index).attributes
    base = {attribute: dict(pairs).get(attribute, 0) for attribute in ATTRIBUTES}
    number = stepped(base[one_of(key, ATTRIBUTES)], word)
    if step_of(word) > 0 and sum(base.values()) >= POINTS:
        raise BadEdit(_("All {points}\xa0points are placed. Take one from another attribute first."), points=POINTS)
    return changed(document, index, attributes=with_number(pairs, key, number, keep_zero=True))


def step_modifier(document, index, key, word):
    """A lasting change to an attribute, kept apart from its base."""
    pairs = unit_at(document, index).modifiers
    number = stepped(dict(pairs).get(one_of(key, ATTRIBUTES), 0), word)
    return changed(document, index, modifiers=with_number(pairs, key, number))


def tidy(document, index):
    """Only the game's own attributes and markers: a missing attribute becomes 1, all others are removed."""
    unit = unit_at(document, index)
    base = dict(unit.attributes)
    return changed(
        document,
        index,
        attributes=tuple(sorted((key, base.get(key, LEAST)) for key in ATTRIBUTES)),
        modifiers=tuple(pair for pair in unit.modifiers if pair[0] in ATTRIBUTES),
        markers=tuple(pair for pair in unit.markers if pair[0] in MARKERS),
    )


def set_vocation(document, index, slug):
    return changed(document, index, vocation=None if slug == NOTHING else slug)


def set_state(document, index, word):
    """Alive, dead, a zombie or reincarnated; only zombies keep their type."""
    unit = unit_at(document, index)
    kept = unit.zombie_type if one_of(word, STATES) == "zombie" else None
    return changed(document, index, state=word, zombie_type=kept)


def set_zombie_type(document, index, slug):
    return changed(document, index, zombie_type=None if slug == NOTHING else slug)


# --- how it is ------------------------------------------------------------------------------------------------------


def step_gauge(document, index, key, word, catalogue):
    """One more or less of life, morale, reputation or survival points; life and morale stop at 0."""
    unit = unit_at(document, index)
    character = CharacterAnalysis(unit, catalogue)
    first = {"life": character.first_life, "morale": character.first_morale}
    one_of(key, catalogue.tables["gauges"].rows)
    number = getattr(unit, key)
    number = stepped(first.get(key, 0) if number is None else number, word)
    if key in first and number < 0 and step_of(word) < 0:
        raise BadEdit(_("None left."))
    return changed(document, index, **{key: None if number == first.get(key) else number})


def set_gauges(document, index, fields):
    """The gauges of a form; a blank one is as at the start of a game, or not noted."""
    unit = unit_at(document, index)
    keys = ("life", "morale", "reputation", "survival")
    return changed(document, index, **{key: number_or_none(fields, key, getattr(unit, key)) for key in keys})


def number_or_none(fields, key, before):
    """A whole number of a form, None where it is blank; `before` may stay, however large. Raises `BadEdit`."""
    if key not in fields:
        return before
    word = fields[key].strip()
    if before is not None and word == str(before):
        return before
    if word and not NUMBER(word):
        raise BadEdit(_("Enter a whole number, four digits at most."))
    return int(word) if word else None


def step_marker(document, index, key, word):
    pairs = unit_at(document, index).markers
    number = stepped(dict(pairs).get(one_of(key, MARKERS), 0), word)
    if number < 0 and step_of(word) < 0:
        raise BadEdit(_("None left."))
    return changed(document, index, markers=with_number(pairs, key, number))


def new_game(document, index):
    """Life and morale as at the start of a game, and no marker; traumas and lasting changes stay."""
    return changed(document, index, life=None, morale=None, markers=())


# --- traumas, equipment, followers ----------------------------------------------------------------------------------


def name_due(fields):
    """The name that a form must give. Raises `BadEdit`."""
    name = words(fields, "name", TEXT)
    if not name:
        raise BadEdit(_("Give it a name first."))
    return name


def chosen(fields, key, allowed, before):
    """A choice of a form; `before` may stay, whatever it is. Raises `BadEdit`."""
    word = fields.get(key, before)
    return word if word == before else one_of(word, allowed)


def trauma_of(fields, before):
    """The `Trauma` of a form."""
    return replace(
        before,
        name=words(fields, "name", TEXT, before.name),
        domain=chosen(fields, "domain", DOMAINS, before.domain),
        permanent=bool(fields.get("permanent")),
    )


def add_trauma(document, index, fields):
    trauma = replace(trauma_of(fields, Trauma()), name=name_due(fields))
    return changed(document, index, traumas=with_one_more(unit_at(document, index).traumas, trauma))


def change_trauma(document, index, place, fields):
    traumas = unit_at(document, index).traumas
    return changed(document, index, traumas=replaced(traumas, place, trauma_of(fields, entry_at(traumas, place))))


def remove_trauma(document, index, place):
    return changed(document, index, traumas=without(unit_at(document, index).traumas, place))


def entry_at(entries, place):
    if place >= len(entries):
        raise BadEdit(_("That’s no longer there."))
    return entries[place]


def thing_of(fields, before):
    """The `Thing` of a form; only containers have a capacity."""
    carry = chosen(fields, "carry", CARRIES, before.carry)
    capacity = number_or_none(fields, "capacity", before.capacity) or 0
    if capacity < 0 and capacity != before.capacity:
        raise BadEdit(_("A container takes 0 objects or more."))
    name = words(fields, "name", TEXT, before.name)
    return replace(before, name=name, carry=carry, capacity=capacity if carry == "container" else 0)


def add_thing(document, index, fields):
    return carry(document, index, replace(thing_of(fields, Thing()), name=name_due(fields)))


def carry(document, index, thing):
    """One more object on a character."""
    return changed(document, index, equipment=with_one_more(unit_at(document, index).equipment, thing))


def change_thing(document, index, place, fields):
    equipment = unit_at(document, index).equipment
    return changed(document, index, equipment=replaced(equipment, place, thing_of(fields, entry_at(equipment, place))))


def remove_thing(document, index, place):
    return changed(document, index, equipment=without(unit_at(document, index).equipment, place))


def follower_of(fields, before, catalogue):
    """The `Follower` of a form; it needs no name yet."""
    kind = chosen(fields, "type", catalogue.tables["followers"].rows, before.type)
    if not SLUG(kind):
        raise BadEdit(_("Choose from the list."))
    return replace(before, name=words(fields, "name", TEXT, before.name), type=kind)


def add_follower(document, index, fields, catalogue):
    follower = follower_of(fields, Follower(), catalogue)
    return changed(document, index, followers=with_one_more(unit_at(document, index).followers, follower))


def change_follower(document, index, place, fields, catalogue):
    followers = unit_at(document, index).followers
    other = follower_of(fields, entry_at(followers, place), catalogue)
    return changed(document, index, followers=replaced(followers, place, other))


def remove_follower(document, index, place):
    return changed(document, index, followers=without(unit_at(document, index).followers, place))


def renumber(document, _where):
    """Nothing to do: no character refers to another by its index."""
    return document


EDITS = {
    "add-character": Edit(add_character, (), LIST, _("Character added")),
    "add-vocation": Edit(add_vocation, ("slug",), LIST, _("Character added")),
    "describe": Edit(describe, ("unit", "fields"), UNIT, _("{unit}: details changed")),
    "step-attribute": Edit(step_attribute, ("unit", "word", "word"), UNIT, _("{unit}: attributes changed")),
    "step-modifier": Edit(step_modifier, ("unit", "word", "word"), UNIT, _("{unit}: lasting changes edited")),
    "tidy": Edit(tidy, ("unit",), UNIT, _("{unit}: attributes and markers cleaned up")),
    "set-vocation": Edit(set_vocation, ("unit", "slug"), UNIT, _("{unit}: vocation changed")),
    "set-state": Edit(set_state, ("unit", "slug"), UNIT, _("{unit}: state changed")),
    "set-zombie-type": Edit(set_zombie_type, ("unit", "slug"), UNIT, _("{unit}: zombie type changed")),
    "step-gauge": Edit(step_gauge, ("unit", "word", "word", "catalogue"), UNIT, _("{unit}: gauges changed")),
    "set-gauges": Edit(set_gauges, ("unit", "fields"), UNIT, _("{unit}: gauges changed")),
    "step-marker": Edit(step_marker, ("unit", "word", "word"), UNIT, _("{unit}: markers changed")),
    "new-game": Edit(new_game, ("unit",), UNIT, _("{unit}: reset for next battle")),
    "add-trauma": Edit(add_trauma, ("unit", "fields"), UNIT, _("{unit}: trauma added")),
    "change-trauma": Edit(change_trauma, ("unit", "position", "fields"), UNIT, _("{unit}: trauma changed")),
    "remove-trauma": Edit(remove_trauma, ("unit", "position"), UNIT, _("{unit}: trauma healed")),
    "add-thing": Edit(add_thing, ("unit", "fields"), UNIT, _("{unit}: equipment added")),
    "change-thing": Edit(change_thing, ("unit", "position", "fields"), UNIT, _("{unit}: equipment changed")),
    "remove-thing": Edit(remove_thing, ("unit", "position"), UNIT, _("{unit}: equipment removed")),
    "add-follower": Edit(add_follower, ("unit", "fields", "catalogue"), UNIT, _("{unit}: follower added")),
    "change-follower": Edit(
        change_follower, ("unit", "position", "fields", "catalogue"), UNIT, _("{unit}: follower changed")
    ),
    "remove-follower": Edit(remove_follower, ("unit", "position"), UNIT, _("{unit}: follower removed")),
}
