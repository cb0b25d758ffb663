"""Where a player gives what a gang still misses, by the rule that misses it."""

from builder.lists.findings import ADDING, UNIT, Remedy
from rules.text import _

REMEDIES = {
    "otd.empty": Remedy(_("Add a character"), ADDING, "add-character"),
    "otd.name": Remedy(_("Give it a name"), UNIT, "name-{unit}"),
    "otd.attr-total": Remedy(_("Place the points"), UNIT, "attributes-{unit}"),
}
