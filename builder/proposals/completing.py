"""A list completed: units and things added by chance and by wishes until the budget is spent and nothing is missing."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any
from urllib.parse import unquote_plus

from django.utils.translation import gettext

from builder.lists.book_change import words_in
from builder.lists.commands import perform
from builder.lists.findings import HEAD
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import comparison_key
from builder.lists.spec import LISTS
from builder.proposals.mending import mended_from, settled
from builder.proposals.moves import ADD, COPIES, GIVE, NO_LIMITS, SWITCH, Limits, Move
from builder.proposals.state import State
from builder.wording import in_words
from rules.text import _

PROPOSALS, CANDIDATES = 3, 4
HEADS = 2  # drawn for each try of a random list, for a fifth of those of Mercenaries exclude all fighters
CLOSE = 0.02  # of the budget may be left
MOST_REFUSALS = 25  # one after another, before everything is tried
MOST_RETRIES = 6  # of what was added last, where nothing fits what is left of the budget
WISHED = 4  # times as likely
BACK = 4  # moves that are given back
MANY, FEW = "many", "few"
WORDS = re.compile(r"[\w-]+").findall
SIZE_WISHES = {(MANY, ADD): _("many units"), (FEW, GIVE): _("few units")}
SIZES = {MANY: 0.6, "": 1.0, FEW: 1.8}  # times the usual points of a unit


@dataclass(frozen=True)
class Wishes:
    """What a player wants of a completed list.

    size   -- MANY or FEW units, or ""
    kinds  -- keys of `ListSpec.wishes`
    having -- slugs that have to be in it
    limits -- what stays as it is, and what may not be in it
    tries  -- how often it is begun anew at most
    trials -- how many edits are tried at most, each time
    """

    size: str = ""
    kinds: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    limits: Limits = NO_LIMITS
    tries: int = 4
    trials: int = 12_000


NO_WISHES = Wishes()


def proposals(loaded: LoadedRoster, seed: Any, wishes: Wishes) -> list[State]:
    """Three completed lists, of some that chance makes those that are least alike; the same for the same seed."""
    chances = [Random(f"{seed}/{number}") for number in range(CANDIDATES)]  # noqa: S311  a game, no secret
    made = [completed(loaded, chance, wishes) for chance in chances]
    legal = [state for state in made if is_complete(state)] or made
    trios = combinations(legal if len(legal) >= PROPOSALS else made, PROPOSALS)
    return list(max(trios, key=lambda trio: min(unlikeness(*pair) for pair in combinations(trio, 2))))


def completed(loaded: LoadedRoster, chance: Random, wishes: Wishes) -> State:
    """A complete list, where one of a few tries makes one."""
    for _try in range(wishes.tries):
        state = Completion(loaded, chance, wishes).run()
        if is_complete(state):
            break
    return state


def is_complete(state: State) -> bool:
    return is_complete_list(state.loaded)


def is_complete_list(loaded: LoadedRoster) -> bool:
    """Whether a list is legal and, in a game with points, within 2 % of its budget."""
    total, budget = loaded.verdict.total, loaded.verdict.budget
    return loaded.verdict.legal and (not budget or budget - (total or 0) <= CLOSE * budget)


def unlikeness(one: State, other: State) -> float:
    """The share of the units and things of two lists that only one of them has: 0 alike, 1 with nothing in common."""
    mine, theirs = things(one.loaded), things(other.loaded)
    return 1 - (mine & theirs).total() / max(1, (mine | theirs).total())


def things(loaded: LoadedRoster) -> Counter[str]:
    """What the units of a list are and have, as the words of its document."""
    return Counter(word for unit in loaded.data["units"] for word in words_in(unit) if word != unit.get("name"))


def random_list(
    game: str, seed: Any, faction: str = "", budget: int | None = None, wishes: Wishes = NO_WISHES
) -> LoadedRoster:
    """A legal list that chance makes of nothing, where it can; the same for the same seed and the same choices.

    faction -- a slug that a value of the list's head names; "": chance takes one

    A head may ask for what no list can be (two drawbacks that exclude each other): another is drawn then.
    """
    chance, empty = Random(str(seed)), LoadedRoster.empty(game)  # noqa: S311  a game, no secret
    empty = empty.with_document(LISTS[game].start_list(empty.document, empty.catalogue))
    if budget and empty.verdict.total is not None:
        empty = empty.with_document(perform(empty, f"set budget={budget}", {}))
    for _head in range(HEADS * wishes.tries):
        head = with_head(State(empty), chance, faction, bool(budget))
        state = Completion(head.loaded, chance, wishes).run()
        if is_complete(state):
            break
    return state.loaded


def with_head(state: State, chance: Random, faction: str, has_budget: bool) -> State:
    """A list without units with the fields of its head drawn, of the values that add no error to it."""
    spec = LISTS[state.loaded.document.game]
    for field in spec.drawn if has_budget or not spec.unit_points else ("budget", *spec.drawn):
        moves = [move for move in state.moves.of_head() if move.group == field]
        named = [move for move in moves if faction in WORDS(unquote_plus(move.command))]
        if faction and named:
            moves = [min(named, key=lambda move: len(move.command))]
        steps = [
            step for move in moves if (step := state.after(move)) and not (field in spec.drawn[1:] and step.added())
        ]
        now = comparison_key(state.loaded.verdict.errors)
        useful = [step for step in steps if comparison_key(step.loaded.verdict.errors) != now]
        state = chance.choice(useful) if useful else state
    return state


class Completion:
    """One list on its way."""

    def __init__(self, loaded: LoadedRoster, chance: Random, wishes: Wishes):
        self.chance, self.wishes, self.spec = chance, wishes, LISTS[loaded.document.game]
        limits = replace(wishes.limits, kept=self.kept_fields(loaded), warnings=False, trials=wishes.trials)
        self.state = State(loaded, limits=limits)
        self.liked = {key for kind in wishes.kinds for key in self.spec.wishes[kind].groups}
        self.usual = self.spec.unit_points * SIZES[wishes.size]

    def kept_fields(self, loaded: LoadedRoster) -> tuple[str, ...]:
        """The fields of the head that are chosen, and those that a list can do without."""
        values = self.spec.head_values(loaded.document)
        due = {*self.spec.drawn, *(remedy.field for remedy in self.spec.remedies.values() if remedy.at == HEAD)}
        return tuple(group.key for group in self.spec.settings(loaded) if values.get(group.key) or group.key not in due)

    def run(self) -> State:
        self.state = mended_from(self.state, self.choose)
        for slug in self.wishes.having:
            self.include(slug)
        self.least = len(self.state.steps)
        if self.left:
            self.spend()
        return self.state

    def choose(self, ways: list[State]) -> State:
        """One of the ways out of a finding by chance; none that changes more of the head than has to be."""
        return self.chance.choice([way for way in ways if way.rank[0] == ways[0].rank[0]])

    @property
    def left(self) -> int:
        """Points that are still to spend; 0 in a game without."""
        return (self.state.loaded.verdict.budget or 0) - self.state.points

    @property
    def is_close(self) -> bool:
        return self.left <= CLOSE * (self.state.loaded.verdict.budget or 0)

    def spend(self) -> None:
        """Take by chance, then exactly what fits; give back what was taken last where nothing does."""
        for _retry in range(MOST_RETRIES):
            refused = 0
            while refused < MOST_REFUSALS and self.left > 0:
                move = self.drawn()
                refused = 0 if move and self.take(move) else refused + 1
            self.fill()
            if self.is_close:
                return
            self.step_back()

    def drawn(self) -> Move | None:
        """A move by chance: a unit more where those there are have enough, else something for one of them."""
        units = len(self.state.loaded.document.units)
        moves = self.state.moves
        if not units or self.state.points >= units * self.usual:
            return self.one_of(moves.of_list())
        return self.one_of([move for move in moves.of_unit(self.chance.randrange(units)) if adds_something(move)])

    def one_of(self, moves: list[Move]) -> Move | None:
        """A move of a group by chance; the groups that were wished for are likelier."""
        groups: dict[str, list[Move]] = {}
        for move in moves:
            groups.setdefault(move.group, []).append(move)
        if not groups:
            return None
        weights = [WISHED if key in self.liked else 1 for key in groups]
        (key,) = self.chance.choices(list(groups), weights)
        return self.chance.choice(groups[key])

    def take(self, move: Move) -> bool:
        """Whether a move was taken: it costs something, and breaks nothing that cannot be mended at once."""
        step = self.state.after(move, self.wish(move))
        step = settled(step, self.choose) if step else None
        if step is None or not self.fits(step) or (move.kind != ADD and warnings_of(step) > warnings_of(self.state)):
            return False
        self.state = step
        return True

    def is_free(self, step: State) -> bool:
        """Whether it brings nothing that the list has to be without."""
        return not any(mentions(step, slug) and not mentions(step.start, slug) for slug in self.wishes.limits.without)

    def fill(self) -> None:
        """What brings the list closest to its budget, again and again."""
        while self.left > 0:
            moves = [move for move in self.state.moves.of_units() if adds_something(move)]
            fitting = [
                step
                for move in moves
                if (step := self.state.after(move, self.wish(move))) and self.fits(step) and not step.added()
            ]
            if not fitting:
                return
            most = max(step.points for step in fitting)
            self.state = self.chance.choice([step for step in fitting if step.points == most])

    def wish(self, move: Move) -> str:
        """The wish that makes a move likelier, in the reader's language; "" where none does."""
        kinds = [
            self.spec.wishes[kind].label for kind in self.wishes.kinds if move.group in self.spec.wishes[kind].groups
        ]
        kinds += [SIZE_WISHES[self.wishes.size, move.kind]] if (self.wishes.size, move.kind) in SIZE_WISHES else []
        return wished(", ".join(map(gettext, kinds))) if kinds else ""

    def fits(self, step: State) -> bool:
        return 0 < step.points - self.state.points <= self.left and self.is_free(step)

    def step_back(self) -> None:
        for _step in range(BACK):
            if self.state.came_from and len(self.state.steps) > self.least:
                self.state = self.state.came_from

    def include(self, slug: str) -> None:
        """Bring a thing into the list, on a unit that may have it or on a new one; nothing where no unit may."""
        if mentions(self.state, slug):
            return
        for state in self.with_one_unit_more(slug):
            for move in self.shuffled((*state.moves.of_list(), *state.moves.of_units())):
                if (
                    slug in move.command.split()[1:]
                    and adds_something(move)
                    and (step := state.after(move, wished(move.entry)))
                ):
                    step = mended_from(step, self.choose)
                    if len(step.loaded.verdict.errors) <= len(self.state.loaded.verdict.errors):
                        self.state = step
                        return

    def with_one_unit_more(self, slug: str) -> Iterator[State]:
        """The list as it is, then with each unit that may be added."""
        yield self.state
        entry = self.state.loaded.catalogue.named(slug)
        for move in self.shuffled(self.state.moves.of_list()):
            if step := self.state.after(move, wished(entry.name if entry else slug)):
                yield step

    def shuffled(self, moves: Iterable[Move]) -> list[Move]:
        listed = list(moves)
        return self.chance.sample(listed, len(listed))


def wished(words: Any) -> str:
    return gettext("Your wish: {wish}").format(wish=in_words(words))


def warnings_of(state: State) -> int:
    return len(state.loaded.verdict.warnings)


def mentions(state: State, slug: str) -> bool:
    return f'"{slug}"'.encode() in state.loaded.packed


def adds_something(move: Move) -> bool:
    return move.kind in (ADD, GIVE, SWITCH) or (move.kind == COPIES and move.command.endswith("more"))
