"""A hero's dashboard: its places, and what is copied from tokens and cards."""

from collections.abc import Iterable

from rules.checks import Findings, finding, listing, too_many
from rules.games.reichbusters.analysis import FIGURES, KINDS, MELEE, RANGED, HeroAnalysis, TeamAnalysis
from rules.games.reichbusters.document import TOKENS, Object, Weapon, WeaponSide
from rules.games.reichbusters.register import REGISTER, check, check_hero, warn_hero
from rules.text import _, visible

REGISTER.chapter(_("Dashboard"), heading="Tableaux de bord des héros")


@check_hero(
    "rb.weapons-slots",
    _("A dashboard has two weapon slots."),
    hint=_("Remove a weapon first."),
)
def two_weapons(hero: HeroAnalysis) -> Findings:
    yield from too_many(_("Weapons: {n}, maximum {most}."), len(hero.unit.weapons), hero.context.weapon_places)


@check_hero(
    "rb.skills-slots",
    _("A dashboard has four skill slots."),
    hint=_("Remove a skill first."),
    rulings="rb-6",
)
def four_skills(hero: HeroAnalysis) -> Findings:
    yield from too_many(_("Skills: {n}, maximum {most}."), len(hero.skills), hero.context.skill_places)


@check_hero(
    "rb.items-slots",
    _("A dashboard has four object slots."),
    hint=_("Use, give or drop an object first."),
    rulings="rb-9",
)
def four_objects(hero: HeroAnalysis) -> Findings:
    yield from too_many(_("Objects: {n}, maximum {most}."), len(hero.unit.objects), hero.context.object_places)


@check_hero(
    "rb.weapon",
    _("A weapon has a name, is melee or ranged, and has no value below 0."),
    hint=_("Copy name, type and values from the weapon token."),
    heading="Cartes Héros",
    rulings="rb-1 rb-14",
)
def weapons_as_on_their_tokens(hero: HeroAnalysis) -> Findings:
    weapons = hero.unit.weapons
    nameless = tuple(slot for slot, weapon in enumerate(weapons, start=1) if not visible(weapon.name))
    yield from listing(_("Weapon without a name: no. {places}."), places=nameless)
    sides = [side for weapon in weapons for side in weapon.sides]
    unlisted = tuple(side.type for side in sides if side.type not in KINDS)
    yield from listing(_("Neither melee nor ranged: {words}."), words=unlisted)
    numbers = (getattr(side, name) for side in sides for name in FIGURES)
    below = tuple(number for number in numbers if number is not None and number < 0)
    yield from listing(_("Weapon values below 0: {numbers}."), numbers=below)


@check_hero(
    "rb.weapon-range",
    _("A melee weapon has range 0, a ranged weapon 1 or more."),
    hint=_("Change the range or the type of weapon."),
    page=14,
    rulings="rb-8",
)
def range_fits_the_kind(hero: HeroAnalysis) -> Findings:
    wrong = [(weapon, side) for weapon in hero.unit.weapons for side in weapon.sides if misfits(side)]
    yield from listing(
        _("{weapons}: range {ranges}. Melee has 0, ranged at least 1."),
        ranges=tuple(side.range for _weapon, side in wrong),
        weapons=names_of(weapon for weapon, _side in wrong),
    )


def misfits(side: Weapon | WeaponSide) -> bool:
    """Whether the range, 0 or more, does not fit the kind of weapon; a range below 0 breaks `rb.weapon`."""
    if side.range is None or side.range < 0:
        return False
    return side.range > 0 if side.type == MELEE else side.type == RANGED and side.range == 0


def names_of(things: Iterable[Weapon | Object]) -> tuple[str, ...]:
    return tuple(visible(thing.name) or "–" for thing in things)


@check_hero(
    "rb.token",
    _("A weapon or object has no token, one jammed token or one discharged token."),
    hint=_("Choose jammed, discharged or none."),
    heading="Recharger un équipement",
    rulings="rb-18",
)
def one_token_or_none(hero: HeroAnalysis) -> Findings:
    wrong = [thing for thing in hero.unit.things if thing.token is not None and thing.token not in TOKENS]
    tokens = tuple(thing.token for thing in wrong)
    yield from listing(_("Unknown token: {tokens} on {things}."), tokens=tokens, things=names_of(wrong))


@check(
    "rb.token-supply",
    _("The team shares twelve jammed/discharged tokens."),
    hint=_("Recount the tokens on all dashboards."),
    page=3,
)
def twelve_tokens_in_all(team: TeamAnalysis) -> Findings:
    text = _("Jammed/discharged tokens in the team: {n}; there are {most}.")
    yield from too_many(text, team.tokens, team.context.tokens)


@check_hero(
    "rb.defense",
    _("Defence is a number of dice, 0 or more."),
    hint=_("Copy the number from the hero card."),
    page=26,
)
def defence_in_dice(hero: HeroAnalysis) -> Findings:
    defense = hero.unit.defense
    if defense is not None and defense < 0:
        yield finding(_("Defence below 0: {defense}."), defense=defense)


# Warnings about what is still to be copied: the book does not print it.


@warn_hero(
    "rb.defense-blank",
    _("A hero’s defence is on the hero card."),
    hint=_("Copy it from the card; until then the box prints empty."),
    page=26,
    rulings="rb-1",
)
def defence_to_copy(hero: HeroAnalysis) -> Findings:
    if hero.unit.defense is None:
        yield finding(_("Defence not entered yet."))


@warn_hero(
    "rb.weapons-blank",
    _("A dashboard has two weapon slots; choose the weapons as the mission starts."),
    hint=_("Enter them, or play with fewer."),
    rulings="rb-1 rb-5",
)
def weapons_to_copy(hero: HeroAnalysis) -> Findings:
    n, most = len(hero.unit.weapons), hero.context.weapon_places
    if n < most:
        yield finding(_("Weapons entered: {n} of {most}."), n=n, most=most)


@warn_hero(
    "rb.skills-blank",
    _("A dashboard has four skill slots; choose the skills as the mission starts."),
    hint=_("Enter them, or play with fewer."),
    rulings="rb-1 rb-5",
)
def skills_to_copy(hero: HeroAnalysis) -> Findings:
    n, most = len(hero.skills), hero.context.skill_places
    if n < most:
        yield finding(_("Skills entered: {n} of {most}."), n=n, most=most)


@warn_hero(
    "rb.weapon-values-blank",
    _("A weapon’s range and dice are on its token."),
    hint=_("Copy them from the token; until then the boxes print empty."),
    heading="Cartes Héros",
    rulings="rb-1",
)
def figures_to_copy(hero: HeroAnalysis) -> Findings:
    blank = names_of(weapon for weapon in hero.unit.weapons if None in figures_due(weapon))
    yield from listing(_("Range or dice not entered yet: {weapons}."), weapons=tuple(dict.fromkeys(blank)))


def figures_due(weapon: Weapon) -> list[int | None]:
    """The figures that the side that is up needs: melee has range 0 anyway, plain weapons roll no dice of vril."""
    side = weapon.side
    due = [side.attack_dice, side.noise_dice]
    if side.type != MELEE:
        due.append(side.range)
    if weapon.upgraded:
        due.append(side.vril_dice)
    return due
