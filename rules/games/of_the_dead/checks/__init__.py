"""The checks of of the dead, a file per chapter of the document; importing them fills the register."""

from rules.games.of_the_dead.checks import attributes, carrying, condition, gang  # noqa: F401
