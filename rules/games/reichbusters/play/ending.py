"""How a mission ends: won by its objectives and a hero who escapes, lost where the track runs out (p. 27)."""

from collections.abc import Iterator, Mapping

from rules.catalogue import Catalogue
from rules.games.reichbusters.play import state
from rules.games.reichbusters.play.symbols import rule
from rules.play.actions import Reason
from rules.play.battle import LOST, WON, Battle, Fact
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


def rounds_left(battle: Battle) -> int | None:
    """Spaces of the track that the marker has not reached; None where nobody wrote in how long it is."""
    keys = (state.AFTER,) if state.is_after(battle) else (state.BEFORE, state.AFTER)
    paths = [state.track_path(battle, key) for key in keys]
    markers = [battle.markers_by_path.get(path) for path in paths]
    spaces = [marker.most for marker in markers if marker and not marker.free]
    return sum(spaces) - sum(map(battle.number, paths)) if len(spaces) == len(paths) else None


def facts(battle: Battle) -> Mapping[str, Fact]:
    """What a result keeps: objectives, how many escaped, rounds left."""
    kept: dict[str, Fact] = {state.OBJECTIVE: state.table(battle, state.OBJECTIVE), state.ESCAPED: len(escaped(battle))}
    left = rounds_left(battle)
    return kept if left is None else kept | {"rounds-left": left}


def lines(battle: Battle, book: Catalogue) -> Iterator[Reason]:
    """How it came about: rounds, objectives, who escaped."""
    cite = rule(book, "escape").cite
    if state.table(battle, state.LOST):
        yield Reason("", _("The track has run out."), rule(book, "final").cite)
    if (left := rounds_left(battle)) is not None:
        yield Reason(str(left), _("rounds left on the track"), rule(book, "final").cite)
    names = tuple(battle.called(path) for path in escaped(battle))
    yield Reason(str(len(names)), Message(_("escaped: {names}"), {"names": names or "–"}), cite)
    reached = state.table(battle, state.OBJECTIVE)
    yield Reason("", _("Objectives reached.") if reached else _("Objectives not reached."), cite)
