"""What a player can do to a gang and its characters beside what every list allows."""

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from builder.lists import edits
from builder.lists.edits import (
    LIST,
    UNIT,
    BadEdit,
    Edit,
    Fields,
    add_unit,
    change_unit,
    more_or_less,
    replaced,
    unit_at,
    with_one_more,
    words,
)
from builder.texts.words import normalised
from rules.catalogue import Catalogue
from rules.document import NAME, NOTES
from rules.games.of_the_dead.analysis import LEAST, POINTS, CharacterAnalysis
from rules.games.of_the_dead.document import (
    ATTRIBUTES,
    CARRIES,
    DOMAINS,
    FOLLOWER_GAUGES,
    MARKERS,
    MODIFIED,
    STATES,
    Character,
    Follower,
    Gang,
    Numbers,
    Thing,
    Trauma,
)
from rules.shapes import SLUG, Exactly, Flag, Integer, Slug, String
from rules.text import _

LARGEST = 9_999
NUMBER = re.compile(r"[+-]?[0-9]{1,4}").fullmatch
whole_number = partial(edits.whole_number, shape=NUMBER, refusal=_("Enter a whole number, four digits at most."))
MODIFIER = re.compile(r"(\w+)\s*([+-]?[0-9])").fullmatch
BLANK = tuple(sorted((key, LEAST) for key in ATTRIBUTES))
NOTHING = "none"  # the slug that takes a vocation or a zombie type away
DESCRIPTION = {"name": NAME, "player": NAME, "notes": NOTES}
TEXT = String()
GAUGES = dict.fromkeys(("life", "morale", "reputation", "survival"), Integer(-LARGEST, LARGEST))
TRAUMA = {"name": TEXT, "domain": Exactly(*DOMAINS), "permanent": Flag(), "modifier": TEXT}
THING = {"name": TEXT, "carry": Exactly(*CARRIES), "capacity": Integer(0, LARGEST), "modifier": TEXT}
FOLLOWER = {"name": TEXT, "type": Slug(), **dict.fromkeys(FOLLOWER_GAUGES, Integer(-LARGEST, LARGEST))}


# --- the gang -------------------------------------------------------------------------------------------------------


def add_character(document: Gang) -> Gang:
    """A character with a point in each attribute, and the others still to place."""
    return add_unit(document, Character(attributes=BLANK))


def add_vocation(document: Gang, slug: str) -> Gang:
    """A character who has this vocation."""
    return add_unit(document, Character(attributes=BLANK, vocation=slug))


# --- who a character is ---------------------------------------------------------------------------------------------


def describe(document: Gang, index: int, fields: Fields) -> Gang:
    """Name, player and notes of a character; a list that is called as its only character is renamed with it."""
    unit = unit_at(document, index)
    texts = {key: words(fields, key, shape, getattr(unit, key)) for key, shape in DESCRIPTION.items()}
    if len(document.units) == 1 and unit.name and document.name == unit.name and texts["name"]:
        document = replace(document, name=texts["name"])
    return change_unit(document, index, **texts)


def stepped(number: int, word: str, least: int | None = None) -> int:
    """A number one higher or lower, up to `LARGEST`; a larger one may only shrink. Raises `BadEdit` below `least`."""
    change = more_or_less(word)
    value = number + change
    if least is not None and value < least and change < 0:
        raise BadEdit(_("None left."))
    if abs(value) > max(LARGEST, abs(number)):
        raise BadEdit(_("The largest number is {most}."), most=LARGEST)
    return value


def with_number(
    pairs: Iterable[tuple[str, int]], key: str, number: int, keep_zero: bool = False
) -> tuple[tuple[str, int], ...]:
    """Sorted pairs of (key, number) with another number for `key`; without it where that is 0, unless `keep_zero`."""
    numbers = dict(pairs) | {key: number}
    if not number and not keep_zero:
        del numbers[key]
    return tuple(sorted(numbers.items()))


def one_of(word: str, allowed: Container[str]) -> str:
    """The word, where it is one of those that are allowed. Raises `BadEdit`."""
    if word not in allowed:
        raise BadEdit(_("Choose from the list."))
    return word


def step_attribute(document: Gang, index: int, key: str, word: str) -> Gang:
    """A point more or less in the base of an attribute; no more points are placed than there are."""
    pairs = unit_at(document, index).attributes
    base = {attribute: dict(pairs).get(attribute, 0) for attribute in ATTRIBUTES}
    number = stepped(base[one_of(key, ATTRIBUTES)], word)
    if word == "more" and sum(base.values()) >= POINTS:
        raise BadEdit(_("All {points}\xa0points are placed. Take one from another attribute first."), points=POINTS)
    return change_unit(document, index, attributes=with_number(pairs, key, number, keep_zero=True))


