"""The checks of of the dead, a file per chapter of the document.

Importing any of them registers all, in this order.
"""

from rules.games.of_the_dead.checks import attributes, carrying, condition, gang  # noqa: F401
