"""How far one sees: the clock and the weather of the table shorten it for everybody ("Table de la météo")."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.chain_reaction.clock import WEATHER, sight
from rules.games.chain_reaction.play.turns import clock_of
from rules.play.actions import Reason
from rules.play.battle import Battle
from rules.text import Message, _


def sight_note(battle: Battle, catalogue: Catalogue) -> Iterator[Reason]:
    clock = clock_of(battle, catalogue)
    inches = sight(clock, catalogue) if clock else None
    if inches is not None:
        words = Message(_("Sight {inches}″: night or weather"), {"inches": inches})
        yield Reason("", words, str(catalogue.tables[WEATHER].cite))
