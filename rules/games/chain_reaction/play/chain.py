"""What follows a move, a shot or a charge: the next links of a chain of reactions, each kept by who is due."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.chain_reaction.play.figures import Figure, can_act, is_in
from rules.play.actions import Notice, Words
from rules.play.battle import Battle, side_of_path
from rules.play.marks import Mark
from rules.text import Message, _

DUE, CHARGED_FOE, LEADER_TEST = "step-due", "step-charge", "step-leader"
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
    "move": _("{name}: who saw it move?"),
    "charge": _("{name} charges"),
}


def depth(battle: Battle) -> int:
    """The number of the last link that is due; 0 without any."""
    return max((number for number, _path, _query in links(battle)), default=0)


def links(battle: Battle) -> list[tuple[int, str, str]]:
    """What is due, the newest first, of those of one number in the order of the units: (number, path, action)."""
    due = []
    for path in battle.units_by_path:
        number, _blank, query = str(battle.value(f"{path}/{DUE}") or "").partition(" ")
        if query and number.isdecimal() and still_due(battle, path, query):
            due.append((int(number), path, query))
        if foe := charged_foe(battle, path):
            due.append((0, path, f"melee?foe={foe}"))
    return sorted(due, key=lambda link: -link[0])


def charged_foe(battle: Battle, path: str) -> str:
    """Whom a figure fights once all that its charge led to is done; "" where that stopped it, or either fell."""
    foe = str(battle.value(f"{path}/{CHARGED_FOE}") or "")
    charges = battle.number(f"{path}/charging") and can_act(battle, path)
    return foe if charges and foe in battle.units_by_path and is_in(battle, foe) else ""


def charge(battle: Battle, path: str, foe: str) -> Iterator[Mark]:
    """The mark that makes a melee the end of a charge."""
    if f"{path}/{CHARGED_FOE}" in battle.markers_by_path:
        yield Mark.say(f"{path}/{CHARGED_FOE}", foe)


def still_due(battle: Battle, path: str, query: str) -> bool:
    """Whether who is due still takes part, and whom it aims at or sees; Star Power is for the fallen, too."""
    slug, _mark, fields = query.partition("?")
    if slug == "power":
        return True
    named = dict(field.partition("=")[::2] for field in fields.split("&"))
    other = named.get("by" if slug == "in-sight" else "target", "")
    return is_in(battle, path) and (slug == "blast" or other not in battle.units_by_path or is_in(battle, other))


def link(battle: Battle, path: str, query: str, later: int = 1) -> Iterator[Mark]:
    """The mark that makes an action due for a unit, after what is due; `later`: the higher, the sooner it comes."""
    if f"{path}/{DUE}" in battle.markers_by_path:
        yield Mark.say(f"{path}/{DUE}", f"{depth(battle) + later} {query}")


def unlink(battle: Battle, path: str) -> Iterator[Mark]:
    """The mark that takes away what is due for a unit, where something is."""
    if battle.value(f"{path}/{DUE}"):
        yield Mark.say(f"{path}/{DUE}")


def shot_at(figure: Figure, by: str, outgunned: bool, move: str = "") -> Iterator[Mark]:
    """The test of who was shot at and still stands; the stunned make none (ruling cr-64).

    move -- how it moves, unless it is marked as having moved fast in this turn
    """
    if figure.takes("pris-pour-cible"):
        rest = f"&move={move}" if move and not figure.marked("fast") else ""
        source = f"&by={by}" if by else ""
        yield from link(figure.battle, figure.path, f"shot-at?outgunned={'yes' if outgunned else 'no'}{source}{rest}")


def linked(slug: str, path: str, query: str = "") -> str:
    """An action with its query, for a unit."""
    return f"{slug}?unit={path}{f'&{query}' if query else ''}"


def due(battle: Battle, catalogue: Catalogue) -> Iterator[Notice]:
    """What is due, in its order; each may be left out. The loss of a leader is tested before anything else."""
    cite = str(catalogue.tables["tests"].cite)
    for path in battle.units_by_path:
        if battle.number(f"{path}/{LEADER_TEST}") and is_in(battle, path):
            text = Message(_("{name}: leader lost test"), {"name": battle.called(path)})
            action, drop = linked("leader-lost", path), str(Mark.set(f"{path}/{LEADER_TEST}", 0))
            yield Notice(text, cite, side_of_path(path), action=action, mark=drop, does=LEAVE)
    for number, path, query in links(battle):
        slug, _mark, fields = query.partition("?")
        text = Message(str(WHO.get(slug, _("{name} goes on"))), {"name": battle.called(path)})
        action, drop = linked(slug, path, fields), str(Mark.say(f"{path}/{DUE if number else CHARGED_FOE}"))
        yield Notice(text, cite, side_of_path(path), action=action, mark=drop, does=LEAVE)


def lost_leader(battle: Battle, catalogue: Catalogue, leader: str) -> Iterator[Mark]:
    """The marks that make everybody of a lost leader's side test, wherever they are; the stunned do nothing."""
    lost = Figure(battle, catalogue, leader)
    for path in (path for path in battle.units_by_path if path != leader and can_act(battle, path)):
        figure = lost.other(path)
        if figure.side == lost.side and figure.takes("perte-du-chef"):
            yield from figure.mark(LEADER_TEST)
