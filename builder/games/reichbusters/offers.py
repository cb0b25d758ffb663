"""What a team may still take: heroes, one more thing on a dashboard, one more token; refusals with the reasons."""

from typing import Any

from builder.games.reichbusters import edits
from builder.games.reichbusters.edits import tallied
from builder.lists.commands import offer
from builder.lists.edits import BadEdit, of_unit, with_one_more
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferChecker, OfferGroup
from rules.checks import Finding
from rules.games.reichbusters.document import Object, Weapon
from rules.text import _

ANY_NAME = "–"  # what is tried out must not be blank
ONE_MORE = {"weapons": Weapon(name=ANY_NAME, range=0), "skills": ANY_NAME, "objects": Object(name=ANY_NAME)}
IN_PLAY = (
    ("wounds", _("Lasting wounds")),
    ("hand", _("Cards in hand")),
    ("removed", _("Cards out of the game")),
)
HEROISM = (("attack", _("Attack heroism")), ("defense", _("Defence heroism")), ("joker", _("Joker heroism")))


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    """What may be added: the heroes of the book, and one of another box."""
    return [group(loaded, "heros", _("Heroes")), group(loaded, "heros-d-ailleurs", _("Heroes from other boxes"))]


def group(loaded: LoadedRoster, table: str, title: str) -> OfferGroup:
    rows = loaded.catalogue.tables[table].rows.values()
    return OfferGroup(table, title, tuple(offer(loaded, "add-hero", row, row.slug) for row in rows if not row.retired))


def full(loaded: LoadedRoster, index: int, field: str) -> tuple[Finding | BadEdit, ...]:
    """Why the hero at `index` can hold no more weapons, skills or objects: findings, none while there is room."""
    return OfferChecker.of(loaded).refusal(of_unit(field, with_one_more), index, ONE_MORE[field])


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
