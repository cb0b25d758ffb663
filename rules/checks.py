"""Rules and findings, the register of a game's checks, and the checks that read their limits in the book's rows."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from rules.catalogue import Cite, Limit
from rules.text import Message, Text, _

Words = str | tuple[str, ...]  # one word or several
ERROR = "error"  # the other level is "warning": the list is legal, and its owner ought to know
ON_HEAD = "head"  # what a check is `on` that reads the head of a list alone


@dataclass(frozen=True, slots=True)
class Rule:
    """What the book, or a ruling, demands.

    requirement  -- something is still missing; else something is too much or not allowed (a prohibition)
    refuses      -- False for a prohibition such as the budget: an option that breaks it may be taken all the same, and
                    the finding says so
    rulings      -- the slugs of the decisions that it rests on
    hint         -- what the player can do about it
    chapter      -- the title of the rules that it stands among (a marked text)
    """

    id: str
    demand: str
    cite: Cite
    level: str = ERROR
    requirement: bool = False
    rulings: tuple[str, ...] = ()
    hint: str = ""
    refuses: bool = True
    chapter: str = ""

    @property
    def is_prohibition(self) -> bool:
        """Something is too much or not allowed: it is an error and no requirement."""
        return self.level == ERROR and not self.requirement

    @property
    def refuses_options(self) -> bool:
        """Whether an option may be refused for it."""
        return self.is_prohibition and self.refuses


class Finding(NamedTuple):
    """A rule broken somewhere.

    unit   -- the index of the unit that breaks it, None for the whole list
    excess -- how much of it is too much, to compare two states of a list (see `RawFinding`)
    """

    rule: Rule
    unit: int | None
    message: Message
    excess: int = 1


class RawFinding(NamedTuple):
    """What a check yields.

    rule   -- the id of the rule broken; None: the one that the check is registered for
    excess -- how much of it is too much: places over those there are, things that are not allowed. Where a check says
              nothing, as many as its sentence names
    hint   -- what this list can do about it; empty: what the rule's own hint says
    """

    message: Message
    rule: str | None
    unit: int | None
    excess: int
    hint: str = ""


def finding(
    text: str,
    rule: str | None = None,
    unit: int | None = None,
    excess: int | None = None,
    hint: str = "",
    **values: Any,
) -> RawFinding:
    """What a check yields for a rule broken: a marked sentence and the values for its braces.

    `hint` is given where faction or scenario forbid a way out that the rule's own hint names.
    """
    if excess is None:
        excess = max((len(value) for value in values.values() if isinstance(value, tuple)), default=1)
    return RawFinding(Message(text, values), rule, unit, excess, hint)


Findings = Iterator[RawFinding]


class Check(NamedTuple):
    """A function that is given a unit's or a list's analysis, and its `Rule`; None where its findings name theirs."""

    rule: Any
    run: Callable[[Any], Iterable[RawFinding]]


class Register:
    """The rules and checks of one game, in the order of its book. A rule id given twice is an error at import."""

    def __init__(self, book: str) -> None:
        self.book = book
        self.rules: dict[str, Rule] = {}
        self._chapter = self._heading = ""
        self.hinted: dict[tuple[str, str], Rule] = {}  # rules with the hint of a finding, by id and hint
        self.of_head: list[Check] = []
        self.of_list: list[Check] = []
        self.of_units: dict[str, dict[str | None, list[Check]]] = {}  # by the kind of unit and by tag

    def chapter(self, title: str, heading: str = "") -> None:
        """Begin a chapter: the rules registered from here on stand under this title (a marked text).

        `heading` is the book's heading that is cited for those that name neither page nor heading.
        """
        self._chapter, self._heading = title, heading

    def rule(
        self,
        id: str,
        demand: str,
        page: int | None = None,
        heading: str = "",
        book: str | None = None,
        level: str = ERROR,
        requirement: bool = False,
        rulings: str = "",
        hint: str = "",
        refuses: bool = True,
    ) -> Rule:
        """Register a rule that has no check of its own: a row of the book names it (a limit, who may take a thing).

        `rulings` are slugs, separated by blanks. Raises `ValueError` for an id that is registered already.
        """
        if id in self.rules:
            raise ValueError(f"rule {id} is registered twice")
        cite = Cite(book or self.book, page, heading or ("" if page else self._heading))
        self.rules[id] = Rule(
            id, demand, cite, level, requirement, tuple(rulings.split()), hint, refuses, self._chapter
        )
        return self.rules[id]

    def check(
        self, id: str, demand: str, on: Words | None = None, having: Words | None = None, **rule: Any
    ) -> Callable[[Callable], Callable]:
        """Register a rule (see `rule`) and the decorated function as its check.

        on      -- None: it is given the analysis of the whole list; "head": the same, but it reads only what the
                   list's head says; else kinds of units: it is given the analysis of each unit of these kinds
        having  -- tags: units without any of them cannot break the rule, and are left out (see `UnitAnalysis.tags`)
        """
        return self.report(self.rule(id, demand, **rule), on, having)

    def report(
        self, rule: Rule | None = None, on: Words | None = None, having: Words | None = None
    ) -> Callable[[Callable], Callable]:
        """Register the decorated function as a check whose findings name their rules themselves."""

        def register(run: Callable) -> Callable:
            check = Check(rule, run)
            if on is None or on == ON_HEAD:
                (self.of_list if on is None else self.of_head).append(check)
                return run
            for kind in on if isinstance(on, tuple) else (on,):
                for tag in having if isinstance(having, tuple) else (having,):
                    self.of_units.setdefault(kind, {}).setdefault(tag, []).append(check)
            return run

        return register

    def judge_unit(self, unit: Any) -> tuple[tuple[Rule, Message, int], ...]:
        """What is broken in one unit (a `UnitAnalysis`) alone."""
        checks = self.of_units.get(unit.kind, {})
        tags = unit.tags
        tagged = {check.run: check for tag, having in checks.items() if tag in tags for check in having}
        broken = []
        for rule, run in (*checks.get(None, ()), *tagged.values()):
            for raw in run(unit):
                broken.append((self.rule_of(raw, rule), raw.message, raw.excess))
        return tuple(broken)

    def prohibiting(self, head: bool = True) -> list[Check]:
        """The checks of the list that may find what refuses options; without `head`, those that units can break."""
        return self._prohibiting[head]

    @cached_property
    def _prohibiting(self) -> dict[bool, list[Check]]:
        lists = {True: (*self.of_head, *self.of_list), False: self.of_list}
        return {
            head: [check for check in checks if check.rule is None or check.rule.refuses_options]
            for head, checks in lists.items()
        }

    def judge_list(self, analysis: Any, checks: Sequence[Check] | None = None) -> Iterator[Finding]:
        """What is broken in the list as a whole, by all checks or by some."""
        for rule, run in (*self.of_head, *self.of_list) if checks is None else checks:
            for raw in run(analysis):
                yield Finding(self.rule_of(raw, rule), raw.unit, raw.message, raw.excess)

    def rule_of(self, raw: RawFinding, registered: Rule) -> Rule:
        """The rule that a finding names, else the one its check is `registered` for; with the finding's own hint."""
        rule = self.rules[raw.rule] if raw.rule else registered
        if not raw.hint:
            return rule
        return self.hinted.setdefault((rule.id, raw.hint), replace(rule, hint=raw.hint))


