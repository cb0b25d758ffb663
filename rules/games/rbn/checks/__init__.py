"""The checks of Red Button's Nation, a file per chapter of the book.

Importing any of them registers all, in this order.
"""

from rules.games.rbn.checks import convoy, exotic, factions, fighters, scenarios, vehicles, weapons  # noqa: F401
