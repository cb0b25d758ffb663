"""Where a player gives what a team still misses, by the rule that misses it."""

from builder.lists.findings import ADDING, Remedy
from rules.text import _

REMEDIES = {"rb.team-empty": Remedy(_("Choose a hero"), ADDING)}
