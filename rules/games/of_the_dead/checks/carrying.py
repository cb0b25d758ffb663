"""What a character carries ("Phase de mouvement"): two hands, a pocket, containers; and who follows it."""

from rules.checks import finding, names
from rules.games.of_the_dead.analysis import HANDS, POCKETS
from rules.games.of_the_dead.document import CARRIES
from rules.games.of_the_dead.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("What is carried"))
HEADING = "Phase de mouvement"


@check(
    "otd.equipment",
    _("An object has a name and a way of being carried; a container takes 0 objects or more."),
    hint=_("Give it a name, choose how it is carried, or mend the container's figure."),
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
        yield finding(_("Objects without a name: number {numbers}."), numbers=tuple(nameless))
    if unknown:
        yield finding(_("No way of carrying an object: {words}."), words=tuple(dict.fromkeys(unknown)))
    if below:
        yield finding(_("Containers that take fewer than 0 objects: {names}."), names=tuple(below))


@check(
    "otd.hands",
    _("Two hands hold two one-handed objects, or one two-handed one."),
    hint=_("Put something away: in the pocket, or in a container with room."),
    heading=HEADING,
    rulings="otd-9",
    on="character",
)
def two_hands(character):
    if character.hands > HANDS:
        text = _("Objects for {hands} hands; a character has {most}.")
        yield finding(text, excess=character.hands - HANDS, hands=character.hands, most=HANDS)


@check(
    "otd.pocket",
    _("One small object goes into a pocket."),
    hint=_("Leave one behind, or stow it in a container."),
    heading=HEADING,
    on="character",
)
def one_pocket(character):
    if character.pockets > POCKETS:
        text = _("{n} objects in the pocket; it takes {most}.")
        yield finding(text, excess=character.pockets - POCKETS, n=character.pockets, most=POCKETS)


@check(
    "otd.stowed",
    _("Further objects are stowed in containers (belt, holster, bag), as many as these take."),
    hint=_("Add a container, enter what its card says that it takes, or leave something behind."),
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
    _("What a container takes stands on its card; the document prints no figure, so the players enter it."),
    hint=_("Compare the figure with the card of the container."),
    heading=HEADING,
    level="warning",
    rulings="otd-6 otd-9",
    on="character",
)
def capacities_of_the_players(character):
    if character.containers:
        yield finding(
            _("The players' own figure, to compare with the cards: {names} (objects: {capacity})."),
            names=tuple(thing.name for thing in character.containers),
            capacity=character.capacity,
        )


@check(
    "otd.follower-type",
    _("Followers are of the kinds that the document names; whatever else follows is free."),
    hint=_("Choose one of the kinds on offer; “free” fits anything else."),
    heading=HEADING,
    on="character",
)
def followers_of_the_book(character):
    rows = character.catalogue.tables["followers"].rows
    unlisted = [one.type for one in character.unit.followers if one.type not in rows]
    if unlisted:
        yield finding(_("Followers of a kind that the document does not name: {types}."), types=names(rows, unlisted))
