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
    _("A gang has at least one character; there is no upper limit."),
    hint=_("Add a character."),
    heading=INTRODUCTION,
    requirement=True,
    rulings="otd-5",
)
def somebody(gang):
    if not gang.units:
        yield finding(_("The gang has no character yet."))


@check(
    "otd.player-twice",
    _("A character stands for its player, so a player has one living character at a time."),
    hint=_("Give the second one to another player, or note what became of the first."),
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
            _("More than one living character: {players}. Each player is meant to have one."),
            players=tuple(sorted(twice.values())),
        )


@check(
    "otd.vocation-duplicate",
    _("Each living member of a gang has a part of its own; two may have the same vocation if the players agree."),
    hint=_("Choose one of the vocations that nobody has."),
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
        yield finding(_("Held by more than one character: {vocations}."), vocations=names(rows, shared))


@check(
    "otd.vocation-unknown",
    _("A vocation is one of the ten that the document names."),
    hint=_("Choose one of the ten, or none yet."),
    heading=BEFORE_THE_PLAYER,
    on="character",
)
def a_vocation_of_the_book(character):
    if character.unit.vocation is not None and character.vocation is None:
        yield finding(_("There is no vocation “{slug}” in this book."), slug=character.unit.vocation)


@check(
    "otd.vocation-none",
    _("Vocations are given out by a vote before the game; until then a character may have none."),
    hint=_("Choose one before the game begins."),
    heading=BEFORE_THE_PLAYER,
    level="warning",
    rulings="otd-4 otd-19",
    on="character",
)
def a_vocation(character):
    if character.living and character.unit.vocation is None:
        yield finding(_("No vocation is chosen yet."))
