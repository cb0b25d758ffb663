"""First Wave's checks, a file per chapter, in the order of the book; importing them fills the register."""

# isort: off
from rules.games.first_wave.checks import group, fighters, arsenal, scenarios  # noqa: F401
