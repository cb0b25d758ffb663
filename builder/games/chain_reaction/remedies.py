"""Where a player gives what a group still misses, by the rule that misses it."""

from builder.lists.findings import ADDING, Remedy
from rules.text import _

REMEDIES = {
    "cr.star-missing": Remedy(_("Add the Star"), ADDING, "add-star"),
    "cr.npc-too-few": Remedy(_("Roll or choose NPCs"), ADDING),
}