def step_modifier(document: Gang, index: int, key: str, word: str) -> Gang:
    """A lasting change to an attribute, kept apart from its base."""
    pairs = unit_at(document, index).modifiers
    number = stepped(dict(pairs).get(one_of(key, ATTRIBUTES), 0), word)
    return change_unit(document, index, modifiers=with_number(pairs, key, number))


def tidy(document: Gang, index: int) -> Gang:
    """Only the game's own attributes and markers: an attribute that is missing or below 1 becomes 1."""
    unit = unit_at(document, index)
    base = dict(unit.attributes)
    return change_unit(
        document,
        index,
        attributes=tuple(sorted((key, max(LEAST, base.get(key, LEAST))) for key in ATTRIBUTES)),
        modifiers=tuple(pair for pair in unit.modifiers if pair[0] in ATTRIBUTES),
        markers=tuple(pair for pair in unit.markers if pair[0] in MARKERS),
    )


def set_state(document: Gang, index: int, word: str) -> Gang:
    """Alive, dead, a zombie or reincarnated; only zombies keep their type."""
    unit = unit_at(document, index)
    zombie_type = unit.zombie_type if one_of(word, STATES) == "zombie" else None
    return change_unit(document, index, state=word, zombie_type=zombie_type)


# --- how it is ------------------------------------------------------------------------------------------------------


def step_gauge(document: Gang, index: int, key: str, word: str, catalogue: Catalogue) -> Gang:
    """One more or less of life, morale, reputation or survival points; life and morale stop at 0."""
    unit = unit_at(document, index)
    character = CharacterAnalysis(unit, catalogue)
    first = {"life": character.first_life, "morale": character.first_morale}
    one_of(key, catalogue.tables["gauges"].rows)
    number = getattr(unit, key)
    number = stepped(first.get(key, 0) if number is None else number, word, least=0 if key in first else None)
    return change_unit(document, index, **{key: None if number == first.get(key) else number})


def set_gauges(document: Gang, index: int, fields: Fields) -> Gang:
    """The gauges of a form; a blank one is as at the start of a game, or not noted."""
    unit = unit_at(document, index)
    return change_unit(document, index, **{key: whole_number(fields, key, getattr(unit, key)) for key in GAUGES})


def step_marker(document: Gang, index: int, key: str, word: str) -> Gang:
    pairs = unit_at(document, index).markers
    number = stepped(dict(pairs).get(one_of(key, MARKERS), 0), word, least=0)
    return change_unit(document, index, markers=with_number(pairs, key, number))


def new_game(document: Gang, index: int) -> Gang:
    """Life and morale as at the start of a game, and no marker; traumas and lasting changes stay."""
    return change_unit(document, index, life=None, morale=None, markers=())


# --- traumas, equipment, followers ----------------------------------------------------------------------------------


def entry_edits(
    name: str,
    field: str,
    blank: Any,
    read: Callable[..., Any],
    form: edits.Form,
    messages: tuple[str, str, str],
    more: tuple[str, ...] = (),
    nameless: bool = False,
) -> dict[str, Edit]:
    """The edits that add, change and remove an entry (its `name` in commands) of the list `field` of a character.

    blank    -- an entry in which nothing is written
    read     -- (fields of a form, entry before, `more` arguments) -> the entry
    messages -- of what was added, changed, removed
    nameless -- whether one without a name may be added
    """

    def add(document: Gang, index: int, fields: Fields, *more: Any) -> Gang:
        entry = read(fields, blank, *more)
        if not entry.name and not nameless:
            raise BadEdit(_("Give it a name first."))
        return change_unit(document, index, **{field: with_one_more(getattr(unit_at(document, index), field), entry)})

    def change(document: Gang, index: int, position: int, fields: Fields, *more: Any) -> Gang:
        entries = getattr(unit_at(document, index), field)
        entry = read(fields, edits.entry_at(entries, position), *more)
        return change_unit(document, index, **{field: replaced(entries, position, entry)})

    added, changed, removed = messages
    return {
        f"add-{name}": Edit(add, ("unit", "fields", *more), UNIT, added, form=form),
        f"change-{name}": Edit(change, ("unit", "position", "fields", *more), UNIT, changed, form=form),
        f"remove-{name}": Edit(edits.of_unit(field, edits.without), ("unit", "position"), UNIT, removed),
    }


def choice(fields: Fields, key: str, allowed: Container[str], before: str) -> str:
    """A choice of a form; `before` may stay, whatever it is. Raises `BadEdit`."""
    word = fields.get(key, before)
    return word if word == before else one_of(word, allowed)


