"""What lies on the table without being anybody: piles of noise, search markers, fires, explosives."""

from rules.games.of_the_dead.play import state
from rules.play.battle import COUNTER, SWITCH, Marker, Unit, figure
from rules.play.marks import Mark
from rules.text import Text

NOISE, SEARCH, BURNING, DUE, BLAST, MOLOTOV = "noise", "search", "burning", "due", "blast", "molotov"
COUNT, TURN = "count", "turn"
NAMES = {
    NOISE: Text("Bruit", "Noise"),
    SEARCH: Text("Fouille", "Search"),
    BURNING: Text("Combustion", "Fire"),
    DUE: Text("Explosif lancé", "Explosive thrown"),
    BLAST: Text("Gabarit d’explosion", "Blast template"),
    MOLOTOV: Text("Cocktail Molotov", "Molotov cocktail"),
}
MOST = 99


def token(slug: str, number: int = 1, turn: int = 0) -> Unit:
    """A token that is not yet on the table, laid in a turn; only noise is a pile with a number."""
    name = NAMES[slug]
    piled = Marker(COUNT, name, COUNTER, most=MOST, start=number, ends=False)
    seen = Marker("used", Text("Fouillé", "Searched"), SWITCH, ends=True)
    markers = {NOISE: (piled,), SEARCH: (seen,)}.get(slug, ())
    return Unit(slug, name, state.TOKEN, markers=markers, facts={state.TOKEN: slug, TURN: turn})


def turn_of(unit: Unit) -> int:
    """In which turn a token was laid."""
    return figure(unit.facts, TURN)


def lay(slug: str, number: int = 1) -> list[Mark]:
    """The mark that lays a token beside who acts; none for a pile without noise."""
    return [Mark("lay", slug, number)] if number > 0 else []
