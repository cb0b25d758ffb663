"""What a character carries ("Phase de mouvement"): two hands, a pocket, containers; and who follows it."""

from rules.checks import Findings, finding, listing, names, too_many
from rules.games.of_the_dead.analysis import HANDS, POCKETS, CharacterAnalysis
from rules.games.of_the_dead.document import CARRIES
from rules.games.of_the_dead.register import REGISTER, check_character, warn_character
from rules.text import _, visible

REGISTER.chapter(_("Equipment and followers"), heading="Phase de mouvement")


@check_character(
    "otd.equipment",
    _("An object has a name and a way of carrying it. A container takes 0 objects or more."),
    hint=_("Name it, choose how it’s carried, or correct the container’s number."),
    heading="Devant le joueur",
    rulings="otd-6",
)
def objects_in_order(character: CharacterAnalysis) -> Findings:
    equipment = character.unit.equipment
    nameless = tuple(number for number, thing in enumerate(equipment, 1) if not visible(thing.name))
    unknown = dict.fromkeys(thing.carry for thing in equipment if thing.carry not in CARRIES)
    below = tuple(thing.name for thing in character.containers if thing.capacity < 0)
    yield from listing(_("Object without a name: no. {numbers}."), numbers=nameless)
    yield from listing(_("Not a way of carrying: {words}."), words=tuple(unknown))
    yield from listing(_("Container for fewer than 0 objects: {names}."), names=below)


@check_character(
    "otd.hands",
    _("Two hands take two one-handed objects, or one two-handed object."),
    hint=_("Put something in the pocket, or in a container with room."),
    rulings="otd-9",
)
def two_hands(character: CharacterAnalysis) -> Findings:
    if character.hands > HANDS:
        text = _("Hands needed: {hands}. A character has {most}.")
        yield finding(text, excess=character.hands - HANDS, hands=character.hands, most=HANDS)


@check_character(
    "otd.pocket",
    _("A pocket takes one small object."),
    hint=_("Leave one behind, or stow it in a container."),
)
def one_pocket(character: CharacterAnalysis) -> Findings:
    yield from too_many(_("Objects in the pocket: {n}; it takes {most}."), character.pockets, POCKETS)


@check_character(
    "otd.stowed",
    _("Other objects go in containers (belt, holster, bag), as many as these take."),
    hint=_("Add a container, enter what it takes (see its card), or leave something behind."),
    rulings="otd-9",
)
def room_in_containers(character: CharacterAnalysis) -> Findings:
    if character.stowed > character.capacity:
        yield finding(
            _("Objects stowed: {n}. The containers take {capacity}."),
            excess=character.stowed - character.capacity,
            n=character.stowed,
            capacity=character.capacity,
        )


@warn_character(
    "otd.container-user-value",
    _("The rules give no number for containers: enter the one on the card."),
    hint=_("Check the number on the container’s card."),
    rulings="otd-6 otd-9",
)
def capacities_of_the_players(character: CharacterAnalysis) -> Findings:
    text = _("Your own number, to check on the card: {names} (objects: {capacity}).")
    yield from listing(text, names=tuple(thing.name for thing in character.containers), capacity=character.capacity)


@check_character(
    "otd.follower-type",
    _("A follower is of a type in the rules, or “Other”."),
    hint=_("Choose a type; “Other” fits anything else."),
)
def followers_of_the_book(character: CharacterAnalysis) -> Findings:
    rows = character.catalogue.tables["followers"].rows
    unlisted = [follower.type for follower in character.unit.followers if follower.type not in rows]
    yield from listing(_("Unknown type of follower: {types}."), types=names(rows, unlisted))
