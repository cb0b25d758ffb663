"""A hero's dashboard: its places, and what is copied from tokens and cards."""

from rules.checks import finding
from rules.games.reichbusters.analysis import FIGURES, KINDS, MELEE, RANGED
from rules.games.reichbusters.document import TOKENS
from rules.games.reichbusters.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("Dashboard"))
DASHBOARDS = "Tableaux de bord des héros"


@check(
    "rb.weapons-slots",
    _("A dashboard has two weapon slots."),
    hint=_("Remove a weapon first."),
    heading=DASHBOARDS,
    on="hero",
)
def two_weapons(hero):
    n, most = len(hero.unit.weapons), hero.context.weapon_places
    if n > most:
        yield finding(_("Weapons: {n}, maximum {most}."), excess=n - most, n=n, most=most)


@check(
    "rb.skills-slots",
    _("A dashboard has four skill slots."),
    hint=_("Remove a skill first."),
    heading=DASHBOARDS,
    rulings="rb-6",
    on="hero",
)
def four_skills(hero):
    n, most = len(hero.skills), hero.context.skill_places
    if n > most:
        yield finding(_("Skills: {n}, maximum {most}."), excess=n - most, n=n, most=most)


@check(
    "rb.items-slots",
    _("A dashboard has four object slots."),
    hint=_("Use, give or drop an object first."),
    heading=DASHBOARDS,
    rulings="rb-9",
    on="hero",
)
def four_objects(hero):
    n, most = len(hero.unit.objects), hero.context.object_places
    if n > most:
        yield finding(_("Objects: {n}, maximum {most}."), excess=n - most, n=n, most=most)


@check(
    "rb.weapon",
    _("A weapon has a name, is melee or ranged, and has no value below 0."),
    hint=_("Copy name, type and values from the weapon token."),
    heading="Cartes Héros",
    rulings="rb-1 rb-14",
    on="hero",
)
def weapons_as_on_their_tokens(hero):
    weapons = hero.unit.weapons
    nameless = tuple(place for place, weapon in enumerate(weapons, start=1) if not visible(weapon.name))
    if nameless:
        yield finding(_("Weapon without a name: no. {places}."), places=nameless)
    sides = [side for weapon in weapons for side in weapon.sides]
    unlisted = tuple(side.type for side in sides if side.type not in KINDS)
    if unlisted:
        yield finding(_("Neither melee nor ranged: {words}."), words=unlisted)
    below = tuple(number for side in sides for number in figures_of(side) if number is not None and number < 0)
    if below:
        yield finding(_("Weapon values below 0: {numbers}."), numbers=below)


def figures_of(side):
    return [getattr(side, name) for name in FIGURES]


@check(
    "rb.weapon-range",
    _("A melee weapon has range 0, a ranged weapon 1 or more."),
    hint=_("Change the range or the type of weapon."),
    page=14,
    rulings="rb-8",
    on="hero",
)
def range_fits_the_kind(hero):
    wrong = [(weapon, side) for weapon in hero.unit.weapons for side in weapon.sides if misfits(side)]
    if wrong:
        yield finding(
            _("{weapons}: range {ranges}. Melee has 0, ranged at least 1."),
            ranges=tuple(side.range for _weapon, side in wrong),
            weapons=names_of(weapon for weapon, _side in wrong),
        )


def misfits(side):
    """Whether the range, 0 or more, does not fit the kind of weapon; a range below 0 breaks `rb.weapon`."""
    if side.range is None or side.range < 0:
        return False
    return side.range > 0 if side.type == MELEE else side.type == RANGED and side.range == 0


def names_of(things):
    return tuple(visible(thing.name) or "–" for thing in things)


@check(
    "rb.token",
    _("A weapon or object has no token, one jammed token or one discharged token."),
    hint=_("Choose jammed, discharged or none."),
    heading="Recharger un équipement",
    rulings="rb-18",
    on="hero",
)
def one_token_or_none(hero):
    things = (*hero.unit.weapons, *hero.unit.objects)
    wrong = [thing for thing in things if thing.token is not None and thing.token not in TOKENS]
    if wrong:
        yield finding(
            _("Unknown token: {tokens} on {things}."), tokens=tuple(one.token for one in wrong), things=names_of(wrong)
        )


@check(
    "rb.token-supply",
    _("The team shares twelve jammed/discharged tokens."),
    hint=_("Recount the tokens on all dashboards."),
    page=3,
)
def twelve_tokens_in_all(team):
    n, most = team.tokens, team.context.tokens
    if n > most:
        text = _("Jammed/discharged tokens in the team: {n}; there are {most}.")
        yield finding(text, excess=n - most, n=n, most=most)


@check(
    "rb.defense",
    _("Defence is a number of dice, 0 or more."),
    hint=_("Copy the number from the hero card."),
    page=26,
    on="hero",
)
def defence_in_dice(hero):
    defense = hero.unit.defense
    if defense is not None and defense < 0:
        yield finding(_("Defence below 0: {defense}."), defense=defense)


# Warnings about what is still to be copied: the book does not print it.


@check(
    "rb.defense-blank",
    _("A hero’s defence is on the hero card."),
    hint=_("Copy it from the card; until then the box prints empty."),
    page=26,
    level="warning",
    rulings="rb-1",
    on="hero",
)
def defence_to_copy(hero):
    if hero.unit.defense is None:
        yield finding(_("Defence not entered yet."))


@check(
    "rb.weapons-blank",
    _("A dashboard has two weapon slots; choose the weapons as the mission starts."),
    hint=_("Enter them, or play with fewer."),
    heading=DASHBOARDS,
    level="warning",
    rulings="rb-1 rb-5",
    on="hero",
)
def weapons_to_copy(hero):
    n, most = len(hero.unit.weapons), hero.context.weapon_places
    if n < most:
        yield finding(_("Weapons entered: {n} of {most}."), n=n, most=most)


@check(
    "rb.skills-blank",
    _("A dashboard has four skill slots; choose the skills as the mission starts."),
    hint=_("Enter them, or play with fewer."),
    heading=DASHBOARDS,
    level="warning",
    rulings="rb-1 rb-5",
    on="hero",
)
def skills_to_copy(hero):
    n, most = len(hero.skills), hero.context.skill_places
    if n < most:
        yield finding(_("Skills entered: {n} of {most}."), n=n, most=most)


@check(
    "rb.weapon-values-blank",
    _("A weapon’s range and dice are on its token."),
    hint=_("Copy them from the token; until then the boxes print empty."),
    heading="Cartes Héros",
    level="warning",
    rulings="rb-1",
    on="hero",
)
def figures_to_copy(hero):
    blank = [weapon for weapon in hero.unit.weapons if None in figures_due(weapon)]
    if blank:
        yield finding(_("Range or dice not entered yet: {weapons}."), weapons=tuple(dict.fromkeys(names_of(blank))))


def figures_due(weapon):
    """The figures that the side that is up needs: melee has range 0 anyway, plain weapons roll no dice of vril."""
    side = weapon.side
    due = [side.attack_dice, side.noise_dice]
    if side.type != MELEE:
        due.append(side.range)
    if weapon.upgraded:
        due.append(side.vril_dice)
    return due
