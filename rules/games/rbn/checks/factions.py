"""What advantages and drawbacks demand of a list (p. 26-27; the Children of 13: First Wave, p. 13)."""

from typing import Any

from rules.checks import ON_HEAD, Findings, finding
from rules.families.red_button.analysis import MERCENARIES, SLAVE, FighterAnalysis
from rules.families.red_button.document import Choices
from rules.games.rbn.analysis import ConvoyAnalysis, VehicleAnalysis
from rules.games.rbn.register import REGISTER, check, check_fighter, check_vehicle, require, warn
from rules.text import _

REGISTER.chapter(_("Factions"))
FIRST_WAVE: dict[str, Any] = {"book": "First Wave", "page": 13}
LIGHT = ("leger", "sidecar")
CHILDREN = ("@drawback:enfants-du-13", "@drawback:phantom-squad")


@require(
    "rbn.mutant-ranged-half",
    _("With the mutants’ drawback, at most half the fighters (rounded down) have a ranged weapon."),
    hint=_("Add fighters without a ranged weapon, or remove ranged weapons."),
    page=26,
    rulings="A3 A12 A18 A54",
)
def half_may_shoot(convoy: ConvoyAnalysis) -> Findings:
    drawbacks, n, of = convoy.context.drawbacks, convoy.shooter_count, convoy.fighter_count
    if "mutants" in drawbacks and n > of // 2:
        yield finding(
            _("Fighters with a ranged weapon: {n} of {of}, half at most. To add without one: {missing}."),
            hint=_("Choose another drawback.") if "enfants-du-13" in drawbacks else "",
            excess=2 * n - of,
            n=n,
            of=of,
            missing=2 * n - of,
        )


@check_fighter(
    "rbn.slaves-not-allowed",
    _("Slaves need the slavers’ advantage."),
    hint=_("Free the slave, or choose the slavers, or mercenaries with their advantage."),
    page=26,
    having=SLAVE,
)
def slaves_of_slavers(fighter: FighterAnalysis) -> Findings:
    if "esclavagistes" not in fighter.context.advantages:
        yield finding(_("Slaves need the slavers’ advantage; this list hasn’t got it."))


