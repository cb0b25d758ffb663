"""The gang ("Présentation générale") and the vocations of its characters."""

from collections import Counter

from rules.checks import finding, names
from rules.games.of_the_dead.register import REGISTER
from rules.text import _, folded, visible

check = REGISTER.check
REGISTER.chapter(_("The gang"))
INTRODUCTION, BEFORE_THE_PLAYER = "Présentation générale", "Devant le joueur"


@check(
    "otd.empty",
    _("A gang has at least one character, with no maximum."),
    hint=_("Add a character."),
    heading=INTRODUCTION,
    requirement=True,
    rulings="otd-5",
)
def somebody(gang):
    if not gang.units:
        yield finding(_("No characters yet."))


@check(
    "otd.player-twice",
    _("A player has one living character at a time."),
    hint=_("Give the second one to another player, or change the first one’s state."),
    heading=INTRODUCTION,
    level="warning",
    rulings="otd-8",
)
def one_life_a_player(gang):
    players = [visible(character.unit.player) for character in gang.living]
    often = Counter(folded(player) for player in players if player)
    twice = {folded(player): player for player in reversed(players) if often[folded(player)] > 1}
    if twice:
        yield finding(
            _("More than one living character: {players}. Each player should have one."),
            players=tuple(sorted(twice.values())),
        )


@check(
    "otd.vocation-duplicate",
    _("Each living member has their own vocation. Two may share one if the players agree."),
    hint=_("Choose a free vocation."),
    heading=BEFORE_THE_PLAYER,
    level="warning",
    rulings="otd-4 otd-19",
)
def vocations_differ(gang):
    """Each living character has a vocation of its own.

    Rulings otd-4, otd-19: the dead and zombies have no part in the gang, whatever is noted.
    """
    often = Counter(character.unit.vocation for character in gang.living if character.unit.vocation)
    shared = [slug for slug, n in often.items() if n > 1]
    if shared:
        rows = gang.catalogue.tables["vocations"].rows
        yield finding(_("Shared by several characters: {vocations}."), vocations=names(rows, shared))


@check(
    "otd.vocation-unknown",
    _("A vocation is one of the ten in the rules."),
    hint=_("Choose one of the ten, or none for now."),
    heading=BEFORE_THE_PLAYER,
    on="character",
)
def a_vocation_of_the_book(character):
    if character.unit.vocation is not None and character.vocation is None:
        yield finding(_("Unknown vocation: “{slug}”."), slug=character.unit.vocation)


@check(
    "otd.vocation-none",
    _("Players vote on vocations before the battle. Until then a character can have none."),
    hint=_("Choose one before the battle."),
    heading=BEFORE_THE_PLAYER,
    level="warning",
    rulings="otd-4 otd-19",
    on="character",
)
def a_vocation(character):
    if character.living and character.unit.vocation is None:
        yield finding(_("No vocation yet."))
