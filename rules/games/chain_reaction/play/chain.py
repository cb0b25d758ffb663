"""What follows a move, a shot or a charge: the next links of a chain of reactions, each kept by who is due."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.chain_reaction.play.figures import Figure, is_in
from rules.play.actions import Notice, Words
from rules.play.battle import Battle, side_of_path
from rules.text import Message, _

DUE, LEADER_TEST = "step-due", "step-leader"
LEAVE = _("Leave out")
WHO: dict[str, Words] = {
    "in-sight": _("{name}: enemy in sight test"),
    "shot-at": _("{name}: shot at test"),
    "charged": _("{name}: charged, tests"),
    "shoot": _("{name} shoots"),
    "melee": _("{name}: melee"),
    "power": _("{name}: Star Power"),
    "blast": _("{name}: who is under the disc?"),
    "crash": _("{name}: crash test"),
    "passenger": _("{name}: passenger test"),
}


def depth(battle: Battle) -> int:
    """The number of the last link that is due; 0 without any."""
    return max((number for number, _path, _query in links(battle)), default=0)


def links(battle: Battle) -> list[tuple[int, str, str]]:
    """What is due, the newest first, of those of one number in the order of the units: (number, path, action)."""
    due = []
    for path in battle.units_by_path:
        number, _blank, query = str(battle.value(f"{path}/{DUE}") or "").partition(" ")
        if query and number.isdigit() and still_due(battle, path, query):
            due.append((int(number), path, query))
    return sorted(due, key=lambda link: -link[0])


def still_due(battle: Battle, path: str, query: str) -> bool:
    """Whether who is due still takes part, and whom it aims at, fights or sees; Star Power is for the fallen, too."""
    slug, _mark, fields = query.partition("?")
    if slug == "power":
        return True
    named = dict(field.partition("=")[::2] for field in fields.split("&"))
    other = named.get("by" if slug == "in-sight" else "foe" if slug == "melee" else "target", "")
    return is_in(battle, path) and (slug == "blast" or other not in battle.units_by_path or is_in(battle, other))


def link(battle: Battle, path: str, query: str, later: int = 1) -> Iterator[str]:
    """The command that makes an action due for a unit, after what is due; `later`: the higher, the sooner it comes."""
    if f"{path}/{DUE}" in battle.markers_by_path:
        yield f"say {path}/{DUE} {depth(battle) + later} {query}"


def unlink(battle: Battle, path: str) -> Iterator[str]:
    """The command that takes away what is due for a unit, where something is."""
    if battle.value(f"{path}/{DUE}"):
        yield f"say {path}/{DUE}"


def shot_at(figure: Figure, by: str, outgunned: bool, move: str = "") -> Iterator[str]:
    """The test of who was shot at and still stands; the stunned make none (ruling cr-64)."""
    if figure.takes("pris-pour-cible"):
        rest = f"&move={move}" if move else ""
        source = f"&by={by}" if by else ""
        yield from link(figure.battle, figure.path, f"shot-at?outgunned={'yes' if outgunned else 'no'}{source}{rest}")


def linked(slug: str, path: str, query: str) -> str:
    """An action with its query, for a unit."""
    return f"{slug}?unit={path}{f'&{query}' if query else ''}"


def due(battle: Battle, catalogue: Catalogue) -> Iterator[Notice]:
    """What is due, in its order; each may be left out. The loss of a leader is tested before anything else."""
    cite = str(catalogue.tables["tests"].cite)
    for path in battle.units_by_path:
        if battle.number(f"{path}/{LEADER_TEST}") and is_in(battle, path):
            text, drop = (
                Message(_("{name}: leader lost test"), {"name": battle.called(path)}),
                f"set {path}/{LEADER_TEST} 0",
            )
            yield Notice(text, cite, side_of_path(path), action=linked("leader-lost", path, ""), mark=drop, does=LEAVE)
    for _number, path, query in links(battle):
        slug, _mark, fields = query.partition("?")
        text = Message(str(WHO.get(slug, _("{name} goes on"))), {"name": battle.called(path)})
        action, drop = linked(slug, path, fields), f"say {path}/{DUE}"
        yield Notice(text, cite, side_of_path(path), action=action, mark=drop, does=LEAVE)


def lost_leader(battle: Battle, catalogue: Catalogue, leader: str) -> Iterator[str]:
    """The commands that make everybody of a lost leader's side test, wherever they are."""
    for path in battle.units_by_path:
        figure = Figure(battle, catalogue, path)
        if figure.side == leader.split("/")[0] and path != leader and is_in(battle, path):
            yield from figure.set(LEADER_TEST)
