"""The `GameUI` of each game by slug, registered at start from the packages in `builder.games`."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Generic, TypeVar

from django.http import Http404

from builder.game_ui import GameUI
from rules.catalogue import Catalogue
from rules.loading import NoBook, catalogue, editions_of_all
from rules.registry import GAMES

SpecT = TypeVar("SpecT")


class Registry(dict[str, SpecT], Generic[SpecT]):
    """The specs that the games bring to one folder, by the slugs of the games.

    name    -- of such a spec, for messages
    default -- the spec of a game that brings none; without one, asking for it raises a `KeyError`
    """

    def __init__(self, name: str, default: SpecT | None = None) -> None:
        super().__init__()
        self.name, self.default = name, default

    def __missing__(self, game: str) -> SpecT:
        if self.default is None or game not in GAMES:
            raise KeyError(f"the game {game} brings no {self.name}")
        return self.default


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
    """Let the module `specs` in each package of `package` register what its game brings."""
    for package_of_game in iter_modules(import_module(package).__path__):
        specs = import_module(f"{package}.{package_of_game.name}.specs")
        register(specs.GAME_UI)
        specs.register()


def game_ui_or_404(slug: str) -> tuple[GameUI, Catalogue]:
    """A game and the catalogue of its newest edition; 404 if it is unknown or its book is not loaded."""
    try:
        return GAME_UIS[slug], catalogue(slug)
    except (KeyError, NoBook):
        raise Http404 from None


def catalogue_or_404(game: str) -> Catalogue:
    """The catalogue of a game's newest edition; 404 where the game is unknown or its book is not loaded."""
    try:
        return catalogue(game)
    except NoBook:
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
