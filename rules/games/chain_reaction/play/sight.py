"""How far one sees: the clock and the weather of the table shorten it for everybody ("Table de la météo")."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.chain_reaction.clock import TIMES, WEATHER, is_sight_of_the_open, sight
from rules.games.chain_reaction.play.turns import clock_of
from rules.play.actions import Reason
from rules.play.battle import Battle
from rules.text import Message, _


def sight_of(battle: Battle, catalogue: Catalogue) -> int | None:
    """In inches; None without limit."""
    clock = clock_of(battle, catalogue)
    return sight(clock, catalogue) if clock else None


def sight_note(battle: Battle, catalogue: Catalogue) -> Iterator[Reason]:
    clock, inches = clock_of(battle, catalogue), sight_of(battle, catalogue)
    if clock and inches is not None:
        by_night = is_sight_of_the_open(clock, catalogue)
        text = _("Sight {inches}″ in the open: night") if by_night else _("Sight {inches}″: weather")
        yield Reason("", Message(text, {"inches": inches}), str(catalogue.tables[TIMES if by_night else WEATHER].cite))
