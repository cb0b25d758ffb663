"""First Wave's checks, a file per chapter, in the order of the book.

Importing any of them registers all, in this order.
"""

from rules.games.first_wave.checks import group, fighters, arsenal, scenarios  # isort: skip  # noqa: F401
