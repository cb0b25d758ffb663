"""Where a player gives what a group still misses, by the rule that misses it."""

from builder.families.red_button.remedies import could_lead
from builder.lists.findings import HEAD, UNIT, Remedy
from rules.text import _

REMEDIES = {
    "fw.bad-budget": Remedy(_("Set the budget"), HEAD, "budget"),
    "fw.no-chef": Remedy(_("Name a chief"), UNIT, "li-add-ability-{unit}-chef", could_lead, "add-fighter"),
}
