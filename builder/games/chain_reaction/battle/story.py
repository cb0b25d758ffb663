"""An evening in five sentences for the log of a list: when, the result, who fell, who struck, what the foe lost."""

from collections.abc import Iterator

from builder.battles.ending import name_of
from rules.catalogue import Catalogue
from rules.games.chain_reaction.play import turns
from rules.play.actions import Words
from rules.play.battle import DRAWN, FLED, LOST, OUT, WON, BattleDocument
from rules.text import Message, _

DEAD, REMOVED, CAPTURED, KILL = "dead", "removed-from-play", "captured", "took-somebody-out"
FALLEN = {"dead": (DEAD,), "out": (OUT,), "gone": (FLED, CAPTURED, REMOVED)}  # the worst first
ENDS = {WON: _("The battle was won."), LOST: _("The battle was lost."), DRAWN: _("The battle was a draw.")}


def story(battle: BattleDocument, number: int, book: Catalogue) -> Iterator[Words]:
    """Five sentences about the side of this number."""
    yield when(battle, number, book)
    results = battle.result.sides if battle.result else ()
    yield ENDS.get(results[number].outcome if number < len(results) else "", _("Nobody noted who won."))
    yield fallen(battle, number)
    struck = marked(battle, number, KILL)
    yield Message(_("Took an enemy out: {names}."), {"names": struck}) if struck else _("Nobody took an enemy out.")
    others = [path for side in range(len(battle.sides)) if side != number for path in battle.paths_of(side)]
    down = sum(battle.is_down(path) or bool(battle.number(f"{path}/{CAPTURED}")) for path in others)
    yield Message(_("Opponents out of play: {n} of {total}."), {"n": down, "total": len(others)})


def when(battle: BattleDocument, number: int, book: Catalogue) -> Message:
    """How many turns, against whom, at what time of day in what weather."""
    foes = tuple(name_of(battle, side) for side in range(len(battle.sides)) if side != number)
    values = {"n": battle.round, "foes": foes or "–"}
    clock = turns.clock_of(battle, book)
    if clock is None:
        return Message(_("Turns: {n}, against {foes}."), values)
    moment, weather = (row.name for row in turns.rows_of(clock, book))
    words = _("Turns: {n}, against {foes}; at the end: {moment}, {weather}.")
    return Message(words, {**values, "moment": moment, "weather": weather})


def marked(battle: BattleDocument, number: int, key: str) -> tuple[Words, ...]:
    """The names of the units of a side that have a mark."""
    return tuple(battle.called(path) for path in battle.paths_of(number) if battle.number(f"{path}/{key}"))


def fallen(battle: BattleDocument, number: int) -> Words:
    """Who is dead, out of action, or gone; each where it is worst."""
    names: dict[str, tuple[Words, ...]] = dict.fromkeys(FALLEN, ())
    for path in battle.paths_of(number):
        worst = next((word for word, keys in FALLEN.items() if any(battle.number(f"{path}/{key}") for key in keys)), "")
        if worst:
            names[worst] += (battle.called(path),)
    if not any(names.values()):
        return _("All of the group were in play at the end.")
    text = _("Dead: {dead}; out of action: {out}; fled or taken: {gone}.")
    return Message(text, {key: value or "–" for key, value in names.items()})
