"""The checks of Red Button's Nation, a file per chapter of the book; importing them fills the register."""

from rules.games.rbn.checks import convoy, exotic, factions, fighters, scenarios, vehicles, weapons  # noqa: F401
