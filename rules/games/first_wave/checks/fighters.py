"""Creating survivors (p. 7): characteristics, equipment and abilities, children and animals."""

from functools import partial

from rules.checks import Findings, finding, names
from rules.families.red_button.analysis import TWICE, UNKNOWN
from rules.families.red_button.checks import stats_of_the_table, things_of_the_book
from rules.games.first_wave.analysis import ANIMAL, CHIEF, CHILD, SurvivorAnalysis
from rules.games.first_wave.register import REGISTER, check_fighter, report, shared, warn
from rules.text import _

REGISTER.chapter(_("Survivors"))
ANIMAL_WEAPON, CUMBERSOME = "machoire", "encombrant"

report(shared("bad-stats", page=7), on="fighter")(stats_of_the_table)
shared("unknown-equipment", page=7)
shared("unknown-ability", page=7)
shared("dup-equipment", page=7, rulings="A21", demand=_("Each piece of equipment only once per fighter."))
shared("dup-ability", page=7, rulings="A21")
report(on="fighter", having=(UNKNOWN, TWICE))(partial(things_of_the_book, game="fw"))


@check_fighter(
    "fw.child-cumbersome",
    _("A child can’t carry cumbersome weapons."),
    hint=_("Remove the weapon, or give it to an adult."),
    page=7,
    having=CHILD,
    rulings="A12 A27",
)
def children_carry_light(fighter: SurvivorAnalysis) -> Findings:
    heavy = [item for item, _weapon in fighter.weapons if CUMBERSOME in item.rules]
    if heavy:
        weapons = tuple({item.slug: item.name for item in heavy}.values())
        yield finding(_("A child with {weapons}: too cumbersome."), excess=len(heavy), weapons=weapons)


@check_fighter(
    "fw.animal-weapon",
    _("An animal fights with its jaws only."),
    hint=_("Remove the weapon, or the Animal ability."),
    page=7,
    having=ANIMAL,
    rulings="A45",
)
def animals_bite(fighter: SurvivorAnalysis) -> Findings:
    others = [weapon.item for weapon in fighter.unit.weapons if weapon.item != ANIMAL_WEAPON]
    if others:
        weapons = names(fighter.context.catalogue.weapons, others)
        yield finding(_("An animal with {weapons}: only jaws allowed."), excess=len(others), weapons=weapons)


@warn(
    "fw.animal-jaws",
    _("An animal uses one set of jaws; a second adds no die."),
    hint=_("Keep one and save the points."),
    page=7,
    on="fighter",
    having=ANIMAL,
    rulings="A45",
)
def one_pair_of_jaws(fighter: SurvivorAnalysis) -> Findings:
    jaws = sum(weapon.item == ANIMAL_WEAPON for weapon in fighter.unit.weapons)
    if jaws > 1:
        yield finding(_("{n} sets of jaws: only one counts, the rest is wasted."), n=jaws)


@warn(
    "fw.animal-chef",
    _("An animal may be chief: no rule forbids it, but it’s unusual."),
    hint=_("Choose a human chief if your opponent objects."),
    page=7,
    on="fighter",
    having=ANIMAL,
    rulings="A17",
)
def animals_seldom_lead(fighter: SurvivorAnalysis) -> Findings:
    if CHIEF in fighter.tags:
        yield finding(_("The chief is an animal: legal, but ask your opponent."))