# What many checks find: things that must not be there, or too many of them.


def listing(text: str, **values: Any) -> Findings:
    """A finding whose sentence lists things, the first of its `values`; none where there are none."""
    if next(iter(values.values())):
        yield finding(text, **values)


def too_many(text: str, number: int, most: int, **values: Any) -> Findings:
    """A finding where `number` is above `most`; its sentence has the two as {n} and {most}."""
    if number > most:
        yield finding(text, excess=number - most, n=number, most=most, **values)


# The checks that every game shares: the rows of the book say what they demand, and name the rule to report.


def names(collection: Mapping[str, Any], slugs: Iterable[str]) -> tuple[Text | str, ...]:
    """The names of `slugs` for a message; what is not in the collection is named by its slug."""
    return tuple(collection[slug].name if slug in collection else slug for slug in dict.fromkeys(slugs))


def not_in_book(collection: Mapping[str, Any], slugs: Sequence[str], rule: str) -> Findings:
    """Only what the book lists may be taken."""
    missing = [slug for slug in slugs if slug not in collection or collection[slug].retired]
    if missing:
        yield finding(_("Not in this book: {items}."), rule=rule, items=names(collection, missing))


def taken_twice(collection: Mapping[str, Any], slugs: Sequence[str], rule: str) -> Findings:
    """The same thing is taken once, unless its row says that it may be repeated."""
    if len(slugs) < 2:
        return
    repeated = {
        slug: n
        for slug, n in Counter(slugs).items()
        if n > 1 and not (slug in collection and collection[slug].repeatable)
    }
    if repeated:
        yield finding(
            _("Only once: {items}."),
            rule=rule,
            excess=sum(repeated.values()) - len(repeated),
            items=names(collection, repeated),
        )


def reserved(items: Iterable[Any], context: Any) -> Findings:
    """A thing whose row opens it to some factions is refused to the others."""
    for item in {item.slug: item for item in items if item.opening}.values():
        opening = item.opening
        if not context.opens(opening):
            yield finding(
                _("{item}: not for this faction, only {who}."),
                rule=opening.rule,
                item=item.name,
                who=context.who(opening),
            )


def over_unit_limit(items: Sequence[Any]) -> Findings:
    """A row may limit a thing per unit."""
    limited = {item.slug: item for item in items if item.limit and item.limit.scope == "unit"}
    numbers = Counter(item.slug for item in items)
    for slug, item in limited.items():
        n = numbers[slug]
        if n > item.limit.maximum:
            yield over(
                item.limit, item.limit.maximum, _("{item}: {n} on this unit, {maximum} at most."), n, item=item.name
            )


def over_list_limits(taken: Iterable[tuple[Limit, tuple[Text, ...], int]], budget: int | None) -> Findings:
    """Rows may limit things per list, or per so many full points of the effective budget.

    `taken` has for each limit: the limit, the names of the things that count, the number taken.
    """
    for limit, items, n in taken:
        if limit.scope == "list" and n > limit.maximum:
            yield over(limit, limit.maximum, _("{items}: {n} in the list, {maximum} at most."), n, items=items)
        if limit.scope == "points" and budget is not None:
            maximum = max(0, budget // limit.per) * limit.maximum
            if n > maximum:
                text = _("{items}: {n} in the list, {maximum} at most (one per full {per}\xa0pts of {budget}).")
                yield over(limit, maximum, text, n, items=items, per=limit.per, budget=budget)


def over(limit: Limit, maximum: int, text: str, n: int, **values: Any) -> RawFinding:
    """The finding that `n` of a thing are more than a row's limit."""
    return finding(text, limit.rule, excess=n - maximum, n=n, maximum=maximum, **values)
