"""Creating a character ("Devant le joueur"): its name, nine points over four attributes, lasting changes to them."""

from collections.abc import Iterable

from rules.checks import Findings, finding, listing, names
from rules.games.of_the_dead.analysis import LEAST, POINTS, CharacterAnalysis
from rules.games.of_the_dead.document import ATTRIBUTES
from rules.games.of_the_dead.register import REGISTER, check_character, warn_character
from rules.text import Text, _, visible

REGISTER.chapter(_("Character creation"), heading="Devant le joueur")


def attribute_names(character: CharacterAnalysis, keys: Iterable[str]) -> tuple[Text | str, ...]:
    return names(character.catalogue.tables["attributes"].rows, keys)


@check_character(
    "otd.name",
    _("A character has a name."),
    hint=_("Name it; the player’s own name is fine."),
    requirement=True,
)
def a_name(character: CharacterAnalysis) -> Findings:
    if not visible(character.unit.name):
        yield finding(_("This character has no name."))


@check_character(
    "otd.attr-keys",
    _("A character has four attributes: Physique, Psychique, Réflexes and Combat."),
    hint=_("Give points to each of these four, and no others."),
    rulings="otd-1",
)
def the_four_attributes(character: CharacterAnalysis) -> Findings:
    missing = attribute_names(character, [key for key in ATTRIBUTES if key not in character.base])
    others = tuple(key for key in character.base if key not in ATTRIBUTES)
    if missing and others:
        yield finding(_("No value: {names}. Not an attribute: {others}."), names=missing, others=others)
    else:
        yield from listing(_("Attribute without a value: {names}."), names=missing)
        yield from listing(_("Not an attribute: {names}."), names=others)


@check_character(
    "otd.attr-min",
    _("Each attribute starts at 1 or more."),
    hint=_("Move a point here from another attribute."),
)
def one_point_each(character: CharacterAnalysis) -> Findings:
    low = [key for key in ATTRIBUTES if character.base.get(key, LEAST) < LEAST]
    if low:
        yield finding(
            _("Attribute below 1: {names}. Each starts at 1 or more."),
            excess=sum(LEAST - character.base[key] for key in low),
            names=attribute_names(character, low),
        )


@check_character(
    "otd.attr-total",
    _("A new character has exactly 9\xa0points over four attributes, at least 1 in each."),
    hint=_("Raise or lower an attribute. Changes from play go under lasting changes."),
    rulings="otd-1 otd-2 otd-3",
    requirement=True,
)
def nine_points(character: CharacterAnalysis) -> Findings:
    spent, left = character.spent, character.left
    if left > 0:
        yield finding(_("Points placed: {spent} of {due}, {left} left."), spent=spent, due=POINTS, left=left)
    if left < 0:
        text = _("Points placed: {spent} of {due}, {over} over.")
        yield finding(text, excess=-left, spent=spent, due=POINTS, over=-left)


@check_character(
    "otd.modifier",
    _("Lasting changes affect one of the four attributes."),
    hint=_("Put any other change in the character’s notes."),
    rulings="otd-1 otd-3",
)
def changes_to_attributes(character: CharacterAnalysis) -> Findings:
    others = tuple(key for key in character.modifiers if key not in ATTRIBUTES)
    yield from listing(_("Lasting change to something else: {names}."), names=others)


@warn_character(
    "otd.attr-below-1",
    _("Lasting changes rarely bring an attribute below 1."),
    hint=_("Check the lasting changes."),
    rulings="otd-3",
)
def changes_that_leave_something(character: CharacterAnalysis) -> Findings:
    low = [key for key in ATTRIBUTES if character.modifiers.get(key) and character.current[key] < LEAST]
    yield from listing(_("Below 1 with lasting changes: {names}."), names=attribute_names(character, low))
