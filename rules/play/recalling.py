"""Which rules of its units a side is to remember now: at a step of the round, or with who acts."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.catalogue import Catalogue
from rules.play.battle import ACTIVATED, LONGEST_KEY, Battle, listed, side_of_path
from rules.play.circumstances import entry_of, has_entry
from rules.play.moments import Moment
from rules.text import Text, folded

SPECIAL = "special_rules/"
SILENT = "silent-"  # how the key of a side's mark begins that silences a rule; its value is the rule's name


@dataclass(frozen=True)
class Recall:
    """A rule at its moment; `units`: the paths of those who have it, none where it is their side's.

    key -- what its player's mark is called that silences it
    """

    key: str
    name: Text
    text: Text
    cite: str
    units: tuple[str, ...] = ()


class Held(NamedTuple):
    """A rule that somebody has: its path in the book, or the fact and the players' own name of it.

    thing -- the slug of what gives it
    units -- the path of who has it; none where it is the side's
    """

    path: str
    name: str = ""
    thing: str = ""
    units: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return SILENT + re.sub(r"\W+", "-", folded(f"{self.path} {self.name}").strip())[:LONGEST_KEY]


def at_step(battle: Battle, book: Catalogue, side: int, step: str) -> list[Recall]:
    """Those of the units of a side that still take part."""
    paths = battle.standing(side)
    now = [(slug, moment) for slug, moment in book.play.recalls.moments.items() if step in moment.steps]
    return recalled(battle, book, [(slug, of_moment(battle, moment, paths)) for slug, moment in now])


def of_moment(battle: Battle, moment: Moment, paths: Iterable[str]) -> list[str]:
    """Those of these units whom a moment of the round is about."""
    fit = [path for path in paths if not moment.kinds or battle.units_by_path[path].kind in moment.kinds]
    return [path for path in fit if not (moment.waiting and battle.number(f"{path}/{ACTIVATED}"))]


def at_action(battle: Battle, book: Catalogue, action: str, path: str, foes: Iterable[str]) -> list[Recall]:
    """Those of who acts, then those of whom it is done to, on the page of an action."""
    own, others = ([one for one in paths if one in battle.units_by_path] for paths in ([path], foes))
    moments = [(slug, moment) for slug, moment in book.play.recalls.moments.items() if action in moment.actions]
    return recalled(battle, book, [(slug, others if moment.foe else own) for slug, moment in moments])


def recalled(battle: Battle, book: Catalogue, moments: Iterable[tuple[str, Sequence[str]]]) -> list[Recall]:
    """The rules of these moments that the units at these paths have, each once, without those that were silenced."""
    recalls, found = book.play.recalls, dict[tuple[str, str], dict[str, None]]()
    silent = {path for path in battle.marks if f"/{SILENT}" in path}
    for slug, paths in moments:
        wanted = recalls.wanted(slug)
        for path in paths:
            for held in held_by(battle, book, path, wanted):
                is_silent = bool(silent) and f"{side_of_path(path)}/{held.key}" in silent
                if not (is_silent or is_spent(battle, recalls.spent, held)):
                    found.setdefault((held.path, held.name), {}).update(dict.fromkeys(held.units))
    return [recall_of(book, Held(path, name, units=tuple(units))) for (path, name), units in found.items()]


def name_of(battle: Battle, book: Catalogue, side: int, key: str) -> Text | None:
    """What a rule of a side's units is called that a mark of this key silences; None where nobody has it."""
    rules = {*book.play.recalls.paths(), *book.play.recalls.own}
    held = (held for path in battle.paths_of(side) for held in held_by(battle, book, path, rules))
    return next((recall_of(book, one).name for one in held if one.key == key), None)


def recall_of(book: Catalogue, held: Held) -> Recall:
    if held.name:
        return Recall(held.key, Text(held.name, held.name), book.play.recalls.own[held.path].text, "", held.units)
    entry = entry_of(book, held.path)
    return Recall(held.key, entry.name, entry.card or entry.text, str(entry.cite), held.units)


def held_by(battle: Battle, book: Catalogue, path: str, wanted: Collection[str]) -> Iterator[Held]:
    """What of these a unit of a side has by its facts, its side has, its player copied."""
    unit, side = battle.units_by_path[path], side_of_path(path)
    if side is None:
        return
    special = any(rule.startswith(SPECIAL) for rule in wanted)
    for facts, units in ((unit.facts, (path,)), (battle.sides[side].facts, ())):
        for fact, templates in book.play.recalls.held.items():
            for slug in listed(facts, fact):
                things = [template.format(slug) for template in templates]
                rules = (*things, *(rules_of(book, things) if special else ()))
                yield from (Held(rule, thing=slug, units=units) for rule in rules if rule in wanted)
    for fact in (fact for fact in book.play.recalls.own if fact in wanted):
        names = unit.facts.get(fact)
        yield from (Held(fact, name, units=(path,)) for name in (names if isinstance(names, tuple) else ()))


def rules_of(book: Catalogue, things: Iterable[str]) -> Iterator[str]:
    """The special rules of weapons and options at these paths."""
    for thing in (entry_of(book, path) for path in things if has_entry(book, path)):
        yield from (f"{SPECIAL}{slug}" for slug in getattr(thing, "rules", ()))


def is_spent(battle: Battle, states: Sequence[str], held: Held) -> bool:
    """Whether all that a unit has of a thing is marked as used up; its keys are "used-net", "used-net-2" ..."""
    names = [f"{state}-{held.thing}" for state in states]
    keys = [(path, marker.key) for path in held.units for marker in battle.units_by_path[path].markers]
    own = [(path, key) for path, key in keys if key.startswith(tuple(names))]
    marked = [battle.number(f"{path}/{key}") for path, key in own if re.sub(r"-\d+$", "", key) in names]
    return bool(marked) and all(marked)
