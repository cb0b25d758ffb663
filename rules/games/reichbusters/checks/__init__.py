"""The checks of Reichbusters, a file per part of the table; importing them fills the register."""

from rules.games.reichbusters.checks import commando, dashboard, play  # noqa: F401
