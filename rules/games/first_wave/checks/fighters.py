"""Creating survivors (p. 7): characteristics, equipment and abilities, children and animals."""

from rules.checks import finding, names
from rules.games.first_wave.analysis import ANIMAL, CHIEF, CHILD
from rules.games.first_wave.register import REGISTER
from rules.games.rbn.analysis import TWICE, UNKNOWN
from rules.games.rbn.checks.fighters import stats_of_the_table, things_of_the_book
from rules.text import _

check, rule, report = REGISTER.check, REGISTER.rule, REGISTER.report
ANIMAL_WEAPON, CUMBERSOME = "machoire", "encombrant"

check(
    "fw.bad-stats",
    _("T is -, 5, 4 or 3 and C is 5, 4 or 3."),
    hint=_("Choose values of the table."),
    page=7,
    on="fighter",
)(stats_of_the_table)
rule(
    "fw.unknown-equipment",
    _("Equipment is chosen from the book's list."),
    hint=_("Take it away; everything that the book lists is on offer."),
    page=7,
)
rule(
    "fw.unknown-ability",
    _("Abilities are chosen from the book's list."),
    hint=_("Take it away; everything that the book lists is on offer."),
    page=7,
)
rule(
    "fw.dup-equipment",
    _("A fighter takes each piece of equipment once."),
    hint=_("Take the second one away."),
    page=7,
    rulings="A21",
)
rule(
    "fw.dup-ability",
    _("A fighter takes each ability once."),
    hint=_("Take the second one away."),
    page=7,
    rulings="A21",
)


@report(on="fighter", having=(UNKNOWN, TWICE))
def listed_and_once(fighter):
    yield from things_of_the_book(fighter, "fw")


@check(
    "fw.child-cumbersome",
    _("A child carries no cumbersome weapon."),
    hint=_("Take the weapon away, or let an adult carry it."),
    page=7,
    on="fighter",
    having=CHILD,
    rulings="A12 A27",
)
def children_carry_light(fighter):
    heavy = tuple({item.slug: item.name for item, _weapon in fighter.weapons if CUMBERSOME in item.rules}.values())
    if heavy:
        yield finding(_("A child with {weapons}: too cumbersome."), weapons=heavy)


@check(
    "fw.animal-weapon",
    _("An animal fights with its jaws only."),
    hint=_("Take the weapon away, or the animal's ability."),
    page=7,
    on="fighter",
    having=ANIMAL,
    rulings="A45",
)
def animals_bite(fighter):
    others = [weapon.item for weapon in fighter.unit.weapons if weapon.item != ANIMAL_WEAPON]
    if others:
        weapons = names(fighter.context.catalogue.weapons, others)
        yield finding(_("An animal with {weapons}; only jaws are allowed."), weapons=weapons)


@check(
    "fw.animal-jaws",
    _("An animal bites with one pair of jaws; a second one adds no die."),
    hint=_("Keep one and save the points."),
    page=7,
    level="warning",
    on="fighter",
    having=ANIMAL,
    rulings="A45",
)
def one_pair_of_jaws(fighter):
    jaws = sum(weapon.item == ANIMAL_WEAPON for weapon in fighter.unit.weapons)
    if jaws > 1:
        yield finding(_("An animal with {n} pairs of jaws: it bites with one, the others only cost points."), n=jaws)


@check(
    "fw.animal-chef",
    _("An animal may be the chief, since no rule forbids it; it makes an odd one."),
    hint=_("Make somebody on two legs the chief if the opponent objects."),
    page=7,
    level="warning",
    on="fighter",
    having=ANIMAL,
    rulings="A17",
)
def animals_seldom_lead(fighter):
    if CHIEF in fighter.tags:
        yield finding(_("The chief is an animal: not forbidden, but talk to your opponent first."))