def modifier_of(fields: Fields, before: Numbers) -> Numbers:
    """The modifier of a form, such as "Combat +1, initiative -2"; a form without such a field leaves it."""
    if "modifier" not in fields:
        return before
    parts = [part.strip() for part in re.split("[,;]", fields["modifier"]) if part.strip()]
    pairs = dict(modifier_part(part) for part in parts)
    return tuple(sorted((key, number) for key, number in pairs.items() if number))


def modifier_part(part: str) -> tuple[str, int]:
    """A part of it: (key, number). Raises `BadEdit`."""
    match = MODIFIER(part.replace("−", "-"))
    word = normalised(match[1]) if match else ""
    if match is None or word not in MODIFIED:
        raise BadEdit(
            _("Write a modifier as: Combat +1, Initiative −2 (Physique, Psychique, Réflexes, Combat, Initiative).")
        )
    return word, int(match[2])


def trauma_of(fields: Fields, before: Trauma) -> Trauma:
    """The `Trauma` of a form."""
    return replace(
        before,
        name=words(fields, "name", TEXT, before.name),
        domain=choice(fields, "domain", DOMAINS, before.domain),
        permanent=bool(fields.get("permanent")),
        modifier=modifier_of(fields, before.modifier),
    )


def thing_of(fields: Fields, before: Thing) -> Thing:
    """The `Thing` of a form; only containers have a capacity."""
    carry = choice(fields, "carry", CARRIES, before.carry)
    capacity = whole_number(fields, "capacity", before.capacity) or 0
    if capacity < 0 and capacity != before.capacity:
        raise BadEdit(_("A container takes 0 objects or more."))
    name = words(fields, "name", TEXT, before.name)
    kept, modifier = capacity if carry == "container" else 0, modifier_of(fields, before.modifier)
    return replace(before, name=name, carry=carry, capacity=kept, modifier=modifier)


def follower_of(fields: Fields, before: Follower, catalogue: Catalogue) -> Follower:
    """The `Follower` of a form; it needs no name yet."""
    kind = choice(fields, "type", catalogue.tables["followers"].rows, before.type)
    if not SLUG(kind):
        raise BadEdit(_("Choose from the list."))
    gauges = {key: whole_number(fields, key, getattr(before, key)) for key in FOLLOWER_GAUGES}
    return replace(before, name=words(fields, "name", TEXT, before.name), type=kind, **gauges)


EDITS = edits.shared_edits() | {
    "add-character": Edit(add_character, (), LIST, _("Character added")),
    "add-vocation": Edit(add_vocation, ("slug",), LIST, _("Character added")),
    "describe": Edit(describe, ("unit", "fields"), UNIT, _("{unit}: details changed"), form=DESCRIPTION),
    "step-attribute": Edit(step_attribute, ("unit", "word", "word"), UNIT, _("{unit}: attributes changed")),
    "step-modifier": Edit(step_modifier, ("unit", "word", "word"), UNIT, _("{unit}: lasting changes edited")),
    "tidy": Edit(tidy, ("unit",), UNIT, _("{unit}: attributes and markers cleaned up")),
    "set-vocation": Edit(
        edits.of_unit("vocation", edits.slug_or_none), ("unit", "slug"), UNIT, _("{unit}: vocation changed")
    ),
    "set-state": Edit(set_state, ("unit", "slug"), UNIT, _("{unit}: state changed")),
    "set-zombie-type": Edit(
        edits.of_unit("zombie_type", edits.slug_or_none), ("unit", "slug"), UNIT, _("{unit}: zombie type changed")
    ),
    "step-gauge": Edit(step_gauge, ("unit", "word", "word", "catalogue"), UNIT, _("{unit}: gauges changed")),
    "set-gauges": Edit(set_gauges, ("unit", "fields"), UNIT, _("{unit}: gauges changed"), form=GAUGES),
    "step-marker": Edit(step_marker, ("unit", "word", "word"), UNIT, _("{unit}: markers changed")),
    "new-game": Edit(new_game, ("unit",), UNIT, _("{unit}: reset for next battle")),
    **entry_edits(
        "trauma",
        "traumas",
        Trauma(),
        trauma_of,
        TRAUMA,
        (_("{unit}: trauma added"), _("{unit}: trauma changed"), _("{unit}: trauma healed")),
    ),
    **entry_edits(
        "thing",
        "equipment",
        Thing(),
        thing_of,
        THING,
        (_("{unit}: equipment added"), _("{unit}: equipment changed"), _("{unit}: equipment removed")),
    ),
    **entry_edits(
        "follower",
        "followers",
        Follower(),
        follower_of,
        FOLLOWER,
        (_("{unit}: follower added"), _("{unit}: follower changed"), _("{unit}: follower removed")),
        more=("catalogue",),
        nameless=True,
    ),
}
