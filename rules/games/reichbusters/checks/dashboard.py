"""A hero's dashboard: its places, and what is copied from tokens and cards."""

from rules.checks import finding
from rules.games.reichbusters.analysis import FIGURES, KINDS, MELEE, RANGED
from rules.games.reichbusters.document import TOKENS
from rules.games.reichbusters.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("The dashboard"))
DASHBOARDS = "Tableaux de bord des héros"


@check(
    "rb.weapons-slots",
    _("A dashboard has two weapon places."),
    hint=_("Take a weapon off the dashboard first."),
    heading=DASHBOARDS,
    on="hero",
)
def two_weapons(hero):
    n, most = len(hero.unit.weapons), hero.context.weapon_places
    if n > most:
        yield finding(_("{n} weapons; the dashboard has places for {most}."), excess=n - most, n=n, most=most)


@check(
    "rb.skills-slots",
    _("A dashboard has four skill places."),
    hint=_("Take a skill off the dashboard first."),
    heading=DASHBOARDS,
    rulings="rb-6",
    on="hero",
)
def four_skills(hero):
    n, most = len(hero.skills), hero.context.skill_places
    if n > most:
        yield finding(_("{n} skills; the dashboard has places for {most}."), excess=n - most, n=n, most=most)


@check(
    "rb.items-slots",
    _("A dashboard has four object places."),
    hint=_("Use, give or drop an object first."),
    heading=DASHBOARDS,
    rulings="rb-9",
    on="hero",
)
def four_objects(hero):
    n, most = len(hero.unit.objects), hero.context.object_places
    if n > most:
        yield finding(_("{n} objects; the dashboard has places for {most}."), excess=n - most, n=n, most=most)


@check(
    "rb.weapon",
    _("A weapon has a name, is for melee or for shooting, and has no figure below 0."),
    hint=_("Copy name, kind and figures from the weapon token."),
    heading="Cartes Héros",
    rulings="rb-1 rb-14",
    on="hero",
)
def weapons_as_on_their_tokens(hero):
    weapons = hero.unit.weapons
    nameless = tuple(place for place, weapon in enumerate(weapons, start=1) if not visible(weapon.name))
    if nameless:
        yield finding(_("Weapon without a name: number {places}."), places=nameless)
    sides = [side for weapon in weapons for side in weapon.sides]
    unlisted = tuple(side.type for side in sides if side.type not in KINDS)
    if unlisted:
        yield finding(_("Neither for melee nor for shooting: {words}."), words=unlisted)
    below = tuple(number for side in sides for number in figures_of(side) if number is not None and number < 0)
    if below:
        yield finding(_("Figures of weapons below 0: {numbers}."), numbers=below)


def figures_of(side):
    return [getattr(side, name) for name in FIGURES]


@check(
    "rb.weapon-range",
    _("The range of a melee weapon is 0, that of a shooting weapon 1 or more."),
    hint=_("Change the range, or the kind of the weapon."),
    page=14,
    rulings="rb-8",
    on="hero",
)
def range_fits_the_kind(hero):
    wrong = [(weapon, side) for weapon in hero.unit.weapons for side in weapon.sides if misfits(side)]
    if wrong:
        yield finding(
            _("Range {ranges} of {weapons}: melee has 0, shooting at least 1."),
            ranges=tuple(side.range for _weapon, side in wrong),
            weapons=names_of(weapon for weapon, _side in wrong),
        )


def misfits(side):
    """Whether the range, 0 or more, does not fit the kind of weapon; a range below 0 breaks `rb.weapon`."""
    if side.range is None or side.range < 0:
        return False
    return side.range > 0 if side.type == MELEE else side.type == RANGED and side.range == 0


def names_of(things):
    return tuple(visible(one.name) or "–" for one in things)


@check(
    "rb.token",
    _("A weapon or an object holds nothing, one jammed token or one discharged token."),
    hint=_("Choose jammed, discharged or none."),
    heading="Recharger un équipement",
    rulings="rb-18",
    on="hero",
)
def one_token_or_none(hero):
    things = (*hero.unit.weapons, *hero.unit.objects)
    wrong = [one for one in things if one.token is not None and one.token not in TOKENS]
    if wrong:
        yield finding(
            _("No such token: {tokens} on {things}."), tokens=tuple(one.token for one in wrong), things=names_of(wrong)
        )


@check(
    "rb.token-supply",
    _("There are twelve jammed or discharged tokens for the whole team."),
    hint=_("Count the tokens on all dashboards again."),
    page=3,
)
def twelve_tokens_in_all(team):
    n, most = team.tokens, team.context.tokens
    if n > most:
        text = _("{n} jammed or discharged tokens in the team; there are {most}.")
        yield finding(text, excess=n - most, n=n, most=most)


@check(
    "rb.defense",
    _("Defence is a number of dice, not below 0."),
    hint=_("Copy the number from the hero card."),
    page=26,
    on="hero",
)
def defence_in_dice(hero):
    defense = hero.unit.defense
    if defense is not None and defense < 0:
        yield finding(_("Defence {defense} is below 0."), defense=defense)


# Warnings about what is still to be copied: the book does not print it.


@check(
    "rb.defense-blank",
    _("A hero's defence stands on the hero card."),
    hint=_("Copy it from the card; until then it is printed as an empty box."),
    page=26,
    level="warning",
    rulings="rb-1",
    on="hero",
)
def defence_to_copy(hero):
    if hero.unit.defense is None:
        yield finding(_("Defence is not written in yet."))


@check(
    "rb.weapons-blank",
    _("A dashboard has places for two weapons; which are used is settled as the mission starts."),
    hint=_("Write them in, or play with fewer."),
    heading=DASHBOARDS,
    level="warning",
    rulings="rb-1 rb-5",
    on="hero",
)
def weapons_to_copy(hero):
    n, most = len(hero.unit.weapons), hero.context.weapon_places
    if n < most:
        yield finding(_("Weapons written in: {n} of {most}."), n=n, most=most)


@check(
    "rb.skills-blank",
    _("A dashboard has places for four skills; which are used is settled as the mission starts."),
    hint=_("Write them in, or play with fewer."),
    heading=DASHBOARDS,
    level="warning",
    rulings="rb-1 rb-5",
    on="hero",
)
def skills_to_copy(hero):
    n, most = len(hero.skills), hero.context.skill_places
    if n < most:
        yield finding(_("Skills written in: {n} of {most}."), n=n, most=most)


@check(
    "rb.weapon-values-blank",
    _("A weapon's range and dice stand on its token."),
    hint=_("Copy them from the token; until then they are printed as empty boxes."),
    heading="Cartes Héros",
    level="warning",
    rulings="rb-1",
    on="hero",
)
def figures_to_copy(hero):
    blank = [weapon for weapon in hero.unit.weapons if None in figures_due(weapon)]
    if blank:
        yield finding(_("Range or dice not written in yet: {weapons}."), weapons=tuple(dict.fromkeys(names_of(blank))))


def figures_due(weapon):
    """The figures that the side that is up needs: melee has range 0 anyway, plain weapons roll no dice of vril."""
    side = weapon.side
    due = [side.attack_dice, side.noise_dice]
    if side.type != MELEE:
        due.append(side.range)
    if weapon.upgraded:
        due.append(side.vril_dice)
    return due
