"""Creating fighters (p. 30-31): characteristics, equipment and abilities."""

from functools import partial

from rules.checks import Findings, finding, names, reserved
from rules.families.red_button.analysis import GIANT, TWICE, UNKNOWN, FighterAnalysis
from rules.families.red_button.checks import stats_of_the_table, things_of_the_book
from rules.games.rbn.analysis import ConvoyAnalysis
from rules.games.rbn.register import REGISTER, check_fighter, report, rule, shared, warn
from rules.text import _

REGISTER.chapter(_("Fighters"))
ANIMAL_WEAPON = "crocs-et-griffes"
ANIMAL_ABILITIES = {"animal", "fils-des-sables", "bond"}


report(shared("bad-stats", page=30), on="fighter")(stats_of_the_table)
shared("unknown-equipment", page=30)
shared("unknown-ability", page=31)
shared("dup-equipment", page=30, rulings="A21")
shared("dup-ability", page=31, rulings="A21 A26")
OTHER_FACTION = _("Do without, or choose a faction that can have it.")
AN_ANIMAL = _("Make the fighter an animal, or choose a faction that can have it.")
rule("rbn.banner-faction", _("Banners are for cultists only."), hint=OTHER_FACTION, page=30, rulings="A36")
rule("rbn.reactor-faction", _("Jet packs are for robots only."), hint=OTHER_FACTION, page=30, rulings="A36")
rule(
    "rbn.giant-faction",
    _("Giant bodies are for mutants, robots, mercenaries, animals and arena slaves only."),
    hint=AN_ANIMAL,
    page=30,
    rulings="A36",
)
rule("rbn.bond-faction", _("Leap is for mutants and animals only."), hint=AN_ANIMAL, page=31, rulings="A36")


report(on="fighter", having=(UNKNOWN, TWICE))(partial(things_of_the_book, game="rbn"))


@report(on="fighter", having="@reserved")
def things_open_to_the_faction(fighter: FighterAnalysis) -> Findings:
    exempt = opened_to(fighter)
    hint = "" if fighter.context.has_animals else OTHER_FACTION
    for raw in reserved([item for item in fighter.items if item.slug not in exempt], fighter.context):
        yield raw._replace(hint=hint)


def opened_to(fighter: FighterAnalysis) -> set[str]:
    """What a fighter may take whatever its faction: animals the leap and the giant body, arena slaves the giant body.

    RBN p. 26, 30, 31.
    """
    if fighter.animal:
        return {GIANT, "bond"}
    return {GIANT} if fighter.unit.slave and fighter.context.has_subfaction("seigneurs-des-arenes") else set()


@check_fighter(
    "rbn.cavalier-giant",
    _("A rider can’t have a giant body."),
    hint=_("Remove the giant body or the mount."),
    page=31,
    having="cavalier",
)
def riders_are_no_giants(fighter: FighterAnalysis) -> Findings:
    if fighter.giant:
        yield finding(_("A rider with a giant body: no mount can carry it."))


@check_fighter(
    "rbn.animal-weapon",
    _("An animal fights with fangs and claws only."),
    hint=_("Remove the weapon, or the Animal ability."),
    page=31,
    having="animal",
)
def animals_bite(fighter: FighterAnalysis) -> Findings:
    others = [weapon.item for weapon in fighter.unit.weapons if weapon.item != ANIMAL_WEAPON]
    if others:
        weapons = names(fighter.context.catalogue.weapons, others)
        text = _("An animal with {weapons}: only fangs and claws allowed.")
        yield finding(text, excess=len(others), weapons=weapons)


@check_fighter(
    "rbn.animal-equipment",
    _("An animal’s only equipment is a giant body."),
    hint=_("Remove the equipment or the Animal ability."),
    page=31,
    having="animal",
)
def animals_carry_nothing(fighter: FighterAnalysis) -> Findings:
    others = [slug for slug in fighter.unit.equipment if slug != GIANT]
    if others:
        equipment = names(fighter.context.catalogue.equipment, others)
        text = _("An animal with {equipment}: only a giant body allowed.")
        yield finding(text, excess=len(others), equipment=equipment)


@check_fighter(
    "rbn.animal-ability",
    _("An animal’s only abilities are Son of the sands and Leap."),
    hint=_("Remove this ability or the Animal ability."),
    page=31,
    having="animal",
    rulings="A17 A26",
)
def animals_learn_little(fighter: FighterAnalysis) -> Findings:
    others = [slug for slug in fighter.unit.abilities if slug not in ANIMAL_ABILITIES]
    if others:
        abilities = names(fighter.context.catalogue.abilities, others)
        text = _("An animal with {abilities}: only Son of the sands and Leap allowed.")
        yield finding(text, excess=len(others), abilities=abilities)


@warn(
    "rbn.animal-t",
    _("An animal’s T is wasted points: it holds no weapon to shoot."),
    hint=_("Set its T to – and save the points."),
    page=31,
    on="fighter",
    having="animal",
)
def animals_do_not_shoot(fighter: FighterAnalysis) -> Findings:
    if fighter.context.catalogue.characteristics["T"].costs.get(fighter.unit.stats.T):
        yield finding(_("An animal with T {t} can never use it."), t=fighter.unit.stats.T)


@warn(
    "rbn.ambidextre",
    _("Ambidextrous only helps with two one-handed melee weapons."),
    hint=_("Add a second one-handed melee weapon."),
    page=31,
    on="fighter",
    having="ambidextre",
    rulings="A60",
)
def two_hands_two_weapons(fighter: FighterAnalysis) -> Findings:
    if len(fighter.one_handed) < 2:
        yield finding(
            _("Ambidextrous needs 2 one-handed melee weapons. This fighter has {n}."),
            hint=_("Remove the ability.") if "escadrons-noirs" in fighter.context.drawbacks else "",
            n=len(fighter.one_handed),
        )


@warn(
    "rbn.cavalier-pilot",
    _("A rider never boards a vehicle: “Ace driver” is wasted."),
    hint=_("Remove one of the two abilities."),
    page=31,
    on="fighter",
    having="cavalier",
)
def riders_do_not_drive(fighter: FighterAnalysis) -> Findings:
    if "pilote-emerite" in fighter.tags:
        yield finding(_("Ace driver, but a rider can never drive."))


@warn(
    "rbn.giant-no-seat",
    _("A giant body takes three seats in a vehicle."),
    hint=_("Add a vehicle with at least three seats."),
    page=30,
)
def a_seat_for_giants(convoy: ConvoyAnalysis) -> Findings:
    if not convoy.context.has_vehicles_scenario:
        return
    seats = max((unit.seats for unit in convoy.vehicles), default=3)
    if seats < 3 and any(unit.giant for unit in convoy.fighters):
        yield finding(_("A giant body takes 3 seats; the biggest vehicle has {seats}."), seats=seats)


@warn(
    "rbn.banner-alone",
    _("A banner helps the other cultists, not its bearer."),
    hint=_("Add cultists to fight beside it."),
    page=30,
)
def a_banner_for_others(convoy: ConvoyAnalysis) -> Findings:
    if convoy.fighter_count == 1 and convoy.fighters_with("banniere"):
        yield finding(_("The banner bearer is alone: the banner helps nobody."))
