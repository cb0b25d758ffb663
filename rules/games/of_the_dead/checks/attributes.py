"""Creating a character ("Devant le joueur"): its name, nine points over four attributes, lasting changes to them."""

from rules.checks import finding, names
from rules.games.of_the_dead.analysis import LEAST, POINTS
from rules.games.of_the_dead.document import ATTRIBUTES
from rules.games.of_the_dead.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("Character creation"))
HEADING = "Devant le joueur"


def attribute_names(character, keys):
    return names(character.catalogue.tables["attributes"].rows, keys)


@check(
    "otd.name",
    _("A character has a name."),
    hint=_("Name it; the player’s own name is fine."),
    heading=HEADING,
    on="character",
    requirement=True,
)
def a_name(character):
    if not visible(character.unit.name):
        yield finding(_("This character has no name."))


@check(
    "otd.attr-keys",
    _("A character has four attributes: Physique, Psychique, Réflexes and Combat."),
    hint=_("Give points to each of these four, and no others."),
    heading=HEADING,
    rulings="otd-1",
    on="character",
)
def the_four_attributes(character):
    missing = [key for key in ATTRIBUTES if key not in character.base]
    others = [key for key in character.base if key not in ATTRIBUTES]
    if missing and others:
        yield finding(
            _("No value: {names}. Not an attribute: {others}."),
            names=attribute_names(character, missing),
            others=tuple(others),
        )
    elif missing:
        yield finding(_("Attribute without a value: {names}."), names=attribute_names(character, missing))
    elif others:
        yield finding(_("Not an attribute: {names}."), names=tuple(others))


@check(
    "otd.attr-min",
    _("Each attribute starts at 1 or more."),
    hint=_("Move a point here from another attribute."),
    heading=HEADING,
    on="character",
)
def one_point_each(character):
    low = [key for key in ATTRIBUTES if character.base.get(key, LEAST) < LEAST]
    if low:
        yield finding(
            _("Attribute below 1: {names}. Each starts at 1 or more."),
            excess=sum(LEAST - character.base[key] for key in low),
            names=attribute_names(character, low),
        )


@check(
    "otd.attr-total",
    _("A new character has exactly 9\xa0points over four attributes, at least 1 in each."),
    hint=_("Raise or lower an attribute. Changes from play go under lasting changes."),
    heading=HEADING,
    rulings="otd-1 otd-2 otd-3",
    on="character",
    requirement=True,
)
def nine_points(character):
    if character.left > 0:
        yield finding(
            _("Points placed: {spent} of {due}, {left} left."),
            spent=character.spent,
            due=POINTS,
            left=character.left,
        )
    if character.left < 0:
        yield finding(
            _("Points placed: {spent} of {due}, {over} over."),
            excess=-character.left,
            spent=character.spent,
            due=POINTS,
            over=-character.left,
        )


@check(
    "otd.modifier",
    _("Lasting changes affect one of the four attributes."),
    hint=_("Put any other change in the character’s notes."),
    heading=HEADING,
    rulings="otd-1 otd-3",
    on="character",
)
def changes_to_attributes(character):
    others = [key for key in character.modifiers if key not in ATTRIBUTES]
    if others:
        yield finding(_("Lasting change to something else: {names}."), names=tuple(others))


@check(
    "otd.attr-below-1",
    _("Lasting changes rarely bring an attribute below 1."),
    hint=_("Check the lasting changes."),
    heading=HEADING,
    level="warning",
    rulings="otd-3",
    on="character",
)
def changes_that_leave_something(character):
    low = [key for key in ATTRIBUTES if character.modifiers.get(key) and character.current[key] < LEAST]
    if low:
        yield finding(_("Below 1 with lasting changes: {names}."), names=attribute_names(character, low))
