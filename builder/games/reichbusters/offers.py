"""What a team may still take: heroes, one more thing on a dashboard, one more token; refusals with the reasons."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from builder.games.reichbusters import edits
from builder.games.reichbusters.edits import packed, tallied
from builder.lists.commands import STEPS, offer
from builder.lists.edits import BadEdit, of_unit, with_one_more
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker, OfferGroup
from rules.checks import Finding
from rules.games.reichbusters.document import Hero, Object, Team, Weapon
from rules.text import Text, _, folded

ANY_NAME = "–"  # what is tried out must not be blank
ONE_MORE = {"weapons": Weapon(name=ANY_NAME, range=0), "skills": ANY_NAME, "objects": Object(name=ANY_NAME)}
IN_PLAY = (
    ("wounds", _("Lasting wounds")),
    ("hand", _("Cards in hand")),
    ("removed", _("Cards out of the game")),
)
HEROISM = (("attack", _("Attack heroism")), ("defense", _("Defence heroism")), ("joker", _("Joker heroism")))


class CopiedHero(NamedTuple):
    """A hero of another team, as an offer shows it."""

    name: Text
    icon: str = ""


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """What may be added: the heroes of the book, and one of another box."""
    return [group(loaded, "heros", _("Heroes")), group(loaded, "heros-d-ailleurs", _("Heroes from other boxes"))]


def library(loaded: LoadedRoster, documents: Sequence[Team]) -> list[OfferGroup]:
    """Heroes with what was copied from their cards in other teams, newest first; of each hero the newest copy."""
    copies: dict[tuple[str | None, str], Hero] = {}
    for hero in (hero for document in documents for hero in document.units):
        if hero.weapons or hero.skills or hero.defense is not None:
            copies.setdefault((hero.hero, folded(hero.name)), hero)
    offers = tuple(copy_offer(loaded, hero) for hero in copies.values())
    return [OfferGroup("library", _("Heroes of your other teams"), offers)] if offers else []


def copy_offer(loaded: LoadedRoster, hero: Hero) -> Offer:
    """With the names of its weapons and its skills."""
    words = [*(weapon.name for weapon in hero.weapons), *hero.skills]
    contents = tuple(Text(word, word) for word in words if word)
    entry = CopiedHero(Text(hero.name, hero.name))
    return offer(loaded, "take-hero", entry, packed(hero), contents=(contents,) if contents else ())


def group(loaded: LoadedRoster, table: str, title: str) -> OfferGroup:
    rows = loaded.catalogue.tables[table].rows.values()
    return OfferGroup(table, title, tuple(offer(loaded, "add-hero", row, row.slug) for row in rows if not row.retired))


def full(loaded: LoadedRoster, index: int, field: str) -> tuple[Finding | BadEdit, ...]:
    """Why the hero at `index` can hold no more weapons, skills or objects: findings, none while there is room."""
    return OfferChecker.of(loaded).refusal(of_unit(field, with_one_more), index, ONE_MORE[field])


def values(loaded: LoadedRoster, index: int) -> Iterator[OfferGroup]:
    """What is counted of the hero at `index`, and which of its weapons may be turned over."""
    for key, label in (*IN_PLAY, *HEROISM):
        yield OfferGroup(key, label, tuple(offer(loaded, "tally", STEPS[word], index, key, word) for word in STEPS))
    weapons = loaded.document.units[index].weapons
    upgrades = (offer(loaded, "upgrade-weapon", weapon.name, index, slot) for slot, weapon in enumerate(weapons))
    yield OfferGroup("upgrades", _("Weapons"), tuple(upgrades))


def tallies(loaded: LoadedRoster, index: int) -> list[dict[str, Any]]:
    """What is counted of the hero at `index`.

    key, field -- its name in commands and in forms
    label      -- its name for the player
    number     -- how many; None where nobody counted the hand
    more       -- the offer of one more
    """
    hero = loaded.document.units[index]
    return [
        {
            "key": key,
            "field": key if key in edits.COUNTS else f"heroism-{key}",
            "label": label,
            "number": hero.hand if key == "hand" else tallied(hero, key),
            "more": offer(loaded, "tally", label, index, key, "more"),
        }
        for key, label in (*IN_PLAY, *HEROISM)
    ]
