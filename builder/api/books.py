"""Games and their books."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from builder.api.schemas import BookOut, EditOut, GameOut
from builder.lists.commands import FROM_COMMAND
from builder.lists.spec import LISTS
from builder.registry import catalogue_or_404, games_with_books
from rules.catalogue import Catalogue

router = Router(tags=["games"])
COLLECTIONS = (
    "unit_types",
    "weapons",
    "equipment",
    "abilities",
    "options",
    "ammunition",
    "factions",
    "activities",
    "scenarios",
)


@router.get("/games", response=list[GameOut])
def games(request: HttpRequest) -> list[dict[str, Any]]:
    """The games whose book is loaded."""
    return [about(game["catalogue"]) for game in games_with_books()]


@router.get("/games/{game}", response=BookOut)
def book(request: HttpRequest, game: str) -> dict[str, Any]:
    """What a game's book has, by collection: names, points, citations."""
    catalogue = catalogue_or_404(game)
    tables = {f"table:{slug}": table.rows for slug, table in catalogue.tables.items()}
    collections = {name: getattr(catalogue, name) for name in COLLECTIONS} | tables
    entries = {name: [entry_of(entry) for entry in rows.values()] for name, rows in collections.items() if rows}
    return about(catalogue) | {"collections": entries}


@router.get("/games/{game}/edits", response=list[EditOut])
def edits(request: HttpRequest, game: str) -> list[dict[str, Any]]:
    """What can be done to a game's lists, by commands."""
    return [
        {
            "name": name,
            "touches": edit.touches,
            "words": [kind for kind in edit.takes if kind in FROM_COMMAND],
            "form": {field: shape.schema() for field, shape in edit.form.items()},
        }
        for name, edit in LISTS[catalogue_or_404(game).game].edits.items()
    ]


def about(catalogue: Catalogue) -> dict[str, Any]:
    return {
        "slug": catalogue.game,
        "name": name_of(catalogue.name),
        "edition": catalogue.edition,
        "revision": catalogue.revision,
    }


def entry_of(entry: Any) -> dict[str, Any]:
    cost = getattr(entry, "cost", None)
    return {
        "slug": entry.slug,
        "name": name_of(entry.name),
        "cost": cost if isinstance(cost, int) else None,
        "cite": str(getattr(entry, "cite", "")),
    }


def name_of(text: Any) -> dict[str, str]:
    return {language: text.into(language) for language in ("fr", "en")}
