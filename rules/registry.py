"""The games by slug, in the order of the first page; filled when the application is ready, from `rules.games`."""

from importlib import import_module
from pkgutil import iter_modules

from rules.game import Game

GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Add a game. Raises `ValueError` where another one has its slug."""
    if GAMES.get(game.slug, game) is not game:
        raise ValueError(f"game {game.slug} is registered twice")
    GAMES[game.slug] = game
    for slug in sorted(GAMES, key=lambda slug: GAMES[slug].position):
        GAMES[slug] = GAMES.pop(slug)


def load_games(package: str = "rules.games") -> None:
    """Register the `GAME` of the module `game` in each package below `package`: a new folder there is a new game."""
    for module in iter_modules(import_module(package).__path__):
        register(import_module(f"{package}.{module.name}.game").GAME)
