"""What games do to a character: life, markers, traumas, death and what comes after it."""

from rules.checks import finding, names
from rules.games.of_the_dead.analysis import LEAST
from rules.games.of_the_dead.document import DOMAINS, MARKERS, STATES
from rules.games.of_the_dead.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("Life, markers and traumas"))
BEFORE_THE_PLAYER, INTRODUCTION, TABLE = "Devant le joueur", "Présentation générale", "Zone de jeu"


@check(
    "otd.trauma",
    _("A trauma has a name and is physical or mental."),
    hint=_("Copy its name from the card; choose physical or mental."),
    heading=BEFORE_THE_PLAYER,
    on="character",
)
def traumas_in_order(character):
    traumas = character.unit.traumas
    nameless = [number for number, trauma in enumerate(traumas, 1) if not visible(trauma.name)]
    unknown = [trauma.domain for trauma in traumas if trauma.domain not in DOMAINS]
    if nameless:
        yield finding(_("Trauma without a name: no. {numbers}."), numbers=tuple(nameless))
    if unknown:
        yield finding(_("Neither physical nor mental: {words}."), words=tuple(dict.fromkeys(unknown)))


@check(
    "otd.markers",
    _("Markers, life and morale are 0 or more. Markers are those of the game."),
    hint=_("Set it to 0 or more; anything else goes in the notes."),
    heading=BEFORE_THE_PLAYER,
    rulings="otd-13",
    on="character",
)
def markers_in_order(character):
    unit, tables = character.unit, character.catalogue.tables
    rows = {**tables["markers"].rows, **tables["gauges"].rows}
    counted = {**character.markers, "life": unit.life or 0, "morale": unit.morale or 0}
    below = [key for key, number in counted.items() if number < 0]
    unknown = [key for key in character.markers if key not in MARKERS]
    if below:
        yield finding(_("Below 0: {names}."), names=names(rows, below))
    if unknown:
        yield finding(_("Not a marker of this game: {names}."), names=tuple(unknown))


@check(
    "otd.life-above-start",
    _("Life starts at twice Physique; more is unusual."),
    hint=_("Check that a card gave the extra life."),
    heading=BEFORE_THE_PLAYER,
    level="warning",
    rulings="otd-11",
    on="character",
)
def life_as_it_began(character):
    if character.life > character.first_life:
        yield finding(
            _("Life markers: {life}. The character starts with {first}."),
            life=character.life,
            first=character.first_life,
        )


@check(
    "otd.zero-life",
    _("With no life left a character is dead; the player notes it."),
    hint=_("Set the state to dead, zombie or reincarnated, or give back life or Physique."),
    heading=BEFORE_THE_PLAYER,
    level="warning",
    rulings="otd-3 otd-10",
    on="character",
)
def alive_with_life(character):
    """A living character has life, as noted or from its Physique with the lasting changes (ruling otd-3)."""
    if not character.living:
        return
    if character.unit.life == 0:
        yield finding(_("No life left, but not noted as dead."))
    elif character.unit.life is None and character.base.get("physique", 0) >= LEAST and character.first_life == 0:
        yield finding(
            _("No life at the start: Physique is {physique} with lasting changes. Not noted as dead."),
            physique=character.current["physique"],
        )


@check(
    "otd.state-unknown",
    _("A character is alive, dead, a zombie or reincarnated."),
    hint=_("Choose one of the four."),
    heading=INTRODUCTION,
    rulings="otd-7",
    on="character",
)
def a_state_of_the_game(character):
    if character.unit.state not in STATES:
        yield finding(_("Unknown state: “{word}”."), word=character.unit.state)


@check(
    "otd.zombie-type-unknown",
    _("A zombie’s type is one of the six in the rules."),
    hint=_("Choose one of the six."),
    heading=TABLE,
    rulings="otd-17",
    on="character",
)
def a_zombie_of_the_book(character):
    if character.unit.zombie_type is not None and character.zombie_type is None:
        yield finding(_("Unknown zombie type: “{slug}”."), slug=character.unit.zombie_type)


@check(
    "otd.zombie-type-state",
    _("Only a character back as a zombie has a zombie type."),
    hint=_("Remove the type, or set the state to zombie."),
    heading=TABLE,
    on="character",
)
def zombies_only(character):
    if character.unit.zombie_type is not None and character.unit.state != "zombie":
        yield finding(_("This character has a zombie type but isn’t a zombie."))


@check(
    "otd.zombie-type-none",
    _("A zombie is one of six types."),
    hint=_("Choose its type."),
    heading=TABLE,
    level="warning",
    on="character",
)
def zombies_have_a_type(character):
    if character.unit.state == "zombie" and character.unit.zombie_type is None:
        yield finding(_("Zombie type not chosen yet."))