@check(
    "rbn.too-many-slaves",
    _("At most half the fighters (rounded up) are slaves."),
    hint=_("Free a slave, or add free fighters."),
    page=26,
    rulings="A3 A18 A20",
)
def half_may_be_slaves(convoy: ConvoyAnalysis) -> Findings:
    most = -(-convoy.fighter_count // 2)
    if "esclavagistes" in convoy.context.advantages and convoy.slave_count > most:
        yield finding(
            _("Slaves: {n} of {of}, at most {most}."),
            excess=convoy.slave_count - most,
            n=convoy.slave_count,
            of=convoy.fighter_count,
            most=most,
        )


@check_fighter(
    "rbn.slave-ranged",
    _("A slave’s only ranged weapon is the spear."),
    hint=_("Remove the weapon, or free the slave."),
    page=26,
    having=SLAVE,
    rulings="A12",
)
def slaves_only_throw_spears(fighter: FighterAnalysis) -> Findings:
    weapons = tuple(item.name for item in fighter.ranged if item.slug != "lance")
    if weapons:
        yield finding(_("A slave with {weapons}: the spear is the only ranged weapon allowed."), weapons=weapons)


@warn(
    "rbn.chef-slave",
    _("With the slavers’ drawback, a slave’s C never counts for morale, so a slave makes a poor chief."),
    hint=_("Make a free fighter the chief instead."),
    page=26,
    on="fighter",
    having=SLAVE,
    rulings="A20",
)
def a_free_chief(fighter: FighterAnalysis) -> Findings:
    if "chef" in fighter.tags and "esclavagistes" in fighter.context.drawbacks:
        yield finding(_("The chief is a slave: its C never counts for morale tests."))


@require(
    "rbn.arena-slave-unprotected",
    _("A slave of the Lords of the Arenas has armour or a shield."),
    hint=_("Add armour or a shield."),
    page=26,
    on="fighter",
    having=SLAVE,
    rulings="A19",
)
def arena_slaves_are_protected(fighter: FighterAnalysis) -> Findings:
    if fighter.context.has_subfaction("seigneurs-des-arenes") and fighter.tags.isdisjoint(("armure", "bouclier")):
        yield finding(
            _("This arena slave has neither armour nor shield."),
            hint=_("Free the animal.") if fighter.animal else "",
        )


@warn(
    "rbn.void-drawback",
    _("Without slaves, the slavers’ drawback costs nothing."),
    hint=_("Add a slave, or choose another drawback."),
    page=26,
    rulings="A35",
)
def a_drawback_that_bites(convoy: ConvoyAnalysis) -> Findings:
    context = convoy.context
    if context.makes_choices and "esclavagistes" in context.drawbacks and not convoy.slave_count:
        yield finding(
            _("The slavers’ drawback never applies without slaves."),
            hint="" if "esclavagistes" in context.advantages else _("Choose another drawback."),
        )


@require(
    "rbn.survivor-no-mechanic",
    _("With the survivors’ drawback, a mechanic is compulsory."),
    hint=_("Give one fighter the Mechanic ability."),
    page=26,
    rulings="A6",
)
def a_mechanic_for_survivors(convoy: ConvoyAnalysis) -> Findings:
    if "survivants" in convoy.context.drawbacks and not convoy.fighters_with("mecanicien"):
        yield finding(_("No mechanic: the survivors’ drawback requires one."))


@require(
    "rbn.sss-flamers",
    _("In an SSS list, at least one fighter in three (rounded up) has a flamethrower."),
    hint=_("Give another fighter a flamethrower, or remove a fighter without one."),
    page=26,
    rulings="A3 A6 A53",
)
def a_third_with_flamethrowers(convoy: ConvoyAnalysis) -> Findings:
    due = -(-convoy.fighter_count // 3)
    n = convoy.fighters_with("lance-flammes")
    if convoy.context.has_subfaction("sss") and n < due:
        yield finding(
            _("Fighters with a flamethrower: {n} of {of}, at least {due} needed."),
            n=n,
            of=convoy.fighter_count,
            due=due,
        )


@require(
    "rbn.sss-heavy-flamer",
    _("An SSS list has a heavy vehicle with a flamethrower."),
    hint=_("Add a pivoting flamethrower to a heavy vehicle."),
    page=26,
    rulings="A6 A53",
)
def a_heavy_flamethrower(convoy: ConvoyAnalysis) -> Findings:
    context = convoy.context
    if not context.has_subfaction("sss") or not context.has_vehicles_scenario:
        return
    if not any({"@type:lourd", "lance-flammes-sur-pivot"} <= unit.tags for unit in convoy.vehicles):
        yield finding(_("No heavy vehicle has a pivoting flamethrower; an SSS list needs one."))


@check_vehicle(
    "rbn.robot-vehicle-type",
    _("With the robots’ drawback, medium vehicles only."),
    hint=_("Make it a medium vehicle."),
    page=27,
    having="@drawback:robots",
    rulings="A32",
)
def robots_drive_medium_vehicles(vehicle: VehicleAnalysis) -> Findings:
    if vehicle.unit.type != "moyen":
        yield finding(
            _("This vehicle isn’t medium: the robots’ drawback allows no other."), hint=vehicle.context.hint_on_foot
        )


@require(
    "rbn.robot-vehicle-no-ai",
    _("With the robots’ drawback, every vehicle has an artificial intelligence."),
    hint=_("Add “Artificial intelligence” in its options."),
    page=27,
    on="vehicle",
    having="@drawback:robots",
    rulings="A36 A39",
)
def robots_vehicles_think(vehicle: VehicleAnalysis) -> Findings:
    if not vehicle.has_ai:
        yield finding(_("No artificial intelligence: the robots’ drawback requires one."))


@check_fighter(
    "rbn.escadron-melee",
    _("No melee weapons in a Black Squadron."),
    hint=_("Remove the melee weapon; the spear is one too."),
    page=27,
    having="@drawback:escadrons-noirs",
    rulings="A12 A40",
)
def squadrons_only_shoot(fighter: FighterAnalysis) -> Findings:
    if fighter.melee:
        weapons = tuple(item.name for item in fighter.melee)
        yield finding(_("Not allowed in a Black Squadron: {weapons}."), weapons=weapons)


@check_vehicle(
    "rbn.sons-vehicle-type",
    _("Light vehicles only for the Sons of Apocalypse."),
    hint=_("Make it a light vehicle or a sidecar."),
    page=27,
    having="@drawback:sons-of-apocalypse",
)
def sons_ride_light(vehicle: VehicleAnalysis) -> Findings:
    if vehicle.unit.type not in LIGHT:
        yield finding(
            _("This vehicle isn’t light: the Sons of Apocalypse drive no other."), hint=vehicle.context.hint_on_foot
        )


@require(
    "rbn.merc-choices",
    _("Mercenaries borrow one advantage, and two drawbacks from two different factions."),
    hint=_("Choose base factions other than the mercenaries."),
    on=ON_HEAD,
    page=27,
    rulings="A35",
)
def mercenaries_borrow(convoy: ConvoyAnalysis) -> Findings:
    context = convoy.context
    if not context.makes_choices:
        return
    choices, factions = convoy.document.traits or Choices(), context.catalogue.factions
    borrowed = filter(None, (choices.advantage, *choices.drawbacks))
    wrong = [slug for slug in borrowed if not context.may_be_borrowed(slug)]
    different = len(set(choices.drawbacks))
    if wrong:
        lenders = tuple(factions[slug].name if slug in factions else slug for slug in wrong)
        yield finding(_("Can’t borrow from {slugs}: base factions only."), slugs=lenders)
    elif not choices.advantage or different != 2 or len(choices.drawbacks) != 2:
        yield finding(
            _("Choose 1 advantage and 2 different drawbacks. So far: {advantages} and {drawbacks}."),
            advantages=1 if choices.advantage else 0,
            drawbacks=different,
        )


@check(
    "rbn.merc-choices-unexpected",
    _("Only mercenaries without a sub-faction borrow traits."),
    hint=_("Clear the borrowed traits, or choose mercenaries with no sub-faction."),
    on=ON_HEAD,
    page=27,
    rulings="A37",
)
def only_mercenaries_borrow(convoy: ConvoyAnalysis) -> Findings:
    if convoy.document.traits is not None and not convoy.context.makes_choices:
        replaced = _("The Sons of Apocalypse borrow nothing: their own traits replace that choice.")
        mercenaries = convoy.document.faction == MERCENARIES
        yield finding(replaced if mercenaries else _("This faction can’t borrow traits."))


@require(
    "rbn.e13-no-armour",
    _("With the Children of the 13’s advantage, every fighter has armour."),
    hint=_("Add armour."),
    on="fighter",
    having="@advantage:enfants-du-13",
    rulings="A19 A22",
    **FIRST_WAVE,
)
def children_wear_armour(fighter: FighterAnalysis) -> Findings:
    if "armure" not in fighter.tags:
        yield finding(
            _("No armour: the Children of the 13’s advantage makes it compulsory."),
            hint=_("Remove the Animal ability, then add armour.") if fighter.animal else "",
        )


@require(
    "rbn.e13-no-ranged",
    _("With the drawback of the Children of the 13 or the Phantom Squad, every fighter has a ranged weapon."),
    hint=_("Add any ranged weapon."),
    on="fighter",
    having=CHILDREN,
    rulings="A12 A19 A22",
    **FIRST_WAVE,
)
def children_shoot(fighter: FighterAnalysis) -> Findings:
    if not fighter.ranged:
        yield finding(_("No ranged weapon: every fighter in this list needs one."), hint=way_to_shoot(fighter))


def way_to_shoot(fighter: FighterAnalysis) -> str:
    """How this fighter comes by a ranged weapon; empty where any will do (RBN p. 26, 31)."""
    if fighter.animal:
        return _("Remove the Animal ability, then add a ranged weapon.")
    return _("Add a spear: a slave’s only ranged weapon.") if fighter.unit.slave else ""


@require(
    "rbn.e13-medium-no-blindage",
    _("With the drawback of the Children of the 13 or the Phantom Squad, medium vehicles have plating."),
    hint=_("Add plating."),
    on="vehicle",
    having=CHILDREN,
    rulings="A22 A29 A36",
    **FIRST_WAVE,
)
def medium_vehicles_are_plated(vehicle: VehicleAnalysis) -> Findings:
    if vehicle.unit.type == "moyen" and "blindage" not in vehicle.tags:
        yield finding(_("Medium vehicle without plating: this list’s drawback requires it."))


@require(
    "rbn.e13-heavy-no-blindage-lourd",
    _("With the Children of the 13’s drawback, heavy vehicles have heavy plating."),
    hint=_("Add heavy plating."),
    on="vehicle",
    having="@drawback:enfants-du-13",
    rulings="A29 A36",
    **FIRST_WAVE,
)
def heavy_vehicles_are_plated(vehicle: VehicleAnalysis) -> Findings:
    if vehicle.unit.type == "lourd" and "blindage-lourd" not in vehicle.tags:
        yield finding(_("Heavy vehicle without heavy plating: this list’s drawback requires it."))


@check_vehicle(
    "rbn.phantom-heavy",
    _("No heavy vehicles in the Phantom Squad."),
    hint=_("Make it a light or medium vehicle."),
    having="@drawback:phantom-squad",
    rulings="A22",
    **FIRST_WAVE,
)
def phantoms_have_no_heavy_vehicles(vehicle: VehicleAnalysis) -> Findings:
    if vehicle.unit.type == "lourd":
        yield finding(_("Heavy vehicle: not allowed in the Phantom Squad."), hint=vehicle.context.hint_on_foot)
