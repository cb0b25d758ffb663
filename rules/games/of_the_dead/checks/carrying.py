"""What a character carries ("Phase de mouvement"): two hands, a pocket, containers; and who follows it."""

from rules.checks import finding, names
from rules.games.of_the_dead.analysis import HANDS, POCKETS
from rules.games.of_the_dead.document import CARRIES
from rules.games.of_the_dead.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("Equipment and followers"))
HEADING = "Phase de mouvement"


@check(
    "otd.equipment",
    _("An object has a name and a way of carrying it. A container takes 0 objects or more."),
    hint=_("Name it, choose how it’s carried, or correct the container’s number."),
    heading="Devant le joueur",
    rulings="otd-6",
    on="character",
)
def objects_in_order(character):
    equipment = character.unit.equipment
    nameless = [number for number, thing in enumerate(equipment, 1) if not visible(thing.name)]
    unknown = [thing.carry for thing in equipment if thing.carry not in CARRIES]
    below = [thing.name for thing in character.containers if thing.capacity < 0]
    if nameless:
        yield finding(_("Object without a name: no. {numbers}."), numbers=tuple(nameless))
    if unknown:
        yield finding(_("Not a way of carrying: {words}."), words=tuple(dict.fromkeys(unknown)))
    if below:
        yield finding(_("Container for fewer than 0 objects: {names}."), names=tuple(below))


@check(
    "otd.hands",
    _("Two hands take two one-handed objects, or one two-handed object."),
    hint=_("Put something in the pocket, or in a container with room."),
    heading=HEADING,
    rulings="otd-9",
    on="character",
)
def two_hands(character):
    if character.hands > HANDS:
        text = _("Hands needed: {hands}. A character has {most}.")
        yield finding(text, excess=character.hands - HANDS, hands=character.hands, most=HANDS)


@check(
    "otd.pocket",
    _("A pocket takes one small object."),
    hint=_("Leave one behind, or stow it in a container."),
    heading=HEADING,
    on="character",
)
def one_pocket(character):
    if character.pockets > POCKETS:
        text = _("Objects in the pocket: {n}; it takes {most}.")
        yield finding(text, excess=character.pockets - POCKETS, n=character.pockets, most=POCKETS)


@check(
    "otd.stowed",
    _("Other objects go in containers (belt, holster, bag), as many as these take."),
    hint=_("Add a container, enter what it takes (see its card), or leave something behind."),
    heading=HEADING,
    rulings="otd-9",
    on="character",
)
def room_in_containers(character):
    if character.stowed > character.capacity:
        yield finding(
            _("Objects stowed: {n}. The containers take {capacity}."),
            excess=character.stowed - character.capacity,
            n=character.stowed,
            capacity=character.capacity,
        )


@check(
    "otd.container-user-value",
    _("The rules give no number for containers: enter the one on the card."),
    hint=_("Check the number on the container’s card."),
    heading=HEADING,
    level="warning",
    rulings="otd-6 otd-9",
    on="character",
)
def capacities_of_the_players(character):
    if character.containers:
        yield finding(
            _("Your own number, to check on the card: {names} (objects: {capacity})."),
            names=tuple(thing.name for thing in character.containers),
            capacity=character.capacity,
        )


@check(
    "otd.follower-type",
    _("A follower is of a type in the rules, or “Other”."),
    hint=_("Choose a type; “Other” fits anything else."),
    heading=HEADING,
    on="character",
)
def followers_of_the_book(character):
    rows = character.catalogue.tables["followers"].rows
    unlisted = [follower.type for follower in character.unit.followers if follower.type not in rows]
    if unlisted:
        yield finding(_("Unknown type of follower: {types}."), types=names(rows, unlisted))
