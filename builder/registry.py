"""The games on screen and paper, by slug; filled when the application is ready, from `builder.games`."""

from importlib import import_module
from pkgutil import iter_modules

from django.http import Http404

from builder.game_ui import GameUI
from rules.catalogue import Catalogue
from rules.loading import NoBook, catalogue

GAME_UIS: dict[str, GameUI] = {}


def register(game_ui: GameUI) -> None:
    """Add a game. Raises `ValueError` where another one has its slug."""
    slug = game_ui.game.slug
    if GAME_UIS.get(slug, game_ui) is not game_ui:
        raise ValueError(f"game {slug} is registered twice")
    GAME_UIS[slug] = game_ui
    for slug in sorted(GAME_UIS, key=lambda slug: GAME_UIS[slug].game.position):
        GAME_UIS[slug] = GAME_UIS.pop(slug)


def load_games(package: str = "builder.games") -> None:
    """Register the `GAME_UI` of the module `game_ui` in each package below `package`."""
    for module in iter_modules(import_module(package).__path__):
        register(import_module(f"{package}.{module.name}.game_ui").GAME_UI)


def game_ui_or_404(slug: str) -> tuple[GameUI, Catalogue]:
    """A game and the catalogue of its newest edition; 404 for an unknown game or one whose book is not loaded."""
    try:
        return GAME_UIS[slug], catalogue(slug)
    except (KeyError, NoBook):
        raise Http404 from None


def games_with_books() -> list[dict]:
    """The games whose book is loaded, for index pages: {slug, game_ui, catalogue, example (whether it has one)}."""
    found = []
    for slug, game_ui in GAME_UIS.items():
        try:
            book = catalogue(slug)
        except NoBook:
            continue
        found.append({"slug": slug, "game_ui": game_ui, "catalogue": book, "example": game_ui.example_file.exists()})
    return found
