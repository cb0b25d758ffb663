"""The `GameUI` of each game by slug, registered at start from the packages in `builder.games`."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from django.http import Http404

from builder.game_ui import GameUI
from rules.catalogue import Catalogue
from rules.loading import NoBook, catalogue, editions_of_all

GAME_UIS: dict[str, GameUI] = {}


def register(game_ui: GameUI) -> None:
    """Add a game, in the order of their positions. Raises `ValueError` if another one has its slug."""
    slug = game_ui.game.slug
    if GAME_UIS.get(slug, game_ui) is not game_ui:
        raise ValueError(f"game {slug} is registered twice")
    GAME_UIS[slug] = game_ui
    for slug in sorted(GAME_UIS, key=lambda slug: GAME_UIS[slug].game.position):
        GAME_UIS[slug] = GAME_UIS.pop(slug)


def load_games(package: str = "builder.games") -> None:
    """Register the `GAME_UI` of the module `game_ui` in each package of `package`."""
    for module in iter_modules(import_module(package).__path__):
        register(import_module(f"{package}.{module.name}.game_ui").GAME_UI)


def game_ui_or_404(slug: str) -> tuple[GameUI, Catalogue]:
    """A game and the catalogue of its newest edition; 404 if it is unknown or its book is not loaded."""
    try:
        return GAME_UIS[slug], catalogue(slug)
    except (KeyError, NoBook):
        raise Http404 from None


def games_with_books() -> list[dict[str, Any]]:
    """The games whose book is loaded: {slug, game_ui, catalogue, example (whether there is an example list)}."""
    games, rows = [], editions_of_all()
    for slug, game_ui in GAME_UIS.items():
        try:
            book = catalogue(slug, rows=rows.get(slug, ()))
        except NoBook:
            continue
        games.append({"slug": slug, "game_ui": game_ui, "catalogue": book, "example": game_ui.example_file.exists()})
    return games
