"""What games do to a character: life, markers, traumas, death and what comes after it."""

from rules.checks import Findings, finding, listing, names
from rules.games.of_the_dead.analysis import LEAST, CharacterAnalysis
from rules.games.of_the_dead.document import DOMAINS, MARKERS, STATES
from rules.games.of_the_dead.register import REGISTER, check_character, warn_character
from rules.text import _, visible

REGISTER.chapter(_("Life, markers and traumas"), heading="Devant le joueur")
INTRODUCTION, TABLE = "Présentation générale", "Zone de jeu"


@check_character(
    "otd.trauma",
    _("A trauma has a name and is physical or mental."),
    hint=_("Copy its name from the card; choose physical or mental."),
)
def traumas_in_order(character: CharacterAnalysis) -> Findings:
    traumas = character.unit.traumas
    nameless = tuple(number for number, trauma in enumerate(traumas, 1) if not visible(trauma.name))
    unknown = dict.fromkeys(trauma.domain for trauma in traumas if trauma.domain not in DOMAINS)
    yield from listing(_("Trauma without a name: no. {numbers}."), numbers=nameless)
    yield from listing(_("Neither physical nor mental: {words}."), words=tuple(unknown))


@check_character(
    "otd.markers",
    _("Markers, life and morale are 0 or more. Markers are those of the game."),
    hint=_("Set it to 0 or more; anything else goes in the notes."),
    rulings="otd-13",
)
def markers_in_order(character: CharacterAnalysis) -> Findings:
    unit, tables = character.unit, character.catalogue.tables
    rows = {**tables["markers"].rows, **tables["gauges"].rows}
    numbers = {**character.markers, "life": unit.life or 0, "morale": unit.morale or 0}
    below = [key for key, number in numbers.items() if number < 0]
    unknown = tuple(key for key in character.markers if key not in MARKERS)
    yield from listing(_("Below 0: {names}."), names=names(rows, below))
    yield from listing(_("Not a marker of this game: {names}."), names=unknown)


@warn_character(
    "otd.life-above-start",
    _("Life starts at twice Physique; more is unusual."),
    hint=_("Check that a card gave the extra life."),
    rulings="otd-11",
)
def life_as_it_began(character: CharacterAnalysis) -> Findings:
    if character.life > character.first_life:
        yield finding(
            _("Life markers: {life}. The character starts with {first}."),
            life=character.life,
            first=character.first_life,
        )


@warn_character(
    "otd.zero-life",
    _("With no life left a character is dead; the player notes it."),
    hint=_("Set the state to dead, zombie or reincarnated, or give back life or Physique."),
    rulings="otd-3 otd-10",
)
def alive_with_life(character: CharacterAnalysis) -> Findings:
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


@check_character(
    "otd.state-unknown",
    _("A character is alive, dead, a zombie or reincarnated."),
    hint=_("Choose one of the four."),
    heading=INTRODUCTION,
    rulings="otd-7",
)
def a_state_of_the_game(character: CharacterAnalysis) -> Findings:
    if character.unit.state not in STATES:
        yield finding(_("Unknown state: “{word}”."), word=character.unit.state)


@check_character(
    "otd.zombie-type-unknown",
    _("A zombie’s type is one of the six in the rules."),
    hint=_("Choose one of the six."),
    heading=TABLE,
    rulings="otd-17",
)
def a_zombie_of_the_book(character: CharacterAnalysis) -> Findings:
    if character.unit.zombie_type is not None and character.zombie_type is None:
        yield finding(_("Unknown zombie type: “{slug}”."), slug=character.unit.zombie_type)


@check_character(
    "otd.zombie-type-state",
    _("Only a character back as a zombie has a zombie type."),
    hint=_("Remove the type, or set the state to zombie."),
    heading=TABLE,
)
def zombies_only(character: CharacterAnalysis) -> Findings:
    if character.unit.zombie_type is not None and character.unit.state != "zombie":
        yield finding(_("This character has a zombie type but isn’t a zombie."))


@warn_character(
    "otd.zombie-type-none",
    _("A zombie is one of six types."),
    hint=_("Choose its type."),
    heading=TABLE,
)
def zombies_have_a_type(character: CharacterAnalysis) -> Findings:
    if character.unit.state == "zombie" and character.unit.zombie_type is None:
        yield finding(_("Zombie type not chosen yet."))
