"""The checks of Reichbusters, a file per part of the table.

Importing any of them registers all, in this order.
"""

from rules.games.reichbusters.checks import commando, dashboard, play  # noqa: F401
