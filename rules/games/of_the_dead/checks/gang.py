"""The gang ("Présentation générale") and the vocations of its characters."""

from collections import Counter

from rules.checks import Findings, finding, listing, names
from rules.games.of_the_dead.analysis import CharacterAnalysis, GangAnalysis
from rules.games.of_the_dead.register import REGISTER, check, check_character, warn, warn_character
from rules.text import _, folded, visible

REGISTER.chapter(_("The gang"), heading="Devant le joueur")
INTRODUCTION = "Présentation générale"


@check(
    "otd.empty",
    _("A gang has at least one character, with no maximum."),
    hint=_("Add a character."),
    heading=INTRODUCTION,
    requirement=True,
    rulings="otd-5",
)
def somebody(gang: GangAnalysis) -> Findings:
    if not gang.units:
        yield finding(_("No characters yet."))


@warn(
    "otd.player-twice",
    _("A player has one living character at a time."),
    hint=_("Give the second one to another player, or change the first one’s state."),
    heading=INTRODUCTION,
    rulings="otd-8",
)
def one_life_a_player(gang: GangAnalysis) -> Findings:
    players = [visible(character.unit.player) for character in gang.living]
    often = Counter(folded(player) for player in players if player)
    twice = {folded(player): player for player in reversed(players) if often[folded(player)] > 1}
    text = _("More than one living character: {players}. Each player should have one.")
    yield from listing(text, players=tuple(sorted(twice.values())))


@warn(
    "otd.vocation-duplicate",
    _("Each living member has their own vocation. Two may share one if the players agree."),
    hint=_("Choose a free vocation."),
    rulings="otd-4 otd-19",
)
def vocations_differ(gang: GangAnalysis) -> Findings:
    """Rulings otd-4, otd-19: the dead and zombies have no part in the gang, whatever is noted."""
    often = Counter(character.unit.vocation for character in gang.living if character.unit.vocation)
    shared = [slug for slug, n in often.items() if n > 1]
    rows = gang.catalogue.tables["vocations"].rows
    yield from listing(_("Shared by several characters: {vocations}."), vocations=names(rows, shared))


@check_character(
    "otd.vocation-unknown",
    _("A vocation is one of the ten in the rules."),
    hint=_("Choose one of the ten, or none for now."),
)
def a_vocation_of_the_book(character: CharacterAnalysis) -> Findings:
    if character.unit.vocation is not None and character.vocation is None:
        yield finding(_("Unknown vocation: “{slug}”."), slug=character.unit.vocation)


@warn_character(
    "otd.vocation-none",
    _("Players vote on vocations before the battle. Until then a character can have none."),
    hint=_("Choose one before the battle."),
    rulings="otd-4 otd-19",
)
def a_vocation(character: CharacterAnalysis) -> Findings:
    if character.living and character.unit.vocation is None:
        yield finding(_("No vocation yet."))
