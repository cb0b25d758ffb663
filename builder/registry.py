"""What the games bring to the folders of `builder`, and the games whose book is loaded."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.http import Http404

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


def load_games(package: str = "builder.games") -> None:
    """Let the module `specs` in each package of `package` register what its game brings."""
    for game in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{game.name}.specs").register()


def catalogue_or_404(game: str) -> Catalogue:
    """The catalogue of a game's newest edition; 404 where the game is unknown or its book is not loaded."""
    if game not in GAMES:
        raise Http404
    try:
        return catalogue(game)
    except NoBook:
        raise Http404 from None


def example_file(game: str) -> Path:
    """The path of a game's example list, a document beside its book; the file may be missing."""
    return settings.BASE_DIR / "fixtures" / game / "example.json"


def games_with_books() -> list[dict[str, Any]]:
    """The games whose book is loaded: {slug, catalogue, example (whether there is an example list)}."""
    games, rows = [], editions_of_all()
    for slug in GAMES:
        try:
            book = catalogue(slug, rows=rows.get(slug, ()))
        except NoBook:
            continue
        games.append({"slug": slug, "catalogue": book, "example": example_file(slug).exists()})
    return games
