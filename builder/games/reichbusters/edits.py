"""What a player can do to a team beside what every list allows."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from typing import Any

from builder.games.reichbusters.forms import TEXT, choice, listed, ticked, whole_number
from builder.lists.edits import (
    LIST,
    UNIT,
    BadEdit,
    Edit,
    Fields,
    add_unit,
    change_unit,
    more_or_less,
    of_list,
    of_unit,
    replaced,
    shared_edits,
    unit_at,
    with_one_more,
    without,
)
from builder.lists.edits import words as text
from builder.wording import local
from rules.catalogue import Catalogue
from rules.document import FORMAT
from rules.games.reichbusters.analysis import FIGURES, GLOBES_AN_UPGRADE, OTHER
from rules.games.reichbusters.document import SHAPE, TYPES, Hero, Object, Team, Weapon, WeaponSide
from rules.shapes import LONGEST_LIST, Flag, Integer, Slug
from rules.text import _

BLANK_WEAPON, BLANK_SIDE, BLANK_OBJECT = Weapon(), WeaponSide(), Object()
IMPROVED = "improved-"  # what the fields of an upgraded side begin with
COUNTS = {"wounds": "wounds", "hand": "hand", "removed": "removed_cards"}  # what is tallied, and its field
MOST_TALLIED = 10**9
SIDE = {**dict.fromkeys(FIGURES, Integer()), "type": Slug(), "keywords": TEXT}
WEAPON = {"name": TEXT, **SIDE, "upgraded": Flag(), "token": Slug(), **{IMPROVED + key: SIDE[key] for key in SIDE}}
OBJECTS = {"object-": TEXT, "globe-": Flag(), "token-": Slug()}
STATE = dict.fromkeys((*COUNTS, *(f"heroism-{kind}" for kind in TYPES)), Integer()) | {"captured": Flag()}

# --- the team -------------------------------------------------------------------------------------------------------


def add_hero(document: Team, slug: str, catalogue: Catalogue) -> Team:
    """A hero of the book, named as on the card; one of another box gets a name to be changed."""
    for table in ("heros", "heros-d-ailleurs"):
        row = catalogue.tables[table].rows.get(slug)
        if row:
            name = local(row.name)
            return add_unit(document, Hero(hero=slug, name=unused(document, name) if slug == OTHER else name))
    raise BadEdit(_("This hero isn’t in the book."))


def unused(document: Team, name: str) -> str:
    """The name, with a number behind it where it is taken."""
    taken = {unit.name for unit in document.units}
    names = [name, *(f"{name} {number}" for number in range(2, len(taken) + 2))]
    return next(free for free in names if free not in taken)


def packed(hero: Hero) -> str:
    """A hero as the one word of a command: its JSON as a document has it, before a mission, in base64."""
    (unit,) = SHAPE.write(Team(units=(rested(hero),)))["units"]
    return urlsafe_b64encode(json.dumps(unit).encode()).decode()


def take_hero(document: Team, word: str) -> Team:
    """A hero of another team with all that was copied from its card (see `packed`). Raises `BadEdit`."""
    try:
        unit = json.loads(urlsafe_b64decode(word))
        (hero,) = SHAPE.read({"format": FORMAT, "game": document.game, "units": [unit]}).units
    except (ValueError, RecursionError):  # a `Refused` is a ValueError
        raise BadEdit(_("We couldn’t read this change.")) from None
    return add_unit(document, replace(hero, name=unused(document, hero.name)) if hero.hero == OTHER else hero)


def duplicate_hero(document: Team, index: int) -> Team:
    """A copy of a hero beside it; one of another box gets a name of its own."""
    after = SHARED["duplicate"].run(document, index)
    hero = unit_at(document, index)
    if hero.hero != OTHER or not hero.name.strip():
        return after
    return change_unit(after, index + 1, name=unused(document, hero.name))


def rested(hero: Hero) -> Hero:
    """Without wounds, heroism, objects, tokens and cards of the last mission; weapons first side up (p. 19)."""
    weapons = tuple(replace(weapon, upgraded=False, token=None) for weapon in hero.weapons)
    return replace(hero, weapons=weapons, objects=(), heroism=(), wounds=0, captured=False, hand=None, removed_cards=0)


# --- a dashboard ----------------------------------------------------------------------------------------------------


def set_hero(document: Team, index: int, fields: Fields) -> Team:
    """The player and the defence of a form."""
    hero = unit_at(document, index)
    player = text(fields, "player", TEXT, hero.player)
    return change_unit(document, index, player=player, defense=whole_number(fields, "defense", hero.defense))


def set_weapon(document: Team, index: int, slot: int, fields: Fields) -> Team:
    """The weapon of a form at `slot`; the first free slot takes another weapon."""
    weapons = unit_at(document, index).weapons
    if slot > len(weapons):
        raise BadEdit(_("That’s no longer there."))
    before = weapons[slot] if slot < len(weapons) else BLANK_WEAPON
    weapon = weapon_of(fields, before)
    if weapon == before:
        return document
    after = replaced(weapons, slot, weapon) if slot < len(weapons) else with_one_more(weapons, weapon)
    return change_unit(document, index, weapons=after)


def weapon_of(fields: Fields, before: Weapon) -> Weapon:
    """The `Weapon` of a form."""
    return Weapon(
        name=text(fields, "name", TEXT, before.name),
        **side_of(fields, before),
        upgraded=ticked(fields, "upgraded"),
        token=choice(fields, "token", before.token),
        improved=improved_of(fields, before.improved),
    )


def side_of(fields: Fields, before: Weapon | WeaponSide, prefix: str = "") -> dict[str, Any]:
    """The figures of one side of a weapon in a form, by the names of the fields of a `WeaponSide`."""
    numbers = {name: whole_number(fields, prefix + name, getattr(before, name)) for name in FIGURES}
    return numbers | {
        "type": choice(fields, f"{prefix}type", before.type) or BLANK_SIDE.type,
        "keywords": listed(fields, f"{prefix}keywords", before.keywords),
    }


def improved_of(fields: Fields, before: WeaponSide | None) -> WeaponSide | None:
    """The upgraded `WeaponSide` of a form; None where nothing but its kind is written in."""
    side = WeaponSide(**side_of(fields, before or BLANK_SIDE, IMPROVED))
    written = side == before or replace(side, type=BLANK_SIDE.type) != BLANK_SIDE
    return side if written else None


def upgrade_weapon(document: Team, index: int, slot: int) -> Team:
    """Turn a weapon over for two globes of vril (p. 19)."""
    hero = unit_at(document, index)
    weapon = hero.weapons[slot] if slot < len(hero.weapons) else None
    globes = [number for number, thing in enumerate(hero.objects) if thing.globe][:GLOBES_AN_UPGRADE]
    if weapon is None or weapon.upgraded:
        raise BadEdit(_("No weapon to turn over."))
    if len(globes) < GLOBES_AN_UPGRADE:
        raise BadEdit(_("An upgrade costs {globes} globes of vril."), globes=GLOBES_AN_UPGRADE)
    objects = tuple(thing for number, thing in enumerate(hero.objects) if number not in globes)
    weapons = replaced(hero.weapons, slot, replace(weapon, upgraded=True))
    return change_unit(document, index, weapons=weapons, objects=objects)


def set_skills(document: Team, index: int, fields: Fields) -> Team:
    """The skills of a form, `skill-0`, `skill-1` ...; blank ones are left out."""
    if not any(key.startswith("skill-") for key in fields):
        return document
    skills = [text(fields, f"skill-{slot}", TEXT) for slot in range(LONGEST_LIST)]
    return change_unit(document, index, skills=tuple(filter(None, skills)))


def set_objects(document: Team, index: int, fields: Fields) -> Team:
    """The objects of a form, `object-0` with `globe-0` and `token-0` ...; blank ones are left out."""
    if not any(key.startswith("object-") for key in fields):
        return document
    before = unit_at(document, index).objects
    objects = [object_of(fields, slot, before) for slot in range(LONGEST_LIST)]
    return change_unit(document, index, objects=tuple(thing for thing in objects if thing != BLANK_OBJECT))


def object_of(fields: Fields, slot: int, objects: tuple[Object, ...]) -> Object:
    """The `Object` of a form at `slot`; `objects` are those before."""
    if f"object-{slot}" not in fields:
        return BLANK_OBJECT
    token = objects[slot].token if slot < len(objects) else None
    name = text(fields, f"object-{slot}", TEXT)
    return Object(name, ticked(fields, f"globe-{slot}"), choice(fields, f"token-{slot}", token))


# --- in play --------------------------------------------------------------------------------------------------------


def set_state(document: Team, index: int, fields: Fields) -> Team:
    """The wounds, cards, heroism and capture of a form."""
    hero = unit_at(document, index)
    before = dict(hero.heroism)
    numbers = {kind: whole_number(fields, f"heroism-{kind}", before.get(kind, 0)) or 0 for kind in TYPES}
    return change_unit(
        document,
        index,
        wounds=whole_number(fields, "wounds", hero.wounds) or 0,
        hand=whole_number(fields, "hand", hero.hand),
        removed_cards=whole_number(fields, "removed", hero.removed_cards) or 0,
        heroism=heroism(before, numbers),
        captured=ticked(fields, "captured"),
    )


def tally(document: Team, index: int, what: str, step: str) -> Team:
    """One more or one less of wounds, cards or a kind of heroism, never below 0."""
    hero = unit_at(document, index)
    change = more_or_less(step if what in (*COUNTS, *TYPES) else "")
    now = tallied(hero, what)
    if abs(now) >= MOST_TALLIED:
        raise BadEdit(_("Enter that number by hand."))
    number = max(0, now + change)
    if what in COUNTS:
        return change_unit(document, index, **{COUNTS[what]: number})
    return change_unit(document, index, heroism=heroism(dict(hero.heroism), {what: number}))


def heroism(before: dict[str, int], numbers: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Heroism with new numbers by kind: sorted pairs, as in documents, without the kinds of which there is none."""
    after = before | numbers
    return tuple(sorted((kind, number) for kind, number in after.items() if number or kind not in TYPES))


