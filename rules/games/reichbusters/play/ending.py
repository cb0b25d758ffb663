"""How a mission ends: won by its objectives and a hero who escapes, lost where the track runs out (p. 27)."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.reichbusters.play import state
from rules.games.reichbusters.play.symbols import rule
from rules.play.actions import Reason
from rules.play.battle import LOST, WON, Battle
from rules.text import Message, _


def escaped(battle: Battle) -> list[str]:
    return [path for path in state.paths(battle, state.HERO) if battle.number(f"{path}/{state.ESCAPED}")]


def outcome(battle: Battle) -> str:
    """WON, LOST, or "" where the marks do not say: players win or lose together ("Aperçu du jeu")."""
    if state.table(battle, state.LOST):
        return LOST
    if state.heroes(battle):
        return ""
    return WON if state.table(battle, state.OBJECTIVE) and escaped(battle) else LOST


def lines(battle: Battle, book: Catalogue) -> Iterator[Reason]:
    """How it came about: rounds, objectives, who escaped."""
    cite = rule(book, "escape").cite
    if state.table(battle, state.LOST):
        yield Reason("", _("The track has run out."), rule(book, "final").cite)
    names = tuple(battle.called(path) for path in escaped(battle))
    yield Reason(str(len(names)), Message(_("escaped: {names}"), {"names": names or "–"}), cite)
    reached = state.table(battle, state.OBJECTIVE)
    yield Reason("", _("Objectives reached.") if reached else _("Objectives not reached."), cite)
