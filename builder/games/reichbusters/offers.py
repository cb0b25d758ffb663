"""What a team may still take: heroes, one more thing on a dashboard, one more token; refused things with reasons."""

from django.utils.translation import get_language

from builder.games.reichbusters import edits
from builder.games.reichbusters.edits import tallied
from builder.lists.offers import OfferChecker, OfferGroup
from rules.games.reichbusters.document import Object, Weapon
from rules.text import _

NAMED = "–"
ONE_MORE = {"weapons": Weapon(name=NAMED, range=0), "skills": NAMED, "objects": Object(name=NAMED)}
IN_PLAY = (
    ("wounds", _("Lasting wounds")),
    ("hand", _("Cards in hand")),
    ("removed", _("Cards out of the game")),
)
HEROISM = (("attack", _("Attack heroism")), ("defense", _("Defence heroism")), ("joker", _("Joker heroism")))


def new_units(loaded):
    """Whoever may be added: the heroes of the book, and one of another box."""
    return [group(loaded, "heros", _("Heroes")), group(loaded, "heros-d-ailleurs", _("Heroes of other boxes"))]


def group(loaded, table, title):
    checker, catalogue, language = OfferChecker.of(loaded), loaded.catalogue, get_language() or "fr"
    rows = [row for row in catalogue.tables[table].rows.values() if not row.retired]
    return OfferGroup(
        table,
        title,
        tuple(
            checker.offer(f"add-hero {row.slug}", row, edits.add_hero, row.slug, catalogue, language) for row in rows
        ),
    )


def full(loaded, index, field):
    """Why the hero at `index` can hold no more weapons, skills or objects: findings, none while there is room."""
    return OfferChecker.of(loaded).refusal(edits.one_more, index, field, ONE_MORE[field])


def tallies(loaded, index):
    """What is counted of the hero at `index`: its name in forms, its label, its number, and the offer of one more."""
    checker, hero = OfferChecker.of(loaded), loaded.document.units[index]
    return [
        {
            "key": key,
            "field": key if key in edits.COUNTS else f"heroism-{key}",
            "label": label,
            "number": hero.hand if key == "hand" else tallied(hero, key),
            "more": checker.offer(f"tally {index} {key} more", label, edits.tally, index, key, "more"),
        }
        for key, label in (*IN_PLAY, *HEROISM)
    ]
