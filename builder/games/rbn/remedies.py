"""Where a player gives what a convoy still misses, by the rule that misses it."""

from typing import Any

from builder.families.red_button.editor import could_lead
from builder.lists.findings import ADDING, HEAD, UNIT, Remedy
from rules.text import _


def is_no_animal(unit: Any) -> bool:
    return "animal" not in unit.tags


def has_no_flamethrower(unit: Any) -> bool:
    return could_lead(unit) and "lance-flammes" not in unit.tags


def may_go_unarmed(unit: Any) -> bool:
    """Whether its list may have fighters without a ranged weapon (First Wave p. 13)."""
    return {"enfants-du-13", "phantom-squad"}.isdisjoint(unit.context.drawbacks)


def is_heavy(unit: Any) -> bool:
    return unit.kind == "vehicle" and unit.unit.type == "lourd"


REMEDIES = {
    "rbn.bad-budget": Remedy(_("Set the budget"), HEAD, "budget"),
    "rbn.vehicle-third": Remedy(_("Add a vehicle"), ADDING, "add-vehicles"),
    "rbn.bad-faction": Remedy(_("Choose a faction"), HEAD, "faction"),
    "rbn.bad-activity": Remedy(_("Choose an activity"), HEAD, "activity"),
    "rbn.no-chef": Remedy(_("Name a chief"), UNIT, "li-add-ability-{unit}-chef", could_lead, "add-fighter"),
    "rbn.arena-slave-unprotected": Remedy(_("Add protection"), UNIT, "section-{unit}-equipment", is_no_animal),
    "rbn.survivor-no-mechanic": Remedy(
        _("Name a mechanic"), UNIT, "li-add-ability-{unit}-mecanicien", could_lead, "add-fighter"
    ),
    "rbn.sss-flamers": Remedy(
        _("Add a flamethrower"), UNIT, "li-add-weapon-{unit}-lance-flammes", has_no_flamethrower, "add-fighter"
    ),
    "rbn.sss-heavy-flamer": Remedy(
        _("Mount a flamethrower"), UNIT, "li-add-option-{unit}-lance-flammes-sur-pivot", is_heavy, "add-vehicle-lourd"
    ),
    "rbn.robot-vehicle-no-ai": Remedy(_("Add an AI"), UNIT, "li-add-option-{unit}-intelligence-artificielle"),
    "rbn.merc-choices": Remedy(_("Choose borrowed traits"), HEAD, "advantage"),
    "rbn.e13-no-armour": Remedy(_("Add armour"), UNIT, "li-add-equipment-{unit}-armure", is_no_animal),
    "rbn.e13-no-ranged": Remedy(_("Add a ranged weapon"), UNIT, "section-{unit}-ranged", is_no_animal),
    "rbn.e13-medium-no-blindage": Remedy(_("Add plating"), UNIT, "li-add-option-{unit}-blindage"),
    "rbn.e13-heavy-no-blindage-lourd": Remedy(_("Add heavy plating"), UNIT, "li-add-option-{unit}-blindage-lourd"),
    "rbn.mutant-ranged-half": Remedy(_("Add a fighter"), ADDING, "add-fighter", may_go_unarmed),
    "rbn.bad-role": Remedy(_("Choose a role"), HEAD, "role"),
}
