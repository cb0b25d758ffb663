"""Which rules of its units a side is to remember now: at a step of the round, or with who acts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.catalogue import Catalogue
from rules.play.battle import ACTIVATED, Battle, listed, side_of_path
from rules.play.circumstances import entry_of, has_entry
from rules.text import Text, folded

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
        return SILENT + re.sub(r"\W+", "-", folded(f"{self.path} {self.name}").strip())


def at_step(battle: Battle, book: Catalogue, side: int, step: str) -> list[Recall]:
    """Those of the units of a side that still take part."""
    paths, recalls = battle.standing(side), book.play.recalls
    now = [slug for slug, moment in recalls.moments.items() if step in moment.steps]
    acted = recalls.ticked and any(battle.number(f"{path}/{ACTIVATED}") for path in paths)
    if acted and not any(recalls.moments[slug].waiting for slug in now):
        now += [slug for slug, moment in recalls.moments.items() if moment.waiting]
    return merged(
        recall for slug in now for recall in recalled(battle, book, {slug}, of_moment(battle, book, slug, paths))
    )


def of_moment(battle: Battle, book: Catalogue, slug: str, paths: Iterable[str]) -> list[str]:
    """Those of these units whom a moment of the round is about."""
    moment = book.play.recalls.moments[slug]
    fit = [path for path in paths if not moment.kinds or battle.units_by_path[path].kind in moment.kinds]
    return [path for path in fit if not (moment.waiting and battle.number(f"{path}/{ACTIVATED}"))]


def at_action(battle: Battle, book: Catalogue, action: str, path: str, foes: Iterable[str]) -> list[Recall]:
    """Those of who acts, then those of whom it is done to, on the page of an action."""
    moments = {slug: moment for slug, moment in book.play.recalls.moments.items() if action in moment.actions}
    own, others = ({slug for slug, moment in moments.items() if moment.foe == foe} for foe in (False, True))
    known = battle.units_by_path
    return merged(
        [
            *recalled(battle, book, own, [path] if path in known else []),
            *recalled(battle, book, others, [foe for foe in foes if foe in known]),
        ]
    )


def merged(recalls: Iterable[Recall]) -> list[Recall]:
    """Each rule once, with all who have it."""
    found: dict[str, Recall] = {}
    for recall in recalls:
        before = found.get(recall.key, recall).units
        found[recall.key] = replace(recall, units=tuple(dict.fromkeys((*before, *recall.units))))
    return [*found.values()]


def recalled(battle: Battle, book: Catalogue, moments: set[str], paths: Sequence[str]) -> Iterator[Recall]:
    """The rules of these units that are recalled at any of these moments, without those that were silenced."""
    recalls = book.play.recalls
    wanted = {path for row in recalls.rules if not moments.isdisjoint(row.at) for path in row.rules}
    wanted |= {fact for fact, own in recalls.own.items() if not moments.isdisjoint(own.at)}
    for path in paths if wanted else ():
        for held in held_by(battle, book, path):
            if held.path in wanted and not (is_silent(battle, path, held) or is_spent(battle, recalls.spent, held)):
                yield recall_of(book, held)


def name_of(battle: Battle, book: Catalogue, side: int, key: str) -> Text | None:
    """What a rule of a side's units is called that a mark of this key silences; None where nobody has it."""
    rules = {*book.play.recalls.paths(), *book.play.recalls.own}
    held = (held for path in battle.paths_of(side) for held in held_by(battle, book, path))
    return next((recall_of(book, one).name for one in held if one.path in rules and one.key == key), None)


def recall_of(book: Catalogue, held: Held) -> Recall:
    if held.name:
        return Recall(held.key, Text(held.name, held.name), book.play.recalls.own[held.path].text, "", held.units)
    entry = entry_of(book, held.path)
    return Recall(held.key, entry.name, entry.card or entry.text, str(entry.cite), held.units)


def held_by(battle: Battle, book: Catalogue, path: str) -> Iterator[Held]:
    """What a unit of a side has by its facts, what its side has, what its player copied."""
    unit, side = battle.units_by_path[path], side_of_path(path)
    if side is None:
        return
    for facts, units in ((unit.facts, (path,)), (battle.sides[side].facts, ())):
        for fact, templates in book.play.recalls.held.items():
            for slug in listed(facts, fact):
                rules = (rule for template in templates for rule in with_rules(book, template.format(slug)))
                yield from (Held(rule, thing=slug, units=units) for rule in rules)
    for fact in book.play.recalls.own:
        names = unit.facts.get(fact)
        yield from (Held(fact, name, units=(path,)) for name in (names if isinstance(names, tuple) else ()))


def with_rules(book: Catalogue, path: str) -> Iterator[str]:
    """A thing of the book, then the special rules that it has."""
    yield path
    if has_entry(book, path):
        yield from (f"special_rules/{slug}" for slug in getattr(entry_of(book, path), "rules", ()))


def is_silent(battle: Battle, path: str, held: Held) -> bool:
    return f"{side_of_path(path)}/{held.key}" in battle.marks


def is_spent(battle: Battle, states: Sequence[str], held: Held) -> bool:
    """Whether all that a unit has of a thing is marked as used up; its keys are "used-net", "used-net-2" ..."""
    of_thing = re.compile(rf"(?:{'|'.join(states)})-{re.escape(held.thing)}(?:-\d+)?").fullmatch
    keys = [(path, marker.key) for path in held.units for marker in battle.units_by_path[path].markers]
    marked = [battle.number(f"{path}/{key}") for path, key in keys if of_thing(key)]
    return bool(marked) and all(marked)