def tallied(hero: Hero, what: str) -> int:
    """How many of a thing that is tallied a hero has; a hand that nobody counted is 0."""
    return (getattr(hero, COUNTS[what]) or 0) if what in COUNTS else dict(hero.heroism).get(what, 0)


SHARED = shared_edits()
EDITS = SHARED | {
    "duplicate": replace(SHARED["duplicate"], run=duplicate_hero),
    "add-hero": Edit(add_hero, ("slug", "catalogue"), LIST, _("{item} added")),
    "take-hero": Edit(take_hero, ("word",), LIST, _("Hero of another team added"), opens=False),
    "new-mission": Edit(of_list("units", lambda heroes: tuple(map(rested, heroes))), (), LIST, _("Team reset")),
    "set-hero": Edit(
        set_hero,
        ("unit", "fields"),
        UNIT,
        _("{unit}: player and defence changed"),
        form={"player": TEXT, "defense": Integer()},
    ),
    "set-weapon": Edit(set_weapon, ("unit", "position", "fields"), UNIT, _("{unit}: weapon changed"), form=WEAPON),
    "remove-weapon": Edit(of_unit("weapons", without), ("unit", "position"), UNIT, _("{unit}: weapon removed")),
    "upgrade-weapon": Edit(upgrade_weapon, ("unit", "position"), UNIT, _("{unit}: weapon turned over")),
    "set-skills": Edit(set_skills, ("unit", "fields"), UNIT, _("{unit}: skills changed"), form={"skill-": TEXT}),
    "set-objects": Edit(set_objects, ("unit", "fields"), UNIT, _("{unit}: objects changed"), form=OBJECTS),
    "remove-object": Edit(of_unit("objects", without), ("unit", "position"), UNIT, _("{unit}: object removed")),
    "set-state": Edit(set_state, ("unit", "fields"), UNIT, _("{unit}: state changed"), form=STATE),
    "tally": Edit(tally, ("unit", "word", "word"), UNIT, _("{unit}: state changed")),
}
