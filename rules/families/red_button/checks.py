"""Rules and checks that the books of the family share; each game registers them under its own id and page."""

from typing import Any, NamedTuple

from rules.checks import ERROR, Findings, Register, Rule, finding, names, not_in_book, over_list_limits, taken_twice
from rules.families.red_button.analysis import NO_SHOOTING, FighterAnalysis, RedButtonAnalysis
from rules.text import _

PLACES = 3
NOT_IN_BOOK, TWICE_TAKEN = _("Remove it and choose one from the book."), _("Remove the extra one.")  # hints
ONCE = _("First remove the ability from the other fighter. In a unit of several, each one counts.")
WITHIN_PRINTED = {  # the hints where a scenario prints the budget
    "too-many-rockets": _("Remove another one."),
    "too-many-flying": _("Keep another vehicle on the ground."),
}


class SharedRule(NamedTuple):
    """What a rule of the family says; `rules.checks.Rule` has more."""

    demand: str
    hint: str
    level: str = ERROR
    requirement: bool = False
    refuses: bool = True


RULES = {
    "budget-exceeded": SharedRule(
        _("A list can’t cost more than its effective budget."),
        _("Raise the budget, or take something cheaper."),
        refuses=False,
    ),
    "multiple-chefs": SharedRule(_("A list has only one chief."), ONCE),
    "too-many-mechanics": SharedRule(_("A list has at most one mechanic."), ONCE),
    "too-many-healers": SharedRule(_("A list has at most one healer."), ONCE),
    "no-chef": SharedRule(
        _("A list has a chief."), _("Give one fighter the Chief ability; it’s free."), requirement=True
    ),
    "bad-scenario": SharedRule(
        _("A scenario is one of the book’s ten."), _("Choose a scenario from the book, or none.")
    ),
    "bad-stats": SharedRule(_("T is –, 5, 4 or 3; C is 5, 4 or 3."), _("Choose values from the table.")),
    "unknown-equipment": SharedRule(_("Equipment comes from the book’s list."), NOT_IN_BOOK),
    "unknown-ability": SharedRule(_("Abilities come from the book’s list."), NOT_IN_BOOK),
    "dup-equipment": SharedRule(_("Each piece of equipment once per fighter, except capture nets."), TWICE_TAKEN),
    "dup-ability": SharedRule(_("Each ability only once per fighter."), TWICE_TAKEN),
    "unknown-weapon": SharedRule(_("Weapons come from the book’s two arsenals."), NOT_IN_BOOK),
    "weapon-places": SharedRule(
        _("A fighter has three weapon slots. Cumbersome weapons take two; shields, nets and jet packs one each."),
        _("Remove a weapon, shield, net or jet pack."),
    ),
    "ranged-without-t": SharedRule(
        _("With T –, a fighter can’t shoot."), _("Buy T 5 or better, or remove the weapon."), level="warning"
    ),
    "ammo-not-allowed": SharedRule(
        _("Only buy rounds for a weapon that can fire them."),
        _("Remove the rounds, or choose a weapon that takes them."),
    ),
    "dup-ammo": SharedRule(_("Each kind of ammunition only once per weapon."), TWICE_TAKEN),
}


def shared_rule(register: Register, game: str, name: str, page: int, rulings: str = "", **others: Any) -> Rule:
    """Register a rule of the family as GAME.NAME; `others`: what this game's book says otherwise."""
    return register.rule(f"{game}.{name}", page=page, rulings=rulings, **RULES[name]._asdict() | others)


def within_budget(force: RedButtonAnalysis) -> Findings:
    if force.left is not None and force.left < 0:
        yield finding(
            _("{total}\xa0pts for a budget of {budget}: {over} over."),
            hint=_("Take something cheaper.") if force.context.prints_budget else "",
            total=force.total,
            budget=force.budget,
            over=-force.left,
        )


def limits_of_the_rows(force: RedButtonAnalysis) -> Findings:
    for raw in over_list_limits(force.limited, force.budget):
        yield (
            raw._replace(hint=WITHIN_PRINTED.get(str(raw.rule).partition(".")[2], ""))
            if force.context.prints_budget
            else raw
        )


def a_chief(force: RedButtonAnalysis) -> Findings:
    if force.chief is None:
        yield finding(_("No chief yet."))


def a_known_scenario(force: RedButtonAnalysis) -> Findings:
    if force.document.scenario is not None and force.context.scenario is None:
        yield finding(_("This book has no scenario “{slug}”."), slug=force.document.scenario)


def stats_of_the_table(fighter: FighterAnalysis) -> Findings:
    table, stats = fighter.context.catalogue.characteristics, fighter.unit.stats
    if stats.T not in table["T"].costs or stats.C not in table["C"].costs:
        yield finding(_("T {t}, C {c}: T can be –, 5, 4 or 3; C 5, 4 or 3."), t=stats.T, c=stats.C)


def things_of_the_book(fighter: FighterAnalysis, game: str) -> Findings:
    """Equipment and abilities that the book lists, each once; `game` begins the ids of the rules."""
    catalogue, unit = fighter.context.catalogue, fighter.unit
    yield from not_in_book(catalogue.equipment, unit.equipment, f"{game}.unknown-equipment")
    yield from not_in_book(catalogue.abilities, unit.abilities, f"{game}.unknown-ability")
    yield from taken_twice(catalogue.equipment, unit.equipment, f"{game}.dup-equipment")
    yield from taken_twice(catalogue.abilities, unit.abilities, f"{game}.dup-ability")


def weapons_of_the_book(fighter: FighterAnalysis, game: str) -> Findings:
    slugs = [weapon.item for weapon in fighter.unit.weapons]
    yield from not_in_book(fighter.context.catalogue.weapons, slugs, f"{game}.unknown-weapon")


def three_places(fighter: FighterAnalysis) -> Findings:
    if fighter.places > PLACES:
        yield finding(
            _("Weapon slots used: {used} of {places}."),
            excess=fighter.places - PLACES,
            used=fighter.places,
            places=PLACES,
        )


def shooters_can_shoot(fighter: FighterAnalysis) -> Findings:
    weapons = tuple(item.name for item in fighter.ranged if item.melee is None)
    if weapons and fighter.unit.stats.T == NO_SHOOTING:
        armed = not {"enfants-du-13", "phantom-squad"}.isdisjoint(fighter.context.drawbacks)
        yield finding(
            _("T – with {weapons}: this fighter can’t shoot."),
            hint=_("Buy T 5 or better.") if armed else "",
            weapons=weapons,
        )


def rounds_that_fit(unit: Any, game: str) -> Findings:
    """Rounds that their weapon or gun fires, each kind once; `game` begins the ids of the rules."""
    ammunition = unit.context.catalogue.ammunition
    for item, carrier in unit.weapons if unit.kind == "fighter" else unit.options:
        slugs = carrier.ammunition
        wrong = [slug for slug in slugs if slug not in item.ammunition]
        if wrong:
            text, rounds = _("{weapon} can’t fire {rounds}."), names(ammunition, wrong)
            yield finding(text, rule=f"{game}.ammo-not-allowed", weapon=item.name, rounds=rounds)
        if len(set(slugs)) < len(slugs):
            text, rounds = _("{weapon}: same rounds twice ({rounds})."), names(ammunition, slugs)
            yield finding(text, rule=f"{game}.dup-ammo", weapon=item.name, rounds=rounds)
