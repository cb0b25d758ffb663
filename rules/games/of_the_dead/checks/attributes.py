"""Creating a character ("Devant le joueur"): its name, nine points over four attributes, lasting changes to them."""

from rules.checks import finding, names
from rules.games.of_the_dead.analysis import LEAST, POINTS
from rules.games.of_the_dead.document import ATTRIBUTES
from rules.games.of_the_dead.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("Creating a character"))
HEADING = "Devant le joueur"


def attribute_names(character, keys):
    return names(character.catalogue.tables["attributes"].rows, keys)


@check(
    "otd.name",
    _("A character has a name."),
    hint=_("Give it one; it stands for its player, so it may well be the player's own."),
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
    hint=_("Give each of the four its points, and no others."),
    heading=HEADING,
    rulings="otd-1",
    on="character",
)
def the_four_attributes(character):
    missing = [key for key in ATTRIBUTES if key not in character.base]
    others = [key for key in character.base if key not in ATTRIBUTES]
    if missing and others:
        yield finding(
            _("Attributes without a value: {names}; not among the four: {others}."),
            names=attribute_names(character, missing),
            others=tuple(others),
        )
    elif missing:
        yield finding(_("Attributes without a value: {names}."), names=attribute_names(character, missing))
    elif others:
        yield finding(_("Not among the four attributes: {names}."), names=tuple(others))


@check(
    "otd.attr-min",
    _("Each attribute begins with 1 point at least."),
    hint=_("Take a point from another attribute."),
    heading=HEADING,
    on="character",
)
def one_point_each(character):
    low = [key for key in ATTRIBUTES if character.base.get(key, LEAST) < LEAST]
    if low:
        yield finding(
            _("Below 1: {names}. Each attribute begins with 1 at least."),
            excess=sum(LEAST - character.base[key] for key in low),
            names=attribute_names(character, low),
        )


@check(
    "otd.attr-total",
    _("A new character spreads exactly 9 points over its four attributes, the minimum of 1 each included."),
    hint=_("Raise or lower an attribute; what games changed since belongs to the lasting changes."),
    heading=HEADING,
    rulings="otd-1 otd-2 otd-3",
    on="character",
    requirement=True,
)
def nine_points(character):
    if character.left > 0:
        yield finding(
            _("{spent} points are spread over the attributes; {due} are due: {left} left to place."),
            spent=character.spent,
            due=POINTS,
            left=character.left,
        )
    if character.left < 0:
        yield finding(
            _("{spent} points are spread over the attributes; {due} are due: {over} too many."),
            excess=-character.left,
            spent=character.spent,
            due=POINTS,
            over=-character.left,
        )


@check(
    "otd.modifier",
    _("Lasting changes are to one of the four attributes."),
    hint=_("Note what else has changed in the character's notes."),
    heading=HEADING,
    rulings="otd-1 otd-3",
    on="character",
)
def changes_to_attributes(character):
    others = [key for key in character.modifiers if key not in ATTRIBUTES]
    if others:
        yield finding(_("Lasting changes to what is no attribute: {names}."), names=tuple(others))


@check(
    "otd.attr-below-1",
    _("Lasting changes seldom bring an attribute below 1: games change attributes a little."),
    hint=_("Look over the lasting changes."),
    heading=HEADING,
    level="warning",
    rulings="otd-3",
    on="character",
)
def changes_that_leave_something(character):
    low = [key for key in ATTRIBUTES if character.modifiers.get(key) and character.current[key] < LEAST]
    if low:
        yield finding(_("Below 1 with the lasting changes: {names}."), names=attribute_names(character, low))
