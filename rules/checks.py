"""Rules and findings, the register of a game's checks, and the checks that read their limits in the rows."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules.catalogue import Cite
from rules.text import Message, _

ERROR = "error"  # the other level is "warning": the list is legal, and its owner ought to know
ON_HEAD = "head"  # what a check is `on` that reads the head of a list alone


@dataclass(frozen=True, slots=True)
class Rule:
    """A demand of the book or of a ruling.

    `duty`: something is still missing; else something is too much or not allowed (a limit).
    `rulings` are the slugs of the decisions it rests on. `hint` says what would make room, or help.
    """

    id: str
    demand: str
    cite: Cite
    level: str = ERROR
    requirement: bool = False
    rulings: tuple = ()
    hint: str = ""

    @property
    def is_prohibition(self):
        """What an option may be refused for: an error that is no duty."""
        return self.level == ERROR and not self.requirement


class Finding(NamedTuple):
    """A rule broken somewhere: `unit` is the index of the unit it is about, None for the whole list."""

    rule: Rule
    unit: int | None
    message: Message


class Broken(NamedTuple):
    """What a check yields; the register knows the rule unless the rows name another."""

    message: Message
    rule: str | None
    unit: int | None


def finding(text, rule=None, unit=None, **values):
    return Broken(Message(text, values), rule, unit)


class Check(NamedTuple):
    rule: Rule | None
    run: object


class Register:
    """The rules and checks of one game, in the order of its book. A rule id given twice is an error at import."""

    def __init__(self, book):
        self.book = book
        self.rules = {}
        self.of_head = []
        self.of_list = []
        self.of_units = {}

    def rule(self, id, demand, page=None, heading="", book=None, level=ERROR, requirement=False, rulings="", hint=""):
        """Register a rule that a shared check reports, because a row of the book names it."""
        if id in self.rules:
            raise ValueError(f"rule {id} is registered twice")
        cite = Cite(book or self.book, page, heading)
        self.rules[id] = Rule(id, demand, cite, level, requirement, tuple(rulings.split()), hint)
        return self.rules[id]

    def check(self, id, demand, on=None, having=None, **about):
        """Register a function as the check of a rule.

        on      -- None: it takes the whole list; "head": it reads nothing but the list's head; else the kind of unit
        having  -- marks without any of which the unit cannot break the rule (see `UnitView.marks`)
        """
        return self.report(self.rule(id, demand, **about), on, having)

    def report(self, rule=None, on=None, having=None):
        """Register a function whose findings name their rules themselves."""

        def register(run):
            made = Check(rule, run)
            if on is None or on == ON_HEAD:
                (self.of_list if on is None else self.of_head).append(made)
                return run
            for tag in having if isinstance(having, tuple) else (having,):
                self.of_units.setdefault(on, {}).setdefault(tag, []).append(made)
            return run

        return register

    def judge_unit(self, unit):
        """What is broken in one unit alone: a tuple of (rule, message)."""
        checks = self.of_units.get(unit.kind, {})
        tags = unit.tags
        due = {check.run: check for tag, having in checks.items() if tag in tags for check in having}
        broken = []
        for rule, run in (*checks.get(None, ()), *due.values()):
            for message, named, _unit in run(unit):
                broken.append((self.rules[named] if named else rule, message))
        return tuple(broken)

    def prohibiting(self, head=True):
        """The checks of the whole list that may find a limit broken; without `head`, those that units can break."""
        return self._prohibiting_all if head else self._prohibiting_list

    @cached_property
    def _prohibiting_all(self):
        return [check for check in (*self.of_head, *self.of_list) if check.rule is None or check.rule.is_prohibition]

    @cached_property
    def _prohibiting_list(self):
        return [check for check in self.of_list if check.rule is None or check.rule.is_prohibition]

    def judge_list(self, analysis, checks=None):
        """What is broken in the list as a whole, by all checks or by some."""
        for rule, run in (*self.of_head, *self.of_list) if checks is None else checks:
            for message, named, unit in run(analysis):
                yield Finding(self.rules[named] if named else rule, unit, message)


# The checks that every game shares: what they demand stands in the rows of the book.


def names(collection, slugs):
    """The names of `slugs` for a message; what the shelf does not know is named by its slug."""
    return tuple(collection[slug].name if slug in collection else slug for slug in dict.fromkeys(slugs))


def unknown(collection, slugs, rule):
    """Only what the book lists may be taken."""
    strangers = [slug for slug in slugs if slug not in collection or collection[slug].retired]
    if strangers:
        yield finding(_("Not in this book: {items}."), rule=rule, items=names(collection, strangers))


def twice(collection, slugs, rule):
    """The same thing is taken once, unless its row says that it may be repeated."""
    if len(slugs) < 2:
        return
    doubled = [
        slug for slug, n in Counter(slugs).items() if n > 1 and not (slug in collection and collection[slug].repeatable)
    ]
    if doubled:
        yield finding(
            _("Taken more than once: {items}. Once is the most."), rule=rule, items=names(collection, doubled)
        )


def closed(items, context):
    """A thing whose row opens it to some factions only is refused to the others."""
    for item in {item.slug: item for item in items if item.opening}.values():
        opening = item.opening
        if not context.opens(opening):
            yield finding(
                _("{item} is not open to this faction; it is reserved for {who}."),
                rule=opening.rule,
                item=item.name,
                who=context.who(opening),
            )


def over_unit_limit(items):
    """A row may cap a thing per unit."""
    limited = {item.slug: item for item in items if item.limit and item.limit.scope == "unit"}
    counted = Counter(item.slug for item in items)
    for slug, item in limited.items():
        n = counted[slug]
        if n > item.limit.maximum:
            yield finding(
                _("{item}: {n} taken, at most {maximum} per unit."),
                rule=item.limit.rule,
                item=item.name,
                n=n,
                maximum=item.limit.maximum,
            )


def over_list_limits(counted, budget):
    """Rows may cap things per list, or per so many full points of the effective budget.

    `counted` maps the rule of a limit to (limit, names of the things, number taken).
    """
    for limit, items, n in counted:
        if limit.scope == "list" and n > limit.maximum:
            yield finding(
                _("{items}: {n} in the list, at most {maximum}."),
                rule=limit.rule,
                items=items,
                n=n,
                maximum=limit.maximum,
            )
        if limit.scope == "points" and budget is not None:
            maximum = max(0, budget // limit.per) * limit.maximum
            if n > maximum:
                yield finding(
                    _("{items}: {n} in the list; one per full {per} points of {budget} makes {maximum}."),
                    rule=limit.rule,
                    items=items,
                    n=n,
                    per=limit.per,
                    budget=budget,
                    maximum=maximum,
                )
